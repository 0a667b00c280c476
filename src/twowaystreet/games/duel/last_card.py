"""The ways to divide unseen cards after an exchange with a stock of one card."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Card
from twowaystreet._util.values import Value
from twowaystreet._worlds.places import Division, Place
from twowaystreet._worlds.ways import Ways


@attrs.frozen(eq=False)
class _Part(Value):
    """The divisions with one card as the stock and a number of lower cards in the hand.

    Attributes:
        last: the card.
        weight: the weight of each division.
        ways: the divisions. The lower cards of the hand are in its own place, and the higher ones
            in the place of the stock.
    """

    last: Card
    weight: int
    ways: Ways


class LastCardWays(Ways):
    """The divisions of unseen cards after an exchange with a stock of one card (DU-7, ST-11).

    The player drew that card and the lower one of the pair put below it; the higher one is the
    stock now. So the stock is higher than some card of the hand, and a division weighs as much as
    the hand, with the cards already played, has lower cards. This can happen with 52 cards, cards
    as markers, and bids of eight and seven. The pack has no equal cards then.

    Args:
        unseen: the cards.
        places: the places; the last one is the stock.
        hand: the number of the place with the player's hand.
        played: the cards that the player has played, as a mask.

    >>> from twowaystreet._cards.cards import cards
    >>> ways = LastCardWays(cards("2C 3C 4C"), (Place(2), Place(1)), 0, 0)
    >>> list(ways.divisions()) == [(cards("2C 4C"), cards("3C")), (cards("2C 3C"), cards("4C"))]
    True
    >>> ways.count, ways.weight, ways.count_without(0, cards("4C")[0])
    (2, 3, 2)
    """

    def __init__(
        self, unseen: Sequence[Card], places: Sequence[Place], hand: int, played: int
    ) -> None:
        super().__init__(unseen, places)
        self._hand = hand
        self._played = played

    @cached_property
    def _parts(self) -> tuple[_Part, ...]:
        return tuple(self._possible())

    def _possible(self) -> Iterator[_Part]:
        """Yield the parts that have divisions."""
        hand = self.places[self._hand]
        for number, last in enumerate(self.unseen):
            below = last._bit - 1
            unseen = (*self.unseen[:number], *self.unseen[number + 1 :])
            played = (self._played & below).bit_count()
            for lower in range(min(hand.size, number) + 1):
                places = [*self.places]
                places[self._hand] = Place(lower, hand.barred | ~below)
                places[-1] = Place(hand.size - lower, hand.barred | below)
                if played + lower and (ways := Ways(unseen, places)).count:
                    yield _Part(last, played + lower, ways)

    @cached_property
    @override
    def count(self) -> int:
        """The number of divisions."""
        return sum([part.ways.count for part in self._parts])

    @property
    @override
    def weight(self) -> int:
        """The sum of the weights of all divisions."""
        return sum([part.weight * part.ways.count for part in self._parts])

    @override
    def count_without(self, place: int, card: Card) -> int:
        """Return the weight of the divisions in which a place, a hand or markers, lacks a card."""
        found = 0
        for part in self._parts:
            is_higher = place == self._hand and card.index > part.last.index
            number = len(self.places) - 1 if is_higher else place
            found += part.weight * part.ways.count_without(number, card)
        return found

    @cached_property
    def _sums(self) -> list[int]:
        return [*accumulate([part.weight * part.ways.count for part in self._parts])]

    @override
    def draw(self, rng: random.Random) -> Division:
        """Return a random division with a chance in proportion to its weight."""
        part = self._parts[bisect(self._sums, rng.randrange(self._sums[-1]))]
        return self._whole(part, part.ways.draw(rng))

    @override
    def divisions(self) -> Iterator[Division]:
        """Yield every division once, in a fixed order."""
        for part in self._parts:
            for division in part.ways.divisions():
                yield self._whole(part, division)

    def _whole(self, part: _Part, division: Division) -> Division:
        """Return the division with the hand in one place again, and the stock in its own."""
        whole = [*division[:-1], (part.last,)]
        whole[self._hand] += division[-1]
        return tuple(whole)
