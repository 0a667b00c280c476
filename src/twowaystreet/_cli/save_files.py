"""Saved games: files that grow during a game, files to load, and pages and pictures of games."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator, Sequence
from errno import EEXIST
from io import StringIO
from pathlib import Path

import attrs

import twowaystreet as tws
from twowaystreet._cli.narrators import can_be_shown
from twowaystreet._cli.prompt import Refusal
from twowaystreet._core import plain_data
from twowaystreet._core.display.sentences import Saved
from twowaystreet._core.display.words import player_names
from twowaystreet._core.engine.game import UnknownGame
from twowaystreet._core.engine.game_places import FORMS
from twowaystreet._core.records import seat_records
from twowaystreet._core.records.text_format import Transcript, first_state, lines_of, read_notes
from twowaystreet._page.replays import drawn, named
from twowaystreet._util.files import GrowingList, replace_file
from twowaystreet.errors import quoted
from twowaystreet.table import _files as table_files


def lines_in(text: str) -> list[str]:
    return [*StringIO(text, newline="")]


def end_of_lines(text: str) -> str:
    first = next(StringIO(text, newline=""), "")
    return first[len(first.rstrip("\r\n")) :] or "\n"


def with_end(text: str, end: str) -> str:
    return text if text.endswith(("\n", "\r")) or not text else text + end


def told_in(line: str) -> str:
    """Return what a line says, without its comment and blanks."""
    return line.removeprefix("\ufeff").partition("#")[0].strip()


def is_json(text: str) -> bool:
    return text.removeprefix("\ufeff").lstrip().startswith("{")


@attrs.frozen
class Kept:
    record: tws.Record
    text: str

    def layout(self, noted: tws.Record) -> Layout:
        text = self._with_notes(noted)
        before, after = "", ""
        for line, is_move, _ in _lines(text):
            if is_move:
                told = len(line.partition("#")[0].rstrip())
                before, after = before + after + line[:told], line[told:]
            else:
                after += line
        return Layout(before, after, end_of_lines(text), len(self.record.moves))

    def _with_notes(self, noted: tws.Record) -> str:
        end, last = end_of_lines(self.text), len(self.record.moves)
        old: dict[str | int, str] = dict(self.record.headers) | dict(self.record.comments)
        new: dict[str | int, str] = dict(noted.headers) | dict(noted.comments)
        due = {key: new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)}
        changed = due.keys() & old.keys()
        text, passed = "", 0

        def written(*keys: str | int) -> str:
            told = [f"#{key}: {note}{end}" for key in keys if (note := due.pop(key, None))]
            return "".join([with_end(text, end), *told]) if told else text

        for line, is_move, number in [*_lines(self.text), ("", True, last + 1)]:
            notes = read_notes([line.rstrip("\r\n")], last)
            key = next((key for pairs in notes for key, _ in pairs), None)
            # A comment follows its move, and the comments on earlier moves of the same line.
            most = min(passed, key - 1) if isinstance(key, int) and not told_in(line) else passed
            added = [each for each in due if each not in changed]
            comments = sorted(each for each in added if isinstance(each, int))
            text = written(*(each for each in comments if each <= most))
            if is_move and passed == 0:
                text = written(*(each for each in added if isinstance(each, str)))
            if key is not None and key in changed:
                told = line.partition("#")[0].rstrip()
                text += f"{told}{end}" if told else ""
                text = written(key)
            else:
                text += line
            passed = number
        return text


def _lines(text: str) -> Iterator[tuple[str, bool, int]]:
    """Yield each line of a record, whether it has moves, and the number of moves up to its end."""
    _, length = first_state(lines_of(text)[1])
    seen = passed = 0
    for line in lines_in(text):
        told = told_in(line)
        seen += bool(told)
        is_move = bool(told) and seen > length
        passed += sum(bool(move.strip()) for move in told.split(";")) if is_move else 0
        yield line, is_move, passed


@attrs.define
class Layout:
    """The lines of a file, between and after which further moves stand."""

    _before: str  # the lines up to the last move, whose line may go on
    _after: str  # the comments below that move
    _end: str
    moves: int  # the number of moves in these lines
    begun: int = 0  # the length of the text without notes that a game has at the end of these lines

    def text(self, text: str) -> str:
        line, _, below = text[self.begun :].partition("\n")
        kept = f"{self._before}{line}{self._after}"
        return with_end(kept, self._end) + below.replace("\n", self._end) if below else kept


class SaveError(Refusal):
    pass


@contextlib.contextmanager
def writing(path: Path) -> Generator[None]:
    """Turn the errors of files, also of a path or a text that no file can have, into refusals."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise SaveError(f"cannot save to {str(path)!r}: {reason}") from error


class GameFile:
    """A new file for a game, or the one it came from; it always holds a complete record.

    The name of a new file that ends in .json gives JSON, other names give text. ``kept`` is the
    file that the game came from; its lines stay. A game that ``goes_on`` stays in that file.
    """

    def __init__(
        self, path: Path, record: tws.Record, kept: Kept | None = None, *, goes_on: bool = False
    ) -> None:
        self.path = path
        has_json = bool(kept and is_json(kept.text))
        self._is_json = has_json if kept and goes_on else path.name.endswith(".json")
        self.kept = kept
        self._layout = kept.layout(record) if kept and not (self._is_json or has_json) else None
        self._moves = GrowingList[tws.Move](lambda move: plain_data.to_json(str(move)))
        self._saved = kept.record if kept and goes_on else None
        self.start_anew(record)
        if not goes_on:
            with writing(path):
                replace_file(path, self._text(), private=False, is_new=True)
            self._saved = record

    def add(self, before: tws.AnyState, move: tws.Move, record: tws.Record) -> None:
        if self._transcript:
            self._transcript.add(before, move)
        self._record = record

    def start_anew(self, record: tws.Record) -> None:
        self._record = record
        self._transcript: Transcript | None = None
        if self._is_json:
            begun = plain_data.to_json({**record.to_dict(), "moves": []})
            self._begun = begun.removesuffix("[]}")  # the moves come last in the format
            return
        layout = self._layout
        headers, comments = ((), ()) if layout else (record._headers, record._comments)
        self._transcript = Transcript(record.game, record.start, headers, comments)
        for number, (state, move) in enumerate([*record, (record.state, None)]):
            if layout and number == layout.moves:
                layout.begun = len(self._transcript.text(state)) - 1
            if move is not None:
                self._transcript.add(state, move)

    def _text(self) -> str:
        if not self._transcript:
            return f"{self._begun}{self._moves.text(self._record.moves)}}}\n"
        text = self._transcript.text(self._record.state)
        return self._layout.text(text) if self._layout else text

    def save(self) -> None:
        if self._record == self._saved and self.path.exists():
            return
        with writing(self.path):
            replace_file(self.path, self._text())
        self._saved = self._record


def check_new(path: Path) -> None:
    with writing(path):
        if os.path.exists(path):
            raise FileExistsError(EEXIST, os.strerror(EEXIST))


def load(path: Path) -> Saved:
    """Load a record as text or JSON, that of a seat, or a table, whose names become headers."""
    return load_with_text(path)[0]


def load_with_text(path: Path) -> tuple[Saved, str]:
    try:
        text = path.read_bytes().decode("utf-8")
        saved = _read(text.removeprefix("\ufeff"))
    except Exception as error:
        # The game may come from another package, which can raise any error.
        raise SaveError(f"cannot load {str(path)!r}: {reason_of(error)}") from error
    if isinstance(saved, tws.SeatRecord) and not can_be_shown(saved):
        raise SaveError(f"cannot load {str(path)!r}: its positions are impossible")
    return saved, text


def load_unfinished(path: Path) -> Kept:
    saved, text = load_with_text(path)
    if not isinstance(saved, tws.Record) or _is_table(text):
        raise SaveError(f"cannot go on with {str(path)!r}: expected the record of a whole game")
    if saved.state.is_over:
        raise SaveError(f"cannot go on with {str(path)!r}: the game is over")
    return Kept(saved, text)


def _is_table(text: str) -> bool:
    if not is_json(text):
        return False
    data: dict[str, object] = plain_data.from_json(text.removeprefix("\ufeff"))
    return data.get("format") == table_files.FORMAT


def _read(text: str) -> Saved:
    if not is_json(text):
        return tws.Record.from_text(text)
    data = plain_data.from_json(text)
    if data.get("format") == table_files.FORMAT:  # the file of a table contains its record
        return tws.Record.from_dict(data.get("record")).annotated(_table_names(text))
    record_type = tws.SeatRecord if data.get("format") == seat_records.FORMAT else tws.Record
    return record_type.from_dict(data)


def _table_names(text: str) -> dict[str, str]:
    try:
        sitting = table_files.read(text)
    except ValueError:
        return {}
    taken = {*sitting.players, *(bot.seat for bot in sitting.bots)}
    pairs = zip(sitting.names, player_names(len(sitting.state.scores)), strict=True)
    names = enumerate(name if seat in taken else usual for seat, (name, usual) in enumerate(pairs))
    return {f"Seat {seat}": name for seat, name in names}


def reason_of(error: Exception) -> str:
    match error:
        case UnicodeDecodeError():
            return "the file is not text in UTF-8"
        case OSError(strerror=str(reason)):
            return reason
        case UnknownGame():
            return f"{error}; for another game add --game with its place, {FORMS}"
        case tws.RecordError():
            return " ".join(str(error).split())
        case _:
            return quoted(error)


def as_seen(saved: Saved, seat: int | None, *, public: bool = False) -> tws.SeatRecord:
    """Return the record of a seat, or a spectator's.

    Without a seat, that of a seat stays as it is, unless only a ``public`` one will do.
    """
    if isinstance(saved, tws.Record):
        return saved.for_seat(seat)
    if saved.seat != seat and (public or seat is not None):
        whose = "a spectator" if saved.seat is None else f"seat {saved.seat}"
        raise SaveError(f"this is the record of {whose}: it does not hold the views of others")
    return saved


def write_pictures(saved: Saved, folder: Path, names: Sequence[str] = ()) -> int:
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise ValueError("expected a new or empty folder")
    shown = drawn(saved, named(saved, names), 720)
    width = len(str(len(shown) - 1))
    for number, picture in enumerate(shown):
        write_new(folder / f"{number:0{width}}.svg", f"{picture}\n")
    return len(shown)


def write_new(path: Path, text: str) -> None:
    with writing(path):
        replace_file(path, text, sync=False, private=False, is_new=True)
