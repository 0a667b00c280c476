"""Ctrl-C while the command line loads: the program ends at once, without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Final

_OURS: Final = __name__.partition(".")[0]


def is_program() -> bool:
    """Return whether this process is the command line, of which only the package loads as yet."""
    name = os.path.basename(sys.argv[0]) if getattr(sys, "argv", None) else ""
    # Python has "-m" there while it loads the package of a module that it runs.
    is_module = name == "-m" and {_OURS, f"-m{_OURS}"} & {*sys.orig_argv}
    return bool(is_module) or name.partition(".")[0].removesuffix("-script") == _OURS


def end_at_interrupt() -> None:
    """Let Ctrl-C end the process, unless the program handles or ignores it."""
    import signal  # noqa: PLC0415  # most programs that import the library need no signals

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        with suppress(ValueError):  # outside the main thread
            signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def loading() -> Generator[None]:
    """Let Ctrl-C end the process while modules load, as an exception there shows a traceback.

    Only for a program that has nothing to save yet. Afterwards Ctrl-C raises KeyboardInterrupt.
    """
    import signal  # noqa: PLC0415  # as above

    end_at_interrupt()
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
            with suppress(ValueError):  # as above
                signal.signal(signal.SIGINT, signal.default_int_handler)
