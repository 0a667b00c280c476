"""Dealing in packets to hands as masks, and packs as values defined by their cards."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import anything, hand_played, refused, shuffled, text_of
from twowaystreet import Pack, cards, reasons
from twowaystreet._core.cards.masks import LANE, ONE_LANE, cards_in, deal_packets
from twowaystreet.games import twos


@pytest.mark.rule("AL-4")
def test_each_hand_gets_its_packets_in_the_order_of_the_deal() -> None:
    pack = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC")
    held, left = deal_packets(pack, (2, 0, 1), (1, 2))
    assert [text_of(cards_in(hand)) for hand in held] == ["3C 7C 8C", "4C 9C 10C", "2C 5C 6C"]
    assert left == cards("JC QC")


def test_without_equal_cards_every_hand_is_in_the_first_lane() -> None:
    held, left = deal_packets(cards("2C 3C AS R*"), (0, 1), (1, 1))
    assert left == () and all(0 < hand <= ONE_LANE for hand in held)
    assert sum(held) == held[0] | held[1]


@pytest.mark.parametrize(
    ("pack", "hands"),
    [
        ("2C 3C 2C 3C", ["2C 2C", "3C 3C"]),
        ("2C 2C 3C 3C", ["2C 3C", "2C 3C"]),
        ("2C 2C 2C 3C", ["2C 2C", "2C 3C"]),
        ("X* 2C X* X*", ["X* X*", "2C X*"]),
    ],
)
@pytest.mark.rule("AL-4")
def test_equal_cards_are_all_dealt(pack: str, hands: list[str]) -> None:
    held, left = deal_packets(cards(pack), (0, 1), (1, 1))
    assert left == () and [text_of(cards_in(hand)) for hand in held] == hands
    assert not held[0] & held[1]


def test_a_second_copy_is_in_the_next_lane() -> None:
    one = cards("2C")[0]._bit
    assert deal_packets(cards("2C 2C 2C 2C"), (0, 1), (1, 1))[0] == (
        one | one << LANE,
        one << 2 * LANE | one << 3 * LANE,
    )


def test_a_pack_is_defined_by_its_cards() -> None:
    with pytest.raises(TypeError):
        anything(Pack)(cards("2C 3C"), 3)
    for name, value in (("sum", 3), ("indices", [0, 1])):
        with pytest.raises(TypeError):
            anything(Pack)(cards("2C 3C"), **{name: value})


@pytest.mark.rule("AL-2", "AL-4")
def test_a_deal_is_accepted_only_between_hands() -> None:
    start = twos.new_game(twos.Rules(max_hands=2), dealer=3)
    deal = tws.shuffle(start, random.Random(0))
    first = tws.apply(start, deal)
    assert (first.dealer, first.actor) == (3, 0)
    assert refused(first, deal, reasons.NoDealDue).rule == "AL-2"
    over = hand_played(first, random.Random(1))
    assert over.needs_deal and over.hand_over
    second = shuffled(over)
    assert (second.dealer, second.actor, second.score, second.is_over) == (0, 1, None, False)
    last = hand_played(second, random.Random(2))
    assert last.is_over and not last.needs_deal
    assert refused(last, deal, reasons.GameOver).rule == "AL-2"


@pytest.mark.rule("AL-4")
def test_a_deal_needs_the_whole_pack_even_if_shuffle_made_it() -> None:
    start = twos.new_game()
    pack = start.rules.pack.cards
    assert tws.apply(start, tws.Deal(pack)).actor == 1
    reason = refused(start, tws.Deal((*pack[1:], pack[1])), reasons.WrongPack)
    assert (reason.missing, reason.extra) == (pack[:1], pack[1:2])
    foreign = tws.shuffle(anything(tws.GAMES["street"].new_game()), random.Random(0))
    assert len(refused(start, foreign, reasons.WrongPack).extra) == 2
