"""Drafts: changes of a table that one thread makes, and that another one saves."""

from __future__ import annotations

from typing import Any

from typing_extensions import override

from twowaystreet.table._files import Keeper
from twowaystreet.table._table import Table


class Draft(Keeper):
    """A copy of a table, whose changes nobody sees before they are saved.

    >>> from twowaystreet.games import duel
    >>> table = Table(duel.GAME)
    >>> draft = Draft(table)
    >>> ann = draft.table.join("Ann")
    >>> table.knows(ann), draft.keep(), table.knows(ann)
    (False, None, True)
    """

    def __init__(self, table: Table[Any]) -> None:
        self.table = _copied(table, self)
        self._of = table
        self._text: str | None = None

    @override
    def save(self, text: str) -> None:
        self._text = text

    @property
    def has_changed(self) -> bool:
        return self._text is not None

    @override
    def close(self) -> None:
        """Do nothing: the table keeps its place."""

    def keep(self) -> None:
        """Save the change, if any, and let the table take it over; TableError if saving fails."""
        if self._text is None:
            return
        table = self._of
        try:
            if table._keeper is not None:
                table._keeper.save(self._text)
        except BaseException:  # the bots may remember moves that count no more
            table._bots.begin_hand()
            raise
        vars(table).update(vars(self.table), _keeper=table._keeper)


def _copied(table: Table[Any], keeper: Keeper) -> Table[Any]:
    copied = table.__class__.__new__(table.__class__)
    vars(copied).update(vars(table), _keeper=keeper)
    return copied
