"""Exact endgames: the tricks, and the payoff, that a side can force with all cards open.

The search reads the same tables of rules as :mod:`twowaystreet.fast`, and is compiled as well. It
needs the extra ``fast``. ``python -m twowaystreet.fast`` compiles it ahead of time.
"""

from twowaystreet._util.publishing import publish
from twowaystreet.fast import compiling as compiling  # first, as it explains missing packages
from twowaystreet.solve.solving import LimitReached, tricks, values

__all__ = ["LimitReached", "tricks", "values"]

publish(__name__)
