"""Random numbers of a match.

Each deal and each seat of each hand has a source of its own. Its seed is a hash of its place in the
match, so it depends on no other player, no other deal and no worker.
"""

from __future__ import annotations

import random
from hashlib import blake2b
from typing import Any, Final

from typing_extensions import override

SUBSTITUTE: Final = "substitute"
"""The last part of the path of a substitute."""


def generator(*path: int | str) -> random.Random:
    """Return the source of random numbers of a place in a match.

    Args:
        path: ``seed, deal`` for the cards; ``seed, deal, rotation, seat`` for a player; the same
            with ``"substitute"`` for the player who replaces it.

    >>> generator(0, 17).random() == generator(0, 17).random() != generator(0, 17, 0, 0).random()
    True
    """
    return _Unseeded(path)


class _Unseeded(random.Random):
    """A source that is seeded when it is first used, and is a plain ``random.Random`` from then on.

    Seeding takes as long as four moves of a simple player, and many players need no random numbers.
    """

    def __init__(self, path: tuple[int | str, ...]) -> None:
        self._path = path
        self.gauss_next: float | None = None

    def __new__(cls, path: tuple[int | str, ...]) -> _Unseeded:
        # Without an argument, as some versions of Python seed here.
        return super().__new__(cls)

    @override
    def random(self) -> float:
        return random.Random.random(_seeded(self))

    @override
    def getrandbits(self, k: int, /) -> int:
        return random.Random.getrandbits(_seeded(self), k)

    @override
    def seed(self, *arguments: Any, **options: Any) -> None:  # Any: those of random.Random
        _seeded(self).seed(*arguments, **options)

    @override
    def getstate(self) -> tuple[Any, ...]:  # Any: the state is private to random.Random
        return _seeded(self).getstate()

    @override
    def setstate(self, state: tuple[Any, ...]) -> None:
        _seeded(self).setstate(state)

    @override
    def __reduce__(self) -> Any:  # Any: as above
        return _seeded(self).__reduce__()


def _seeded(rng: random.Random) -> random.Random:
    """Seed a source, unless that is done: a method may have been looked up before."""
    if isinstance(rng, _Unseeded):
        digest = blake2b("/".join(map(str, rng._path)).encode(), digest_size=16).digest()
        del rng._path
        changed: Any = rng  # Any: type checkers refuse another class
        changed.__class__ = random.Random
        rng.seed(int.from_bytes(digest, "big"))
    return rng
