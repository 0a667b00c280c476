"""The deals of a match, played here or by an executor, in order, and the file that keeps them.

The file has JSON lines, a header and then one line for each deal. A match can be interrupted at any
byte: a last line without end is dropped, and the match goes on.

A pool of processes takes no work after a worker has died, so a new one replaces it. CPython 3.11
has a race: a pool that gets work while it breaks can forget this work, or the process that it
begins for it, and then waits for this process forever. CPython 3.12 has a lock instead.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from itertools import zip_longest
from multiprocessing.process import BaseProcess
from pathlib import Path
from time import perf_counter
from typing import IO, Any, Final, Generic, TypeAlias, TypeVar, cast

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.engine.game import Game
from twowaystreet._util.faults import LONGEST_MESSAGE, message_of
from twowaystreet.arena.hands import HandLine
from twowaystreet.arena.identity import known_of
from twowaystreet.arena.plan import MatchPlan
from twowaystreet.arena.results import ArenaError, MatchFileError
from twowaystreet.errors import RecordError, quoted
from twowaystreet.players._seated import Fault

WINDOW: Final = 256  # the greatest number of chunks under way
PATIENCE: Final = 5.0  # the seconds that a broken pool gets to say which work it lost
LEAST: Final = 2
"""The least number of deals of a chunk, so that no hand of a deal follows another of it."""
CHUNK_SECONDS: Final = 0.5
LIMITED_SECONDS: Final = 10.0  # as every chunk then begins the processes of the players

T = TypeVar("T")
Play: TypeAlias = Callable[[int, int], Iterable[T]]
"""What plays the deals from a number to before another one, and gives the result of each."""
ChunkPlayed: TypeAlias = tuple[list[T], float]
"""The result of each deal of a chunk, such as its hands, and the seconds that it took."""


def play_chunk(play: Play[T] | bytes, first: int, stop: int) -> ChunkPlayed[T]:
    """Play some deals in a worker; one that cannot read the arguments would end without a word."""
    begun = perf_counter()
    try:
        found: Play[T] = pickle.loads(play) if isinstance(play, bytes) else play
    except Exception as error:  # the import of a module may raise anything
        reason = f"another process cannot load the match: {message_of(error)}"
        raise ArenaError(reason) from None
    return list(found(first, stop)), perf_counter() - begun


@attrs.define
class Chunk(Generic[T]):
    """Deals that an executor has got."""

    first: int
    stop: int
    future: Future[ChunkPlayed[T]]


def hands_in_order(
    play: Play[T], first: int, stop: int, executor: Executor | None, time_limit: float | None = None
) -> Generator[T]:
    """Yield the hands of each deal, in the order of deals; without an executor, play here."""
    if executor is None:
        yield from play(first, stop)
        return
    try:
        sent = pickle.dumps(play) if isinstance(executor, ProcessPoolExecutor) else play
    except Exception as error:  # pickle raises errors of many classes
        raise ArenaError(f"the match cannot go to another process: {error}") from error
    with contextlib.closing(_Work(sent, executor, time_limit)) as work:
        yield from work.in_order(first, stop)


@attrs.define
class _Work(Generic[T]):
    play: Play[T] | bytes
    executor: Executor
    time_limit: float | None
    own: ProcessPoolExecutor | None = None
    pending: deque[Chunk[T]] = attrs.field(factory=deque[Chunk[T]])

    def in_order(self, first: int, stop: int) -> Generator[T]:
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

    def _submit(self, first: int, stop: int) -> Future[ChunkPlayed[T]]:
        try:
            return self.executor.submit(play_chunk, self.play, first, stop)
        except Exception as error:  # such as OSError, from a pool that breaks at this moment
            if not (isinstance(error, BrokenExecutor) or is_broken(self.executor)):
                raise
            future: Future[ChunkPlayed[T]] = Future()
            future.set_exception(BrokenExecutor(str(error)))
            return future

    def _results(self, chunk: Chunk[T]) -> ChunkPlayed[T]:
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

    def _again(self, chunk: Chunk[T]) -> ChunkPlayed[T]:
        broken = self.executor
        if not (isinstance(broken, ProcessPoolExecutor) and is_broken(broken)):
            return result_of(self._submit(chunk.first, chunk.stop), broken)
        done, gone = wait([other.future for other in self.pending], PATIENCE)
        gone |= {each for each in done if isinstance(each.exception(), BrokenExecutor)}
        end_processes(broken)
        # This chunk is played alone, so that its failure has no other cause.
        with pool_like(broken, 1) as alone:
            played: ChunkPlayed[T] = alone.submit(
                play_chunk, self.play, chunk.first, chunk.stop
            ).result()
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


def result_of(future: Future[T], executor: Executor) -> T:
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


Kept: TypeAlias = tuple[list[HandLine], bytes]
_END: Final = b"\n"
_FAULT_KEYS: Final = (["seat", "phase", "kind", "message"], ["seat", "kind", "message"])
"""The keys of a fault; those without a phase are from version 0.2.0."""
LONGEST_HEADER: Final = 1_000_000  # characters, as that of a device may never end


def line_of(data: object) -> bytes:
    """Return a line: the header of a match, or a deal."""
    return plain_data.to_json(data).encode() + _END


def timeless_line(deal: int, hands: list[HandLine], line: bytes) -> bytes:
    """Return the line of a deal without its thinking times, which differ from run to run."""
    if not any("times" in hand for hand in hands):
        return line
    found = [{key: value for key, value in hand.items() if key != "times"} for hand in hands]
    return line_of({"deal": deal, "hands": found})


def plan_in(line: bytes, path: str, game: Game | None) -> MatchPlan:
    """Return the plan in the first line of a file; the game may be that of its name."""
    try:
        if not line.endswith(_END):
            raise RecordError("the first line has no end")
        data = plain_data.from_json(line.decode())
        found = MatchPlan.read(data, game)
        header, given = found.header(), data["rules"]  # without the options that came later
        header["rules"] = {name: each for name, each in header["rules"].items() if name in given}
        if line_of(header) != _renewed(line):
            raise RecordError(f"expected {quoted(line_of(header).rstrip())}")
    except ValueError as error:  # all our errors are
        reason = f"{path!r} is no file of a match: {error}; found {quoted(line.rstrip())}"
        raise MatchFileError(reason) from None
    return found


def _renewed(line: bytes) -> bytes:
    """Return a line as this version writes it: those before had no texts for great numbers."""
    found = plain_data.from_json(line.decode())
    return line_of(found) if json.dumps(found).encode() + _END == line else line


def kept_deals(file: IO[bytes], path: str, plan: MatchPlan) -> Iterator[Kept]:
    """Yield the hands of each deal after the header, and their line without thinking times."""
    deal = 0
    while (line := file.readline()).endswith(_END):
        hands = _hands_in(deal, line, plan)
        if hands is None:
            reason = f"{path!r}, line {deal + 2}: expected deal {deal} of this match"
            raise MatchFileError(f"{reason}, found {quoted(line.rstrip(_END))}")
        yield hands, timeless_line(deal, hands, line)
        deal += 1


def _hands_in(deal: int, line: bytes, plan: MatchPlan) -> list[HandLine] | None:
    with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError):
        hands: list[HandLine] = plain_data.from_json(line.decode())["hands"]
        for hand in hands:
            hand["points"] = [plain_data.from_plain(int, each, ()) for each in hand["points"]]
        if (
            line_of({"deal": deal, "hands": hands}) == _renewed(line)
            and [hand["seats"] for hand in hands] == list(map(list, plan.lineups(deal)))
            and all(_is_hand(hand, plan) for hand in hands)
        ):
            return hands
    return None


def _is_hand(hand: HandLine, plan: MatchPlan) -> bool:
    seats, luck = plan.rules.seats, hand.get("luck", [])
    added = [*["times"] * ("times" in hand), *["luck"] * plan.adjusted]
    return (
        [*hand] == ["seats", "points", "faults", *added]
        and len(luck) == seats * plan.adjusted
        and all(type(each) is float and abs(each) < 10**60 for each in luck)
        and [*map(type, [*hand["seats"], *hand["points"]])] == [int] * (2 * seats)
        and all(abs(points) < 10**60 for points in hand["points"])  # whose means are numbers
        and all(_is_fault(fault, seats) for fault in hand["faults"])
        and all(
            [*map(type, decision)] == [int, int]
            and decision[0] in range(seats)
            and 0 <= decision[1] < 10**15  # eleven days
            for decisions in hand.get("times", {}).values()
            for decision in decisions
        )
    )


def _is_fault(fault: Mapping[str, object], seats: int) -> bool:
    seat, *texts = fault.values()
    return (
        [*fault] in _FAULT_KEYS
        and type(seat) is int
        and seat in range(seats)
        and all(type(text) is str and len(text) <= LONGEST_MESSAGE for text in texts)
        and fault["kind"] in [*map(str, Fault)]
    )


@attrs.frozen
class _MatchFile:
    _file: IO[bytes]
    _path: Path
    _plan: MatchPlan

    def begin(self) -> None:
        expected = line_of(self._plan.header())
        found = self._file.readline(LONGEST_HEADER)
        with contextlib.suppress(MatchFileError):
            plan = plan_in(found, str(self._path), self._plan.game)
            if line_of(plan.header()) == expected and None not in plan.digests:
                return
        if found.endswith(_END) or not expected.startswith(found):
            reason = f"{self._differences(found)}; resume=False or --no-resume begins anew"
            raise MatchFileError(f"{str(self._path)!r} cannot go on: {reason}")
        self._file.seek(0)
        self._file.truncate()
        self.write(expected)

    def _differences(self, found: bytes) -> str:
        expected = plain_data.exact(self._plan.header())
        try:
            text = plain_data.exact(plain_data.from_json(found.decode()))
            data: plain_data.Object = plain_data.from_plain(plain_data.Object, text, ())
        except ValueError:  # both errors are
            return f"found {quoted(found)}, expected {quoted(expected)}"
        faults = {
            key: f"{key} is {quoted(data.get(key))}, expected {quoted(value)}"
            for key, value in ({"adjusted": None} | expected).items()
            if data.get(key) != value
        }
        told = [fault for key, fault in faults.items() if key != "digests"]
        if not {"players", "version"} & faults.keys():  # from which digests follow
            told += self._changes(data.get("digests"))
        return "; ".join(told or ["it has other keys"])

    def _changes(self, digests: object) -> Iterator[str]:
        plan = self._plan
        known = cast(list[object], digests) if isinstance(digests, list) else []
        players = zip(plan.names, plan.players, plan.digests, strict=True)
        for (name, player, digest), found in zip_longest(players, known[: len(plan.names)]):
            if digest is None:
                reason = known_of(player, plan.game)[1]
                same = "so nobody can tell whether it is the same"
                give = "give it a version: arena.versioned(bot, '1'), or mybot.py:bot@1"
                yield f"player {quoted(name)}: {reason}, {same}; {give}"
            elif found != digest:
                words = f"found {quoted(found)}, expected {quoted(digest)}"
                yield f"{quoted(name)} changed, in code, options, version or Python: {words}"

    def kept(self) -> Iterator[Kept]:
        if not self._file.readable():
            return
        end = self._file.tell()
        for kept in kept_deals(self._file, str(self._path), self._plan):
            end = self._file.tell()
            yield kept
        self._file.seek(end)
        self._file.truncate()

    def write(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):  # it tries to write the rest once more
                self._file.close()
            raise OSError(error.errno, error.strerror, str(self._path)) from error


@contextlib.contextmanager
def match_file(
    out: str | os.PathLike[str], plan: MatchPlan, *, resume: bool
) -> Generator[_MatchFile]:
    """Open the file of a match, and check its header."""
    path = Path(out)
    is_new = not os.path.lexists(path)
    path.touch()
    # A pipe or a device has no match to go on with, and reading it may never end.
    mode = "r+b" if resume and path.is_file() else "wb"
    with contextlib.ExitStack() as undo, path.open(mode) as file:
        if is_new:
            undo.callback(path.unlink, missing_ok=True)
        opened = _MatchFile(file, path, plan)
        if mode == "wb":
            opened.write(line_of(plan.header()))
        else:
            opened.begin()
        undo.pop_all()
        yield opened
