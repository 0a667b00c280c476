"""Reviews of hands that are over, made one after the other in a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import partial
from typing import Final, TypeAlias

from twowaystreet._core.records.seat_records import Event, SeatRecord
from twowaystreet._page.engine import last_hand
from twowaystreet._page.replay.pages import review_page
from twowaystreet.players import MonteCarlo, review
from twowaystreet.table import Table, TableError
from twowaystreet.web.allowances import Allowances
from twowaystreet.web.thinking import Thinkers

KEPT: Final = 16
"""The most pages that a process keeps; one has about 500,000 characters."""
WAITING: Final = 50
"""The most hands that wait for a review."""
AT_ONCE: Final = 3
"""The most reviews for which a person asks at once at a table."""
RATE: Final = 1 / 60
"""The reviews a second for which this person can ask for longer."""
PATIENCE: Final = 60.0
"""The most seconds of a review, which usually takes one."""
PLAYER: Final = MonteCarlo(100, engine="python")
"""The player that estimates the moves; to compile a game takes longer than a review."""

Key: TypeAlias = tuple[str, int, int]
"""The name of a table, a seat, and the number of the last event of a hand there."""


def reviewed_hand(name: str, table: Table, token: str) -> tuple[Key, SeatRecord]:
    """Return the hand that is over at a table, as a player saw it.

    Raises:
        TableError: during a hand, and for people who watch.
        TokenError: if the token belongs to nobody.
    """
    seat = table.seat(token)
    if seat is None:
        raise TableError("people who watch have no moves to review")
    if table.view(token).score is None:
        raise TableError("people review a hand when it is over")
    moves = last_hand(table, token)
    if not moves or moves[0].seat is not None:
        raise TableError("too much has happened since this hand")
    events = tuple(Event(each.seat, each.text, each.move, each.view) for each in moves)
    record = SeatRecord(table.game.name, seat, moves[0].before, events)
    return (name, seat, moves[-1].number), record


class Busy(TableError):
    """The server makes no review now, but later."""


class Reviews:
    """The pages of the last reviews of a server.

    One is made at a time, as several at once would hold up the tables.

    Args:
        thinkers: the threads in which they are made.
    """

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._turn = asyncio.Lock()
        self._asked = Allowances(AT_ONCE, RATE)
        self._making: dict[Key, asyncio.Task[str]] = {}
        self._pages: dict[Key, str] = {}

    async def page(self, key: Key, record: SeatRecord, names: Sequence[str]) -> str:
        """Return the page of a hand, made once for all who ask for it.

        Raises:
            Busy: if this person has asked for many, or too many people wait.
            TableError: if the review takes too long.
        """
        if key in self._pages:
            return self._pages[key]
        if key not in self._making:
            if len(self._making) >= WAITING or not self._asked.take(key[:2]):
                raise Busy("many reviews are asked for: try again in a minute")
            made = asyncio.create_task(self._make(key, partial(_made, record, names)))
            self._making[key] = made
            made.add_done_callback(lambda _: self._making.pop(key))
        return await asyncio.shield(self._making[key])

    async def _make(self, key: Key, make: partial[str]) -> str:
        async with self._turn:
            try:
                made = await self._thinkers.call(make, PATIENCE)
            except TimeoutError as error:
                raise TableError("the review takes too long") from error
        while len(self._pages) >= KEPT:
            del self._pages[next(iter(self._pages))]
        self._pages[key] = made
        return made


def _made(record: SeatRecord, names: Sequence[str]) -> str:
    return review_page(review(record, player=PLAYER), names)
