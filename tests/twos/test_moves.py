"""The moves of Twos, deals and plays: their texts, and moves of other games."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, card, positions, refused, shuffled, texts
from tests.twos.table import playing
from twowaystreet import reasons
from twowaystreet.games import duel, spades, street, twenty_down, twos


def test_texts_read_back() -> None:
    for state in positions(shuffled(twos.new_game()), random.Random(2)):
        for move in tws.legal_moves(state):
            assert tws.parse_move(state, str(move)) == move
            assert type(move) is tws.Play
    deal = tws.shuffle(twos.new_game(), random.Random(3))
    assert tws.parse_move(twos.new_game(), str(deal)) == deal
    for text in ("10h", "th", "10♥", " TH ", ",10H"):
        assert tws.parse_move(twos.new_game(), text) == tws.Play(card("10H"))


ANY = "deal and the whole pack from the top"


@pytest.mark.parametrize(
    ("text", "token", "position", "expected"),
    [
        ("", "", 0, ANY),
        (" , ", "", 3, ANY),
        ("11C", "11C", 0, ANY),
        ("2X", "2X", 0, ANY),
        ("two", "two", 0, ANY),
        ("2 C", "2", 0, ANY),
        ("2C 3C", "3C", 3, "the end"),
        ("in", "in", 0, ANY),
        ("trump H", "trump", 0, ANY),
        ("draw", "draw", 0, ANY),
        ("high", "high", 0, ANY),
        ("exchange 2C 3C", "exchange", 0, ANY),
        ("no bid", "no", 0, ANY),
        ("deal 2C X", "X", 8, "a card such as QS, 10C or R*"),
    ],
)
def test_malformed_texts_are_refused(text: str, token: str, position: int, expected: str) -> None:
    with pytest.raises(tws.ParseError) as caught:
        tws.parse_move(twos.new_game(), text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    assert error.expected == expected and expected in str(error) and repr(text) in str(error)


def test_values_that_are_not_text_are_refused() -> None:
    for thing in (None, 7, b"2C", ["2C"], tws.Play(card("2C")), Hostile()):
        with pytest.raises(tws.ParseError, match="a string"):
            tws.parse_move(twos.new_game(), anything(thing))


def test_moves_of_other_games_are_refused() -> None:
    for state in (twos.new_game(), playing("2C 3C")):
        others: tuple[object, ...] = (
            street.Declare(street.Direction.HIGH),
            street.Exchange(tws.cards("2C 3C")),
            street.NameSuit(tws.Suit.CLUBS),
            street.Keep(),
            duel.Bid(),
            spades.Look(),
            twenty_down.Trump(tws.Suit.CLUBS),
            twenty_down.Draw(),
            twenty_down.Declare(twenty_down.Status.IN),
            *(None, 7, card("2C"), tws.Play, tws.Move(), twos.State, Hostile(), Hostile),
            *(texts(state), state),
        )
        for move in others:
            reason = refused(state, move, reasons.NotAMove, None, "this is not a move of Twos")
            assert reason.game == "Twos"
        for text in ("", "2C", "deal"):
            with pytest.raises(tws.IllegalMove, match=f"^'{text}': this is not a move of Twos"):
                tws.apply(state, text)
