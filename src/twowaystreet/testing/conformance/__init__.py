"""Checks of the promises that every game of this library makes.

>>> from twowaystreet.testing import conformance
>>> found = conformance.check("twenty_down", promises=["cards", "turns"], hands=2)
>>> list(found)
['cards', 'turns']

``PROMISES`` maps names to promises. Each has a sentence ``says``, a function ``check`` and the
class of states that it ``needs``. :func:`check` raises :class:`Broken` at a broken promise.

The modules, from the bottom up:

- ``snapshots`` and ``reports`` describe objects and errors.
- ``playouts`` plays hands at random; ``context`` gives each check one position of a playout,
  and ``differences`` compares states.
- ``other_process`` and ``clocks`` replay hands in another process.
- ``checks`` holds the checks, and ``promises`` lists them.
- ``runner`` runs the checks and shortens a playout that shows a fault.
- ``pytest_items`` makes tests from the promises for the plugin.
"""

from __future__ import annotations

from twowaystreet._util.values import publish_exceptions
from twowaystreet.testing.conformance.promises import PROMISES
from twowaystreet.testing.conformance.reports import Broken
from twowaystreet.testing.conformance.runner import check

__all__ = ["PROMISES", "Broken", "check"]

publish_exceptions(__name__)


def __dir__() -> list[str]:
    return __all__
