"""The deal, and the hands that it ends: four of a kind and four pairs (BR-1 to BR-3, BR-7)."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, deal, dealt, shown
from tests.helpers import refused, text_of
from twowaystreet import reasons
from twowaystreet.games import brag
from twowaystreet.games.brag import Outcome

ODD = "2H 3C 4S 5C 6H 7C 9C 10H JD"
"""Nine cards without a pair."""
KINGS = "KC KD KH KS 2C 3D 4H 5D 6D"
"""Nine cards with four of a kind."""


@pytest.mark.rule("BR-1", "BR-2", "BR-3")
@pytest.mark.parametrize(("cards", "players"), [(9, 5), (9, 2), (7, 7), (7, 3), (6, 8), (6, 4)])
def test_cards_are_dealt_one_at_a_time_from_the_left(cards: int, players: int) -> None:
    rules, rng = brag.Rules(cards=cards, players=players), random.Random(cards * players)
    for dealer in range(players):
        start = brag.new_game(rules, dealer=dealer, antes=dealer)
        pack = list(start.rules.pack.cards)
        rng.shuffle(pack)
        state = tws.apply(start, tws.Deal(pack))
        for place in range(players):
            seat = (dealer + 1 + place) % players
            assert list(state.hands[seat]) == sorted(pack[place : cards * players : players])
        assert list(state.stock) == pack[cards * players :]
        if not state.hand_over:
            assert state.antes == dealer + 1
            assert state.actor == (dealer + 1) % players and state.phase == "lay"


@pytest.mark.rule("BR-7")
def test_four_of_a_kind_takes_the_pot_at_once() -> None:
    state = dealt(KINGS, ODD, "2D 3H 4D 5H 6S 7D 9D 10D JH", antes=2)
    assert state.hand_over and state.phase == "hand over" and state.needs_deal
    assert state.actor is None and tws.legal_moves(state) == ()
    score = tws.score_hand(state)
    assert (score.outcome, score.taker, score.antes) == (Outcome.FOUR_OF_A_KIND, 0, 3)
    assert score.points == state.scores == (6, -3, -3) and state.antes == 0
    assert score.best == () and [seat.hands for seat in score.seats] == [(), (), ()]
    assert [seat.entry for seat in score.seats] == ["+6", "-3", "-3"]
    assert shown(state) == ["KC KD KH KS", "", ""]
    assert state.hand_sizes == (9, 9, 9) and state.laid == (None,) * 3
    refused(state, "lay 2C 3D 4H / 5D 6D KC / KD KH KS", reasons.DealDue, "AL-2")


@pytest.mark.rule("BR-4", "BR-7")
@pytest.mark.parametrize("high_rank", brag.HighRank)
def test_the_highest_four_of_a_kind_takes_the_pot(high_rank: brag.HighRank) -> None:
    sevens, aces = "7C 7D 7H 7S 2C 3D 4H", "AC AD AH AS 2D 3H 4S"
    for hands, taker in (
        ((aces, sevens, "KC KD KH 2H 3S 4C 5D"), 1),
        ((sevens, "KC KD KH 2H 3S 4C 5D", aces), 0),
        (("6C 6D 6H 6S 2C 3D 4H", aces, "KC KD KH 2H 3S 4C 5D"), 1),
        (("6C 6D 6H 6S 2C 3D 4H", "5C 5D 5H 5S 2D 3H 4S", "KC KD KH 2H 3S 4C 9D"), 0),
    ):
        state = dealt(*hands, high_rank=high_rank)
        assert tws.score_hand(state).taker == taker
        assert tws.score_hand(state).points[taker] == 2
        fours = [text_of(tws.cards(hand)[:4]) for hand in hands]
        for seat, hand in enumerate(hands):
            has_four = len({card[:-1] for card in hand.split()[:4]}) == 1
            assert shown(state)[seat] == (fours[seat] if has_four else "")
    # Eight cards have been seen.
    state = dealt(sevens, aces, "KC KD KH 2H 3S 4C 5D", high_rank=high_rank)
    assert sum(map(len, state.shown)) == 8 and tws.score_hand(state).points == (2, -1, -1)


@pytest.mark.rule("BR-4", "BR-7")
@pytest.mark.parametrize(("cards", "high"), [(9, "9"), (7, "7"), (6, "6")])
def test_the_high_rank_is_the_highest_four_of_a_kind(cards: int, high: str) -> None:
    more = cards - 4
    high_four = f"{high}C {high}D {high}H {high}S"
    hands = ("AC AD AH AS", "2D 3H 4S 5C 8D"), (high_four, "2H 3C 4D 5S 8C")
    state = dealt(*(f"{four} {' '.join(rest.split()[:more])}" for four, rest in hands))
    assert tws.score_hand(state).taker == 1


@pytest.mark.rule("BR-7")
def test_two_fours_of_a_kind_in_one_hand() -> None:
    twice = "2C 2D 2H 2S KC KD KH KS 3C"
    state = dealt(twice, "3D 5C 7C 8C 9D JD QD 10D AD", "3H 5D 7D 8D 9H JH QH 10H AH")
    assert shown(state) == ["2C KC 2D KD 2H KH 2S KS", "", ""]
    assert tws.score_hand(state).taker == 0
    # The better of the two counts.
    for hand, taker in (("QC QD QH QS 3D 5C 7C 8C 9D", 0), ("AC AD AH AS 3D 5C 7C 8C 9D", 1)):
        state = dealt(twice, hand)
        assert tws.score_hand(state).taker == taker


@pytest.mark.rule("BR-7", "BR-12")
def test_four_pairs_make_the_hand_dead() -> None:
    state = dealt(FOUR_PAIRS, ODD, dealer=0)
    score = tws.score_hand(state)
    assert (score.outcome, score.taker, score.points) == (Outcome.FOUR_PAIRS, None, (0, 0))
    assert [seat.entry for seat in score.seats] == ["+0", "+0"]
    assert shown(state) == ["2C 4C QC 2D 4D QD 8H 8S", ""] and state.antes == 1
    assert state.hands_played == 1 and state.needs_deal
    # The deal moves on, and the next pot has two antes of each player.
    after = deal(state, "2C 3C 4C 5C 6C 7C 8C 9C 10C", "2D 3D 4D 5D 6D 7D 8D 9D 10D")
    assert (after.dealer, after.actor, after.antes) == (1, 0, 2)
    assert after.shown == ((), ())


@pytest.mark.rule("BR-7")
def test_all_with_four_pairs_show_them() -> None:
    other = "2H 2S 4H 4S 8C 8D QH QS KD"
    assert shown(dealt(FOUR_PAIRS, ODD.replace("2H", "AH").replace("4S", "AS"), other)) == [
        "2C 4C QC 2D 4D QD 8H 8S",
        "",
        "8C 8D 2H 4H QH 2S 4S QS",
    ]


@pytest.mark.rule("BR-7")
def test_four_of_a_kind_comes_before_four_pairs() -> None:
    threes = "3C 3D 3H 3S 5C 6D 7H 9C JD"
    for hands in ((FOUR_PAIRS, threes), (threes, FOUR_PAIRS)):
        state = dealt(*hands)
        score = tws.score_hand(state)
        assert score.outcome == "four of a kind"
        assert score.taker is not None and hands[score.taker].startswith("3C")
        assert sorted(shown(state)) == ["", "3C 3D 3H 3S"]


@pytest.mark.rule("BR-7")
@pytest.mark.parametrize(
    "hand",
    [
        "2C 2D 2H 4C 4D 8H 8S QC QD",
        "2C 2D 2H 4C 4D 4H QC QD KH",
        "2C 2D 4C 4D 8H 8S QC KD AH",
        "2C 2D 2H 4C 4D 4H 8C 8D 8H",
    ],
)
def test_other_hands_are_played(hand: str) -> None:
    """A prial and three pairs, 3-2-2-2, are not four pairs."""
    state = dealt(hand, "3C 5D 6C 7D 9C 10D JC KC AD")
    assert not state.hand_over and len(tws.legal_moves(state)) == 280
    assert state.shown == ((), ())


@pytest.mark.rule("BR-7")
def test_a_pair_more_is_no_four_pairs_with_seven_cards() -> None:
    assert not dealt("2C 2D 4C 4D 8H 8S QC", "2H 2S 4H 4S 8C 8D QD").hand_over


@pytest.mark.rule("BR-7", "BR-13")
def test_the_deal_can_end_the_game() -> None:
    state = dealt(FOUR_PAIRS, ODD, max_hands=1)
    assert state.is_over and state.winners == (0, 1) and state.phase == "game over"
    state = dealt(KINGS, ODD, max_hands=1)
    assert state.is_over and state.winners == (0,) and not state.needs_deal
    refused(state, tws.shuffle(state, random.Random(0)), reasons.GameOver, "AL-2")


def test_hands_are_dealt_by_name() -> None:
    state = brag.new_game(brag.Rules(players=3), dealer=2)
    hands = [*map(tws.cards, (FOUR_PAIRS, ODD, "2S 3D 4H 5D 6C 7D 9D 10D JC"))]
    after = tws.apply(state, tws.deal_hands(state, hands, tws.cards("AC AD")))
    assert after.hands == tuple(tuple(sorted(hand)) for hand in hands)
    assert text_of(after.stock[:2]) == "AC AD"
    with pytest.raises(tws.RulesError) as caught:
        tws.deal_hands(state, hands[:2])
    assert caught.value.rule == "BR-1"
