"""Threads in which bots think."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from queue import SimpleQueue
from typing import Any, Final, TypeVar

_Result = TypeVar("_Result")

MOST: Final = 6
"""The most bots that think at the same time."""


class Thinkers:
    """Threads that the end of the program does not wait for, as a bot may think forever.

    The event loop and the interpreter would wait for the threads of an executor.
    """

    def __init__(self) -> None:
        self._calls: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._has_begun = False

    async def call(self, function: Callable[[], _Result]) -> _Result:
        """Call a function in a thread, and return its result or raise its exception."""
        if not self._has_begun:
            self._has_begun = True
            for _ in range(MOST):
                threading.Thread(target=_serve, args=(self._calls,), daemon=True).start()
        future: Future[_Result] = Future()
        future.set_running_or_notify_cancel()
        self._calls.put(lambda: _settle(future, function))
        return await asyncio.wrap_future(future)


def _serve(calls: SimpleQueue[Callable[[], None]]) -> None:
    """Make all calls."""
    while True:
        calls.get()()


def _settle(future: Future[Any], function: Callable[[], Any]) -> None:  # Any: of any function
    """Give a future the result of a function."""
    try:
        result = function()
    except BaseException as error:  # the caller gets every exception
        future.set_exception(error)
    else:
        future.set_result(result)
