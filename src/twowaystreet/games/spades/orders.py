"""The orders in which a dummy may have turned up its open cards.

A dummy turns up six cards when the players look (SP-5), and more when a turn needs them (SP-12,
SP-13). A view shows the open cards, but not their order. The possible orders follow from the turns
of the dummy, which everybody sees. The count goes back through the turns. It keeps the number of
ways to turn up the cards that are still hidden, by the number of these cards in each suit: the
rules about a dummy ask for suits only.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import accumulate
from operator import mul
from types import MappingProxyType
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.cards.masks import cards_in
from twowaystreet._util.values import Value
from twowaystreet.games.spades.auction import TURNED_UP
from twowaystreet.games.spades.cards import OF_SUIT, TRUMPS, WANTED, suit_played

Turn: TypeAlias = tuple[Suit | None, Card]
"""The turn of a dummy: the suit led, ``None`` if the dummy leads, and the card played."""

# Numbers of cards by suit are packed into one int: four bits for each suit, the total above them.
_DIGIT: Final = 4
_EVERY_SUIT: Final = (1 << _DIGIT * len(OF_SUIT)) - 1
_TOTAL: Final = _DIGIT * len(OF_SUIT)
_SUITS: Final = tuple(Suit)
_PLACE: Final = MappingProxyType({suit: _DIGIT * suit.place for suit in _SUITS})
_ONE: Final = MappingProxyType({suit: 1 << place | 1 << _TOTAL for suit, place in _PLACE.items()})
_DIGITS: Final[Mapping[Suit | None, int]] = MappingProxyType(
    {
        None: 0,
        **{suit: 15 << place for suit, place in _PLACE.items()},
    }
)


def _by_suit(cards: int) -> int:
    return sum([(cards & mask).bit_count() * _ONE[suit] for suit, mask in OF_SUIT.items()])


@attrs.frozen
class _Step(Value):
    """One turn of a dummy, with the ways to turn up the cards hidden before it, by suit.

    Attributes:
        stays: the ways if the dummy turns up no card.
        turns: the ways if it turns up at least one card.
        after: the ways after the last of these cards.
        last: the wanted card, which comes last; ``None`` if the dummy turned up all its cards.
        one: this card by suit; 0 if there is none.
        pool: the cards that the dummy had not played, as a mask.
        size: their numbers by suit.
    """

    stays: dict[int, int]
    turns: dict[int, int]
    after: dict[int, int]
    last: Card | None
    one: int
    pool: int
    size: int


def _step(after: dict[int, int], turn: Turn, pool: int, most: int) -> _Step:
    """Return the step of a turn.

    Args:
        after: the ways to turn up the cards hidden after the turn, by suit.
        turn: the suit led, and the card played.
        pool: the cards that the dummy had not played, as a mask.
        most: the greatest number of hidden cards.
    """
    led, card = turn
    size = _by_suit(pool)
    if not card._bit & WANTED[led]:
        all_up = {0: after[0]} if 0 in after else {}
        return _Step({}, _grown(dict(all_up), size, most), all_up, None, 0, pool, size)
    # A dummy plays a spade to another suit only if no card of that suit is open, and turns up a
    # card only if no open card is wanted: then all such cards are hidden.
    suit = suit_played(card)
    lacking = _DIGITS[led] if suit is not led else 0
    wanted = _EVERY_SUIT if led is None else _DIGITS[led] | _DIGITS[TRUMPS]
    one = _ONE[suit]
    found = {
        hidden + one: ways
        for hidden, ways in after.items()
        if not (hidden + one ^ size) & wanted and hidden >> _TOTAL < most
    }
    stays = {hidden: ways for hidden, ways in after.items() if not (hidden ^ size) & lacking}
    return _Step(stays, _grown(found, size, most), after, card, one, pool, size)


def _choices(size: int, hidden: int, suit: Suit) -> int:
    """Return the number of cards of a suit that are not hidden."""
    place = _PLACE[suit]
    return (size >> place & 15) - (hidden >> place & 15)


def _grown(found: dict[int, int], size: int, most: int) -> dict[int, int]:
    """Add the ways with any number of unwanted cards turned up before.

    All wanted cards are hidden already.
    """
    for number in range(most):
        for hidden in [hidden for hidden in found if hidden >> _TOTAL == number]:
            for suit in _SUITS:
                if choices := _choices(size, hidden, suit):
                    more = hidden + _ONE[suit]
                    found[more] = found.get(more, 0) + found[hidden] * choices
    return found


class Orders:
    """The possible orders of the open cards of a dummy after the first six, numbered from 0.

    Args:
        turns: the turns of the dummy in the order of play. If the dummy is to play now, the last
            one is that turn, with any of the legal cards.
        open_cards: the cards that lie or lay open, as a mask, played cards included.
    """

    __slots__ = ("_first", "_open_cards", "_steps", "count")

    def __init__(self, turns: Sequence[Turn], open_cards: int) -> None:
        hidden = max(0, open_cards.bit_count() - TURNED_UP)
        pools = list[int]()
        pool = open_cards
        for _, card in turns:
            pools.append(pool)
            pool ^= card._bit
        steps = list[_Step]()
        ways = {0: 1}
        for turn, pool in zip(reversed(turns), reversed(pools), strict=True):
            step = _step(ways, turn, pool, hidden)
            steps.append(step)
            ways = dict(step.stays)
            for cards, more in step.turns.items():
                ways[cards] = ways.get(cards, 0) + more
        self._steps = tuple(step for step in reversed(steps) if step.turns)
        self._first = [(cards, more) for cards, more in ways.items() if cards >> _TOTAL == hidden]
        self._open_cards = open_cards
        self.count: int = sum(more for _, more in self._first)

    def order(self, number: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Return the first six cards, in the order of cards, and those turned up later in turn."""
        hidden = 0
        found = list[Card]()
        for some, choice in reversed(self._turned(number)):
            card = cards_in(some & ~hidden)[choice]
            hidden |= card._bit
            found.append(card)
        return cards_in(self._open_cards & ~hidden), tuple(reversed(found))

    def _turned(self, number: int) -> list[tuple[int, int]]:
        """Return the cards turned up after the first six, in turn.

        Each is a set of cards as a mask, and a number among those of the set that do not come
        later.
        """
        begins = iter(self._first)
        hidden, ways = next(begins)
        while number >= ways:
            number -= ways
            hidden, ways = next(begins)
        turned = list[tuple[int, int]]()
        for step in self._steps:
            stays = step.stays.get(hidden, 0)
            if number < stays:
                continue
            number -= stays
            while number >= (ways := step.after.get(hidden - step.one, 0)):
                number -= ways
                choices = [_choices(step.size, hidden - one, suit) for suit, one in _ONE.items()]
                ways_before = [step.turns.get(hidden - one, 0) for one in _ONE.values()]
                sums = [0, *accumulate(map(mul, ways_before, choices))]
                place = bisect(sums, number) - 1
                suit = _SUITS[place]
                number, choice = divmod(number - sums[place], choices[place])
                turned.append((step.pool & OF_SUIT[suit], choice))
                hidden -= _ONE[suit]
            if step.last:
                turned.append((step.last._bit, 0))
                hidden -= step.one
        return turned
