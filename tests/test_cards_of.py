"""The cards that a move names."""

from __future__ import annotations

import random

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything, card, text_of
from tests.hostile import Hostile
from twowaystreet.games import brag, duel, spades, street, twenty_down

WORDS = frozenset(map(str, tws.CARDS))


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (tws.Play(card("R*")), "R*"),
        (tws.Deal(tws.cards("QS 2C R* 2C")), "2C 2C QS R*"),
        (street.Exchange(tws.cards("10S 9S")), "9S 10S"),
        (twenty_down.Draw(tws.cards("KH 2C")), "2C KH"),
        (twenty_down.Draw(()), ""),
        (brag.Lay([tws.cards("4C 2C 3C"), tws.cards("AS 2H 3D")]), "2C 3C 4C 3D 2H AS"),
        (street.Declare(street.Direction.LOW), ""),
        (street.Keep(), ""),
        (street.NameSuit(tws.Suit.HEARTS), ""),
        (duel.Bid(3, duel.Direction.HIGH), ""),
        (spades.Look(), ""),
    ],
    ids=str,
)
def test_moves_of_the_games(move: tws.Move, expected: str) -> None:
    assert text_of(tws.cards_of(move)) == expected


@pytest.mark.parametrize("name", tws.GAMES)
def test_cards_of_returns_the_cards_in_the_text_of_each_legal_move(name: str) -> None:
    rng = random.Random(5)
    state = tws.GAMES[name].new_game()
    while not state.hand_over:
        moves = tws.legal_moves(state) or (tws.shuffle(state, rng),)
        for move in moves:
            words = [word for word in str(move).split() if word in WORDS]
            assert sorted(map(str, tws.cards_of(move))) == sorted(words)
            assert list(tws.cards_of(move)) == sorted(tws.cards_of(move))
        state = tws.apply(state, rng.choice(moves))


@attrs.frozen
class Pass(tws.Move):
    """A move of another package's game: cards for a neighbour, and one card that is shown."""

    given: tuple[tws.Card, ...]
    seat: int
    shown: tws.Card | None = None
    _first: tws.Card = attrs.field(init=False, default=card("AS"))


class Knock(tws.Move):
    """A move without fields."""


def test_moves_of_other_games() -> None:
    assert text_of(tws.cards_of(Pass(tws.cards("3S 2D 3S"), 2))) == "2D 3S 3S"
    assert text_of(tws.cards_of(Pass(tws.cards("3S"), 2, card("4C")))) == "4C 3S"
    assert tws.cards_of(Knock()) == ()


@pytest.mark.parametrize("thing", [None, "QS", card("QS"), (), tws.Play, Hostile()], ids=type)
def test_values_that_are_not_moves_are_refused(thing: object) -> None:
    with pytest.raises(TypeError, match="expected a Move"):
        tws.cards_of(anything(thing))
