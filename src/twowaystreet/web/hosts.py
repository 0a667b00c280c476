"""Hosts: the tables of a server, in memory while people play and in a store otherwise."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing, suppress
from functools import cached_property
from typing import Any, ClassVar, Final, Protocol

from twowaystreet.errors import quoted
from twowaystreet.table import LeaseError, Store, StoreError, Table, TableError, TokenError
from twowaystreet.table._files import is_saved
from twowaystreet.web.clocks import Clock

PREFIX: Final = "table-"  # beginning of the names of tables in a store
MOST: Final = 1000  # the most tables in memory
LONGEST: Final = 36_500  # the most days that a table without visitors stays


_LOG: Final = logging.getLogger("uvicorn.error")


class FullError(TableError):
    """The host has no place for one more table in memory."""

    headers: ClassVar = {"retry-after": "60"}


class ElsewhereError(LeaseError):
    """Another process has the lease of a table or a text, or this one has it for something else."""

    def __init__(self, reason: str = "another process has this table") -> None:
        super().__init__(reason)


def told_outside(error: Exception) -> str:
    """Return what clients may read of an error; a store's words may name a file of the host."""
    if isinstance(error, ElsewhereError) or not isinstance(error, StoreError):
        return str(error)
    _LOG.warning("%s: %s", type(error).__name__, error)
    return (
        "the store of the tables cannot be reached or used, so this cannot be read or saved now: "
        "try again in a moment"
    )


class Doors(Protocol):
    """The server of a host, by which its program comes in. Any: JSON."""

    def follow(
        self, token: str, table: str | None, seen: int
    ) -> AsyncGenerator[dict[str, Any], None]: ...

    async def send(
        self, token: str, message: object, table: str | None
    ) -> dict[str, Any] | None: ...


class TableHost:
    """The tables of a server.

    A host without a store keeps its tables in memory, or in their own files. A host with a store
    saves each table there after each change, loads it when somebody comes, and puts it away when
    nobody is there. Its calls belong into one thread; with a store the server makes them in
    threads, one at a time for each table.

    Args:
        store: the store; ``None`` for none. Several processes can share a store of PostgreSQL:
            each table belongs to one of them at a time.
        clock: the time of people for each move, which the server counts; ``None`` for no limit.
        idle: the seconds after which a table without connections leaves the memory for the store.
        most: the most tables in memory.
        listed_days: the days after which a table of a club at which nobody looks leaves the list
            of open tables, and the memory.
        kept_days: the days after which such a table is removed from the store.
        hints: ``False`` if nobody gets hints at any table here.
        phrases: ``False`` if nobody can say set phrases to others at any table here.

    Raises:
        TableError: if a number does not fit.

    >>> from twowaystreet.games import duel
    >>> host = TableHost()
    >>> name = host.add(Table(duel.GAME, bots={1: "simple"}))
    >>> host.find(name).names, host.find("another")
    (('Seat 0', 'Bot 1'), None)
    """

    def __init__(
        self,
        store: Store | None = None,
        *,
        clock: Clock | None = None,
        idle: float = 600.0,
        most: int = MOST,
        listed_days: float = 7.0,
        kept_days: float = 90.0,
        hints: bool = True,
        phrases: bool = True,
    ) -> None:
        if type(most) is not int or most < 1:
            raise TableError(f"most={quoted(most)}: expected a positive whole number")
        if type(idle) not in (int, float) or not idle > 0:
            raise TableError(f"idle={quoted(idle)}: expected a positive number of seconds")
        for name, days in (("listed_days", listed_days), ("kept_days", kept_days)):
            if type(days) not in (int, float) or not 0 < days <= LONGEST:
                raise TableError(f"{name}={quoted(days)}: expected 0 to {LONGEST} days")
        if kept_days < listed_days:
            raise TableError(f"kept_days={kept_days:g}: expected {listed_days:g} or more")
        self.hints, self.phrases = bool(hints), bool(phrases)
        self.listed_days = listed_days
        self.kept_days = kept_days
        self.store = store
        self.clock = clock
        self.idle = idle
        self.most = most
        self._tables: dict[str, Table] = {}
        self.make_place: Callable[[], bool] = lambda: False
        """Puts a table away at which nobody is; returns ``False`` if there is none."""
        self.drop: Callable[[str], bool] = lambda _: True
        """Puts a table of a server away unless somebody uses it; returns whether nobody does."""

    _built: ClassVar[Callable[[TableHost], Doors]]
    """Builds the server of a host; the module of servers, which is above this one, sets it."""

    @cached_property
    def _doors(self) -> Doors:
        return type(self)._built(self)

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the tables in memory."""
        yield from tuple(self._tables)

    def __len__(self) -> int:
        """Return the number of tables in memory."""
        return len(self._tables)

    def add(self, table: Table, name: str | None = None) -> str:
        """Take a table, save it in the store if there is one, and return its name.

        Args:
            table: the table.
            name: the name, as a :class:`~twowaystreet.table.Store` allows them; ``None`` for a
                random one, which nobody can guess.

        Raises:
            TableError: if the host has a table of this name, or has no place.
            StoreError: if the table cannot be saved.
        """
        name = secrets.token_hex(8) if name is None else name
        if name in self._tables:
            raise TableError(f"table {quoted(name)}: expected a name that no table has")
        self._check_place()
        if self.store is not None:
            table.keep_in(self.store, PREFIX + name)
        self._tables[name] = table
        return name

    def find(self, name: str) -> Table | None:
        """Return the table of a name, loaded if it is in the store; ``None`` if no table has it.

        Raises:
            LeaseError: if another process has the table.
            TableError: if the host has no place, or the table cannot be loaded.
            StoreError: if the store cannot be reached.
        """
        if name in self._tables and not self.holds(name):  # others may have changed it
            self.put_away(name)
        found = self._tables.get(name)
        if found is not None or self.store is None or not is_saved(self.store, PREFIX + name):
            return found
        self._check_place()
        try:
            table: Table = Table.load_from(self.store, PREFIX + name)
        except LeaseError as error:
            raise ElsewhereError from error
        self._tables[name] = table
        return table

    # Any: JSON.
    async def follow(
        self, token: str, *, table: str | None = None, seen: int = 0
    ) -> AsyncGenerator[dict[str, Any], None]:
        """Yield what a person may know of a table, at once and then after each change.

        It is the message ``Facts`` of :func:`twowaystreet.schemas.wire`. Who follows is at the
        table like an open page: time runs, and others see that the person is there. Several changes
        can come together, and what the program does by the table itself, such as ``join``, comes
        with the next one. It ends when the table has left the memory: follow it again.

        Args:
            token: the token of a player or a spectator.
            table: the name of the table; ``None`` for the table in memory at which the token has a
                place. Give it if the host has a store.
            seen: the number of the last event that the person has seen.

        Raises:
            TokenError: if the token belongs to nobody at a table here, also later, when it has
                ended or a bot plays for the person.
            LeaseError: if another process has the table.
            TableError: if the host has no place, the table cannot be loaded, or ``seen`` is not
                the number of an event.
            StoreError: if the store cannot be reached.

        >>> import asyncio
        >>> from twowaystreet.games import duel
        >>> host, table = TableHost(), Table(duel.GAME, bots={1: "simple"}, dealer=0)
        >>> name, ann = host.add(table), table.join("Ann")
        >>> async def main() -> None:
        ...     async for facts in host.follow(ann):
        ...         print(facts["task"])
        ...         if facts["offers"][0]["moves"][0]["move"] != "deal":
        ...             break
        ...         await host.send(ann, {"do": "play", "move": "deal", "seen": facts["number"]})
        >>> asyncio.run(main())
        Everybody is here
        Bid a number, high or low, in secret
        """
        async with aclosing(self._doors.follow(token, table, seen)) as found:
            async for facts in found:
                yield facts

    # Any: JSON.
    async def send(
        self, token: str, message: object, *, table: str | None = None
    ) -> dict[str, Any] | None:
        """Carry out a message of a person, such as a move; everybody at the table learns it.

        Args:
            token: the token of the person.
            message: a message as :func:`twowaystreet.schemas.wire` describes it, such as
                ``{"do": "play", "move": "QS", "seen": 17}``.
            table: the name of the table, as in :meth:`follow`.

        Returns:
            ``None``, the message ``Advice`` with a hint, or ``Refused`` if nothing has changed,
            also for a message that fits no schema, and for too many in a short time.

        Raises:
            TokenError: if the token belongs to nobody at a table here.
            LeaseError: if another process has the table.
            TableError: if the host has no place, or the table cannot be loaded.
            StoreError: if the store cannot be reached.
        """
        return await self._doors.send(token, message, table)

    def here(self, name: str) -> Table | None:
        """Return the table of a name in memory; ``None`` if it is not there."""
        return self._tables.get(name)

    def of_token(self, token: str) -> str | None:
        """Return the name of the table in memory at which a token has a place, or had it."""
        tables = tuple(self._tables.items())
        return next((name for name, table in tables if _has_place(table, token)), None)

    def holds(self, name: str) -> bool:
        """Return whether a table in memory is this host's to change."""
        return name in self._tables and (self.store is None or self.store.holds(PREFIX + name))

    def lost(self) -> tuple[str, ...]:
        """Ask the store, and return the names of the tables in memory whose leases are lost."""
        if self.store is not None:
            with suppress(StoreError):  # nothing has this name, but the store looks at its leases
                self.store.load(PREFIX + "-")
        return tuple(name for name in self if not self.holds(name))

    def put_away(self, name: str) -> None:
        """Let a table leave the memory; it stays in the store, or in its file.

        Raises:
            StoreError: if the store cannot release the table, which stays in the memory.
        """
        table = self._tables.get(name)
        if table is not None:
            table.close()
            self._tables.pop(name, None)

    def remove(self, name: str) -> None:
        """Delete a table from memory and from the store.

        Raises:
            LeaseError: if another process has the table.
            StoreError: if the store cannot be reached.
        """
        self.drop(name)
        self.put_away(name)
        if self.store is not None:
            write(self.store, PREFIX + name, None)

    def names(self) -> tuple[str, ...]:
        """Return the names of all tables, in memory and in the store, sorted."""
        saved = () if self.store is None else self.store.list(PREFIX)
        return tuple(sorted({*self._tables, *(each.removeprefix(PREFIX) for each in saved)}))

    def close(self) -> None:
        """Put all tables away, and close the store, which releases those that it could not."""
        for name in self:
            with suppress(StoreError):
                self.put_away(name)
        if self.store is not None:
            self.store.close()

    def _check_place(self) -> None:
        if len(self._tables) >= self.most and not self.make_place():
            raise FullError(f"the host has no place: expected at most {self.most} tables")


def write(store: Store, name: str, text: str | None) -> None:
    """Replace a text of a store that nobody keeps leased; ``None`` removes it."""
    try:
        store.lease(name)
    except LeaseError as error:
        raise ElsewhereError("another process changes this") from error
    try:
        if text is None:
            store.remove(name)
        else:
            store.save(name, text)
    finally:
        store.release(name)


def _has_place(table: Table, token: str) -> bool:
    """Return whether a table knows a token, or a bot there plays for its owner."""
    if table.stand_ins and not table.knows(token):
        with suppress(TokenError):
            return table._now.stand_in_for(token) in table.stand_ins
    return table.knows(token)
