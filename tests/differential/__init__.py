"""Every game compared with its reference implementation."""

from tests.differential import duel, spades, street, twenty_down, twos
from tests.differential.common import Pair

PAIRS: dict[str, Pair] = {
    "street": street.PAIR,
    "duel": duel.PAIR,
    "twos": twos.PAIR,
    "spades": spades.PAIR,
    "twenty_down": twenty_down.PAIR,
}
"""The pair of each game, by its name."""

_RULES = {
    "street": ("ST", 25),
    "duel": ("DU", 12),
    "twos": ("TW", 11),
    "spades": ("SP", 19),
    "twenty_down": ("TD", 11),
}


def rules_of(game: str) -> list[str]:
    """The rules of a game, all of which its pair answers for."""
    prefix, last = _RULES[game]
    return [f"{prefix}-{number}" for number in range(1, last + 1)]
