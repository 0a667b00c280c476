"""Games in files: saved while they are played, loaded to be looked at."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

import click

from twowaystreet._records import seat_records
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._serial import plain_data
from twowaystreet.cli.keeping import SaveError
from twowaystreet.cli.replays import can_be_shown
from twowaystreet.cli.tables import Table
from twowaystreet.errors import RecordError, quoted

Saved: TypeAlias = Record | SeatRecord
"""What a file can hold."""


@contextmanager
def saving(table: Table, path: Path | None) -> Generator[None]:
    """Save the game at a table after every move that is made meanwhile; at the end, say so.

    The file is made at once, so that a game is not played for nothing.

    Args:
        table: the table.
        path: the file, which there must not be yet; ``None`` to save nothing, unless the person
            at the table wants it. It is written as JSON if its name ends so, else as text.

    Raises:
        SaveError: if there is such a file already, or if it cannot be written at the end.
    """
    if path is not None:
        table.keep_in(path)
    try:
        yield
    finally:
        if table.file is not None:
            # Anew, as a signal may have come while a move was written down.
            table.file.start_anew(table.record)
            table.file.save()
            # A terminated program tells nothing: its terminal may be closed.
            if not isinstance(sys.exception(), SystemExit):
                name = click.format_filename(table.file.path)
                table.screen.printer.show((f"Saved in {name}.",))


def load(path: Path) -> Saved:
    """Load a saved game: a record as text or as JSON, or the record of a seat.

    What it is is seen from what is in the file, whatever its name.

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
    kind = SeatRecord if data.get("format") == seat_records.FORMAT else Record
    return kind.from_dict(data)


def _reason(error: Exception) -> str:
    """What has gone wrong, in one line."""
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
