"""Batches with the conventions of ``gymnasium.vector``; needs the extra ``rl``."""

from __future__ import annotations

from typing import Any, Self, TypeAlias

from typing_extensions import override

from twowaystreet._util.faults import annotated, needing

with needing("rl", __name__):
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium.envs.registration import EnvSpec
    from gymnasium.vector import AutoresetMode

from twowaystreet._core.engine.game import Game
from twowaystreet._core.views.views import view
from twowaystreet.rl._batches import vector
from twowaystreet.rl._vector import Step, Vector

__all__ = ["VectorEnv"]

# Any: arrays of several types.
Info: TypeAlias = dict[str, Any]
__dir__ = __all__.copy
annotated(gymnasium.vector.VectorEnv, EnvSpec=EnvSpec, Self=Self)


class VectorEnv(gymnasium.vector.VectorEnv[Any, Any, Any]):  # Any: dictionaries of arrays
    """A batch as a vector environment, in which each row is the seat to move.

    The reward of a step is the payoff of the seat that has just moved, in hands that this move
    ends, else 0. The information has the key ``action_mask`` with the legal numbers, ``actor`` with
    the seats to move, and ``payoffs`` with those of all seats. A hand that ends is followed by the
    next one in the same step, as ``SAME_STEP`` means. The seat that has just moved then finds what
    it sees of the end under ``final_obs``, and its number in ``final_info``. A hand that its deal
    ends only adds to the payoffs. The arrays belong to the environment, which writes the next step
    to them; ``final_obs`` stays.

    Args:
        game: a game, or its name.
        num_envs: the number of hands at once.
        rules: the options; ``None`` for all the defaults.
        seed: the seed of the deals, until :meth:`reset` gets another one; ``None`` for one that
            differs in each environment.
        threads: the number of threads.
        final_obs: False to leave out ``final_obs`` and ``final_info``, for which each hand is
            played once more through ``apply``. Compiled steps then take a twentieth of the time
            in Twos, and a quarter in Two Way Street.

    >>> env = VectorEnv("twos", 2, seed=7)
    >>> observation, info = env.reset()
    >>> observation["hand"].shape, info["actor"].tolist()
    ((2, 548), [1, 1])
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int,
        rules: object = None,
        *,
        seed: int | None = None,
        threads: int = 1,
        final_obs: bool = True,
    ) -> None:
        self._arguments = game, num_envs, rules
        self._threads, self._tells_ends = threads, final_obs
        self._seed = seed
        self._batch = self._dealt_by(0 if seed is None else seed)
        self.num_envs = num_envs = self._batch.n
        self._actor: npt.NDArray[np.int32] = np.zeros(num_envs, np.int32)
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        spaces, batch_space = gymnasium.spaces, gymnasium.vector.utils.batch_space
        low, high = self._batch.observation.bounds
        # Any: gymnasium's types of spaces are not complete.
        single: Any = spaces.Dict(
            {
                "hand": spaces.Box(low.hand, high.hand, dtype=np.int8),
                "match": spaces.Box(low.match, high.match, dtype=np.int32),
            }
        )
        number: Any = spaces.Discrete(self._batch.actions.size)
        self.single_observation_space, self.single_action_space = single, number
        self.observation_space = batch_space(single, num_envs)
        self.action_space = batch_space(number, num_envs)

    @override
    def reset(self, *, seed: Any = None, options: Any = None) -> tuple[Info, Info]:
        """Begin new hands. Any: as the base has it.

        Args:
            seed: the seed of their deals; ``None`` to go on with the earlier one.
            options: nothing here.
        """
        given = self._seed if seed is None else seed
        self._seed = None
        if given is None:
            self._batch = self._dealt_by(int(self.np_random.integers(2**63)))
        else:
            self._batch = self._dealt_by(given)
            super().reset(seed=self._batch.seed)
        return self._shown(self._batch.reset())

    def _dealt_by(self, seed: int) -> Vector:
        game, n, rules = self._arguments
        return vector(game, n, rules, seed=seed, threads=self._threads)

    @override
    def step(self, actions: Any) -> tuple[Info, Any, Any, Any, Info]:
        """Enter a number in each row. Any: as the base has it."""
        step, moved = self._batch.step(actions), self._actor
        rewards = np.take_along_axis(step.rewards, moved[:, None], axis=1)[:, 0]
        observation, info = self._shown(step)
        if self._tells_ends and step.done.any():
            ended = step.done.copy()
            info["final_obs"], info["_final_obs"] = self._final(step, moved), ended
            info["final_info"], info["_final_info"] = {"actor": moved, "_actor": ended}, ended
        return observation, rewards, step.done, np.zeros(self.num_envs, np.bool_), info

    def _final(self, step: Step, moved: npt.NDArray[np.int32]) -> npt.NDArray[np.object_]:
        found = np.full(self.num_envs, None, object)
        for row in np.flatnonzero(step.done).tolist():
            seen = view(self._batch._last_state(row), int(moved[row]))
            found[row] = self._batch.observation.encode(seen)._asdict()
        return found

    def _shown(self, step: Step) -> tuple[Info, Info]:
        self._actor = step.actor.copy()
        observation = {"hand": step.observation.hand, "match": step.observation.match}
        info = {"action_mask": step.mask, "actor": step.actor, "payoffs": step.rewards}
        return observation, info
