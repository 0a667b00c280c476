"""The random numbers of playouts: SplitMix64 with a key for each playout, as in compiled code."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

from typing_extensions import override

T = TypeVar("T")

BITS: Final = (1 << 64) - 1
STEP: Final = 0x9E3779B97F4A7C15
FIRST_FACTOR: Final = 0xBF58476D1CE4E5B9
SECOND_FACTOR: Final = 0x94D049BB133111EB


def mixed(number: int) -> int:
    """Return the hash of a 64-bit number: the output function of SplitMix64."""
    number = (number ^ number >> 30) * FIRST_FACTOR & BITS
    number = (number ^ number >> 27) * SECOND_FACTOR & BITS
    return number ^ number >> 31


def at(key: int, place: int) -> int:
    return mixed(key + STEP * (place + 1) & BITS)


def key_of(seed: int, state: int, playout: int) -> int:
    return at(at(mixed(seed & BITS), state), playout)


def below(number: int, limit: int) -> int:
    return (number >> 32) * limit >> 32


def shuffled(number: int, some: Sequence[T]) -> tuple[T, ...]:
    left = list(some)
    for place in range(len(left) - 1):
        other = place + below(at(number, place), len(left) - place)
        left[place], left[other] = left[other], left[place]
    return tuple(left)


_WORD: Final = 64


class _Words(random.Random, ABC):
    def __init__(self) -> None:
        super().__init__(0)

    @abstractmethod
    def _word(self) -> int: ...

    @override
    def random(self) -> float:
        return (self._word() >> 11) * 2.0**-53

    @override
    def getrandbits(self, k: int, /) -> int:
        found = 0
        for _ in range(0, k, _WORD):
            found = found << _WORD | self._word()
        return found >> -k % _WORD


class NumberAt(_Words):
    """The random source of a player for one move; its first choice is that of a random playout."""

    number: int = 0  # which changes with each draw

    @override
    def _word(self) -> int:
        number, self.number = self.number, mixed(self.number + STEP & BITS)
        return number

    @override
    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]  # typeshed: SupportsLenAndGetItem
        return seq[below(self._word(), len(seq))]


class Numbers(_Words):
    """A random source with the numbers of a key, one after the other."""

    last: int  # the key plus ``STEP`` for each number drawn so far

    def __init__(self, key: int = 0) -> None:
        super().__init__()
        self.last = key

    def skip(self, count: int) -> None:
        self.last = self.last + STEP * count & BITS

    # `Random` takes whole numbers from `random` alone if its class does not have this as well.
    getrandbits = _Words.getrandbits

    @override
    def random(self) -> float:
        # The hash of `mixed` is written out, as a world needs a number for each card.
        self.last = number = self.last + STEP & BITS
        number = (number ^ number >> 30) * FIRST_FACTOR & BITS
        number = (number ^ number >> 27) * SECOND_FACTOR & BITS
        return ((number ^ number >> 31) >> 11) * 2.0**-53

    @override
    def _word(self) -> int:
        self.last = self.last + STEP & BITS
        return mixed(self.last)


def streams(seed: int, first: int, count: int) -> Iterator[random.Random]:
    rng = Numbers()
    for number in range(first, first + count):
        rng.last = key_of(seed, number, 0)
        yield rng
