"""The divisions in which no choice of cards makes certain split pairs possible.

A pair fails if every card that may be its lower one is above every card that may be its upper one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TypeAlias

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import ONE_LANE
from twowaystreet._core.worlds.places import Place
from twowaystreet._core.worlds.ways import Ways
from twowaystreet.games._twoway.split_pairs import Link
from twowaystreet.games._twoway.split_sweep import classes_of

_State: TypeAlias = tuple[tuple[int, ...], int, tuple[int, ...]]


def failing_divisions(
    unseen: Sequence[Card],
    places: Sequence[Place],
    shown: Sequence[Sequence[Card]],
    links: Sequence[Link],
) -> int:
    """Return the number of divisions in which all these pairs fail.

    Args:
        unseen: the unseen cards.
        places: the places where they may lie.
        shown: for each place the known cards of the hand that may have been in a split pair.
        links: the pairs.
    """
    limited, above = list(places), dict[int, int]()
    for link in links:
        low, high = link.low, link.high
        if isinstance(low, int) and isinstance(high, int):
            above[low] = high
            if shown[low] and shown[high] and min(shown[low]) <= max(shown[high]):
                return 0
        elif isinstance(low, int):
            assert isinstance(high, Card)
            if any(card <= high for card in shown[low]):
                return 0
            limited[low] = _barring(limited[low], (high._bit << 1) - 1)
        else:
            assert isinstance(high, int)
            if any(card >= low for card in shown[high]):
                return 0
            limited[high] = _barring(limited[high], ONE_LANE ^ (low._bit - 1))
    if not above:
        return Ways(unseen, limited).count
    return _filled_in_order(unseen, limited, shown, above)


def _barring(place: Place, barred: int) -> Place:
    return Place(place.size, place.barred | barred, place.needs)


def _filled_in_order(
    unseen: Sequence[Card],
    places: Sequence[Place],
    shown: Sequence[Sequence[Card]],
    above: dict[int, int],
) -> int:
    """Return the number of divisions in which some hands have only cards above other hands.

    A sweep over the cards in their order gives each card to one of these hands or to the others.
    For each hand a state has the number of cards that it still lacks. It has a bit for each need
    that no hand has met, and the number of cards of each class for the others.
    """
    hands = tuple(dict.fromkeys([*above, *above.values()]))
    needs = [(at, need) for at, hand in enumerate(hands) for need in places[hand].needs]
    others = [place for number, place in enumerate(places) if number not in hands]
    classes = classes_of(unseen, others)
    items: list[tuple[Card, int | None, int]] = [
        (card, None, mark) for mark, some in enumerate(classes) for card in some
    ]
    items += [(card, at, 0) for at, hand in enumerate(hands) for card in shown[hand]]
    items.sort(key=lambda item: item[0].index)
    start = tuple([places[hand].size + len(shown[hand]) for hand in hands])
    states: dict[_State, int] = {(start, (1 << len(needs)) - 1, (0,) * len(classes)): 1}
    for _, group in groupby(items, lambda item: item[0].index):
        alike, found = [*group], dict[_State, int]()
        bit = alike[0][0]._bit
        can_hold = [not bit & places[hand].barred for hand in hands]
        met = [
            sum(
                [
                    1 << number
                    for number, (one, need) in enumerate(needs)
                    if one == at and need & bit
                ]
            )
            for at in range(len(hands))
        ]
        for state, ways in states.items():
            ready = [hand not in above or not state[0][hands.index(above[hand])] for hand in hands]
            laid = {state: ways}
            for _, owner, mark in alike:
                before, laid = laid, dict[_State, int]()
                for (lacks, unmet, counts), number in before.items():
                    for at in range(len(hands)) if owner is None else (owner,):
                        if ready[at] and lacks[at] and (owner is not None or can_hold[at]):
                            after = (
                                (*lacks[:at], lacks[at] - 1, *lacks[at + 1 :]),
                                unmet & ~met[at] if owner is None else unmet,
                                counts,
                            )
                            laid[after] = laid.get(after, 0) + number
                    if owner is None:
                        one_more = (*counts[:mark], counts[mark] + 1, *counts[mark + 1 :])
                        after = (lacks, unmet, one_more)
                        laid[after] = laid.get(after, 0) + number
            for after, number in laid.items():
                found[after] = found.get(after, 0) + number
        states = found
    total = 0
    for (lacks, unmet, counts), ways in states.items():
        if not any(lacks) and not unmet:
            left = [
                card for some, number in zip(classes, counts, strict=True) for card in some[:number]
            ]
            total += ways * Ways(left, others).count
    return total
