"""Property-based tests for rules, bots and your own games; needs the extra ``testing``.

The module has Hypothesis strategies and :class:`GameMachine`, a state machine for any game.
:func:`register_types` lets Hypothesis find the strategies by type. ``rules`` may be rules of the
game or a strategy for them, and ``phase`` a phase or its name; ``None`` stands for any.
"""

from twowaystreet._util.faults import needing
from twowaystreet._util.publishing import publish

with needing("testing", __name__):
    from twowaystreet.testing._machine import GameMachine, machine_of
    from twowaystreet.testing._strategies import (
        cards,
        deals,
        moves,
        openings,
        packs,
        records,
        register_types,
        rules,
        seats,
        states,
        views,
    )

__all__ = [
    "GameMachine",
    "cards",
    "deals",
    "machine_of",
    "moves",
    "openings",
    "packs",
    "records",
    "register_types",
    "rules",
    "seats",
    "states",
    "views",
]
publish(__name__)
