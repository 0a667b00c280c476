"""Packs, deals that match them, dealing in packets, and hands as masks of any number of copies."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from typing import Any, NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers import most_memory, text_of
from twowaystreet import CARDS, Card, Deal, IllegalMove, Pack, Suit, apply, cards
from twowaystreet._core.cards.masks import (
    FRENCH_DECK,
    JOKERS,
    LANE,
    SUIT,
    PerCardType,
    card_types,
    cards_in,
    deal_packets,
    find,
    find_all,
    mask_of,
    packets,
)
from twowaystreet._core.engine.moves import PLAYS, Play
from twowaystreet.games import street
from twowaystreet.games._twoway.rules import pack_of

SMALL = st.lists(st.sampled_from(cards("2C 3C 4C R*")), min_size=1, max_size=6)


def test_a_pack_is_in_order_and_a_value() -> None:
    pack = Pack(cards("R* 3C 2C 2C"))
    assert pack.cards == cards("2C 2C 3C R*") and len(pack) == 4
    assert pack == Pack(reversed(cards("R* 3C 2C 2C")))  # pyright: ignore[reportArgumentType]
    assert pack != Pack(cards("2C 3C R*")) and repr(pack) == "Pack('2C 2C 3C R*')"
    several = Pack(cards("3C 2C 2C"), decks=2)
    assert several.cards == cards("2C 2C 2C 2C 3C 3C") and len(several) == 6
    assert several == Pack(cards("2C 2C 3C 2C 2C 3C"))
    for twin in (copy.copy(several), copy.deepcopy(several), pickle.loads(pickle.dumps(several))):
        assert twin == several and twin.cards == several.cards and hash(twin) == hash(several)
    assert len(FRENCH_DECK) == 52 and not any(one.joker for one in FRENCH_DECK)


@pytest.mark.rule("AL-4")
@given(SMALL, SMALL)
def test_a_deal_must_match_the_pack(mine: list[Card], given_cards: list[Card]) -> None:
    pack = Pack(tuple(mine))
    same = sorted(mine) == sorted(given_cards)
    assert pack.is_made_of(given_cards) is same
    assert pack.is_made_of(tuple(reversed(mine)))
    missing, extra = pack.missing(given_cards), pack.extra(given_cards)
    assert (not missing and not extra) is same
    assert sorted([*given_cards, *missing]) == sorted([*mine, *extra])
    assert not set(missing) & set(extra)
    assert list(missing) == sorted(missing) and list(extra) == sorted(extra)


def test_two_low_cards_are_not_one_higher_card() -> None:
    # As sums of bits 2C + 2C would be 3C.
    for mine, others in (
        ("2C 2C 4C", "3C 4C 4C"),
        ("2C 2C 2C 2C 3C", "2C 2C 3C 3C"),
        ("2C 2C 5C 5C 5C 5C", "3C 4C 4C 4C 4C 6C"),
        ("2C 2C 3C 3C", "2C 2C 2C 2C"),
        ("2C 2C 2C 3C 3C", "2C 2C 2C 2C 2C"),
    ):
        assert not Pack(cards(mine)).is_made_of(cards(others))


@pytest.mark.rule("AL-4")
def test_a_deal_of_another_length_is_refused_before_the_pack_is_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def built(pack: Pack) -> NoReturn:
        raise AssertionError("the pack was built")

    monkeypatch.setattr(Pack, "cards", property(built))
    start = street.new_game(street.Rules(players=3, decks=1000))
    with pytest.raises(IllegalMove) as caught:
        apply(start, Deal(cards("2C")))
    wrong: Any = caught.value.reason
    assert (len(wrong.missing), wrong.extra) == (53_999, ())


def test_used_packs_take_little_memory() -> None:
    def use_packs() -> None:
        for decks in range(900, 1000):
            start = street.new_game(street.Rules(players=3, decks=decks))
            with pytest.raises(IllegalMove):
                apply(start, Deal(cards("2C")))
            assert street.Rules(players=3, decks=decks).pack.cards

    before = pack_of.cache_info().currsize
    assert most_memory(use_packs) < 15_000_000
    assert pack_of.cache_info().maxsize == packets.cache_info().maxsize == 16 >= before


@pytest.mark.rule("ST-1", "ST-2", "ST-3")
def test_decks_with_jokers() -> None:
    for jokers, each in {"red_and_black": "R* B*", "two_alike": "X* X*", "one": "X*"}.items():
        for decks in (1, 3):
            rules = street.Rules(players=3, decks=decks, jokers=street.Jokers(jokers))
            assert rules.pack.cards == tuple(sorted((*FRENCH_DECK, *cards(each)) * decks))


@pytest.mark.rule("ST-5", "DU-1")
@pytest.mark.parametrize("hands", [2, 3, 4, 5])
def test_packets_of_one_two_three_four(hands: int) -> None:
    pack = list(CARDS)
    random.Random(hands).shuffle(pack)
    # A second implementation: everybody takes cards from a pile in turn.
    pile, wanted = list(pack), [list[Card]() for _ in range(hands)]
    for size in (1, 2, 3, 4):
        for hand in wanted:
            hand.extend(pile[:size])
            del pile[:size]
    got = [pick(tuple(pack)) for pick in packets(hands, (1, 2, 3, 4))]
    assert list(map(text_of, got)) == list(map(text_of, wanted))


@pytest.mark.rule("AL-4")
def test_each_hand_gets_its_packets_in_the_order_of_the_deal() -> None:
    pack = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC")
    held, left = deal_packets(pack, (2, 0, 1), (1, 2))
    assert [text_of(cards_in(hand)) for hand in held] == ["3C 7C 8C", "4C 9C 10C", "2C 5C 6C"]
    assert left == cards("JC QC")
    for equal, hands in (
        ("2C 3C 2C 3C", ["2C 2C", "3C 3C"]),
        ("2C 2C 3C 3C", ["2C 3C", "2C 3C"]),
        ("2C 2C 2C 3C", ["2C 2C", "2C 3C"]),
        ("X* 2C X* X*", ["X* X*", "2C X*"]),
    ):
        held, left = deal_packets(cards(equal), (0, 1), (1, 1))
        assert left == () and [text_of(cards_in(hand)) for hand in held] == hands
        assert not held[0] & held[1]


FEW = st.sampled_from(cards("2C 3C AS R* X*"))
MANY = st.lists(st.sampled_from(CARDS), max_size=30) | st.lists(FEW, max_size=12)


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
    assert sum((*SUIT.values(), JOKERS)) == (1 << len(CARDS)) - 1
    for suit in Suit:
        assert cards_in(SUIT[suit]) == tuple(one for one in CARDS if one.suit is suit)


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
