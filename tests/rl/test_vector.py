"""Batches through ``apply``: hands, arguments and results."""

import pydoc
import random
from typing import Any

import numpy as np
import pytest

import twowaystreet as tws
from tests.games import OURS
from twowaystreet import rl
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import deal_by
from twowaystreet.errors import IllegalMove, RulesError
from twowaystreet.games import brag
from twowaystreet.rl._vector import ByApply, Step

pytestmark = pytest.mark.smoke


def by_apply(game: Any, n: int, rules: Any = None, seed: int = 5) -> ByApply:
    """Return a batch that goes through ``apply``. Any: games and rules of any kind."""
    return ByApply(rl.Actions(game, rules), rl.Observation(game, rules), n, seed, 1)


def chosen(step: Step, rng: random.Random) -> np.ndarray[Any, Any]:
    """Return a random legal number for each row. Any: numpy's types of arrays."""
    return np.array([rng.choice(np.flatnonzero(row).tolist()) for row in step.mask])


def copied(step: Step) -> dict[str, Any]:
    """Return copies of the arrays of a step. Any: arrays of several types."""
    return {name: np.array(array) for name, array in _arrays(step).items()}


def equal(one: dict[str, Any], other: dict[str, Any], rows: slice = slice(None)) -> bool:
    """Return whether some rows of a step equal those of another. Any: as above."""
    return all(np.array_equal(one[name][rows], other[name]) for name in one)


@pytest.mark.parametrize("game", OURS)
def test_every_game_plays_hands_one_after_the_other(game: Any) -> None:
    batch, rng = by_apply(game, 2), random.Random(1)
    low, high = batch.observation.bounds
    step, ended = batch.reset(), 0
    assert not step.done.any() and not step.rewards.any()
    while ended < 3:
        step = batch.step(chosen(step, rng))
        assert (step.mask.sum(axis=1) > 0).all()
        assert (step.observation.hand >= low.hand).all()
        assert (step.observation.hand <= high.hand).all()
        assert not step.rewards[~step.done].any()
        assert np.allclose(step.rewards.sum(axis=1), 0, atol=1e-4)
        ended += int(step.done.sum())


@pytest.mark.parametrize(
    ("game", "rules"), [("twos", None), ("brag", brag.Rules(players=3))], ids=["twos", "brag"]
)
def test_rows_play_the_documented_deals_and_pay_each_hand(game: Any, rules: Any) -> None:
    batch, rng, seed = by_apply(game, 12, rules), random.Random(4), 5
    step, hands = batch.reset(), [0] * 12
    states, by_deals = list[Any](), list[int]()

    def begun(row: int) -> tuple[Any, Any]:
        """Return the next hand of a row with a move, and the payoffs of those before it."""
        worth = np.zeros(batch.seats)
        while True:
            start = batch.actions.game.new_game(
                batch.actions.rules, dealer=hands[row] % batch.seats
            )
            key = chance.key_of(seed, row, hands[row])
            state = tws.apply(start, deal_by(start, chance.at(key, 0)))
            if not state.hand_over:
                return state, worth
            by_deals.append(row)
            hands[row] += 1
            worth += tws.payoffs(state)

    for row in range(12):
        state, worth = begun(row)
        states.append(state)
        assert np.allclose(step.rewards[row], worth) and step.done[row] == (hands[row] > 0)
    paths = [tuple[int, ...]()] * 12
    for _ in range(45):
        numbers = chosen(step, rng)
        step = batch.step(numbers)
        for row, number in enumerate(numbers.tolist()):
            seen = tws.view(states[row], states[row].actor)
            move = batch.actions.step(seen, paths[row], number)
            paths[row] = move if isinstance(move, tuple) else ()
            worth, is_done = np.zeros(batch.seats), False
            if not isinstance(move, tuple):
                states[row] = tws.apply(states[row], move)
                if is_done := states[row].hand_over:
                    hands[row] += 1
                    worth += tws.payoffs(states[row])
                    states[row], more = begun(row)
                    worth += more
            assert np.allclose(step.rewards[row], worth, atol=1e-5) and step.done[row] == is_done
            assert step.actor[row] == states[row].actor and step.mask[row].any()
            if row < 2:
                seen = tws.view(states[row], states[row].actor)
                found = batch.observation.encode(seen, paths[row])
                assert np.array_equal(step.observation.hand[row], found.hand)
    assert bool(by_deals) == (game != "twos")


def test_help_shows_what_a_batch_returns_and_rows_depend_on_no_others() -> None:
    for batch in (rl.vector("twos", 2, seed=1), by_apply("twos", 2)):
        shown = pydoc.plain(pydoc.render_doc(batch))
        for word in ("int8", "int32", "mask", "rewards", "actor", "bounds", "scaled(", ">>>"):
            assert word in shown
        low = batch.observation.scaled(batch.reset().observation)
        assert low.shape == (2, sum(batch.observation.sizes))
    few, many = by_apply("street", 2), by_apply("street", 4)
    one, other = few.reset(), many.reset()
    rng = random.Random(3)
    for _ in range(150):
        assert equal(copied(one), copied(other)) is False
        assert equal({name: each[:2] for name, each in copied(other).items()}, copied(one))
        numbers = chosen(other, rng)
        one, other = few.step(numbers[:2]), many.step(numbers)


def check_reset(batch: Any) -> None:
    """Check that a reset begins again with the same hands. Any: a batch of either kind."""
    step = batch.reset()
    first = copied(step)
    for _ in range(100):
        batch.step(step.mask.argmax(axis=1))
    assert not equal(copied(step), first)
    assert equal(copied(batch.reset()), first)


def check_illegal(batch: Any) -> None:
    """Check that an illegal number raises and changes nothing. Any: a batch of two rows."""
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


@pytest.mark.parametrize("check", [check_reset, check_illegal])
def test_batches_through_apply_begin_again_and_refuse_illegal_numbers(check: Any) -> None:
    check(by_apply("duel", 2))


@pytest.mark.parametrize("numbers", [[1], [[1, 2]], [1.0, 2.0], [True, False], ["a", "b"]])
def test_wrong_numbers_are_refused(numbers: Any) -> None:
    batch = by_apply("twos", 2)
    batch.reset()
    with pytest.raises(RulesError, match="2 whole numbers"):
        batch.step(numbers)


@pytest.mark.parametrize(
    "wrong",
    [{"n": 0}, {"n": "1"}, {"n": 2**25}, {"seed": -1}, {"seed": 2**64}, {"threads": 0}],
    ids=str,
)
def test_wrong_arguments_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(RulesError, match=next(iter(wrong))):
        rl.vector("twos", **({"n": 1, "seed": 1} | wrong))


def test_numbers_of_numpy_are_welcome_and_arrays_contiguous() -> None:
    two: Any = np.int64(2)
    batch = rl.vector("tien_len", two, seed=two)
    assert batch.n == 2 and not batch.compiled
    assert repr(batch) == "<2 hands of Tien Len, through apply>"
    with pytest.raises(RulesError, match="reset"):
        by_apply("twos", 1).step([0])
    kinds = {"hand": "int8", "match": "int32", "mask": "int8", "actor": "int32"}
    kinds |= {"rewards": "float32", "done": "bool"}
    for name, array in _arrays(by_apply("twos", 2).reset()).items():
        assert array.dtype == kinds[name] and array.flags.c_contiguous
        assert np.shares_memory(np.from_dlpack(array), array)
    # JAX shares memory that begins at a multiple of 64 bytes, and copies other memory.
    for array in _arrays(rl.vector("twos", 64, seed=1).reset()).values():
        assert array.ctypes.data % 64 == 0


def _arrays(step: Step) -> dict[str, Any]:  # Any: arrays of several types
    observation, *rest = step
    names = ("hand", "match", *Step._fields[1:])
    return dict(zip(names, (*observation, *rest), strict=True))
