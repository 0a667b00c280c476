"""Work that may wait for a database: in threads, so that everything else goes on meanwhile."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import TypeVar
from weakref import WeakValueDictionary

from typing_extensions import override

from twowaystreet.web.desk import Desk, Lane, Place
from twowaystreet.web.thinking import Thinkers

T = TypeVar("T")


class Waiting:
    """The work on a store: in threads if the store can hang, and otherwise at once.

    A call that hangs holds up the calls that name the same table. After two seconds another thread
    has the place of its own.

    Args:
        in_threads: ``True`` if the store can hang.
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
        """Call a function, and return its result.

        A thread goes on although its caller is cancelled, and keeps the locks until its end.

        Args:
            function: the function.
            names: the names of the tables that it changes.
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
    """The desk of one table whose store can hang.

    Args:
        desk: the desk of the server.
        waiting: the work on the store.
        name: the name of the table.
    """

    def __init__(self, desk: Desk, waiting: Waiting, name: str) -> None:
        super().__init__()
        self._desk = desk
        self._waiting = waiting
        self._name = name
        self._lock = waiting.lock(name)

    @override
    async def call(self, function: Callable[[], T], place: Place | None = None) -> T:
        async with self._lock:
            return await self._desk.call(function, place)

    @override
    async def change(self, function: Callable[[], T]) -> T:
        return await self._waiting.call(function, self._name)

    @override
    def hurry(self, place: Place, lane: Lane) -> None:
        self._desk.hurry(place, lane)
