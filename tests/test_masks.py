"""Hands as masks hide their representation, for any number of copies of a card."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import card
from twowaystreet import CARDS, Card, Suit, cards
from twowaystreet._core.cards.masks import (
    JOKERS,
    LANE,
    SUIT,
    PerCardType,
    card_types,
    cards_in,
    find,
    find_all,
    mask_of,
)
from twowaystreet._core.engine.moves import PLAYS, Play

CARD = st.sampled_from(CARDS)
FEW = st.sampled_from(cards("2C 3C AS R* X*"))
MANY = st.lists(CARD, max_size=30) | st.lists(FEW, max_size=12)


@given(MANY)
@pytest.mark.rule("AL-4")
def test_a_mask_holds_every_copy(some: list[Card]) -> None:
    mask = mask_of(some)
    assert mask.bit_count() == len(some)
    assert cards_in(mask) == tuple(sorted(some))
    assert cards_in(card_types(mask)) == tuple(sorted(set(some)))


@given(MANY.flatmap(lambda some: st.tuples(st.just(some), st.permutations(some))))
@pytest.mark.rule("AL-4")
def test_the_order_of_copies_leaves_no_trace(pair: tuple[list[Card], list[Card]]) -> None:
    one, other = pair
    assert mask_of(one) == mask_of(other)


@given(MANY, MANY)
def test_used_copies_are_left_alone(first: list[Card], second: list[Card]) -> None:
    used = mask_of(first)
    mask = mask_of(second, used)
    assert not mask & used
    assert cards_in(mask) == tuple(sorted(second))
    assert used | mask == mask_of(first + second)


@given(MANY, CARD | FEW)
def test_find_returns_a_held_copy(some: list[Card], one: Card) -> None:
    mask = mask_of(some)
    bit = find(mask, one)
    assert bool(bit) is (one in some)
    if bit:
        assert cards_in(bit >> (bit.bit_length() - 1) // LANE * LANE) == (one,)
        assert cards_in(mask & ~bit) == tuple(sorted((Counter(some) - Counter([one])).elements()))


@given(MANY, st.lists(FEW, max_size=4))
def test_find_all_returns_all_held_copies(some: list[Card], wanted: list[Card]) -> None:
    found = find_all(mask_of(some), wanted)
    if Counter(wanted) <= Counter(some):
        assert found is not None
        assert found & mask_of(some) == found
        assert cards_in(found) == tuple(sorted(wanted))
    else:
        assert found is None


@given(st.integers(0, (1 << len(CARDS)) - 1))
def test_card_type_masks_give_every_item_in_order(mask: int) -> None:
    wanted = [index for index in range(len(CARDS)) if mask >> index & 1]
    assert PLAYS[mask] == tuple(Play(CARDS[index]) for index in wanted)
    assert PerCardType(range(len(CARDS)))[mask] == tuple(wanted)


@pytest.mark.rule("ST-14")
def test_suits_and_jokers_share_no_card() -> None:
    parts = [*SUIT.values(), JOKERS]
    assert sum(part.bit_count() for part in parts) == len(CARDS)
    assert sum(parts) == (1 << len(CARDS)) - 1
    for suit in Suit:
        assert cards_in(SUIT[suit]) == tuple(one for one in CARDS if one.suit is suit)
    assert cards_in(JOKERS) == cards("R* B* X*")


def test_equal_cards_out_of_three_decks() -> None:
    mask = mask_of(cards("2C AS 2C 2C"))
    assert cards_in(mask) == cards("2C 2C 2C AS")
    without = mask & ~find(mask, card("2C"))
    assert cards_in(without) == cards("2C 2C AS")
    assert find(without, card("2C")) and not find(without, card("3C"))


COPIES = st.lists(st.tuples(FEW, st.integers(1, 40)), max_size=6)


@given(COPIES, st.lists(FEW, max_size=9))
@pytest.mark.rule("AL-4")
def test_masks_of_very_many_copies(copies: list[tuple[Card, int]], more: list[Card]) -> None:
    """Check that long masks, which use a faster algorithm, mean the same as short ones."""
    some = [one for one, times in copies for _ in range(times)]
    mask = mask_of(some)
    assert mask.bit_count() == len(some)
    assert cards_in(mask) == tuple(sorted(some))
    assert cards_in(card_types(mask)) == tuple(sorted(set(some)))
    added = mask_of(more, mask)
    assert not added & mask and mask | added == mask_of(some + more)
    for one in cards("2C 3C AS R* X* KD"):
        bit = find(mask, one)
        assert bool(bit) is (one in some)
        wanted = [place for place in range(250) if mask >> LANE * place & one._bit]
        assert not bit or bit == one._bit << LANE * wanted[0]
