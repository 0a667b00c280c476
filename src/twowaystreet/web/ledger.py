"""The ledger of a club: its people, tables and results, in tables of the store's database.

Each list has an index, so that its first rows cost the same however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from typing_extensions import override

from twowaystreet.table import Store, StoreError
from twowaystreet.table._file_stores import transact
from twowaystreet.table._stores import Ask, Rows
from twowaystreet.web.hosts import write

if TYPE_CHECKING:
    from typing import LiteralString

T = TypeVar("T")

_TABLES: Final[tuple[LiteralString, ...]] = (
    """CREATE TABLE IF NOT EXISTS twowaystreet_people (
    person TEXT PRIMARY KEY, alike TEXT NOT NULL UNIQUE, name TEXT NOT NULL,
    rating DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL, won INTEGER NOT NULL,
    leaves INTEGER NOT NULL, ghost TEXT UNIQUE)""",
    """CREATE INDEX IF NOT EXISTS twowaystreet_standings
    ON twowaystreet_people (rating DESC, name) WHERE games > 0 AND leaves = 0""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_tables (
    name TEXT PRIMARY KEY, made TEXT NOT NULL, is_open INTEGER NOT NULL, entry TEXT NOT NULL)""",
    """CREATE INDEX IF NOT EXISTS twowaystreet_open
    ON twowaystreet_tables (made DESC) WHERE is_open = 1""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_seats (
    person TEXT NOT NULL, made TEXT NOT NULL, name TEXT NOT NULL, role INTEGER NOT NULL,
    PRIMARY KEY (person, made, name))""",
    "CREATE INDEX IF NOT EXISTS twowaystreet_seats_by_table ON twowaystreet_seats (name, role)",
    """CREATE INDEX IF NOT EXISTS twowaystreet_seats_in_games
    ON twowaystreet_seats (person) WHERE role = 0""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_results (
    key TEXT PRIMARY KEY, game TEXT NOT NULL UNIQUE, ended TEXT NOT NULL, result TEXT NOT NULL)""",
    """CREATE INDEX IF NOT EXISTS twowaystreet_results_by_time
    ON twowaystreet_results (ended DESC, key DESC)""",
    """CREATE TABLE IF NOT EXISTS twowaystreet_played (
    person TEXT NOT NULL, key TEXT NOT NULL, PRIMARY KEY (person, key))""",
)
_ENROL: Final = """INSERT INTO twowaystreet_people VALUES (?, ?, ?, ?, 0, 0, 0, NULL)
ON CONFLICT DO NOTHING"""
_NAME: Final = "SELECT name FROM twowaystreet_people WHERE person = ?"
_LIST_TABLE: Final = """INSERT INTO twowaystreet_tables VALUES (?, ?, ?, ?) ON CONFLICT (name)
DO UPDATE SET is_open = excluded.is_open, entry = excluded.entry"""
_OPEN: Final = """SELECT entry FROM twowaystreet_tables WHERE is_open = 1
ORDER BY made DESC LIMIT ?"""
_OWN: Final = """SELECT entry FROM twowaystreet_seats JOIN twowaystreet_tables
ON twowaystreet_tables.name = twowaystreet_seats.name
WHERE person = ? AND role < 2 ORDER BY twowaystreet_seats.made DESC LIMIT ?"""
_STAND_UP: Final = "UPDATE twowaystreet_seats SET role = 2 WHERE name = ? AND role < 2"
_SIT: Final = """INSERT INTO twowaystreet_seats VALUES (?, ?, ?, ?)
ON CONFLICT (person, made, name) DO UPDATE SET role = excluded.role"""
_IN_GAMES: Final = "SELECT COUNT(*) FROM twowaystreet_seats WHERE person = ? AND role = 0"
_ADD_RESULT: Final = """INSERT INTO twowaystreet_results VALUES (?, ?, ?, ?)
ON CONFLICT DO NOTHING"""
_LOCK: Final = "UPDATE twowaystreet_people SET games = games WHERE person = ? OR ghost = ?"
_BECOME_GHOST: Final = """UPDATE twowaystreet_people SET person = ghost, alike = ghost, name = ?
WHERE person = ? AND ghost IS NOT NULL"""
_RESULT: Final = "SELECT result FROM twowaystreet_results WHERE key = ?"
_RESULT_AT: Final = "SELECT result FROM twowaystreet_results WHERE game = ?"
_RESULTS: Final = "SELECT result FROM twowaystreet_results ORDER BY ended DESC, key DESC LIMIT ?"
_PLAYED: Final = """SELECT result FROM twowaystreet_played JOIN twowaystreet_results
ON twowaystreet_results.key = twowaystreet_played.key WHERE person = ?"""
_STANDINGS: Final = """SELECT name, rating, games, won FROM twowaystreet_people
WHERE games > 0 AND leaves = 0 ORDER BY rating DESC, name LIMIT ?"""
_RATING: Final = "SELECT rating FROM twowaystreet_people WHERE person = ? OR ghost = ?"
_RATE: Final = "UPDATE twowaystreet_people SET rating = ? WHERE person = ? OR ghost = ?"
_COUNT: Final = """UPDATE twowaystreet_people SET games = games + 1, won = won + ?
WHERE person = ? OR ghost = ?"""

ALL: Final = 1_000_000_000
"""A number of rows that no list has."""
PLAYS: Final = 0
"""The role of a person with a seat at a table, in a game that is not over."""
LISTED: Final = 1
"""The role of a person who sees the table in the list, and does not play there now."""
PLAYED: Final = 2
"""The role of all others who had a seat."""


class Ledger:
    """The people, tables and results of a club; each value is a text of the club.

    Args:
        store: the store.
    """

    def __init__(self, store: Store) -> None:
        self._rows = store if isinstance(store, Rows) else _RowsInText(store)
        try:
            self._rows.transact(_make)
        except StoreError:  # another process makes them at this moment
            self._rows.transact(_make)

    # People

    def enrol(self, person: str, alike: str, name: str, rating: float) -> bool:
        """Add a person; return ``False`` if somebody has a name that is alike."""
        self._rows.ask(_ENROL, person, alike, name, rating)
        return self.name_of(person) is not None

    def name_of(self, person: str) -> str | None:
        """Return the name of a person; ``None`` without this person."""
        return _first(self._rows.ask(_NAME, person))

    def person_called(self, alike: str) -> str | None:
        """Return the person with a name; ``None`` if nobody has it."""
        return _first(
            self._rows.ask("SELECT person FROM twowaystreet_people WHERE alike = ?", alike)
        )

    def begin_to_leave(self, person: str) -> None:
        """Note that a person leaves the club."""
        self._rows.ask("UPDATE twowaystreet_people SET leaves = 1 WHERE person = ?", person)

    def stays(self, person: str) -> bool:
        """Return whether a person is here, and does not leave the club."""
        found = self._rows.ask("SELECT leaves FROM twowaystreet_people WHERE person = ?", person)
        return found == [(0,)]

    def keep_rating(self, person: str, ghost: str) -> None:
        """Keep the rating of a person who leaves, under a nameless key, for games that go on."""
        self._rows.ask("UPDATE twowaystreet_people SET ghost = ? WHERE person = ?", ghost, person)

    def remove_person(self, person: str, name: str) -> None:
        """Remove a person from all lists; a rating that is kept has another name."""

        def remove(ask: Ask) -> None:
            ask(_BECOME_GHOST, name, person)
            ask("DELETE FROM twowaystreet_played WHERE person = ?", person)
            ask("DELETE FROM twowaystreet_seats WHERE person = ?", person)
            ask("DELETE FROM twowaystreet_people WHERE person = ?", person)

        self._rows.transact(remove)
        self._rows.clean()

    def standings(self, most: int) -> list[tuple[str, float, int, int]]:
        """Return the name, rating, games and victories of the best people."""
        return [(name, *numbers) for name, *numbers in self._rows.ask(_STANDINGS, most)]

    # Tables

    def list_table(
        self,
        name: str,
        made: str,
        entry: str,
        roles: Mapping[str, int],
        *,
        is_open: bool,
    ) -> None:
        """Add a table, or replace its entry.

        Args:
            name: the name of the table.
            made: the time when it was made.
            entry: the entry.
            roles: the roles of people; those who were there before have had a seat.
            is_open: True if everybody sees it in the list.
        """

        def save(ask: Ask) -> None:
            ask(_LIST_TABLE, name, made, int(is_open), entry)
            ask(_STAND_UP, name)
            for person, role in roles.items():
                ask(_SIT, person, made, name, role)

        self._rows.transact(save)

    def entry(self, name: str) -> str | None:
        """Return the entry of a table; ``None`` if it is not in the list."""
        return _first(self._rows.ask("SELECT entry FROM twowaystreet_tables WHERE name = ?", name))

    def remove_table(self, name: str) -> None:
        """Remove a table from the list."""

        def remove(ask: Ask) -> None:
            ask("DELETE FROM twowaystreet_seats WHERE name = ?", name)
            ask("DELETE FROM twowaystreet_tables WHERE name = ?", name)

        self._rows.transact(remove)

    def open_entries(self, most: int = ALL) -> list[str]:
        """Return the entries that everybody sees, the newest first."""
        return _column(self._rows.ask(_OPEN, most))

    def own_entries(self, person: str, most: int = ALL) -> list[str]:
        """Return the entries of a person's tables, the newest first."""
        return _column(self._rows.ask(_OWN, person, most))

    def tables_of(self, person: str) -> list[str]:
        """Return the names of all tables at which a person has, or had, a seat."""
        return _column(
            self._rows.ask("SELECT name FROM twowaystreet_seats WHERE person = ?", person)
        )

    def leave_table(self, person: str, name: str) -> None:
        """Forget that a person has, or had, a seat at a table."""
        self._rows.ask("DELETE FROM twowaystreet_seats WHERE person = ? AND name = ?", person, name)

    def games_of(self, person: str) -> int:
        """Return the number of a person's tables whose game is not over."""
        count: int = self._rows.ask(_IN_GAMES, person)[0][0]
        return count

    # Results

    def add_result(
        self,
        key: str,
        game: str,
        ended: str,
        result: str,
        people: Mapping[str, bool],
        rated: Callable[[Sequence[float]], Sequence[float]] | None,
        *,
        first: float,
    ) -> None:
        """Add the result of a game, unless it has one.

        Args:
            key: the key of the result.
            game: a text that no other game has.
            ended: the time of the end.
            result: the result.
            people: the people who played, and whether they won.
            rated: gives their new ratings from those before; ``None`` if they stay.
            first: the rating of people who are not here any more.
        """

        def add(ask: Ask) -> None:
            for person in sorted(people):  # another process with a game of them waits here
                ask(_LOCK, person, person)
            if ask(_RESULT_AT, game):
                return
            ask(_ADD_RESULT, key, game, ended, result)
            for person in people:
                ask("INSERT INTO twowaystreet_played VALUES (?, ?)", person, key)
                ask(_COUNT, int(people[person]), person, person)
            if rated is not None:
                before = [(ask(_RATING, one, one) or [(first,)])[0][0] for one in people]
                for person, rating in zip(people, rated(before), strict=True):
                    ask(_RATE, rating, person, person)

        self._rows.transact(add)

    def change_result(self, key: str, change: Callable[[str], str]) -> None:
        """Change a result by a function, which gets all that other processes have changed."""

        def replace(ask: Ask) -> None:
            ask("UPDATE twowaystreet_results SET key = key WHERE key = ?", key)  # the others wait
            before = _column(ask(_RESULT, key))
            ask("UPDATE twowaystreet_results SET result = ? WHERE key = ?", change(*before), key)

        self._rows.transact(replace)

    def result(self, key: str) -> str | None:
        """Return a result; ``None`` if there is none with this key."""
        return _first(self._rows.ask(_RESULT, key))

    def result_at(self, game: str) -> str | None:
        """Return the result of a game; ``None`` without one."""
        return _first(self._rows.ask(_RESULT_AT, game))

    def results(self, most: int = ALL) -> list[str]:
        """Return the results, the newest first."""
        return _column(self._rows.ask(_RESULTS, most))

    def results_of(self, person: str) -> list[str]:
        """Return the results of a person."""
        return _column(self._rows.ask(_PLAYED, person))


def _make(ask: Ask) -> None:
    for statement in _TABLES:
        ask(statement)


# Any: the types of the columns.
def _first(rows: Sequence[tuple[Any, ...]]) -> str | None:
    return rows[0][0] if rows else None


def _column(rows: Sequence[tuple[Any, ...]]) -> list[str]:
    return [row[0] for row in rows]


class _RowsInText(Rows):
    """Tables for a store without a database: one text, read and written as a whole.

    Args:
        store: the store.
    """

    _NAME = "club"

    def __init__(self, store: Store) -> None:
        self._store = store

    @override
    def ask(self, query: LiteralString, *values: object) -> Sequence[tuple[Any, ...]]:
        return self.transact(lambda ask: ask(query, *values))

    @override
    def transact(self, function: Callable[[Ask], T]) -> T:
        import sqlite3  # noqa: PLC0415  # tables without a lobby need no database

        before = self._store.load(self._NAME) if self._store.list(self._NAME) else ""
        database = sqlite3.connect(":memory:", isolation_level=None)
        try:
            database.executescript(before)
            found = transact(database, function)
            after = "\n".join(database.iterdump())
        except sqlite3.Error as error:
            raise StoreError(f"cannot use the text {self._NAME!r}: {error}") from error
        finally:
            database.close()
        if after != before:
            write(self._store, self._NAME, after)
        return found
