"""The deals of a match, played here or by an executor, in order.

A pool of processes takes no work after a worker has died, so a new one replaces it. CPython 3.11
has a race: a pool that gets work while it breaks can forget this work, or the process that it
begins for it, and then waits for this process forever. CPython 3.12 has a lock instead.
"""

from __future__ import annotations

import contextlib
import pickle
from collections import deque
from collections.abc import Generator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing.process import BaseProcess
from time import perf_counter
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._util.faults import message_of
from twowaystreet.arena.hands import HandLine
from twowaystreet.arena.plan import MatchPlan
from twowaystreet.arena.results import ArenaError

WINDOW: Final = 256
"""The greatest number of chunks under way."""
PATIENCE: Final = 5.0
"""The seconds that a broken pool gets to say which work it lost."""
LEAST: Final = 2
"""The least number of deals of a chunk, so that no hand of a deal follows another of it."""
CHUNK_SECONDS: Final = 0.5
LIMITED_SECONDS: Final = 10.0  # as every chunk then begins the processes of the players

ChunkPlayed: TypeAlias = tuple[list[list[HandLine]], float]
"""The hands of each deal of a chunk, and the seconds that it took."""


def play_chunk(plan: MatchPlan | bytes, first: int, stop: int) -> ChunkPlayed:
    """Play some deals in a worker; one that cannot read the arguments would end without a word."""
    begun = perf_counter()
    try:
        found: MatchPlan = pickle.loads(plan) if isinstance(plan, bytes) else plan
    except Exception as error:  # the import of a module may raise anything
        reason = f"another process cannot load the match: {message_of(error)}"
        raise ArenaError(reason) from None
    return list(found.play(first, stop)), perf_counter() - begun


@attrs.define
class Chunk:
    """Deals that an executor has got."""

    first: int
    stop: int
    future: Future[ChunkPlayed]


def hands_in_order(
    plan: MatchPlan, first: int, stop: int, executor: Executor | None
) -> Generator[list[HandLine]]:
    """Yield the hands of each deal, in the order of deals; without an executor, play here."""
    if executor is None:
        yield from plan.play(first, stop)
        return
    try:
        sent = pickle.dumps(plan) if isinstance(executor, ProcessPoolExecutor) else plan
    except Exception as error:  # pickle raises errors of many classes
        raise ArenaError(f"the match cannot go to another process: {error}") from error
    with contextlib.closing(_Work(sent, executor, plan.time_limit)) as work:
        yield from work.in_order(first, stop)


@attrs.define
class _Work:
    """A match that an executor plays, or the pool of its own that replaced a broken one."""

    plan: MatchPlan | bytes
    executor: Executor
    time_limit: float | None
    own: ProcessPoolExecutor | None = None
    pending: deque[Chunk] = attrs.field(factory=deque[Chunk])

    def in_order(self, first: int, stop: int) -> Generator[list[HandLine]]:
        size = LEAST
        wanted = CHUNK_SECONDS if self.time_limit is None else LIMITED_SECONDS
        while self.pending or first < stop:
            while len(self.pending) < WINDOW and first < stop:
                end = min(first + size, stop)
                try:
                    self.pending.append(Chunk(first, end, self._submit(first, end)))
                except Exception:  # such as of an executor that was shut down
                    if self.pending:
                        break  # the deals under way come first
                    raise
                first = end
            chunk = self.pending.popleft()
            hands, seconds = self._results(chunk)
            size = max(LEAST, int(wanted * len(hands) / max(seconds, 1e-6)))
            yield from hands

    def close(self) -> None:
        for chunk in self.pending:
            chunk.future.cancel()
        if self.own:
            if is_broken(self.own):
                end_processes(self.own)
            self.own.shutdown(cancel_futures=True)

    def _submit(self, first: int, stop: int) -> Future[ChunkPlayed]:
        try:
            return self.executor.submit(play_chunk, self.plan, first, stop)
        except Exception as error:  # such as OSError, from a pool that breaks at this moment
            if not (isinstance(error, BrokenExecutor) or is_broken(self.executor)):
                raise
            future: Future[ChunkPlayed] = Future()
            future.set_exception(BrokenExecutor(str(error)))
            return future

    def _results(self, chunk: Chunk) -> ChunkPlayed:
        """Return the results of a chunk; play it a second time if its worker died."""
        try:
            return result_of(chunk.future, self.executor)
        except ArenaError:
            raise  # it would fail again
        except Exception:  # each executor has its own errors for a dead worker
            try:
                return self._again(chunk)
            except Exception as second:
                last = chunk.stop - 1
                deals = f"deal {last}" if chunk.first == last else f"deals {chunk.first} to {last}"
                reason = f"{deals} failed twice: {type(second).__name__}: {second}"
                raise ArenaError(reason) from second

    def _again(self, chunk: Chunk) -> ChunkPlayed:
        broken = self.executor
        if not (isinstance(broken, ProcessPoolExecutor) and is_broken(broken)):
            return result_of(self._submit(chunk.first, chunk.stop), broken)
        done, gone = wait([other.future for other in self.pending], PATIENCE)
        gone |= {each for each in done if isinstance(each.exception(), BrokenExecutor)}
        end_processes(broken)
        # This chunk is played alone, so that its failure has no other cause.
        with pool_like(broken, 1) as alone:
            played = alone.submit(play_chunk, self.plan, chunk.first, chunk.stop).result()
        if self.own:
            self.own.shutdown()
        self.own = self.executor = pool_like(broken)
        for other in self.pending:
            if other.future in gone:
                other.future = self._submit(other.first, other.stop)
        return played


def is_broken(executor: Executor) -> bool:
    """Tell whether an executor is a pool of processes with a dead worker."""
    return isinstance(executor, ProcessPoolExecutor) and bool(private_of(executor)._broken)


def result_of(future: Future[ChunkPlayed], executor: Executor) -> ChunkPlayed:
    """Wait for the result of a call, unless its pool broke and forgot the call."""
    if not isinstance(executor, ProcessPoolExecutor):
        return future.result()  # other futures may begin their work only now
    was_broken = False
    while not wait([future], PATIENCE).done:
        if was_broken:
            raise BrokenExecutor("a process died, and its pool forgot this work")
        was_broken = is_broken(executor)
    return future.result()


def end_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes of a broken pool, so that its shutdown does not wait for them."""
    processes: dict[int, BaseProcess] = private_of(pool)._processes or {}
    for process in [*processes.values()]:
        process.kill()


def pool_like(pool: ProcessPoolExecutor, workers: int | None = None) -> ProcessPoolExecutor:
    """Return a new pool with the arguments of a pool, and perhaps another number of processes."""
    private = private_of(pool)
    given = private._mp_context, private._initializer, private._initargs
    most = private._max_tasks_per_child
    return ProcessPoolExecutor(workers or private._max_workers, *given, max_tasks_per_child=most)


def private_of(pool: ProcessPoolExecutor) -> Any:
    """Return a pool. Any: it tells its state and arguments only in private attributes."""
    return pool
