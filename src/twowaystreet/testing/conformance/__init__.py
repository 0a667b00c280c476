"""Checks of the promises that every game of this library makes.

>>> from twowaystreet.testing import conformance
>>> found = conformance.check("twenty_down", promises=["cards", "scores"], hands=2)
>>> list(found)
['cards', 'scores']

``PROMISES`` maps names to promises. Each has a sentence ``says``, a function ``check`` and the
class of states that it ``needs``. :func:`check` raises :class:`Broken` at a broken promise;
:func:`results` goes on, and tells what it could not check.
"""

from twowaystreet._util.publishing import publish
from twowaystreet.testing._playouts import Broken
from twowaystreet.testing.conformance._checking import PROMISES, Result, check, results

__all__ = ["PROMISES", "Broken", "Result", "check", "results"]

publish(__name__)
