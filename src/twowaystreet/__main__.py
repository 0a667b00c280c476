"""``python -m twowaystreet`` is the command line."""

from __future__ import annotations

from twowaystreet.cli import main

if __name__ == "__main__":
    main()
