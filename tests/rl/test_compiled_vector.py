"""Compiled batches, checked against ``apply`` move by move."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, Final

import numpy as np
import pytest

from tests.rl.test_vector import by_apply, chosen, copied, equal
from twowaystreet import rl
from twowaystreet.errors import IllegalMove
from twowaystreet.games import duel, spades, street, twenty_down
from twowaystreet.rl._vector import Vector

pytest.importorskip("numba", reason="numba is missing; pip install 'twowaystreet[fast]'")

from tests.rl.vector_faults import FAULTS
from twowaystreet.fast.compiling import IS_PLAIN

_JOKERS: Final = ("red_and_black", "two_alike", "one", "none")
_NAMED: Final = ("either", "held")
# Any: rules take the words of their options, too.
_Street: Final[Any] = street.Rules
_Duel: Final[Any] = duel.Rules
_Spades: Final[Any] = spades.Rules
# Any: the rules of each game.
OPTIONS: Final[dict[str, list[Any]]] = {
    "twos": [None],
    "street": [
        *(
            _Street(jokers=jokers, exchange=exchange, named_suit=named)
            for jokers, exchange, named in product(_JOKERS, ("obligatory", "optional"), _NAMED)
        ),
        *(_Street(players=players) for players in range(3, 12)),
        *(_Street(decks=2, jokers=jokers, exchange="optional") for jokers in _JOKERS),
    ],
    "duel": [
        *(
            _Duel(jokers=jokers, named_suit=named, bid_markers=markers)
            for jokers, named, markers in product(_JOKERS, _NAMED, ("paper", "cards"))
        ),
        _Duel(max_strength=1),
    ],
    "spades": [None],
    "twenty_down": [twenty_down.Rules(must_trump=must) for must in (True, False)],
}
SLOW: Final = 6
"""The number of seats from which a set of options takes long without a compiler."""
SETS: Final = [
    pytest.param(
        game,
        rules,
        id=f"{game}-{rules}",
        marks=[pytest.mark.nightly] * (getattr(rules, "players", 0) >= SLOW),
    )
    for game, several in OPTIONS.items()
    for rules in several
]
# Threads share the rows of large batches alone. Without a compiler a batch has no threads.
ROWS: Final = 16 if IS_PLAIN else 700
STEPS: Final = 60 if IS_PLAIN else 120
SHORT: Final = 12
"""The number of hands of each set of options in the short form."""
LONG: Final = 2_000
_SEEN_IN: Final = {
    "leaked card": "hand",
    "mask too small": "mask",
    "old numbers stay legal": "illegal number",
    "mask too large": "mask",
    "shifted numbers": "hand|mask|actor",
    "swapped payoffs": "rewards",
    "wrong winner": "hand|mask|actor",
    "stale mask after a new deal": "mask",
    "seats not relative": "hand",
}
"""The array in which each fault shows first."""


class _Difference(AssertionError):
    """A batch differs from one that goes through ``apply``."""


# Any: arrays of whole numbers.
def _with_one_illegal(numbers: Any, mask: Any, rng: random.Random) -> Any:
    """Return the numbers with one of them replaced by one that is illegal in its row."""
    row = rng.randrange(len(numbers))
    changed = numbers.copy()
    changed[row] = rng.choice(np.flatnonzero(mask[row] == 0).tolist())
    return changed


def _takes(batch: Vector, numbers: Any) -> bool:  # Any: as above
    try:
        batch.step(numbers)
    except IllegalMove:
        return False
    return True


def compare(one: Vector, hands: int) -> None:
    """Play random hands in a batch and in one that goes through ``apply``; compare each step.

    At each step the batch refuses an illegal number in one row, and does not change.
    """
    assert one.compiled
    other = by_apply(one.actions.game, one.n, one.actions.rules, one.seed)
    found, expected = copied(one.reset()), copied(other.reset())
    rng, ended = random.Random(one.seed), 0
    while ended < hands:
        for name, array in expected.items():
            if not np.array_equal(found[name], array):
                raise _Difference(name)
        for row in np.flatnonzero(expected["done"]).tolist():
            if one._last_state(row) != other._last_state(row):
                raise _Difference("last state")
        numbers = chosen(other._out, rng)
        if _takes(one, _with_one_illegal(numbers, expected["mask"], rng)):
            raise _Difference("illegal number")
        found, expected = copied(one.step(numbers)), copied(other.step(numbers))
        ended += int(expected["done"].sum())


@pytest.mark.parametrize(("game", "rules"), SETS)
def test_a_compiled_batch_equals_apply(game: str, rules: Any) -> None:
    compare(rl.vector(game, 4, rules, seed=11), SHORT)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "rules"), SETS)
def test_a_compiled_batch_equals_apply_in_many_hands(game: str, rules: Any) -> None:
    compare(rl.vector(game, 100, rules, seed=12), LONG)


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_batch_with_a_fault_differs_from_apply(fault: str, game: str) -> None:
    with pytest.raises(_Difference, match=_SEEN_IN[fault]):
        compare(FAULTS[fault](game, 2, 11), SHORT)


@pytest.mark.parametrize("game", OPTIONS)
def test_hands_depend_neither_on_n_nor_on_threads(game: str) -> None:
    few, many = rl.vector(game, 3, seed=1), rl.vector(game, ROWS, seed=1, threads=2)
    one, other = few.reset(), many.reset()
    rng = random.Random(2)
    for _ in range(STEPS):
        first = {name: array[:3] for name, array in copied(other).items()}
        assert equal(first, copied(one))
        numbers = other.mask.argmax(axis=1)
        numbers[:3] = chosen(one, rng)
        one, other = few.step(numbers[:3]), many.step(numbers)


@pytest.mark.parametrize("game", OPTIONS)
def test_an_illegal_number_raises_and_changes_nothing(game: str) -> None:
    batch = rl.vector(game, 2, seed=1)
    step = batch.reset()
    before = copied(step)
    good = int(step.mask[0].argmax())
    for bad in (int(step.mask[1].argmin()), -1, -2, batch.actions.size, 10**9):
        with pytest.raises(IllegalMove, match="legal numbers"):
            batch.step([good, bad])
        assert equal(copied(step), before)
    step.mask[:] = 1  # a caller who writes into the mask makes no number legal
    with pytest.raises(IllegalMove, match="legal numbers"):
        batch.step([good, int(before["mask"][1].argmin())])


def test_reset_begins_again_with_the_same_hands() -> None:
    batch = rl.vector("street", 5, seed=1)
    step = batch.reset()
    first = copied(step)
    for _ in range(200):
        batch.step(step.mask.argmax(axis=1))
    assert not equal(copied(step), first)
    assert equal(copied(batch.reset()), first)


@pytest.mark.parametrize(
    ("game", "rules"),
    [
        ("spades", _Spades(renege="penalised")),
        ("street", _Street(players=12)),
        ("street", _Street(decks=4)),
        ("brag", None),
        ("tien_len", None),
    ],
    ids=str,
)
def test_other_games_go_through_apply(game: str, rules: Any) -> None:
    assert not rl.vector(game, 1, rules, seed=1).compiled
