"""Saved games: files that are written while a game is played, and files that are loaded."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
from pathlib import Path
from typing import Final, TypeAlias

from twowaystreet._cli.replays import can_be_shown
from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._records import seat_records
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._records.text_format import Transcript
from twowaystreet._serial import plain_data
from twowaystreet.errors import RecordError, quoted

Saved: TypeAlias = Record | SeatRecord
"""The two things that a file can hold."""
_JSON: Final = ".json"
_TEMPORARY: Final = ".twowaystreet-"
"""The names of files that are being written begin so."""


class SaveError(Exception):
    """A file cannot be written, or not be read as a saved game; the message is a single line."""

    @classmethod
    def writing(cls, path: Path, error: OSError) -> SaveError:
        """The error of a file that cannot be written."""
        return cls(f"cannot save to {str(path)!r}: {error.strerror or error}")


class _Json:
    """The JSON of a game, which grows as a transcript does: its moves are the last thing in it.

    Args:
        start: the state that the game began with.
    """

    _END: Final = "]}"

    def __init__(self, start: AnyState) -> None:
        self._begun = Record(start).to_json().removesuffix(self._END)
        self._moves = ""

    def add(self, state: AnyState, move: Move) -> None:
        """Write the next move, which was made in this state."""
        self._moves += f"{', ' if self._moves else ''}{plain_data.to_json(str(move))}"

    def text(self, last: AnyState) -> str:
        """The text of the moves so far, the last of which led to this state."""
        return f"{self._begun}{self._moves}{self._END}\n"


class GameFile:
    """A new file that holds a game, and holds a whole game at any time.

    Args:
        path: the file, which there must not be yet; a link to no file yet is followed. It is
            written as JSON if its name ends so, else as text.
        record: the game so far.

    Raises:
        SaveError: if there is such a file already, or if it cannot be written.
    """

    def __init__(self, path: Path, record: Record) -> None:
        self.path = path
        self._is_json = path.name.endswith(_JSON)
        self.start_anew(record)
        try:
            # Only links to no file are followed; one to a device is refused as any other file.
            place = path if path.exists() else Path(os.path.realpath(path))
            place.open("x").close()
        except OSError as error:
            raise SaveError.writing(path, error) from error
        try:
            self.save()
        except BaseException:  # a signal, too
            place.unlink(missing_ok=True)
            raise

    def add(self, before: AnyState, move: Move, after: AnyState) -> None:
        """Write down a move, to be saved."""
        self._text.add(before, move)
        self._last = after

    def start_anew(self, record: Record) -> None:
        """Write down a whole game in place of what was written down, to be saved."""
        self._text: _Json | Transcript = (
            _Json(record.start) if self._is_json else Transcript(record.game, record.start)
        )
        for state, move in record:
            self._text.add(state, move)
        self._last = record.state

    def save(self) -> None:
        """Put everything that was written down in the file.

        Raises:
            SaveError: if that cannot be done; then the file is as it was before.
        """
        try:
            _replace(self.path, self._text.text(self._last))
        except OSError as error:
            raise SaveError.writing(self.path, error) from error


def _for_me_alone(path: str, flags: int) -> int:
    """Open a file that nobody else may read."""
    return os.open(path, flags, 0o600)


def _replace(path: Path, text: str) -> None:
    """Put a text in place of what a file holds, so that it never holds a part of it."""
    target = os.path.realpath(path)
    # Beside the file, because only within a file system one file takes the place of another.
    # Its name is known before there is the file, so that a signal in between leaves none behind.
    temporary = os.path.join(os.path.dirname(target), f"{_TEMPORARY}{secrets.token_hex(8)}")
    try:
        with open(temporary, "x", encoding="utf-8", newline="\n", opener=_for_me_alone) as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileNotFoundError):  # if it was removed meanwhile
            shutil.copymode(target, temporary)
        os.replace(temporary, target)
    except BaseException:  # a signal, too
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def load(path: Path) -> Saved:
    """Load a saved game: a record as text or as JSON, or the record of a seat.

    The content of the file decides which of them it is, and not its name.

    Raises:
        SaveError: if it is none, with what is wrong.
    """
    try:
        saved = _read(path.read_bytes().decode("utf-8-sig"))
    except Exception as error:
        # The game may be of another package, in which anything whatever can go wrong.
        raise SaveError(f"cannot load {str(path)!r}: {_reason(error)}") from error
    if isinstance(saved, SeatRecord) and not can_be_shown(saved):
        raise SaveError(f"cannot load {str(path)!r}: there can be no such positions")
    return saved


def _read(text: str) -> Saved:
    if not text.lstrip().startswith("{"):
        return Record.from_text(text)
    data = plain_data.from_json(text)
    record_type = SeatRecord if data.get("format") == seat_records.FORMAT else Record
    return record_type.from_dict(data)


def _reason(error: Exception) -> str:
    """Return the reason of a failure in one line."""
    match error:
        case UnicodeDecodeError():
            return "this is no text in UTF-8"
        case OSError(strerror=str(reason)):
            return reason
        case RecordError():
            return " ".join(str(error).split())
        case _:
            return quoted(error)


def as_seen(saved: Saved, seat: int | None, *, public: bool = False) -> SeatRecord:
    """A saved game as a seat has seen it.

    Args:
        saved: the saved game.
        seat: the seat; ``None`` for whose record it is, which is a spectator's if it is nobody's.
        public: whether what everybody has seen is wanted, whosever record it is.

    Raises:
        SaveError: if it is the record of another seat.
        SeatError: if there is no such seat.
    """
    if isinstance(saved, Record):
        return saved.for_seat(seat)
    if saved.seat != seat and (public or seat is not None):
        whose = "a spectator" if saved.seat is None else f"seat {saved.seat}"
        raise SaveError(f"this is the record of {whose}: nobody else's view can be made from it")
    return saved
