"""Random numbers: the same in the kernel and in plain Python, and uniform."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest

from tests.fast.replays import plays_of, recording
from twowaystreet._core.playouts import chance
from twowaystreet.fast import bits
from twowaystreet.fast.batches import ALONE, quiet
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import twos

NUMBERS = [0, 1, 2**63, 2**64 - 1, *(random.Random(1).getrandbits(64) for _ in range(200))]


def test_both_generators_agree() -> None:
    with quiet():
        for number, other in zip(NUMBERS, reversed(NUMBERS), strict=True):
            state, playout = other >> 40, number >> 30
            seed = np.uint64(bits.mixed(np.uint64(number)))
            key = np.uint64(bits.key_of(seed, np.uint64(state), np.uint64(playout)))
            assert int(key) == chance.key_of(number, state, playout)
            place = np.uint64((int(key) + 8 * chance.STEP) & chance.BITS)
            drawn = bits.draw(place, np.uint64(52))
            assert int(drawn) == chance.below(chance.at(int(key), 7), 52)


def test_the_generator_is_splitmix64() -> None:
    """Compare with the first numbers of the published generator for the seed 1234567."""
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [chance.at(1234567, place) for place in range(3)] == expected


SELECTIONS: Final = tuple(dict.fromkeys((bits.select_by_sums, bits.select)))


@pytest.mark.parametrize("select", SELECTIONS)
def test_bits_are_selected_by_rank(select: Callable[[np.uint64, np.uint64], np.uint64]) -> None:
    with quiet():
        for mask in NUMBERS[1:]:
            places = [place for place in range(64) if mask >> place & 1]
            assert int(bits.ones(np.uint64(mask))) == len(places)
            found = [int(select(np.uint64(mask), np.uint64(k))) for k in range(len(places))]
            assert found == places


def _chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((count - expected) ** 2 for count in counts) / expected


def test_the_choices_of_a_hand_are_independent() -> None:
    """Two choices of the same hand occur in all pairs equally often."""
    state = next(plays_of(twos.new_game, 1))
    batch = recording(state, 400 if IS_PLAIN else 40_000)
    assert batch
    out = batch.play(8, ALONE)
    pairs: dict[tuple[int, int], list[int]] = {}
    for lead, after in out.record[:, :2].tolist():
        pairs.setdefault((lead, 0), []).append(after)
    for followers in pairs.values():
        counts = np.unique(followers, return_counts=True)[1].tolist()
        freedom = max(len(counts) - 1, 1)
        assert _chi_square(counts) < freedom + 4 * (2 * freedom) ** 0.5 + 8
