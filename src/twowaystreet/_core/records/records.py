"""Records of whole games, to save, send, replay and undo, and worked examples.

A record has two forms, text for people and JSON. Loading replays every move.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from types import MappingProxyType
from typing import Any, ClassVar, Final, cast

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.game import Game, own_part_of, package_of, registered_game
from twowaystreet._core.engine.moves import Move, move_types_of
from twowaystreet._core.engine.setup import match_arguments, resume_match
from twowaystreet._core.engine.state import AnyState, GameState
from twowaystreet._core.engine.verbs import apply, parse_move
from twowaystreet._core.records import seat_records, text_format
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._core.records.text_format import NOTE_TYPES, Comments, Headers, as_comments
from twowaystreet._util.values import Value, fast_constructor
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted

FORMAT: Final = "twowaystreet record"
VERSION: Final = 1


def _as_first_state(start: AnyState) -> AnyState:
    if isinstance(start, GameState) and not start.is_over and start.needs_deal:
        game = registered_game(type(start))
        facts = {name: getattr(start, name) for name in _opening_types(game)}
        if start == resume_match(game, facts):
            return start
    raise RecordError(f"expected a state before any move, not {quoted(start)}")


def _as_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    try:
        return tuple(moves)
    except Exception as error:  # a foreign iterator may raise any exception
        raise RecordError(f"expected moves, not {quoted(moves)}") from error


def _check_numbers(record: Record, _: object, comments: Comments) -> None:
    for number, _text in comments:
        if not 1 <= number <= len(record.moves):
            raise RecordError(f"comments: there is no move {number}")


def _last_state(record: Record) -> AnyState:
    return _state_after(record.start, record.moves)


@attrs.frozen(repr=False)
class Record(Value):
    """The first state of a game, and all moves so far.

    Args:
        start: the state before any move.
        moves: the moves in order.
        headers: facts about the game, each one line of text. ``Seat 0`` is the name of the player
            in seat 0, and so on. ``Date``, ``Place`` and any other words are free.
        comments: comments on moves, each one line of text, by the number of the move from 1.

    Raises:
        RecordError: if ``start`` is not the first state of a game; if a move is illegal, with its
            number; or if a header or a comment is no line of text, or is about no move.

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
    >>> noted = record.annotated({"Seat 0": "Ann", "Place": "Ghent"}, {1: "A fine deal."})
    >>> noted.names, Record.from_text(noted.to_text()).comments[1]
    (('Ann', 'Seat 1', 'Seat 2', 'Seat 3'), 'A fine deal.')
    """

    start: AnyState = attrs.field(converter=_as_first_state)
    moves: tuple[Move, ...] = attrs.field(default=(), converter=_as_moves)
    state: AnyState = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_last_state, takes_self=True)
    )
    """The state after the last move."""
    _headers: Headers = attrs.field(
        default=(), converter=text_format.as_headers, eq=frozenset, kw_only=True, alias="headers"
    )
    _comments: Comments = attrs.field(
        default=(), converter=as_comments, validator=_check_numbers, kw_only=True, alias="comments"
    )

    def __repr__(self) -> str:
        """Show the game, the number of moves and the phase, but no hidden cards."""
        moves = seat_records.moves_text(self.moves)
        return f"<{self.state.title} record: {moves}, {self.state.phase}>"

    @property
    def game(self) -> Game:
        """The game of this record."""
        return registered_game(type(self.start))

    @property
    def headers(self) -> Mapping[str, str]:
        """The facts about the game, by name."""
        return MappingProxyType(dict(self._headers))

    @property
    def comments(self) -> Mapping[int, str]:
        """The comments, by the number of the move from 1."""
        return MappingProxyType(dict(self._comments))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, from the headers; ``()`` if they name no seat."""
        return text_format.names_in(self.headers, len(self.start.scores))

    def annotated(
        self, headers: Mapping[str, str] | None = None, comments: Mapping[int, str] | None = None
    ) -> Record:
        """Return the record with further headers and comments; they replace those of the same keys.

        Args:
            headers: facts about the game, as in the constructor.
            comments: comments, by the number of the move from 1.

        Raises:
            RecordError: as in the constructor.
        """
        more = text_format.as_headers(() if headers is None else headers)
        told = as_comments(() if comments is None else comments)
        return attrs.evolve(
            self, headers={**self.headers, **dict(more)}, comments={**self.comments, **dict(told)}
        )

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
        notes = self._headers, self._comments
        return _build_record(self.start, (*self.moves, made), apply(self.state, made), *notes)

    def undo(self) -> Record:
        """Return the record without its last move; without moves, an equal record."""
        moves = self.moves[:-1]
        comments = [each for each in self._comments if each[0] <= len(moves)]
        return attrs.evolve(self, moves=moves, comments=comments)

    def state_at(self, number: int) -> AnyState:
        """Return the state after the first ``number`` moves.

        Raises:
            RecordError: if the number is not from 0 to the number of moves.
        """
        moves = self.moves[: seat_records.checked_position(number, len(self.moves))]
        return _state_after(self.start, moves)

    def __iter__(self) -> Iterator[tuple[AnyState, Move]]:
        """Iterate over the moves, each with the state before it."""
        return zip(_states(self.start, self.moves), self.moves, strict=False)

    def to_text(self) -> str:
        """Write the record as text for :meth:`from_text`."""
        notes = self._headers, self._comments
        return text_format.write(self.game, self.start, self, self.state, *notes)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Load a record from its text and replay every move.

        Raises:
            RecordError: if the text is damaged or contains an illegal move.
        """
        start, moves, headers, comments = text_format.read(text)
        return cls(start, moves, headers=headers, comments=comments)

    def to_dict(self) -> plain_data.Object:
        """Return the record as plain data: the first state, and the text of each move."""
        start, notes = self.start, {"headers": self._headers, "comments": self._comments}
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game.name,
            **{key: plain_data.to_plain(getattr(start, key)) for key in _opening_types(self.game)},
            **{key: [*map(list, pairs)] for key, pairs in notes.items() if pairs},
            "moves": list(map(str, self.moves)),
        }

    def to_json(self) -> str:
        """Write the record as JSON on one line.

        Raises:
            RecordError: if the rules of an own game hold a value that JSON cannot hold.
        """
        return plain_data.to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: object) -> Record:
        """Load a record from the plain data of :meth:`to_dict`.

        Raises:
            RecordError: if the data has another form or contains an illegal move.
        """
        game = plain_data.game_in(data, FORMAT, VERSION)
        lacking = {**NOTE_TYPES, **game.State._match_counters}
        types = {**record_types(game), **NOTE_TYPES}
        found = plain_data.values_from_plain(types, data, move_types_of(game.State), lacking)
        notes = {key: found[key] for key in NOTE_TYPES if key in found}
        start = resume_match(game, found)
        moves = text_format.moves_from(start, found["moves"], is_exact=True)
        return cls(start, moves, **notes)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Load a record from its JSON text and replay every move.

        Raises:
            RecordError: if the text is damaged or contains an illegal move.
        """
        return cls.from_dict(plain_data.from_json(text))

    def for_seat(self, seat: int | None) -> SeatRecord:
        """Return the game so far as one seat has seen it, without hidden information and comments.

        A spectator is ``None``.

        Raises:
            SeatError: if the game has no seat of this number.
        """
        return seat_records.seat_record_of(self.game, self.start, self, seat, self._headers)


_build_record: Final = cast("Callable[..., Record]", fast_constructor(Record))


def _states(start: AnyState, moves: Sequence[Move]) -> Iterator[AnyState]:
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


def _opening_types(game: Game) -> dict[str, Type]:
    return {"rules": game.Rules, **match_arguments(game)}


def record_types(game: Game) -> dict[str, Type]:
    header = {"format": str, "version": int, "game": str}
    # `moves_from` checks each move, and reports its number.
    return {**header, **_opening_types(game), "moves": tuple[plain_data.Unchecked, ...]}


@attrs.frozen
class Example(Value):
    """A worked example of a game.

    Attributes:
        name: the word after the command ``example``.
        title: the title.
        lines: a function that yields the lines.
        players: the players of the examples, in the order of seats.
    """

    name: str
    title: str
    lines: Callable[[], Iterator[str]]
    players: ClassVar = ("Zak", "Katie", "Jen", "Derek")


def examples_of(state: type[Any]) -> tuple[Example, ...]:
    found: tuple[Example, ...] | None = own_part_of(state, "examples")
    return found or ()


def example_record(state: type[Any]) -> Record:
    """Return the record in the file ``examples.txt`` beside a state class.

    Raises:
        OSError: if the file is missing.
        RecordError: if it is not the record of a game.

    >>> from twowaystreet.games import brag
    >>> example_record(brag.State).state
    <Brag: hand over, scores 4 -2 -2>
    """
    return Record.from_text(files(package_of(state)).joinpath("examples.txt").read_text("utf-8"))
