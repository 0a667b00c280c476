"""The moves of playouts between the deal and the play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._core.engine.moves import Move
from twowaystreet._util.values import Value
from twowaystreet.fast.bits import Unsigned

# Any: the indices of the first two axes of the results.
Place: TypeAlias = Any
Whole: TypeAlias = npt.NDArray[np.int32]

NOBODY: Final = -1
"""The number of a move, and of a seat, where there is none."""


@attrs.frozen(eq=False)
class Choices(Value):
    """The moves between the deal and the play: declarations, bids, exchanges and others.

    The first axes of the arrays, which are read-only, are those of :class:`Playouts`. The last axis
    numbers the moves of a hand since its last deal. In a game without tricks these are all its
    moves.

    Attributes:
        moves: the different moves that occur.
        made: the numbers of the moves in ``moves``; -1 after the last.
        seats: the seats that made them; -1 after the last.
    """

    moves: tuple[Move, ...]
    made: Whole
    seats: Whole

    def __attrs_post_init__(self) -> None:
        """Make the arrays read-only."""
        for array in (self.made, self.seats):
            array.setflags(write=False)

    def __getitem__(self, place: Any) -> tuple[tuple[int, Move], ...]:
        """Return the moves of one hand, each with its seat.

        >>> from twowaystreet import fast
        >>> said = fast.hands("duel", 500, seed=1, policy="simple", choices=True).choices
        >>> [f"{seat}: {move}" for seat, move in said[1]]
        ['0: bid 1 high', '1: bid 2 low', '1: exchange QC JS']
        """
        seats: list[int] = self.seats[place].tolist()
        both: Iterable[tuple[int, int]] = zip(seats, self.made[place].tolist(), strict=True)
        return tuple((seat, self.moves[number]) for seat, number in both if number != NOBODY)


class Noted:
    """The choices of a call, as far as they are known."""

    def __init__(self, states: int, n: int) -> None:
        self._shape = states, n
        self._compiled: list[tuple[Place, Unsigned, Callable[[int], Move]]] = []
        self._listed: list[tuple[int, int, Sequence[tuple[int, Move]]]] = []

    def open(self, place: Place, said: Unsigned, move: Callable[[int], Move]) -> None:
        """Add the moves that compiled openings noted."""
        self._compiled.append((place, said, move))

    def add(self, number: int, playout: int, moves: Sequence[tuple[int, Move]]) -> None:
        """Add moves made through ``apply``, each after its seat."""
        self._listed.append((number, playout, moves))

    def choices(self) -> Choices:
        """Return all choices."""
        compiled = [int(said[:, 0, 0].max(initial=0)) for _, said, _ in self._compiled]
        longest = max([*compiled, *(len(moves) for _, _, moves in self._listed)], default=0)
        made: Whole = np.full((*self._shape, longest), NOBODY, np.int32)
        seats: Whole = np.full_like(made, NOBODY)
        numbers: dict[Move, int] = {}
        for place, said, move in self._compiled:
            rows = said[:, 1 : 1 + longest]
            width = rows.shape[1]
            counts = said[:, 0, :1].astype(np.int64)
            steps: npt.NDArray[np.int64] = np.arange(width, dtype=np.int64)
            is_there: npt.NDArray[np.bool_] = np.less(steps, counts)
            codes, which = np.unique(rows[:, :, 0][is_there], return_inverse=True)
            known = [numbers.setdefault(move(code), len(numbers)) for code in codes.tolist()]
            found: Whole = np.full(is_there.shape, NOBODY, np.int32)
            found[is_there] = np.array(known, np.int32)[which]
            at: Any = (*place, slice(width))
            made[at] = found.reshape(made[at].shape)
            of_seats = np.where(is_there, rows[:, :, 1].astype(np.int32), NOBODY)
            seats[at] = of_seats.reshape(made[at].shape)
        for number, playout, moves in self._listed:
            for step, (seat, each) in enumerate(moves):
                made[number, playout, step] = numbers.setdefault(each, len(numbers))
                seats[number, playout, step] = seat
        return Choices(tuple(numbers), made, seats)
