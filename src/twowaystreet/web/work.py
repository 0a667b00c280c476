"""The work of a server: in turns on the event loop, in threads, and beside a slow store."""

from __future__ import annotations

import asyncio
import logging
import math
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import AsyncExitStack
from enum import IntEnum
from queue import SimpleQueue
from typing import Any, Final, Generic, TypeVar
from weakref import WeakValueDictionary

import attrs
from typing_extensions import override

from twowaystreet.table import LeaseError, StoreError

T = TypeVar("T")
_LOG: Final = logging.getLogger("uvicorn.error")

SHARE: Final = 4
"""Of so many pieces of work one is for those who can wait longest, if there are any."""
MOST: Final = 6
"""The most bots that think at the same time, without those that take long."""
LONG: Final = 2.0
"""The seconds after which a bot takes long, and another thread serves the others."""


def told_outside(error: Exception) -> str:
    """Return what clients may read of an error; the log has the words of a store.

    Such words may name a file of the host, or its database.
    """
    if isinstance(error, LeaseError):
        return "another process has this table"
    if not isinstance(error, StoreError):
        return str(error)
    _LOG.warning("%s: %s", type(error).__name__, error)
    return "this cannot be read or saved now: try again in a moment"


# Turns on the event loop


class Lane(IntEnum):
    """The parts of the queue, in the order in which they are served."""

    OWN = 0
    """Messages of people, and the news of those who sent them."""
    TURN = 1
    """The news of those whose turn it is."""
    OTHERS = 2
    """The news of all others."""


@attrs.define(eq=False)
class QueuePlace:
    """The place of somebody in the queue."""

    lane: Lane = Lane.OWN
    turn: asyncio.Future[None] | None = None
    """Is done when the turn comes; ``None`` outside the queue."""


class Desk:
    """The queue of the work on all tables of a server.

    The work takes turns on the event loop, so that the server goes on answering. Without turns
    ``/health`` takes 1.4 seconds with 200 busy tables, and with them 5 to 16 milliseconds. A thread
    of its own for this work doubles the processor time of a move, as each result wakes the loop.

    A busy server first serves those who have moved, and those whose turn it is. The others get
    news of several moves together.
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
        """Do the same with a function that changes a table."""
        return await self.call(function)

    def hurry(self, place: QueuePlace, lane: Lane) -> None:
        """Move somebody to a part of the queue that is served earlier, who may wait there."""
        if lane < place.lane:
            place.lane = lane
            if place.turn is not None:
                self._lanes[lane].append(place.turn)  # its other place counts no more

    def _next(self) -> None:
        """Let the next one have its turn."""
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
    """Threads in which bots think, each for a limited time.

    The end of the program does not wait for them, as a bot may think forever. The event loop and
    the interpreter would wait for the threads of an executor.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], bool]] = SimpleQueue()
        self._has_begun = False

    async def call(self, function: Callable[[], T], limit: float) -> T:
        """Call a function in a thread, and return its result or raise its exception.

        It raises TimeoutError if the function takes longer than the limit in seconds, without the
        time until a thread is free. The thread goes on to its end.
        """
        if not self._has_begun:
            self._has_begun = True
            for _ in range(MOST):
                self._begin()
        loop = asyncio.get_running_loop()
        begun, call = asyncio.Event(), _Call(function)
        self._calls.put(lambda: call.run(lambda: loop.call_soon_threadsafe(begun.set)))
        await begun.wait()
        result = asyncio.wrap_future(call.future)
        for seconds in (min(LONG, limit), limit - LONG):
            done, _ = await asyncio.wait([result], timeout=max(0.0, seconds))
            if done:
                return result.result()
            if not call.is_long:
                call.is_long = True
                self._begin()
        result.add_done_callback(_forget)
        raise TimeoutError

    def _begin(self) -> None:
        """Start a thread; it ends after a call that took long, as another has its place."""
        threading.Thread(target=_serve, args=(self._calls,), daemon=True).start()


class _Call(Generic[T]):
    """A call of a function in a thread."""

    def __init__(self, function: Callable[[], T]) -> None:
        self._function = function
        self.future: Future[T] = Future()
        self.is_long = False

    def run(self, tell: Callable[[], object]) -> bool:
        """Tell that the call begins, and make it; return ``True`` if the thread serves others."""
        self.future.set_running_or_notify_cancel()
        try:
            tell()
            result = self._function()
        except BaseException as error:  # the caller gets every exception
            self.future.set_exception(error)
        else:
            self.future.set_result(result)
        return not self.is_long


def _serve(calls: SimpleQueue[Callable[[], bool]]) -> None:
    """Make calls until one took long."""
    while calls.get()():
        pass


def _forget(result: asyncio.Future[Any]) -> None:  # Any: of any function
    """Take the result of a call that nobody waits for, so that nothing is logged."""
    if not result.cancelled():
        result.exception()


# Work that may wait for a database


class Waiting:
    """The work on a store: in threads if the store can hang, and otherwise at once.

    A call that hangs holds up the calls that name the same table. After two seconds another thread
    has the place of its own.
    """

    def __init__(self, *, in_threads: bool) -> None:
        self.in_threads = in_threads
        self._threads = Thinkers()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._loop: asyncio.AbstractEventLoop | None = None

    def lock(self, name: str) -> asyncio.Lock:
        """Return the lock of a table; who has it is alone with the table."""
        return self._locks.setdefault(name, asyncio.Lock())

    async def call(self, function: Callable[[], T], *names: str) -> T:
        """Call a function that changes the tables with some names, and return its result.

        A thread goes on although its caller is cancelled, and keeps the locks until its end.
        """
        if not self.in_threads:
            return function()
        self._loop = asyncio.get_running_loop()
        return await asyncio.shield(asyncio.ensure_future(self._alone(function, names)))

    async def _alone(self, function: Callable[[], T], names: tuple[str, ...]) -> T:
        async with AsyncExitStack() as locks:
            for name in sorted({*names}):  # in one order, so that no two wait for each other
                await locks.enter_async_context(self.lock(name))
            return await self._threads.call(function, math.inf)

    def soon(self, function: Callable[[], object]) -> None:
        """Call a function on the event loop: at once, or soon after a call from a thread."""
        if self._loop is None:
            function()
        else:
            self._loop.call_soon_threadsafe(function)


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
        async with self._lock:
            return await self._desk.call(function, place)

    @override
    async def change(self, function: Callable[[], T]) -> T:
        return await self._waiting.call(function, self._name)

    @override
    def hurry(self, place: QueuePlace, lane: Lane) -> None:
        self._desk.hurry(place, lane)
