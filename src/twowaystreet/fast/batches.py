"""Batches: playouts that the kernel plays in one call, and their scores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor, wait
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import pairwise
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._playouts import chance, scores
from twowaystreet._tricks.play_tables import PlayTables, Tally, TrickPoints, class_of
from twowaystreet.fast import arrays, kernel, policies, scoring
from twowaystreet.fast.arrays import Position, State
from twowaystreet.fast.bits import Counts, Signed
from twowaystreet.fast.choices import Choices
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.kernel import Results, Starts, Tables
from twowaystreet.fast.scoring import Scored, Tallied

Part: TypeAlias = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], Counts, Counts]
"""Points, payoffs and tricks by playout and seat, and moves by playout."""

PARTS: Final = 4
"""The number of parts for each thread, as some playouts take longer than others."""


def quiet() -> AbstractContextManager[object]:
    """Return the context in which plain Python does not warn about overflow of random numbers."""
    return np.errstate(over="ignore") if IS_PLAIN else nullcontext()


@attrs.frozen(eq=False)
class Workers:
    """The threads of a call.

    Attributes:
        threads: the number of threads.
        pool: the pool of threads; ``None`` to work in this one.
    """

    threads: int
    pool: Executor | None

    def share(self, work: Callable[[int, int], None], last: int) -> None:
        """Do work for the numbers from 0 to before ``last``, in parts for the threads."""
        if IS_PLAIN:
            with quiet():
                work(0, last)
        elif self.pool is None or last < 2 * self.threads:
            work(0, last)
        else:
            parts = min(last, PARTS * self.threads)
            cuts = [last * part // parts for part in range(parts + 1)]
            done = [self.pool.submit(work, *cut) for cut in pairwise(cuts)]
            wait(done)
            for each in done:
                each.result()


@attrs.frozen(eq=False)
class Batch:
    """The starts of playouts of one game, with their rules and scoring.

    Attributes:
        state: one of the states.
        n: the number of playouts of each start.
        starts: the starts.
        tables: the rules of the play.
        score: the function that scores the results, by ``n`` and the results.
        points: True if the kernel counts points.
        longest: the greatest number of moves to record; 0 to record nothing.
        choices: the preferences of the player; ``None`` for random play.
    """

    state: State
    n: int
    starts: Starts
    tables: Tables
    score: Callable[[int, Results], Scored]
    points: bool = False
    longest: int = 0
    choices: Choices | None = None

    def run(self, seed: int, workers: Workers) -> Part:
        """Play and score all playouts."""
        out = self.play(seed, workers)
        points, payoffs = self.score(self.n, out)
        return points, payoffs, self._by_seat(out.won), out.moves

    def play(self, seed: int, workers: Workers) -> Results:
        """Play all playouts."""
        playouts, hands = len(self.starts.facts) * self.n, self.starts.held.shape[2]
        out = Results(
            won=np.empty((playouts, hands), np.int32),
            moves=np.empty(playouts, np.int32),
            points=np.empty((playouts, hands if self.points else 0), np.int64),
            winners=np.empty((playouts, self.starts.winners.shape[1]), np.uint8),
            record=np.empty((playouts, self.longest), np.uint8),
        )
        mixed = np.uint64(chance.mixed(seed))
        rest = self.n, mixed, self.starts, self.tables, self.choices, out
        workers.share(lambda first, last: kernel.play(first, last, *rest), playouts)
        return out

    def _by_seat(self, won: Counts) -> Counts:
        """Return the tricks of each seat from those of each hand."""
        seats, hands = len(self.state.scores), won.shape[1]
        if hands == seats:
            return won
        seat_of: Signed = np.array([self.state._taken_by(hand).winner for hand in range(hands)])
        return scoring.added_up(won, seat_of, seats)


def batch_of(positions: Sequence[Position], n: int) -> Batch:
    """Return the batch of some positions of one game, with as many hands and deciders."""
    states = [each.state for each in positions]
    # Any: the kinds decide the types, which type checkers cannot see.
    summaries: list[Any] = [scores.summary_of(state) for state in states]
    sets: dict[PlayTables, int] = {}
    for each in positions:
        sets.setdefault(each.tables, len(sets))
    score: Callable[[int, Results], Scored]
    points, watched, longest = None, 0, 0
    kinds = {class_of(each) for each in summaries}
    if kinds == {Tally}:
        hands = len(states[0]._hand_data.held)
        numbers: dict[Tally, int] = {}
        which = [numbers.setdefault(each, len(numbers)) for each in summaries]
        examples = list(dict(zip(which, states, strict=True)).values())
        score = Tallied(examples, list(numbers), np.array(which), hands)
        score.count_tricks(states)
        watched = score.watched
    elif kinds == {TrickPoints} and len(set(summaries)) == 1 and scoring.has_usual_payoffs(states):
        score, points = partial(scoring.by_points, states), summaries[0]
    else:
        score = partial(scoring.by_tricks, positions)
        longest = 2 * max(state._remaining.bit_count() for state in states)
    return Batch(
        states[0],
        n,
        arrays.starts_of(positions, sets, watched),
        arrays.tables_of([(each, points) for each in sets]),
        score,
        points is not None,
        longest,
        policies.choices_of([each.card_play for each in positions], states),
    )
