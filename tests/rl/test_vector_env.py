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
    again, _ = _played(VectorEnv(game, 2, seed=3), 160)
    assert all(np.array_equal(found[name], again[name]) for name in found)


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
