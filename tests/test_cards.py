"""Cards as values: parts, order, equality, and invalid parts."""

from __future__ import annotations

import copy
import itertools
import pickle

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything, card, text_of
from tests.hostile import Hostile
from twowaystreet import CARDS, Card, Color, Joker, Rank, Suit

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


def test_pretty() -> None:
    assert [one.pretty for one in tws.cards("10C 2D AH QS R*")] == ["10♣", "2♦", "A♥", "Q♠", "R*"]


@pytest.mark.rule("AL-4")
@pytest.mark.parametrize("one", CARDS, ids=str)
def test_cards_are_values(one: Card) -> None:
    other = Card(one.rank, one.suit)
    assert other is not one
    assert other == one and hash(other) == hash(one)
    assert (other != one) is False
    assert copy.copy(one) == copy.deepcopy(one) == one
    assert pickle.loads(pickle.dumps(one)) == one
    assert eval(repr(one), {"Card": Card}) == one
    assert CARDS[one.index] is one
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(one).rank = Rank.TWO
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        del anything(one).suit


def test_a_card_is_not_its_text() -> None:
    assert card("QS") != anything("QS")
    with pytest.raises(TypeError):
        sorted([card("QS"), anything("QS")])


@pytest.mark.parametrize(
    ("rank", "suit"),
    [
        (Rank.TWO, None),
        (Joker.RED, Suit.HEARTS),
        ("Q", "S"),
        (Suit.SPADES, Rank.QUEEN),
        (12, Suit.SPADES),
        (Rank.TWO, "C"),
        ("R*", None),
        (None, None),
    ],
)
def test_invalid_parts_of_a_card_are_refused(rank: object, suit: object) -> None:
    with pytest.raises(tws.CardError) as caught:
        Card(anything(rank), anything(suit))
    assert "make no card: expected a Rank and a Suit, or a Joker alone" in str(caught.value)
    assert ("Card.parse reads the text of a card" in str(caught.value)) is (type(rank) is str)
    assert isinstance(caught.value, ValueError)


def test_hostile_parts_are_refused() -> None:
    with pytest.raises(tws.CardError, match="Hostile object"):
        Card(anything(Hostile()), Suit.CLUBS)


def test_cards_need_both_parts() -> None:
    with pytest.raises(TypeError):
        anything(Card)()
    with pytest.raises(TypeError):
        anything(Card)(Rank.TWO, Suit.CLUBS, 7)


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


def test_a_card_is_laid_out_like_text() -> None:
    ten = tws.Card.parse("10C")
    assert f"{ten:>5}|{ten:<4}|{ten}" == "  10C|10C |10C"
