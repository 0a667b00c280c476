"""Pictures of score sheets and of single tricks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import add
from typing import Final

from twowaystreet._cards.cards import Card
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet.svg.elements import document, face, group, number, rectangle, text
from twowaystreet.svg.geometry import LARGE, Box, Place
from twowaystreet.svg.lettering import fitted, width_of

_ENTRY: Final = 11.0
_TOTAL: Final = 17.0
_NAME: Final = 13.0
_HEAD: Final = 32.0
_ROW: Final = 46.0
_START: Final = 24.0
"""The height of the row with the totals before the first hand, where they are not all 0."""
_MARGIN: Final = 6.0
_RADIUS: Final = 12.0
_LONGEST: Final = 130.0
"""The greatest width of a column that a name can demand."""


def _added(before: Sequence[int], points: Sequence[int]) -> tuple[int, ...]:
    return tuple(map(add, before, points))


def sheet(
    names: Sequence[str],
    hands: Sequence[HandScore[SeatScore]],
    start: Sequence[int],
    width: float,
) -> str:
    """Return a score sheet as on paper: the entries of each hand, with the totals below them.

    A game that does not begin with 0 points has a first row with the totals at its start.

    Args:
        names: the names of the players.
        hands: the scores of the hands.
        start: the totals before the first hand.
        width: the least width.
    """
    totals = list(accumulate((hand.points for hand in hands), _added, initial=tuple(start)))
    widest = max(
        [
            *(min(width_of(name, _NAME, bold=True), _LONGEST) for name in names),
            *(width_of(seat.entry, _ENTRY) for hand in hands for seat in hand.seats),
            *(width_of(str(total), _TOTAL, bold=True) + 2 * _RADIUS for total in totals[-1]),
        ]
    )
    column = max(width / len(names), widest + 2 * _MARGIN)
    height = _top(totals[0]) + _ROW * len(hands) + _MARGIN
    whole = Box(0, 0, column * len(names), height)
    return document(
        whole,
        _lines(names, hands, totals, column, whole),
        title=f"The score sheet of {', '.join(names)}",
        words=" ".join(_sentences(names, hands, totals)),
    )


def _top(start: Sequence[int]) -> float:
    """Return the top of the first hand, below the names and the totals at the start."""
    return _HEAD + (_START if any(start) else 0)


def _lines(
    names: Sequence[str],
    hands: Sequence[HandScore[SeatScore]],
    totals: Sequence[Sequence[int]],
    column: float,
    whole: Box,
) -> Iterator[str]:
    yield rectangle(Box(1, 1, whole.width - 2, whole.height - 2), "paper", 8)
    for place, name in enumerate(names):
        shown = fitted(name, column - _MARGIN, _NAME, bold=True)
        yield text(shown, column * (place + 0.5), 22, "name ink m")
    rules = [
        f"M{number(column * place)} 8V{number(whole.height - 8)}" for place in range(1, len(names))
    ]
    top = _top(totals[0])
    heights = [*([_HEAD] if any(totals[0]) else []), *(top + _ROW * at for at in range(len(hands)))]
    rules += [f"M8 {number(y)}H{number(whole.width - 8)}" for y in heights]
    if any(totals[0]):
        for place, points in enumerate(totals[0]):
            yield text(str(points), column * (place + 0.5), _HEAD + 17, "dim sum m")
    yield f'<path class="rule" d="{"".join(rules)}"/>'
    last = totals[-1]
    few = bool(hands) and hands[-1].fewer_is_better
    best = min(last) if few else max(last)
    for line, (hand, total) in enumerate(zip(hands, totals[1:], strict=True)):
        y = top + _ROW * line
        for place, (seat, points) in enumerate(zip(hand.seats, total, strict=True)):
            x = column * (place + 0.5)
            yield text(seat.entry, x, y + 17, "dim small m")
            yield text(str(points), x, y + 38, "sum ink m")
            if line == len(hands) - 1 and points == best:
                half = width_of(str(points), _TOTAL, bold=True) / 2 + _RADIUS - 2
                yield (
                    f'<ellipse class="best" cx="{number(x)}" cy="{number(y + 32)}" '
                    f'rx="{number(half)}" ry="{number(_RADIUS - 1)}"/>'
                )


def _sentences(
    names: Sequence[str],
    hands: Sequence[HandScore[SeatScore]],
    totals: Sequence[Sequence[int]],
) -> Iterator[str]:
    if any(totals[0]):
        begun = zip(names, totals[0], strict=True)
        yield f"At the start: {'; '.join(f'{name} {points}' for name, points in begun)}."
    for place, (hand, total) in enumerate(zip(hands, totals[1:], strict=True), start=1):
        entries = "; ".join(
            f"{name} {seat.entry}, total {points}"
            for name, seat, points in zip(names, hand.seats, total, strict=True)
        )
        yield f"Hand {place}: {entries}."


_STEP: Final = 20.0
"""The distance between the cards of one play."""
_APART: Final = 30.0
_UNDER: Final = 20.0


def plays(played: Sequence[tuple[str, Sequence[Card], str]], title: str, width: float) -> str:
    """Return the plays of a trick side by side, with the player and a word below each.

    Args:
        played: the name of the player, the cards and a word, for each play; no cards for a pass.
        title: the title of the picture.
        width: the width after which a new line begins.
    """
    parts: list[str] = []
    x = y = right = 0.0
    height = LARGE.height + 2 * _UNDER
    for name, cards, note in played:
        cell = LARGE.width + max(len(cards) - 1, 0) * _STEP
        if x and x + cell > width:
            x, y = 0.0, y + height
        centre = x + cell / 2
        faces = [
            face(card, Place(x + LARGE.width / 2 + place * _STEP, y + LARGE.height / 2 + 2))
            for place, card in enumerate(cards)
        ]
        parts += group(f"{name}{f', {note}' if note else ''}", faces)
        if not cards:
            parts.append(text("pass", centre, y + LARGE.height / 2, "dim small m"))
        shown = fitted(name, cell + _APART - 4, _NAME, bold=True)
        parts.append(text(shown, centre, y + LARGE.height + 18, "name ink m"))
        if note:
            parts.append(text(note, centre, y + LARGE.height + 32, "dim small m"))
        right = max(right, x + cell)
        x += cell + _APART
    edge = _APART / 2
    box = Box(-edge, -edge, right + 2 * edge, y + height + edge if played else 0)
    return document(box, [rectangle(box, "paper", 8), *parts] if played else [], title=title)
