"""The rule of thumb of a game: a quick player, which games bring in their module ``player``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Generic

import attrs
from typing_extensions import TypeVar, override

from twowaystreet._engine.moves import Move
from twowaystreet._engine.parts import own_part_of, part_of
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.state import AnyState
from twowaystreet._players.protocol import Player
from twowaystreet._tricks.card_play import CardPlay
from twowaystreet._util.values import Value
from twowaystreet._views.views import AnyView
from twowaystreet.errors import quoted

ViewT = TypeVar("ViewT", bound=AnyView, default=AnyView)
StateT = TypeVar("StateT", bound=AnyState, default=AnyState)


class RuleOfThumb(Value, Generic[ViewT, StateT]):
    """A quick player of one game; :func:`twowaystreet.players.simple` plays by it.

    A subclass chooses moves in ``__call__``. The other methods are for speed and for players that
    search, and need not be there: without them everything works through ``apply``.

    >>> import twowaystreet as tws
    >>> class First(RuleOfThumb):
    ...     def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
    ...         return tws.legal_moves(view)[0]
    >>> First().describes("card_play")
    False
    """

    __slots__ = ()

    unsearched: ClassVar[Mapping[Phase, str]] = MappingProxyType({})
    """The phases in which players that search make the move of this one, with the reason.

    The reason follows the word "as": "sampled deals do not tell why other players are in".
    """

    def __call__(self, view: ViewT, rng: random.Random) -> Move:
        """Choose a move.

        Args:
            view: the view of the seat to move.
            rng: the random source.

        Returns:
            One of the legal moves of the view.
        """
        raise NotImplementedError

    def card_play(self, state: StateT) -> CardPlay:
        """Describe the choices of all hands in the play of cards, for compiled playouts.

        Args:
            state: a state in the play.

        Raises:
            NotImplementedError: in a rule that does not describe them.
        """
        raise NotImplementedError

    def payoffs(self, state: StateT) -> tuple[float, ...]:
        """Return the payoffs after the rest of a hand between players by this rule.

        Games without tricks have it in place of compiled playouts.

        Args:
            state: a state in the play.

        Returns:
            The payoff of each seat.

        Raises:
            NotImplementedError: in a rule that does not compute them.
        """
        raise NotImplementedError

    def is_solvable(self, view: ViewT) -> bool:
        """Return whether :func:`twowaystreet.solve.values` gives the payoffs in a view's worlds."""
        return False

    def describes(self, method: str) -> bool:
        """Return whether a subclass has a method of its own, such as ``card_play``."""
        return getattr(type(self), method) is not getattr(RuleOfThumb, method)


@attrs.frozen
class _Function(RuleOfThumb):
    """The rule of thumb of a game that passes a plain function as its player."""

    choose: Player

    @override
    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        return self.choose(view, rng)


def rule_of(state: type[Any]) -> RuleOfThumb | None:
    """Return the rule of thumb of a game, or of the game that it derives from.

    Args:
        state: the class of the states. Any: each game has its own.

    Returns:
        The rule; ``None`` if there is none.

    Raises:
        TypeError: if the player of a game is not a function.
    """
    return _checked(part_of(state, "player"))


def own_rule_of(state: type[Any]) -> RuleOfThumb | None:
    """Return the rule of thumb that belongs to this class itself, not to a base.

    What a rule says about card play and payoffs holds for the rules of its own game alone.
    """
    return _checked(own_part_of(state, "player"))


def _checked(part: object) -> RuleOfThumb | None:
    found: Any = part  # Any: a part of a game, which is checked here
    if part is None or isinstance(part, RuleOfThumb):
        rule: RuleOfThumb | None = found
        return rule
    if not callable(part) or isinstance(part, type):
        raise TypeError(
            f"the player of a game: expected a RuleOfThumb, or a function of a view and an rng, "
            f"not {quoted(part)}"
        )
    choose: Player = found
    return _Function(choose)
