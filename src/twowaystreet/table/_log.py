"""The log of a table, which keeps few events without a move, so that it grows as the game does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import takewhile
from operator import attrgetter
from typing import Final

import attrs

from twowaystreet._util.values import Value


class Happened(StrEnum):
    """The kinds of events."""

    JOIN = "join"
    """A player took a seat."""
    MOVE = "move"
    """A move, or a deal."""
    ASK = "ask"
    """A player asked to take back a move."""
    AGREE = "agree"
    """Another player agreed to it, and others must still agree."""
    DECLINE = "decline"
    """A player said no to it, or gave it up, and the moves stand."""
    UNDO = "undo"
    """A move was taken back, with all moves after it."""
    FAULT = "fault"
    """A bot failed; a random player moves for it until the next deal."""
    LEAVE = "leave"
    """A player left, and the seat is free."""
    REPLACE = "replace"
    """Another person or a bot took over a seat."""
    LATE = "late"
    """The time of a player ran out; the next event is the move that the host made."""
    AGAIN = "again"
    """A player wants to play again after the end of a game."""
    REMATCH = "rematch"
    """A new game began with the same people."""


_GOES_ON: Final = frozenset({Happened.MOVE, Happened.REMATCH})
CHANGES: Final = _GOES_ON | {Happened.UNDO}  # kinds of events that change the cards
SEATINGS: Final = frozenset({Happened.JOIN, Happened.LEAVE, Happened.REPLACE})
"""The kinds of events that change the name of a seat."""
_REQUESTS: Final = frozenset({Happened.ASK, Happened.AGREE, Happened.DECLINE})
_MOST: Final = 4  # the most changes of a seat that the log keeps between two moves as they were


@attrs.frozen
class LogEntry(Value):
    number: int  # number of the event, from 1. Numbers never repeat, even after an undo.
    happened: Happened
    seat: int | None  # seat that acted; None for a deal, and for a new game
    moves: int
    before: str = ""  # name of the seat before the event, if the event changed it


def _since_move(log: tuple[LogEntry, ...]) -> list[LogEntry]:
    return [*takewhile(lambda one: one.happened not in _GOES_ON, reversed(log))][::-1]


def _requests(since: Iterable[LogEntry]) -> list[list[LogEntry]]:
    """Return the requests to take back a move, each with the answers to it."""
    found: list[list[LogEntry]] = []
    for one in since:
        if one.happened is Happened.ASK:
            found.append([one])
        elif one.happened in _REQUESTS and found:
            found[-1].append(one)
    return found


def _is_declined(request: Sequence[LogEntry]) -> bool:
    """Return whether another player said no; a request that the player gave up is none."""
    asks, answer = request[0], request[-1]
    return answer.happened is Happened.DECLINE and answer.seat != asks.seat


def declined(log: tuple[LogEntry, ...]) -> set[int | None]:
    """Return the seats to which others have said no since the last move."""
    return {each[0].seat for each in _requests(_since_move(log)) if _is_declined(each)}


def shortened(
    log: tuple[LogEntry, ...], new: LogEntry, names: Sequence[str], *, is_asked: bool = False
) -> tuple[LogEntry, ...]:
    """Return a log with one more event, without those since the last move that changed nothing.

    The names are those after it. A request to take back a move may wait for answers: ``is_asked``.
    """
    since = _since_move(log)
    if not since:
        return (*log, new)
    requests, asked = _requests(since), dict[int | None, Sequence[LogEntry]]()
    if new.happened not in CHANGES:  # nobody whom others have declined asks again before a move
        asked |= {each[0].seat: (each[0], each[-1]) for each in requests if _is_declined(each)}
    if requests and (is_asked or new.happened is Happened.MOVE):
        last = requests[-1]
        asked |= {last[0].seat: last} if last[-1].happened is not Happened.DECLINE else {}
    numbers = {one.number for each in asked.values() for one in each}
    kept = [one for one in since if one.happened not in _REQUESTS or one.number in numbers]
    if new.happened is Happened.UNDO:
        kept = [one for one in kept if one.happened is not Happened.UNDO]
    if new.happened in SEATINGS:  # who sits there now has not given the word
        word = (Happened.AGAIN, new.seat)
        kept = [one for one in kept if (one.happened, one.seat) != word]
    for seat, name in enumerate(names):
        trail, others = list[LogEntry](), list[LogEntry]()
        for one in kept:
            (trail if one.happened in SEATINGS and one.seat == seat else others).append(one)
        if len(trail) >= _MOST:
            now = new.before if new.happened in SEATINGS and new.seat == seat else name
            kept = sorted((*others, *_fewer(trail, now)), key=attrgetter("number"))
    return (*log[: len(log) - len(since)], *kept, new)


def _fewer(trail: Sequence[LogEntry], now: str) -> list[LogEntry]:
    """Return one or two changes that give a seat its present name, or none if it had it before."""
    found: list[LogEntry] = []
    for one in trail:
        found = [*_until(one.before, found), one]
    found = _until(now, found)
    if len(found) < 2:
        return found
    end = found[-2:] if found[-1].happened is Happened.JOIN else found[-1:]
    return [attrs.evolve(end[0], before=found[0].before), *end[1:]]


def _until(name: str, trail: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the changes of a seat up to the first time that it had a name."""
    return [*takewhile(lambda one: one.before != name, trail)]
