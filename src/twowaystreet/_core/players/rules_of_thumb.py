"""The rule of thumb of a game: a quick player, which games bring in their module ``player``."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Self, TypeAlias

import attrs
from typing_extensions import TypeVar, override

from twowaystreet._core.engine.game import Game, checked_game
from twowaystreet._core.engine.moves import Move, Phase
from twowaystreet._core.engine.parts import own_part_of, part_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.players.constants import check_number, is_number
from twowaystreet._core.players.protocol import Player
from twowaystreet._core.tricks.play_tables import CardPlay
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, quoted

ViewT = TypeVar("ViewT", bound=AnyView, default=AnyView)
StateT = TypeVar("StateT", bound=AnyState, default=AnyState)

Table: TypeAlias = int | tuple[int, ...] | tuple[tuple[int, ...], ...]
"""A table of whole numbers: one number, a row, or several rows of equal length."""
Tables: TypeAlias = tuple[Table, ...]
"""The tables by which a rule of thumb chooses before the play."""

Presets: TypeAlias = Mapping[str, Mapping[str, float]]
"""Earlier constants by name, such as ``0.2.0``: those that differ from today's."""
UNCHANGED: Final[Presets] = MappingProxyType({"0.2.0": MappingProxyType({})})
"""The presets of a rule whose constants are those of its first version."""


class RuleOfThumb(Value, Generic[ViewT, StateT]):
    """A quick player of one game; :func:`twowaystreet.players.simple` plays by it.

    A subclass chooses moves in ``__call__``. The other methods are for speed and for players that
    search, and need not be there: without them everything works through ``apply``.

    A subclass that is an attrs class has constants: its fields with numbers.

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

    presets: ClassVar[Presets] = MappingProxyType({})

    temperatures: ClassVar[tuple[float, ...]] = (1.0, 0.35, 0.15, 0.06, 0.0)
    """For each level of :func:`twowaystreet.players.level`, how much worse a move may be.

    The level makes a move that is so much worse 1/e times as often as the best one. The unit is the
    standard deviation of all payoffs that it tried. 0 stands for the best move alone.
    """

    most_trials: ClassVar[int] = 1000
    """The most playouts of a decision of a level, at least one for each of 30 moves."""

    def __call__(self, view: ViewT, rng: random.Random) -> Move:
        """Choose a move.

        Args:
            view: the view of the seat to move.
            rng: the random source.

        Returns:
            One of the legal moves of the view.
        """
        raise NotImplementedError

    @staticmethod
    def of(
        game: str | Game, preset: str | None = None, **constants: float
    ) -> RuleOfThumb[Any, Any]:
        """Return the rule of thumb of a game, with some other constants.

        Args:
            game: a game, or its name.
            preset: the name of earlier constants, such as ``0.2.0``; ``None`` for today's.
            constants: further constants by name. Each rule documents what they mean.

        Returns:
            The rule, which takes the views of this game. Hence Any.

        Raises:
            RulesError: if there is no such game, rule, preset or constant, or if a number is out of
                bounds.

        >>> RuleOfThumb.of("duel", boldness=2.0).constants()["boldness"]
        2.0
        >>> RuleOfThumb.of("duel", fear=2.0)
        Traceback (most recent call last):
        ...
        twowaystreet.errors.RulesError: fear=2.0: expected worth_joker, worth_ace, ...
        """
        rule = rule_of(checked_game(game).State)
        if rule is None:
            raise RulesError("game", game, "a game with a rule of thumb")
        return rule.changed(preset, constants)

    def constants(self) -> dict[str, float]:
        """Return the constants by name; none for a rule that is no attrs class.

        >>> RuleOfThumb.of("twos", kept_two=1.5).constants()["kept_two"]
        1.5
        """
        cls: type[Any] = type(self)  # Any: it may be an attrs class
        fields = attrs.fields(cls) if attrs.has(cls) else ()
        found = {field.name: getattr(self, field.name) for field in fields if field.init}
        return {name: value for name, value in found.items() if is_number(value)}

    def changed(self, preset: str | None, constants: Mapping[str, float]) -> Self:
        """Return the rule with some other constants.

        Args:
            preset: the name of earlier constants; ``None`` for those of this rule.
            constants: further constants by name.

        Raises:
            RulesError: if there is no such preset or constant, or if a number is out of bounds.
        """
        if preset is not None and not (isinstance(preset, str) and preset in self.presets):
            expected = ", ".join(self.presets) or "no preset, as this rule has none"
            raise RulesError("preset", preset, expected)
        known = self.constants()
        for name, value in constants.items():
            if name not in known:
                expected = ", ".join(known) or "no constants, as this rule has none"
                raise RulesError(name, value, expected)
            check_number(name, value, known[name])
        changes = {**(self.presets[preset] if preset is not None else {}), **constants}
        return attrs.evolve(self, **changes) if changes else self  # type: ignore[misc]  # with constants it is an attrs class

    def card_play(self, state: StateT) -> CardPlay:
        """Describe the choices of all hands in the play of cards, for compiled playouts.

        Args:
            state: a state in the play.

        Raises:
            NotImplementedError: in a rule that does not describe them.
        """
        raise NotImplementedError

    def opening(self, state: StateT) -> Tables:
        """Describe the choices of a seat before the play, for compiled playouts.

        The compiled opening of the game says which tables it reads.

        Args:
            state: a state before the play.

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

    def unsealed(self, world: StateT) -> StateT:
        """Return a sampled world as it was before moves that the player to move cannot see yet.

        In a sampled world a sealed bid, for example, is each bid with the same chance. Players that
        search let this rule make such moves instead, in turn, up to the player to move.

        Args:
            world: a sampled world.

        Raises:
            NotImplementedError: in the rule of a game without such moves.
        """
        raise NotImplementedError

    def describes(self, method: str) -> bool:
        """Return whether a method such as ``card_play`` says what this rule does.

        A subclass has the method, and no class derived from that one chooses its moves otherwise.
        """
        classes = type(self).__mro__
        owner, chooser = (
            next(place for place, cls in enumerate(classes) if name in vars(cls))
            for name in (method, "__call__")
        )
        return owner <= chooser and classes[owner] is not RuleOfThumb


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
