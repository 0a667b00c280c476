"""Measure the memory of states and the time of the import."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import tracemalloc
from typing import Any, Final

import twowaystreet as tws

_TIMED: Final = (
    "import time; begun = time.perf_counter(); import {}; print(time.perf_counter() - begun)"
)


def bytes_a_state(name: str, hands: int, rng: random.Random) -> float:
    """Return the bytes for each state, if all states of some hands stay in memory."""
    rules = tws.GAMES[name].Rules()
    _all_states(name, rules, hands, rng)  # fills the caches that all hands share
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = _all_states(name, rules, hands, rng)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept)


def _all_states(name: str, rules: Any, hands: int, rng: random.Random) -> list[tws.AnyState]:
    """Return every state of some hands. Any: each game has its own class for rules."""
    kept: list[tws.AnyState] = []
    for _ in range(hands):
        state = tws.GAMES[name].new_game(rules)
        while not state.hand_over:
            needs_deal = state.needs_deal
            state = tws.apply(
                state, tws.shuffle(state, rng) if needs_deal else rng.choice(tws.legal_moves(state))
            )
            kept.append(state)
    return kept


def import_seconds(module: str, *, compiled: bool) -> float:
    """Return the seconds to import a module in a fresh interpreter, with or without bytecode."""
    with tempfile.TemporaryDirectory() as empty:
        without = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONPYCACHEPREFIX": empty}
        found = subprocess.run(
            [sys.executable, "-c", _TIMED.format(module)],
            env=os.environ | ({} if compiled else without),
            check=True,
            capture_output=True,
            text=True,
        )
    return float(found.stdout)
