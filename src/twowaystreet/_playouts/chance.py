"""The random numbers of playouts, without numba.

Each number is a function of the seed, the number of the state, the number of the playout and the
number of the move. So a playout depends on nothing else. The function is SplitMix64 with a key for
each playout. The kernel computes the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")

BITS: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
SECOND_FACTOR: Final = 0x94D049BB133111EB


def mixed(number: int) -> int:
    """Return the hash of a 64-bit number: the output function of SplitMix64.

    >>> hex(mixed(STEP))
    '0xe220a8397b1dcdaf'
    """
    number = (number ^ number >> 30) * FIRST_FACTOR & BITS
    number = (number ^ number >> 27) * SECOND_FACTOR & BITS
    return number ^ number >> 31


def at(key: int, place: int) -> int:
    """Return the number at a place of the sequence with this key."""
    return mixed(key + STEP * (place + 1) & BITS)


def key_of(seed: int, state: int, playout: int) -> int:
    """Return the key of a playout."""
    return at(at(mixed(seed & BITS), state), playout)


def below(number: int, limit: int) -> int:
    """Return a number from 0 to less than a limit, from the upper half of a 64-bit number."""
    return (number >> 32) * limit >> 32


def shuffled(number: int, some: Sequence[T]) -> tuple[T, ...]:
    """Shuffle by a 64-bit number, which is the key of a sequence of its own."""
    left = list(some)
    for place in range(len(left) - 1):
        other = place + below(at(number, place), len(left) - place)
        left[place], left[other] = left[other], left[place]
    return tuple(left)
