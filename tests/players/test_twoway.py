import random
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from twowaystreet.games import duel, street
from twowaystreet.players import simple


def view_with(state: tws.GameState[Any, Any, Any], **facts: object) -> Any:
    """Return the view of seat 0 with some facts replaced."""
    seen: Any = tws.view(state, 0)
    return attrs.evolve(seen, **facts)


def test_strong_hands_declare_high() -> None:
    strong, weak = tws.cards("AC KC QC AD KD AH 2H 3H AS R*"), tws.cards("2C 3C 4C 5D 2D 6H 7H")
    state = street.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    rng = random.Random(1)
    assert str(simple(view_with(state, hand=strong), rng)) == "high"
    assert str(simple(view_with(state, hand=weak), rng)) == "low"


def test_bids_grow_as_hands_differ_more_from_the_average() -> None:
    state = duel.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    rng = random.Random(1)

    def bid(text: str) -> str:
        return str(simple(view_with(state, hand=tws.cards(text)), rng))

    assert bid("AC KC QC AD KD AH 2H 3H AS R*") == "bid 7 high"
    assert bid("2C 3C 4C 5C 2D 3D 4D 6H 7H 8H") == "bid 3 low"
    assert bid("AC KC 4C 5C 2D 3D 4D 6H 7H 8H") == "no bid"
    strong = tws.cards("AC KC QC AD KD AH 2H 3H AS R*")
    bounded = duel.new_game(duel.Rules(max_strength=2))
    bounded = tws.apply(bounded, tws.shuffle(bounded, random.Random(1)))
    assert str(simple(view_with(bounded, hand=strong), rng)) == "bid 2 high"


TABLE = tws.Trick(1, tws.cards("9H KH"), (1, 2), tws.Suit.HEARTS)


@pytest.mark.parametrize(
    ("way", "table", "hand", "expected"),
    [
        ("HD", TABLE, "3H AH", "AH"),  # takes it
        ("HD", TABLE, "3H QH", "3H"),  # cannot win, and saves the queen
        ("HD", TABLE, "2C AS", "2C"),
        ("HD", TABLE, "AH R*", "AH"),  # as cheaply as possible
        ("LD", TABLE, "3H QH AH", "QH"),  # as high as is safe
        ("LD", TABLE, "AH R*", "AH"),  # cannot stay below
        ("LD", TABLE, "2C AS", "AS"),  # gets rid of the ace
        ("HD", tws.Trick(0, (), (), None), "2C QS AS", "AS"),
        ("LD", tws.Trick(0, (), (), None), "2C QS AS", "2C"),
        ("LD", tws.Trick(3, tws.cards("X*"), (3,), None), "AS X*", "X*"),  # stays below
    ],
)
def test_players_play_for_the_declared_direction(
    way: str, table: tws.Trick, hand: str, expected: str
) -> None:
    state = street.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    held = tws.cards(hand)
    seen = view_with(
        state,
        phase=street.Phase.PLAY,
        hand=held,
        trick=table,
        legal_moves=tuple(map(tws.Play, held)),
        declarations=(street.Declaration(way), None, None, None),
    )
    assert str(simple(seen, random.Random(1))) == expected
