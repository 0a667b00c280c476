"""The tape of Two Way Street: the stock at the deal, and below it the exchanged pairs.

Take player number ``i`` in the order of exchanges. The pair of this player lies below
``stock_size + 2 * i`` cards, the lower card first. The player draws the places ``2 * i`` and
``2 * i + 1`` of the tape (ST-9, ST-11). So the viewer knows the place of the own pair: in the
stock, or in the hand of the player who drew it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from itertools import chain, product
from math import comb, gcd, perm
from typing import TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.seats import rotation
from twowaystreet._util.values import Value
from twowaystreet.games.street.state import View

Known: TypeAlias = tuple[tuple[Card, ...], ...]
"""For each seat the cards in its hand now that the viewer gave away."""


@attrs.frozen(eq=False)
class Tape(Value):
    """The exchanges of a hand as one viewer knows them.

    Attributes:
        view: the view, of a hand that has been dealt.
        stock: the number of cards in the stock, which no exchange changes.
        order: the seats in the order of their turns before the play.
        exchangers: the seats that have exchanged, in this order.
        own: the number of the viewer among them; ``None`` if the viewer is none of them.
        played: the cards that each seat has played, in order.
        cards: the cards of the tape from the top; ``None`` where the viewer does not know them.
    """

    view: View
    stock: int
    order: tuple[int, ...]
    exchangers: tuple[int, ...]
    own: int | None
    played: tuple[tuple[Card, ...], ...]
    cards: tuple[Card | None, ...]

    @classmethod
    def of(cls, view: View) -> Tape:
        """Read the exchanges out of a view of a hand that has been dealt."""
        order, stock = rotation(view.dealer, len(view.hand_sizes)), len(view.stock)
        exchangers = tuple([seat for seat in order if view.has_exchanged[seat]])
        played: list[list[Card]] = [[] for _ in order]
        for trick in (*view.tricks, view.trick):
            for seat, card in zip(trick.seats, trick.cards, strict=True):
                played[seat].append(card)
        cards: list[Card | None] = [None] * (stock + 2 * len(exchangers))
        own = None
        if view.seat in exchangers:
            own = exchangers.index(view.seat)
            exchanged = view.exchanged[view.seat]
            assert exchanged is not None
            cards[2 * own : 2 * own + 2] = exchanged.drawn
            cards[stock + 2 * own : stock + 2 * own + 2] = exchanged.given
        return cls(view, stock, order, exchangers, own, tuple(map(tuple, played)), tuple(cards))

    @property
    def drawn(self) -> int:
        """The number of places of the tape that players have drawn."""
        return 2 * len(self.exchangers)

    def holder(self, place: int) -> int | None:
        """Return the seat that drew the card of a place; ``None`` if it is still in the stock."""
        return self.exchangers[place // 2] if place < self.drawn else None

    def without_known(self, seat: int, hand: Sequence[Card]) -> list[Card]:
        """Return the cards of a hand without those that the seat is known to have drawn."""
        left = list(hand)
        if seat in self.exchangers:
            first = 2 * self.exchangers.index(seat)
            for card in filter(None, self.cards[first : first + 2]):
                left.remove(card)
        return left

    @cached_property
    def given(self) -> tuple[tuple[int | None, Card], ...]:
        """The cards that the viewer gave away, each with the seat that drew it, if any."""
        if self.own is None:
            return ()
        first = self.stock + 2 * self.own
        return tuple(
            [
                (self.holder(place), card)
                for place in (first, first + 1)
                if (card := self.cards[place]) and place // 2 != self.own
            ]
        )

    def cases(self) -> tuple[tuple[Known, int], ...]:
        """Return the cards that are known to be in each hand now, and the weight of this case.

        If a player has played a card equal to one that the viewer gave away, either copy may have
        been the one played, as long as the pack has copies enough. The weights count the ways to
        choose the physical cards that were played, apart from a common factor.
        """
        view, seats = self.view, range(len(self.order))
        given = Counter([(seat, card) for seat, card in self.given if seat is not None])
        if not given:
            return ((((),) * len(seats), 1),)
        types = {card for _, card in given}
        own = (*(view.hand or ()), *self.played[view.seat or 0], *[card for _, card in self.given])
        others = [*chain.from_iterable([self.played[seat] for seat in seats if seat != view.seat])]
        copies = {card: view.rules.pack.cards.count(card) - own.count(card) for card in types}
        plays = {key: self.played[key[0]].count(key[1]) for key in given}
        found = list[tuple[Known, int]]()
        for numbers in product(*[range(min(given[key], plays[key]) + 1) for key in given]):
            shown = dict(zip(given, numbers, strict=True))
            weight = 1
            for key, number in shown.items():
                weight *= comb(plays[key], number) * perm(given[key], number)
            for card in types:
                known = sum([number for key, number in shown.items() if key[1] == card])
                weight *= perm(copies[card], others.count(card) - known)
            left = given - Counter(shown)
            known_now = tuple(
                [tuple([card for key, card in left.elements() if key == seat]) for seat in seats]
            )
            sizes = zip(known_now, view.hand_sizes, strict=True)
            if weight and all(len(some) <= size for some, size in sizes):
                found.append((known_now, weight))
        common = gcd(*[weight for _, weight in found])
        return tuple([(known, weight // common) for known, weight in found])
