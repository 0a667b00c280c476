"""Learning: numbers of moves, arrays of views, and environments; needs the extra ``rl``.

The guide *Train a player* begins with an example.
"""

from twowaystreet._util.faults import needing
from twowaystreet._util.publishing import publish

with needing("rl", __name__):
    from twowaystreet._spaces.actions import Actions
    from twowaystreet._spaces.observation import Arrays, Observation, Piece
    from twowaystreet.rl._batches import vector
    from twowaystreet.rl._vector import Step, Vector

__all__ = ["Actions", "Arrays", "Observation", "Piece", "Step", "Vector", "vector"]
publish(__name__)
