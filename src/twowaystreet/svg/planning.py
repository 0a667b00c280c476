"""The plan of a table: it puts the lower part, the other players and the trick together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain, combinations, product
from math import cos, pi, sin
from typing import NamedTuple

from twowaystreet.svg import seating
from twowaystreet.svg.geometry import GAP, LARGE, Box, Size
from twowaystreet.svg.seating import FACT_LINE, LABEL, MANY, CardSizes, Layout, Needs, Window

_FACTORS = (1.0, 0.93, 0.86, 0.8, 0.74, 0.68, 0.62, 0.56)  # for cards, until everything fits
_ENLARGED = (1.25, 1.5, 2.0)  # for a table with more open hands than usual
_SPREAD = (1.7, 1.5, 1.35, 1.2)  # for laid cards, on a page without tricks that has room
_WISHED = 180.0  # the height of the middle that large laid cards leave
_USUAL = 3  # the usual number of other players with open hands
_PART = 2 / 3 - 0.001  # the least height of a card of the trick, in those of the hand
_PILE = 64.0  # the height of the stock with its number
_LEAST = 24.0  # the least height of the middle
_CORNER = 0.22  # of the middle: for facts at the left, and for cards at the right


@lru_cache(256)  # a table asks for the same layout with each picture
def layout(needs: Needs, width: float, height: float | None = None) -> Layout:
    """Find the places of everything at a table; without a height as high as it needs."""
    found, fits = _found(needs, Window(width, height, needs.watched))
    for by in _ENLARGED if needs.watched and needs.others > _USUAL else ():
        if not fits and height is not None:
            found, fits = _found(needs, Window(width * by, height * by, needs.watched))
    return found


def _found(needs: Needs, window: Window) -> tuple[Layout, bool]:
    if needs.prompt and needs.shelf and not (needs.slot or needs.watched or window.small):
        for laid in _SPREAD:
            found, fits = _plan(needs._replace(laid=laid), window, 1.0)
            if fits and found.center.height >= _WISHED and _has_laid_apart(needs, found):
                return found, fits
    low = window.small and not window.tall
    windows = [window._replace(more_lines=more) for more in ((1, 0) if low else (0,))]
    is_past = needs.watched and needs.prompt  # open hands on a page; on phones fewer lines of facts
    fewer = (-1, -2) if is_past and window.small else ()
    pairs = chain(
        ((each, factor) for factor, each in product(_FACTORS, windows)),
        product([window._replace(more_lines=less) for less in fewer], (*_FACTORS, 0.48, 0.4, 0.34)),
    )
    plans = (_plan(needs, each, factor) for each, factor in pairs)
    found, fits = next(plans)
    while not fits and window.height is not None and (smaller := next(plans, None)):
        found, fits = smaller
    return found, fits


def _has_laid_apart(needs: Needs, found: Layout) -> bool:
    """Return whether the cards beside each player show their ranks and suits."""
    card = found.cards.shelf.width
    return all(box.width >= (0.5 * (needs.shelf - 1) + 1) * card for box in found.shelves)


def _plan(needs: Needs, window: Window, factor: float) -> tuple[Layout, bool]:
    """Return the layout with cards of one size, and whether everything fits."""
    cards, gap = window.cards(factor, needs), window.gap
    slot = _slot_size(needs, cards)
    own_lines = needs.lines or max((1 if window.tall else 2) + min(window.more_lines, 0), 0)
    lower = seating.lower_of(needs, window, cards, own_lines)
    least = _least_middle(needs, window, cards, slot)
    end = None if window.height is None else lower.top
    seats = seating.around_table(needs, window, cards, end, least)
    region = seats.region
    if end is None:
        lower = lower.down(region.bottom - lower.top + gap / 2)
    place = _beside if _has_corners(needs, window) else _below
    lines = _fact_lines(needs, window)
    is_between = end is not None and seats.hole.height >= 2 * lines * FACT_LINE  # some are broken
    if is_between:
        least, lines = least - lines * FACT_LINE, 0
    facts, stock, rows, inner = place(needs, cards, region, lines, window.height is None)
    facts = seats.hole if is_between else facts
    may_grow = needs.prompt and not needs.middle
    larger = _LARGER * cards.hand.height / cards.slot.height
    rim = 0.0 if window.small or needs.slot <= 2 else 2 * GAP  # before the plates at the sides
    wide = inner._replace(x=inner.x + rim, width=inner.width - 2 * rim)
    trick = ring(wide, slot, needs.others + 1, larger * may_grow)
    slot_card = Size(cards.slot.width * trick.factor, cards.slot.height * trick.factor)
    center = inner
    if needs.own_shelf and not (needs.slot or seating.is_beside(needs)):
        # It reaches over the place before the viewer, which is empty while cards are chosen.
        center = inner._replace(height=max(lower.shelf.bottom - inner.y, inner.height))
    bottom = (lower.hand if needs.hand else lower.plate).bottom + gap
    found = Layout(
        whole=Box(0, 0, window.width, max(bottom, window.height or 0.0)),
        felt=Box(0, 0, window.width, lower.top),
        plates=seats.plates,
        shelves=seats.shelves,
        slots=trick.slots[1:],
        own_plate=lower.plate,
        own_shelf=lower.shelf,
        own_slot=trick.slots[0],
        hand=lower.hand,
        prompt=lower.prompt,
        facts=facts,
        facts_middle=not _has_corners(needs, window),
        middle=rows,
        stock=stock,
        center=center,
        cards=lower.cards._replace(slot=slot_card),
        lines=seats.lines,
        own_lines=own_lines,
        dense=seating.is_dense(needs, window),
        reach=window.reach,
        names=trick.names,
    )
    is_large = (
        not needs.slot or needs.others >= MANY or slot_card.height >= _PART * cards.hand.height
    )
    fits = trick.fits and (not needs.slot or slot_card.height > seating.SMALLEST - 0.1)
    return found, region.height + 0.01 >= least and fits and is_large


def _slot_size(needs: Needs, cards: CardSizes) -> Size:
    if not needs.slot:
        return Size(0, 0)
    card = cards.slot
    shown = min(needs.slot, 5)
    step = card.width + 3 if shown == 2 else 0.42 * card.width
    return Size(card.width + (shown - 1) * step, card.height + LABEL)


def _has_corners(needs: Needs, window: Window) -> bool:
    return not window.tall and window.height is not None and needs.slot <= 2


def _least_middle(needs: Needs, window: Window, cards: CardSizes, slot: Size) -> float:
    row = LABEL + cards.slot.height + GAP if needs.middle else 0.0
    if _has_corners(needs, window):
        return max(slot.height, row, _LEAST, FACT_LINE * _fact_lines(needs, window))
    facts = _fact_lines(needs, window) * FACT_LINE
    if window.height is None:
        facts += _PILE * needs.stock
        return max(facts + row + 2 * slot.height + GAP * bool(needs.slot) + GAP, _LEAST)
    return max(facts + row + slot.height + GAP, _LEAST)


def _fact_lines(needs: Needs, window: Window) -> int:
    return needs.facts + (needs.stock and window.height is not None)


def _beside(
    needs: Needs, cards: CardSizes, region: Box, lines: int, is_picture: bool
) -> tuple[Box, Box, Box, Box]:
    part = _CORNER * region.width
    inner = Box(region.x + part, region.y, region.width - 2 * part, region.height)
    pile = _PILE + 2 if needs.stock and region.height >= 150 else 0.0
    facts = Box(region.x, region.y, part - GAP, region.height - pile)
    stock = Box(region.x, region.bottom - pile, part - GAP if pile else 0.0, pile)
    rows = Box(inner.right + GAP, region.y, part - GAP, region.height if needs.middle else 0.0)
    return facts, stock, rows, inner


def _below(
    needs: Needs, cards: CardSizes, region: Box, lines: int, is_picture: bool
) -> tuple[Box, Box, Box, Box]:
    high = lines * FACT_LINE
    pile = _PILE if needs.stock and is_picture else 0.0
    row = LABEL + cards.slot.height + GAP if needs.middle else 0.0
    rows = Box(region.x, region.y, region.width, row)
    is_first = not needs.slot and needs.prompt  # the cards of a choice have the rest
    facts = Box(region.x, rows.bottom if is_first else region.bottom - high, region.width, high)
    stock = Box(region.x, facts.y - pile, region.width if pile else 0.0, pile)
    top, end = (facts.bottom, region.bottom) if is_first else (rows.bottom, stock.y)
    return facts, stock, rows, Box(region.x, top, region.width, end - top)


# The trick: cards round the middle of the table, or side by side

_TRICK_FACTORS = (0.93, 0.86, 0.8, 0.74, 0.68, 0.6, 0.54, 0.48)  # for cards, until they fit
_LARGER = 1.2  # the greatest height of a card of the trick, in those of the hand
_GROWN = (1.0, 0.8, 0.6, 0.4, 0.2)  # parts of their growth, where there is room
_ACROSS = (1.12, 1.4, 1.8, 2.4)  # distances of the sides, in widths of a slot
_DOWN = (0.55, 0.75, 1.0)  # distances of the top and the bottom, in heights of a slot
_UPRIGHT = 0.61, 1.05  # both distances in a narrow and high box
_APART = 1.25, 150.0  # of two slots in a line with room: in least distances, or for names
_CROWD = 6  # so many players sit too close for their places to tell whose a card is
_NAME_ROOM = 80.0  # the width that a name and a short note have at the ends of a line

Spot = tuple[float, float]


class Ring(NamedTuple):
    """The places of the cards of a trick: of the viewer first, then clockwise."""

    slots: tuple[Box, ...]
    factor: float
    fits: bool
    names: float = 0.0


def ring(inner: Box, slot: Size, count: int, most: float = 0.0) -> Ring:
    """Place the slots of some players in a box; their notes are below the cards."""
    if not slot.height:  # a game without tricks
        return Ring((Box(*inner.center, 0, 0),) * count, 1.0, fits=True)
    grown = [1 + part * (most - 1) for part in _GROWN] if most > 1 else []
    ways = (_round_middle, _in_line)
    smaller = ((way, factor) for factor in _TRICK_FACTORS for way in ways)
    for way, factor in chain(product(ways, (*grown, 1.0)), smaller):
        size = _smaller(slot, factor)
        if found := way(inner, size, count):
            step = found[0][0] - found[-1][0]
            names = min(step, inner.width - (count - 1) * step) if way is _in_line else 0.0
            if way is _round_middle and count >= _CROWD:
                names = size.width + 2
            return Ring(_boxes(found, size), factor, fits=True, names=names)
    size = _smaller(slot, _TRICK_FACTORS[-1])
    spots = _grid(inner, size, count)
    return Ring(_boxes(spots, size), _TRICK_FACTORS[-1], fits=False, names=size.width)


def _smaller(slot: Size, factor: float) -> Size:
    return Size(slot.width * factor, (slot.height - LABEL) * factor + LABEL)


def _boxes(spots: Sequence[Spot], slot: Size) -> tuple[Box, ...]:
    half, high = slot.width / 2, slot.height / 2
    return tuple(Box(x - half, y - high, slot.width, slot.height) for x, y in spots)


def _round_middle(inner: Box, slot: Size, count: int) -> list[Spot] | None:
    """Return places round the middle, as near to it as possible; ``None`` if they overlap."""
    x, y = inner.center
    most, high = (inner.width - slot.width) / 2, (inner.height - slot.height) / 2
    if most < 0 or high < 0:
        return None
    wished = [each * slot.width for each in _ACROSS] if count > 2 else [0.0]
    tried = [*product((*(each for each in wished if each <= most), most), _DOWN)]
    for across, share in (*tried, (min(_UPRIGHT[0] * slot.width, most), _UPRIGHT[1])):
        down = min(high, slot.height * share)
        spots = [
            (x - across * sin(2 * pi * at / count), y + down * cos(2 * pi * at / count))
            for at in range(count)
        ]
        if _are_apart(spots, slot):
            return spots
    return None


def _are_apart(spots: Sequence[Spot], slot: Size) -> bool:
    return all(
        abs(x - a) >= slot.width + 2 or abs(y - b) >= slot.height + 1
        for (x, y), (a, b) in combinations(spots, 2)
    )


def _in_line(inner: Box, slot: Size, count: int) -> list[Spot] | None:
    """Return places side by side, the viewer's at the right and lower; ``None`` without room."""
    step = slot.width + 6
    if count * step > inner.width + 6 or slot.height > inner.height:
        return None
    room = (inner.width - max(slot.width, _NAME_ROOM)) / max(count - 1, 1)
    step = max(step, min(max(_APART[0] * step, _APART[1]), room))
    x, y = inner.center
    down = max(min((inner.height - slot.height) / 2 - 1, _DOWN[0] * slot.height), 0.0)
    line = [(x + (at - (count - 1) / 2) * step, y - down) for at in range(count)]
    return [(line[-1][0], y + down), *line[:-1]]


def _grid(inner: Box, slot: Size, count: int) -> list[Spot]:
    columns = max(int((inner.width + 4) / (slot.width + 4)), 1)
    left, top = inner.x + slot.width / 2, inner.y + slot.height / 2
    return [
        (left + at % columns * (slot.width + 4), top + at // columns * (slot.height + 2))
        for at in (count - 1, *range(count - 1))
    ]


# The places in the middle that chosen cards fill

_BETWEEN_GROUPS = 14.0  # the distance of two groups of places
_LEAST_PLACE = 52.0  # the least height of a place, so that people can read the ranks of its card
_STEP = 0.6  # the distance of two places of a group that overlap, in widths of a card


def places_in(box: Box, sizes: Sequence[int]) -> list[list[Box]]:
    """Return the places of groups of cards of these sizes, side by side in the middle of a box."""
    height = max(min(box.height - LABEL - 4, 150.0), _LEAST_PLACE)
    card = Size(height * LARGE.width / LARGE.height, height)
    gap = _BETWEEN_GROUPS if len(sizes) > 1 else 10.0
    step = card.width + 10
    if _groups_width(sizes, card, step, gap) > box.width:
        step = _STEP * card.width
    wide = _groups_width(sizes, card, step, gap)
    if wide > box.width:
        shrunk = box.width / wide
        card = Size(card.width * shrunk, card.height * shrunk)
        step, gap, wide = step * shrunk, gap * shrunk, box.width
    x = box.center[0] - wide / 2
    y = box.center[1] - card.height / 2 + LABEL / 2
    groups: list[list[Box]] = []
    for size in sizes:
        groups.append([Box(x + at * step, y, card.width, card.height) for at in range(size)])
        x += (size - 1) * step + card.width + gap
    return groups


def _groups_width(sizes: Sequence[int], card: Size, step: float, gap: float) -> float:
    return sum((size - 1) * step + card.width for size in sizes) + gap * (len(sizes) - 1)
