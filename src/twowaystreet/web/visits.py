"""Visits: how long nobody has looked at the tables of a club, which then leave its list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from twowaystreet.web.hosts import TableHost
from twowaystreet.web.ledger import Ledger
from twowaystreet.web.work import Troubles

TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
"""The form of a time in UTC. Such texts have the order of their times."""
RECENT: Final = 1 / 24
"""The days for which a look at a table is not noted again."""
MOST: Final = 50
"""The most tables that leave the list, or the store, with one look at the list."""


class Visits:
    """The times of the last looks at tables; the host says for how long a table stays."""

    def __init__(self, host: TableHost, ledger: Ledger, now: Callable[[], str]) -> None:
        self._host = host
        self._ledger = ledger
        self._now = now
        self._tidied = ""
        self._troubles = Troubles()

    def begin(self) -> None:
        """Count tables of an earlier version as seen now."""
        self._ledger.look_at_all(self._now())

    def look(self, name: str) -> bool:
        return self._ledger.look(name, self._now(), self._before(RECENT))

    def tidy(self) -> None:
        """Take tables off the list, and later out of the store, that nobody looks at any more."""
        if self._tidied != self._now():
            self._tidied = self._now()
            try:
                listed, kept = self._host.listed_days, self._host.kept_days
                # The days off the list begin here: a clock that was wrong deletes nothing.
                self._end(kept - listed, self._remove, is_listed=False)
                close = partial(self._ledger.close_table, now=self._now())
                self._end(listed, close, is_listed=True)
            except Exception as error:  # the ledger fails, and the list has the tables still
                self._troubles.tell("the list of tables", error)

    def _end(self, days: float, end: Callable[[str], None], *, is_listed: bool) -> None:
        for name in self._ledger.unseen(self._before(days), is_listed=is_listed, most=MOST):
            try:
                if self._host.drop(name):
                    end(name)
                    continue
            except Exception as error:  # any of a store, or another process has the table
                self._troubles.tell(f"table {name} in the list", error)
            self._ledger.put_off(name, self._now())

    def _remove(self, name: str) -> None:
        self._host.remove(name)
        entry = self._ledger.table(name)
        games = range(1, 2 if entry is None else entry.games + 2)
        self._ledger.remove_table(name, [f"{name}-{number}" for number in games])

    def _before(self, days: float) -> str:
        return (datetime.strptime(self._now(), TIME) - timedelta(days=days)).strftime(TIME)
