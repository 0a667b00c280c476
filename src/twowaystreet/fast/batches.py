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

from twowaystreet._core.playouts import chance, table_play
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints
from twowaystreet.fast import arrays, kernel, scoring
from twowaystreet.fast.arrays import PlayoutStart, State
from twowaystreet.fast.bits import Counts, Floats, Signed, Unsigned
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.kernel import Preferences, RawResults, Starts, Tables
from twowaystreet.fast.scoring import Tallied

Part: TypeAlias = tuple[Signed, Floats, Counts, Counts]
"""Points, payoffs and tricks by playout and seat, and moves by playout."""
# Any: the indices of the first axes of results.
Place: TypeAlias = Any
Score: TypeAlias = Callable[[int, RawResults], scoring.Scored]
"""A function that scores results, by the number of playouts of each start and the results."""

PARTS: Final = 4  # the number of parts for each thread, as some playouts take longer than others

NO_CARDS: Final[Unsigned] = np.empty(0, np.uint64)


def quiet() -> AbstractContextManager[object]:
    """Return the context in which plain Python does not warn about overflow of random numbers."""
    return np.errstate(over="ignore") if IS_PLAIN else nullcontext()


@attrs.frozen(eq=False)
class Workers:
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


ALONE: Final = Workers(1, None)  # no other threads


@contextmanager
def workers_of(threads: int) -> Generator[Workers]:
    if threads == 1:
        yield ALONE
        return
    with ThreadPoolExecutor(threads) as pool:
        yield Workers(threads, pool)


@attrs.frozen(eq=False)
class Batch:
    state: State  # one of the states
    n: int  # the number of playouts of each start
    starts: Starts
    tables: Tables  # the rules of the play
    score: Score
    points: bool = False  # True if the kernel counts points
    longest: int = 0  # the greatest number of moves to record; 0 to record nothing
    choices: Preferences | None = None  # the preferences of the player; ``None`` for random play
    # the first card of each of the ``n`` playouts of a start; empty if none is forced
    forced: Unsigned = NO_CARDS

    def run(self, seed: int, workers: Workers) -> Part:
        out = self.play(seed, workers)
        points, payoffs = self.score(self.n, out)
        tricks, hands, seats = out.won, out.won.shape[1], points.shape[1]
        if hands != seats:
            tricks = np.zeros((len(out.won), seats), np.int32)
            for hand in range(hands):
                tricks[:, self.state._seat_of(hand)] += out.won[:, hand]
        return points, payoffs, tricks, out.moves

    def play(self, seed: int, workers: Workers) -> RawResults:
        playouts, hands = len(self.starts.facts) * self.n, self.starts.held.shape[2]
        out = RawResults(
            won=np.empty((playouts, hands), np.int32),
            moves=np.empty(playouts, np.int32),
            points=np.empty((playouts, hands if self.points else 0), np.int64),
            winners=np.empty((playouts, self.starts.winners.shape[1]), np.uint8),
            record=np.empty((playouts, self.longest), np.uint8),
        )
        mixed = np.uint64(chance.mixed(seed))
        rest = self.n, mixed, self.starts, self.tables, self.choices, self.forced, out
        workers.share(lambda first, last: kernel.play(first, last, *rest), playouts)
        return out

    def in_worlds(
        self, held: Unsigned, first: int, cards: Unsigned, piles: Unsigned | None = None
    ) -> Batch:
        """Return this batch of one start for many worlds, which differ in the hidden cards alone.

        The batch must not record its moves. The first card of each of the ``n`` playouts of a world
        is given, and the piles of dummies, if there are any.
        """
        count, choices = len(held), self.choices
        starts = Starts(*[np.repeat(array, count, axis=0) for array in self.starts[:-1]])
        starts.facts[:, int(kernel.STATE)] = np.arange(first, first + count, dtype=np.uint64)
        pile = self.starts.pile if piles is None else piles
        if choices:
            style = np.repeat(choices.style, count, axis=0)
            choices = choices._replace(style=style, goal=np.repeat(choices.goal, count, axis=0))
        score = self.score.repeated(count) if isinstance(self.score, Tallied) else self.score
        starts = starts._replace(held=held, pile=pile)
        return attrs.evolve(self, starts=starts, score=score, choices=choices, forced=cards)


def batch_of(positions: Sequence[PlayoutStart], n: int, forced: Unsigned = NO_CARDS) -> Batch:
    """Return the batch of some positions as :func:`divided` returns them."""
    states = [each.state for each in positions]
    summaries = [table_play.summary_of(state) for state in states]
    tallies = [each for each in summaries if isinstance(each, Tally)]
    sets: dict[PlayTables, int] = {}
    for each in positions:
        sets.setdefault(each.tables, len(sets))
    score: Score
    points, watched, longest = None, 0, 0
    if len(tallies) == len(states):
        numbers: dict[Tally, int] = {}
        which = [numbers.setdefault(each, len(numbers)) for each in tallies]
        examples = list(dict(zip(which, states, strict=True)).values())
        score = Tallied(examples, list(numbers), np.array(which), len(states[0]._hand_data.held))
        score.count_tricks(states)
        watched = score.watched
    elif (
        isinstance(summaries[0], TrickPoints)
        and len({*summaries}) == 1
        and scoring.has_usual_payoffs(states)
    ):
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
        arrays.choices_of([each.card_play for each in positions], states),
        forced,
    )
