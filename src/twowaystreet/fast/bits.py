"""The compiled tools for masks and random numbers.

All numbers but points are ``np.uint64``. numba turns a sum of ``uint64`` and ``int64`` into a
floating-point number, and tests each signed index for a negative value: 15 % of the time of a hand.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from twowaystreet._core.playouts import chance
from twowaystreet.fast.compiling import compiled, deposit, embedded

Unsigned: TypeAlias = npt.NDArray[np.uint64]
"""An array of ``np.uint64``, for masks of cards, places, counts and codes."""
Signed: TypeAlias = npt.NDArray[np.int64]
"""An array of ``np.int64``, for points and what cards are worth."""
Small: TypeAlias = npt.NDArray[np.uint8]
Counts: TypeAlias = npt.NDArray[np.int32]
Floats: TypeAlias = npt.NDArray[np.float64]
# Any: arrays of several types.
AnyArray: TypeAlias = np.ndarray[Any, Any]

# Any: in compiled code a np.uint64, which type checkers do not let mix with the ints of ranges.
Number: TypeAlias = Any
"""``np.uint64`` in compiled code, but ``np.int64`` for points and worth."""
U: Final[Any] = np.uint64
ZERO: Final[Number] = U(0)
"""The unsigned number 0."""
ONE: Final[Number] = U(1)
"""The unsigned number 1."""

STEP: Final[Number] = U(chance.STEP)
"""The way from one random number of a playout to the next; :func:`begin` says how."""
_FIRST, _SECOND = U(chance.FIRST_FACTOR), U(chance.SECOND_FACTOR)
_S2, _S3, _S4, _S8 = U(2), U(3), U(4), U(8)
_S27, _S30, _S31, _S32, _S56 = U(27), U(30), U(31), U(32), U(56)
_PAIRS, _FOURS, _EIGHTS = U(0x5555555555555555), U(0x3333333333333333), U(0x0F0F0F0F0F0F0F0F)
_BYTES, _TOPS, _BYTE = U(0x0101010101010101), U(0x8080808080808080), U(0xFF)
CLUBS: Final[Number] = U(0x1FFF)
"""All clubs, as a mask; ``CLUBS << np.uint64(13 * suit)`` are the cards of a suit."""
CARDS: Final = 64  # the places for cards in tables


def _places() -> Small:
    """Return the place of the bit number ``rank`` in a byte, at ``rank * 256 + byte``."""
    found = np.zeros(8 * 256, np.uint8)
    for byte in range(256):
        for rank, place in enumerate(place for place in range(8) if byte >> place & 1):
            found[rank * 256 + byte] = place
    return found


_PLACES: Final = _places()


@compiled
def ones(mask: Number) -> Number:
    """Count the bits of a mask; the compiler knows this pattern as one instruction."""
    mask = mask - ((mask >> ONE) & _PAIRS)
    mask = (mask & _FOURS) + ((mask >> _S2) & _FOURS)
    return (((mask + (mask >> _S4)) & _EIGHTS) * _BYTES) >> _S56


@compiled
def bit_count(number: Number) -> Number:
    """Count the bits of a signed number, as ``int.bit_count`` does."""
    return np.int64(ones(U(number)))


@compiled
def bit_length(number: Number) -> Number:
    """Return the number of bits up to the highest one, as ``int.bit_length`` does."""
    for shift in (1, 2, 4, 8, 16, 32):
        number |= number >> shift
    return bit_count(number)


@compiled
def mixed(number: Number) -> Number:
    """Return the hash of a number: the random number of 64 bits at a place of a sequence."""
    number = (number ^ (number >> _S30)) * _FIRST
    number = (number ^ (number >> _S27)) * _SECOND
    return number ^ (number >> _S31)


@compiled
def select_by_sums(mask: Number, rank: Number) -> Number:
    """Return the place of the bit with this rank, from 0, in a mask; a loop takes five times."""
    sums = mask - ((mask >> ONE) & _PAIRS)
    sums = (sums & _FOURS) + ((sums >> _S2) & _FOURS)
    sums = ((sums + (sums >> _S4)) & _EIGHTS) * _BYTES
    place = ones(((rank * _BYTES | _TOPS) - sums) & _TOPS) << _S3
    rank = rank - (((sums << _S8) >> place) & _BYTE)
    return place + U(_PLACES[((mask >> place) & _BYTE) + (rank << _S8)])


_deposited: Final = deposit()


@compiled
def select_by_deposit(mask: Number, rank: Number) -> Number:
    """Return the same by one instruction, which saves 3.5 of 12 ns for each move of a playout."""
    return ones(_deposited(ONE << rank, mask) - ONE)


_select: Final = select_by_deposit if _deposited else select_by_sums


@embedded
def select(mask: Number, rank: Number) -> Number:
    """Return the place of the bit with this rank, from 0, in a mask with more bits than that."""
    return _select(mask, rank)


@compiled
def draw(number: Number, limit: Number) -> Number:
    """Return the random number below a limit at a place of the sequence of a playout."""
    return ((mixed(number) >> _S32) * limit) >> _S32


@compiled
def key_of(seed: Number, state: Number, playout: Number) -> Number:
    """Return the key of a playout; the seed is mixed."""
    return mixed(mixed(seed + STEP * (state + ONE)) + STEP * (playout + ONE))


@compiled
def after(place: Number, steps: Number, count: Number) -> Number:
    """Return the place some steps further in a ring."""
    place += steps
    return place - count if place >= count else place
