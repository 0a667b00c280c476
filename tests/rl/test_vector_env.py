"""Batches with the conventions of ``gymnasium.vector``."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="gymnasium is missing; pip install 'twowaystreet[rl]'")

from gymnasium.utils.env_checker import data_equivalence

from twowaystreet.rl.vector_env import VectorEnv


def _played(env: Any, steps: int) -> tuple[Any, float]:  # Any: gymnasium's types
    observation, info = env.reset()
    total = 0.0
    for _ in range(steps):
        actor = info["actor"].copy()
        observation, rewards, ended, cut, info = env.step(info["action_mask"].argmax(axis=1))
        assert env.observation_space.contains(observation)
        assert (rewards == info["payoffs"][np.arange(env.num_envs), actor]).all()
        assert not cut.any() and not rewards[~ended].any()
        total += float(np.abs(rewards).sum())
    return {name: array.copy() for name, array in observation.items()}, total


@pytest.mark.parametrize("game", ["twos", "tien_len"])
def test_observations_are_in_the_space_and_rewards_are_those_of_the_seat_that_moved(
    game: str,
) -> None:
    env: Any = VectorEnv(game, 2, seed=3)  # Any: gymnasium's types of spaces are not complete
    assert env.action_space.shape == (2,)
    found, total = _played(env, 160)
    assert total > 0
    again, _ = _played(VectorEnv(game, 2, seed=3), 160)
    assert all(np.array_equal(found[name], again[name]) for name in found)


@pytest.mark.parametrize("game", ["twos", "duel", "tien_len"])
def test_environments_are_pickled_and_tell_the_end_of_each_hand(game: str) -> None:
    env: Any = pickle.loads(pickle.dumps(VectorEnv(game, 3, seed=5)))  # Any: as above
    _, info = env.reset()
    layout = env._batch.observation
    hand_over, played = (layout.pieces[name].start for name in ("hand_over", "hands_played"))
    scores = layout.pieces["scores"]
    other = pickle.loads(pickle.dumps(env))
    silent = VectorEnv(game, 3, seed=5, final_obs=False)
    silent.reset()
    ended, rng = 0, np.random.default_rng(1)
    while ended < 4:
        if rng.random() < 0.1:
            other = pickle.loads(pickle.dumps(env))
        actor = info["actor"].copy()
        numbers = [rng.choice(np.flatnonzero(row)) for row in info["action_mask"]]
        found = env.step(numbers)
        assert data_equivalence(found, other.step(numbers))
        assert "final_obs" not in silent.step(numbers)[4]
        done, info = found[2], found[4]
        for row in np.flatnonzero(done):
            final = info["final_obs"][row]
            assert env.single_observation_space.contains(final)
            assert final["hand"][hand_over] == final["match"][played] == 1
            points = final["match"][scores.start : scores.stop].tolist()
            is_best = info["payoffs"][row, actor[row]] == info["payoffs"][row].max()
            assert is_best == (points[0] == max(points))
        for key in ("final_obs", "final_info"):
            assert (key in info) == done.any() and np.array_equal(info.get(f"_{key}", done), done)
        ended += int(done.sum())
    assert data_equivalence(pickle.loads(pickle.dumps(env)).reset(), env.reset())


def test_resets_go_on_from_a_seed_and_environments_without_one_differ() -> None:
    def dealt(env: Any, seeds: tuple[int | None, ...]) -> list[bytes]:  # Any: as above
        return [env.reset(seed=seed)[0]["hand"].tobytes() for seed in seeds]

    seeds = (None, None, 4, None, None)
    first, other = (dealt(VectorEnv("twos", 2, seed=3), seeds) for _ in range(2))
    assert first == other and len(set(first)) == len(seeds)
    given = dealt(VectorEnv("twos", 2), (3, np.int64(3), 4, None))  # type: ignore[arg-type]  # a number of numpy
    assert given == [first[0], first[0], *first[2:4]]
    unseeded = [*dealt(VectorEnv("twos", 2), (None, None)), *dealt(VectorEnv("twos", 2), (None,))]
    assert len(set(unseeded)) == 3
