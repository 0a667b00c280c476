"""Environments of PettingZoo for every game; needs the extra ``rl``.

The agents are ``player_0`` and so on, one for each seat. An observation has the view of the seat
under ``observation`` and its legal numbers under ``action_mask``. The guide *Train a player* tells
which framework takes it as it is.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from operator import add
from typing import TYPE_CHECKING, Any, TypedDict

from typing_extensions import override

from twowaystreet._util.faults import needing

with needing("rl", __name__):
    import numpy as np
    from gymnasium import logger, spaces
    from pettingzoo import AECEnv  # pyright: ignore[reportMissingTypeStubs]  # its types are inline

from twowaystreet._core.engine.game import Game
from twowaystreet._core.views.views import AnyView
from twowaystreet._spaces.actions import Actions, Mask
from twowaystreet._spaces.observation import Observation
from twowaystreet.errors import IllegalMove
from twowaystreet.rl import _episodes as episodes

__all__ = ["Seen", "env", "raw_env"]
__dir__ = __all__.copy


class Seen(TypedDict):
    """The observation of an agent.

    Attributes:
        observation: the hand and the match of :class:`~twowaystreet.rl.Observation`, one after the
            other, float32.
        action_mask: the legal numbers of :class:`~twowaystreet.rl.Actions`, int8; none for an agent
            that is not to move.
    """

    observation: episodes.Flat
    action_mask: Mask


def env(
    game: str | Game, rules: object = None, *, hands: int = 1, render_mode: str | None = None
) -> raw_env:
    """Return an environment that ends the episode at a number that is not legal.

    Then the agent gets -1 and the others 0, as with PettingZoo's ``TerminateIllegalWrapper``. The
    environment checks this itself: a chain of wrappers would take as long as the game.

    The arguments are those of :class:`raw_env`.

    Raises:
        RulesError: as :class:`raw_env` does.
        ImportError: as :class:`raw_env` does.

    >>> made = env("twos")
    >>> made.reset(seed=7)
    >>> for agent in made.agent_iter():
    ...     seen, reward, terminated, truncated, info = made.last()
    ...     over = terminated or truncated
    ...     made.step(None if over else made.action_space(agent).sample(seen["action_mask"]))
    >>> made.agents
    []
    """
    return _Ending(game, rules, hands=hands, render_mode=render_mode)


class raw_env(AECEnv[str, Seen, int | None]):  # noqa: N801  # the name that users of PettingZoo expect
    """An environment that raises at a number that is not legal.

    The environment deals. A seed decides all deals and the first dealer; the deal then passes on
    with the hands of an episode, whose scores add up. A move of several cards takes several steps
    of the same agent.

    The rewards are the payoffs of each hand, at its end. First hands that their deals end are paid
    with the first move. All agents terminate with the last hand, or with the match.

    Args:
        game: a game, or its name.
        rules: the options; ``None`` for all the defaults.
        hands: the number of hands of an episode, 1 or more.
        render_mode: with ``human``, ``reset`` and ``step`` print the table. ``render`` returns it
            as text with ``ansi``, as a picture with ``svg``, and as the pixels of the picture with
            ``rgb_array``, which needs the extra ``png``. All of them show what a spectator sees.

    Attributes:
        actions: the numbers of the moves.
        layout: the layout of the observations.

    Raises:
        RulesError: if there is no such game, these are not its rules, the type of a field or a move
            has no bounds, or another argument is not possible.
        ImportError: if ``render_mode`` needs the extra ``png``, and it is not installed.
    """

    def __init__(
        self,
        game: str | Game,
        rules: object = None,
        *,
        hands: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self._episode = episodes.Episode(game, rules, hands)
        self.actions: Actions = self._episode.actions
        self.layout: Observation = self._episode.layout
        self._episode.mode = self.render_mode = episodes.checked_mode(render_mode)
        self.metadata: episodes.Info = {
            "name": f"twowaystreet_{self.actions.game.name}_v0",
            "render_modes": list(episodes.MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self._episode.seats)]
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        size, view = self.actions.size, self._episode.space()
        self.observation_spaces: episodes.Info = {
            agent: spaces.Dict(
                {"observation": view, "action_mask": spaces.Box(0, 1, (size,), np.int8)}
            )
            for agent in self.possible_agents
        }
        self.action_spaces: episodes.Info = {
            agent: spaces.Discrete(size) for agent in self.possible_agents
        }
        self._rng = random.Random()

    if not TYPE_CHECKING:  # pragma: no branch - it is always false here

        def __getattr__(self, name: str) -> Any:  # Any: there is no such attribute
            """Tell of attributes that only ``reset`` makes."""
            when = " before reset()" if name in AECEnv.__annotations__ else ""
            raise AttributeError(f"{type(self).__name__} has no attribute {name}{when}")

    @override
    def observation_space(self, agent: str) -> spaces.Space[Seen]:
        """Return the space of the observations of an agent."""
        found: spaces.Space[Seen] = self.observation_spaces[agent]
        return found

    @override
    def action_space(self, agent: str) -> spaces.Space[int | None]:
        """Return the space of the numbers."""
        found: spaces.Space[int | None] = self.action_spaces[agent]
        return found

    @override
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin an episode.

        Args:
            seed: the seed of the deals; ``None`` to go on with the earlier one.
            options: ``{"dealer": 2}`` for the first dealer; by default the seed draws one. Any:
                wrappers may have options of their own.
        """
        if seed is not None:
            self._rng = random.Random(int(seed))
        self._owed = self._episode.begin(self._rng, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: episodes.Info() for agent in self.agents}
        self.agent_selection = self.agents[self._episode.actor]
        self._episode.show(None)

    @override
    def step(self, action: int | None) -> None:
        """Enter a number for the selected agent; ``None`` for one that has terminated.

        Raises:
            IllegalMove: if the number is not legal; nothing changes.
            RulesError: if it is not a whole number, all agents have terminated and stepped, or
                there was no reset before.
            ValueError: if it is a number for an agent that has terminated.
        """
        if vars(self).get("agents"):
            agent = self.agent_selection
            if self.terminations[agent] or self.truncations[agent]:
                self._was_dead_step(action)
                return
        worth = self._episode.enter(action)
        if self._owed:
            worth = tuple(map(add, worth or (0.0,) * self._episode.seats, self._owed))
            self._owed = ()
        self._end_step(worth, is_over=self._episode.is_over)

    def _end_step(self, worth: Sequence[float], *, is_over: bool) -> None:
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        if worth:
            self.rewards = dict(zip(self.agents, worth, strict=True))
            self._accumulate_rewards()
        if is_over:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        else:
            self.agent_selection = self.agents[self._episode.actor]
        self._episode.show(None)

    @override
    def observe(self, agent: str) -> Seen:
        """Return the observation of an agent, who may be one that is not to move.

        Raises:
            RulesError: if the episode has not begun.
        """
        seat = self._seat[agent]
        return {"observation": self._episode.observe(seat), "action_mask": self._episode.mask(seat)}

    def view(self, agent: str) -> AnyView:
        """Return the view of an agent, for players of this library.

        Raises:
            RulesError: if the episode has not begun.
        """
        return self._episode.view(self._seat[agent])

    @override
    def render(self) -> str | episodes.Pixels | None:
        """Render what a spectator sees.

        Raises:
            RulesError: if the episode has not begun.
        """
        return self._episode.rendered(None)

    @override
    def close(self) -> None:
        """Close nothing: there are no windows."""


class _Ending(raw_env):
    """An environment in which a number that is not legal ends the episode."""

    @override
    def step(self, action: int | None) -> None:
        try:
            super().step(action)
        except IllegalMove as error:
            logger.warn(f"the episode ends: {error}")
            self._episode.end()
            worth = [
                episodes.ILLEGAL if agent == self.agent_selection else 0.0 for agent in self.agents
            ]
            self._end_step(worth, is_over=True)
