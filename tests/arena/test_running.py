"""Matches in executors: threads, processes, pools that break, and Dask workers."""

import multiprocessing
import os
import random
import time
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests.arena import bots
from tests.cli.helpers import output
from tests.helpers import AnyView
from twowaystreet import arena
from twowaystreet.arena import ArenaError, Entrant, running
from twowaystreet.players import simple

DEALS = 20
PLAYERS: dict[str, Entrant] = {"a": simple, "b": "random", "c": bots.Alternating}


def processes(workers: int, **variables: str) -> ProcessPoolExecutor:
    """Return a pool of processes that start fast and without a fork of this one."""
    is_possible = "forkserver" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("forkserver" if is_possible else "spawn")
    context.set_forkserver_preload(["tests.arena.bots", "twowaystreet.arena", "twowaystreet.games"])
    return ProcessPoolExecutor(workers, context, bots.prepare, (variables,))


@pytest.fixture(scope="module")
def alone() -> arena.Results:
    return arena.play("twos", PLAYERS, deals=DEALS)


class Lazy(Executor):
    """An executor that plays chunks only when a result is needed: the last of them first, or one.

    Any: results of any function.
    """

    def __init__(self, plays_all: bool) -> None:
        self.plays_all = plays_all
        self.futures: list[Future[Any]] = []
        self.waiting: list[Callable[[], None]] = []
        self.most = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future = _LazyFuture(self)

        def play() -> None:
            if not (future.cancelled() or future.done()):
                future.set_result(fn(*args))

        future.play = play
        self.futures.append(future)
        self.waiting.append(play)
        self.most = max(self.most, len(self.waiting))
        return future


class _LazyFuture(Future[Any]):
    play: Callable[[], None]

    def __init__(self, executor: Lazy) -> None:
        super().__init__()
        self._executor = executor

    def result(self, timeout: float | None = None) -> Any:  # Any: as above
        while self._executor.plays_all and self._executor.waiting:
            self._executor.waiting.pop()()
        self.play()
        return super().result(timeout)


def test_few_chunks_are_under_way(monkeypatch: pytest.MonkeyPatch, alone: arena.Results) -> None:
    monkeypatch.setattr(running, "WINDOW", 4)
    late = Lazy(plays_all=True)
    assert arena.play("twos", PLAYERS, deals=DEALS, executor=late) == alone
    assert late.most == 4


def test_the_chunks_after_a_decision_are_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0)
    monkeypatch.setattr(running, "LEAST", 1)
    lazy = Lazy(plays_all=False)
    found = arena.play("twos", ["simple", "random"], deals=1000, sprt=(0, 1), executor=lazy)
    assert [each.cancelled() for each in lazy.futures[: found.deals]] == [False] * found.deals
    assert all(each.cancelled() for each in lazy.futures[found.deals :])
    assert len(lazy.futures) == found.deals + running.WINDOW - 1


def test_the_deals_under_way_count_when_an_executor_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0)
    monkeypatch.setattr(running, "LEAST", 1)
    monkeypatch.setattr(running, "WINDOW", 4)
    with ThreadPoolExecutor(1) as executor:

        def close(done: int, deals: int) -> None:
            if done == 3:
                executor.shutdown(wait=False)

        with pytest.raises(RuntimeError, match="cannot schedule new futures") as caught:
            arena.play("twos", PLAYERS, deals=DEALS, executor=executor, progress=close)
    found: Any = caught.value
    assert found.results == arena.play("twos", PLAYERS, deals=6)


def test_a_worker_that_dies_once_changes_nothing(tmp_path: Path) -> None:
    players: dict[str, Entrant] = {"a": bots.dying_once, "b": bots.last}
    with processes(2, TEST_MARK=str(tmp_path / "mark")) as executor:
        found = arena.play("twos", players, deals=DEALS, executor=executor)
    assert (tmp_path / "mark").exists()
    assert found.played == arena.play("twos", [bots.first, bots.last], deals=DEALS).played


class Breaking(ProcessPoolExecutor):
    """A pool that breaks at some chunks; one chunk later it takes no more work."""

    def __init__(self, *chunks: int) -> None:
        self.chunks = chunks
        self.is_shut_down = False
        private: Any = self  # Any: a pool keeps its state in private attributes
        private._broken = False
        private._processes = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if any(args[1] > chunk + 1 for chunk in self.chunks):
            raise BrokenExecutor("broken before")
        if args[1] in self.chunks:
            private: Any = self  # Any: as above
            private._broken = True
            self.lose(future)
        else:
            future.set_result(fn(*args))
        return future

    def lose(self, future: Future[Any]) -> None:
        future.set_exception(BrokenExecutor("broken"))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.is_shut_down = True


class Forgetting(Breaking):
    """A pool that forgets work when it breaks, as those of CPython 3.11 can."""

    def lose(self, future: Future[Any]) -> None:
        pass


class Closing(Breaking):
    """A pool that raises another error when it gets work while it breaks, as those of 3.11 can."""

    def lose(self, future: Future[Any]) -> None:
        raise OSError("handle is closed")


@pytest.mark.parametrize("breaking", [Breaking, Forgetting, Closing])
def test_pools_that_break_again_are_replaced_again(
    breaking: type[Breaking], monkeypatch: pytest.MonkeyPatch, alone: arena.Results
) -> None:
    given, second, third = breaking(3), breaking(6), Breaking()
    replacing = [Breaking(), second, Breaking(), third]
    sizes: list[int | None] = []

    def pool_like(pool: ProcessPoolExecutor, workers: int | None = None) -> ProcessPoolExecutor:
        sizes.append(workers)
        return replacing.pop(0)

    monkeypatch.setattr(running, "PATIENCE", 0.01)
    monkeypatch.setattr(running, "pool_like", pool_like)
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0)
    monkeypatch.setattr(running, "LEAST", 1)
    assert arena.play("twos", PLAYERS, deals=DEALS, executor=given) == alone
    assert sizes == [1, None, 1, None]
    assert second.is_shut_down and third.is_shut_down and not given.is_shut_down


def test_a_broken_pool_of_the_match_is_shut_down_after_an_error_and_its_deals_are_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    second = Breaking(6)
    replacing = [Breaking(), second, Breaking(6)]
    ended: list[ProcessPoolExecutor] = []
    monkeypatch.setattr(running, "pool_like", Mock(side_effect=replacing))
    monkeypatch.setattr(running, "end_processes", ended.append)
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0)
    monkeypatch.setattr(running, "LEAST", 1)
    expected = "deal 6 failed twice: BrokenExecutor: broken"
    with pytest.raises(ArenaError, match=expected) as caught:
        arena.play("twos", PLAYERS, deals=DEALS, executor=Breaking(3), out=tmp_path / "match.jsonl")
    assert caught.value.results == arena.play("twos", PLAYERS, deals=6)
    assert (tmp_path / "match.jsonl").read_text().count("\n") == 7
    assert second.is_shut_down and ended[-2:] == [second, second]


def test_the_processes_of_a_pool_that_broke_are_ended() -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor:
        with pytest.raises(BrokenExecutor):
            running.result_of(executor.submit(os._exit, 3), executor)
        forgotten = context.Process(target=time.sleep, args=(60,))
        forgotten.start()
        private: Any = executor  # Any: a pool keeps its processes in a private attribute
        private._processes = {forgotten.pid: forgotten}
        running.end_processes(executor)
        forgotten.join(30)
        assert (forgotten.exitcode or 0) < 0  # a signal


def test_errors_of_executors_and_ways_to_them_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    full, broken = Breaking(), Mock(Executor)
    monkeypatch.setattr(full, "submit", Mock(side_effect=OSError("too many open files")))
    broken.submit.side_effect = BrokenExecutor("out of order")
    with pytest.raises(OSError, match="too many open files"):
        arena.play("twos", PLAYERS, deals=3, executor=full)
    with pytest.raises(ArenaError, match="deals 0 to 1 failed twice: BrokenExecutor: out"):
        arena.play("twos", PLAYERS, deals=3, executor=broken)

    def local(view: AnyView, rng: random.Random) -> tws.Move:
        return tws.legal_moves(view)[0]

    expected = r"cannot go to another process.*local"
    with processes(1) as executor, pytest.raises(ArenaError, match=expected):
        arena.play("twos", {"a": local, "b": bots.first}, deals=3, executor=executor)


NOTEBOOK = """
import attrs, dataclasses
@dataclasses.dataclass(frozen=True)
class Bot:
    more: tuple = ()
    def __call__(self, view, rng):
        return super() and view.legal_moves[PLACE.at]
@attrs.frozen
class Place:
    at: int
PLACE = Place(-1)
"""


@pytest.fixture(scope="module")
def dask() -> Any:
    """Return the executor of a cluster of two worker processes on this machine.

    Any: Dask is optional.
    """
    distributed: Any = pytest.importorskip(
        "distributed", reason="Dask is missing; pip install 'twowaystreet[dask]'"
    )
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


def test_dask_does_not_change_the_results(dask: Any, alone: arena.Results) -> None:
    assert arena.play("twos", PLAYERS, deals=DEALS, executor=dask) == alone
    words = ("arena", "twos", "simple", "random", "--deals", "10")
    assert output(*words, "--dask", dask._client.scheduler.address) == output(*words)
    # Dask sends the code of players of scripts and notebooks.
    notebook = dict[str, Any](__name__="notebook")
    exec(NOTEBOOK, notebook)
    there = arena.play("twos", [notebook["Bot"], "simple"], deals=1, executor=dask)
    assert there == arena.play("twos", [notebook["Bot"], "simple"], deals=1)
    assert all(there.digests)
    # Players on workers may have a time limit.
    sleepy: dict[str, Entrant] = {"a": bots.sleepy, "b": "simple"}
    found = arena.play("spades", sleepy, deals=1, executor=dask, time_limit=5)
    assert found.faults == ({"slow": 2}, {})


@pytest.fixture(autouse=True)
def _no_processes_are_left() -> Iterator[None]:
    before = multiprocessing.active_children()
    yield
    assert {*multiprocessing.active_children()} <= {*before}
