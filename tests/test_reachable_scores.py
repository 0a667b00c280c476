"""Every ``score``, also at the terminal, accepts exactly the facts that a hand can reach.

The games themselves say what can be reached: the tests walk through all auctions.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, combinations, pairwise, permutations, product
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import AnyState, anything
from twowaystreet._core.display.display import display_of
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.games.spades.rules import AFTER_LOOKING, BEFORE_LOOKING, BLIND


def accepted(score: Callable[..., object], *facts: object, **named: object) -> bool:
    try:
        score(*facts, **named)
    except tws.RulesError:
        return False
    return True


def readable(start: AnyState, line: str) -> bool:
    """Return whether the hand that follows a state can end as a typed line says."""
    return accepted(display_of(start).read_hand, line, tws.view(start, None), int)


def ends(start: AnyState, choices: Callable[[AnyState], Iterable[Any]]) -> Iterator[AnyState]:
    """Yield the ends of all ways through an auction, where no choice is left."""
    found, open_states = {start}, [start]
    while open_states:
        state = open_states.pop()
        after = {tws.apply(state, move) for move in choices(state)}
        if not after:
            yield state
        open_states += after - found
        found |= after


def dealt(game: str, seed: int = 0, *rules: Any, **where: Any) -> AnyState:
    start: AnyState = tws.GAMES[game].new_game(*rules, **where)
    return tws.apply(start, tws.shuffle(start, random.Random(seed)))


def splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    for bars in combinations(range(total + parts - 1), parts - 1):
        places = (-1, *bars, total + parts - 1)
        yield tuple(after - before - 1 for before, after in pairwise(places))


@pytest.mark.rule("ST-7", "ST-8")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_declarations_of_two_way_street(players: int) -> None:
    def choices(state: AnyState) -> Iterable[Any]:
        if state.phase == street.Phase.DECLARE:
            return tws.legal_moves(state)
        return [street.Keep()] if state.phase == street.Phase.EXCHANGE else []

    rules = street.Rules(players=players, exchange=street.ExchangeRule.OPTIONAL)
    reached = {
        tuple(anything(state).declarations)
        for dealer in range(players)
        for state in ends(dealt("street", 0, rules, dealer=dealer), choices)
    }
    tricks = [10, *[0] * (players - 1)]
    for said in product(street.Declaration, repeat=players):
        assert accepted(street.score, said, tricks) == (said in reached), said


@pytest.mark.rule("TD-4", "TD-5", "TD-9")
def test_facts_of_twenty_down() -> None:
    def choices(state: AnyState) -> Iterable[Any]:
        if state.phase == twenty_down.Phase.DRAW:
            return [twenty_down.Draw(())]
        return tws.legal_moves(state) if state.phase in {"trump", "declare"} else []

    reached = {
        (anything(state).trumps, anything(state).statuses)
        for dealer in range(4)
        for state in ends(dealt("twenty_down", dealer=dealer), choices)
    }
    for trumps, said in product(tws.Suit, product(twenty_down.Status, repeat=4)):
        alone = said.count(twenty_down.Status.IN) == 1
        for tricks in chain(splits(5, 4), splits(0, 4), splits(4, 4)):
            idle = all(
                status == "in" or not taken for status, taken in zip(said, tricks, strict=True)
            )
            expected = (trumps, said) in reached and idle and sum(tricks) == (0 if alone else 5)
            assert accepted(twenty_down.score, tricks, trumps, said) == expected, (trumps, said)


@pytest.mark.rule("SP-6", "SP-7", "SP-8")
def test_bids_of_spades() -> None:
    def choices(state: AnyState) -> Iterable[Any]:
        return tws.legal_moves(state) if state.phase in {"look", "bid", "raise"} else []

    reached = {
        scores: {anything(state).bids for state in ends(dealt("spades", scores=scores), choices)}
        for scores in ((0, 0), (-99, 0), (-100, 0), (0, -100))
    }
    books = [(0, "actual")] * 13
    for bids in product((*BEFORE_LOOKING, *BLIND, *AFTER_LOOKING), repeat=2):
        assert accepted(spades.score, bids, books) == any(
            bids in possible for possible in reached.values()
        ), bids
        line = f"{bids[0]}, {bids[1]}, {'a' * 13}"
        for scores, possible in reached.items():
            start = spades.new_game(scores=scores)
            assert readable(start, line) == (bids in possible), (scores, line)


@pytest.mark.rule("SP-14")
def test_books_that_calls_move_in_spades() -> None:
    """An actual hand can renege only if it does not lead, and a call moves at most three books."""
    actual, dummy = (0, "actual"), (0, "dummy")
    for books, most in (
        ([actual] * 13, 3),  # in the first book alone, which a dummy leads
        ([dummy, *[actual] * 12], 6),
        ([*[dummy] * 2, *[actual] * 10, dummy], 9),
        ([dummy] * 13, 13),
        ([dummy] * 5 + [(1, "actual")] * 8, 5),
    ):
        for moved in range(-14, 1):
            facts = ["bid 4", "bid 4"], books
            assert accepted(spades.score, *facts, moved=moved) == (moved >= -most), (books, moved)


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("renege", spades.RenegeRule)
def test_books_move_only_if_reneges_are_penalised(renege: spades.RenegeRule) -> None:
    start = spades.new_game(spades.Rules(renege=renege))
    for moved in (0, -1):
        line = f"bid 4, bid 4, aaaaaDDDDDDdd, {moved}"
        assert readable(start, line) == (not moved or renege == "penalised")


@pytest.mark.rule("BR-7", "BR-8")
@pytest.mark.parametrize("cards", [9, 7, 6])
def test_lays_of_brag(cards: int) -> None:
    rules = brag.Rules(cards=cards, players=2)
    start, rng = brag.new_game(rules), random.Random(cards)
    ended = 0
    # Hands from so few cards often have four of a kind or four pairs.
    few = [
        card for card in rules.pack.cards if card.rank in list(tws.Rank)[: 5 if cards == 9 else 4]
    ]
    for _ in range(60):
        hands = rng.sample(few, 2 * cards)
        state = tws.apply(start, tws.deal_hands(start, [hands[:cards], hands[cards:]]))
        laid: list[Any] = [hand[: 3 * rules.hands] for hand in map(list, state.hands)]
        lays = [brag.Lay([hand[at : at + 3] for at in range(0, len(hand), 3)]) for hand in laid]
        if state.hand_over:
            seven = cards == 7  # the odd card may be one of the four
            ended += 1
            assert seven or not accepted(brag.score, lays, rules=rules)
            continue
        seats = (state.actor, 1 - (state.actor or 0))
        for seat in seats:
            state = tws.apply(state, lays[seat or 0])
        assert brag.score(lays, rules=rules) == state.score
    assert 2 < ended < 58


@pytest.mark.rule("TL-6")
def test_orders_of_tien_len() -> None:
    for order in product(range(-1, 5), repeat=3):
        assert accepted(tien_len.score, order) == (order in set(permutations(range(4), 3)))


@pytest.mark.rule("DU-7", "DU-10")
def test_tricks_of_the_duel() -> None:
    captures = {(0, 0), *((0, count) for count in range(11)), *((count, 0) for count in range(11))}
    for captured in product(range(-1, 12), repeat=2):
        expected = captured in captures
        assert accepted(duel.score, "high", [4, 6], captured, dealer=0) == expected
    for tricks in product(range(-1, 12), repeat=2):
        expected = sum(tricks) == 10 and min(tricks) >= 0
        assert accepted(duel.score, "low", tricks, dealer=1) == expected


@pytest.mark.rule("DU-4")
@pytest.mark.parametrize(
    "rules", [duel.Rules(), duel.Rules(bid_markers="cards"), duel.Rules(max_strength=3)]
)
def test_strongest_bid_of_the_duel(rules: duel.Rules) -> None:
    legal = [str(move) for move in tws.legal_moves(dealt("duel", 0, rules))]
    for tricks in range(1, 11):
        expected = f"bid {tricks} high" in legal
        assert readable(duel.new_game(rules), f"high 7 3 {tricks} 0") == expected


@pytest.mark.rule("TW-9", "TW-10")
def test_twos_that_are_caught_in_one_hand() -> None:
    """All groups of catches for which the hand has tricks: each takes some of the four twos."""
    catches = [
        twos.Catch(catcher=0, victim=victim, by=by)
        for victim in (1, 2, 3)
        for by in (tws.Rank.TWO, tws.Rank.THREE)
    ]
    kinds: list[tuple[twos.Catch, ...]] = []  # the catches of one trick
    for by in (0, 1):
        for size in (1, 2, 3):
            kinds += list(combinations(catches[by::2], size))
    reached: set[tuple[twos.Catch, ...]] = {()}
    for tricks in chain.from_iterable(product(kinds, repeat=number) for number in range(1, 5)):
        needed = sum(len(trick) + (trick[0].by is tws.Rank.TWO) for trick in tricks)
        if needed <= 4:
            reached.add(tuple(sorted(chain.from_iterable(tricks), key=catches.index)))
    for number in range(6):
        for some in product(catches, repeat=number):
            if list(some) == sorted(some, key=catches.index):
                assert accepted(twos.score, [16, 0, 0, 0], some) == (some in reached), some
