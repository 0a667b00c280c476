"""Threads in which bots think, each for a limited time."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Final, Generic, TypeVar

_Result = TypeVar("_Result")

MOST: Final = 6
"""The most bots that think at the same time, without those that take long."""
LONG: Final = 2.0
"""The seconds after which a bot takes long, and another thread serves the others."""


class Thinkers:
    """Threads that the end of the program does not wait for, as a bot may think forever.

    The event loop and the interpreter would wait for the threads of an executor.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], bool]] = SimpleQueue()
        self._has_begun = False

    async def call(self, function: Callable[[], _Result], limit: float) -> _Result:
        """Call a function in a thread, and return its result or raise its exception.

        Args:
            function: the function.
            limit: the most seconds, without the time until a thread is free.

        Raises:
            TimeoutError: if the function takes longer. Its thread goes on to its end.
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


class _Call(Generic[_Result]):
    """A call of a function in a thread."""

    def __init__(self, function: Callable[[], _Result]) -> None:
        self._function = function
        self.future: Future[_Result] = Future()
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
