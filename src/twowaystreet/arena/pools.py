"""Pools of processes whose worker died.

A pool takes no work after that, so a new one replaces it. CPython 3.11 has a race: a pool that gets
work while it breaks can forget this work, or the process that it begins for it, and then waits for
this process forever. CPython 3.12 has a lock instead.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, TypeVar

_Result = TypeVar("_Result")

PATIENCE: Final = 5.0
"""The seconds that a broken pool gets to say which work it lost."""


def is_broken(executor: Executor) -> bool:
    """Tell whether an executor is a pool of processes with a dead worker."""
    private: Any = executor  # Any: a pool tells its state and arguments only in private attributes
    return isinstance(executor, ProcessPoolExecutor) and bool(private._broken)


def result(future: Future[_Result], executor: Executor) -> _Result:
    """Wait for the result of a call, unless its pool broke and forgot the call.

    Raises:
        BrokenExecutor: if the pool lost or forgot the call.
    """
    if not isinstance(executor, ProcessPoolExecutor):
        return future.result()  # other futures may begin their work only now
    was_broken = False
    while not wait([future], PATIENCE).done:
        if was_broken:
            raise BrokenExecutor("a process died, and its pool forgot this work")
        was_broken = is_broken(executor)
    return future.result()


def lost(futures: Iterable[Future[Any]]) -> set[Future[Any]]:
    """Return the calls that a broken pool lost, and those that it forgot."""
    done, forgotten = wait(futures, PATIENCE)
    return forgotten | {each for each in done if isinstance(each.exception(), BrokenExecutor)}


def end_processes(pool: ProcessPoolExecutor) -> None:
    """End the processes of a broken pool, so that its shutdown does not wait for them."""
    private: Any = pool  # Any: as above
    processes: dict[int, BaseProcess] = private._processes or {}
    for process in list(processes.values()):
        process.kill()


def pool_like(pool: ProcessPoolExecutor, workers: int | None = None) -> ProcessPoolExecutor:
    """Return a new pool with the arguments of a pool.

    ``workers``: another number of processes; ``None`` for the same.
    """
    private: Any = pool  # Any: as above
    return ProcessPoolExecutor(
        workers or private._max_workers,
        private._mp_context,
        private._initializer,
        private._initargs,
        max_tasks_per_child=private._max_tasks_per_child,
    )
