"""The moves of Tien Len: their texts, and moves of wrong parts."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import anything, shuffled
from tests.hostile import Hostile, breaking
from twowaystreet import cards
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Pass, PlayCards

START = tien_len.new_game()
PLAY = "the cards of a play"


@pytest.mark.rule("TL-3")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("3S", "3S"),
        ("3S 4C 5D", "4C 5D 3S"),
        ("5d,4c, 3s", "4C 5D 3S"),
        ("10♠ T♥", "10H 10S"),
        ("2s 2c ah", "2C AH 2S"),
        # Cards that are no play, and more than one copy, are moves too, though illegal ones.
        ("3S 9D", "9D 3S"),
        ("3S 3S", "3S 3S"),
        ("R*", "R*"),
    ],
)
def test_cards_are_read_in_any_order(text: str, written: str) -> None:
    move = tws.parse_move(START, text)
    assert type(move) is PlayCards and str(move) == written
    assert move == PlayCards(cards(text)) == PlayCards(reversed(cards(text)))
    assert tws.parse_move(START, written) == move
    assert tws.cards_of(move) == move.cards == tuple(sorted(cards(text)))


@pytest.mark.rule("TL-5")
def test_a_pass() -> None:
    assert str(Pass()) == "pass" and tws.cards_of(Pass()) == ()
    for text in ("pass", " PASS", "Pass "):
        assert tws.parse_move(START, text) == Pass()


@pytest.mark.parametrize(
    ("text", "token", "position", "expected"),
    [
        ("", "", 0, "deal and the whole pack from the top"),
        ("11C", "11C", 0, "deal"),
        ("play 3S", "play", 0, "deal"),
        ("3S pass", "pass", 3, "a card such as QS, 10C or R*"),
        ("pass 3S", "3S", 5, "the end"),
        ("3S / 4S", "/", 3, "a card"),
        (" ".join(["3S"] * 14), "3S", 39, "at most 13 cards"),
    ],
)
def test_malformed_texts_are_refused(text: str, token: str, position: int, expected: str) -> None:
    with pytest.raises(tws.ParseError) as caught:
        tws.parse_move(START, text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    assert expected in error.expected


def test_the_error_names_the_moves_that_are_due() -> None:
    state = shuffled(START)
    with pytest.raises(tws.ParseError) as caught:
        tws.parse_move(state, "nonsense")
    assert caught.value.expected == PLAY
    with pytest.raises(tws.ParseError) as caught:
        tws.parse_move(tws.apply(state, tws.legal_moves(state)[0]), "nonsense")
    assert caught.value.expected in (f"{PLAY}, or pass", "pass")


@pytest.mark.parametrize(
    "some",
    [
        *((), [], "", "3S", "3S 4S", None, 3, 3.0, True, [None], ["3S"], [[]], [{}], [()]),
        *(cards("3S 4S") * 7, [*cards("3S"), "4S"], Hostile(), [Hostile()]),
    ],
)
def test_plays_need_one_to_thirteen_cards(some: object) -> None:
    with pytest.raises(tws.IllegalMove, match="malformed move: expected") as caught:
        PlayCards(anything(some))
    assert caught.value.reason.rule is None


def test_a_breaking_iterator_makes_no_play() -> None:
    with pytest.raises(tws.IllegalMove, match="malformed move: expected"):
        PlayCards(anything(breaking()))
