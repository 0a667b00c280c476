"""Tables that games share: following suit, and the order of cards in a trick."""

from __future__ import annotations

import pytest

from tests.helpers import card
from twowaystreet import Suit, Trick, cards
from twowaystreet._core.cards.masks import SUIT, mask_of
from twowaystreet._core.tricks.tricks import (
    FOLLOW_SUIT,
    GAME_DECIDES,
    SUIT_LED,
    TRUMPED,
    follow,
    tricks_won,
    winning_index,
)


def test_following_suit() -> None:
    hand = mask_of(cards("2C 9C 3H"))
    assert set(FOLLOW_SUIT) == {None, *Suit}
    assert follow(hand, FOLLOW_SUIT[None]) == hand
    assert follow(hand, FOLLOW_SUIT[Suit.CLUBS]) == mask_of(cards("2C 9C"))
    assert follow(hand, FOLLOW_SUIT[Suit.HEARTS]) == mask_of(cards("3H"))
    assert follow(hand, FOLLOW_SUIT[Suit.SPADES]) == hand
    for suit in Suit:
        assert FOLLOW_SUIT[suit] == ((SUIT[suit], SUIT[suit]),)


def test_the_game_decides_table_holds_no_duties() -> None:
    assert set(GAME_DECIDES) == {None, *Suit}
    assert set(GAME_DECIDES.values()) == {None}


@pytest.mark.parametrize(
    ("trick", "trumps", "taker"),
    [
        ("7C KC AH", None, 1),
        ("2C AH AS", None, 0),
        ("KC 3H AC", Suit.HEARTS, 1),
        ("KC 3H 4H", Suit.HEARTS, 2),
        ("KC 3H AC", Suit.CLUBS, 2),
        ("2C AS AD", Suit.HEARTS, 0),
        ("9C 9C 8C", None, 0),
    ],
)
def test_the_winner_of_a_trick(trick: str, trumps: Suit | None, taker: int) -> None:
    some = cards(trick)
    assert some[0].suit is Suit.CLUBS
    strengths = SUIT_LED[Suit.CLUBS] if trumps is None else TRUMPED[trumps, Suit.CLUBS]
    assert winning_index(some, strengths) == taker


def test_every_pair_of_trumps_and_suit_led_has_its_order() -> None:
    assert set(SUIT_LED) == set(Suit) and len(TRUMPED) == 16
    assert {suit for pair in TRUMPED for suit in pair} == set(Suit)


def test_tricks_won_counts_tricks_by_seat() -> None:
    one = (card("2C"),)
    tricks = [Trick(0, one, (0,), Suit.CLUBS, winner) for winner in (2, 0, 2, 2)]
    assert tricks_won(tricks, 4) == [1, 0, 3, 0]
    assert tricks_won([], 3) == [0, 0, 0]
