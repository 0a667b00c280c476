"""Every history of Spades for two that looks the same to a viewer, found through ``apply`` alone.

A history is a deal with the public moves. The search fills all unknown places with all unseen cards
and tries all orders of the open cards of both dummies. It leaves out two orders that no view shows
and no move depends on, because they change all numbers by the same factor: the order of dealing
within an actual hand, and that of the six cards of a dummy that are turned up at looking.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import chain, combinations, permutations, product
from operator import attrgetter
from typing import Any, TypeAlias

import attrs

import twowaystreet as tws
from tests.worlds import harness
from twowaystreet._core.cards.masks import cards_in
from twowaystreet.games import spades
from twowaystreet.testing.conformance.worlds import probability

Cards: TypeAlias = tuple[tws.Card, ...]
Hands: TypeAlias = tuple[Cards, ...]
"""The four hands as dealt: dummy and actual hand of player 0, then those of player 1."""
DUMMIES = (0, 2)
LOOKED = 6


def in_order(some: Iterable[tws.Card]) -> Cards:
    """Return cards in the order of cards."""
    return tuple(sorted(some, key=attrgetter("index")))


@attrs.frozen
class Played:
    """A position, with its history.

    Attributes:
        before: the state in which the deal of the hand is due.
        moves: the moves of the hand, the deal first.
        state: the position itself.
    """

    before: spades.State
    moves: tuple[tws.Move, ...]
    state: spades.State

    def again(self, hands: Hands) -> tuple[spades.State, bool]:
        """Make the moves with other hands: the last state, and true if all moves were legal."""
        first = 2 * (1 - self.state.dealer)
        dealt = zip(*(hands[first:] + hands[:first]), strict=True)
        state = tws.apply(self.before, tws.Deal(chain.from_iterable(dealt)))
        for move in self.moves[1:]:
            try:
                state = tws.apply(state, move)
            except tws.IllegalMove:
                return state, False
        return state, True


def random_play(rng: random.Random, start: spades.State, hands: int = 1) -> Iterator[Played]:
    """Yield every position of random hands, the start left out."""
    state, before, made = start, start, tuple[tws.Move, ...]()
    while hands and not state.is_over:
        if state.needs_deal:
            before, made = state, ()
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        made += (move,)
        state = tws.apply(state, move)
        yield Played(before, made, state)
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
    unseen = in_order(set(view.rules.pack.cards).difference(*known))

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
    opened = in_order(known_hands(view)[2 * player])
    heap = real[2 * player][len(opened) :]

    def extended(begun: Cards) -> Iterator[Cards]:
        rest = [card for card in opened if card not in begun]
        dummy = (*begun, *rest, *heap)
        hands = (*real[: 2 * player], dummy, *real[2 * player + 1 :])
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
        (*in_order(dummy[:LOOKED]), *dummy[LOOKED:]) for dummy in state._hand_data.dummies
    )
    held = state._hand_data.held
    return first, cards_in(held[1]), second, cards_in(held[3])


def histories(position: Played, viewer: int | None) -> Iterator[Hands]:
    """Yield the hands of every history that looks to a viewer like the real one."""
    view = tws.view(position.state, viewer)
    orders = product(*(all_open_orders(position, player) for player in (0, 1)))
    known = known_hands(view)
    for filling, (first, second) in product(fillings(view), orders):
        hands = (
            (*first, *filling[0]),
            in_order({*known[1], *filling[1]}),
            (*second, *filling[2]),
            in_order({*known[3], *filling[3]}),
        )
        end, legal = position.again(hands)
        if legal and tws.view(end, viewer) == view:
            yield hands


def check_fit(found: Iterable[Any], weights: Mapping[Any, int]) -> None:
    """Check with a chi-square test that samples have the expected shares.

    Args:
        found: the result of each sample. Any: any hashable results.
        weights: the weight of every possible result.
    """
    assert probability(weights, Counter(found)) > harness.LEAST


def check_position(position: Played, viewer: int | None) -> None:
    """Compare the worlds of a position with all histories that look the same to a viewer."""
    view = tws.view(position.state, viewer)
    played = {card for book in (*view.tricks, view.trick) for card in book.cards}
    found = Counter(histories(position, viewer))
    assert found[hands_of(position.state)] and max(found.values()) == 1
    worlds = tws.worlds(view)
    divisions = {tuple(map(frozenset, hands)) for hands in found}
    assert worlds.count == len(divisions)
    for player, card in product((0, 1), view.rules.pack.cards):
        held = sum(card in hands[2 * player + 1] and card not in played for hands in found)
        assert worlds.chance(player, card) == Fraction(held, len(found)), (player, card)

    rng = harness.generator("spades")
    states = [worlds.sample(rng) for _ in range(harness.DRAWS)]
    drawn = list(map(hands_of, states))
    for state in dict(zip(drawn, states, strict=True)).values():
        assert tws.view(state, viewer) == view
    check_fit(drawn, found)
    for number in range(4):
        # One hand has fewer results than all together, so that small faults show.
        weights = Counter(hands[number] for hands in found)
        check_fit([hands[number] for hands in drawn], weights)

    every = list(worlds.all())
    assert {tuple(map(frozenset, hands_of(state))) for state in every} == divisions
    assert len(every) == worlds.count
