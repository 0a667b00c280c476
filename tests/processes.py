"""Processes that the tests start."""

import asyncio
import os
import subprocess
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest

POSIX = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files, signals and forks")
PATIENCE = 300.0
"""The seconds that anything may take, on a slow machine, too."""
_TICK = 0.01


def until(holds: Callable[[], object]) -> None:
    """Wait for something that a process or a thread does, and that it does not tell."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "waited too long"
        time.sleep(_TICK)


async def comes(holds: Callable[[], object], patience: float = PATIENCE) -> None:
    """Wait for the same beside the other tasks of an event loop."""
    async with asyncio.timeout(patience):
        while not holds():
            await asyncio.sleep(_TICK)


@contextmanager
def killed_at_end(
    process: subprocess.Popen[Any],  # Any: str or bytes
    patience: float = PATIENCE,
) -> Generator[None]:
    """Kill a process at the end, or when it has run for too long, so that no reader waits."""
    late = threading.Timer(patience, process.kill)
    late.start()
    try:
        yield
    finally:
        late.cancel()
        process.kill()
