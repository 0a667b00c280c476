"""Every history of Spades for two that looks the same to a viewer, found through ``apply`` alone.

A history is a deal with the public moves. The search fills all unknown places with all unseen cards
and tries all orders of the open cards of both dummies. It leaves out two orders that no view shows
and no move depends on, because they change all numbers by the same factor: the order of dealing
within an actual hand, and that of the six cards of a dummy that are turned up at looking.
"""

import random
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations, islice, permutations, product
from operator import attrgetter
from typing import Any, TypeAlias

import attrs

import twowaystreet as tws
from twowaystreet._core.cards.masks import cards_in
from twowaystreet.games import spades

Cards: TypeAlias = tuple[tws.Card, ...]
Hands: TypeAlias = tuple[Cards, ...]
"""The four hands as dealt: dummy and actual hand of player 0, then those of player 1."""
DUMMIES = (0, 2)
LOOKED = 6
IMPOSSIBLE, PENALISED = spades.RenegeRule.IMPOSSIBLE, spades.RenegeRule.PENALISED


def in_order(some: Iterable[tws.Card]) -> Cards:
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
        state = self._dealt(hands)
        for move in self.moves[1:]:
            try:
                state = tws.apply(state, move)
            except tws.IllegalMove:
                return state, False
        return state, True

    def _dealt(self, hands: Hands) -> spades.State:
        first = 2 * (1 - self.state.dealer)
        dealt = zip(*(hands[first:] + hands[:first]), strict=True)
        return tws.apply(self.before, tws.Deal(chain.from_iterable(dealt)))

    def steps(self, hands: Hands) -> Iterator[tuple[spades.State, tws.Move]]:
        """Yield each state after the deal of other hands, with the move made in it."""
        state = self._dealt(hands)
        for move in self.moves[1:]:
            yield state, move
            state = tws.apply(state, move)


SMALL: dict[str, tuple[int, spades.RenegeRule, int]] = {
    # name: (seed of a random hand, its parity is the dealer; option; moves, the deal among them)
    "dummies that lead and follow with their last open card": (791, IMPOSSIBLE, 51),
    "a dummy that turned up a card to lead": (1301, IMPOSSIBLE, 53),
    "a dummy that ruffed before it turned up cards of the suit led": (36, IMPOSSIBLE, 52),
    "a turn in the middle of a book": (2803, IMPOSSIBLE, 52),
    "a void in spades": (2368, IMPOSSIBLE, 52),
    "dummies without open cards": (2115, IMPOSSIBLE, 54),
    "one dummy turned up all its cards in vain": (609, IMPOSSIBLE, 49),
    "many orders, and a dummy that turns up its last card in vain": (1271, IMPOSSIBLE, 53),
    "legal reneges, with calls": (2803, PENALISED, 58),
    "a renege to call with a dummy to play": (1900, PENALISED, 59),
    "a renege to call, and one heap": (2, PENALISED, 57),
    "a renege to call after the last book": (2, PENALISED, 67),
    "a hand that is over": (162, IMPOSSIBLE, 57),
    "a hand with calls that is over": (2368, PENALISED, 74),
}
"""Late positions of random hands, with few histories."""


@cache
def position_of(name: str) -> Played:
    seed, renege, count = SMALL[name]
    start = spades.new_game(spades.Rules(renege=renege), dealer=seed % 2)
    return next(islice(_random_play(random.Random(seed), start), count - 1, None))


def _random_play(rng: random.Random, start: spades.State) -> Iterator[Played]:
    state, made = start, tuple[tws.Move, ...]()
    while not state.hand_over:
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        made += (move,)
        state = tws.apply(state, move)
        yield Played(start, made, state)


def known_hands(view: spades.View) -> list[set[tws.Card]]:
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


@cache
def open_orders(position: Played, player: int) -> tuple[Cards, ...]:
    """Return each order of the open cards of a dummy, the first six sorted, that fits the play.

    All else is as in the real history. An order that fails is left at the last card turned up until
    then: an order that begins in the same way fails, too. The orders are the same for all viewers.
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

    return tuple(chain.from_iterable(map(extended, combinations(opened, LOOKED))))


def hands_of(state: Any, viewer: int | None = None) -> Hands:  # Any: a state of Spades for two
    """Return the hands as dealt, without the two orders that do not matter."""
    first, second = (
        (*in_order(dummy[:LOOKED]), *dummy[LOOKED:]) for dummy in state._hand_data.dummies
    )
    held = state._hand_data.held
    return first, cards_in(held[1]), second, cards_in(held[3])


def histories(position: Played, viewer: int | None) -> Iterator[tuple[spades.State, int]]:
    """Yield the last state of every history that looks to a viewer like the real one."""
    view = tws.view(position.state, viewer)
    orders = product(*(open_orders(position, player) for player in (0, 1)))
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
            yield end, 1
