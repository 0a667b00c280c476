"""The payoffs of single playouts within a compiled loop.

They are counted from points, or looked up by the result of the playout. The first playout with each
result is scored by the library, outside the loop.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, NamedTuple

import numpy as np

from twowaystreet._core.engine.sides import leads, sides_of
from twowaystreet.fast import scoring
from twowaystreet.fast.arrays import State
from twowaystreet.fast.batches import Batch
from twowaystreet.fast.bits import Counts, Signed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.kernel import RawResults
from twowaystreet.fast.scoring import Tallied, enter, longer, sought
from twowaystreet.fast.walks import Floats


class PayoffArrays(NamedTuple):
    """The rules by which the loop finds the payoffs of a playout, and their place.

    Attributes:
        facts: the numbers below.
        before: by start the points of each seat before it.
        side: the side of each seat.
        which: by start the number of the tally.
        tally: by tally the number of its facts.
        groups: by tally and hand the first hand of its group.
        caps: by tally and hand the number of tricks above which more do not matter.
        first: by tally the number of first tricks whose takers matter.
        tricks: the tricks of each hand before the start.
        rows: the known results.
        slots: their hash table.
        payoffs: their payoffs.
        row: the place for a result.
        found: the place for the payoffs of a playout.
    """

    facts: Signed
    before: Signed
    side: Signed
    which: Signed
    tally: Signed
    groups: Signed
    caps: Signed
    first: Signed
    tricks: Counts
    rows: Counts
    slots: Signed
    payoffs: Floats
    row: Counts
    found: Floats


KIND: Final = 0
SIDES: Final = 1
SIZE: Final = 2
SIGN: Final = 3
"""The columns of ``facts``: one of the kinds below, the number of sides, the number by which leads
are divided, and -1 if fewer points are better, else 1."""
BY_POINTS: Final = 0
BY_TALLY: Final = 1
BY_TRICKS: Final = 2


@compiled
def is_valued(start: int, worth: PayoffArrays, out: RawResults) -> bool:
    """Find the payoffs of the playout from a start; return whether they are known."""
    found = worth.found
    kind = worth.facts[KIND]
    if kind == BY_POINTS:
        total, points = np.int64(0), out.points
        for seat in range(found.size):
            points[start, seat] += worth.before[start, seat]
            total += points[start, seat]
        for seat in range(found.size):
            of_side = np.int64(0)
            for other in range(found.size):
                if worth.side[other] == worth.side[seat]:
                    of_side += points[start, other]
            lead = worth.facts[SIGN] * (worth.facts[SIDES] * of_side - total)
            found[seat] = lead / worth.facts[SIZE]
        return True
    if kind == BY_TRICKS:
        return False
    tally = worth.which[start]
    row = worth.row
    row[0] = worth.tally[tally]
    scoring.summarise(
        row,
        start,
        start,
        tally,
        worth.groups,
        worth.caps,
        worth.first,
        worth.tricks,
        out.won,
        out.winners,
    )
    number = sought(row, worth.rows, worth.slots)
    if number < 0:
        return False
    for seat in range(found.size):
        found[seat] = worth.payoffs[number, seat]
    return True


class Known:
    """The payoffs of the results so far, of hands with the same numbers of seats and hands.

    Several threads may read. So a result gets its payoffs before it gets its place in the hash
    table, and larger arrays leave the old ones as they are.
    """

    def __init__(self, seats: int, width: int) -> None:
        self.count = 0
        self.rows: Counts = np.empty((FIRST_SIZE, width), np.int32)
        self.payoffs: Floats = np.empty((FIRST_SIZE, seats), np.float64)
        self.slots: Signed = np.zeros(2 * FIRST_SIZE, np.int64)

    def shown_to(self, worth: PayoffArrays) -> PayoffArrays:
        """Return the rules of payoffs with the results so far."""
        return worth._replace(rows=self.rows, slots=self.slots, payoffs=self.payoffs)

    def add(self, row: Counts, payoffs: Floats) -> None:
        """Add a result unless another thread has added it."""
        if sought(row, self.rows, self.slots) >= 0:
            return
        if self.count == len(self.rows):
            self.rows = longer(self.rows)
            self.payoffs = longer(self.payoffs)
            slots: Signed = np.zeros(2 * len(self.rows), np.int64)
            scoring.refill(self.rows, self.count, slots)
            self.slots = slots
        self.rows[self.count], self.payoffs[self.count] = row, payoffs
        enter(row, self.count, self.slots)
        self.count += 1


FIRST_SIZE: Final = 1024
MOST: Final = 500_000
"""The number of kept payoffs after which they are forgotten."""
_facts: Final[dict[Hashable, int]] = {}
_known: Final[dict[tuple[int, int], Known]] = {}


def _known_of(facts: Sequence[Hashable], seats: int, width: int) -> tuple[Known, Signed]:
    """Return the known payoffs of such hands, and the numbers of some facts."""
    if len(_facts) > MOST or any(each.count > MOST for each in _known.values()):
        forget()
    found = _known.get((seats, width))
    if found is None:
        found = _known[seats, width] = Known(seats, width)
    return found, np.array([_facts.setdefault(each, len(_facts)) for each in facts], np.int64)


def forget() -> None:
    """Forget all payoffs."""
    _facts.clear()
    _known.clear()


_NUMBERS: Final[Signed] = np.zeros(0, np.int64)
_ROWS: Final[Signed] = np.zeros((0, 0), np.int64)
_COUNTS: Final[Counts] = np.zeros((0, 0), np.int32)
_NOTHING: Final = PayoffArrays(
    facts=_NUMBERS,
    before=_ROWS,
    side=_NUMBERS,
    which=_NUMBERS,
    tally=_NUMBERS,
    groups=_ROWS,
    caps=_ROWS,
    first=_NUMBERS,
    tricks=_COUNTS,
    rows=_COUNTS,
    slots=_NUMBERS,
    payoffs=np.zeros((0, 0), np.float64),
    row=np.zeros(0, np.int32),
    found=np.zeros(0, np.float64),
)


def worth_of(
    batch: Batch, worlds: Sequence[State], seats: int
) -> tuple[PayoffArrays, Known | None]:
    """Return the rules of the payoffs of a batch, and the known payoffs if it has some.

    Args:
        batch: the batch, with a playout of each world.
        worlds: the worlds, or one for all if they differ in their hands alone.
        seats: the number of seats.
    """
    worth = _NOTHING._replace(
        facts=np.array([BY_TRICKS, 0, 0, 0], np.int64), found=np.empty(seats, np.float64)
    )
    score = batch.score
    if isinstance(score, Tallied):
        width = 1 + batch.starts.held.shape[2] + batch.starts.winners.shape[1]
        with scoring.lock:
            known, tally = _known_of(score.facts(), seats, width)
        worth.facts[KIND] = BY_TALLY
        worth = worth._replace(
            which=score.which,
            tally=tally,
            groups=score.groups,
            caps=score.caps,
            first=score.first,
            tricks=score.before,
            row=np.empty(width, np.int32),
        )
        return known.shown_to(worth), known
    if batch.points:
        sides = sides_of(worlds[0].rules)
        _, size = leads([0] * seats, sides)
        sign = -1 if worlds[0]._score(()).fewer_is_better else 1
        worth.facts[:] = BY_POINTS, len(sides), size, sign
        side, before = np.zeros(seats, np.int64), np.zeros((len(worlds), seats), np.int64)
        for number, several in enumerate(sides):
            side[list(several)] = number
        for row, world in zip(before, worlds, strict=True):
            if world.tricks:
                row[:] = world._score(world.tricks).points
        before = np.repeat(before, len(batch.starts.facts) // len(worlds), axis=0)
        worth = worth._replace(before=before, side=side)
    return worth, None
