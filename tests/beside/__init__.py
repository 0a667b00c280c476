"""Every game beside its naive implementation."""

from tests.beside import duel, spades, street, twenty_down, twos
from tests.beside.common import Pair

PAIRS: dict[str, Pair] = {
    "street": street.PAIR,
    "duel": duel.PAIR,
    "twos": twos.PAIR,
    "spades": spades.PAIR,
    "twenty_down": twenty_down.PAIR,
}
"""The pair of each game, by its name."""
