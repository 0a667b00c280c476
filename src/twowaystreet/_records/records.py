"""Records: a game from its opening through every move, to be saved, sent, replayed and taken back.

A record is written as text for people or as JSON. Loading replays every move, so no record can hold
a position that the rules do not allow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final, cast

import attrs

from twowaystreet._engine.game import Game, game_of
from twowaystreet._engine.moves import Move
from twowaystreet._engine.notation import move_types_of, parse_move, read_move
from twowaystreet._engine.setup import match_arguments, resume_match
from twowaystreet._engine.state import AnyState, GameState
from twowaystreet._engine.verbs import apply
from twowaystreet._records import text_format
from twowaystreet._records.seat_records import SeatRecord, checked_position, moves_text, seen_record
from twowaystreet._serial import plain_data
from twowaystreet._serial.type_info import Type
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.values import Value
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted

FORMAT: Final = "twowaystreet record"
"""What a record in JSON says that it is."""
VERSION: Final = 1
"""The version of that format."""


def _as_opening(start: AnyState) -> AnyState:
    """The state, if it is one that a game begins with: only that is told by a record's header."""
    if isinstance(start, GameState) and not start.is_over and start.needs_deal:
        game = _game_of(start)
        if start == resume_match(
            game, {name: getattr(start, name) for name in _opening_types(game)}
        ):
            return start
    raise RecordError(f"expected a state before any move, not {quoted(start)}")


def _as_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    try:
        return tuple(moves)
    except Exception as error:
        # Whatever a foreign iterator raises, there are no moves to be had from it.
        raise RecordError(f"expected moves, not {quoted(moves)}") from error


def _last_state(record: Record) -> AnyState:
    return _state_after(record.start, record.moves)


def _game_of(state: AnyState) -> Game:
    game = game_of(type(state))
    if game is None:
        raise RecordError(f"{state.title} is in no register: expected a game that is in GAMES")
    return game


@attrs.frozen(repr=False)
class Record(Value):
    """A game so far: what it began with, and every move since.

    Args:
        start: the state that the game began with, before any move.
        moves: the moves in order.

    Raises:
        RecordError: if the state is not that before any move; or if one of the moves is illegal,
            with its number.

    >>> import random
    >>> from twowaystreet import shuffle
    >>> from twowaystreet.games import street
    >>> record = Record(street.new_game())
    >>> record = record.play(shuffle(record.state, random.Random(7)))
    >>> record
    <Two Way Street record: 1 move, declare>
    >>> record.undo().state == record.start
    True
    >>> Record.from_text(record.to_text()) == record == Record.from_json(record.to_json())
    True
    """

    start: AnyState = attrs.field(converter=_as_opening)
    moves: tuple[Move, ...] = attrs.field(default=(), converter=_as_moves)
    state: AnyState = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_last_state, takes_self=True)
    )
    """The state after the last move."""

    def __repr__(self) -> str:
        """The game, the number of moves and the phase; no cards, as some of them are hidden."""
        return f"<{self.state.title} record: {moves_text(self.moves)}, {self.state.phase}>"

    @property
    def game(self) -> Game:
        """The game that is played."""
        return _game_of(self.start)

    def play(self, move: Move | str) -> Record:
        """The record with one move more.

        Args:
            move: the move, or its text as :func:`~twowaystreet.parse_move` reads it.

        Raises:
            IllegalMove: if the move cannot be made.
            ParseError: if the text is no move of the game.

        >>> from twowaystreet import Deal
        >>> from twowaystreet.games import twenty_down
        >>> record = Record(twenty_down.new_game())
        >>> record = record.play(Deal(record.state.rules.pack.cards)).play("trump c")
        >>> record.moves[-1]
        Trump(suit=<Suit.CLUBS: 'C'>)
        """
        made = parse_move(self.state, move) if isinstance(move, str) else move
        # What is known to be right is neither checked nor replayed again.
        return _build_record(self.start, (*self.moves, made), apply(self.state, made))

    def undo(self) -> Record:
        """The record without its last move; an equal one if there is none."""
        return Record(self.start, self.moves[:-1])

    def state_at(self, number: int) -> AnyState:
        """The state after so many moves.

        Raises:
            RecordError: if there are not so many, or one of them is illegal.
        """
        moves = self.moves[: checked_position(number, len(self.moves))]
        return _state_after(self.start, moves)

    def __iter__(self) -> Iterator[tuple[AnyState, Move]]:
        """Each move with the state it was made in."""
        return zip(_states(self.start, self.moves), self.moves, strict=False)

    def to_text(self) -> str:
        """The record as text, which :meth:`from_text` reads back."""
        return text_format.write(self.game, self.start, self, self.state)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Load a record from its text, replaying every move.

        Raises:
            RecordError: if the text is damaged, or a move in it is illegal.
        """
        return cls(*text_format.read(text))

    def to_dict(self) -> dict[str, Any]:
        """The record as plain data: what it began with, and each move as its text.

        Any: what JSON can hold.
        """
        start = self.start
        return {
            **_marks(self.game),
            **{key: plain_data.to_plain(getattr(start, key)) for key in _opening_types(self.game)},
            "moves": list(map(str, self.moves)),
        }

    def to_json(self) -> str:
        """The record as JSON text, on one line."""
        return plain_data.to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """Load a record from the plain data that :meth:`to_dict` has made of it.

        Raises:
            RecordError: if the data is anything else, or a move in it is illegal.
        """
        game = plain_data.game_in(data, FORMAT, VERSION)
        found = plain_data.values_from_plain(record_types(game), data, move_types_of(game.State))
        start, texts = resume_match(game, found), found["moves"]
        return cls(start, [_read(start, *each) for each in enumerate(texts, start=1)])

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Load a record from its JSON text, replaying every move.

        Raises:
            RecordError: if the text is damaged, or a move in it is illegal.
        """
        return cls.from_dict(plain_data.from_json(text))

    def for_seat(self, seat: int | None) -> SeatRecord:
        """What a seat has seen of the game, and nothing else.

        Args:
            seat: whose record is wanted; ``None`` for that of a spectator.

        Raises:
            SeatError: if there is no such seat.
        """
        return seen_record(self.game, self.start, self, seat)


_build_record: Final = cast("Callable[..., Record]", fast_constructor(Record))


def _states(start: AnyState, moves: Sequence[Move]) -> Iterator[AnyState]:
    """The state before the first move, and after each one."""
    state = start
    yield state
    for number, move in enumerate(moves, start=1):
        try:
            state = apply(state, move)
        except TwoWayStreetError as error:
            raise RecordError(str(error), number) from error
        yield state


def _state_after(start: AnyState, moves: Sequence[Move]) -> AnyState:
    """The state after these moves; of those before it none is kept."""
    (state,) = deque(_states(start, moves), maxlen=1)
    return state


def _marks(game: Game) -> dict[str, Any]:
    return {"format": FORMAT, "version": VERSION, "game": game.name}


def _opening_types(game: Game) -> dict[str, Type]:
    """The types of what a game begins with, its rules among it."""
    return {"rules": game.Rules, **match_arguments(game)}


def record_types(game: Game) -> dict[str, Type]:
    """The types of what a record in JSON holds, by name."""
    marks = {"format": str, "version": int, "game": str}
    # Any: each move is looked at with its number.
    return {**marks, **_opening_types(game), "moves": tuple[Any, ...]}


def _read(start: AnyState, number: int, text: str) -> Move:
    """A move of a record in JSON, which has to be in the very words of the notation."""
    try:
        move = read_move(move_types_of(type(start)), text)
    except TwoWayStreetError as error:
        raise RecordError(str(error), number) from error
    if type(text) is not str or str(move) != text:
        raise RecordError(f"expected {str(move)!r}, found {quoted(text)}", number)
    return move
