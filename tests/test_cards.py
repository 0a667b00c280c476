"""Cards: their parts, order and texts; every spelling is read, and other texts are refused."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything, card, text_of
from tests.hostile import Hostile
from twowaystreet import CARDS, Card, Color, Joker, ParseError, Rank, Suit
from twowaystreet.games import street

ORDER = (
    "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD "
    "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS R* B* X*"
)


@pytest.mark.rule("ST-3")
def test_all_cards_in_their_order_and_their_parts() -> None:
    assert text_of(CARDS) == ORDER
    assert [one.index for one in CARDS] == list(range(55))
    for (i, one), (j, other) in itertools.product(enumerate(CARDS), repeat=2):
        assert (one < other, one <= other, one == other) == (i < j, i <= j, i == j)
    found = [(one.rank, one.joker, one.suit, one.color) for one in tws.cards("QS R* B* X*")]
    assert found == [
        (Rank.QUEEN, None, Suit.SPADES, Color.BLACK),
        (Joker.RED, Joker.RED, None, Color.RED),
        (Joker.BLACK, Joker.BLACK, None, Color.BLACK),
        (Joker.PLAIN, Joker.PLAIN, None, None),
    ]
    assert [card(f"2{suit}").color for suit in "CDHS"] == ["black", "red", "red", "black"]
    assert [suit.sign for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [suit.word for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert [rank.place for rank in Rank] == list(range(13))


@pytest.mark.rule("AL-4")
def test_cards_are_values() -> None:
    for one in CARDS:
        other = Card(one.rank, one.suit)
        assert other is not one and other == one and hash(other) == hash(one)
        assert (other != one) is False
        assert eval(repr(one), {"Card": Card}) == one and CARDS[one.index] is one
    assert card("QS") != anything("QS")
    with pytest.raises(TypeError):
        sorted([card("QS"), anything("QS")])
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(card("QS")).rank = Rank.TWO
    ten = card("10C")
    assert f"{ten:>5}|{ten:<4}|{ten}" == "  10C|10C |10C"
    assert [one.pretty for one in tws.cards("10C 2D AH QS R*")] == ["10♣", "2♦", "A♥", "Q♠", "R*"]


@pytest.mark.parametrize(
    ("rank", "suit"),
    [
        *[(Rank.TWO, None), (Joker.RED, Suit.HEARTS), ("Q", "S"), (Suit.SPADES, Rank.QUEEN)],
        *[(12, Suit.SPADES), (Rank.TWO, "C"), ("R*", None), (None, None), (Hostile(), Suit.CLUBS)],
    ],
    ids=range(9),
)
def test_invalid_parts_of_a_card_are_refused(rank: object, suit: object) -> None:
    with pytest.raises(tws.CardError) as caught:
        Card(anything(rank), anything(suit))
    assert "make no card: expected a Rank and a Suit, or a Joker alone" in str(caught.value)
    assert ("Card.parse reads the text of a card" in str(caught.value)) is (type(rank) is str)
    assert isinstance(caught.value, ValueError)


def test_ranks_suits_and_jokers_are_in_the_order_of_cards() -> None:
    for words in (Rank, Suit, Joker):
        for (i, one), (j, other) in itertools.product(enumerate(words), repeat=2):
            order = (one < other, one <= other, one > other, one >= other)
            assert order == (i < j, i <= j, i > j, i >= j)
    assert Rank.ACE < "B" and Rank.TEN > "1" and Rank.TWO <= "2" <= Rank.TWO


# Texts of cards.


RANK_SPELLINGS = {rank.value: {rank.value, rank.value.lower()} for rank in Rank}
RANK_SPELLINGS["10"] |= {"T", "t"}
# Phones add a variation selector to the sign of a suit.
SUIT_SPELLINGS = {
    suit: (suit, suit.lower(), *(f"{suit.sign}{more}" for more in ("", "\ufe0e", "\ufe0f")))
    for suit in Suit
}
SPELLINGS = {
    f"{rank}{suit}": one
    for one in CARDS
    if one.suit
    for rank in RANK_SPELLINGS[one.rank.value]
    for suit in SUIT_SPELLINGS[one.suit]
} | {spelling: one for one in CARDS if one.joker for spelling in (str(one), str(one).lower())}


def test_every_spelling_is_read() -> None:
    # Each suit has eight digits, the ten (10, T, t) and four letters in both cases, with five suit
    # spellings each; Jokers come in both cases, too.
    assert len(SPELLINGS) == 4 * (8 * 5 + 3 * 5 + 4 * 10) + 6
    for text, meant in SPELLINGS.items():
        assert Card.parse(text) == meant, text
        assert Card.parse(str(meant)) == meant
        assert Card.parse(meant.pretty) == meant


LOOK_ALIKES = (
    "2ſ",  # the long s, whose upper case is S
    "\u212aC",  # the sign of Kelvin, whose lower case is k
    "\uff12C",  # a full-width 2
    "\u0662C",  # an Arabic 2
    "2\u0421",  # a Cyrillic letter like C
    *("1\u06300C", "²C", "①0C", "ⅩC", "\uff31\uff33", "R\u2217", "R＊"),
    *("Q\ufe0f\u2660", "QS\ufe0f", "Q\u2660\ufe0e\ufe0f"),  # a variation selector elsewhere
    *("Q♤", "Q\u0301S", "QS\u200b", "QS\x00"),  # a white suit, and invisible characters
)
NO_CARDS = "Q S SQ 1C 11S 0C 010C 10 10* * R *R RR* QSS Q* RC -2C +2C 2.0C 1OC QX Joker QS; TTC"


def test_anything_else_is_refused() -> None:
    for text in (*LOOK_ALIKES, *NO_CARDS.split(), "", "q s", "QS QS"):
        with pytest.raises(ParseError):
            Card.parse(text)


@pytest.mark.parametrize(
    ("text", "token", "position", "expected"),
    [
        ("7C 11S QS", "11S", 3, "a card"),
        ("x", "x", 0, "a card"),
        (" ,  7c,QSS", "QSS", 7, "a card"),
        ("QS\nqs\n?", "?", 6, "a card"),
        ("7C 2ſ", "2ſ", 3, "a card"),
        ("  ", "", 2, "a card"),
        ("QS 2C", "2C", 3, "the end"),
    ],
)
def test_errors_quote_the_token_and_its_position(
    text: str, token: str, position: int, expected: str
) -> None:
    read = Card.parse if token in ("", "2C") else tws.cards
    with pytest.raises(ParseError) as caught:
        read(text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    found = repr(token) if token else "the end"
    assert repr(text) in str(error) and error.expected.startswith(expected)
    assert f"found {found} at position {position}, expected {expected}" in str(error)


def test_lists_are_read_with_any_separators() -> None:
    for separator in (" ", ",", ", ", "\n", " \t,,"):
        assert tws.cards(f" {separator.join(map(str, CARDS))}, ") == CARDS
    assert tws.cards(" , ") == ()


def test_values_that_are_not_text_are_refused() -> None:
    readers: tuple[Callable[[Any], object], ...] = (
        *(Card.parse, tws.cards, lambda text: tws.parse_move(street.new_game(), text)),
    )
    for read, thing in itertools.product(readers, (None, 7, b"QS", ["QS"], CARDS[0], Hostile())):
        with pytest.raises(ParseError, match=r"expected a string \(str\)"):
            read(thing)
