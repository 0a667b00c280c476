"""Rooms: a table with the connections that watch it, and the task that lets its bots play."""

from __future__ import annotations

import asyncio

import attrs

from twowaystreet.table import Table, TokenError
from twowaystreet.web.engine import Engine


@attrs.define(eq=False)
class Client:
    """A connection.

    Attributes:
        token: the token of the person.
        since: the number of the last event that the page has.
        refusals: the answers for this person alone.
        changed: set when there is something to send. A slow connection gets the newest picture
            and no older ones.
    """

    token: str
    since: int = 0
    refusals: list[str] = attrs.field(factory=list[str])
    is_behind: bool = True
    changed: asyncio.Event = attrs.field(factory=asyncio.Event)


class Room:
    """A table and its connections.

    Only one thread at a time works on the table. Bots think, and files are written, in worker
    threads, so the server goes on answering.

    Args:
        table: the table.
        pace: the seconds between the moves of bots, so that people can follow.
    """

    def __init__(self, table: Table, pace: float = 0.5) -> None:
        self.table = table
        self.clients: set[Client] = set()
        self._engine = Engine(table)
        self._pace = pace
        self._lock = asyncio.Lock()
        self._bots: asyncio.Task[None] | None = None

    def knows(self, token: str) -> bool:
        """Return whether a token belongs to a person at this table."""
        try:
            self.table.seat(token)
        except TokenError:
            return False
        return True

    def enter(self, client: Client) -> None:
        """Add a connection; it gets a picture at once."""
        self.clients.add(client)
        client.changed.set()
        self.wake()

    def leave(self, client: Client) -> None:
        """Remove a connection."""
        self.clients.discard(client)

    async def receive(self, client: Client, text: str) -> None:
        """Carry out a message of a connection."""
        async with self._lock:
            refusal = await asyncio.to_thread(self._engine.receive, client.token, text)
        if refusal is not None:
            client.refusals.append(refusal)
            client.changed.set()
            return
        self._tell_everybody()
        self.wake()

    async def news(self, client: Client) -> list[str]:
        """Wait until there is something to send to a connection, and return it."""
        await client.changed.wait()
        client.changed.clear()
        answers, client.refusals = client.refusals, []
        if client.is_behind:
            client.is_behind = False
            async with self._lock:
                shown = await asyncio.to_thread(self._engine.show, client.token, client.since)
                client.since = self.table.last_number
            answers.append(shown)
        return answers

    def wake(self) -> None:
        """Let the bots play, if it is their turn and they are not playing already."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._let_bots_play())

    async def _let_bots_play(self) -> None:
        while True:
            async with self._lock:
                moved = await asyncio.to_thread(self._engine.advance)
            if not moved:
                return
            self._tell_everybody()
            await asyncio.sleep(self._pace)

    def _tell_everybody(self) -> None:
        for client in self.clients:
            client.is_behind = True
            client.changed.set()
