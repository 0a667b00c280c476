"""The ledger of a club: people, tables and results in a database, with an index for each list."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing, suppress
from threading import Lock
from typing import Final, LiteralString, TypeVar

from typing_extensions import override

from twowaystreet.table import LeaseError, Store, StoreError
from twowaystreet.table._file_stores import transact
from twowaystreet.table._files import StoreKeeper
from twowaystreet.table._stores import Ask, Row, Rows
from twowaystreet.web import listings as lists
from twowaystreet.web.hosts import ElsewhereError
from twowaystreet.web.listings import ListedTable, Result, Standing, V, read, written

T = TypeVar("T")

_TEXT: Final = "club"  # name of the text with the lists in a store without a database
FIRST_RATING: Final = 1000.0  # rating of a new player (RA-1)
_TABLES: Final[tuple[LiteralString, ...]] = (
    """CREATE TABLE IF NOT EXISTS twowaystreet_people (
    person TEXT PRIMARY KEY, alike TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, won INTEGER NOT NULL,
    leaves INTEGER NOT NULL, ghost TEXT UNIQUE)""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_looks (
    look TEXT PRIMARY KEY, person TEXT NOT NULL)""",
    """CREATE INDEX IF NOT EXISTS twowaystreet_looks_by_person
    ON twowaystreet_looks (person)""",
    """CREATE INDEX IF NOT EXISTS twowaystreet_standings
    ON twowaystreet_people (rating DESC, name) WHERE games > 0 AND leaves = 0""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_tables (
    name TEXT PRIMARY KEY, made TEXT NOT NULL, is_open INTEGER NOT NULL, entry TEXT NOT NULL)""",
    """CREATE INDEX IF NOT EXISTS twowaystreet_open_in_turn
    ON twowaystreet_tables (is_open, made DESC) WHERE is_open > 0""",
    "DROP INDEX IF EXISTS twowaystreet_open",
    """CREATE TABLE IF NOT EXISTS twowaystreet_seats (
    person TEXT NOT NULL, made TEXT NOT NULL, name TEXT NOT NULL, role INTEGER NOT NULL,
    PRIMARY KEY (person, made, name))""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_seen (
    name TEXT PRIMARY KEY, seen TEXT NOT NULL, is_listed INTEGER NOT NULL)""",
    "CREATE INDEX IF NOT EXISTS twowaystreet_seen_by_time ON twowaystreet_seen (is_listed, seen)",
    "CREATE INDEX IF NOT EXISTS twowaystreet_seats_by_table ON twowaystreet_seats (name, role)",
    """CREATE INDEX IF NOT EXISTS twowaystreet_seats_in_games
    ON twowaystreet_seats (person) WHERE role = 0""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_results (
    key TEXT PRIMARY KEY, game TEXT NOT NULL UNIQUE, ended TEXT NOT NULL, result TEXT NOT NULL)""",
    """CREATE INDEX IF NOT EXISTS twowaystreet_results_by_time
    ON twowaystreet_results (ended DESC, key DESC)""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_played (
    person TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (person, key))""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_rated (
    person TEXT NOT NULL, ended TEXT NOT NULL, key TEXT NOT NULL, rating DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (person, ended, key))""",
)
_OF_A_PERSON: Final[tuple[LiteralString, ...]] = ("played", "rated", "seats", "looks", "people")
_IS_HERE: Final = "SELECT 1 FROM twowaystreet_people WHERE person = ? AND ghost IS NULL"
_PLACE: Final = """UPDATE twowaystreet_tables SET is_open = (SELECT MIN(most) FROM (
SELECT COUNT(*) AS most FROM twowaystreet_seats AS own
JOIN twowaystreet_seats AS each ON each.person = own.person AND each.role = 0
JOIN twowaystreet_tables AS open ON open.name = each.name AND open.is_open > 0
WHERE own.name = ? AND own.role = 0 GROUP BY own.person) AS counts)
WHERE name = ? AND is_open > 0"""
_LOOK: Final = """INSERT INTO twowaystreet_seen VALUES (?, ?, 1)
ON CONFLICT (name) DO UPDATE SET seen = excluded.seen, is_listed = 1"""
_ENTRY: Final = "SELECT entry FROM twowaystreet_tables WHERE name = ?"
_NAMED: Final = "SELECT name FROM twowaystreet_people WHERE person = ?"
_OWNER: Final = "SELECT person FROM twowaystreet_looks WHERE look = ?"
_RESULT: Final = "SELECT result FROM twowaystreet_results WHERE key = ?"
_RESULT_AT: Final = "SELECT result FROM twowaystreet_results WHERE game = ?"

ALL: Final = 1_000_000_000  # number of rows that no list has
PLAYS: Final = 0  # role of a person with a seat at a table, in a game that is not over
LISTED: Final = 1  # role of a person who sees the table in the list, and does not play there now


class _TakenError(Exception):
    """Another person has a name that looks the same; the transaction changes nothing."""


class Ledger:
    """The people, tables and results of a club; people are known by their keys."""

    def __init__(self, store: Store) -> None:
        self._rows = store if isinstance(store, Rows) else RowsInText(store)

        def make(ask: Ask) -> None:
            for statement in _TABLES:
                ask(statement)

        try:
            self._rows.transact(make)
        except StoreError:  # another process makes them at this moment
            self._rows.transact(make)

    # People

    def enrol(self, person: str, alike: str, name: str, looks: Collection[str] = ()) -> bool:
        """Add a person; return ``False`` if somebody has a name that is alike, or looks so."""

        def add(ask: Ask) -> bool:
            ask(
                """INSERT INTO twowaystreet_people VALUES (?, ?, ?, ?, 0, 0, 0, NULL)
                ON CONFLICT DO NOTHING""",
                *(person, alike, name, FIRST_RATING),
            )
            for look in sorted(looks):  # so that no two processes wait for each other
                _add_look(ask, look, person)
            owners = (ask(_OWNER, look) for look in looks)
            if any(owner != [(person,)] for owner in owners):
                raise _TakenError
            return bool(ask(_NAMED, person))

        with suppress(_TakenError):
            return self._rows.transact(add)
        return False

    def add_looks(self, looks: Callable[[str], Iterable[str]]) -> None:
        """Note the looks of the names of people who came before there were looks."""

        def add(ask: Ask) -> None:
            for person, name in ask(
                """SELECT person, name FROM twowaystreet_people WHERE alike <> person
                AND NOT EXISTS (SELECT 1 FROM twowaystreet_looks
                WHERE twowaystreet_looks.person = twowaystreet_people.person)"""
            ):
                for look in looks(name):
                    _add_look(ask, look, person)

        self._rows.transact(add)

    def member(self, person: str) -> lists.Member | None:
        rows = self._rows.ask(_NAMED, person)
        return lists.Member(key=person, name=rows[0][0]) if rows else None

    def person_called(self, alike: str) -> str | None:
        rows = self._rows.ask("SELECT person FROM twowaystreet_people WHERE alike = ?", alike)
        return rows[0][0] if rows else None

    def begin_to_leave(self, person: str) -> None:
        self._rows.ask("UPDATE twowaystreet_people SET leaves = 1 WHERE person = ?", person)

    def stays(self, person: str) -> bool:
        query: Final = "SELECT leaves FROM twowaystreet_people WHERE person = ?"
        return self._rows.ask(query, person) == [(0,)]

    def keep_rating(self, person: str, ghost: str) -> None:
        """Keep the rating of a person who leaves, under a nameless key, for games that go on."""
        self._rows.ask("UPDATE twowaystreet_people SET ghost = ? WHERE person = ?", ghost, person)

    def remove_person(self, person: str, name: str) -> None:
        """Remove a person from all lists; a rating that is kept has another name."""

        def remove(ask: Ask) -> None:
            ask(
                """UPDATE twowaystreet_people SET person = ghost, alike = ghost, name = ?
                WHERE person = ? AND ghost IS NOT NULL""",
                *(name, person),
            )
            for table in _OF_A_PERSON:
                ask(f"DELETE FROM twowaystreet_{table} WHERE person = ?", person)

        self._rows.transact(remove)
        with suppress(StoreError):  # a later one cleans, and the person is gone
            self._rows.clean()

    def standings(self, most: int = ALL) -> list[Standing]:
        rows = self._rows.ask(
            """SELECT name, rating, games, won FROM twowaystreet_people
            WHERE games > 0 AND leaves = 0 ORDER BY rating DESC, name LIMIT ?""",
            most,
        )
        return _standings(rows)

    def profile(self, person: str, most: int) -> lists.Profile | None:
        found = self._rows.ask(
            """SELECT name, rating, games, won FROM twowaystreet_people
            WHERE person = ? AND leaves = 0""",
            person,
        )
        if not found:
            return None
        rows = self._rows.ask(
            """SELECT ended, rating FROM twowaystreet_rated WHERE person = ?
            ORDER BY ended DESC, key DESC LIMIT ?""",
            *(person, most),
        )
        results = (each for each in self.results_of(person, most) if person in each.people)
        return lists.Profile(
            standing=_standings(found)[0],
            ratings=tuple(lists.Rated(when=at, rating=round(one, 1)) for at, one in reversed(rows)),
            results=tuple((each.people.index(person), each) for each in results),
        )

    # Tables

    def list_table(self, table: ListedTable, roles: Mapping[str, int], now: str) -> None:
        """Add a table, or replace its entry, and the roles of people there, who look at it now.

        The number of open tables of a person there, the least, is its place in the list.
        """
        is_open = table.is_public and not table.is_over and bool(table.people)

        def save(ask: Ask) -> None:
            ask(
                """INSERT INTO twowaystreet_tables VALUES (?, ?, ?, ?) ON CONFLICT (name)
                DO UPDATE SET is_open = excluded.is_open, entry = excluded.entry""",
                *(table.table, table.made, int(is_open), written(table)),
            )
            ask(_LOOK, table.table, now)
            # 2 is the role of all others who had a seat.
            ask("UPDATE twowaystreet_seats SET role = 2 WHERE name = ? AND role < 2", table.table)
            for person, role in roles.items():
                ask(
                    """INSERT INTO twowaystreet_seats VALUES (?, ?, ?, ?)
                    ON CONFLICT (person, made, name) DO UPDATE SET role = excluded.role""",
                    *(person, table.made, table.table, role),
                )
            if is_open:
                ask(_PLACE, table.table, table.table)

        self._rows.transact(save)

    def table(self, name: str) -> ListedTable | None:
        return self._value(ListedTable, _ENTRY, name)

    def remove_table(self, name: str, games: Iterable[str] = ()) -> None:
        """Remove a table from the list; its people stay known to the results of its games."""

        def remove(ask: Ask) -> None:
            for game in games:
                ask(
                    """INSERT INTO twowaystreet_played SELECT person, key
                    FROM twowaystreet_seats, twowaystreet_results
                    WHERE name = ? AND game = ? ON CONFLICT DO NOTHING""",
                    *(name, game),
                )
            ask("DELETE FROM twowaystreet_seen WHERE name = ?", name)
            ask("DELETE FROM twowaystreet_seats WHERE name = ?", name)
            ask("DELETE FROM twowaystreet_tables WHERE name = ?", name)

        self._rows.transact(remove)

    def look(self, name: str, now: str, recent: str) -> bool:
        """Note a look, if the last was before ``recent``; return whether it had left the list."""
        found = self._rows.ask("SELECT seen, is_listed FROM twowaystreet_seen WHERE name = ?", name)
        if not found or (found[0][1] and found[0][0] >= recent):
            return False
        self._rows.ask(_LOOK, name, now)
        return not found[0][1]

    def put_off(self, name: str, now: str) -> None:
        self._rows.ask("UPDATE twowaystreet_seen SET seen = ? WHERE name = ?", now, name)

    def unseen(self, before: str, *, is_listed: bool, most: int) -> list[str]:
        """Return tables that nobody has looked at since a time, which the list has or has not."""
        rows = self._rows.ask(
            """SELECT name FROM twowaystreet_seen WHERE is_listed = ? AND seen < ?
            ORDER BY seen LIMIT ?""",
            *(int(is_listed), before, most),
        )
        return [name for (name,) in rows]

    def close_table(self, name: str, now: str) -> None:
        """Take a table off the list that everybody sees now; it stays in those of its people."""

        def close(ask: Ask) -> None:
            ask("UPDATE twowaystreet_tables SET is_open = 0 WHERE name = ?", name)
            ask("UPDATE twowaystreet_seen SET is_listed = 0, seen = ? WHERE name = ?", *(now, name))

        self._rows.transact(close)

    def look_at_all(self, now: str) -> None:
        """Note the tables of 0.3.0 as seen now."""
        self._rows.ask(
            """INSERT INTO twowaystreet_seen SELECT name, ?, 1 FROM twowaystreet_tables
            WHERE NOT EXISTS (SELECT 1 FROM twowaystreet_seen
            WHERE twowaystreet_seen.name = twowaystreet_tables.name) ON CONFLICT DO NOTHING""",
            now,
        )

    def open_tables(self, most: int) -> list[ListedTable]:
        """Return the public tables: first those of people with few tables, then the newest."""
        return self._values(
            ListedTable,
            """SELECT entry FROM twowaystreet_tables WHERE is_open > 0
            ORDER BY is_open, made DESC LIMIT ?""",
            most,
        )

    def own_tables(self, person: str, most: int) -> list[ListedTable]:
        return self._values(
            ListedTable,
            """SELECT entry FROM twowaystreet_seats JOIN twowaystreet_tables
            ON twowaystreet_tables.name = twowaystreet_seats.name
            WHERE person = ? AND role < 2 ORDER BY twowaystreet_seats.made DESC LIMIT ?""",
            *(person, most),
        )

    def tables_of(self, person: str) -> list[str]:
        rows = self._rows.ask("SELECT name FROM twowaystreet_seats WHERE person = ?", person)
        return [name for (name,) in rows]

    def leave_table(self, person: str, name: str) -> None:
        self._rows.ask("DELETE FROM twowaystreet_seats WHERE person = ? AND name = ?", person, name)

    def games_of(self, person: str) -> int:
        query: Final = "SELECT COUNT(*) FROM twowaystreet_seats WHERE person = ? AND role = 0"
        return int(self._rows.ask(query, person)[0][0])

    # Results

    def add_result(
        self,
        result: Result,
        game: str,
        ended: str,
        rated: Callable[[Sequence[float]], Sequence[float]] | None,
    ) -> None:
        """Add the result of a game, unless it has one; ``rated`` gives the new ratings there."""
        people = {key: seat for seat, key in enumerate(result.people) if key is not None}

        def add(ask: Ask) -> None:
            for person in sorted(people):  # another process with a game of them waits here
                ask(
                    "UPDATE twowaystreet_people SET games = games WHERE person = ? OR ghost = ?",
                    *(person, person),
                )
            if ask(_RESULT_AT, game):
                return
            ask(
                "INSERT INTO twowaystreet_results VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
                *(result.key, game, ended, written(result)),
            )
            for person, seat in people.items():
                ask("INSERT INTO twowaystreet_played VALUES (?, ?)", person, result.key)
                ask(
                    """UPDATE twowaystreet_people SET games = games + 1, won = won + ?
                    WHERE person = ? OR ghost = ?""",
                    *(int(seat in result.winners), person, person),
                )
            if rated is not None:
                before = [_rating(ask, person) for person in people]
                for person, rating in zip(people, rated(before), strict=True):
                    ask(
                        "UPDATE twowaystreet_people SET rating = ? WHERE person = ? OR ghost = ?",
                        *(rating, person, person),
                    )
                    if ask(_IS_HERE, person):  # who leaves has no history
                        ask(
                            "INSERT INTO twowaystreet_rated VALUES (?, ?, ?, ?)",
                            *(person, ended, result.key, rating),
                        )

        self._rows.transact(add)

    def change_result(self, key: str, change: Callable[[Result], Result]) -> None:
        """Change a result by a function, which gets all that other processes have changed."""

        def replace(ask: Ask) -> None:
            ask("UPDATE twowaystreet_results SET key = key WHERE key = ?", key)  # the others wait
            ((text,),) = ask(_RESULT, key)
            changed = written(change(read(text, Result)))
            ask("UPDATE twowaystreet_results SET result = ? WHERE key = ?", changed, key)

        self._rows.transact(replace)

    def result(self, key: str) -> Result | None:
        return self._value(Result, _RESULT, key)

    def result_at(self, game: str) -> Result | None:
        return self._value(Result, _RESULT_AT, game)

    def results(self, most: int = ALL) -> list[Result]:
        return self._values(
            Result,
            "SELECT result FROM twowaystreet_results ORDER BY ended DESC, key DESC LIMIT ?",
            most,
        )

    def results_of(self, person: str, most: int = ALL) -> list[Result]:
        return self._values(
            Result,
            """SELECT result FROM twowaystreet_played JOIN twowaystreet_results
            ON twowaystreet_results.key = twowaystreet_played.key WHERE person = ?
            ORDER BY ended DESC, twowaystreet_results.key DESC LIMIT ?""",
            *(person, most),
        )

    def _values(self, kind: type[V], query: LiteralString, *values: object) -> list[V]:
        return [read(text, kind) for (text,) in self._rows.ask(query, *values)]

    def _value(self, kind: type[V], query: LiteralString, key: str) -> V | None:
        return next(iter(self._values(kind, query, key)), None)


def _add_look(ask: Ask, look: str, person: str) -> None:
    ask("INSERT INTO twowaystreet_looks VALUES (?, ?) ON CONFLICT DO NOTHING", look, person)


def _rating(ask: Ask, person: str) -> float:
    query: Final = "SELECT rating FROM twowaystreet_people WHERE person = ? OR ghost = ?"
    rows = ask(query, person, person)
    return float(rows[0][0]) if rows else FIRST_RATING


def _standings(rows: Sequence[Row]) -> list[Standing]:
    return [
        Standing(name=name, rating=round(rating, 1), games=games, won=won)
        for name, rating, games, won in rows
    ]


class RowsInText(Rows):
    """Tables for a store without a database: one text, read and written as a whole."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._guard = Lock()

    @override
    def ask(self, query: LiteralString, *values: object) -> Sequence[Row]:
        return self.transact(lambda ask: ask(query, *values))

    @override
    def transact(self, function: Callable[[Ask], T]) -> T:
        with self._guard:
            if self._store.holds(_TEXT):  # it could not be released the last time
                self._store.release(_TEXT)
            while True:
                found, before, after = self._tried(function, self._text())
                if after == before or self._replaces(before, after):
                    return found

    def _text(self) -> str:
        return self._store.load(_TEXT) if self._store.list(_TEXT) else ""

    def _replaces(self, before: str, after: str) -> bool:
        """Replace the text; return ``False`` if another process has changed it meanwhile."""
        try:
            keeper = StoreKeeper(self._store, _TEXT)
        except LeaseError as error:
            raise ElsewhereError("another process changes this") from error
        try:
            if self._text() != before:
                return False
            keeper.save(after)
            return True
        finally:
            with suppress(StoreError, OSError):
                keeper.close()

    def _tried(self, function: Callable[[Ask], T], before: str) -> tuple[T, str, str]:
        import sqlite3  # noqa: PLC0415  # tables without a lobby need no database

        with closing(sqlite3.connect(":memory:", isolation_level=None)) as database:
            try:
                database.executescript(before)
                return transact(database, function), before, "\n".join(database.iterdump())
            except sqlite3.Error as error:
                raise StoreError(f"cannot use the text {_TEXT!r}: {error}") from error
