"""Processes that the tests start."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

PATIENCE = 300.0
"""The seconds that a process may take, on a slow machine, too."""


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
