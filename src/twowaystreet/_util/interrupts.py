"""Ctrl-C while the command line loads: the program ends at once, without a traceback.

The package imports this module first, which imports only what Python has loaded already.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal
    from collections.abc import Callable
else:
    import _signal as signal  # the part in C; the other part loads more modules

_OURS = __name__.partition(".")[0]


def is_program() -> bool:
    """Return whether this process is the command line, of which only the package loads as yet."""
    name = os.path.basename(sys.argv[0]) if getattr(sys, "argv", None) else ""
    # Python has "-m" there while it loads the package of a module that it runs.
    is_module = name == "-m" and {_OURS, f"-m{_OURS}"} & {*sys.orig_argv}
    return bool(is_module) or name.partition(".")[0].removesuffix("-script") == _OURS


def end_at_interrupt() -> None:
    """Let Ctrl-C end the process, unless the program handles or ignores it."""
    _handle(signal.default_int_handler, signal.SIG_DFL)


class Loading:
    """Let Ctrl-C end a process with nothing to save while modules load, without a traceback."""

    def __enter__(self) -> None:
        end_at_interrupt()

    def __exit__(self, *_: object) -> None:
        _handle(signal.SIG_DFL, signal.default_int_handler)


def _handle(usual: int | Callable[..., object], new: int | Callable[..., object]) -> None:
    if signal.getsignal(signal.SIGINT) == usual:
        try:  # noqa: SIM105  # contextlib is another module to load
            signal.signal(signal.SIGINT, new)
        except ValueError:  # outside the main thread
            pass
