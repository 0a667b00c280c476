"""Clocks: the time of people to move, and the steps of time in which bots move."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final

import attrs

from twowaystreet.errors import quoted
from twowaystreet.players._monte_carlo import LONGEST, OFFERS
from twowaystreet.table import Table, TableError


def _check_seconds(_: object, field: attrs.Attribute[float], value: float) -> None:
    if type(value) not in (int, float) or not 1 <= value <= 86_400:
        raise TableError(f"{field.name}={quoted(value)}: expected 1 to 86400 seconds")


def _check_strikes(_: object, field: attrs.Attribute[int], value: int) -> None:
    if type(value) is not int or not 1 <= value <= 100:
        raise TableError(f"{field.name}={quoted(value)}: expected a whole number from 1 to 100")


@attrs.frozen(kw_only=True)
class Clock:
    """The time of each move.

    Attributes:
        seconds: the seconds that a person has for a move, from 1 to a day.
        strikes: the moves in a row for which a person may be late. After the last one the rule of
            thumb plays the seat at once, until the person sends a move.

    Raises:
        TableError: if a value does not fit.

    >>> Clock(seconds=30)
    Clock(seconds=30, strikes=3)
    """

    seconds: float = attrs.field(default=60.0, validator=_check_seconds)
    strikes: int = attrs.field(default=3, validator=_check_strikes)


PATIENCE: Final = 300.0  # seconds until others may remove a silent person, without a clock
AGREEING: Final = 60.0  # seconds to agree to a new game, before bots take the seats of the others


@attrs.frozen
class Turn:
    number: int  # of the last event that changed the cards
    seat: int | None  # to move; None if a deal is due, or the game is over
    name: str = ""
    moves: int = 0
    again: bool = False  # if people want to play again, and the table waits for the others


class TurnTimer:
    """The clock of one table: it knows whose time runs, and who was late."""

    def __init__(self, clock: Clock | None) -> None:
        self.clock = clock
        self.turn: Turn | None = None
        self._begun = 0.0
        self._deadline: float | None = None
        self._late: dict[int, int] = {}
        self._spared: set[int] = set()  # seats of absent people who got time again, until they move
        self._names: tuple[str, ...] = ()

    def look(self, table: Table, now: float, pace: float) -> None:
        """Begin a new time, the pace for an absent person, if the table waits for another turn."""
        if table.names != self._names:  # a person who comes was never late
            pairs = enumerate(zip(table.names, self._names, strict=False))
            same = {seat for seat, (new, old) in pairs if new == old}
            self._late = {seat: count for seat, count in self._late.items() if seat in same}
            self._spared &= same
            self._names = table.names
        old, self.turn = self.turn, _turn_of(table)
        turn = self.turn
        if turn is not None and turn.again and not missing(table):
            self._deadline = now
        if turn == old or (turn is not None and old is not None and _goes_on(old, turn)):
            return
        self._begun, self._deadline = now, None
        if turn is not None and turn.again:
            self._deadline = now + (AGREEING if missing(table) else 0.0)
        elif turn is not None and self.clock is not None:
            self._deadline = now + (pace if self.is_absent(turn.seat) else self.clock.seconds)

    def is_absent(self, seat: int | None) -> bool:
        late = 0 if seat is None else self._late.get(seat, 0)
        return self.clock is not None and late >= self.clock.strikes

    def left(self, now: float) -> float | None:
        deadline = None if self.turn is None else self._deadline
        return None if deadline is None else max(0.0, deadline - now)

    def patience(self, now: float) -> float:
        """Return the seconds after which others may remove those for whom the table waits."""
        if self.turn is None or self.turn.again:
            return math.inf
        if self.clock is not None:
            return 0.0 if self.is_absent(self.turn.seat) else math.inf
        return max(0.0, self._begun + PATIENCE - now)

    def was_late(self, seat: int | None) -> None:
        if seat is not None:
            self._late[seat] = self._late.get(seat, 0) + 1

    def is_back(self, seat: int | None) -> None:
        if seat is not None:
            self._late.pop(seat, None)
            self._spared.discard(seat)

    def shows_up(self, seat: int | None) -> None:
        """Give an absent player time again, for this turn and the next, once until a move."""
        if seat is not None and seat not in self._spared and self.is_absent(seat):
            assert self.clock is not None
            self._late[seat] = self.clock.strikes - 2
            self._spared.add(seat)


def missing(table: Table) -> list[int]:
    return [seat for seat in table.people if seat not in table.again]


def _turn_of(table: Table) -> Turn | None:
    if table.is_over:
        return Turn(table.last_change, None, again=True) if table.again else None
    if table.free_seats or table.goes_on:
        return None
    seat = table.actor
    name = "" if seat is None else table.names[seat]
    return Turn(table.last_change, seat, name, len(table.record.moves))


def _goes_on(old: Turn, new: Turn) -> bool:
    return (old.seat, old.name) == (new.seat, new.name) and 0 < new.moves < old.moves


def longest_thought(bots: Iterable[str | None]) -> float:
    """Return the seconds that some bots usually think at most; 0 if all of them are quick.

    >>> longest_thought(["simple"]), longest_thought(["simple", "easy"]), longest_thought([None])
    (0, 0.2, 1)
    """
    slow = {*bots} - {"simple", "at_random", "random"}  # they take about a millisecond
    return 0 if not slow else LONGEST if slow <= OFFERS.keys() else 1


class Beat:
    """The steps of time in which the bots of a table move; pace 0 is for moves without a wait.

    The time of an answer must not tell whether a bot had a choice. All moves of bots therefore
    come on a grid. Where bots search, each move takes as many steps as the longest thought so far,
    from the first move on at least as long as they usually think.

    >>> beat = Beat(0.5)
    >>> [beat.after(seconds, longest=1) for seconds in (0.01, 1.2, 0.01)]
    [1.0, 1.5, 1.5]
    >>> beat.after(0.01, longest=0)
    0.5
    """

    def __init__(self, pace: float) -> None:
        self._pace = pace
        self._steps = 1

    def after(self, seconds: float, *, longest: float) -> float:
        """Return the seconds from the last move to the next one, after the seconds of a thought."""
        if not self._pace:
            return seconds
        steps = max(1, math.ceil(max(seconds, longest) / self._pace))
        if longest:
            steps = self._steps = max(self._steps, steps)
        return steps * self._pace
