"""Compiled batches, checked against ``apply`` move by move; faulty ones must be found."""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import product
from typing import Any, Final

import numpy as np
import pytest

from tests.rl.test_vector import by_apply, check_illegal, check_reset, chosen, copied, equal
from twowaystreet import rl
from twowaystreet.errors import IllegalMove
from twowaystreet.games import duel, spades, street, twenty_down
from twowaystreet.rl._vector import Vector

pytest.importorskip("numba", reason="numba is missing; pip install 'twowaystreet[fast]'")

from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.dealing import RESET
from twowaystreet.rl._compiled_vector import Compiled

# Any, in the faults: batches, their methods and arrays.
FAULTS: Final = dict[str, tuple[Any, str]]()
"""Batches with one fault each, and the array in which it shows first."""


def _fault(method: str, seen_in: str) -> Callable[[Callable[..., Any]], None]:
    """Add a batch in which a function of the batch and the base method takes its place."""

    def add(change: Callable[..., Any]) -> None:
        def changed(self: Any, *given: Any) -> Any:
            return change(self, partial(getattr(Compiled, method), self), *given)

        FAULTS[change.__name__] = type(change.__name__, (Compiled,), {method: changed}), seen_in

    return add


@_fault("_run", "hand")
def leaked_card(self: Any, right: Any, numbers: Any) -> None:
    """Show the lowest card of the next seat in the own hand."""
    right(numbers)
    turn = self._records.held.shape[2] // self.seats
    start = self.observation.pieces["hand"].start + 1
    for row, actor in enumerate(self._out.actor):
        held = int(self._records.held[row, 0, (actor + 1) % self.seats * turn])
        card = self._shared.column[(held & -held).bit_length() - 1]
        self._out.observation.hand[row, start + int(card)] = 1


@_fault("_run", "mask")
def mask_too_large(self: Any, right: Any, numbers: Any) -> None:
    right(numbers)
    for mask in self._out.mask:
        mask[mask.argmin()] = 1


@_fault("_enter", "illegal number")
def old_numbers_stay_legal(self: Any, right: Any, numbers: Any) -> None:
    """Take all numbers that have been legal before; the first legal one is entered for them.

    A compiled step that enters an illegal number could write beyond its arrays.
    """
    self.been_legal = getattr(self, "been_legal", 0) | self._out.mask
    entered = numbers.copy()
    for row, mask in enumerate(self._out.mask):
        if self.been_legal[row, numbers[row]] and not mask[numbers[row]]:
            entered[row] = mask.argmax()
    right(entered)


@_fault("_enter", "rewards")
def swapped_payoffs(self: Any, right: Any, numbers: Any) -> None:
    right(numbers)
    self._out.rewards[:, :2] = self._out.rewards[:, 1::-1].copy()


@_fault("_run", "mask")
def stale_mask_after_a_new_deal(self: Any, right: Any, numbers: Any) -> None:
    old = self._out.mask.copy()
    right(numbers)
    if numbers[0] != RESET:
        self._out.mask[self._out.done] = old[self._out.done]


@_fault("_run", "hand")
def seats_not_relative(self: Any, right: Any, numbers: Any) -> None:
    """Show the dealer as the table sees it."""
    right(numbers)
    piece = self.observation.pieces["dealer"]
    for seen, actor in zip(self._out.observation.hand, self._out.actor, strict=True):
        seen[piece.start : piece.stop] = np.roll(seen[piece.start : piece.stop], actor)


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
        marks=[pytest.mark.nightly] * (getattr(rules, "players", 0) >= SLOW)
        + [pytest.mark.smoke] * (game == "twos"),
    )
    for game, several in OPTIONS.items()
    for rules in several
]


# Threads share the rows of large batches alone. Without a compiler a batch has no threads.
ROWS: Final = 16 if IS_PLAIN else 700
STEPS: Final = 60 if IS_PLAIN else 120


class _Difference(AssertionError):
    """A batch differs from one that goes through ``apply``."""


def compare(one: Vector, hands: int) -> None:
    """Compare each step with a batch through ``apply``; an illegal number changes nothing."""
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
        row, wrong = rng.randrange(len(numbers)), numbers.copy()
        wrong[row] = rng.choice(np.flatnonzero(expected["mask"][row] == 0).tolist())
        with suppress(IllegalMove):
            one.step(wrong)
            raise _Difference("illegal number")
        found, expected = copied(one.step(numbers)), copied(other.step(numbers))
        ended += int(expected["done"].sum())


@pytest.mark.parametrize(("game", "rules"), SETS)
def test_a_compiled_batch_equals_apply(game: str, rules: Any) -> None:
    compare(rl.vector(game, 4, rules, seed=11), 12)


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "rules"), SETS)
def test_a_compiled_batch_equals_apply_in_many_hands(game: str, rules: Any) -> None:
    compare(rl.vector(game, 100, rules, seed=12), 500)


@pytest.mark.parametrize("game", OPTIONS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_batch_with_a_fault_differs_from_apply(fault: str, game: str) -> None:
    batch, seen_in = FAULTS[fault]
    with pytest.raises(_Difference, match=seen_in):
        compare(batch(rl.Actions(game), rl.Observation(game), 2, 11, 1), 12)


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


@pytest.mark.parametrize("check", [check_reset, check_illegal])
@pytest.mark.parametrize("game", OPTIONS)
def test_batches_begin_again_and_refuse_illegal_numbers(game: str, check: Any) -> None:
    check(rl.vector(game, 2, seed=1))


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
