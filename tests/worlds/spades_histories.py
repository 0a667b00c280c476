"""Every history of Spades for two that looks the same to a viewer, found through ``apply`` alone.

A history is a deal with the public moves. The search fills all unknown places with all unseen cards
and tries all orders of the open cards of both dummies. It leaves out two orders that no view shows
and no move depends on, because they change all numbers by the same factor: the order of dealing
within an actual hand, and that of the six cards of a dummy that are turned up at looking.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import chain, combinations, permutations, product
from typing import TypeAlias

import attrs

import twowaystreet as tws
from twowaystreet._cards.masks import cards_in
from twowaystreet.games import spades

Cards: TypeAlias = tuple[tws.Card, ...]
Hands: TypeAlias = tuple[Cards, Cards, Cards, Cards]
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
    """Yield each way to fill the unknown places with the unseen cards: those of a dummy in turn."""
    known = known_hands(view)
    unseen = tuple(sorted(set(view.rules.pack.cards) - set(chain(*known))))

    def fill(hand: int, left: Cards) -> Iterator[tuple[Cards, ...]]:
        if hand == len(known):
            yield ()
            return
        choose = permutations if hand in DUMMIES else combinations
        for some in choose(left, 13 - len(known[hand])):
            rest = tuple(card for card in left if card not in some)
            for others in fill(hand + 1, rest):
                yield (some, *others)

    for dummy, actual, other_dummy, other_actual in fill(0, unseen):
        yield dummy, actual, other_dummy, other_actual


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
    orders = [list(open_orders(position, player)) for player in (0, 1)]
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
