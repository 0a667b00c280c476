"""The names of the players on the screen."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Final

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.lines import can_show, phrase, width_of
from twowaystreet._core.display.people import YOU
from twowaystreet._core.engine.score_sheet import score_sheet
from twowaystreet.errors import RulesError, quoted

_LONGEST: Final = 20
"""The greatest number of columns of a name."""


class NameProblem(ValueError):
    """A name that cannot be used; the message is a single line."""


def order_of_others(seats: int, human: int | None) -> list[int]:
    """Return the seats that the program plays, in the order of play from the person's left.

    >>> order_of_others(4, 2), order_of_others(3, None)
    ([3, 0, 1], [0, 1, 2])
    """
    first = 0 if human is None else human + 1
    return [seat % seats for seat in range(first, first + seats) if seat % seats != human]


def seat_names(seats: int, human: int | None, given: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of the seats: "You" for the human, given names or numbers for the others.

    Args:
        seats: the number of seats.
        human: the seat of the person who plays, if there is one.
        given: names of the others in the order of play from the person's left.

    >>> seat_names(4, 1, ["Ann", "Ben"])
    ('Seat 0', 'You', 'Ann', 'Ben')
    """
    names = [YOU if seat == human else f"Seat {seat}" for seat in range(seats)]
    for seat, name in zip(order_of_others(seats, human), given, strict=False):
        names[seat] = name
    return tuple(names)


def player_names(seats: int) -> tuple[str, ...]:
    """Return names for players whose names nobody knows, as people count: from one.

    >>> player_names(2)
    ('Player 1', 'Player 2')
    """
    return tuple(f"Player {number}" for number in range(1, seats + 1))


def read_names(text: str, seats: int, human: int | None) -> tuple[str, ...]:
    """Return the names of the seats from the names of the others, separated by commas.

    Args:
        text: the names in the order of play from the person's left; empty for numbers.
        seats: the number of seats.
        human: the seat of the person who plays, if there is one.

    Raises:
        NameProblem: if a name cannot be used, or there are more names than other players.
    """
    given = [name.strip() for name in text.split(",")] if text else []
    others = seats - (human is not None)
    if len(given) > others:
        raise NameProblem(f"{len(given)} names: expected at most {others}, one for each opponent")
    for name in given:
        if problem := _problem_of(name):
            raise NameProblem(f"the name {quoted(name)}: expected {problem}")
    names = seat_names(seats, human, given)
    if len({name.casefold() for name in names}) < seats:
        raise NameProblem(f"the names {', '.join(names)}: expected a different one for each player")
    return names


def _problem_of(name: str) -> str:
    """Return the demand that a name does not meet; an empty text for a good name."""
    try:
        score_sheet([name], [])
    except RulesError as error:
        return error.expected
    if not 0 < width_of((name,)) <= _LONGEST:
        return f"a text of 1 to {_LONGEST} columns"
    if any(isinstance(piece, Card) for piece in phrase(name)):
        return "a name that is no card"
    if not can_show(name, sys.stdout.encoding or "ascii"):
        return "letters that this terminal can show"
    return ""
