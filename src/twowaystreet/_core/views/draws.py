"""Cards drawn during the play: when each came to its hand, and what the plays show of it.

A player who fails to follow suit has none of it then, and may draw some later. So the unseen cards
of a hand differ by the trick before which they came. A played card may have come before any trick
up to its own, and each of these ways is a history. Hands that look the same have as many histories
as there are ways to give their cards to the places where unseen cards came.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, zip_longest
from math import perm, prod
from typing import Any, Final, TypeAlias, cast

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.moves import deal_of
from twowaystreet._core.engine.seats import rotate_to
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.views.trick_worlds import limits_after, waiting_of
from twowaystreet._core.worlds.ways import Place
from twowaystreet._core.worlds.worlds import undeclared
from twowaystreet._util.values import Value

# Any: views of any game's own classes, here and below.
OfGame: TypeAlias = Any
Alternative: TypeAlias = tuple[int, tuple[Place, ...]]
"""The places of the unseen cards of a hand, and the weight of each way to fill them."""

ALL: Final = (1 << 64) - 1
"""The mask of all card types."""


@attrs.frozen(eq=False)
class Drawn(Value):
    """The cards that came to the hands and lie in the stock."""

    hands: tuple[tuple[Card, ...], ...]  # for each hand the cards that everybody saw come to it.
    # for each hand how many unseen cards came to it, by the number of the trick before which they
    # came; those dealt came before trick 0.
    came: tuple[Counter[int], ...]
    # the cards of the stock that the viewer knows, by their place from the top.
    stock: Mapping[int, Card]


def drawn_in(view: OfGame, hand_data: OfGame, shown: Mapping[str, str]) -> Drawn:
    """Return which cards came when, from the rules of the game.

    The rules deal a pack in the order of cards, and draw from its stock after each trick. Where the
    hand data, or a fact, shows one of these cards, the view shows the card that came in its place.
    """
    dealt = dealt_in_order(view, hand_data)
    now, held = dealt._hand_data, dealt._hand_data.held
    came = {bit: (hand, 0) for hand, cards in enumerate(held) for bit in _bits(cards)}
    tricks, remaining = view.tricks, sum(held)
    leaders = [trick.leader for trick in (*tricks, view.trick)][1:]
    playing = view._state._build(dealt._match, now, view._state._play_phase)
    for number, (trick, leader) in enumerate(zip(tricks, leaders, strict=True), start=1):
        order = rotate_to(trick.seats, leader)
        now, remaining = playing._after_trick(now, remaining, order, tricks[:number])
        for hand, (before, after) in enumerate(zip(held, now.held, strict=True)):
            came |= dict.fromkeys(_bits(after & ~before), (hand, number))
        held = now.held
    places = {card._bit: place for place, card in enumerate(now.stock)}
    hands: list[list[Card]] = [[] for _ in held]
    times = [Counter[int]() for _ in held]
    stock = dict[int, Card]()
    seen = dict(seen_in(view, now, shown))
    for bit, (hand, number) in came.items():
        if bit in seen:
            hands[hand].append(seen[bit])
        else:
            times[hand][number] += 1
    for bit, place in places.items():
        if bit in seen:
            stock[place] = seen[bit]
    return Drawn(tuple(map(tuple, hands)), tuple(times), stock)


def dealt_in_order(view: OfGame, hand_data: OfGame) -> OfGame:
    """Return the state after the deal of the pack in the order of cards."""
    pack = view.rules.pack
    return waiting_of(view, hand_data)._deal_hands(deal_of(pack.cards, pack))


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit


def seen_in(
    view: OfGame, hand_data: OfGame, shown: Mapping[str, str]
) -> Iterator[tuple[int, Card]]:
    """Yield for each card of hand data, as bit, the card that a view shows in its place."""
    for field, of_field in shown.items():
        yield from _pairs(getattr(hand_data, field), getattr(view, of_field))
    phase, actor = view.phase, view.actor
    state = view._state._build(waiting_of(view, hand_data)._match, hand_data, phase, actor)
    for name, fact in facts_of(view.__class__).items():
        if fact.covers == ("hand_data.stock",):
            yield from _pairs(fact.read(state, view.seat), getattr(view, name))


def _pairs(one: object, other: object) -> Iterator[tuple[int, Card]]:
    if isinstance(one, Card) and isinstance(other, Card):
        yield one._bit, other
    elif isinstance(one, tuple) and isinstance(other, tuple):
        parts = zip_longest(cast("Iterable[object]", one), cast("Iterable[object]", other))
        yield from chain.from_iterable(_pairs(*both) for both in parts)


# What the plays show


def alternatives(
    view: OfGame, hand: int, size: int, known: Iterable[Card], came: Mapping[int, int]
) -> Iterator[Alternative]:
    """Yield the places of the unseen cards of a hand, in cases that exclude one another.

    Args:
        view: the view.
        hand: the number of the hand.
        size: the number of unseen cards that it holds now.
        known: the cards that everybody saw come to it.
        came: how many unseen cards came to it, by the number of the trick before which they came.
    """
    played, lacks = _plays_of(view, hand)
    # Between two tricks that showed something, the times at which cards came make no difference.
    shown = sorted(number for number, mask in lacks.items() if mask)
    level = {number: bisect_left(shown, number) for number in range(len(view.tricks) + 2)}
    first, last = level[min(came, default=0)], level[max(came, default=0)]
    barred = [0]
    for number in reversed(shown[first:]):
        barred.insert(0, barred[0] | lacks[number])
    if first == last:
        yield 1, (Place(size, barred[0]),)
        return
    unseen = {number: card for number, card in played.items() if card not in known}
    ends = _free_places(came, level, unseen, lacks)
    cells = [one | ALL & ~earlier for earlier, one in pairwise((ALL, *barred))]
    for sizes in _parts(size, last - first + 1):
        some = (0,) * first + sizes + (0,) * (len(shown) - last)
        weight = sum([ways * _orders(free, some) for free, ways in ends.items()])
        if weight:
            yield weight, tuple([Place(*both) for both in zip(sizes, cells, strict=False)])


def _plays_of(view: OfGame, hand: int) -> tuple[dict[int, Card], dict[int, int]]:
    """Return the card of a hand in each trick, and the cards that it then lacked, as masks."""
    following = view._state._following
    played, lacks = dict[int, Card](), dict[int, int]()
    for number, trick in enumerate((*view.tricks, view.trick)):
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            if seat == hand:
                played[number] = card
                shows = limits_after([(0, ())], card, following[trick.led] if place else ())
                ((lacked, needs), *others) = shows
                if others or needs:
                    raise undeclared(
                        view._state.title, ["draws beside a duty that shows more than a void"]
                    )
                lacks[number] = lacked
    return played, lacks


def _free_places(
    came: Mapping[int, int],
    level: Mapping[int, int],
    played: Mapping[int, Card],
    lacks: Mapping[int, int],
) -> Mapping[tuple[int, ...], int]:
    """Return how many places of each level the played cards leave, with the number of ways."""
    ways: dict[tuple[int, ...], int] = {(0,) * (max(level.values()) + 1): 1}
    for number in sorted(level):
        if number in came:
            ways = {_more(free, level[number], came[number]): many for free, many in ways.items()}
        if number in played:
            # The card came after the last trick to which the hand lacked it.
            bit = played[number]._bit
            lacking = [one for one, mask in lacks.items() if one < number and mask & bit]
            least = level[max(lacking) + 1] if lacking else 0
            found = defaultdict[tuple[int, ...], int](int)
            for free, many in ways.items():
                for at in range(least, len(free)):
                    if free[at]:
                        found[_more(free, at, -1)] += many * free[at]
            ways = found
    return ways


def _more(free: tuple[int, ...], at: int, places: int) -> tuple[int, ...]:
    return (*free[:at], free[at] + places, *free[at + 1 :])


def _orders(free: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the ways to give cards to free places, those of the last cell first.

    A card of a cell can lie in a place of its level, or of a later one.
    """
    left, factors = 0, list[int]()
    for places, cards in zip(reversed(free), reversed(sizes), strict=True):
        left += places
        factors.append(perm(left, cards))
        left -= cards
        if left < 0:
            return 0
    return prod(factors) if not left else 0


def _parts(size: int, number: int) -> Iterator[tuple[int, ...]]:
    if number == 1:
        yield (size,)
        return
    for first in range(size + 1):
        for others in _parts(size - first, number - 1):
            yield (first, *others)
