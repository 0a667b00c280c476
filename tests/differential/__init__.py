"""Differential tests: each game compared with its reference implementation."""

from importlib import import_module

from tests.differential.common import Pair
from tests.games import OURS

PAIRS: dict[str, Pair] = {name: import_module(f"tests.differential.{name}").PAIR for name in OURS}
"""The pairs of game and reference, by name of the game."""
