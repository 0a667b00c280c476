"""What a state costs besides time: memory; and what a program pays once: the import."""

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
    """How many bytes each state takes if every one of some hands is kept."""
    rules = tws.GAMES[name].Rules()
    _kept(name, rules, hands, rng)  # so that what is made once for all hands is there
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    kept = _kept(name, rules, hands, rng)
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(kept)


def _kept(name: str, rules: Any, hands: int, rng: random.Random) -> list[tws.AnyState]:
    """Every state of some hands. Any: each game has a class of its own for its rules."""
    kept: list[tws.AnyState] = []
    for _ in range(hands):
        state = tws.GAMES[name].new_game(rules)
        while not state.hand_over:
            due = state.needs_deal
            state = tws.apply(
                state, tws.shuffle(state, rng) if due else rng.choice(tws.legal_moves(state))
            )
            kept.append(state)
    return kept


def import_seconds(module: str, *, compiled: bool) -> float:
    """How long a fresh interpreter takes to import a module, with its bytecode at hand or not."""
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
