"""Records: a game from its opening through every move, and its text.

The text has a header (the format's version, the game, its rules and what it began with), an empty
line, then the moves: one line for a deal, one for what is said before the play, one for each trick.
Moves on a line are separated by semicolons; what follows a ``#`` is a comment. Whoever loads a
record replays every move, so none can hold a position that the rules do not allow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import attrs

from twowaystreet.errors import RecordError, TwoWayStreetError, quoted
from twowaystreet.game import GAMES, Game, game_of
from twowaystreet.moves import Deal, Move, Play
from twowaystreet.notation import parse_move
from twowaystreet.options import option_text, options_of
from twowaystreet.seats import is_int
from twowaystreet.state import AnyState, GameState
from twowaystreet.verbs import apply

FORMAT: Final = "twowaystreet record 1"
"""The first line of every record's text."""


def _as_opening(start: AnyState) -> AnyState:
    """The state, if it is one that a game begins with: only that is told by a record's header."""
    opening: Any = None  # Any: the class of the state is that of the game
    if isinstance(start, GameState) and not start.is_over and start.needs_deal:
        opening = _game_of(start).new_game(
            start.rules,
            dealer=start.dealer,
            scores=start.scores,
            hands_played=start.hands_played,
            **{name: getattr(start, name) for name in start._carries},
        )
    if opening is None or start != opening:
        raise RecordError(f"expected a state before any move, not {quoted(start)}")
    return start


def _as_moves(moves: Iterable[Move]) -> tuple[Move, ...]:
    try:
        return tuple(moves)
    except TypeError:
        raise RecordError(f"expected moves, not {quoted(moves)}") from None


def _last_state(record: Record) -> AnyState:
    return record.state_at(len(record.moves))


def _game_of(state: AnyState) -> Game:
    game = game_of(type(state))
    if game is None:
        raise RecordError(f"{state.title} is in no register: expected a game that is in GAMES")
    return game


@attrs.frozen
class Record:
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
    >>> record.state.phase, record.undo().state == record.start
    (<Phase.DECLARE: 'declare'>, True)
    >>> Record.from_text(record.to_text()) == record
    True
    """

    start: AnyState = attrs.field(converter=_as_opening)
    moves: tuple[Move, ...] = attrs.field(default=(), converter=_as_moves)
    state: AnyState = attrs.field(
        init=False, eq=False, repr=False, default=attrs.Factory(_last_state, takes_self=True)
    )
    """The state after the last move."""

    @property
    def game(self) -> Game:
        """The game that is played."""
        return _game_of(self.start)

    def play(self, move: Move) -> Record:
        """The record with one move more.

        Raises:
            IllegalMove: if the move cannot be made.
        """
        state = apply(self.state, move)
        longer = Record(self.start)  # the rest is known, so nothing is replayed
        object.__setattr__(longer, "moves", (*self.moves, move))
        object.__setattr__(longer, "state", state)
        return longer

    def undo(self) -> Record:
        """The record without its last move; itself if there is none."""
        return Record(self.start, self.moves[:-1])

    def state_at(self, number: int) -> AnyState:
        """The state after so many moves.

        Raises:
            RecordError: if there are not so many, or one of them is illegal.
        """
        if not is_int(number) or not 0 <= number <= len(self.moves):
            raise RecordError(
                f"there is no position {quoted(number)}: expected 0 to {len(self.moves)}"
            )
        *_, state = _states(self.start, self.moves[:number])
        return state

    def __iter__(self) -> Iterator[tuple[AnyState, Move]]:
        """Each move with the state it was made in."""
        return zip(_states(self.start, self.moves), self.moves, strict=False)

    def to_text(self) -> str:
        """The record as text, which :meth:`from_text` reads back."""
        start, rules = self.start, self.start.rules
        options = (
            f"{name}={option_text(getattr(rules, name))}" for name in options_of(type(rules))
        )
        header = (
            FORMAT,
            f"game {self.game.name}",
            f"rules {' '.join(options)}",
            f"dealer {start.dealer}",
            f"scores {' '.join(map(str, start.scores))}",
            f"hands_played {start.hands_played}",
            *(f"{name} {' '.join(map(str, getattr(start, name)))}" for name in start._carries),
        )
        return "\n".join((*header, "", *_lines(self))) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Load a record from its text, replaying every move.

        Raises:
            RecordError: if the text is damaged, or a move in it is illegal.
        """
        if not isinstance(text, str):
            raise RecordError(f"expected a text, not {quoted(text)}")
        header, _, body = text.replace("\r\n", "\n").partition("\n\n")
        start = _opening(header.split("\n"))
        texts = [
            move.strip()
            for line in body.split("\n")
            for move in line.partition("#")[0].split(";")
            if move.strip()
        ]
        moves: list[Move] = []
        for number, move in enumerate(texts, start=1):
            try:
                moves.append(parse_move(start, move))
            except TwoWayStreetError as error:
                raise RecordError(str(error), number) from error
        return cls(start, moves)


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


def _lines(record: Record) -> Iterator[str]:
    """The moves, a line for each deal, for what is said after it, and for each trick."""
    line: list[str] = []
    after_deal = False
    for state, move in record:
        is_deal = isinstance(move, Deal)
        leads = isinstance(move, Play) and not state.trick.cards
        if line and (is_deal or after_deal or leads):
            yield "; ".join(line)
            line = []
        line.append(str(move))
        after_deal = is_deal
    if line:
        yield "; ".join(line)


_KEYS: Final = ("game", "rules", "dealer", "scores", "hands_played")


def _opening(header: Iterable[str]) -> AnyState:
    """The state that the header of a record describes."""
    first, *rest = header
    if first != FORMAT:
        raise RecordError(f"expected {FORMAT!r} in the first line, found {quoted(first)}")
    found = {key: value for key, _, value in (line.partition(" ") for line in rest)}
    name = found.get("game", "")
    if "game" in found and name not in GAMES:
        raise RecordError(f"there is no game {quoted(name)}: expected {', '.join(GAMES)}")
    carries: tuple[str, ...] = GAMES[name].State._carries if name else ()
    keys = (*_KEYS, *carries)
    if tuple(found) != keys or len(rest) != len(keys):
        raise RecordError(f"expected the header lines {', '.join(keys)}, found {quoted(rest)}")
    game = GAMES[name]
    try:
        # Any: the class of the state is that of the game.
        start: Any = game.new_game(
            _rules(game, found["rules"]),
            dealer=_number(found["dealer"]),
            scores=_numbers(found["scores"]),
            hands_played=_number(found["hands_played"]),
            **{carried: _numbers(found[carried]) for carried in carries},
        )
    except TwoWayStreetError as error:
        raise RecordError(str(error)) from error
    opened: AnyState = start
    return opened


def _rules(game: Game, text: str) -> Any:
    """The rules that a header line gives. Any: each game has a class of its own for them."""
    options = options_of(game.Rules)
    settings = (setting.partition("=") for setting in text.split())
    given = {name: value for name, _, value in settings}
    if tuple(given) != tuple(options):
        raise RecordError(f"expected the rules {', '.join(options)}, found {quoted(text)}")
    return game.Rules(**{name: options[name].read(value) for name, value in given.items()})


def _numbers(text: str) -> list[int]:
    return [_number(number) for number in text.split()]


def _number(text: str) -> int:
    sign, digits = text[:1] == "-", text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 640):
        raise RecordError(f"expected a whole number, found {quoted(text)}")
    return -int(digits) if sign else int(digits)
