"""Checks that a game keeps the promises that every game of this library makes.

>>> from twowaystreet.testing import conformance
>>> found = conformance.check("twenty_down", promises=["cards", "turns"], hands=2)
>>> list(found)
['cards', 'turns']

``PROMISES`` lists the promises by name. Each has a sentence ``says``, a function ``check`` and the
class of states that it ``needs``. :func:`check` raises :class:`Broken` for a game that breaks one.

The modules, from the bottom up:

- ``snapshots`` and ``reports`` describe objects and errors.
- ``playouts`` plays hands at random; ``context`` offers a check one position of a playout.
- ``other_process`` and ``clocks`` replay hands in another process.
- ``checks`` holds the checks, and ``promises`` lists them.
- ``runner`` runs them and shortens a playout that shows a fault.
- ``pytest_items`` makes tests of them for the plugin.
"""

from __future__ import annotations

from twowaystreet.testing.conformance.promises import PROMISES
from twowaystreet.testing.conformance.reports import Broken
from twowaystreet.testing.conformance.runner import check

__all__ = ["PROMISES", "Broken", "check"]


def __dir__() -> list[str]:
    return __all__
