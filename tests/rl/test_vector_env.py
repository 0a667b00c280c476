"""Batches with the conventions of ``gymnasium.vector``."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="gymnasium is missing; pip install 'twowaystreet[rl]'")

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
    again, _ = _played(env, 160)
    assert all(np.array_equal(found[name], again[name]) for name in found)


def test_a_seed_gives_other_hands() -> None:
    env = VectorEnv("twos", 2, seed=3)
    first = env.reset()[0]["hand"].copy()
    assert not np.array_equal(env.reset(seed=4)[0]["hand"], first)
    assert np.array_equal(env.reset(seed=3)[0]["hand"], first)
