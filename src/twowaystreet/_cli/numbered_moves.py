"""The legal moves as the prompt lists them, with numbers where a number can pick a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

import attrs

from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Move, Play
from twowaystreet._text.game_ui import game_ui_of
from twowaystreet._text.game_ui.common import FEW, Each, MoveList
from twowaystreet._text.output import (
    Line,
    by_suit,
    faint,
    flowed,
    labelled,
    padded,
    phrase,
    width_of,
)
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


def choices_of(game: Game, view: AnyView) -> Choices:
    """Return the legal moves of a view as the prompt lists them."""
    ui = game_ui_of(game.name)
    lists: dict[type[Move], MoveList] = {Play: _plays(ui.hands.to_play(view)), **ui.list_moves}
    legal = view.legal_moves or ()
    has_numbers = any(word.isdecimal() for move in legal for word in str(move).split())
    lines: list[Line] = []
    numbered: list[Move] = []
    for move_type, same in groupby(legal, type):
        rows: list[Line] = []
        for entry in lists.get(move_type, _others)(view, tuple(same)):
            if not isinstance(entry, Each):
                rows.append(entry)
            elif has_numbers:
                rows.append((*entry.origin, *_texts(entry.moves)))
            else:
                rows += _with_numbers(entry, len(numbered) + 1)
                numbered += entry.moves
        lines.append(labelled("or" if lines else "Your move", rows[0]))
        lines += [labelled("", row) for row in rows[1:]]
    worth = [labelled(label, line) for label, line in ui.worth(view)]
    return Choices((*lines, *worth), tuple(numbered))


def number_tag(number: int) -> str:
    """Return the number of a move as the prompt shows it."""
    return f"[{number}]"


def _with_numbers(entry: Each, first: int) -> list[Line]:
    """Return moves with their numbers, side by side in cells of one width."""
    cells: list[Line] = [
        (faint(f"{number_tag(number)} "), *phrase(str(move)))
        for number, move in enumerate(entry.moves, first)
    ]
    width = max(map(width_of, cells)) + 1
    start = [entry.origin] if entry.origin else []
    return flowed([*start, *(padded(cell, width) for cell in cells)])


def _texts(moves: Sequence[Move]) -> Line:
    """Return moves without numbers: cards by suit, others with commas."""
    cards = [move.card for move in moves if isinstance(move, Play)]
    return by_suit(cards) if len(cards) == len(moves) else phrase(", ".join(_runs(map(str, moves))))


def _plays(hand: str) -> MoveList:
    """Return the function that lists the plays of single cards from a hand of this name."""
    origin = (f"from your {hand} hand:",) if hand else ()
    return lambda view, moves: [Each(tuple(moves), origin)]


def _others(view: AnyView, moves: Sequence[Move]) -> list[Line | Each]:
    if len(_runs(map(str, moves))) <= FEW:
        return [Each(tuple(moves))]
    return [(f"{moves[0].form}, such as ", *phrase(str(moves[len(moves) // 2])))]


def _runs(texts: Iterable[str]) -> list[str]:
    """Join neighbouring texts that differ only in their last number.

    >>> _runs(["bid 4", "bid 5", "bid 6", "bemo"])
    ['bid 4 to 6', 'bemo']
    """

    def before_number(text: str) -> str:
        words, _, last = text.rpartition(" ")
        return words if last.isdecimal() else text

    runs = [list(run) for _, run in groupby(texts, before_number)]
    return [
        run[0] if len(run) == 1 else f"{run[0]} to {run[-1].rpartition(' ')[2]}" for run in runs
    ]
