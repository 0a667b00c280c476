"""Views: the information state of one seat, made from the facts that a game declares as fields.

Hidden information is ``None``: a whole fact, or an element.
"""

import warnings
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Self, TypeAlias, overload

import attrs
from typing_extensions import TypeVar

from twowaystreet._core import plain_data
from twowaystreet._core.engine import fields
from twowaystreet._core.engine.game import Game, game_of, registered_game
from twowaystreet._core.engine.match import GameRules, HandData, HandScore, RulesT, SeatScore
from twowaystreet._core.engine.moves import Deal, Move, Phase, move_types_of
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.engine.state import AnyState, GameState, HasLegalMoves, ScoreT, not_a_state
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.declared_worlds import hidden_by_facts
from twowaystreet._core.views.facts import FACT, facts_of, plan_of, private_fact, public_fact
from twowaystreet._core.views.spelling import check_names
from twowaystreet._core.worlds.worlds import Counted, Hidden
from twowaystreet._util.values import OfGame, Pictured, fast_constructor
from twowaystreet.errors import RecordError, TwoWayStreetError, WorldsError, quoted

# The module does not postpone its annotations. Constructors of subclasses have those of the fields,
# and ``typing.get_type_hints`` would look for their names in other modules. So do other bases.

FORMAT: Final = "twowaystreet view"  # the name of the format of a view in JSON
VERSION: Final = 1


def _own_moves(state: AnyState, seat: int) -> tuple[Move, ...]:
    return legal_moves(state) if state.actor == seat else ()


MoveRedactor: TypeAlias = Callable[[OfGame, OfGame, int | None], str | None]
"""A function of a state, a move and a viewer that returns the text which the viewer sees.

``None`` means that the viewer sees the whole move.
"""


def to_actor(state: Any, move: Move, viewer: int | None) -> str | None:
    """Return the first word of a move, which all but its player see: for ``redacted_moves``."""
    return None if viewer == state.actor else str(move).partition(" ")[0]


StateT = TypeVar("StateT", bound=AnyState, default=AnyState, covariant=True)


@attrs.frozen(kw_only=True)
class View(HasLegalMoves, Pictured, Generic[RulesT, ScoreT, StateT]):
    """The information state of one seat, or of a spectator; games add facts.

    Attributes:
        seat: the seat; ``None`` for a spectator.
        rules: the options of the game.
        phase: the current phase.
        actor: the seat to move; ``None`` when a deal is due or the game is over.
        dealer: the seat that deals this hand, or declares first.
        scores: every seat's points so far.
        hands_played: the number of finished hands.
        hand_over: ``True`` if a hand has just been finished.
        is_over: ``True`` if the game is over.
        winners: the seats that have won; ``()`` until then.
        score: the score of the hand just finished; ``None`` during a hand.
        stock_size: the number of cards in the stock; ``None`` where hidden.
        hand_sizes: the number of cards in each hand.
        hand: the seat's own cards, in the order of cards; ``None`` for a spectator.
        legal_moves: the legal moves of the seat; ``()`` if another seat is to move; ``None`` for a
            spectator.
    """

    seat: fields.Seat | None
    rules: RulesT = public_fact("match.rules")
    phase: Phase = public_fact("phase")
    actor: fields.Seat | None = public_fact("actor")
    dealer: fields.Seat = public_fact("match.dealer")
    scores: fields.PerSeat[int] = public_fact("match.scores")
    hands_played: int = public_fact("match.hands_played")
    hand_over: bool = public_fact("hand_over", "match.score")
    is_over: bool = public_fact("match.game_over")
    winners: tuple[fields.Seat, ...] = public_fact("winners", "match.game_over")
    score: ScoreT | None = public_fact("match.score")
    stock_size: fields.CardCount | None = public_fact("_stock_size", "hand_data.stock")
    hand_sizes: fields.PerHand[fields.CardCount] = public_fact(
        "hand_sizes", "hand_data.held", "remaining"
    )
    hand: fields.CardSet | None = private_fact("_cards_of", "hand_data.held", "remaining")
    legal_moves: tuple[Move, ...] | None = private_fact(_own_moves, "legal")

    _comes_from: ClassVar = "view(state, seat)"
    _drawn_by: ClassVar = "table"
    _write: ClassVar[Callable[[OfGame, Sequence[str] | None], str]]
    left_out: ClassVar[Mapping[str, str]] = {
        "seat": "all seats are relative to it",
        "rules": "they are those of the arrays",
        "legal_moves": "they are the mask",
        "score": "no decision follows it in its hand",
    }
    """The fields that arrays of views leave out, each with the reason."""
    _derived: ClassVar[Mapping[str, fields.Type]] = {}
    """Properties that follow from the facts and stand in the plain data too, with their types."""

    hidden_fields: ClassVar[tuple[str, ...]] = ("hand_data.stock",)
    """The stored fields, or parts of them, that no viewer may know."""
    redacted_moves: ClassVar[Mapping[type[Move], MoveRedactor]] = {
        Deal: lambda state, move, viewer: "deal"
    }
    """The move types that some viewers see only in part."""
    no_worlds: ClassVar[str] = ""
    """The reason, in words, why nobody can sample the hidden cards of the game; empty for most."""

    _state: ClassVar[type[OfGame]]  # the class of the game's states, which `Game` sets

    @classmethod
    def _link(cls, state: type[AnyState]) -> None:
        """Tell the view class about the state class of its game; the first game of it counts."""
        for field in attrs.fields(cls)[1:]:  # the first one is the seat
            if FACT not in field.metadata:
                raise TypeError(
                    f"{cls.__qualname__}.{field.name} does not say where its fact stands: "
                    f"expected {field.name}: ... = public_fact(), or another source"
                )
        check_names(cls, state)
        if "_state" not in vars(cls):
            cls._state = state
        if cls._hidden is View._hidden and not cls.no_worlds:
            # The fourth caller is the module of the author that makes the game.
            if cls._state is not state:
                whose = f"{cls._state.__qualname__}, whose states its worlds would be"
                own = f"expected a subclass of its own for {state.__qualname__}"
                warnings.warn(f"{cls.__qualname__} is the view of {whose}: {own}", stacklevel=4)
            view_type: OfGame = cls  # hashable, which type checkers do not know
            try:
                plan_of(view_type)
            except WorldsError as error:
                warnings.warn(str(error), stacklevel=4)
        if vars(state).get("View", cls) is not cls:
            return  # another game has this class of states
        state._keeps_played = issubclass(state, TrickState) or cls._hidden is not View._hidden

    def __str__(self) -> str:
        """Return the view as the command line shows it; ``repr`` has all fields."""
        return self.to_text()

    def to_text(self, names: Sequence[str] | None = None) -> str:
        """Return the view as the command line shows it, in several lines.

        :func:`twowaystreet.svg.table` draws the same with names.

        Args:
            names: the names of the players in the order of seats, in any script, without ``|``,
                line breaks, control characters and invisible marks; by default ``Seat 0`` etc.

        Raises:
            RulesError: if these are not such names, one for each seat.

        >>> from twowaystreet.games import duel
        >>> print(view(duel.new_game(), 1).to_text(["Ann", "Ben"]))
        Deal   cards  tricks  score  bid  captured
          Ann      0       0      0  -           0
          Ben      0       0      0  -           0
        Stock  0 cards
        Hand
        """
        return View._write(self, names)

    def _hidden(self) -> tuple[Hidden[StateT], ...]:
        """Return the unseen cards and their places, in disjoint cases, as the facts say."""
        return hidden_by_facts(self)

    def _counted(self) -> tuple[Counted, ...]:
        """Return what moves have shown of the hands besides the facts, such as a pass.

        ``Counted(2, SUIT[Suit.HEARTS])`` says that hand 2 holds no heart now.
        """
        return ()

    @classmethod
    def _of(cls, state: AnyState, seat: int | None) -> Self:
        """Make the view of a seat from the facts, and from nothing else."""
        view_type: OfGame = cls  # hashable, as above
        build, reads = _made_of(view_type)
        seen: Self = build(seat, *[get(state) if get else read(state, seat) for get, read in reads])
        return seen

    def _contradiction(self, changed: Container[str]) -> str:
        """Return a contradiction between the facts and the rules of the game, or nothing.

        A view that is read must not grow beyond the rules, so this bounds every tuple. It checks
        the changed facts alone, and takes no longer than they are.
        """
        return ""

    def _check_growth(self, before: OfGame, changed: Container[str]) -> None:
        """Refuse facts that last for a hand and do not hold those of the view before."""

    def _derive(self, memory: dict[str, OfGame], changed: Container[str]) -> dict[str, object]:
        """Return the derived properties by name; memory has results of the view before."""
        return {name: getattr(self, name) for name in self._derived}

    def to_dict(self) -> dict[str, Any]:
        """The view as plain data: cards and moves as text, enums as their words, tuples as lists.

        First stand ``format``, ``version`` and ``game``; a view of a game that is not in
        :data:`~twowaystreet.GAMES` goes without. Properties that follow from the facts, such as
        ``voids``, are in it too. Any: what JSON can hold.
        """
        game = game_of(type(self))
        marks = {"format": FORMAT, "version": VERSION, "game": game.name} if game else {}
        return {**marks, **self._unmarked()}

    def _unmarked(self) -> plain_data.Object:
        data: plain_data.Object = plain_data.to_plain(self)
        return data | {name: plain_data.to_plain(getattr(self, name)) for name in self._derived}

    def to_json(self) -> str:
        """The view as JSON text, on one line.

        Raises:
            RecordError: if a fact of a game has a value that JSON cannot hold, such as a set.
        """
        return plain_data.to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read a view from the plain data of :meth:`to_dict`.

        The ``View`` of a game reads views of that game alone, with or without the keys ``format``,
        ``version`` and ``game``. :class:`twowaystreet.View` reads views of every game in
        :data:`~twowaystreet.GAMES`, and needs these keys, which 0.1.0 did not write.

        Raises:
            RecordError: if the data is anything else, with the path of the fault. A view does not
                show whether play can reach the position.
        """
        found: plain_data.Object = plain_data.from_plain(plain_data.Object, data, ())
        if cls is not View and not any(mark in found for mark in MARKS):
            return cls._from_unmarked(found)
        game = plain_data.game_in(found, FORMAT, VERSION)
        if cls is not View and game.View is not cls:
            mine = registered_game(cls).name
            earlier = f"{cls.__qualname__} is of an earlier one"
            cause = earlier if mine == game.name else "twowaystreet.View reads views of all games"
            raise RecordError(f"game: expected {mine!r}, found {game.name!r}; {cause}")
        of_game: type[OfGame] = game.View  # it is this class, or this class is View itself
        seen: Self = of_game._from_unmarked({key: found[key] for key in found if key not in MARKS})
        return seen

    @classmethod
    def _from_unmarked(cls, data: plain_data.Object) -> Self:
        game = registered_game(cls)
        types, later = view_types(game, annotated=False), fields.absent_of(cls)
        facts = plain_data.values_from_plain(types, data, move_types_of(game.State), later)
        derived = {name: facts.pop(name) for name in cls._derived}
        found = cls(**later | facts)
        check_view(found, facts)
        check_derived(found, derived, {}, facts)
        return found

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a view from the JSON text of :meth:`to_json`.

        Raises:
            RecordError: if the text is anything else, with the path of the fault.

        >>> from twowaystreet.games import duel
        >>> text = view(duel.new_game(), 0).to_json()
        >>> View.from_json(text) == duel.View.from_json(text) == view(duel.new_game(), 0)
        True
        """
        return cls.from_dict(plain_data.from_json(text))


def check_view(found: "AnyView", changed: Container[str]) -> None:
    """Check that the changed facts of a view that was read agree with its rules."""
    seats: int = found.rules.seats
    hands = len(found.hand_sizes)
    if not are_seats((found.seat, found.actor, found.dealer), seats):
        raise RecordError(f"seat, actor, dealer: expected seats from 0 to {seats - 1}")
    view: OfGame = type(found)
    for name, (before_deal, absent) in _per_seat(view).items():
        lengths = {seats, absent, None if found.actor is not None else before_deal}
        if name in changed and len(getattr(found, name)) not in lengths:
            raise RecordError(f"{name}: expected those of {seats} seats")
    if found.score is not None and len(found.score.seats) != seats:
        raise RecordError(f"score.seats: expected those of {seats} seats")
    if not hands or hands % seats or hands > len(found.rules.pack):
        raise RecordError(f"hand_sizes: expected those of {seats} seats")
    if (found.legal_moves is None) != (found.seat is None) or (
        found.seat is None and found.hand is not None
    ):
        raise RecordError("hand, legal_moves: expected those of one seat only")
    if contradiction := found._contradiction(changed):
        raise RecordError(contradiction)


@cache
def _per_seat(view: fields.Type) -> dict[str, tuple[int | None, int | None]]:
    """Return the facts with a value for each seat, and their lengths before a deal or if absent."""
    try:
        fresh: object = view._of(registered_game(view).new_game(), None)
    except TwoWayStreetError:  # a game that cannot begin without further facts
        fresh = None
    types = fields.field_types(view, annotated=True).items()
    names = [name for name, each in types if fields.PER_SEAT in getattr(each, "__metadata__", ())]
    later = {name: len(value) for name, value in fields.absent_of(view).items() if name in names}
    return {name: (None if getattr(fresh, name, ()) else 0, later.get(name)) for name in names}


def check_derived(
    found: "AnyView",
    given: Mapping[str, object],
    memory: plain_data.Object,
    changed: Container[str],
) -> None:
    """Check that given derived properties follow from the facts."""
    try:
        derived = found._derive(memory, changed)
    except Exception:  # an impossible position, such as a trick to which no suit was led
        derived = dict.fromkeys(given)
    for name, value in given.items():
        if value != derived[name]:
            raise RecordError(f"{name}: expected those that follow from the tricks")


def are_seats(some: Iterable[int | None], seats: int) -> bool:
    return all(seat is None or 0 <= seat < seats for seat in some)


AnyView: TypeAlias = View[GameRules, HandScore[SeatScore]]


def not_a_view(thing: object) -> TypeError:
    return TypeError(f"expected a View, such as view() gives, not {quoted(thing)}")


_Function: TypeAlias = Callable[..., OfGame]


@cache  # saves a fifth of the time of a view
def _made_of(view: OfGame) -> tuple[_Function, tuple[tuple[_Function | None, _Function], ...]]:
    """Return the constructor of a view class and the functions that read its facts."""
    facts = facts_of(view).values()
    return fast_constructor(view), tuple([(fact.for_all, fact.read) for fact in facts])


def view_types(game: Game, *, annotated: bool = True) -> dict[str, fields.Type]:
    """Return the types of the fields of a game's views by name, derived properties last.

    Args:
        game: the game.
        annotated: True for types with bounds, such as :data:`~twowaystreet.authoring.Seat`.

    >>> from twowaystreet.games import twos
    >>> view_types(twos.GAME, annotated=False)["dealer"]
    <class 'int'>
    """
    view: OfGame = game.View
    own = {"rules": game.Rules, "phase": game.State._phases}
    derived = {
        name: each if annotated else fields.bare(each) for name, each in view._derived.items()
    }
    return fields.field_types(view, annotated=annotated) | own | derived


MARKS: Final[Mapping[str, fields.Type]] = MappingProxyType(
    {"format": str, "version": int, "game": str}
)


ViewT = TypeVar("ViewT", bound=View[GameRules, HandScore[SeatScore]])


@overload
def view(
    state: GameState[GameRules, HandData, HandScore[SeatScore], ViewT], seat: int | None
) -> ViewT: ...
@overload
def view(state: AnyState, seat: int | None) -> AnyView: ...
def view(state: AnyState, seat: int | None) -> AnyView:
    """Return the information state of a seat, without hidden information.

    Args:
        state: the state.
        seat: the seat; ``None`` for a spectator, who sees public facts only.

    Raises:
        SeatError: if the game does not have this seat.
        TypeError: if ``state`` is not a state.

    >>> import random
    >>> from twowaystreet import apply, shuffle
    >>> from twowaystreet.games import street
    >>> state = street.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> view(state, 0).hand == state.hands[0], view(state, None).hand
    (True, None)
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    if seat is not None:
        seat = checked_seat(seat, len(state.scores))
    seen: AnyView = state.View._of(state, seat)
    return seen
