"""The base of players: what every player is, and the rules of thumb that games bring."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeAlias

import attrs
from typing_extensions import TypeVar, override

from twowaystreet._core.cards.cards import CARDS, Card, Joker, Rank
from twowaystreet._core.engine.game import Game, checked_game, own_part_of, part_of
from twowaystreet._core.engine.moves import Move, Phase, Play
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.tricks.play_tables import CardPlay, CardValue, Situation
from twowaystreet._core.tricks.tricks import Strengths, winning_index
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView, View, not_a_view
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import RulesError, quoted


class Player(Protocol):
    """A player: a function that chooses a legal move for the seat to move.

    Any function of a view and a random source that returns a move is a player, of one game alone if
    it takes the views of this game, such as ``street.View``. It should draw random numbers from the
    given source alone, so that a seed repeats a game.

    >>> import twowaystreet as tws
    >>> def first(view: tws.View, rng: random.Random) -> tws.Move:
    ...     return tws.legal_moves(view)[0]
    >>> player: Player = first
    """

    def __call__(self, view: OfGame, rng: random.Random, /) -> Move:
        """Choose one of the legal moves of the view of the seat to move."""
        ...


def moves_of(view: AnyView) -> tuple[Move, ...]:
    """Return the legal moves of the seat to move, which always has some.

    Raises:
        TypeError: if ``view`` is not a view.
        RulesError: if it is not the view of the seat to move.
    """
    if not isinstance(view, View):
        raise not_a_view(view)
    if not view.legal_moves:
        raise RulesError("view", view, "the view of the seat to move")
    return view.legal_moves


def at_random(view: AnyView, rng: random.Random) -> Move:
    """Choose any legal move, each with the same chance.

    Args:
        view: the view of the seat to move, in any game.
        rng: the random source.

    Raises:
        RulesError: if the view has no legal moves.
        TypeError: if ``view`` is not a view.

    >>> import twowaystreet as tws
    >>> state = tws.GAMES["spades"].new_game()
    >>> state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    >>> at_random(tws.view(state, state.actor), random.Random(1)) in tws.legal_moves(state)
    True
    """
    return rng.choice(moves_of(view))


NumberT = TypeVar("NumberT", int, float)


def constant(default: NumberT, least: float, most: float) -> NumberT:
    """Declare a constant of a rule of thumb, as a field of an attrs class.

    Args:
        default: the value; a whole number as an ``int`` if only whole numbers make sense.
        least: the least value.
        most: the greatest value.

    >>> import attrs
    >>> @attrs.frozen
    ... class Cautious(RuleOfThumb):
    ...     kept: float = constant(2.0, 0.0, 5.0)
    >>> Cautious(kept=9)
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: kept=9: expected a number, 0 to 5
    """

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        check_number(field.name, value, default, least, most)

    made: NumberT = attrs.field(default=default, validator=check)
    return made


def check_number(
    name: str, value: object, like: float, least: float = -math.inf, most: float = math.inf
) -> None:
    """Refuse a value of a constant that is no number like another one, or out of bounds."""
    is_whole = is_int(like)
    fits = is_int(value) if is_whole else is_number(value)
    if not fits or not least <= value <= most:  # type: ignore[operator]  # it is a number
        kind = "a whole number" if is_whole else "a number"
        bounds = f", {least:g} to {most:g}" if math.isfinite(least) else ""
        raise RulesError(name, value, kind + bounds)


def is_number(value: object) -> bool:
    """Return whether a value is a finite number; ``True`` and ``False`` are none."""
    return is_int(value) or (isinstance(value, float) and math.isfinite(value))


UNIT: Final = 1_000_000


def units(number: float) -> int:
    """Return a number in millionths, so that sums of constants are exact in any order and place.

    >>> sum(map(units, (0.2, 0.2, 0.2, 0.4))) == units(1)
    True
    """
    return round(number * UNIT)


ViewT = TypeVar("ViewT", bound=AnyView, default=AnyView)
StateT = TypeVar("StateT", bound=AnyState, default=AnyState)

Table: TypeAlias = int | tuple[int, ...] | tuple[tuple[int, ...], ...]
"""A table of whole numbers: one number, a row, or several rows of equal length."""
Tables: TypeAlias = tuple[Table, ...]
"""The tables by which a rule of thumb chooses before the play, each a number, a row, or rows."""

Presets: TypeAlias = Mapping[str, Mapping[str, float]]  # earlier constants by name, as 0.2.0


class RuleOfThumb(Value, Generic[ViewT, StateT]):
    """A quick player of one game; :func:`twowaystreet.players.simple` plays by it.

    A subclass chooses moves in ``__call__``. The other methods are for speed and for players that
    search, and need not be there: those here raise ``NotImplementedError``, and all works through
    ``apply``. A subclass that is an attrs class has constants: its fields with numbers.

    >>> import twowaystreet as tws
    >>> class First(RuleOfThumb):
    ...     def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
    ...         return tws.legal_moves(view)[0]
    >>> First().describes("card_play")
    False
    """

    __slots__ = ()

    unsearched: ClassVar[Mapping[Phase, str]] = MappingProxyType({})
    """The phases in which players that search make the move of this one, with the reason, which
    follows the word "as": "sampled deals do not tell why other players are in".
    """

    presets: ClassVar[Presets] = MappingProxyType({})

    temperatures: ClassVar[tuple[float, ...]] = (1.0, 0.35, 0.15, 0.06, 0.0)
    """For each level of :func:`twowaystreet.players.level`, how much worse a move may be.

    The level makes a move that is so much worse 1/e times as often as the best one. The unit is the
    standard deviation of all payoffs that it tried. 0 stands for the best move alone.
    """

    most_trials: ClassVar[int] = 500
    """The most playouts of a decision of a level, at least one for each of 30 moves."""

    def __call__(self, view: ViewT, rng: random.Random) -> Move:
        """Choose one of the legal moves of the view of the seat to move."""
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

        Raises:
            RulesError: if there is no such game, rule, preset or constant, or for a wrong number.

        >>> RuleOfThumb.of("duel", boldness=2.0).constants()["boldness"]
        2.0
        >>> RuleOfThumb.of("duel", fear=2.0)
        Traceback (most recent call last):
        ...
        twowaystreet.RulesError: fear=2.0: expected worth_joker, worth_ace, ...
        """
        rule = rule_of(checked_game(game).State)
        if rule is None:
            raise RulesError("game", game, "a game with a rule of thumb")
        return rule.changed(preset, constants)

    def constants(self) -> dict[str, float]:
        """Return the constants by name; none for a rule that is no attrs class."""
        cls: OfGame = type(self)
        fields = attrs.fields(cls) if attrs.has(cls) else ()
        found = {field.name: getattr(self, field.name) for field in fields if field.init}
        return {name: value for name, value in found.items() if is_number(value)}

    def changed(self, preset: str | None, constants: Mapping[str, float]) -> Self:
        """Return the rule with constants of a preset, if any, and further constants by name.

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
        """Describe the choices of all hands in the play of cards, for compiled playouts."""
        raise NotImplementedError

    def opening(self, state: StateT) -> Tables:
        """Describe the choices of a seat before the play, as the compiled opening reads them."""
        raise NotImplementedError

    def payoffs(self, state: StateT) -> tuple[float, ...]:
        """Return each seat's payoff after the rest of a hand between players by this rule.

        Games without tricks have it in place of compiled playouts.
        """
        raise NotImplementedError

    def unsealed(self, world: StateT) -> StateT:
        """Return a sampled world as it was before moves that the player to move cannot see yet.

        Of sealed bids, for example, a world has each with the same chance. Players that search let
        this rule make such moves instead, in turn, up to the player to move.
        """
        raise NotImplementedError

    def describes(self, method: str) -> bool:
        """Return whether a method such as ``card_play`` says what this rule does.

        A subclass has it, and none derived from that one chooses its moves otherwise.
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


def rule_of(state: type) -> RuleOfThumb | None:
    """Return the rule of thumb of a game, or of the game that it derives from."""
    return _rule_in(part_of(state, "player"))


def own_rule_of(state: type) -> RuleOfThumb | None:
    """Return the rule of thumb of this class itself, as card play and payoffs need."""
    return _rule_in(own_part_of(state, "player"))


def _rule_in(part: object) -> RuleOfThumb | None:
    found: OfGame = part
    if part is None or isinstance(part, RuleOfThumb):
        rule: RuleOfThumb | None = found
        return rule
    if not callable(part) or isinstance(part, type):
        raise TypeError(
            f"the player of a game: expected a RuleOfThumb, or a function of a view and an rng, "
            f"not {quoted(part)}"
        )
    return _Function(found)


_HEIGHTS: Final = tuple(
    len(Rank) if isinstance(card.rank, Joker) else card.rank.place for card in CARDS
)
_PLACES: Final = tuple(height * len(CARDS) + index for index, height in enumerate(_HEIGHTS))


def card_height(card: Card) -> int:
    """Return the height of a card within its suit, 0 for a two to 12 for an ace; a Joker has 13.

    >>> card_height(Card.parse("QS")), card_height(Card.parse("R*"))
    (10, 13)
    """
    return _HEIGHTS[card.index]


def card_place(card: Card) -> int:
    """Return a number that orders all cards: by :func:`card_height`, and then by suit.

    >>> card_place(Card.parse("2S")) < card_place(Card.parse("3C")) < card_place(Card.parse("3D"))
    True
    """
    return _PLACES[card.index]


def best_play(
    view: TrickView[Any, Any],
    value: CardValue,
    strengths: Callable[[Card], Strengths] | None = None,
    *,
    is_last: bool = False,
    is_ahead: bool = False,
    has_enough: bool = False,
    marks: int = 0,
) -> Play:
    """Return the legal play of the greatest value.

    Args:
        view: the view of the seat to move.
        value: the value of a play.
        strengths: the strengths of all cards in the trick after a card; only a lead needs none.
        is_last: True if nobody plays after this card.
        is_ahead: True if the player's side wins the trick so far.
        has_enough: True if the player's side needs no more tricks.
        marks: the sum of the marks of the cards on the table.
    """
    table, led = view.trick.cards, view.trick.led
    taking, losing = (
        Situation(led, not table, takes, is_last, is_ahead, has_enough, marks)
        for takes in (True, False)
    )

    def value_of(play: Play) -> tuple[float, ...]:
        card = play.card
        takes = not strengths or winning_index((*table, card), strengths(card)) == len(table)
        return value(card, taking if takes else losing)

    return max((move for move in moves_of(view) if isinstance(move, Play)), key=value_of)
