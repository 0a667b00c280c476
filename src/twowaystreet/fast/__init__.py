"""Compiled playouts: millions of random hands, with the rules of the games' own tables.

The extra ``fast`` installs numba and numpy, which this package needs. The first call compiles the
kernel and keeps it for later runs. ``python -m twowaystreet.fast`` does so ahead of time, also for
:mod:`twowaystreet.solve`.
``NUMBA_DISABLE_JIT=1`` runs the same code as plain Python.
"""

from twowaystreet._util.publishing import publish
from twowaystreet.fast import authoring as authoring  # first, as it explains missing packages
from twowaystreet.fast.many_hands import Playouts, hands, playout_moves, playouts
from twowaystreet.fast.openings import Choices

__all__ = ["Choices", "Playouts", "hands", "playout_moves", "playouts"]
publish(__name__)
