"""Batches: many hands at once, one move of each in a step."""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import prod
from operator import add
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, payoffs
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import deal_by
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._spaces.actions import Actions, Mask, Numbers
from twowaystreet._spaces.observation import Arrays, Observation
from twowaystreet.errors import RulesError

MOST_ROWS: Final = 2**24  # the greatest number of hands at once
ALIGNED: Final = 64
"""The arrays begin at multiples of this; JAX copies all others, of which NumPy makes most."""


class Step(NamedTuple):
    """A batch after a step: for each hand what the seat to move sees.

    Where a hand has just ended, ``rewards`` and ``done`` tell of it, and the other arrays show the
    next hand. If the deal of that hand ends it, as in Brag, the rewards are the sums of both hands.
    So the first step has rewards, too.

    The arrays belong to the batch, which writes the next step to them. PyTorch and JAX share their
    memory through DLPack: ``torch.from_dlpack(step.observation.hand)``. JAX expects that arrays
    never change, and so needs a copy of what its functions read after the next step.

    Attributes:
        observation: the arrays of the views, with an axis of ``n`` before.
        mask: the legal next numbers: int8, ``(n, size)``.
        actor: the seat to move: int32, ``(n,)``.
        rewards: the payoff of each seat where a hand has just ended, else 0: float32,
            ``(n, seats)``.
        done: True where a hand has just ended: bool, ``(n,)``.
    """

    observation: Arrays
    mask: Mask
    actor: npt.NDArray[np.int32]
    rewards: npt.NDArray[np.float32]
    done: npt.NDArray[np.bool_]


class Vector(ABC):
    """Many hands of one game, one in each row; made by :func:`vector`.

    :meth:`reset` begins the first hands, and :meth:`step` enters a number in each row. Both return
    a :class:`Step`:

    - ``observation``: what the seat to move sees. ``hand`` is int8 of shape
      ``(n, observation.sizes[0])``, and ``match``, the totals, int32 of shape
      ``(n, observation.sizes[1])``. ``observation.bounds`` has the least and the greatest number of
      each place. An unknown number is one less than the least, an unknown card or word all zeros.
    - ``mask``: int8 of shape ``(n, actions.size)``, with 1 for each number that is legal now.
      ``actions.names`` says what the numbers from 0 to ``actions.size - 1`` stand for.
    - ``rewards``: float32 of shape ``(n, seats)``: payoffs in points, which sum to zero and are not
      scaled. They are zero where ``done`` is not True.
    - ``actor`` and ``done``, of shape ``(n,)``: the seat to move, and whether a hand ended.

    ``observation.scaled(step.observation)`` is the input of a network: float32, from -1 to 1.

    Attributes:
        n: the number of hands at once.
        actions: the numbers of the moves.
        observation: the layout of the views.
        seats: the number of seats.
        seed: the seed of the deals.
        threads: the number of threads.
        compiled: True if the steps are compiled.

    >>> from twowaystreet import rl
    >>> batch = rl.vector("twos", 64, seed=7)
    >>> step = batch.reset()
    >>> inputs = batch.observation.scaled(step.observation)
    >>> inputs.shape, inputs.dtype, bool(abs(inputs).max() <= 1)
    ((64, 553), dtype('float32'), True)
    >>> weights = np.random.default_rng(1).normal(size=(inputs.shape[1], batch.actions.size))
    >>> step = batch.step(np.where(step.mask, inputs @ weights, -np.inf).argmax(axis=1))
    """

    compiled: bool = False
    _part: ClassVar[str]
    """The attribute with what the arrays do not tell of the hands."""

    def __init__(
        self, actions: Actions, observation: Observation, n: int, seed: int, threads: int
    ) -> None:
        self.actions, self.observation = actions, observation
        self.n, self.seed, self.threads = n, seed, threads
        self.seats: int = actions.rules.seats
        self._is_begun = False
        self._out = Step(
            Arrays(*(_zeros(each.shape, each.dtype) for each in observation.zeros(n))),
            _zeros((n, actions.size), np.int8),
            _zeros((n,), np.int32),
            _zeros((n, self.seats), np.float32),
            _zeros((n,), np.bool_),
        )

    def __repr__(self) -> str:
        how = "compiled" if self.compiled else "through apply"
        return f"<{self.n} hands of {self.actions.game.title}, {how}>"

    def reset(self) -> Step:
        """Begin with the first hand in each row, and return the first step."""
        self._out.rewards[:], self._out.done[:] = 0, False
        self._begin()
        self._is_begun = True
        return self._out

    def step(self, numbers: npt.ArrayLike) -> Step:
        """Enter a number for the seat to move in each row.

        Args:
            numbers: whole numbers, ``n`` of them, each of them legal by the mask of its row.

        Raises:
            IllegalMove: if a number is not legal; nothing has changed then.
            RulesError: if these are not ``n`` whole numbers, or ``reset`` has not been called.
        """
        if not self._is_begun:
            raise RulesError("step", "before the first hands", "reset() before it")
        given = np.asarray(numbers)
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise RulesError("numbers", numbers, f"{self.n} whole numbers")
        self._enter(np.ascontiguousarray(given, np.int64))
        return self._out

    def __reduce__(self) -> tuple[type[Vector], tuple[object, ...], tuple[object, ...]]:
        made_of = self.actions, self.observation, self.n, self.seed, self.threads
        return type(self), made_of, (self._is_begun, self._arrays(), getattr(self, self._part))

    def __setstate__(self, kept: tuple[Any, ...]) -> None:  # Any: parts of several types
        self._is_begun, arrays, part = kept
        for own, given in zip(self._arrays(), arrays, strict=True):
            own[:] = given
        setattr(self, self._part, part)

    def _arrays(self) -> list[Any]:  # Any: arrays of several types
        return [*self._out.observation, *self._out[1:]]

    @abstractmethod
    def _last_state(self, row: int) -> AnyState:
        """Return the last state of the hand that has just ended in a row by a move."""

    @abstractmethod
    def _begin(self) -> None:
        """Begin the first hands, and write the first step."""

    @abstractmethod
    def _enter(self, numbers: npt.NDArray[np.int64]) -> None:
        """Enter numbers, and write the next step."""


def _zeros(shape: tuple[int, ...], kind: npt.DTypeLike) -> Any:  # Any: arrays of several types
    """Return an array of zeros that begins where JAX can share its memory."""
    size = prod(shape) * np.dtype(kind).itemsize
    memory = np.zeros(size + ALIGNED, np.uint8)
    start = -memory.ctypes.data % ALIGNED
    return memory[start : start + size].view(kind).reshape(shape)


class ByApply(Vector):
    # A batch that goes through ``apply``, for every game. ``help`` shows the text of the base.
    __doc__ = Vector.__doc__

    _part = "_rows"
    _rows: tuple[_HandsOfRow, ...] = ()

    @override
    def _last_state(self, row: int) -> AnyState:
        return self._rows[row].last

    @override
    def _begin(self) -> None:
        self._rows = tuple(_HandsOfRow(self, number) for number in range(self.n))
        for number, row in enumerate(self._rows):
            self._show(number, row)

    @override
    def _enter(self, numbers: npt.NDArray[np.int64]) -> None:
        steps = [
            self.actions.step(row.view, row.begun, number)
            for row, number in zip(self._rows, numbers.tolist(), strict=True)
        ]
        for number, (row, step) in enumerate(zip(self._rows, steps, strict=True)):
            row.go_on(step)
            self._show(number, row)

    def _show(self, number: int, row: _HandsOfRow) -> None:
        out = self._out
        out.done[number] = row.ended is not None
        out.rewards[number] = row.ended or 0
        arrays = Arrays(out.observation.hand[number], out.observation.match[number])
        self.observation.encode(row.view, row.begun, arrays)
        out.mask[number] = self.actions.mask(row.view, row.begun)
        out.actor[number] = row.view.seat or 0


class _HandsOfRow:
    view: AnyView  # what the seat to move sees
    last: AnyState  # the last state of the latest hand that a move ended
    _state: AnyState

    def __init__(self, vector: Vector, number: int) -> None:
        self.begun: Numbers = ()
        self.ended: tuple[float, ...] | None = None  # the sums of payoffs of hands that just ended
        self._vector, self._number = vector, number
        self._begin(0)
        self._await_move()

    def go_on(self, step: Move | Numbers) -> None:
        self.ended = None
        if isinstance(step, tuple):
            self.begun = step
            return
        self.begun = ()
        self._state = apply(self._state, step)
        if self._state.hand_over:
            self.last = self._state
        self._await_move()

    def _begin(self, hand: int) -> None:
        actions = self._vector.actions
        self._state = actions.game.new_game(actions.rules, dealer=hand % self._vector.seats)
        self._key = chance.key_of(self._vector.seed, self._number, hand)
        self._hand, self._deals = hand, 0

    def _await_move(self) -> None:
        """Deal as often as a deal is due, and show the cards to the seat to move."""
        while self._state.actor is None:
            if self._state.hand_over:  # by a move, or by its deal
                worth = payoffs(self._state)
                self.ended = tuple(map(add, self.ended, worth)) if self.ended else worth
                self._begin(self._hand + 1)
            deal = deal_by(self._state, chance.at(self._key, self._deals))
            self._state = apply(self._state, deal)
            self._deals += 1
        self.view = view(self._state, self._state.actor)
