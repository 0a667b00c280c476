"""Whether a game keeps the promises that every game of this library makes.

>>> from twowaystreet.testing import conformance
>>> found = conformance.check("twenty_down", promises=["cards", "turns"], hands=2)
>>> list(found)
['cards', 'turns']

What is promised stands in ``PROMISES``, by name: what a promise ``says``, and the function that has
a ``look`` whether it is kept. A game that breaks one raises :class:`Broken`.
"""

from __future__ import annotations

from twowaystreet.testing.conformance.promises import PROMISES
from twowaystreet.testing.conformance.reports import Broken
from twowaystreet.testing.conformance.runner import check

__all__ = ["PROMISES", "Broken", "check"]
