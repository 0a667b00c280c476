"""The file of a table: the record, the people, the bots and the log."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, TypeVar

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.type_info import Type
from twowaystreet._core.records.records import Record
from twowaystreet._core.serial import plain_data
from twowaystreet._util.files import GrowingList
from twowaystreet._util.values import Value
from twowaystreet.errors import RecordError, quoted
from twowaystreet.table._bots import name_in_file
from twowaystreet.table._errors import TableError
from twowaystreet.table._events import Entry, Happened
from twowaystreet.table._people import BotSeat, Person, alike, bot_label
from twowaystreet.table._sittings import Sitting, UndoRequest, begin, free_name

T = TypeVar("T")

FORMAT: Final = "twowaystreet table"
"""The format name of the file."""
VERSION: Final = 2
"""The version of that format."""
OLD: Final = 1
"""The version that 0.2.0 wrote."""
LARGEST: Final = 16_000_000
"""The most bytes of a file to load; a long game has a few thousand moves of ten bytes."""


def path_of(path: str | os.PathLike[str]) -> Path:
    """Return the path of a file, which stays the same if the working directory changes.

    Raises:
        TableError: if the object is not a path.
    """
    try:
        return Path(os.path.abspath(Path(os.fspath(path))))
    except TypeError:
        raise TableError(f"path {quoted(path)}: expected the path of a file") from None


def _json(item: object) -> str:
    return plain_data.to_json(plain_data.to_plain(item))


class Writer:
    """The writer of the file of one table."""

    def __init__(self) -> None:
        self._moves = GrowingList[Move](_json)
        self._people = GrowingList[Person](_json)
        self._log = GrowingList[Entry](_json)

    def text_of(self, sitting: Sitting) -> str:
        """Return the content of the file as JSON on one line.

        Raises:
            TableError: if the text is longer than one that can be loaded.
        """
        empty = plain_data.to_json(Record(sitting.record.start).to_dict())
        parts = {
            "format": plain_data.to_json(FORMAT),
            "version": plain_data.to_json(VERSION),
            "game": plain_data.to_json(sitting.record.game.name),
            "record": f"{empty.removesuffix('[]}')}{self._moves.text(sitting.record.moves)}}}",
            "people": self._people.text(sitting.people),
            "bots": plain_data.to_json(plain_data.to_plain(sitting.bots)),
            "log": self._log.text(sitting.log),
            "asked": plain_data.to_json(plain_data.to_plain(sitting.asked)),
            "watching": plain_data.to_json(sitting.watching),
            "play_forced": plain_data.to_json(sitting.play_forced),
            "away": plain_data.to_json(plain_data.to_plain(sitting.away)),
            "takes_back": plain_data.to_json(sitting.takes_back),
        }
        members = (f'"{key}": {text}' for key, text in parts.items())
        text = f"{{{', '.join(members)}}}\n"
        if len(text) > LARGEST:
            raise TableError(f"the game is too long: expected at most {LARGEST} characters")
        return text


_TYPES: Final[dict[str, Type]] = {
    "format": str,
    "version": int,
    "game": str,
    "record": dict[str, Any],  # Any: the record checks it
    "people": tuple[Person, ...],
    "bots": tuple[BotSeat, ...],
    "log": tuple[Entry, ...],
    "asked": UndoRequest | None,
    "watching": str,
    "play_forced": bool,
    "away": tuple[Person, ...],
    "takes_back": bool,
}
"""The types of the values of the file, by key."""
_LATER: Final[dict[str, Any]] = {"away": [], "takes_back": True}  # Any: JSON
"""The values of keys that the first files of version 2 do not have."""


@attrs.frozen
class _OldEntry(Value):
    """An entry of the log in a file of version 1."""

    number: int
    happened: Happened
    seat: int | None
    moves: int

    def renewed(self) -> Entry:
        """Return the entry as this version writes it."""
        joins = self.happened is Happened.JOIN
        before = free_name(self.seat) if joins and self.seat is not None else ""
        return Entry(self.number, self.happened, self.seat, self.moves, before)


_OLD_TYPES: Final[dict[str, Type]] = {
    **{
        key: kind for key, kind in _TYPES.items() if key not in ("watching", "play_forced", *_LATER)
    },
    "bots": tuple[tuple[int, str | None], ...],
    "log": tuple[_OldEntry, ...],
}
"""The same for version 1."""


def load(path: Path) -> Sitting:
    """Load the content of a file, and check it.

    Raises:
        TableError: if the file cannot be read, or is not the file of a table.
    """
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # the data of a pipe or a device never ends
            raise RecordError("expected a regular file")
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise RecordError(f"expected a file of at most {LARGEST} bytes")
        return read(data.decode("utf-8"))
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError:
        reason = "the file is not text in UTF-8"
    except ValueError as error:  # of the content, or of a path that no file can have
        reason = str(error)
    raise TableError(f"cannot load {str(path)!r}: {reason}")


def read(text: str) -> Sitting:
    """Read the content of a file of this version or of version 1, and check it.

    Raises:
        RecordError: if it is not the content of a table's file.
    """
    if type(text) is str and len(text) > LARGEST:
        raise RecordError(f"expected a text of at most {LARGEST} characters")
    data = plain_data.from_plain(plain_data.Object, plain_data.from_json(text), ())
    is_old = data.get("version") == OLD
    game = plain_data.game_in(data, FORMAT, OLD if is_old else VERSION)
    found = (
        plain_data.values_from_plain(_OLD_TYPES, data, ())
        if is_old
        else plain_data.values_from_plain(_TYPES, {**_LATER, **data}, ())
    )
    first = begin(Record.from_dict(found["record"]))
    if first.record.game != game:
        raise RecordError(f"game: expected {first.record.game.name!r}, found {game.name!r}")
    seated: Iterable[BotSeat] = _seated(found["bots"]) if is_old else found["bots"]
    log: tuple[Entry | _OldEntry, ...] = found["log"]
    sitting = attrs.evolve(
        first,
        people=found["people"],
        bots=tuple(attrs.evolve(bot, name=name_in_file(bot.name)) for bot in seated),
        log=tuple(one.renewed() if isinstance(one, _OldEntry) else one for one in log),
        asked=found["asked"],
        watching=found.get("watching", ""),
        play_forced=found.get("play_forced", False),
        away=found.get("away", ()),
        takes_back=found.get("takes_back", True),
    )
    _check_seats(sitting)
    _check_log(sitting)
    return sitting


def _seated(pairs: Iterable[tuple[int, str | None]]) -> Iterator[BotSeat]:
    """Yield the bots of a file of version 1, which have their labels from their order."""
    for number, (seat, name) in enumerate(pairs, start=1):
        yield BotSeat(seat, bot_label(number), name)


def _check_seats(sitting: Sitting) -> None:
    """Refuse two players in one seat or with one name, and seats that do not exist."""
    people = {(one.seat, one.name) for one in sitting.people if one.seat is not None}
    stay = {(one.seat, one.name) for one in sitting.away}
    called = [name for _, name in (*people, *stay)] + [bot.label for bot in sitting.bots]
    if len({*map(alike, called)}) < len(called):
        raise RecordError("people and bots: expected different names")
    everybody = (*sitting.people, *sitting.away)
    if len({one.digest for one in everybody}) < len(everybody):
        raise RecordError("people: expected different digests")
    if not {one.seat for one in sitting.away} <= {bot.seat for bot in sitting.bots}:
        raise RecordError("away: expected people whose seats bots play")
    seats = [*(bot.seat for bot in sitting.bots), *(seat for seat, _ in people)]
    count = len(sitting.state.scores)
    if len({*seats}) < len(seats) or not all(0 <= seat < count for seat in seats):
        raise RecordError(f"people and bots: expected different seats from 0 to {count - 1}")
    asked = sitting.asked
    if asked and not (
        {asked.seat} <= {*asked.agreed} < sitting.players.keys()
        and [*asked.agreed] == sorted({*asked.agreed})
        and sitting.has_moved(asked.seat)
    ):
        raise RecordError("asked: expected some seats of people, with one that has moved")


def _check_log(sitting: Sitting) -> None:
    """Refuse a log that does not lead through the record."""
    log, last = sitting.log, len(sitting.states) - 1
    places = [one.moves for one in log if one.happened is Happened.MOVE]
    rises = all(one.number < two.number and one.moves <= two.moves for one, two in pairwise(log))
    within = not log or (log[0].number >= 1 and log[0].moves >= 0 and log[-1].moves <= last)
    complete = rises and within and places == [*range(1, last + 1)]
    if not complete or not all(_fits(one, sitting) for one in log):
        raise RecordError("log: expected rising numbers, and an entry for each move of the record")


def _fits(entry: Entry, sitting: Sitting) -> bool:
    """Return whether the seat of an entry can be the one that acted."""
    match entry.happened:
        case Happened.MOVE:
            return entry.seat == sitting.states[entry.moves - 1].actor
        case Happened.REMATCH:
            return entry.seat is None
        case _:
            return entry.seat in range(len(sitting.state.scores))
