"""Every history of Spades for two that looks the same to a viewer, found through ``apply`` alone.

A history is a deal with the public moves. The search fills all unknown places with all unseen cards
and tries all orders of the open cards of both dummies. It leaves out two orders that no view shows
and no move depends on, because they change all numbers by the same factor: the order of dealing
within an actual hand, and that of the six cards of a dummy that are turned up at looking.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations, product
from math import sqrt
from typing import Any, TypeAlias

import attrs

import twowaystreet as tws
from twowaystreet._cards.masks import cards_in
from twowaystreet.games import spades

Cards: TypeAlias = tuple[tws.Card, ...]
Hands: TypeAlias = tuple[Cards, ...]
"""The four hands as dealt: dummy and actual hand of player 0, then those of player 1."""
DUMMIES = (0, 2)
LOOKED = 6


@attrs.frozen
class Played:
    """A position, with its history.

    Attributes:
        before: the state in which the deal of the hand is due.
        moves: the moves of the hand, the deal first.
    """

    before: spades.State
    moves: tuple[tws.Move, ...]

    @property
    def state(self) -> spades.State:
        """The position itself."""
        state = self.before
        for move in self.moves:
            state = tws.apply(state, move)
        return state

    def again(self, hands: Sequence[Cards]) -> tuple[spades.State, bool]:
        """Make the moves with other hands: the last state, and true if all moves were legal."""
        state = tws.apply(self.before, tws.deal_hands(self.before, hands))
        for move in self.moves[1:]:
            try:
                state = tws.apply(state, move)
            except tws.IllegalMove:
                return state, False
        return state, True


def random_play(
    rng: random.Random, start: spades.State, hands: int = 1
) -> Iterator[tuple[spades.State, Played]]:
    """Yield every position of random hands, the start left out."""
    before, made, state = start, list[tws.Move](), start
    while hands and not state.is_over:
        if state.needs_deal:
            before, made = state, [tws.shuffle(state, rng)]
        else:
            made.append(rng.choice(tws.legal_moves(state)))
        state = tws.apply(state, made[-1])
        yield state, Played(before, tuple(made))
        hands -= state.hand_over


def known_hands(view: spades.View) -> list[set[tws.Card]]:
    """Return the cards that the viewer knows to have been dealt to each hand."""
    known: list[set[tws.Card]] = [set() for _ in range(4)]
    for book in (*view.tricks, view.trick):
        for seat, hand, card in zip(book.seats, book.hands, book.cards, strict=True):
            known[2 * seat + (hand is spades.Hand.ACTUAL)].add(card)
    for player in (0, 1):
        known[2 * player] |= set(view.face_up[player])
    if view.seat is not None:
        known[2 * view.seat + 1] |= set(view.hand or ())
    return known


def fillings(view: spades.View) -> Iterator[Hands]:
    """Return each way to fill the unknown places with unseen cards, the heaps in any order."""
    known = known_hands(view)
    unseen = tuple(sorted(set(view.rules.pack.cards) - set(chain(*known))))

    def fill(hand: int, left: Cards) -> Iterator[Hands]:
        if hand == len(known):
            yield ()
            return
        choose = permutations if hand in DUMMIES else combinations
        for some in choose(left, 13 - len(known[hand])):
            rest = tuple(card for card in left if card not in some)
            for others in fill(hand + 1, rest):
                yield (some, *others)

    return fill(0, unseen)


def open_orders(position: Played, player: int) -> Iterator[Cards]:
    """Yield each order of the open cards of a dummy, the first six sorted, that fits the play.

    All else is as in the real history. An order that fails is left at the last card turned up until
    then: an order that begins in the same way fails, too.
    """
    state = position.state
    real, view = hands_of(state), tws.view(state, None)
    opened = sorted(known_hands(view)[2 * player])
    heap = real[2 * player][len(opened) :]

    def extended(begun: Cards) -> Iterator[Cards]:
        rest = [card for card in opened if card not in begun]
        hands = list(real)
        hands[2 * player] = (*begun, *rest, *heap)
        end, legal = position.again(hands)
        if 13 - end.face_down_sizes[player] <= len(begun):
            if legal and tws.view(end, None) == view:
                yield begun
            return
        for card in rest:
            yield from extended((*begun, card))

    for first in combinations(opened, LOOKED):
        yield from extended(first)


@cache
def all_open_orders(position: Played, player: int) -> tuple[Cards, ...]:
    """Return the orders of :func:`open_orders`, the same for all viewers."""
    return tuple(open_orders(position, player))


def hands_of(state: spades.State) -> Hands:
    """Return the hands as dealt, without the two orders that do not matter."""
    first, second = (
        (*sorted(dummy[:LOOKED]), *dummy[LOOKED:]) for dummy in state._hand_data.dummies
    )
    held = state._hand_data.held
    return first, cards_in(held[1]), second, cards_in(held[3])


def histories(position: Played, seat: int | None) -> Iterator[Hands]:
    """Yield the hands of every history that looks to a viewer like the real one."""
    view = tws.view(position.state, seat)
    orders = [all_open_orders(position, player) for player in (0, 1)]
    known = known_hands(view)
    for filling in fillings(view):
        for first, second in product(*orders):
            hands = (
                (*first, *filling[0]),
                tuple(sorted({*known[1], *filling[1]})),
                (*second, *filling[2]),
                tuple(sorted({*known[3], *filling[3]})),
            )
            end, legal = position.again(hands)
            if legal and tws.view(end, seat) == view:
                yield hands


def check_fit(found: Mapping[Any, int], weights: Mapping[Any, int]) -> None:
    """Check with a chi-square test that samples have the expected frequencies.

    Any: any hashable results. Neighbours share a cell until ten samples of it are expected.
    """
    assert found.keys() <= weights.keys(), "a sample is impossible"
    unit = sum(found.values()) / sum(weights.values())
    cells, seen, expected = list[tuple[int, float]](), 0, 0.0
    for result in sorted(weights):
        seen += found.get(result, 0)
        expected += weights[result] * unit
        if expected >= 10:
            cells.append((seen, expected))
            seen, expected = 0, 0.0
    free = len(cells) - (not expected)
    if free < 1:
        return
    cells.append((seen, expected))
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in cells if expected)
    # The cube root of a chi-square variable is nearly normal (Wilson and Hilferty).
    spread = 2 / (9 * free)
    deviation = ((statistic / free) ** (1 / 3) - (1 - spread)) / sqrt(spread)
    assert deviation < 4, f"chi-square {statistic:.1f} with {free} degrees of freedom"


def check_position(
    position: Played, seat: int | None, *, samples: int = 2000, seed: int = 0
) -> None:
    """Compare the worlds of a position with all histories that look the same to a viewer."""
    view = tws.view(position.state, seat)
    played = {card for book in (*view.tricks, view.trick) for card in book.cards}
    found = list(histories(position, seat))
    assert hands_of(position.state) in found and len(set(found)) == len(found)
    worlds = tws.worlds(view)
    divisions = {tuple(map(frozenset, hands)) for hands in found}
    assert worlds.count == len(divisions)
    for player, card in product((0, 1), view.rules.pack.cards):
        held = sum(card in hands[2 * player + 1] and card not in played for hands in found)
        assert worlds.chance(player, card) == Fraction(held, len(found)), (player, card)

    rng = random.Random(seed)
    states = [worlds.sample(rng) for _ in range(samples)]
    for state in set(states):
        assert tws.view(state, seat) == view
    drawn = list(map(hands_of, states))
    check_fit(Counter(drawn), Counter(found))
    for number in range(4):
        # The results of one hand are fewer, so that small faults show.
        check_fit(
            Counter(hands[number] for hands in drawn), Counter(hands[number] for hands in found)
        )

    every = list(worlds.all())
    assert {tuple(map(frozenset, hands_of(state))) for state in every} == divisions
    assert len(every) == worlds.count


def check_sample(position: Played, seat: int | None, rng: random.Random) -> None:
    """Check that the deal of a sample and the public moves lead to the sample."""
    view = tws.view(position.state, seat)
    sample = tws.worlds(view).sample(rng)
    assert tws.view(sample, seat) == view
    dummies, held = sample._hand_data.dummies, sample._hand_data.held
    hands = (dummies[0], cards_in(held[1]), dummies[1], cards_in(held[3]))
    end, legal = position.again(hands)
    assert legal and end == sample and hash(end) == hash(sample)


def check_hand(number: int, samples: int = 1) -> None:
    """Check samples of every viewer in about a third of the positions of two random hands."""
    rng = random.Random(number)
    rules = spades.Rules(
        renege=rng.choice(["impossible", "penalised"]),
        boston_failed=rng.choice([-130, 0]),
        target=rng.choice([130, 500]),
        max_hands=rng.choice([None, 1, 2]),
    )
    start = spades.new_game(
        rules,
        dealer=rng.randrange(2),
        scores=rng.choice([None, [120, 0], [-10, 100]]),
        overbooks=[rng.randrange(20), rng.randrange(20)],
        perfect_bids=[rng.randrange(3), rng.randrange(3)],
    )
    for _, position in random_play(rng, start, hands=2):
        if rng.random() < 0.3:
            for seat in (0, 1, None):
                for _ in range(samples):
                    check_sample(position, seat, rng)
