"""The work of a server: in turns on the event loop, in threads, and beside a slow store."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Hashable
from concurrent.futures import Future
from contextlib import ExitStack
from enum import IntEnum
from functools import partial
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

import attrs
from typing_extensions import override

from twowaystreet.table import StoreError, Table, TableError
from twowaystreet.table._files import Keeper
from twowaystreet.web.limits import Allowances, TooMany

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")
_LOG: Final = logging.getLogger("uvicorn.error")

SHARE: Final = 4  # every fourth piece of work is for those who can wait longest
MOST: Final = 6  # the most bots that think at the same time, without those that take long
LONG: Final = 2.0  # seconds after which a bot takes long, and another thread serves the others
TROUBLES: Final = 1000  # the most things whose errors are remembered
THREADS: Final = 200  # the most threads, with those whose calls take long; further calls wait
IDLE: Final = 10.0  # seconds after which a thread without a call ends


class Troubles:
    """The errors of work that goes on, each logged once until it is over."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}

    def tell(self, about: str, error: Exception) -> None:
        """Log an error, unless it is the last one with the same thing."""
        words = f"{about}: {type(error).__name__}: {error}"
        if self._told.get(about) != words:
            _LOG.warning("%s", words)
            self._told[about] = words
            if len(self._told) > TROUBLES:
                del self._told[next(iter(self._told))]

    async def watch(self, about: str, call: Callable[[], Awaitable[object]]) -> None:
        """Do work, whose errors only the log gets."""
        try:
            await call()
        except Exception as error:  # such as any error of a store
            self.tell(about, error)
        else:
            self.end(about)

    def end(self, about: str) -> None:
        self._told.pop(about, None)


# Turns on the event loop


class Lane(IntEnum):
    OWN = 0  # messages of people, and the news of those who sent them
    TURN = 1  # the news of those whose turn it is
    OTHERS = 2  # the news of all others


@attrs.define(eq=False)
class QueuePlace:
    lane: Lane = Lane.OWN
    turn: asyncio.Future[None] | None = None  # is done when the turn comes; None outside the queue


def noted(table: Table, change: Callable[[], T], changed: Callable[[], object]) -> T:
    """Change a table, and call another function if it has a new event."""
    before = table.last_number
    found = change()
    if table.last_number != before:
        changed()
    return found


class Desk:
    """The queue of the work on all tables of a server, which takes turns on the event loop.

    Without turns ``/health`` takes 1.4 seconds with 200 busy tables, and with them 5 to 16
    milliseconds. A thread of its own for this work doubles the processor time of a move. A busy
    server first serves those who have moved, and those whose turn it is; the others get news of
    several moves together.
    """

    def __init__(self) -> None:
        self._lanes = [deque[asyncio.Future[None]]() for _ in Lane]
        self._is_busy = False
        self._served = 0

    async def call(self, function: Callable[[], T], place: QueuePlace | None = None) -> T:
        """Call a function when its turn comes, at first without a place, and return its result."""
        loop = asyncio.get_running_loop()
        if self._is_busy:
            place = place or QueuePlace()
            place.turn = turn = loop.create_future()
            self._lanes[place.lane].append(turn)
            try:
                await turn
            except asyncio.CancelledError:
                if turn.done() and not turn.cancelled():
                    self._next()  # the turn came, and nobody takes it
                raise
            finally:
                place.turn = None
        self._is_busy = True
        try:
            return function()
        finally:
            loop.call_soon(self._next)  # other callbacks run meanwhile

    async def change(self, function: Callable[[], T]) -> T:
        return await self.call(function)

    async def change_drafted(
        self, table: Table, function: Callable[[Table], T], changed: Callable[[], object]
    ) -> T:
        """Let a function change a table, or a draft of it; call another one if it has changed."""
        return await self.call(lambda: noted(table, partial(function, table), changed))

    def hurry(self, place: QueuePlace, lane: Lane) -> None:
        """Move a place of the queue to a lane that is served earlier."""
        if lane < place.lane:
            place.lane = lane
            if place.turn is not None:
                self._lanes[lane].append(place.turn)  # its other place counts no more

    def _next(self) -> None:
        self._served += 1
        for lane in self._lanes if self._served % SHARE else reversed(self._lanes):
            while lane:
                turn = lane.popleft()
                if not turn.done():
                    turn.set_result(None)
                    return
        self._is_busy = False


# Threads


class Thinkers:
    """Threads that make calls, such as the thoughts of bots, each for a limited time.

    A call that takes long leaves its place to another thread, and its own thread ends with it. The
    end of the program waits for no thread, as a bot may think forever; it would wait for those of
    an executor.
    """

    def __init__(self) -> None:
        self._waiting: deque[_Call[Any]] = deque()  # Any: calls of any function
        self._changed = threading.Condition()
        self._serving = 0  # threads, without those whose call takes long
        self._free = 0  # those of them that wait for a call
        self._long = 0  # threads whose call takes long

    async def call(self, function: Callable[[], T], limit: float) -> T:
        """Call a function in a thread, and return its result or raise its exception.

        TimeoutError: it takes longer than the limit in seconds, from the time when a thread is
        free. The thread goes on to its end.
        """
        now = asyncio.get_running_loop().time
        call = _Call(function, now)
        result = asyncio.wrap_future(call.future)
        # Nothing is logged, also of an error that comes as the caller goes away.
        result.add_done_callback(lambda done: done.cancelled() or done.exception())
        with self._changed:
            self._waiting.append(call)
            self._changed.notify()
            self._begin_if_needed()
        seconds = 0.0
        try:
            while seconds < limit:
                bound = limit if call.is_long else min(LONG, limit)
                done, _ = await asyncio.wait([result], timeout=bound - seconds)
                if done:
                    return result.result()
                seconds = max(0.0, now() - call.began)
                if seconds >= LONG:
                    self._let_others_go_on(call)
            raise TimeoutError
        finally:
            if not result.done():  # nobody waits any more
                call.future.cancel()
                self._let_others_go_on(call)

    def _begin_if_needed(self) -> None:
        is_full = self._serving >= MOST or self._serving + self._long >= THREADS
        if self._free < len(self._waiting) and not is_full:
            threading.Thread(target=self._serve, daemon=True).start()
            self._serving += 1
            self._free += 1

    def _serve(self) -> None:
        """Make calls until one took long, or none comes."""
        while True:
            with self._changed:
                has_call = self._changed.wait_for(lambda: self._waiting, IDLE)
                self._free -= 1
                if not has_call:
                    self._serving -= 1
                    return
                call = self._waiting.popleft()
                call.began = call.now()
            call.run()
            with self._changed:  # nobody judges a call that is over
                call.is_over = True
                if call.is_long:
                    self._long -= 1
                    self._begin_if_needed()
                    return
                self._free += 1
            del call

    def _let_others_go_on(self, call: _Call[Any]) -> None:
        """Give the place of a call that takes long to another thread."""
        with self._changed:
            if math.isinf(call.began) or call.is_over or call.is_long:
                return
            call.is_long = True
            self._serving -= 1
            self._long += 1
            self._begin_if_needed()


@attrs.define(eq=False)
class _Call(Generic[T]):
    function: Callable[[], T]
    now: Callable[[], float]
    future: Future[T] = attrs.field(factory=Future[T], init=False)
    began: float = math.inf  # in seconds
    is_long: bool = False
    is_over: bool = False

    def run(self) -> None:
        if not self.future.set_running_or_notify_cancel():  # nobody waits for it
            return
        try:
            result = self.function()
        except BaseException as error:  # the caller gets every exception
            self.future.set_exception(error)
        else:
            self.future.set_result(result)


async def going_on(work: asyncio.Future[T], about: str) -> T:
    """Wait for work that goes on though its waiter goes away; then the log gets its error."""

    def tell(work: asyncio.Future[T]) -> None:
        if not work.cancelled() and (error := work.exception()) is not None:
            _LOG.warning("%s: %s: %s", about, type(error).__name__, error)

    try:
        return await asyncio.shield(work)
    except asyncio.CancelledError:
        work.add_done_callback(tell)
        raise


@attrs.define(eq=False)
class Made(Generic[K, T]):
    """Makes what people ask for, in threads and one at a time, and keeps the last by their keys."""

    _thinkers: Thinkers
    _about: str  # what is made, in words
    _patience: float  # the most seconds for one
    _most_kept: int
    _most_waiting: int  # the most that wait to be made
    _allowances: Allowances  # for what is not kept, for each asker
    _turn: asyncio.Lock = attrs.field(init=False, factory=asyncio.Lock)
    _making: dict[K, asyncio.Task[T]] = attrs.field(init=False, factory=dict[K, asyncio.Task[T]])
    _askers: Counter[Hashable] = attrs.field(init=False, factory=Counter[Hashable])
    _kept: dict[K, T] = attrs.field(init=False, factory=dict[K, T])

    def __contains__(self, key: K) -> bool:
        return key in self._kept

    async def get(self, key: K, make: Callable[[], T], asker: Hashable) -> T:
        """Return or make what belongs to a key; TooMany, or TableError if it takes too long."""
        if key in self._kept:
            self._kept[key] = found = self._kept.pop(key)  # the first was not used for longest
            return found
        if self._askers[asker] >= self._allowances.burst:
            raise TooMany(f"you wait for {self._about} already: try again in a moment", 1)
        if key not in self._making:
            if len(self._making) >= self._most_waiting:
                raise TooMany(f"many ask for {self._about}: try again in a moment", 5)
            wait = self._allowances.wait(asker)
            if wait:
                raise TooMany(f"you ask for {self._about} too often: try again in a moment", wait)
            making = asyncio.create_task(self._make(key, make))
            self._making[key] = making
            making.add_done_callback(lambda _: self._making.pop(key))
        self._askers[asker] += 1
        try:
            return await going_on(self._making[key], self._about)
        finally:
            self._askers -= Counter([asker])  # without those who wait no more

    async def _make(self, key: K, make: Callable[[], T]) -> T:
        async with self._turn:
            try:
                made = await self._thinkers.call(make, self._patience)
            except TimeoutError as error:
                raise TableError(f"{self._about} takes too long") from error
        while len(self._kept) >= self._most_kept:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = made
        return made


# Work that may wait for a store


class Waiting:
    """The work on a store, in threads, so that the event loop never waits for it.

    A call that hangs holds up those that name the same table. Without a store all calls are made
    at once.
    """

    def __init__(self, *, in_threads: bool) -> None:
        self.in_threads = in_threads
        self._threads = Thinkers()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0

    def lock(self, name: str) -> asyncio.Lock:
        """Return the lock of a table; who has it is alone with the table."""
        return self._locks.setdefault(name, asyncio.Lock())

    async def call(
        self,
        function: Callable[[], T],
        *names: str,
        before: Callable[[], Awaitable[bool]] | None = None,
    ) -> T:
        """Call a function that changes the tables with some names, and return its result.

        What comes before it returns whether the call uses the store. A call that has begun goes on
        although its caller is cancelled, and keeps the locks until its end.
        """
        if not self.in_threads:
            return function()
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        with ExitStack() as locks:
            for name in sorted({*names}):  # in one order, so that no two wait for each other
                lock = self.lock(name)
                await lock.acquire()
                locks.callback(lock.release)
            if before is not None and not await before():
                return function()
            work = asyncio.ensure_future(self._threads.call(function, math.inf))
            kept = locks.pop_all()
            work.add_done_callback(lambda _: kept.close())
        try:
            return await going_on(work, f"table {', '.join(names)}" if names else "the store")
        except OSError as error:  # of a store that does not make it a StoreError
            raise StoreError(f"{type(error).__name__}: {error}") from error

    @property
    def is_in_thread(self) -> bool:
        """True in a thread that makes a call, and not on the event loop."""
        return self._loop is not None and threading.get_ident() != self._thread

    def on_loop(self, call: Coroutine[object, object, T]) -> T:
        assert self._loop is not None
        return asyncio.run_coroutine_threadsafe(call, self._loop).result()

    def soon(self, function: Callable[[], object]) -> None:
        """Call a function on the event loop: at once, or soon after a call from a thread."""
        if self._loop is None:
            function()
        else:
            self._loop.call_soon_threadsafe(function)


class Draft(Keeper):
    """A copy of a table, whose changes nobody sees before they are saved."""

    def __init__(self, table: Table) -> None:
        self.table: Table = table.__class__.__new__(table.__class__)
        vars(self.table).update(vars(table), _keeper=self)
        self.text: str | None = None  # text of the changed table; None without a change
        self._of = table

    @override
    def save(self, text: str) -> None:
        self.text = text

    @override
    def close(self) -> None:
        """Do nothing: the table keeps its place."""

    def keep(self) -> None:
        """Save the change, if any, and let the table take it over; TableError if saving fails."""
        if self.text is None:
            return
        table = self._of
        try:
            if table._keeper is not None:
                table._keeper.save(self.text)
        except BaseException:  # the bots may remember moves that count no more
            table._bots.begin_hand()
            raise
        vars(table).update(vars(self.table), _keeper=table._keeper)


class PatientDesk(Desk):
    """The desk of one table whose store can hang, beside the desk of the server."""

    def __init__(self, desk: Desk, waiting: Waiting, name: str) -> None:
        super().__init__()
        self._desk = desk
        self._waiting = waiting
        self._name = name
        self._lock = waiting.lock(name)

    @override
    async def call(self, function: Callable[[], T], place: QueuePlace | None = None) -> T:
        def called() -> tuple[T] | None:
            return None if self._lock.locked() else (function(),)

        while not (found := await self._desk.call(called, place)):
            async with self._lock:  # nobody waits for a turn with the lock
                pass
        return found[0]

    @override
    async def change(self, function: Callable[[], T]) -> T:
        return await self._waiting.call(function, self._name)

    @override
    async def change_drafted(
        self, table: Table, function: Callable[[Table], T], changed: Callable[[], object]
    ) -> T:
        """Change a draft in a turn, and save it in a thread.

        Threads that play compete with the event loop, which doubles the processor time of a move.
        """
        drafts: list[tuple[Draft, T]] = []

        def draw() -> bool:
            draft = Draft(table)
            drafts.append((draft, function(draft.table)))
            return draft.text is not None

        def keep() -> T:
            [(draft, found)] = drafts
            noted(table, draft.keep, changed)
            return found

        return await self._waiting.call(keep, self._name, before=partial(self._desk.call, draw))

    @override
    def hurry(self, place: QueuePlace, lane: Lane) -> None:
        self._desk.hurry(place, lane)
