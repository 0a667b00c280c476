"""Compiled batches with one fault each, which the comparison with ``apply`` must find."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from twowaystreet import rl
from twowaystreet.fast.records import RESET, Shared
from twowaystreet.rl._compiled_vector import Compiled, Openings


class _Leaked(Compiled):
    @override
    def _run(self, numbers: npt.NDArray[np.int64]) -> None:
        """Show the lowest card of the next seat in the own hand."""
        super()._run(numbers)
        turn = self._records.held.shape[2] // self.seats
        start = self.observation.pieces["hand"].start + 1
        for row, actor in enumerate(self._out.actor):
            held = int(self._records.held[row, 0, (actor + 1) % self.seats * turn])
            card = self._shared.column[(held & -held).bit_length() - 1]
            self._out.observation.hand[row, start + int(card)] = 1


class _TooSmall(Compiled):
    @override
    def _run(self, numbers: npt.NDArray[np.int64]) -> None:
        """Leave out the last of several legal numbers."""
        super()._run(numbers)
        for mask in self._out.mask:
            if mask.sum() > 1:
                mask[np.flatnonzero(mask)[-1]] = 0


class _TooLarge(Compiled):
    @override
    def _run(self, numbers: npt.NDArray[np.int64]) -> None:
        """Offer one number more."""
        super()._run(numbers)
        for mask in self._out.mask:
            mask[mask.argmin()] = 1


class _Lasting(Compiled):
    # Any: the arguments of the base class.
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._been_legal = self._out.mask.copy()

    @override
    def _enter(self, numbers: npt.NDArray[np.int64]) -> None:
        """Take all numbers that have been legal before; the first legal one is entered for them.

        A compiled step that enters an illegal number could write beyond its arrays.
        """
        self._been_legal |= self._out.mask
        entered = numbers.copy()
        for row, mask in enumerate(self._out.mask):
            if self._been_legal[row, numbers[row]] and not mask[numbers[row]]:
                entered[row] = mask.argmax()
        super()._enter(entered)


class _Shifted(Compiled):
    @override
    def _enter(self, numbers: npt.NDArray[np.int64]) -> None:
        """Enter the legal number after the one that was meant."""
        shifted = numbers.copy()
        for row, mask in enumerate(self._out.mask):
            legal = np.flatnonzero(mask).tolist()
            if numbers[row] in legal:
                shifted[row] = legal[(legal.index(numbers[row]) + 1) % len(legal)]
        super()._enter(shifted)


class _Swapped(Compiled):
    @override
    def _enter(self, numbers: npt.NDArray[np.int64]) -> None:
        """Exchange the payoffs of the first two seats."""
        super()._enter(numbers)
        self._out.rewards[:, :2] = self._out.rewards[:, 1::-1].copy()


class _LowWins(Openings):
    @override
    def put_into(self, shared: Shared) -> Shared:
        """Turn the strengths of cards that can win round."""
        made = super().put_into(shared)
        strength = made.tables.strength
        turned = np.where(strength > 0, strength.max() + 1 - strength, 0).astype(strength.dtype)
        return made._replace(tables=made.tables._replace(strength=turned))


class _WrongWinner(Compiled):
    # Any: the arguments of the base class.
    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._openings = _LowWins(self)


class _Stale(Compiled):
    @override
    def _run(self, numbers: npt.NDArray[np.int64]) -> None:
        """Keep the last mask of the hand before, after a new deal."""
        old = self._out.mask.copy()
        super()._run(numbers)
        if numbers[0] != RESET:
            self._out.mask[self._out.done] = old[self._out.done]


class _Absolute(Compiled):
    @override
    def _run(self, numbers: npt.NDArray[np.int64]) -> None:
        """Show the dealer as the table sees it."""
        super()._run(numbers)
        piece = self.observation.pieces["dealer"]
        for seen, actor in zip(self._out.observation.hand, self._out.actor, strict=True):
            seen[piece.start : piece.stop] = np.roll(seen[piece.start : piece.stop], actor)


def _making(batch: type[Compiled]) -> Callable[[str, int, int], Compiled]:
    def make(game: str, n: int, seed: int) -> Compiled:
        return batch(rl.Actions(game), rl.Observation(game), n, seed, 1)

    return make


FAULTS: Final = {
    "leaked card": _making(_Leaked),
    "mask too small": _making(_TooSmall),
    "mask too large": _making(_TooLarge),
    "old numbers stay legal": _making(_Lasting),
    "shifted numbers": _making(_Shifted),
    "swapped payoffs": _making(_Swapped),
    "wrong winner": _making(_WrongWinner),
    "stale mask after a new deal": _making(_Stale),
    "seats not relative": _making(_Absolute),
}
"""Functions of a game, the number of rows and a seed, by the fault of the batch they make."""
