"""The legal moves of one type in a few lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from twowaystreet._display.lines import phrase
from twowaystreet._display.values import Each, Entry
from twowaystreet._engine.moves import Move

FEW: Final = 6
"""The greatest number of moves of a type to list; for more moves the prompt gives an example."""


def moves_or_example(moves: Sequence[Move]) -> list[Entry]:
    """Return few moves of one type each, and of many their form with an example."""
    if len(runs(map(str, moves))) <= FEW:
        return [Each(tuple(moves))]
    return [(f"{moves[0].form}, such as ", *phrase(str(moves[len(moves) // 2])))]


def runs(texts: Iterable[str]) -> list[str]:
    """Join neighbouring texts that differ only in their last number.

    >>> runs(["bid 4", "bid 5", "bid 6", "bemo"])
    ['bid 4 to 6', 'bemo']
    """

    def before_number(text: str) -> str:
        words, _, last = text.rpartition(" ")
        return words if last.isdecimal() else text

    same = [list(run) for _, run in groupby(texts, before_number)]
    return [
        run[0] if len(run) == 1 else f"{run[0]} to {run[-1].rpartition(' ')[2]}" for run in same
    ]
