import random
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import replay, shuffled
from twowaystreet.games import twenty_down
from twowaystreet.players import simple


def chosen(moves: list[str], seat: int, **facts: object) -> str:
    """Return the choice of a seat after these moves, with some facts of its view replaced."""
    state = replay(shuffled(twenty_down.new_game(dealer=3)), moves)
    seen: Any = tws.view(state, seat)
    return str(simple(attrs.evolve(seen, **facts), random.Random(1)))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7C AD", "trump D"),
        ("7C 8C", "trump C"),
        ("9D AS", "trump S"),
        ("9H AS", "trump H"),
        ("7S 9S", "trump S"),
    ],
)
def test_players_name_their_best_suit_as_trumps(hand: str, expected: str) -> None:
    assert chosen([], 0, hand=tws.cards(hand)) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7C 8C QD AH KS", "draw 7C 8C QD"),
        ("7C 8D 9D 10S JS", "draw 7C 8D 9D"),
        ("7H 8H 9H AC KD", "draw"),
    ],
)
def test_players_discard_low_cards_but_no_trumps(hand: str, expected: str) -> None:
    assert chosen(["trump H"], 0, hand=tws.cards(hand)) == expected


@pytest.mark.parametrize(
    ("hand", "expected"), [("AH KH 9C AD KD", "in"), ("7H 8C 9C KD QS", "out")]
)
def test_players_with_bad_hands_go_out(hand: str, expected: str) -> None:
    before = ["trump H", "draw", "draw", "draw", "draw"]
    assert chosen(before, 1, hand=tws.cards(hand)) == expected


TAKEN = tws.Trick(1, tws.cards("7D 8D"), (1, 0), tws.Suit.DIAMONDS, 0)
TABLE = tws.Trick(1, tws.cards("9D"), (1,), tws.Suit.DIAMONDS)


@pytest.mark.parametrize(
    ("tricks", "trick", "legal", "expected"),
    [
        ((), tws.Trick(0, (), (), None), "7H 8C AD", "8C"),  # leads low, and no trump
        ((), TABLE, "8D 10D AD", "10D"),  # keeps the ace for another trick
        ((), TABLE, "7D 8D", "7D"),  # cannot win
        ((), TABLE, "7H QH", "7H"),  # a low trump is enough
        ((TAKEN,), TABLE, "8D 10D AD", "10D"),  # plays for the next trick
    ],
)
def test_players_try_hardest_for_the_first_trick(
    tricks: tuple[tws.Trick, ...], trick: tws.Trick, legal: str, expected: str
) -> None:
    before = ["trump H", "draw", "draw", "draw", "draw", "in", "in", "in"]
    moves = tuple(map(tws.Play, tws.cards(legal)))
    assert chosen(before, 0, tricks=tricks, trick=trick, legal_moves=moves) == expected
