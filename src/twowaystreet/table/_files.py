"""How a table is saved: the text with its record, people, bots and log, and the place of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, Protocol

import attrs
from typing_extensions import override

from twowaystreet._core import plain_data
from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.records.records import Record
from twowaystreet._util.files import GrowingList, replace_file, temporary_of
from twowaystreet._util.values import Value
from twowaystreet.errors import RecordError, quoted
from twowaystreet.table._bots import name_in_file
from twowaystreet.table._claims import claim_at
from twowaystreet.table._errors import LARGEST, LeaseError, StoreError, TableError
from twowaystreet.table._looks import alike
from twowaystreet.table._people import BotSeat, TokenHolder, UndoRequest, bot_label, free_name
from twowaystreet.table._sittings import Happened, LogEntry, Sitting, begin

FORMAT: Final = "twowaystreet table"
VERSION: Final = 2
OLD: Final = 1  # version that 0.2.0 wrote


def absolute(path: str | os.PathLike[str]) -> str:
    """Return the path of a file, which stays the same if the working directory changes."""
    try:
        return os.path.abspath(os.path.join("", path))  # to join refuses bytes
    except TypeError:
        raise TableError(f"path {quoted(path)}: expected the path of a file") from None


def path_of(path: str | os.PathLike[str]) -> Path:
    return Path(absolute(path))


class Writer:
    def __init__(self) -> None:
        self._begun: tuple[object, str] = None, ""
        self._moves = GrowingList[Move](_json)
        self._people = GrowingList[TokenHolder](_json)
        self._log = GrowingList[LogEntry](_json)

    def text_of(self, sitting: Sitting) -> str:
        """Return the content of the file as JSON on one line, if it can be loaded again."""
        record = sitting.record
        about = record.start, record._headers, record._comments
        if self._begun[0] != about:
            notes = {"headers": record._headers, "comments": record._comments}
            begun = {**Record(record.start).to_dict(), **{k: v for k, v in notes.items() if v}}
            del begun["moves"]
            self._begun = about, _json(begun)[:-1]
        parts = {
            "format": _json(FORMAT),
            "version": _json(VERSION),
            "game": _json(record.game.name),
            "record": f'{self._begun[1]}, "moves": {self._moves.text(record.moves)}}}',
        }
        grown = {"people": self._people.text(sitting.people), "log": self._log.text(sitting.log)}
        parts |= {key: grown.get(key) or _json(getattr(sitting, key)) for key in _KEPT}
        members = (f'"{key}": {text}' for key, text in parts.items())
        text = f"{{{', '.join(members)}}}\n"
        if len(text) > LARGEST:
            raise TableError(f"the game is too long: expected at most {LARGEST} characters")
        return text


def _json(value: object) -> str:
    return plain_data.to_json(plain_data.to_plain(value))


_TYPES: Final[dict[str, Type]] = {
    "format": str,
    "version": int,
    "game": str,
    "record": dict[str, Any],  # Any: the record checks it
    "people": tuple[TokenHolder, ...],
    "bots": tuple[BotSeat, ...],
    "log": tuple[LogEntry, ...],
    "asked": UndoRequest | None,
    "watching": str,
    "play_forced": bool,
    "away": tuple[TokenHolder, ...],
    "takes_back": bool,
    "hints": bool,
    "phrases": bool,
}
"""The types of the values of the file, by key."""
_KEPT: Final = tuple(key for key in _TYPES if key not in ("format", "version", "game", "record"))
"""The keys of the file that name attributes of a sitting."""
_LATER: Final = ("watching", "play_forced", "away", "takes_back", "hints", "phrases")


@attrs.frozen
class _OldLogEntry(Value):
    number: int
    happened: Happened
    seat: int | None
    moves: int

    def renewed(self) -> LogEntry:
        joins = self.happened is Happened.JOIN
        before = free_name(self.seat) if joins and self.seat is not None else ""
        return LogEntry(self.number, self.happened, self.seat, self.moves, before)


_OLD_TYPES: Final[dict[str, Type]] = {
    **{key: kind for key, kind in _TYPES.items() if key not in _LATER},
    "bots": tuple[tuple[int, str | None], ...],
    "log": tuple[_OldLogEntry, ...],
}
"""The same for version 1."""


def load(path: Path) -> Sitting:
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


def parsed(text: str) -> Sitting:
    try:
        return read(text)
    except RecordError as error:
        raise TableError(f"cannot read a table: {error}") from error


def read(text: str) -> Sitting:
    """Read a text of this version or of version 1, and check it; raise RecordError otherwise."""
    if type(text) is str and len(text) > LARGEST:
        raise RecordError(f"expected a text of at most {LARGEST} characters")
    data = plain_data.from_plain(plain_data.Object, plain_data.from_json(text), ())
    is_old = data.get("version") == OLD
    if type(data.get("asked")) is dict:
        data["asked"].setdefault("claims", False)  # which 0.3.0 did not write
    game = plain_data.game_in(data, FORMAT, OLD if is_old else VERSION)
    found = plain_data.values_from_plain(_OLD_TYPES if is_old else _TYPES, data, (), _LATER)
    first = begin(Record.from_dict(found["record"]))
    if first.record.game != game:
        raise RecordError(f"game: expected {first.record.game.name!r}, found {game.name!r}")
    kept = {key: found[key] for key in _KEPT if key in found}
    if is_old:
        pairs = enumerate(kept["bots"], start=1)
        kept["bots"] = [BotSeat(seat, bot_label(at), name) for at, (seat, name) in pairs]
        kept["log"] = tuple(entry.renewed() for entry in kept["log"])
    bots = (attrs.evolve(bot, name=name_in_file(bot.name)) for bot in kept["bots"])
    kept["bots"] = tuple(bots)
    # Version 0.3.0 let a person take a seat to which another one could still come back.
    places = {bot.seat for bot in kept["bots"]}
    kept["away"] = tuple(one for one in kept.get("away", ()) if one.seat in places)
    sitting = attrs.evolve(first, **kept)
    check(sitting)
    return sitting


def check(sitting: Sitting, before: Sitting | None = None) -> None:
    """Refuse what no file contains, except entries of the log that were checked before."""
    _check_seats(sitting)
    goes_on = (
        before is not None
        and sitting.log[: len(before.log)] == before.log
        and sitting.states[: len(before.states)] == before.states
    )
    _check_log(sitting, before if goes_on else None)


def _check_seats(sitting: Sitting) -> None:
    """Refuse two players in one seat, seats with one name, and seats that do not exist.

    A bot may have the name of the person for whom it plays, as both have one seat.
    """
    people = {(one.seat, one.name) for one in sitting.people if one.seat is not None}
    stay = {(one.seat, one.name) for one in sitting.away}
    called = {(seat, alike(name)) for seat, name in (*people, *stay)}
    called |= {(bot.seat, alike(bot.label)) for bot in sitting.bots}
    if len({name for _, name in called}) < len(called):
        raise RecordError("people and bots: expected different names")
    everybody = (*sitting.people, *sitting.away)
    if len({one.digest for one in everybody}) < len(everybody):
        raise RecordError("people: expected different digests")
    seats = [*(bot.seat for bot in sitting.bots), *(seat for seat, _ in people)]
    count = len(sitting.state.scores)
    if len({*seats}) < len(seats) or not all(0 <= seat < count for seat in seats):
        raise RecordError(f"people and bots: expected different seats from 0 to {count - 1}")
    asked = sitting.asked
    if asked and not (
        {asked.seat} <= {*asked.agreed} < sitting.players.keys()
        and [*asked.agreed] == sorted({*asked.agreed})
        and (claim_at(sitting, asked.seat) if asked.claims else sitting.has_moved(asked.seat))
    ):
        raise RecordError("asked: expected some seats of people, with one that has moved or claims")


def _check_log(sitting: Sitting, before: Sitting | None) -> None:
    """Refuse a log that does not lead through the record, after that of a sitting before."""
    known, done = (len(before.log), len(before.states) - 1) if before else (0, 0)
    log, new, last = sitting.log, sitting.log[known:], len(sitting.states) - 1
    places = [one.moves for one in new if one.happened is Happened.MOVE]
    pairs = pairwise(log[max(0, known - 1) :])
    rises = all(one.number < two.number and one.moves <= two.moves for one, two in pairs)
    within = not log or (log[0].number >= 1 and log[0].moves >= 0 and log[-1].moves <= last)
    complete = rises and within and places == [*range(done + 1, last + 1)]
    if not complete or not all(_fits(one, sitting) for one in new):
        raise RecordError("log: expected rising numbers, and an entry for each move of the record")


def _fits(entry: LogEntry, sitting: Sitting) -> bool:
    match entry.happened:
        case Happened.MOVE:
            return entry.seat == sitting.states[entry.moves - 1].actor
        case Happened.REMATCH:
            return entry.seat is None
        case _:
            return entry.seat in range(len(sitting.state.scores))


# The place of a table: a file of its own, or a store


class Store(Protocol):
    """A place that keeps texts by name, such as a folder or a database.

    A name has 1 to 100 of the letters A to Z and a to z, digits, ``-``, ``_`` and ``.``. The first
    is a letter or a digit. A text is a ``str`` of at most 16,000,000 characters that UTF-8 can
    carry, without the character NUL. ``load`` gives exactly the text of the last ``save``.

    The lease of a name allows changes of its text. A lease ends when the owner releases it,
    closes the store, or ends in any other way. Each method may be called from any thread.

    A server calls a store in threads, as a call may wait. A store that can look for one name
    without a list of many has the method ``has(name)``, as ours do.
    """

    def list(self, prefix: str = "") -> tuple[str, ...]:
        """Return the names of all texts that begin with this prefix, sorted.

        Raises:
            StoreError: if the store cannot be read.
        """
        ...

    def load(self, name: str) -> str:
        """Return the text of this name; it needs no lease.

        Raises:
            StoreError: if nothing is saved, or the text cannot be read.
        """
        ...

    def save(self, name: str, text: str) -> None:
        """Replace the text of this name in one step; it needs the lease.

        Raises:
            LeaseError: if this store does not hold the lease, or holds it no longer.
            StoreError: if the text cannot be saved. The old one stays.
        """

    def lease(self, name: str) -> None:
        """Lease this name, with a text or without.

        Raises:
            LeaseError: if another process has the lease, or anybody in this process.
            StoreError: if the store cannot be reached.
        """

    def holds(self, name: str) -> bool:
        """Return ``True`` if this store holds the lease, as far as it knows without asking."""
        ...

    def release(self, name: str) -> None:
        """End the lease of this name, if this store holds it."""

    def remove(self, name: str) -> None:
        """Remove the text of this name, if there is one, and keep the lease; it needs the lease.

        Raises:
            LeaseError: if this store does not hold the lease, or holds it no longer.
            StoreError: if the text cannot be removed.
        """

    def close(self) -> None:
        """Release all names and end the use of the store; a second call does nothing."""


def is_saved(store: Store, name: str) -> bool:
    has: Callable[[str], bool] | None = getattr(store, "has", None)
    return name in store.list(name) if has is None else has(name)


class Keeper(Protocol):
    """The place of one table."""

    def save(self, text: str) -> None:
        """Replace the text of the table; the earlier one stays if that fails."""

    def close(self) -> None: ...


class FileKeeper(Keeper):
    """A file that one table replaces; it saves no more when anybody else has replaced the file.

    Two tables that replaced one file would otherwise forget each other's moves. It removes the
    temporary file that a killed program has left.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._stamp = self._found()
        with suppress(OSError, ValueError):  # a path can have characters that no file can have
            os.unlink(temporary_of(path))

    def _found(self) -> tuple[int, int] | None:
        """Return what tells one version of the file from the next; ``None`` without a file."""
        try:
            found = os.stat(self._path)
        except (OSError, ValueError):  # a path can have characters that no file can have
            return None
        return found.st_ino, found.st_mtime_ns

    @override
    def save(self, text: str) -> None:
        found = self._found()
        # Players read these texts, and they do not name the folder of the host.
        if found is not None and found != self._stamp:
            raise TableError(f"cannot save to {self._path.name!r}: another table has replaced it")
        try:
            replace_file(self._path, text, sync=False, temporary=temporary_of(self._path))
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise StoreError(f"cannot save to {self._path.name!r}: {reason}") from error
        self._stamp = self._found()

    @override
    def close(self) -> None:
        """Do nothing: the file belongs to whoever loads it next."""


class StoreKeeper(Keeper):
    """A name in a store, which one table leases."""

    def __init__(self, store: Store, name: str) -> None:
        store.lease(name)
        self._store = store
        self._name = name
        self._is_open = True

    @override
    def save(self, text: str) -> None:
        if not self._is_open:  # another table of this program may have leased the name since
            raise LeaseError(f"cannot save {self._name!r}: the table was closed")
        self._store.save(self._name, text)

    @override
    def close(self) -> None:
        if self._is_open:
            try:
                self._store.release(self._name)
            finally:  # if it fails, a second call tries again
                self._is_open = self._store.holds(self._name)


@contextmanager
def leased(store: Store, name: str) -> Generator[StoreKeeper]:
    """Lease a name in a store, and release it if the block that follows fails."""
    keeper = StoreKeeper(store, name)
    try:
        yield keeper
    except BaseException:  # an interrupt, too
        keeper.close()
        raise
