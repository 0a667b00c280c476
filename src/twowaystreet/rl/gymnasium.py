"""Environments of Gymnasium, in which one seat learns and players of the library take the others.

The import registers the games of the library, for ``gymnasium.make("twowaystreet/Twos-v0")``. With
the module before the name, ``make`` imports it:
``gymnasium.make("twowaystreet.rl.gymnasium:twowaystreet/Twos-v0")``. Needs the extra ``rl``.
"""

from __future__ import annotations

import random
from typing import Any, ClassVar

from typing_extensions import override

from twowaystreet._util.faults import annotated, needing

with needing("rl", __name__):
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium import spaces
    from gymnasium.envs.registration import EnvSpec

from twowaystreet._core.engine.game import OURS, Game
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.players import Player
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.observation import Observation
from twowaystreet.errors import IllegalMove
from twowaystreet.players import Factory, by_name, fresh, simple
from twowaystreet.rl import _episodes as episodes

__all__ = ["SeatEnv"]
__dir__ = __all__.copy
annotated(gymnasium.Env, EnvSpec=EnvSpec)


class SeatEnv(gymnasium.Env[episodes.Flat, np.int64]):
    """An environment for one seat.

    An observation is the hand and the match of :class:`~twowaystreet.rl.Observation`, one after the
    other, float32. The legal numbers stand in ``info["action_mask"]``, int8, and
    :meth:`action_masks` returns them. A number that is not legal ends the episode with the reward
    -1. After the end there are no legal numbers, and a step is refused.

    The reward is the payoff of the seat, at the end of each hand. An episode that ends before the
    seat has moved is paid with the first reward of the next one, which begins at once.

    Args:
        game: a game, or its name.
        seat: the seat that learns.
        opponents: the player of all other seats: a player, a class or a
            :class:`~twowaystreet.players.Factory` of players, or a name for
            :func:`~twowaystreet.players.by_name`.
        rules: the options; ``None`` for all the defaults.
        hands: the number of hands of an episode, 1 or more.
        render_mode: with ``human``, ``reset`` and ``step`` print the table. ``render`` returns it
            as text with ``ansi``, as a picture with ``svg``, and as the pixels of the picture with
            ``rgb_array``, which needs the extra ``png``. All of them show what the seat sees.

    Attributes:
        actions: the numbers of the moves.
        layout: the layout of the observations.

    Raises:
        RulesError: if there is no such game, these are not its rules, the type of a field or a move
            has no bounds, or another argument is not possible.
        SeatError: if there is no such seat.
        PlayerError: if ``opponents`` makes no player.
        ImportError: if ``render_mode`` needs the extra ``png``, and it is not installed.

    >>> made = SeatEnv("twos")
    >>> seen, info = made.reset(seed=7)
    >>> over = False
    >>> while not over:
    ...     number = made.action_space.sample(info["action_mask"])
    ...     seen, reward, over, truncated, info = made.step(number)
    >>> -10 < reward < 10, int(info["action_mask"].sum())
    (True, 0)
    """

    metadata: ClassVar[episodes.Info] = {"render_modes": list(episodes.MODES), "render_fps": 1}  # type: ignore[misc]  # the base does not say ClassVar

    def __init__(
        self,
        game: str | Game,
        seat: int = 0,
        opponents: Player | Factory | type[Any] | str = simple,  # Any: a class of any players
        *,
        rules: object = None,
        hands: int = 1,
        render_mode: str | None = None,
    ) -> None:
        self._episode = episodes.Episode(game, rules, hands)
        self.actions: Actions = self._episode.actions
        self.layout: Observation = self._episode.layout
        self.seat = checked_seat(seat, self._episode.seats)
        self._episode.mode = self.render_mode = episodes.checked_mode(render_mode)
        self.observation_space = self._episode.space()
        self.action_space = spaces.Discrete(self.actions.size)
        self._opponents = by_name(opponents) if isinstance(opponents, str) else opponents
        self._players = self._fresh_players()

    def _fresh_players(self) -> list[Player]:
        """Return a player for each seat that has played nothing yet; the own seat needs none."""
        return [fresh(self._opponents) for _ in range(self._episode.seats)]

    @override
    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[episodes.Flat, dict[str, Any]]:
        """Begin an episode, and let the others move until it is the turn of the seat.

        Args:
            seed: the seed of the deals and players; ``None`` to go on with the earlier one.
            options: ``{"dealer": 2}`` for the first dealer; by default the seed draws one. Any:
                wrappers may have options of their own.

        Returns:
            The observation, and ``info``.
        """
        super().reset(seed=seed)
        deals, self._rng = (random.Random(int(self.np_random.integers(2**62))) for _ in range(2))
        self._owed = 0.0
        while True:
            worth = self._episode.begin(deals, options) or (0.0,) * self._episode.seats
            self._owed += self._rewarded(worth) + self._await_turn()
            if not self._episode.is_over:
                return self._observed()

    @override
    def step(
        self, action: np.int64 | int
    ) -> tuple[episodes.Flat, float, bool, bool, dict[str, Any]]:
        """Enter a number, and let the others move until it is the turn of the seat.

        Args:
            action: the number.

        Returns:
            The observation, the reward, whether the episode is over, ``False``, and ``info``.

        Raises:
            RulesError: if this is not a whole number, or the episode is over or has not begun.
        """
        try:
            worth = self._episode.enter(action)
        except IllegalMove:
            self._episode.end()
            reward = episodes.ILLEGAL
        else:
            reward = self._owed + self._rewarded(worth) + self._await_turn()
            self._owed = 0.0
        seen, info = self._observed()
        return seen, reward, self._episode.is_over, False, info

    def _await_turn(self) -> float:
        """Let the others move until it is the turn of the seat; return its payoffs meanwhile."""
        found = 0.0
        episode = self._episode
        while not episode.is_over and episode.actor != self.seat:
            player = self._players[episode.actor]
            found += self._rewarded(episode.play(player(episode.view(episode.actor), self._rng)))
        return found

    def _rewarded(self, worth: tuple[float, ...]) -> float:
        """Return the payoff of the seat; players are made anew for each hand."""
        if not worth:
            return 0.0
        self._players = self._fresh_players()
        return worth[self.seat]

    def _observed(self) -> tuple[episodes.Flat, dict[str, Any]]:
        episode = self._episode
        episode.show(self.seat)
        return episode.observe(self.seat), {"action_mask": episode.mask(self.seat)}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return for each number whether it is legal, as MaskablePPO asks for it.

        Raises:
            RulesError: if the episode has not begun.
        """
        return self._episode.mask(self.seat).astype(np.bool_)

    @override
    def render(self) -> str | episodes.Pixels | None:
        """Render what the seat sees.

        Raises:
            RulesError: if the episode has not begun.
        """
        return self._episode.rendered(self.seat)


def name_of(game: str) -> str:
    """Return the name under which a game of the library is registered.

    >>> name_of("twenty_down")
    'twowaystreet/TwentyDown-v0'
    """
    return f"twowaystreet/{game.title().replace('_', '')}-v0"


_gymnasium: Any = gymnasium  # Any: the type of the arguments of an environment is not known
for _game in OURS:
    _gymnasium.register(name_of(_game), f"{__name__}:SeatEnv", kwargs={"game": _game})
