"""Rooms: a table with the connections that watch it, and the task that lets its bots play."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import nullcontext
from typing import Final, ParamSpec, TypeVar

import attrs

from twowaystreet._page.engine import Engine, read
from twowaystreet._page.viewers import Viewer, look_of, message_text
from twowaystreet.table import Table, TokenError
from twowaystreet.web.thinking import Thinkers

P = ParamSpec("P")
T = TypeVar("T")

FRAME: Final = 0.05
"""The seconds that a picture waits for bots without a pace. People follow no more pictures in a
second, and a picture takes as long as the moves of two simple bots."""
BREATH: Final = 0.25
"""The seconds between two looks back at one table."""
RETRY: Final = 5.0
"""The seconds until a bot moves again after its move could not be saved."""
_LOG: Final = logging.getLogger("uvicorn.error")


@attrs.define(eq=False)
class Client:
    """A connection.

    Attributes:
        token: the token of the person.
        viewer: what the page has got.
        answer: the last answer for this person alone: a refusal, or a look back.
        changed: set when there is something to send. A slow connection gets the newest picture
            and the newest answer, and no older ones, so it needs no more memory than others.
    """

    token: str
    viewer: Viewer = attrs.field(factory=Viewer)
    answer: str | None = None
    is_behind: bool = True
    changed: asyncio.Event = attrs.field(factory=asyncio.Event)


class Room:
    """A table and its connections.

    One thread works on the messages and pictures of all tables. Bots think in others, and hold up
    their table only while they make the move. So the server goes on answering. With 200 busy
    tables, ``/health`` takes 5 milliseconds; with this work on the event loop it takes 1400.

    Args:
        table: the table.
        desk: the thread for messages and pictures.
        thinkers: the threads in which bots think.
        pace: the seconds between the moves of bots, so that people can follow.
    """

    def __init__(self, table: Table, desk: Executor, thinkers: Thinkers, pace: float = 0.5) -> None:
        self.table = table
        self.clients: set[Client] = set()
        self._engine = Engine(table)
        self._desk = desk
        self._thinkers = thinkers
        self._pace = pace
        self._lock = threading.Lock()
        self._bots: asyncio.Task[None] | None = None
        self._reported = 0
        self._past = asyncio.Lock()

    def knows(self, token: str) -> bool:
        """Return whether a token belongs to a person at this table."""
        try:
            self.table.seat(token)
        except TokenError:
            return False
        return True

    def enter(self, client: Client) -> None:
        """Add a connection; it gets a scene when it has told its size."""
        self.clients.add(client)
        self._tell_everybody()
        self.wake()

    def leave(self, client: Client) -> None:
        """Remove a connection."""
        self.clients.discard(client)
        self._tell_everybody()

    def _away(self) -> list[int]:
        """Return the seats of people whose page is not open."""
        there = {self.table.seat(client.token) for client in self.clients}
        return [seat for seat in self.table.people if seat not in there]

    async def receive(self, client: Client, text: str) -> None:
        """Carry out a message of a connection."""
        message = read(text)
        if message and message["do"] == "look":
            look = look_of(message)
            assert look is not None
            client.viewer.change(look)
            client.is_behind = True
            client.changed.set()
            return
        looks_back = message is not None and message["do"] == "past"
        async with self._past if looks_back else nullcontext():
            answer = await self._work(self._engine.carry_out, client.token, client.viewer, message)
            if looks_back:  # a look back takes as long as sixty moves
                await asyncio.sleep(BREATH)
        if answer is not None:
            client.answer = answer
            client.changed.set()
            return
        self._tell_everybody()
        self.wake()

    async def news(self, client: Client) -> list[str]:
        """Wait until there is something to send to a connection, and return it."""
        await client.changed.wait()
        if self._bots is not None and self._pace < FRAME:
            await asyncio.wait((self._bots,), timeout=FRAME)
        client.changed.clear()
        own, client.answer = client.answer, None
        answers: list[str] = []
        if client.is_behind:
            client.is_behind = False
            news = await self._work(self._engine.news, client.token, client.viewer, self._away())
            if news is not None:
                answers.append(message_text(news))
        # The page shows a refusal until the next picture.
        return answers if own is None else [*answers, own]

    async def _work(self, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in the thread for messages and pictures, while no bot moves."""

        def work() -> T:
            with self._lock:
                return call(*args, **kwargs)

        return await asyncio.get_running_loop().run_in_executor(self._desk, work)

    def wake(self) -> None:
        """Let the bots play, if it is their turn and they are not playing already."""
        if self._bots is None or self._bots.done():
            self._bots = asyncio.create_task(self._let_bots_play())

    async def _let_bots_play(self) -> None:
        # A table that waits for a person does not wait for a thread, which other bots may occupy.
        while self.table.bot_is_to_move or not self.table.people:
            try:
                moved = await self._thinkers.call(self._bot_moves)
            except Exception as error:  # the file cannot be written now, or the game has failed
                _LOG.warning("%s: %s", type(error).__name__, error)
                await asyncio.sleep(RETRY)
                continue
            self._report_faults()
            if moved is False:
                return
            if moved:
                self._tell_everybody()
                await asyncio.sleep(self._pace)

    def _bot_moves(self) -> bool | None:
        """Let a bot move, or deal; return ``None`` if a move was taken back while it thought.

        Return ``False`` if the table waits for a person.
        """
        thought = self.table.think()
        with self._lock:
            moved = self.table.advance(thought)
        return moved if moved or thought is None else None

    def _report_faults(self) -> None:
        """Tell the host why bots failed."""
        faults = self.table.faults
        for seat, fault in faults[self._reported :]:
            _LOG.warning("%s: %s", self.table.names[seat], fault)
        self._reported = len(faults)

    def _tell_everybody(self) -> None:
        for client in self.clients:
            client.is_behind = True
            client.changed.set()
