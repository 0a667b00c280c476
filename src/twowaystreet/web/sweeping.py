"""The putting away of tables that nobody uses, or whose leases are lost, with their rooms."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import attrs

from twowaystreet.web.hosts import TableHost
from twowaystreet.web.rooms import MOVED, Room
from twowaystreet.web.work import Troubles, Waiting

SWEEP: Final = 5.0  # seconds between two looks for tables to put away


@attrs.define(eq=False)
class Sweeper:
    """Puts the tables of a host with a store away; their pages connect again."""

    _host: TableHost
    _rooms: dict[str, Room]  # by the name of the table
    _waiting: Waiting
    _troubles: Troubles
    _opened: Callable[[str], Awaitable[Room | None]]  # by the name
    _task: asyncio.Task[None] | None = attrs.field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self._host.make_place, self._host.drop = self._make_place, self._drop

    def begin(self) -> None:
        if self._host.store is not None and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._sweep())

    async def _sweep(self) -> None:
        host = self._host
        while len(host):
            await asyncio.sleep(min(SWEEP, host.idle))
            # The store finds out that its leases are lost.
            await self._troubles.watch("the store", partial(self._waiting.call, host.lost))
            for name in host:
                await self._troubles.watch(f"table {name}", partial(self._put_away_old, name))

    async def _put_away_old(self, name: str) -> None:
        room = await self._opened(name) if self._host.holds(name) else None
        oldest = asyncio.get_running_loop().time() - self._host.idle

        def is_old() -> bool:
            if room is None or room is not self._rooms.get(name):
                return False
            return room.is_idle and room.last_left <= oldest

        await self.put_away(name, is_old)

    async def put_away(self, name: str, is_old: Callable[[], bool] = lambda: False) -> None:
        """Put a table away if its lease is lost, or if it is old when nobody changes it."""
        async with self._waiting.lock(name):  # nothing changes between the judgement and its end
            if self._host.holds(name) and not is_old():
                return
            room = self._end_room(name)
            try:
                await self._waiting.call(partial(self._host.put_away, name))
            except Exception:
                if room is not None:  # the table stays, and is as old as before
                    self._rooms.setdefault(name, room)
                raise

    def _end_room(self, name: str) -> Room | None:
        room = self._rooms.pop(name, None)
        if room is not None:
            room.close(*MOVED)
        return room

    def _make_place(self) -> bool:
        """Put the table away at which nobody was for longest, if the store keeps it."""

        def idlest() -> str | None:
            left = {name: self._left(name) for name in self._host}
            free = {name: at for name, at in left.items() if at is not None}
            return min(free, key=free.__getitem__, default=None)

        return self._host.store is not None and self._let_go(idlest)

    def _drop(self, name: str) -> bool:
        """Put a table away unless somebody uses it; return whether nobody does."""
        if self._host.here(name) is None:
            return True
        return self._let_go(lambda: None if self._left(name) is None else name)

    def _left(self, name: str) -> float | None:
        """Return when the last one left a table, ``None`` while it is in use."""
        room = self._rooms.get(name)  # the lobby needs no rooms
        if self._waiting.lock(name).locked():
            return None
        if room is None:
            return -math.inf
        is_free = not room.clients and (room.is_idle or not room.table.people)
        return room.last_left if is_free else None

    def _let_go(self, choose: Callable[[], str | None]) -> bool:
        """Put a table away that nobody uses; return ``False`` if there is none."""

        async def begin() -> tuple[str, asyncio.Lock] | None:
            if (name := choose()) is None:
                return None
            lock = self._waiting.lock(name)
            await lock.acquire()  # at once, as nobody has it
            self._end_room(name)
            return name, lock

        if self._waiting.is_in_thread:
            if (found := self._waiting.on_loop(begin())) is None:
                return False
            try:
                self._host.put_away(found[0])
            finally:
                self._waiting.soon(found[1].release)
        elif (name := choose()) is None:
            return False
        else:
            self._end_room(name)
            self._host.put_away(name)
        return True
