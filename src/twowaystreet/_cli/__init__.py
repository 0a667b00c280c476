"""The command line: ``twowaystreet``, the same as ``python -m twowaystreet``.

Importing this module needs neither click nor rich, which are an extra of the package.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Generator
from types import FrameType
from typing import Final, NoReturn

from twowaystreet._util.faults import Terminated
from twowaystreet._util.interrupts import Loading, end_at_interrupt

_ENDING: Final = [  # on Windows terminals send no signal when they close
    each for each in signal.Signals if each.name in ("SIGTERM", "SIGHUP")
]


def main() -> None:
    """Run the command line; always raise SystemExit, with the exit status for the shell."""
    multiprocessing.freeze_support()
    try:
        with Loading():
            from twowaystreet._cli.commands import command  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("click", "rich"):
            raise
        print(
            f"twowaystreet: {error.name} is missing; the command line needs "
            "pip install 'twowaystreet[cli]'",
            file=sys.stderr,
        )
        raise SystemExit(1) from None
    if reconfigure := getattr(sys.stdout, "reconfigure", None):  # pipes of Windows lack letters
        reconfigure(errors="replace")
    try:
        with _ending_in_order():
            command(prog_name="twowaystreet")
    except OSError as error:
        if error.filename is not None:  # an error of a file, not of standard output
            raise
        with open(os.devnull, "w", encoding="utf-8") as nowhere:  # where the last flush cannot fail
            os.dup2(nowhere.fileno(), sys.stdout.fileno())
        print(f"Error: cannot write: {error.strerror or error}", file=sys.stderr)
        raise SystemExit(1) from None
    finally:
        end_at_interrupt()


@contextlib.contextmanager
def _ending_in_order() -> Generator[None]:
    """Turn signals, unless the user ignores them, into an exception that ends the program."""
    # Python allows handlers in the main thread only.
    is_main = threading.current_thread() is threading.main_thread()
    some = _ENDING if is_main else []
    handled = [number for number in some if signal.getsignal(number) is signal.SIG_DFL]
    for number in handled:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, signal.SIG_DFL)


def _end(number: int, frame: FrameType | None) -> NoReturn:
    # A closing terminal often sends several signals; the later ones must not stop the saving.
    for other in _ENDING:
        if signal.getsignal(other) is _end:
            # Not SIG_IGN, which raises an error for a signal already on its way.
            signal.signal(other, lambda number, frame: None)
    raise Terminated(128 + number)  # the exit status of a program that a signal ended
