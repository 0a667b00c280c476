"""Levels for people: from a careless player to a strong one, with plausible mistakes."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.players.rules_of_thumb import RuleOfThumb, rule_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Value
from twowaystreet.errors import WorldsError
from twowaystreet.players._factories import number
from twowaystreet.players._monte_carlo import MonteCarlo
from twowaystreet.players._searches import Estimate, candidates

OFFERS: Final[Mapping[str, str]] = MappingProxyType(
    {word.lower(): word for word in ("Beginner", "Easy", "Medium", "Hard", "Strongest")}
)
"""The names of the levels in order, with the words for people."""
USUAL: Final = "medium"
"""The level with which people begin."""
LONGEST: Final = 0.2
"""About the most seconds in which a level chooses."""

_WORLDS: Final = (4, 6, 8, 16, 100)
"""The most worlds of each level."""


@attrs.frozen
class Level(Value):
    """A player for people, from careless to the strongest.

    It tries its moves in sampled worlds, as :class:`MonteCarlo` does. Low levels try few worlds.
    A level below the highest one makes each move with a chance that falls with its loss, by the
    softmax of the values: a slightly worse move often, a blunder hardly ever. The loss is counted
    in standard deviations of the payoffs that it tried, so that one definition fits every game.

    Where :class:`MonteCarlo` makes the move of :func:`simple`, and in games that have no worlds, a
    level makes this move as well.

    The number of worlds is fixed, so that the moves are the same on each machine. A move takes at
    most about 0.2 seconds. Levels need no compiled playouts.

    Args:
        number: 1 to 5, from careless to the strongest; by default 3.

    Raises:
        RulesError: if there is no such level.
    """

    number: int = number(3, at_least=1, at_most=len(OFFERS))

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        """Choose a move.

        Args:
            view: the view of the seat to move, in any game.
            rng: the random source.

        Raises:
            RulesError: if the view has no legal moves.
        """
        chances = self.chances(view, rng)
        (move,) = rng.choices([*chances], [*chances.values()])
        return move

    def chances(self, view: AnyView, rng: random.Random) -> dict[Move, float]:
        """Return the chance of each move, in the worlds that the random source gives.

        Args:
            view: the view of the seat to move, in any game.
            rng: the random source.

        Returns:
            The chances of the moves that the level compares. Their sum is 1.

        Raises:
            RulesError: if the view has no legal moves.

        >>> import twowaystreet as tws
        >>> from twowaystreet.games import street
        >>> state = street.new_game()
        >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
        >>> seen = tws.view(state, state.actor)
        >>> for move, chance in Level(3).chances(seen, random.Random(1)).items():
        ...     print(f"{move}: {chance:.2f}")
        high: 0.19
        low: 0.81
        """
        found = candidates(view, rng)
        if not found.is_searched:
            return {found.first: 1.0}
        rule = rule_of(view._state) or RuleOfThumb
        worlds = min(_WORLDS[self.number - 1], rule.most_trials // len(found.moves))
        temperature = rule.temperatures[self.number - 1]
        # To compile or load a game takes longer than these playouts.
        player = MonteCarlo(worlds, engine="python")
        try:
            if not temperature:
                return {player(view, rng): 1.0}
            return softmax(player.evaluate(view, rng), worlds, temperature)
        except WorldsError:
            return {found.first: 1.0}


def level(number: int) -> Level:
    """Return the player of a level, in every game.

    People call them Beginner, Easy, Medium, Hard and Strongest.

    Args:
        number: 1 to 5, from careless to the strongest.

    Raises:
        RulesError: if there is no such level.

    >>> level(3)
    Level(number=3)
    >>> level(6)
    Traceback (most recent call last):
    ...
    twowaystreet.errors.RulesError: number=6: expected a whole number, 1 to 5
    """
    return Level(number)


def level_named(text: str) -> Level | None:
    """Return the level with a name for people; ``None`` if there is none.

    >>> level_named("Easy"), level_named("simple")
    (Level(number=2), None)
    """
    names = [*OFFERS]
    return Level(names.index(text.lower()) + 1) if text.lower() in names else None


def softmax(
    estimates: Mapping[Move, Estimate], worlds: int, temperature: float
) -> dict[Move, float]:
    """Return the chances with which a level makes moves with some values.

    ``worlds``: the number of worlds in which the moves were tried, at least 2.
    ``temperature``: that of the level, above 0.
    """
    results = estimates.values()
    mean = math.fsum(each.mean for each in results) / len(results)
    squares = [each.error**2 * worlds + (each.mean - mean) ** 2 for each in results]
    # Equal payoffs have no deviation. Every loss is then 0.
    scale = temperature * math.sqrt(math.fsum(squares) / len(results)) or 1.0
    weights = {move: math.exp(-each.loss / scale) for move, each in estimates.items()}
    total = math.fsum(weights.values())
    return {move: weight / total for move, weight in weights.items()}
