"""The text form of a record, for people: a header, an empty line, and the moves.

The header has one line each for the format with its version, the game, the rules and each further
argument of ``new_game``. The moves have one line for a deal, one for the moves before the play, and
one for each trick. Semicolons separate the moves of a line. A ``#`` begins a comment, such as the
score of a hand. The record keeps two kinds of comment: ``#Place: Ghent`` is a header, and
``#12: Well led.`` a comment on the move number 12. A comment that begins with a blank is free.

Comments and empty lines may stand anywhere. Blanks at the ends of lines, the line ends of any
system, and a byte order mark at the beginning have no meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from twowaystreet._core.engine.game import Game, game_named
from twowaystreet._core.engine.moves import Deal, Move
from twowaystreet._core.engine.notation import move_types_of, read_move
from twowaystreet._core.engine.options import option_text, options_of
from twowaystreet._core.engine.scores import HandScore, SeatScore
from twowaystreet._core.engine.setup import MATCH_ARGUMENTS, match_arguments, resume_match
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.records import notes
from twowaystreet._core.records.notes import Comments, Headers
from twowaystreet._util.numbers import read_int
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted

FORMAT: Final = "twowaystreet record 1"
"""The first line of every record's text."""


class Transcript:
    """The growing text of a game; each further move costs the same, however long the game."""

    def __init__(
        self,
        game: Game,
        start: AnyState,
        headers: Headers = (),
        comments: Comments = (),
    ) -> None:
        lines = [f"#{name}: {text}\n" for name, text in headers]
        self._lines = f"{header(game, start)}\n\n{''.join(lines)}"
        self._line: list[str] = []
        self._comments, self._number, self._below = dict(comments), 0, ""
        self._after_deal = False

    def add(self, state: AnyState, move: Move) -> None:
        """Write the next move."""
        is_deal = isinstance(move, Deal)
        if is_deal or self._after_deal or state._begins_trick(move):
            self._lines += self._open_line()
            self._line, self._below = [], ""
        if state.score:
            self._lines += score_line(state.score, state.scores)
        self._line.append(str(move))
        self._number += 1
        if self._number in self._comments:
            self._below += f"#{self._number}: {self._comments[self._number]}\n"
        self._after_deal = is_deal

    def text(self, last: AnyState) -> str:
        """Return the text of the game so far."""
        score = score_line(last.score, last.scores) if last.score else ""
        return f"{self._lines}{self._open_line()}{score}"

    def _open_line(self) -> str:
        return f"{'; '.join(self._line)}\n{self._below}" if self._line else ""


def write(
    game: Game,
    start: AnyState,
    moves: Iterable[tuple[AnyState, Move]],
    last: AnyState,
    headers: Headers = (),
    comments: Comments = (),
) -> str:
    """Return the text of a game so far."""
    transcript = Transcript(game, start, headers, comments)
    for state, move in moves:
        transcript.add(state, move)
    return transcript.text(last)


def header(game: Game, start: AnyState, form: str = FORMAT) -> str:
    """Return the header of a text in this form: the game, the rules, and the start."""
    rules = start.rules
    options = (f"{name}={option_text(getattr(rules, name))}" for name in options_of(type(rules)))
    lines = [form, f"game {game.name}", f"rules {' '.join(options)}"]
    for name, annotation in match_arguments(game).items():
        value = getattr(start, name)
        lines.append(f"{name} {value if annotation is int else ' '.join(map(str, value))}")
    return "\n".join(lines)


def read(
    text: str,
) -> tuple[AnyState, list[Move], list[tuple[str, str]], list[tuple[int, str]]]:
    """Read the first state, the moves, the headers and the comments.

    This function does not check that the moves are legal.

    Raises:
        RecordError: if the text is damaged.
    """
    if type(text) is not str:  # a subclass may raise anything
        raise RecordError(f"expected a string, not {quoted(text)}")
    lines, told = lines_of(text)
    start, length = first_state(told)
    texts = [move.strip() for line in told[length:] for move in line.split(";") if move.strip()]
    move_types = move_types_of(type(start))
    moves: list[Move] = []
    for number, move in enumerate(texts, start=1):
        try:
            moves.append(read_move(move_types, move))
        except TwoWayStreetError as error:
            raise RecordError(str(error), number) from error
    return start, moves, *notes.read(lines, len(moves))


def lines_of(text: str) -> tuple[list[str], list[str]]:
    """Return the lines of a text, then those that are not empty, without comments and blanks."""
    lines = text.removeprefix("\ufeff").replace("\r", "\n").split("\n")
    return lines, [found for line in lines if (found := line.partition("#")[0].strip())]


def score_line(score: HandScore[SeatScore], totals: Iterable[int]) -> str:
    """Write the comment with the entries of the score sheet and the totals."""
    entries = "  ".join(seat.entry for seat in score.seats)
    return f"# {entries}  =  {' '.join(map(str, totals))}\n"


def first_state(lines: Sequence[str], form: str = FORMAT) -> tuple[AnyState, int]:
    """Return the state that the header of a record describes, and the number of its lines."""
    first, *rest = lines or [""]
    if first != form:
        raise RecordError(f"expected {form!r} in the first line, found {quoted(first)}")
    is_named, _, name = rest[0].partition(" ") if rest else ("", "", "")
    game = game_named(name.strip()) if is_named == "game" else None
    types = match_arguments(game) if game else MATCH_ARGUMENTS
    keys = ("game", "rules", *types)
    given = rest[: len(keys)]
    found = {key: value for key, _, value in (line.partition(" ") for line in given)}
    if game is None or tuple(found) != keys:
        raise RecordError(f"expected the header lines {', '.join(keys)}, found {quoted(given)}")
    facts = {name: _READERS[annotation](found[name]) for name, annotation in types.items()}
    start = resume_match(game, facts | {"rules": _rules(game, found["rules"])})
    return start, 1 + len(keys)


def _rules(game: Game, text: str) -> Any:
    """Read the rules of a header line. Any: each game has its own class for them."""
    options = options_of(game.Rules)
    settings = [setting.partition("=") for setting in text.split()]
    if [name for name, _, _ in settings] != list(options):
        raise RecordError(f"expected the rules {', '.join(options)}, found {quoted(text)}")
    try:
        return game.Rules(**{name: options[name].read(value) for name, _, value in settings})
    except TwoWayStreetError as error:
        raise RecordError(str(error)) from error


def _numbers(text: str) -> list[int]:
    return [_number(number) for number in text.split()]


def _number(text: str) -> int:
    number = read_int(text)
    if number is None:
        raise RecordError(f"expected a whole number, found {quoted(text)}")
    return number


_READERS: Final[dict[Any, Callable[[str], Any]]] = {int: _number, tuple[int, ...]: _numbers}
"""The reader of a header line, by the type of its value. Any: types have no common type."""
