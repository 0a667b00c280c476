"""Tools to check rules, bots and games of one's own by their properties; the extra ``testing``.

The strategies are for Hypothesis (:mod:`~twowaystreet.testing.strategies`), and so is a state
machine for any game (:mod:`~twowaystreet.testing.machine`).
"""

from __future__ import annotations

from twowaystreet.testing.machine import GameMachine, machine_of
from twowaystreet.testing.strategies import (
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
