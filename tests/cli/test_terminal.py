"""The program at a real terminal: a pseudo-terminal with the program in a process of its own."""

import os
import subprocess
import sys

import pytest

from tests.cli.helpers import ENVIRONMENT

pty = pytest.importorskip("pty")


def at_a_terminal(*words: str, typed: str) -> tuple[int, str]:
    """Run a command with a terminal as its input and output; the status, and what was seen."""
    ours, theirs = os.openpty()
    environment = {**ENVIRONMENT, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    environment.pop("NO_COLOR", None)
    with subprocess.Popen(
        [sys.executable, "-m", "twowaystreet", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        start_new_session=True,
    ) as process:
        os.close(theirs)
        os.write(ours, typed.encode())
        seen = b""
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:  # how Linux says that nobody is at the other end any more
                break
            if not more:
                break
            seen += more
        status = process.wait(timeout=30)
    os.close(ours)
    return status, seen.decode(errors="replace")


def test_colours_and_suit_signs() -> None:
    status, seen = at_a_terminal("play", "street", "--seed", "7", typed="high\nquit\n")
    assert status == 0
    assert "\x1b[1;31m" in seen and "♥" in seen
    assert "Traceback" not in seen


def test_plain_at_a_terminal() -> None:
    status, seen = at_a_terminal("play", "street", "--seed", "7", "--plain", typed="quit\n")
    assert status == 0
    assert "\x1b[1;31m" not in seen and "♥" not in seen
