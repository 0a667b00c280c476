"""The command line: ``twowaystreet``, the same as ``python -m twowaystreet``.

It needs click and rich, which the package itself does without: importing this module imports
neither, and :func:`main` says what to install if they are missing.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Generator
from types import FrameType
from typing import Final, NoReturn

_EXTRA: Final = frozenset({"click", "rich"})
_ENDING: Final = [
    # On Windows terminals send no signal when they close.
    signal.Signals[name]
    for name in ("SIGTERM", "SIGHUP")
    if name in signal.Signals.__members__
]
_SIGNALLED: Final = 128
"""The status of a program that a signal has ended is as much more than the number of the signal."""


def main() -> None:
    """Run the command line; the console script ``twowaystreet`` is this function.

    Raises:
        SystemExit: always, with the status that the shell is to see.
    """
    try:
        from twowaystreet._cli.commands import command  # noqa: PLC0415 - click and rich are optional
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _EXTRA:
            raise
        print(
            f"twowaystreet: {error.name} is missing; the command line needs "
            "pip install 'twowaystreet[cli]'",
            file=sys.stderr,
        )
        raise SystemExit(1) from None
    try:
        with _ending_in_order():
            command(prog_name="twowaystreet")
    except OSError as error:
        if error.filename is not None:  # of some file, and not of what is printed
            raise
        _give_up_output()
        print(f"Error: cannot write: {error.strerror or error}", file=sys.stderr)
        raise SystemExit(1) from None


@contextlib.contextmanager
def _ending_in_order() -> Generator[None]:
    """Let the program end as by an exception when it is terminated, or when its terminal closes.

    Signals that are ignored, as under nohup, or have a handler already, are left alone.
    """
    # Elsewhere than in the main thread Python allows no handlers.
    mine = threading.current_thread() is threading.main_thread()
    ours = [one for one in _ENDING if mine and signal.getsignal(one) is signal.SIG_DFL]
    for one in ours:
        signal.signal(one, _end)
    try:
        yield
    finally:
        for one in ours:
            signal.signal(one, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    # A terminal that closes often sends several: those after the first must not stop the saving.
    for one in _ENDING:
        if signal.getsignal(one) is _end:
            signal.signal(one, _pass_over)  # SIG_IGN raises an error for a signal on its way
    raise SystemExit(_SIGNALLED + number)


def _pass_over(number: int, frame: FrameType | None) -> None:
    """Do nothing about a signal."""


def _give_up_output() -> None:
    """Let Python find nothing wrong when it writes, at its end, what it could not write before."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
