"""The legal moves of one type in a few lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from twowaystreet._display.values import Each, Entry
from twowaystreet._engine.moves import Move
from twowaystreet._util.words import in_runs

FEW: Final = 6
"""The greatest number of moves of a type to list; for more moves the prompt gives an example."""


def moves_or_example(moves: Sequence[Move], text: Callable[[Move], str]) -> list[Entry]:
    """Return few moves of one type each, and of many their form with an example.

    Args:
        moves: the moves, at least one.
        text: gives the text of a move for people.
    """
    if len(in_runs(map(str, moves))) <= FEW:
        return [Each(tuple(moves))]
    return [(f"{moves[0].form}, such as {text(moves[len(moves) // 2])}",)]
