"""Differential tests: each game compared with its reference implementation."""

from tests.differential import brag, duel, spades, street, tien_len, twenty_down, twos
from tests.differential.common import Pair

PAIRS: dict[str, Pair] = {
    "street": street.PAIR,
    "duel": duel.PAIR,
    "twos": twos.PAIR,
    "spades": spades.PAIR,
    "twenty_down": twenty_down.PAIR,
    "tien_len": tien_len.PAIR,
    "brag": brag.PAIR,
}
"""The pairs of game and reference, by name of the game."""

_RULES = {
    "street": ("ST", 25),
    "duel": ("DU", 12),
    "twos": ("TW", 11),
    "spades": ("SP", 19),
    "twenty_down": ("TD", 11),
    "tien_len": ("TL", 9),
    "brag": ("BR", 13),
}


def rules_of(game: str) -> list[str]:
    """Return the rules of a game, which its differential test covers."""
    prefix, last = _RULES[game]
    return [f"{prefix}-{number}" for number in range(1, last + 1)]
