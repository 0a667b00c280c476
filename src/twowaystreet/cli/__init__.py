"""The command line: ``twowaystreet``, the same as ``python -m twowaystreet``.

It needs click and rich, which the package itself does without: importing this module imports
neither, and :func:`main` says what to install if they are missing.
"""

from __future__ import annotations

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
    command(prog_name="twowaystreet")
