"""Worked examples of games, which the command ``example`` shows.

A game has them as ``EXAMPLES`` in the module ``examples`` beside its state class. The file
``examples.txt`` next to it has the record of a game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any, ClassVar

import attrs

from twowaystreet._core.engine.parts import own_part_of, package_of
from twowaystreet._core.records.records import Record
from twowaystreet._util.values import Value


@attrs.frozen
class Example(Value):
    """A worked example of a game.

    Attributes:
        name: the word after the command ``example``.
        title: the title.
        lines: a function that yields the lines.
        players: the players of the examples, in the order of seats.
    """

    name: str
    title: str
    lines: Callable[[], Iterator[str]]
    players: ClassVar = ("Zak", "Katie", "Jen", "Derek")


def examples_of(state: type[Any]) -> tuple[Example, ...]:
    """Return the worked examples of a game; ``()`` if it has none."""
    found: tuple[Example, ...] | None = own_part_of(state, "examples")
    return found or ()


def example_record(state: type[Any]) -> Record:
    """Return the record in the file ``examples.txt`` beside a state class.

    Raises:
        OSError: if the file is missing.
        RecordError: if it is not the record of a game.

    >>> from twowaystreet.games import brag
    >>> example_record(brag.State).state
    <Brag: hand over, scores 4 -2 -2>
    """
    return Record.from_text(files(package_of(state)).joinpath("examples.txt").read_text("utf-8"))
