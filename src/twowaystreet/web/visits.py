"""Visits: how long nobody has looked at the tables of a club, which then leave its list."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from twowaystreet.table import StoreError
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.ledger import Ledger

TIME: Final = "%Y-%m-%dT%H:%M:%SZ"
"""The form of a time in UTC. Such texts have the order of their times."""
RECENT: Final = 1 / 24
"""The days for which a look at a table is not noted again."""
MOST: Final = 50
"""The most tables that leave the list, or the store, with one look at the list."""


class Visits:
    """The times of the last looks at tables.

    Args:
        host: the host, which says for how long a table stays.
        ledger: the ledger of the club.
        now: returns the time.
    """

    def __init__(self, host: TableHost, ledger: Ledger, now: Callable[[], str]) -> None:
        self._host = host
        self._ledger = ledger
        self._now = now
        self._tidied = ""

    def begin(self) -> None:
        """Count tables of an earlier version as seen now."""
        self._ledger.look_at_all(self._now())

    def look(self, name: str) -> bool:
        """Note a look at a table; return whether it had left the list."""
        return self._ledger.look(name, self._now(), self._before(RECENT))

    def tidy(self) -> None:
        """Take tables off the list, and later out of the store, that nobody looks at any more."""
        if self._tidied == self._now():
            return
        self._tidied = self._now()
        watched, host = {*self._host.watched()}, self._host
        before = self._before(host.listed_days)
        for name in self._ledger.unseen(before, is_listed=True, most=MOST):
            if name in watched:
                self.look(name)
            else:
                self._ledger.close_table(name)
                host.drop(name)
        before = self._before(host.kept_days)
        for name in self._ledger.unseen(before, is_listed=False, most=MOST):
            try:
                host.remove(name)
            except StoreError:  # another process has it, or the next look at the list removes it
                self.look(name)
            else:
                entry = self._ledger.table(name)
                games = range(1, 2 if entry is None else entry.games + 2)
                self._ledger.remove_table(name, [f"{name}-{number}" for number in games])

    def _before(self, days: float) -> str:
        return (datetime.strptime(self._now(), TIME) - timedelta(days=days)).strftime(TIME)
