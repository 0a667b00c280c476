"""Views: what one seat may know of a state, made from the facts by one piece of code.

Each game declares its facts as the fields of its ``View`` class. Nothing else of a state reaches a
player. What a player may not know is ``None`` in that player's view, a whole fact or its part.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, starmap
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeAlias, TypeVar, overload

import attrs

from twowaystreet._cards.cards import Card, Suit
from twowaystreet._cards.masks import SUIT
from twowaystreet._engine.game import Game, game_with_view
from twowaystreet._engine.match import GameRules, HandData
from twowaystreet._engine.moves import Deal, Move
from twowaystreet._engine.notation import move_types_of
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._engine.seats import checked_seat
from twowaystreet._engine.state import AnyState, GameState, HasLegalMoves, not_a_state
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._serial import plain_data
from twowaystreet._serial.type_info import Type, field_types
from twowaystreet._tricks.tricks import Following, Trick
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.values import freeze_tables
from twowaystreet._views.facts import FACT, private_fact, public_fact
from twowaystreet._views.voids import Bound, Void, voids_of
from twowaystreet.errors import RecordError

FORMAT: Final = "twowaystreet view"
"""The name of the form of a view in JSON."""
VERSION: Final = 1
"""The version of that form."""


def _own_moves(state: AnyState, seat: int) -> tuple[Move, ...]:
    return legal_moves(state) if state.actor == seat else ()


# Any: the state and the move are those of the game.
MoveRedactor: TypeAlias = Callable[[Any, Any, int | None], str | None]
"""What a viewer sees of a move that somebody makes in a state; ``None`` if it is all of it."""


@attrs.frozen(kw_only=True)
class View(HasLegalMoves):
    """What one seat may know of a state, or a spectator; games add facts of their own.

    Attributes:
        seat: whose view it is; ``None`` for a spectator.
        rules: the options the game is played with.
        phase: what is to be done next.
        actor: the seat to move; ``None`` when a deal is due or the game is over.
        dealer: the seat that deals this hand, or declares first.
        scores: every seat's points so far.
        hands_played: how many hands have been finished.
        hand_over: whether a hand has just been finished.
        is_over: whether the game is over.
        winners: who has won, ``()`` until then.
        score: the score of the hand just finished, ``None`` until then.
        tricks: the complete tricks of the hand.
        trick: the trick on the table.
        stock_size: how many cards the stock holds.
        hand_sizes: how many cards each hand holds.
        hand: the seat's own cards, in the order of cards; ``None`` for a spectator.
        legal_moves: what the seat may do now, ``()`` if it is not to move; for a spectator
            ``None``.
    """

    seat: int | None
    rules: Any = public_fact(lambda state: state.rules, "match.rules")  # Any: the game's own class
    phase: Phase = public_fact(lambda state: state.phase, "phase")
    actor: int | None = public_fact(lambda state: state.actor, "actor")
    dealer: int = public_fact(lambda state: state.dealer, "match.dealer")
    scores: tuple[int, ...] = public_fact(lambda state: state.scores, "match.scores")
    hands_played: int = public_fact(lambda state: state.hands_played, "match.hands_played")
    hand_over: bool = public_fact(lambda state: state.hand_over, "match.score")
    is_over: bool = public_fact(lambda state: state.is_over, "match.game_over")
    winners: tuple[int, ...] = public_fact(lambda state: state.winners, "match.game_over")
    score: HandScore[SeatScore] | None = public_fact(lambda state: state.score, "match.score")
    tricks: tuple[Trick, ...] = public_fact(lambda state: state.tricks, "tricks")
    trick: Trick = public_fact(lambda state: state.trick, "table", "led", "order")
    stock_size: int | None = public_fact(lambda state: len(state.stock), "hand_data.stock")
    hand_sizes: tuple[int, ...] = public_fact(
        lambda state: state.hand_sizes, "hand_data.held", "remaining"
    )
    hand: tuple[Card, ...] | None = private_fact(
        lambda state, seat: state._cards_of(seat), "hand_data.held", "remaining"
    )
    legal_moves: tuple[Move, ...] | None = private_fact(_own_moves, "legal")

    _comes_from: ClassVar = "view(state, seat)"

    secrets: ClassVar[tuple[str, ...]] = ("hand_data.stock",)
    """The stored fields, or parts of them, that no viewer may know."""
    redacted_moves: ClassVar[Mapping[type[Move], MoveRedactor]] = MappingProxyType(
        {Deal: lambda state, move, viewer: "deal"}
    )
    """The kinds of moves that not everybody sees in full."""
    _following: ClassVar[Mapping[Suit | None, Following]] = MappingProxyType({})
    """By the suit led what had to be played; without it no void is shown."""
    _following_rule: ClassVar[str]
    """The rule that says so."""
    _suits: ClassVar[Mapping[Suit, int]] = SUIT
    """The cards of each suit as masks."""
    _lasting: ClassVar[tuple[str, ...]] = ()
    """The facts that all duties follow from, ``tricks`` among them, if each only grows in a hand.

    Where views are read one after the other, voids are then worked out for what is new alone.
    """

    def __init_subclass__(cls, **options: Any) -> None:
        """Make the tables of each game's view class read-only."""
        super().__init_subclass__(**options)
        freeze_tables(cls)

    @classmethod
    def _of(cls, state: AnyState, seat: int | None) -> Self:
        """Make the view of a seat from the facts, and from nothing else."""
        # Any: to a type checker a class whose instances have a hash of their own has none.
        kind: Any = cls
        build, reads = _made_of(kind)
        seen: Self = build(seat, *[read(state, seat) for read in reads])
        return seen

    @property
    def voids(self) -> tuple[Void, ...]:
        """The suits that players have shown to have run out of, in the order it was shown.

        It follows from the rest of the view: from the cards that were played to tricks without
        following suit. Each void is told once, with the card that showed it first.
        """
        shown: set[tuple[int, Suit]] = set()
        return (*self._voids_of_complete(shown), *self._voids_of_open(shown))

    def _voids_of_complete(self, shown: set[tuple[int, Suit]]) -> tuple[Void, ...]:
        """The voids that complete tricks show, which are added to those shown."""
        played = chain.from_iterable(starmap(self._played_under_duty, enumerate(self.tricks)))
        return tuple(voids_of(played, self._suits, shown))

    def _voids_of_open(self, shown: set[tuple[int, Suit]]) -> tuple[Void, ...]:
        """The voids that the trick on the table shows, besides those shown, and added to them."""
        played = self._played_under_duty(len(self.tricks), self.trick)
        return tuple(voids_of(played, self._suits, shown))

    def _played_under_duty(self, number: int, trick: Trick) -> Iterator[Bound]:
        """Every card of a trick but the lead, with what had to be played in its place."""
        for place in range(1, len(trick.cards)):
            duty = self._duty(number, trick, place)
            yield (number, trick.seats[place], trick.cards[place], *duty)

    def _duty(self, number: int, trick: Trick, place: int) -> tuple[Following, str]:
        """What had to be played as a card of a trick, and the rule that says so."""
        following = self._following.get(trick.led)
        return (following, self._following_rule) if following else ((), "")

    def _contradiction(self) -> str:
        """Say what the rules of the game would have otherwise in a view that is read; or nothing.

        What grows with the number of tricks is to be bounded here.
        """
        return ""

    def to_dict(self) -> dict[str, Any]:
        """The view as plain data: cards and moves as text, enums as their words, tuples as lists.

        First stand ``format``, ``version`` and ``game``, so that it can be read without knowing
        more; a view of a game that is not in :data:`~twowaystreet.GAMES` goes without. ``voids``
        are in it, too. Any: what JSON can hold.
        """
        game = game_with_view(type(self))
        marks = {"format": FORMAT, "version": VERSION, "game": game.name} if game else {}
        return {**marks, **self._unmarked()}

    def _unmarked(self) -> dict[str, Any]:
        """The view as plain data that does not say of which game it is. Any: as above."""
        data: dict[str, Any] = plain_data.to_plain(self)
        return data | {VOIDS: plain_data.to_plain(self.voids)}

    def to_json(self) -> str:
        """The view as JSON text, on one line."""
        return plain_data.to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read a view from the plain data that :meth:`to_dict` has made of it.

        The ``View`` of a game reads views of that game alone, and also those of 0.1.0, which did
        not say of which game they are. :class:`twowaystreet.View` itself reads views of every
        game in :data:`~twowaystreet.GAMES` that say so.

        Raises:
            RecordError: if the data is anything else, with the place of the fault. Whether the
                position is one of the game cannot be told from a view.
        """
        found: plain_data.Object = plain_data.from_plain(plain_data.Object, data, ())
        if cls is not View and not any(mark in found for mark in MARKS):
            return cls._from_unmarked(found)
        game = plain_data.game_in(found, FORMAT, VERSION)
        if cls is not View and game.View is not cls:
            raise RecordError(f"game: expected {_game_of(cls).name!r}, found {game.name!r}")
        seen: Self = game.View._from_unmarked(
            {key: found[key] for key in found if key not in MARKS}
        )
        return seen

    @classmethod
    def _from_unmarked(cls, data: object) -> Self:
        """Read a view of this class from plain data that does not say of which game it is."""
        game = _game_of(cls)
        types = view_types(game) | {VOIDS: tuple[Void, ...]}
        facts: dict[str, Any] = plain_data.values_from_plain(types, data, move_types_of(game.State))
        told = facts.pop(VOIDS)
        found = cls(**facts)
        check_view(found, facts)
        try:
            follow = found.voids
        except Exception:  # an impossible position, such as a trick to which no suit was led
            follow = None
        if told != follow:
            raise RecordError("voids: expected those that follow from the tricks")
        return found

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read a view from the JSON text that :meth:`to_json` has made of it.

        Raises:
            RecordError: if the text is anything else, with the place of the fault.

        >>> from twowaystreet.games import duel
        >>> text = view(duel.new_game(), 0).to_json()
        >>> text[:60]
        '{"format": "twowaystreet view", "version": 1, "game": "duel"'
        >>> View.from_json(text) == duel.View.from_json(text) == view(duel.new_game(), 0)
        True
        """
        return cls.from_dict(plain_data.from_json(text))


def check_view(found: View, changed: Container[str]) -> None:
    """See that a view that was read does not contradict its rules, apart from its voids.

    The number of seats bounds hands and tricks, and the pack bounds how many there are.

    Args:
        found: the view.
        changed: the names of the facts that are to be looked at; it takes no longer than they are.

    Raises:
        RecordError: if it does.
    """
    seats: int = found.rules.seats
    hands = len(found.hand_sizes)
    if not _are_seats((found.seat, found.actor, found.dealer), seats):
        raise RecordError(f"seat, actor, dealer: expected seats from 0 to {seats - 1}")
    if len(found.scores) != seats:
        raise RecordError(f"scores: expected those of {seats} seats")
    if hands % seats or hands > len(found.rules.pack):
        raise RecordError(f"hand_sizes: expected those of {seats} seats")
    complete = found.tricks if "tricks" in changed else ()
    for one in (*complete, found.trick) if "trick" in changed else complete:
        if not _are_seats((one.leader, one.winner, *one.seats), seats):
            raise RecordError(f"tricks: expected seats from 0 to {seats - 1}")
        if len(one.cards) != len(one.seats) or len(one.cards) > hands:
            raise RecordError(f"tricks: expected a card and a seat of each of {hands} hands")
    if sum(len(one.cards) or 1 for one in complete) > len(found.rules.pack):
        raise RecordError("tricks: expected no more cards than there are in the pack")
    if (found.legal_moves is None) != (found.seat is None) or (
        found.seat is None and found.hand is not None
    ):
        raise RecordError("hand, legal_moves: expected those of a seat, and of nobody else")
    if contradiction := found._contradiction():
        raise RecordError(contradiction)


def _are_seats(some: Iterable[int | None], seats: int) -> bool:
    return all(seat is None or 0 <= seat < seats for seat in some)


@cache
def _made_of(view: Any) -> tuple[Callable[..., Any], tuple[Callable[..., Any], ...]]:
    """What builds a view, and what reads its facts, looked up once: a fifth of the time of a view.

    Any: each fact is of a type of its own.
    """
    seat, *facts = attrs.fields(view)
    assert seat.name == "seat"
    return fast_constructor(view), tuple(field.metadata[FACT].read for field in facts)


def view_types(game: Game) -> dict[str, Type]:
    """The types of what a game's views hold, by name."""
    view: Any = game.View  # Any: as above
    return field_types(view) | {"rules": game.Rules}


VOIDS: Final = "voids"
"""The name of the voids in plain data."""
MARKS: Final[Mapping[str, Type]] = MappingProxyType({"format": str, "version": int, "game": str})
"""The types of what a view in JSON says of its form and its game, by name; all of it or nothing."""


def _game_of(view: type[View]) -> Game:
    game = game_with_view(view)
    if game is None:
        raise RecordError(f"{view.__name__} is that of no game in GAMES")
    return game


ViewT = TypeVar("ViewT", bound=View)


@overload
def view(
    state: GameState[GameRules, HandData, HandScore[SeatScore], ViewT], seat: int | None
) -> ViewT: ...
@overload
def view(state: AnyState, seat: int | None) -> View: ...
def view(state: AnyState, seat: int | None) -> View:
    """What a seat may know of a state, and nothing else.

    Args:
        state: the state.
        seat: whose view is wanted; ``None`` for a spectator, who knows what everybody knows.

    Raises:
        SeatError: if there is no such seat.
        TypeError: if something else than a state is given.

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
    seen: View = state.View._of(state, seat)
    return seen
