"""The text form of a record, for people: a header, an empty line, and the moves.

A ``#`` begins a comment. The record keeps two kinds: ``#Place: Ghent`` is a header, and ``#12: Well
led.`` a comment on the move number 12. A comment that begins with a blank is free.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from types import MappingProxyType
from typing import Final, TypeAlias, TypeVar

from twowaystreet._core import plain_data
from twowaystreet._core.engine.fields import Type, absent_of, option_text, options_of
from twowaystreet._core.engine.game import Game, game_named
from twowaystreet._core.engine.match import GameRules, HandScore, SeatScore
from twowaystreet._core.engine.moves import Deal, Move, move_types_of, read_move
from twowaystreet._core.engine.setup import (
    MATCH_ARGUMENTS,
    breaks_line,
    match_arguments,
    resume_match,
)
from twowaystreet._core.engine.state import AnyState
from twowaystreet._util.numbers import is_int, read_int
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted

K = TypeVar("K", str, int)
Headers: TypeAlias = tuple[tuple[str, str], ...]
Comments: TypeAlias = tuple[tuple[int, str], ...]

NOTE_TYPES: Final[Mapping[str, Type]] = MappingProxyType({"headers": Headers, "comments": Comments})
"""The types of the values that a record in JSON can lack, by key."""
_HEADER: Final = re.compile(r"[A-Za-z]([A-Za-z0-9 ]*[A-Za-z0-9])?")
_COUNTER: Final = re.compile(r"[A-Za-z_]\w*( +-?[0-9]+)+")
"""A header line with a counter; the first move, a deal, is never like this."""
_LINE: Final = re.compile(r"([0-9]+ *|[A-Za-z][A-Za-z0-9 ]*):(.*)")


def as_headers(headers: object) -> Headers:
    def is_name(name: object) -> bool:
        return type(name) is str and _HEADER.fullmatch(name) is not None

    return _as_notes("headers", headers, is_name, "names of letters, figures and blanks")


def as_comments(comments: object) -> Comments:
    return tuple(sorted(_as_notes("comments", comments, is_int, "numbers of moves")))


def _as_notes(
    kind: str,
    notes: plain_data.Unchecked,
    is_key: Callable[[plain_data.Unchecked], bool],
    keys: str,
) -> tuple[tuple[plain_data.Unchecked, str], ...]:
    try:
        pairs = notes.items() if issubclass(type(notes), Mapping) else notes
        found = tuple([(key, text) for key, text in pairs])
    except Exception as error:  # a foreign mapping may raise any exception
        raise RecordError(f"{kind}: expected a mapping, not {quoted(notes)}") from error
    seen = set[object]()
    for key, text in found:
        shown = f"{quoted(key)}: {quoted(text)}"
        if not is_key(key) or not _is_note(text):
            raise RecordError(f"{kind}: expected {keys}, each with a line of text, found {shown}")
        if key in seen:
            raise RecordError(f"{kind}: found {quoted(key)} twice, the second time with {shown}")
        seen.add(key)
    return found


def _is_note(text: object) -> bool:
    is_text = type(text) is str and text != "" and text == text.strip()
    return is_text and not any(map(breaks_line, str(text)))


def read_notes(
    lines: Iterable[str], moves: int
) -> tuple[list[tuple[str, str]], list[tuple[int, str]]]:
    """Return the headers and the comments of a record's text; any other comment is free.

    Earlier versions passed over all comments, so that their texts may hold anything. A header has
    a line of its own: what people write beside a move may tell hidden cards. So does a comment on a
    move that does not exist, which joins those of the last move.
    """
    headers, comments, others = dict[str, list[str]](), dict[int, list[str]](), list[str]()
    for line in lines:
        beside, _, note = line.partition("#")
        found = _LINE.fullmatch(note)
        text = "".join(" " if breaks_line(char) else char for char in found[2]) if found else ""
        if found is None or not text.strip():
            continue
        key, text = found[1].rstrip(), text.strip()
        number = read_int(key)
        if number is not None and 1 <= number <= moves:
            comments.setdefault(number, []).append(text)
        elif key.isdigit():
            others.append(f"{key}: {text}")
        elif not beside.strip():
            headers.setdefault(key, []).append(text)
    if others and moves:
        comments.setdefault(moves, []).extend(others)
    return _joined(headers), _joined(comments)


def _joined(notes: Mapping[K, list[str]]) -> list[tuple[K, str]]:
    return [(key, "; ".join(texts)) for key, texts in notes.items()]


def names_in(headers: Mapping[str, str], seats: int) -> tuple[str, ...]:
    usual = [f"Seat {seat}" for seat in range(seats)]
    return tuple([headers.get(seat, seat) for seat in usual]) if {*usual} & {*headers} else ()


FORMAT: Final = "twowaystreet record 1"  # the first line of every record's text


class Transcript:
    """The growing text of a game."""

    def __init__(
        self, game: Game, start: AnyState, headers: Headers = (), comments: Comments = ()
    ) -> None:
        lines = [f"#{name}: {text}\n" for name, text in headers]
        self._lines = f"{header(game, start)}\n\n{''.join(lines)}"
        self._line: list[str] = []
        self._comments, self._number, self._below = dict(comments), 0, ""
        self._after_deal = False

    def add(self, state: AnyState, move: Move) -> None:
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
    transcript = Transcript(game, start, headers, comments)
    for state, move in moves:
        transcript.add(state, move)
    return transcript.text(last)


def header(game: Game, start: AnyState, form: str = FORMAT) -> str:
    rules = start.rules
    options = (f"{name}={option_text(getattr(rules, name))}" for name in options_of(type(rules)))
    lines = [form, f"game {game.name}", f"rules {' '.join(options)}"]
    for name, annotation in match_arguments(game).items():
        value = getattr(start, name)
        lines.append(f"{name} {value if annotation is int else ' '.join(map(str, value))}")
    return "\n".join(lines)


def read(text: str) -> tuple[AnyState, list[Move], list[tuple[str, str]], list[tuple[int, str]]]:
    if type(text) is not str:  # a subclass may raise anything
        raise RecordError(f"expected a string, not {quoted(text)}")
    lines, told = lines_of(text)
    start, length = first_state(told)
    texts = [move.strip() for line in told[length:] for move in line.split(";") if move.strip()]
    moves = moves_from(start, texts)
    return start, moves, *read_notes(lines, len(moves))


def moves_from(start: AnyState, texts: Iterable[str], *, is_exact: bool = False) -> list[Move]:
    """Read the moves of a game, in any notation or the exact one."""
    move_types, moves = move_types_of(type(start)), list[Move]()
    for number, text in enumerate(texts, start=1):
        try:
            move = read_move(move_types, text)
        except TwoWayStreetError as error:
            if number == 1 and not is_exact and _COUNTER.fullmatch(text):
                (fault,) = plain_data.unknown([text.split()[0]], ())
                raise RecordError(f"expected a deal, found {quoted(text)}; {fault}") from error
            raise RecordError(str(error), number) from error
        if is_exact and (type(text) is not str or str(move) != text):
            raise RecordError(f"expected {str(move)!r}, found {quoted(text)}", number)
        moves.append(move)
    return moves


def lines_of(text: str) -> tuple[list[str], list[str]]:
    """Return the lines of a text, then those that are not empty, without comments and blanks."""
    lines = text.removeprefix("\ufeff").replace("\r", "\n").split("\n")
    return lines, [found for line in lines if (found := line.partition("#")[0].strip())]


def score_line(score: HandScore[SeatScore], totals: Iterable[int]) -> str:
    entries = "  ".join(seat.entry for seat in score.seats)
    return f"# {entries}  =  {' '.join(map(str, totals))}\n"


def first_state(lines: Sequence[str], form: str = FORMAT) -> tuple[AnyState, int]:
    """Return the state of the header of a record, and the number of its lines."""
    first, *rest = lines or [""]
    if first != form:
        raise RecordError(f"expected {form!r} in the first line, found {quoted(first)}")
    is_named, _, name = rest[0].partition(" ") if rest else ("", "", "")
    game = game_named(name.strip()) if is_named == "game" else None
    types = match_arguments(game) if game else MATCH_ARGUMENTS
    keys = ("game", "rules", *types)
    given = [line.partition(" ") for line in rest[: len(keys)]]
    found = {key: value for key, _, value in takewhile(lambda each: each[0] in keys, given)}
    wanted = [key for key in keys if key in found or key in ("game", "rules", *MATCH_ARGUMENTS)]
    if game is None or [key for key, _, _ in given[: len(wanted)]] != wanted:
        shown = quoted(rest[: len(keys)])
        raise RecordError(f"expected the header lines {', '.join(keys)}, found {shown}")
    facts = {name: _READERS[types[name]](found[name]) for name in wanted[2:]}
    start = resume_match(game, facts | {"rules": _rules(game, found["rules"])})
    return start, 1 + len(wanted)


def _rules(game: Game, text: str) -> GameRules:
    options = options_of(game.Rules)
    settings = [setting.partition("=") for setting in text.split()]
    names = [name for name, _, _ in settings]
    if names != [name for name in options if name in names]:
        faults = [f"found {quoted(text)}", *plain_data.unknown(names, options)]
        raise RecordError(f"expected the rules {', '.join(options)}, {'; '.join(faults)}")
    given = {name: options[name].read(value) for name, _, value in settings}
    try:
        rules: GameRules = game.Rules(**absent_of(game.Rules) | given)
        return rules
    except TwoWayStreetError as error:
        raise RecordError(str(error)) from error


def _number(text: str) -> int:
    number = read_int(text)
    if number is None:
        raise RecordError(f"expected a whole number, found {quoted(text)}")
    return number


_READERS: Final[Mapping[Type, Callable[[str], object]]] = {
    int: _number,
    tuple[int, ...]: lambda text: [*map(_number, text.split())],
}
"""The reader of a header line, by the type of its value."""
