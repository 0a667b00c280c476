"""The moves of Twenty Down: their texts, impossible parts, and moves of other games."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything, card
from twowaystreet import Card, Suit, cards, reasons
from twowaystreet.errors import quoted
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Declare, Draw, Status, Trump

FRESH = twenty_down.new_game()
MOVES: list[tuple[tws.Move, str]] = [
    *((Trump(suit), f"trump {suit.value}") for suit in Suit),
    (Draw(), "draw"),
    (Draw(cards("AS")), "draw AS"),
    (Draw(cards("8D 7C")), "draw 7C 8D"),
    (Draw(cards("KS 10H 7H")), "draw 7H 10H KS"),
    (Draw(cards("7C 7C")), "draw 7C 7C"),
    (Declare(Status.IN), "in"),
    (Declare(Status.OUT), "out"),
    (tws.Play(card("10H")), "10H"),
]


@pytest.mark.rule("TD-2", "TD-3", "TD-4")
@pytest.mark.parametrize(("move", "text"), MOVES, ids=str)
def test_texts(move: tws.Move, text: str) -> None:
    assert str(move) == text
    for again in (text, f" {text.replace(' ', ' , ')} "):
        read = tws.parse_move(FRESH, again)
        assert read == move and type(read) is type(move) and hash(read) == hash(move)


def test_other_spellings() -> None:
    for text in ("trump ♥", "trump h", "trump,H"):
        assert tws.parse_move(FRESH, text) == Trump(Suit.HEARTS)
    assert tws.parse_move(FRESH, "draw th, 7♣") == Draw(cards("7C 10H"))
    assert Trump(anything("H")).suit is Suit.HEARTS
    assert Declare(anything("out")).status is Status.OUT


@pytest.mark.rule("TD-3")
def test_the_cards_of_a_draw_stand_in_order() -> None:
    draw = Draw(cards("AS 7C 9H"))
    assert draw.cards == cards("7C 9H AS") and draw == Draw(iter(cards("9H AS 7C")))
    assert Draw() == Draw([]) == Draw(()) and Draw().cards == ()
    names = {"Draw": Draw, "Card": Card}
    assert eval(repr(draw), names) == draw
    assert len({Draw(), Draw(cards("7C")), Draw(cards("7C 7C")), draw}) == 4


ANY = "deal and the whole pack from the top"


@pytest.mark.parametrize(
    ("text", "token", "position", "expected"),
    [
        ("", "", 0, ANY),
        ("trump", "", 5, "a suit: C, D, H or S"),
        ("trump X", "X", 6, "a suit: C, D, H or S"),
        ("trump 7C", "7C", 6, "a suit: C, D, H or S"),
        ("trump hearts", "hearts", 6, "a suit: C, D, H or S"),
        ("trump C D", "D", 8, "the end"),
        ("trumps C", "trumps", 0, ANY),
        ("C", "C", 0, ANY),
        ("draw X", "X", 5, "a card such as QS, 10C or R*"),
        ("draw 7C 8", "8", 8, "a card such as QS, 10C or R*"),
        ("draw 7C draw", "draw", 8, "a card such as QS, 10C or R*"),
        ("draw none", "none", 5, "a card such as QS, 10C or R*"),
        ("7C draw", "draw", 3, "the end"),
        ("in out", "out", 3, "the end"),
        ("out 7C", "7C", 4, "the end"),
        ("inn", "inn", 0, ANY),
        ("pass", "pass", 0, ANY),
        ("high", "high", 0, ANY),
        ("exchange 7C 8C", "exchange", 0, ANY),
        ("name H", "name", 0, ANY),
        ("7C 8C", "8C", 3, "the end"),
        ("11C", "11C", 0, ANY),
        ("deal 7C X", "X", 8, "a card such as QS, 10C or R*"),
    ],
)
def test_malformed_texts_are_refused(text: str, token: str, position: int, expected: str) -> None:
    with pytest.raises(tws.ParseError) as caught:
        tws.parse_move(FRESH, text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    assert error.expected == expected and expected in str(error) and repr(text) in str(error)


@pytest.mark.rule("TD-3")
@pytest.mark.parametrize("text", ["draw 7C 8C 9C 10C", "draw 7C 7C 7C 7C", "draw 7C 8C 9C 10C JC"])
def test_texts_with_too_many_cards_are_refused(text: str) -> None:
    with pytest.raises(tws.ParseError) as caught:
        tws.parse_move(FRESH, text)
    error = caught.value
    assert error.text == text and error.expected == "at most 3 cards"
    assert quoted(text) in str(error) and "at most 3 cards" in str(error)


Build = Callable[[Any], tws.Move]
NO_SUITS: tuple[object, ...] = (None, 1, "", "h", "♥", "X", "R*", [], "hearts", True, Status.IN)
NO_WORDS: tuple[object, ...] = (None, 1, "", "IN", "In", "yes", True, False, [], {}, Suit.CLUBS)
NO_CARDS: tuple[object, ...] = (
    *(None, 7, "7C", "7", [None], ["7C"], [card("7C"), "8C"], [[card("7C")]], card("7C")),
    *([Suit.CLUBS], [Draw()]),
)
TOO_MANY: tuple[object, ...] = (cards("7C 8C 9C 10C"), [*cards("7C 7C 7C 7C")], tws.CARDS)


@pytest.mark.rule("TD-2", "TD-3", "TD-4")
@pytest.mark.parametrize(
    ("build", "impossible", "expected"),
    [
        (Trump, NO_SUITS, "a suit: C, D, H or S"),
        (Declare, NO_WORDS, "in or out"),
        (Draw, NO_CARDS, "ard"),
        (Draw, TOO_MANY, "at most 3 cards"),
    ],
)
def test_impossible_parts_are_refused(
    build: Build, impossible: tuple[object, ...], expected: str
) -> None:
    for part in impossible:
        with pytest.raises(tws.IllegalMove) as caught:
            build(part)
        error = caught.value
        assert isinstance(error.reason, reasons.Malformed), part
        assert error.reason.rule is None and expected in error.reason.expected
        assert str(error).startswith(f"{quoted(error.move)}: ")
        assert error.reason.expected in str(error)
        assert error.move is part or error.move in anything(part)
