"""The desk of a table whose store can hang: it plays in turns, and saves in threads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from typing_extensions import override

from twowaystreet.table import Table
from twowaystreet.table._drafts import Draft
from twowaystreet.web.work import Desk, Lane, QueuePlace, Waiting, noted

T = TypeVar("T")


class PatientDesk(Desk):
    """The desk of one table whose store can hang, beside the desk of the server."""

    def __init__(self, desk: Desk, waiting: Waiting, name: str) -> None:
        super().__init__()
        self._desk = desk
        self._waiting = waiting
        self._name = name
        self._lock = waiting.lock(name)

    @override
    async def call(self, function: Callable[[], T], place: QueuePlace | None = None) -> T:
        def called() -> tuple[T] | None:
            return None if self._lock.locked() else (function(),)

        while not (found := await self._desk.call(called, place)):
            async with self._lock:  # nobody waits for a turn with the lock
                pass
        return found[0]

    @override
    async def change(self, function: Callable[[], T]) -> T:
        return await self._waiting.call(function, self._name)

    @override
    async def change_drafted(
        self, table: Table, function: Callable[[Table], T], changed: Callable[[], object]
    ) -> T:
        """Change a draft in a turn, and save it in a thread.

        Threads that play compete with the event loop, which doubles the processor time of a move.
        """
        drafts: list[tuple[Draft, T]] = []

        def draw() -> bool:
            draft = Draft(table)
            drafts.append((draft, function(draft.table)))
            return draft.has_changed

        def keep() -> T:
            [(draft, found)] = drafts
            noted(table, draft.keep, changed)
            return found

        return await self._waiting.call(keep, self._name, before=partial(self._desk.call, draw))

    @override
    def hurry(self, place: QueuePlace, lane: Lane) -> None:
        self._desk.hurry(place, lane)
