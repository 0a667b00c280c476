"""Tricks: who takes one, which cards follow, and the voids that cards show."""

from collections.abc import Iterable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from examples import oh_hell
from tests.helpers import anything, card
from twowaystreet import CARDS, Card, Joker, Suit, Trick, cards
from twowaystreet._core.cards.masks import JOKER, SUIT, mask_of
from twowaystreet._core.tricks.tricks import (
    FOLLOW_SUIT,
    SUIT_LED,
    TRUMPED,
    Following,
    build_trick,
    follow,
    ordering,
    tricks_won,
    winning_index,
)
from twowaystreet._core.views.trick_views import voids_of
from twowaystreet.games import twos
from twowaystreet.games._twoway.rules import STRENGTHS

CARDS_PLAYED = st.lists(st.sampled_from(CARDS), min_size=1, max_size=13)
LED = st.sampled_from([*Suit, None])


def _beats(one: Card, other: Card, led: Suit | None) -> bool:
    """Return true if a card beats an earlier one; a plain form of the rule."""
    if one.joker is Joker.RED or other.joker is Joker.RED:
        return other.joker is not Joker.RED
    if one.joker or other.joker:
        return not other.joker
    if one.suit is not led:
        return False
    return other.suit is not led or one > other


@pytest.mark.rule("ST-15")
@given(CARDS_PLAYED, LED)
def test_the_card_that_no_later_card_beats_wins_the_trick(
    some: list[Card], led: Suit | None
) -> None:
    best = 0
    for place, one in enumerate(some):
        if _beats(one, some[best], led):
            best = place
    assert winning_index(some, STRENGTHS[led]) == best


def test_tricks_are_counted_and_cards_follow_suit_by_default() -> None:
    played = cards("3H AH 2H")
    trick = build_trick(2, played, (2, 0, 1), Suit.HEARTS, 0)
    same = Trick(2, played, (2, 0, 1), Suit.HEARTS, 0)
    assert trick == same and hash(trick) == hash(same) and type(trick) is Trick
    assert repr(trick) == repr(same) and trick != attrs.evolve(trick, winner=1)
    assert Trick(2, played, (2, 0, 1), Suit.HEARTS).winner is None
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(trick).winner = 2
    tricks = [attrs.evolve(trick, winner=winner) for winner in (2, 0, 2, 2)]
    assert (tricks_won(tricks, 4), tricks_won([], 3)) == ([1, 0, 3, 0], [0, 0, 0])
    hand = mask_of(cards("2C 9C 3H"))
    assert set(FOLLOW_SUIT) == {None, *Suit}
    assert all(FOLLOW_SUIT[suit] == ((SUIT[suit], SUIT[suit]),) for suit in Suit)
    followed = {Suit.CLUBS: "2C 9C", Suit.HEARTS: "3H", Suit.SPADES: "2C 9C 3H", None: "2C 9C 3H"}
    for led, some in followed.items():
        assert follow(hand, FOLLOW_SUIT[led]) == mask_of(cards(some))
    duties = ((CLUBS, CLUBS | HEARTS), (HEARTS, HEARTS))  # the first possible one decides
    for held, legal in (
        ("3C 3H 3S", "3C 3H"),
        ("3D 3H", "3H"),
        ("3C 3S", "3C"),
        ("3D 4D", "3D 4D"),
    ):
        assert follow(mask_of(cards(held)), duties) == mask_of(cards(legal))
    strengths = ordering(card("2C"), cards("3C 4C"), card("5C"), card("3C"))
    assert [strengths[one.index] for one in cards("2C 3C 4C 5C 6C")] == [1, 4, 2, 3, 0]
    state: Any = oh_hell.GAME.new_game()
    some = attrs.evolve(state._hand_data, turned_up=card("2H"))
    assert (state._trumps_of(state._hand_data), state._trumps_of(some)) == (None, Suit.HEARTS)
    assert twos.State._trumps_of(twos.new_game()._hand_data) is None
    args = state.rules, Suit.HEARTS, Suit.CLUBS, None
    assert state._strengths(*args) is TRUMPED[Suit.HEARTS, Suit.CLUBS]
    assert state._strengths(state.rules, None, Suit.CLUBS, None) is SUIT_LED[Suit.CLUBS]
    with pytest.raises(NotImplementedError, match="for a lead without suit"):
        state._strengths(state.rules, None, None, None)
    assert state._rule_to_follow() == "OH-1"


CLUBS, HEARTS = SUIT[Suit.CLUBS], SUIT[Suit.HEARTS]
BOTH: Following = ((CLUBS, CLUBS), (HEARTS, HEARTS))
"""The player has to play clubs, or hearts without clubs."""


def shown(played: Iterable[tuple[int, int, str, Following]]) -> list[str]:
    """Return the voids that these cards show; each has trick, seat, card and duties."""
    bound = [(trick, seat, card(text), duty, "X-1") for trick, seat, text, duty in played]
    return list(map(str, voids_of(bound)))


def test_the_first_duty_that_a_card_does_not_fulfil_shows_a_void_which_is_listed_once() -> None:
    assert shown([(0, 1, "7C", BOTH), (1, 2, "7D", ())]) == []
    assert shown([(2, 1, "7H", BOTH)]) == ["seat 1 has no clubs: 7H to trick 3 (X-1)"]
    assert shown([(2, 1, "7D", BOTH)]) == [
        "seat 1 has no clubs: 7D to trick 3 (X-1)",
        "seat 1 has no hearts: 7D to trick 3 (X-1)",
    ]
    some, more = mask_of(cards("2C 3C")), CLUBS | sum(JOKER.values())
    assert shown([(0, 1, "7D", ((some, some),))]) == []
    assert shown([(0, 1, "7D", ((more, more),))]) == ["seat 1 has no clubs: 7D to trick 1 (X-1)"]
    clubs, hearts = BOTH[:1], BOTH[1:]
    played = [(0, 1, "7D", clubs), (1, 1, "8D", clubs), (2, 2, "9D", clubs), (3, 1, "10D", hearts)]
    assert shown(played) == [
        "seat 1 has no clubs: 7D to trick 1 (X-1)",
        "seat 2 has no clubs: 9D to trick 3 (X-1)",
        "seat 1 has no hearts: 10D to trick 4 (X-1)",
    ]
    assert shown([*played, *played]) == shown(played)
