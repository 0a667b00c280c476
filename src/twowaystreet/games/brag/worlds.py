"""The hidden cards of Brag: hands, lays before the showing, odd cards, and the rest of the pack."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import chain
from typing import Final

from twowaystreet import authoring as core
from twowaystreet.games.brag.hands import Hands, held_times, in_order
from twowaystreet.games.brag.rules import CARDS, LAY, THREE, Phase
from twowaystreet.games.brag.score import PAIR, Outcome
from twowaystreet.games.brag.state import HandData, State, View
from twowaystreet.games.brag.ways import BragWays, order_of

_new_hand_data: Final = core.fast_constructor(HandData)


def hidden(view: View) -> tuple[core.Hidden[State], ...]:
    """Return the unseen cards: those of other seats, and those that are not dealt.

    A place has all unseen cards that a seat was dealt. While players lay, no hand has four of a
    kind, nor four pairs of nine cards. If the deal ended the hand, only those who show have them
    (BR-7). After the showing only the odd card of each of the others is open.
    """
    rules, is_dealt = view.rules, view.phase is not Phase.DEAL
    held = list(view.shown)
    if view.seat is not None:
        held[view.seat] = view.hand or ()
    known = [
        core.card_types_among(chain(some, *(laid or ())))
        for some, laid in zip(held, view.laid, strict=True)
    ]
    odd = Fraction(rules.cards - THREE * rules.hands, rules.cards)
    seats, places, holdings = list[int](), list[core.Place](), list[core.Holding]()
    for seat, hand in enumerate(known):
        missing = rules.cards - hand.bit_count() if is_dealt else 0
        laid_now = view.phase is LAY and view.has_laid[seat]
        place = len(places) if missing and (odd or not laid_now) else None
        holdings.append(core.Holding(held[seat], place, odd if laid_now else Fraction(1)))
        if missing:
            seats.append(seat)
            places.append(core.Place(missing, _barred(hand, view.shown[seat])))
    places.append(core.Place(view.stock_size or 0))
    unseen = core.cards_in(rules.pack._sum & ~sum(known)) if is_dealt else ()
    ways = None
    if any(view.shown) or view.phase is LAY:
        fours = view.score is not None and view.score.outcome is Outcome.FOUR_OF_A_KIND
        ways = BragWays(unseen, places, rules.cards == max(CARDS) and not fours)
    build = _builder(view, seats, known)
    return (core.Hidden(unseen, tuple(places), tuple(holdings), build, ways),)


def _barred(hand: int, shown: Sequence[core.Card]) -> int:
    """Return the ranks that the odd card of a hand cannot have (BR-7), as a mask.

    They would make four of a kind, or a prial of one of the four pairs that the hand shows.
    """
    some = held_times(hand, THREE) | held_times(core.card_types_among(shown), PAIR)
    return sum([rank for rank in core.RANK.values() if rank & some])


def _builder(
    view: View, seats: Sequence[int], known: Sequence[int]
) -> Callable[[core.Division, random.Random], State]:
    """Return a function that makes the state of a division, with random lays of hidden ones."""
    finished, hands = core.builder_of(view), view.rules.hands
    shown, antes, lays, is_dealt = view.shown, view.antes, view.laid, view.phase is not Phase.DEAL
    # Before the showing others have laid cards unseen.
    unseen = [] if view.hand_over else [pair for pair in enumerate(seats) if view.has_laid[pair[1]]]
    seen = core.card_types_among(chain.from_iterable(chain.from_iterable(filter(None, lays))))

    def lay_of(cards: Sequence[core.Card], rng: random.Random) -> Hands:
        """Return a random lay; all lays of the cards have the same chance (BR-8)."""
        some = sorted(cards, key=order_of(rng))
        return in_order([some[THREE * hand : THREE * (hand + 1)] for hand in range(hands)])

    def build(division: core.Division, rng: random.Random) -> State:
        held, laid, out = [*known], [*lays], seen
        for seat, cards in zip(seats, division, strict=False):
            held[seat] += sum([card._bit for card in cards])
        for number, seat in unseen:
            laid[seat] = found = lay_of(division[number], rng)
            out += sum([card._bit for hand in found for card in hand])
        dealt = tuple(held) if is_dealt else ()
        hand_data = _new_hand_data(dealt, division[-1], tuple(laid), shown, antes)
        state: State = finished(hand_data, sum(held) ^ out)
        return state

    return build
