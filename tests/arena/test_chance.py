"""Tests of the random numbers of a match."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from hashlib import blake2b

import pytest

from twowaystreet.arena.hands import SUBSTITUTE, generator

PATH = (0, 17, 1, 3)


def seeded() -> random.Random:
    """Return the same source, seeded at once."""
    digest = blake2b("/".join(map(str, PATH)).encode(), digest_size=16).digest()
    return random.Random(int.from_bytes(digest, "big"))


def shuffled(rng: random.Random) -> list[int]:
    some = list(range(50))
    rng.shuffle(some)
    return some


def after_seed(rng: random.Random) -> float:
    rng.seed(5)
    return rng.random()


def after_setstate(rng: random.Random) -> float:
    rng.setstate(random.Random(5).getstate())
    return rng.random()


USES: list[Callable[[random.Random], object]] = [
    lambda rng: rng.random(),
    lambda rng: rng.getrandbits(100),
    lambda rng: rng.choice(range(100)),
    lambda rng: rng.choices(range(100), k=9),
    lambda rng: rng.sample(range(100), 9),
    lambda rng: rng.randrange(7),
    lambda rng: rng.randbytes(9),
    lambda rng: [rng.gauss(0, 1) for _ in range(3)],
    lambda rng: rng.normalvariate(),
    lambda rng: rng.getstate(),
    lambda rng: pickle.loads(pickle.dumps(rng)).random(),
    lambda rng: copy.copy(rng).random(),
    shuffled,
    after_seed,
    after_setstate,
]


@pytest.mark.parametrize("use", USES)
def test_a_source_that_is_seeded_late_gives_the_same_numbers(
    use: Callable[[random.Random], object],
) -> None:
    rng, other = generator(*PATH), seeded()
    assert use(rng) == use(other)
    assert rng.getstate() == other.getstate()
    assert type(rng) is random.Random


def test_every_part_of_the_path_counts() -> None:
    changed = [(*PATH[:n], 5, *PATH[n + 1 :]) for n in range(4)]
    paths = [PATH, PATH[:2], (*PATH, SUBSTITUTE), *changed]
    assert len({generator(*path).random() for path in paths}) == len(paths)


def test_the_numbers_stay_the_same() -> None:
    # Digests of files from other versions of Python depend on them.
    assert generator(0, 0).getrandbits(64) == 1534089434355083159
    assert generator(0, 0, 0, 0).getrandbits(64) == 11502739212921361026
