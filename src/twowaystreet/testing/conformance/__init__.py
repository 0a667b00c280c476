"""Checks of the promises that every game of this library makes.

>>> from twowaystreet.testing import conformance
>>> found = conformance.check("twenty_down", promises=["cards", "turns"], hands=2)
>>> list(found)
['cards', 'turns']

``PROMISES`` maps names to promises. Each has a sentence ``says``, a function ``check`` and the
class of states that it ``needs``. :func:`check` raises :class:`Broken` at a broken promise.

The modules, from the bottom up:

- ``other_process`` replays hands in another process, with other clocks.
- ``arguments``, ``play``, ``values``, ``views`` and ``worlds`` hold the checks.
- ``promises`` lists the checks, runs them, and shortens a playout that shows a fault.
- ``pytest_items`` makes tests from the promises for the plugin.
"""

from twowaystreet._util.values import publish_exceptions
from twowaystreet.testing.conformance.promises import PROMISES, check
from twowaystreet.testing.reports import Broken

__all__ = ["PROMISES", "Broken", "check"]

publish_exceptions(__name__)
__dir__ = __all__.copy
