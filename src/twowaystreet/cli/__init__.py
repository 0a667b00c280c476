"""The command line: ``twowaystreet``, the same as ``python -m twowaystreet``.

It needs click and rich, which the package itself does without: importing this module imports
neither, and :func:`main` says what to install if they are missing.
"""

from __future__ import annotations

import os
import sys
from typing import Final

_EXTRA: Final = frozenset({"click", "rich"})


def main() -> None:
    """Run the command line; the console script ``twowaystreet`` is this function.

    Raises:
        SystemExit: always, with the status that the shell is to see.
    """
    try:
        from twowaystreet.cli.commands import command  # noqa: PLC0415 - click and rich are optional
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
        command(prog_name="twowaystreet")
    except OSError as error:
        if error.filename is not None:  # of some file, and not of what is printed
            raise
        _give_up_output()
        print(f"Error: cannot write: {error.strerror or error}", file=sys.stderr)
        raise SystemExit(1) from None


def _give_up_output() -> None:
    """Let Python find nothing wrong when it writes, at its end, what it could not write before."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
