"""Batches: playouts that the kernel plays in one call, and their scores."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from itertools import pairwise
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._core.playouts import chance, table_play
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints, class_of
from twowaystreet.fast import arrays, kernel, scoring
from twowaystreet.fast.arrays import PlayoutStart, State
from twowaystreet.fast.bits import Counts, Signed, Unsigned
from twowaystreet.fast.choices import Preferences, choices_of
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.kernel import RawResults, Starts, Tables
from twowaystreet.fast.scoring import Scored, Tallied

Part: TypeAlias = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64], Counts, Counts]
"""Points, payoffs and tricks by playout and seat, and moves by playout."""

PARTS: Final = 4
"""The number of parts for each thread, as some playouts take longer than others."""

NO_CARDS: Final[Unsigned] = np.empty(0, np.uint64)


def quiet() -> AbstractContextManager[object]:
    """Return the context in which plain Python does not warn about overflow of random numbers."""
    return np.errstate(over="ignore") if IS_PLAIN else nullcontext()


@attrs.frozen(eq=False)
class Workers:
    """The threads of a call."""

    threads: int
    pool: Executor | None  # the pool of threads; ``None`` to work in this one

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


ALONE: Final = Workers(1, None)
"""No other threads."""


@contextmanager
def workers_of(threads: int) -> Generator[Workers]:
    """Start the threads of a call, and end them after it."""
    if threads == 1:
        yield ALONE
        return
    with ThreadPoolExecutor(threads) as pool:
        yield Workers(threads, pool)


@attrs.frozen(eq=False)
class Batch:
    """The starts of playouts of one game, with their rules and scoring."""

    state: State  # one of the states
    n: int  # the number of playouts of each start
    starts: Starts
    tables: Tables  # the rules of the play
    # the function that scores the results, by ``n`` and the results
    score: Callable[[int, RawResults], Scored]
    points: bool = False  # True if the kernel counts points
    longest: int = 0  # the greatest number of moves to record; 0 to record nothing
    choices: Preferences | None = None  # the preferences of the player; ``None`` for random play
    # for each of the ``n`` playouts of a start the card that is played first; empty if no card is
    # forced
    forced: Unsigned = NO_CARDS

    def run(self, seed: int, workers: Workers) -> Part:
        """Play and score all playouts."""
        out = self.play(seed, workers)
        points, payoffs = self.score(self.n, out)
        return points, payoffs, self._by_seat(out.won), out.moves

    def play(self, seed: int, workers: Workers) -> RawResults:
        """Play all playouts."""
        out = self.results()
        mixed = np.uint64(chance.mixed(seed))
        rest = self.n, mixed, self.starts, self.tables, self.choices, self.forced, out
        workers.share(lambda first, last: kernel.play(first, last, *rest), len(out.won))
        return out

    def results(self) -> RawResults:
        """Return the place for the results."""
        playouts, hands = len(self.starts.facts) * self.n, self.starts.held.shape[2]
        return RawResults(
            won=np.empty((playouts, hands), np.int32),
            moves=np.empty(playouts, np.int32),
            points=np.empty((playouts, hands if self.points else 0), np.int64),
            winners=np.empty((playouts, self.starts.winners.shape[1]), np.uint8),
            record=np.empty((playouts, self.longest), np.uint8),
        )

    def _by_seat(self, won: Counts) -> Counts:
        seats, hands = len(self.state.scores), won.shape[1]
        if hands == seats:
            return won
        seat_of: Signed = np.array([self.state._seat_of(hand) for hand in range(hands)])
        return scoring.added_up(won, seat_of, seats)

    def in_worlds(
        self, held: Unsigned, first: int, cards: Unsigned, piles: Unsigned | None = None
    ) -> Batch:
        """Return this batch of one start for many worlds, which differ in the hidden cards alone.

        The batch must not record its moves. The first card of each of the ``n`` playouts of a world
        is given, and the piles of dummies, if there are any.
        """
        count, starts, choices = len(held), self.starts, self.choices
        facts = np.repeat(starts.facts, count, axis=0)
        facts[:, int(kernel.STATE)] = np.arange(first, first + count, dtype=np.uint64)
        return attrs.evolve(
            self,
            forced=cards,
            starts=Starts(
                facts,
                np.repeat(starts.ring, count, axis=0),
                np.repeat(starts.table, count, axis=0),
                held,
                np.repeat(starts.turned, count, axis=0),
                starts.pile if piles is None else piles,
                np.repeat(starts.winners, count, axis=0),
            ),
            score=self.score.repeated(count) if isinstance(self.score, Tallied) else self.score,
            choices=choices
            and choices._replace(
                style=np.repeat(choices.style, count, axis=0),
                goal=np.repeat(choices.goal, count, axis=0),
            ),
        )


def batch_of(positions: Sequence[PlayoutStart], n: int) -> Batch:
    """Return the batch of some positions of one game, with as many hands and deciders."""
    states = [each.state for each in positions]
    # Any: the kinds decide the types, which type checkers cannot see.
    summaries: list[Any] = [table_play.summary_of(state) for state in states]
    sets: dict[PlayTables, int] = {}
    for each in positions:
        sets.setdefault(each.tables, len(sets))
    score: Callable[[int, RawResults], Scored]
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
        choices_of([each.card_play for each in positions], states),
    )
