"""Threads in which bots think."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final, TypeVar

_Result = TypeVar("_Result")

MOST: Final = 6
"""The most bots that think at the same time."""


class Thinkers:
    """Threads that the end of the program does not wait for, as a bot may think forever.

    The event loop and the interpreter would wait for the threads of an executor.

    Args:
        most: the most threads at the same time.
    """

    def __init__(self, most: int = MOST) -> None:
        self._free = asyncio.Semaphore(most)

    async def call(self, function: Callable[[], _Result]) -> _Result:
        """Call a function in a thread, and return its result or raise its exception."""
        async with self._free:
            future: Future[_Result] = Future()
            future.set_running_or_notify_cancel()
            threading.Thread(target=_settle, args=(future, function), daemon=True).start()
            return await asyncio.wrap_future(future)


def _settle(future: Future[_Result], function: Callable[[], _Result]) -> None:
    """Give a future the result of a function."""
    try:
        result = function()
    except BaseException as error:  # the caller gets every exception
        future.set_exception(error)
    else:
        future.set_result(result)
