"""The scoring of Two Way Street (ST-20 to ST-25), from the facts of a hand alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import TRICKS, Direction, typed_direction
from twowaystreet.games.street.rules import DECLARED, FEWEST, FORCING, MOST, Declaration

LOW_MINUEND: Final = MappingProxyType({3: 8, 4: 6, 5: 5, 6: 4, 7: 3, 8: 3, 9: 2, 10: 2})
"""The number from which a low player's tricks are subtracted, by the number of players (ST-20)."""
OF_MORE: Final = 1


def low_minuend(players: int) -> int:
    """Return the number minus which a low player's tricks count (ST-20)."""
    return LOW_MINUEND.get(players, OF_MORE)


class Case(StrEnum):
    """The four cases in which the penalty is found (ST-21)."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"


_A, _B, _C, _D = Case
_IS_HIGH: Final = MappingProxyType(
    {declaration: declaration.direction is Direction.HIGH for declaration in Declaration}
)
FOR_DECLARED: Final = 2
FOR_FORCED: Final = 3
FACTOR: Final = MappingProxyType(
    {said: FOR_FORCED if said.forced else FOR_DECLARED for said in Declaration}
)
"""The factor of the refined score, for declared and forced directions (ST-23)."""
FORCED_IN_TIE: Final = 1
"""The points of a forced player in a tie of case C, who would otherwise score 0 (ST-21)."""
MOST_POINTS: Final = max(
    FORCED_IN_TIE, 2 * max(TRICKS, OF_MORE, *LOW_MINUEND.values()) * max(FOR_DECLARED, FOR_FORCED)
)
"""A bound of the points of a hand: raw scores differ at most twice as much as one can count."""


@attrs.frozen
class SeatScore(core.SeatScore):
    """One seat's score of one hand of Two Way Street, step by step.

    Attributes:
        declaration: the direction, declared or forced.
        tricks: the number of tricks that the seat took.
        raw: the tricks for high; a fixed number minus the tricks for low (ST-20).
        penalty: the number subtracted from every raw score (ST-21).
        points: the change of the seat's total.
    """

    declaration: Declaration
    tricks: int
    raw: int
    penalty: int

    @property
    def direction(self) -> Direction:
        """High or low."""
        return self.declaration.direction

    @property
    def forced(self) -> bool:
        """True if the direction was forced."""
        return self.declaration.forced

    @property
    def refined(self) -> int:
        """The raw score minus the penalty, never below zero (ST-23)."""
        return max(self.raw - self.penalty, 0)

    @property
    def entry(self) -> str:
        """The score sheet's entry, such as ``LD,6-4:2`` (ST-25)."""
        return f"{self.declaration},{self.raw}-{self.penalty}:{self.refined}"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of Two Way Street.

    Attributes:
        penalty: the number subtracted from every raw score (ST-21).
        case: the case in which the penalty was found.
        seats: the score of each seat, in the order of seats.
    """

    penalty: int
    case: Case


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def penalty_of(raw: Sequence[int]) -> tuple[int, Case]:
    """Return the penalty and its case, from all raw scores in any order (ST-21)."""
    first, second, third, *rest = sorted(raw, reverse=True)
    # ST-22: three players have no fourth score; a tie that includes the lowest is case C.
    fourth = rest[0] if rest else third
    if second != third:
        return third, _A
    if third != fourth:
        return fourth, _B
    if first != second:
        return second, _C
    return max((score for score in raw if score < first), default=first), _D


def score_of(declarations: Sequence[Declaration], tricks: Sequence[int]) -> HandScore:
    """Score a hand whose facts have been checked (ST-20 to ST-23)."""
    minuend = low_minuend(len(tricks))
    raws = [
        taken if _IS_HIGH[declaration] else minuend - taken
        for declaration, taken in zip(declarations, tricks, strict=True)
    ]
    penalty, case = penalty_of(raws)
    seats: list[SeatScore] = []
    build = _new_seat_score
    for declaration, taken, raw in zip(declarations, tricks, raws, strict=True):
        points = (raw - penalty) * FACTOR[declaration] if raw > penalty else 0
        if case is _C and raw == penalty and declaration.forced:
            points = FORCED_IN_TIE
        seats.append(build(points, declaration, taken, raw, penalty))
    return _new_hand_score(tuple(seats), penalty, case)


def said_in_turn(directions: Sequence[Direction], first: int) -> list[Declaration]:
    """ST-7, ST-8: declarations in turn; one that the others had barred is the forced one."""
    found = [DECLARED[direction] for direction in directions]
    said = dict.fromkeys(Declaration, 0)
    for seat in core.rotation(first, len(found)):
        for declared, forced in FORCING:
            if 2 * said[declared] > len(found):
                found[seat] = forced
        said[found[seat]] += 1
    return found


def _last_to_declare(declarations: Sequence[Declaration]) -> int:
    """ST-7, ST-8: forced seats are the last ones, without them one of the majority."""
    after = [*declarations[1:], declarations[0]]
    ends = [said.forced and not then.forced for said, then in zip(declarations, after, strict=True)]
    [(most, _)] = Counter(declarations).most_common(1)
    return ends.index(True) if any(ends) else declarations.index(most)


def _said(value: object) -> Declaration | Direction | None:
    return core.member_of(Declaration, value, any_case=True) or typed_direction(value)


def score(
    declarations: Sequence[Declaration | Direction | str],
    tricks: Sequence[int],
    *,
    dealer: int | None = None,
) -> HandScore:
    """Score a hand that was played with real cards.

    Args:
        declarations: for each of 3 to 1000 seats its direction: ``high`` or ``low``, or ``h`` or
            ``l``. Or as :class:`Declaration` and the score sheet have it, declared or forced:
            ``HD``, ``LD``, ``HF``, ``LF``.
        tricks: the number of tricks of each seat; ten in all.
        dealer: the seat that declared first, which decides whether a ``high`` or ``low`` was
            forced; with ``None`` it was declared.

    Raises:
        RulesError: if these facts are impossible in one hand.
        SeatError: if the dealer is not a seat.

    >>> hand = score(["low", "high", "low", "high"], [0, 4, 0, 6])
    >>> hand.points, [seat.entry for seat in hand.seats]
    ((4, 0, 4, 4), ['LD,6-4:2', 'HD,4-4:0', 'LD,6-4:2', 'HD,6-4:2'])
    """
    expected = f"those of {FEWEST} to {MOST} players: high or low; or HD, LD, HF or LF each"
    said: tuple[Declaration | Direction, ...] = core.checked_entries(
        "declarations", declarations, _said, expected, "ST-25"
    )
    players = len(said)
    if not FEWEST <= players <= MOST:
        raise core.RulesError("declarations", declarations, expected, "ST-4")
    known = [DECLARED[one] if isinstance(one, Direction) else one for one in said]
    if dealer is None:
        said, first = tuple(known), (_last_to_declare(known) + 1) % players
    else:
        first = core.checked_seat(dealer, players)
    in_turn = said_in_turn([one.direction for one in known], first)
    for seat in core.rotation(first, players):
        if said[seat] not in (in_turn[seat], in_turn[seat].direction):
            forced = f"forced where, from seat {first} on, more than half of all players"
            found = f"found {core.quoted(said[seat])} for seat {seat}"
            expected = f"{' '.join(in_turn)}, {forced} had declared the other way: {found}"
            raise core.RulesError("declarations", declarations, expected, "ST-8")
    expected = f"{players} whole numbers, {TRICKS} tricks in all"
    counts = core.checked_counts("tricks", tricks, players, TRICKS, expected, "ST-12")
    return score_of(in_turn, counts)
