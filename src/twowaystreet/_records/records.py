"""Records of whole games, to save, send, replay and undo.

A record has two forms, text for people and JSON. Loading replays every move, and rejects a record
with an illegal one.
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
from twowaystreet._records.seat_records import (
    SeatRecord,
    checked_position,
    moves_text,
    seat_record_of,
)
from twowaystreet._serial import plain_data
from twowaystreet._serial.type_info import Type
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.values import Value
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted

FORMAT: Final = "twowaystreet record"
"""The format name of a record in JSON."""
VERSION: Final = 1
"""The version of that format."""


def _as_first_state(start: AnyState) -> AnyState:
    """Return the state if ``new_game`` can make it; a record can start with no other."""
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
        # A foreign iterator may raise any exception.
        raise RecordError(f"expected moves, not {quoted(moves)}") from error


def _last_state(record: Record) -> AnyState:
    return _state_after(record.start, record.moves)


def _game_of(state: AnyState) -> Game:
    game = game_of(type(state))
    if game is None:
        raise RecordError(f"{state.title} is not registered: expected a game in GAMES")
    return game


@attrs.frozen(repr=False)
class Record(Value):
    """The first state of a game, and all moves so far.

    Args:
        start: the state before any move.
        moves: the moves in order.

    Raises:
        RecordError: if ``start`` is not the first state of a game; or if a move is illegal, with
            its number.

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

    start: AnyState = attrs.field(converter=_as_first_state)
    moves: tuple[Move, ...] = attrs.field(default=(), converter=_as_moves)
    state: AnyState = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_last_state, takes_self=True)
    )
    """The state after the last move."""

    def __repr__(self) -> str:
        """Show the game, the number of moves and the phase, but no hidden cards."""
        return f"<{self.state.title} record: {moves_text(self.moves)}, {self.state.phase}>"

    @property
    def game(self) -> Game:
        """The game of this record."""
        return _game_of(self.start)

    def play(self, move: Move | str) -> Record:
        """Return the record with one more move.

        Args:
            move: the move, or its text as :func:`~twowaystreet.parse_move` reads it.

        Raises:
            IllegalMove: if the move is illegal.
            ParseError: if the text is not a move of the game.

        >>> from twowaystreet import Deal
        >>> from twowaystreet.games import twenty_down
        >>> record = Record(twenty_down.new_game())
        >>> record = record.play(Deal(record.state.rules.pack.cards)).play("trump c")
        >>> record.moves[-1]
        Trump(suit=<Suit.CLUBS: 'C'>)
        """
        made = parse_move(self.state, move) if isinstance(move, str) else move
        # The earlier moves are legal, and need no second replay.
        return _build_record(self.start, (*self.moves, made), apply(self.state, made))

    def undo(self) -> Record:
        """Return the record without its last move; without moves, an equal record."""
        return Record(self.start, self.moves[:-1])

    def state_at(self, number: int) -> AnyState:
        """Return the state after the first ``number`` moves.

        Raises:
            RecordError: if the number is not from 0 to the number of moves.
        """
        moves = self.moves[: checked_position(number, len(self.moves))]
        return _state_after(self.start, moves)

    def __iter__(self) -> Iterator[tuple[AnyState, Move]]:
        """Iterate over the moves, each with the state before it."""
        return zip(_states(self.start, self.moves), self.moves, strict=False)

    def to_text(self) -> str:
        """Write the record as text for :meth:`from_text`."""
        return text_format.write(self.game, self.start, self, self.state)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Load a record from its text and replay every move.

        Raises:
            RecordError: if the text is damaged or contains an illegal move.
        """
        return cls(*text_format.read(text))

    def to_dict(self) -> dict[str, Any]:
        """Return the record as plain data: the first state, and the text of each move.

        Any: all that JSON can hold.
        """
        start = self.start
        return {
            **_header(self.game),
            **{key: plain_data.to_plain(getattr(start, key)) for key in _opening_types(self.game)},
            "moves": list(map(str, self.moves)),
        }

    def to_json(self) -> str:
        """Write the record as JSON on one line."""
        return plain_data.to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """Load a record from the plain data of :meth:`to_dict`.

        Raises:
            RecordError: if the data has another form or contains an illegal move.
        """
        game = plain_data.game_in(data, FORMAT, VERSION)
        found = plain_data.values_from_plain(record_types(game), data, move_types_of(game.State))
        start, texts = resume_match(game, found), found["moves"]
        return cls(start, [_read_at(*each, start) for each in enumerate(texts, start=1)])

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Load a record from its JSON text and replay every move.

        Raises:
            RecordError: if the text is damaged or contains an illegal move.
        """
        return cls.from_dict(plain_data.from_json(text))

    def for_seat(self, seat: int | None) -> SeatRecord:
        """Return the game so far as one seat has seen it, without hidden information.

        Args:
            seat: the viewer; ``None`` for a spectator.

        Raises:
            SeatError: if the game has no seat of this number.
        """
        return seat_record_of(self.game, self.start, self, seat)


_build_record: Final = cast("Callable[..., Record]", fast_constructor(Record))


def _states(start: AnyState, moves: Sequence[Move]) -> Iterator[AnyState]:
    """Yield the first state, and the state after each move."""
    state = start
    yield state
    for number, move in enumerate(moves, start=1):
        try:
            state = apply(state, move)
        except TwoWayStreetError as error:
            raise RecordError(str(error), number) from error
        yield state


def _state_after(start: AnyState, moves: Sequence[Move]) -> AnyState:
    """Return the state after these moves; keep no earlier state in memory."""
    (state,) = deque(_states(start, moves), maxlen=1)
    return state


def _header(game: Game) -> dict[str, Any]:
    """Return the values that identify the format and the game. Any: all that JSON can hold."""
    return {"format": FORMAT, "version": VERSION, "game": game.name}


def _opening_types(game: Game) -> dict[str, Type]:
    """Return the types of the rules and the other arguments of ``new_game``, by name."""
    return {"rules": game.Rules, **match_arguments(game)}


def record_types(game: Game) -> dict[str, Type]:
    """Return the types of the values of a record in JSON, by key."""
    header = {"format": str, "version": int, "game": str}
    # Any: `_read_at` checks each move, and reports its number.
    return {**header, **_opening_types(game), "moves": tuple[Any, ...]}


def _read_at(number: int, text: str, start: AnyState) -> Move:
    """Read a move of a record in JSON, in the exact notation; add its number to errors."""
    try:
        move = read_move(move_types_of(type(start)), text)
    except TwoWayStreetError as error:
        raise RecordError(str(error), number) from error
    if type(text) is not str or str(move) != text:
        raise RecordError(f"expected {str(move)!r}, found {quoted(text)}", number)
    return move
