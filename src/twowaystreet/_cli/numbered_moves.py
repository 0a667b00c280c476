"""The legal moves as the prompt lists them, with numbers where a number can pick a move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import attrs

from twowaystreet._display.display import AnyDisplay
from twowaystreet._display.lines import (
    Line,
    by_suit,
    faint,
    flowed,
    labelled,
    padded,
    phrase,
    width_of,
)
from twowaystreet._display.values import Each
from twowaystreet._engine.moves import Move, Play
from twowaystreet._util.words import in_runs
from twowaystreet._views.views import AnyView


@attrs.frozen
class Choices:
    """The legal moves of a view, one line or more for each move type.

    Attributes:
        lines: the lines to show.
        numbered: the moves that a number picks; the first has the number 1. Nothing has a number
            where a move itself contains one, as ``bid 6`` does.
    """

    lines: tuple[Line, ...]
    numbered: tuple[Move, ...]


def choices_of(display: AnyDisplay, view: AnyView) -> Choices:
    """Return the legal moves of a view as the prompt lists them."""
    legal = view.legal_moves or ()
    has_numbers = any(word.isdecimal() for move in legal for word in str(move).split())
    lines: list[Line] = []
    numbered: list[Move] = []
    for _, same in groupby(legal, type):
        rows: list[Line] = []
        for entry in display.list_moves(view, tuple(same)):
            if not isinstance(entry, Each):
                rows.append(entry)
            elif has_numbers:
                rows.append((*entry.origin, *_texts(display, entry.moves)))
            else:
                rows += _with_numbers(display, entry, len(numbered) + 1)
                numbered += entry.moves
        lines.append(labelled("or" if lines else "Your move", rows[0]))
        lines += [labelled("", row) for row in rows[1:]]
    worth = [
        labelled("" if place else "Worth", line) for place, line in enumerate(display.worth(view))
    ]
    return Choices((*lines, *worth), tuple(numbered))


def number_tag(number: int) -> str:
    """Return the number of a move as the prompt shows it."""
    return f"[{number}]"


def _with_numbers(display: AnyDisplay, entry: Each, first: int) -> list[Line]:
    """Return moves with their numbers, side by side in cells of one width."""
    cells: list[Line] = [
        (faint(f"{number_tag(number)} "), *phrase(display.move_text(move)))
        for number, move in enumerate(entry.moves, first)
    ]
    width = max(map(width_of, cells)) + 1
    start = [entry.origin] if entry.origin else []
    return flowed([*start, *(padded(cell, width) for cell in cells)])


def _texts(display: AnyDisplay, moves: Sequence[Move]) -> Line:
    """Return moves without numbers: cards by suit, others with commas."""
    cards = [move.card for move in moves if isinstance(move, Play)]
    if len(cards) == len(moves):
        return by_suit(cards)
    return phrase(", ".join(in_runs(map(display.move_text, moves))))
