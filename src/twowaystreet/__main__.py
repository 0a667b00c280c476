"""The command line: ``python -m twowaystreet``, the same as the script ``twowaystreet``.

A module that registers its own game can call it after :func:`twowaystreet.register`::

    from twowaystreet.__main__ import main

    main()
"""

from twowaystreet._cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
