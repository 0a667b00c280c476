"""The scoring of Twenty Down (TD-5, TD-9), from the facts of a hand alone."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import ClassVar, Final

import attrs

from twowaystreet import authoring as core
from twowaystreet.games.twenty_down.rules import ALL_IN, PLAYERS, TRICKS, Status, Trump

DOUBLED: Final = core.Suit.HEARTS
TIMES: Final = 2
"""The trumps that double all points, and how often these count (TD-5, TD-9)."""
START: Final = 20
"""The points with which each player begins (TD-9)."""
FOR_A_TRICK: Final = -1
FOR_NO_TRICK: Final = 5
"""The points of a player who is in, but takes no trick (TD-9)."""
FOR_STANDING_ALONE: Final = -5
"""The points of the only player who is in; the hand is not played (TD-5)."""
_IN_ALL: Final = (FOR_A_TRICK * TRICKS, FOR_NO_TRICK, FOR_STANDING_ALONE)
POINTS: Final = core.Between(TIMES * min(_IN_ALL), TIMES * max(_IN_ALL))


@attrs.frozen
class SeatScore(core.SeatScore):
    """One seat's score of one hand of Twenty Down.

    Attributes:
        status: in or out.
        tricks: the number of tricks that the seat took.
        points: the change of the seat's total; less is better.
    """

    status: Status
    tricks: int

    @property
    def entry(self) -> str:
        """The entry of the score sheet, tricks and points, or ``out``.

        >>> [seat.entry for seat in score([3, 2, 0, 0], "C", ["in", "in", "in", "out"]).seats]
        ['3:-3', '2:-2', '0:+5', 'out']
        """
        return f"{self.tricks}:{self.points:+}" if self.status is Status.IN else "out"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of Twenty Down.

    Attributes:
        trumps: the suit that was trumps; hearts count double.
        seats: the score of each seat, in the order of seats.
    """

    trumps: core.Suit

    fewer_is_better: ClassVar = True  # TD-9
    starts_at: ClassVar = START


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def factor_of(trumps: core.Suit | None) -> int:
    """Return how often points count with these trumps (TD-9)."""
    return TIMES if trumps is DOUBLED else 1


def score_of(tricks: Sequence[int], trumps: core.Suit, statuses: Sequence[Status]) -> HandScore:
    """Score a hand whose facts have been checked."""
    factor, alone = factor_of(trumps), statuses.count(Status.IN) == 1
    seats: list[SeatScore] = []
    for status, taken in zip(statuses, tricks, strict=True):
        points = FOR_STANDING_ALONE if alone else FOR_A_TRICK * taken or FOR_NO_TRICK
        seats.append(_new_seat_score(factor * points * (status is Status.IN), status, taken))
    return _new_hand_score(tuple(seats), trumps)


def score(
    tricks: Sequence[int], trumps: core.Suit | str, statuses: Sequence[Status | str]
) -> HandScore:
    """Score a hand of Twenty Down that was played with real cards; a trick is worth -1.

    Args:
        tricks: the number of tricks of each of the four players; five in all, or none if only one
            player was in.
        trumps: the suit that was trumps, as a :class:`~twowaystreet.Suit`, its letter or sign, or
            the move, such as ``trump H``.
        statuses: ``in`` or ``out`` for each player; at least one is in, and with diamonds all.

    Raises:
        RulesError: if these facts are impossible in one hand.

    >>> score([4, 1, 0, 0], "H", ["in", "in", "in", "out"]).points
    (-8, -2, 10, 0)
    """
    suit = _trumps(trumps)
    if suit is None:
        raise core.RulesError("trumps", trumps, "a suit: C, D, H or S", "TD-2")
    expected = f"{PLAYERS} words, in or out, and at least one in"
    read = partial(core.member_of, Status, any_case=True)
    known = core.checked_entries("statuses", statuses, read, expected, "TD-4", count=PLAYERS)
    playing = known.count(Status.IN)
    if not playing:
        raise core.RulesError("statuses", statuses, expected, "TD-4")
    if suit is ALL_IN and playing < PLAYERS:
        expected = "in for each, as diamonds are trumps, found out for seat"
        wrong = f"{expected} {known.index(Status.OUT)}"
        raise core.RulesError("statuses", statuses, wrong, "TD-4")
    in_all, rule = (TRICKS, "TD-9") if playing > 1 else (0, "TD-5")
    expected = f"{PLAYERS} whole numbers, {in_all} in all, 0 for each player who is out"
    counts = core.checked_counts("tricks", tricks, PLAYERS, in_all, expected, rule)
    for seat, (count, status) in enumerate(zip(counts, known, strict=True)):
        if count and status is Status.OUT:
            raise core.RulesError(
                "tricks", tricks, f"{expected}, found {count} for seat {seat}", "TD-6"
            )
    return score_of(counts, suit, known)


def _trumps(value: object) -> core.Suit | None:
    """Return a suit from its letter or sign, or from the move that names it."""
    if type(value) is not str:
        return core.member_of(core.Suit, value)
    for text in (value, f"{Trump.word} {value}"):
        with suppress(core.ParseError):
            named = core.read_move((Trump,), text)
            assert isinstance(named, Trump)
            return named.suit
    return None
