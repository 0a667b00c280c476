"""Cards: their parts, order and texts; every spelling is read, and other texts are refused."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import anything, card, text_of
from tests.hostile import Hostile
from twowaystreet import CARDS, Card, Color, Joker, ParseError, Rank, Suit
from twowaystreet.games import street

ORDER = (
    "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD "
    "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS R* B* X*"
)


def test_all_cards_in_their_order() -> None:
    assert text_of(CARDS) == ORDER
    assert [one.index for one in CARDS] == list(range(55))
    assert sorted(sorted(CARDS, key=str)) == list(CARDS)


def test_the_order_is_total() -> None:
    for (i, one), (j, other) in itertools.product(enumerate(CARDS), repeat=2):
        assert (one < other) is (i < j)
        assert (one <= other) is (i <= j)
        assert (one == other) is (i == j)


def test_parts() -> None:
    queen = card("QS")
    assert (queen.rank, queen.suit, queen.joker, queen.color) == (
        Rank.QUEEN,
        Suit.SPADES,
        None,
        Color.BLACK,
    )
    assert [card(f"2{suit}").color for suit in "CDHS"] == ["black", "red", "red", "black"]
    assert [suit.sign for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [suit.word for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert [rank.place for rank in Rank] == list(range(13))


@pytest.mark.rule("ST-3")
def test_jokers() -> None:
    found = [(one.joker, one.color, one.suit) for one in tws.cards("R* B* X*")]
    assert found == [
        (Joker.RED, Color.RED, None),
        (Joker.BLACK, Color.BLACK, None),
        (Joker.PLAIN, None, None),
    ]


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
    for words in (tws.Rank, tws.Suit, tws.Joker):
        some = list(words)
        assert sorted(some, reverse=True) == some[::-1]
        for one, other in itertools.pairwise(some):
            assert one < other and one <= other and other > one and other >= one
            assert not (other < one or other <= one or one > other or one >= other)
            assert one <= one and one >= one  # noqa: PLR0124  # each equals itself
    assert max(tws.cards("AS KS 10S 2S"), key=lambda card: card.rank) == tws.Card.parse("AS")
    assert tws.Rank.ACE < "B" and tws.Rank.TEN > "1" and tws.Rank.TWO <= "2" <= tws.Rank.TWO


# Texts of cards.


def signs(suit: Suit) -> tuple[str, ...]:
    """Return the spellings of a suit's sign; phones add a variation selector."""
    return suit.sign, f"{suit.sign}\ufe0e", f"{suit.sign}\ufe0f"


WITH_SUIT = [one for one in CARDS if one.suit]
JOKERS = [one for one in CARDS if not one.suit]
RANK_SPELLINGS = {rank.value: {rank.value, rank.value.lower()} for rank in tws.Rank}
RANK_SPELLINGS["10"] |= {"T", "t"}
SPELLINGS = {
    f"{rank}{suit}": one
    for one in WITH_SUIT
    if one.suit
    for rank in RANK_SPELLINGS[one.rank.value]
    for suit in (one.suit, one.suit.lower(), *signs(one.suit))
} | {spelling: one for one in JOKERS for spelling in (str(one), str(one).lower())}


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


@given(st.text(max_size=4))
def test_random_texts_are_read_only_if_they_are_spellings(text: str) -> None:
    words = text.replace(",", " ").split()
    if len(words) == 1 and words[0] in SPELLINGS:
        assert Card.parse(text) == SPELLINGS[words[0]]
    else:
        with pytest.raises(ParseError):
            Card.parse(text)


@given(st.lists(st.sampled_from(CARDS)), st.sampled_from([" ", ",", ", ", "\n", " \t,,"]))
def test_lists_read_back(some: list[Card], separator: str) -> None:
    assert tws.cards(text_of(some)) == tuple(some)
    assert tws.cards(separator.join(map(str, some))) == tuple(some)
    assert tws.cards(f" {text_of(some)}, ") == tuple(some)


@pytest.mark.parametrize(
    ("text", "token", "position"),
    [
        ("7C 11S QS", "11S", 3),
        ("x", "x", 0),
        (" ,  7c,QSS", "QSS", 7),
        ("QS\nqs\n?", "?", 6),
        ("7C 2ſ", "2ſ", 3),
    ],
)
def test_errors_quote_the_token_and_its_position(text: str, token: str, position: int) -> None:
    with pytest.raises(ParseError) as caught:
        tws.cards(text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    assert text[position:].startswith(token)
    assert repr(text) in str(error) and repr(token) in str(error)
    assert f"position {position}" in str(error) and error.expected in str(error)


def test_errors_at_the_end_have_a_position() -> None:
    with pytest.raises(ParseError) as caught:
        Card.parse("  ")
    assert (caught.value.token, caught.value.position) == ("", 2)
    assert "found the end at position 2, expected a card" in str(caught.value)
    with pytest.raises(ParseError) as caught:
        Card.parse("QS 2C")
    assert (caught.value.token, caught.value.position, caught.value.expected) == (
        "2C",
        3,
        "the end",
    )


def _as_move(text: str) -> tws.Move:
    return tws.parse_move(street.new_game(), text)


@pytest.mark.parametrize("read", [Card.parse, tws.cards, _as_move])
def test_values_that_are_not_text_are_refused(read: Callable[[Any], object]) -> None:
    for thing in (None, 7, b"QS", ["QS"], Card.parse("QS"), Hostile()):
        with pytest.raises(ParseError, match=r"expected a string \(str\)"):
            read(thing)
