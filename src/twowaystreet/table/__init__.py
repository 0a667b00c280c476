"""Tables: a game between people and bots, with seats, tokens, turns, undo and a file.

A :class:`Table` is the part of a game server that does not depend on the network. Its methods take
the token of a person, and return only facts that this person may know. A table starts no thread.
It reads and writes no file except its own.

>>> from twowaystreet.games import twos
>>> from twowaystreet.table import Table
>>> table = Table(twos.GAME, twos.Rules(max_hands=1), bots={1: "simple", 2: "simple", 3: "simple"})
>>> ann = table.join("Ann")
>>> table.play(ann, "deal")
>>> while table.view(ann).actor is not None:
...     table.play(ann, str(table.view(ann).legal_moves[0]))
>>> table.view(ann).is_over
True
"""

from importlib import import_module
from typing import TYPE_CHECKING

from twowaystreet._util.publishing import publish
from twowaystreet.table._bots import Thought
from twowaystreet.table._errors import LeaseError, StoreError, TableError, TokenError
from twowaystreet.table._files import Store
from twowaystreet.table._people import UndoRequest
from twowaystreet.table._sittings import Happened
from twowaystreet.table._table import Table
from twowaystreet.table._telling import Offer, Report, TableEvent, offers_of, offers_text

if TYPE_CHECKING:
    from twowaystreet.table._file_stores import FileStore, SQLiteStore
    from twowaystreet.table._postgres_store import PostgresStore
else:  # type checkers find names that do not exist

    def __getattr__(name: str) -> object:
        if name in _STORES:
            publish(__name__, found := getattr(import_module(f"{__name__}.{_STORES[name]}"), name))
            return found
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "FileStore",
    "Happened",
    "LeaseError",
    "Offer",
    "PostgresStore",
    "Report",
    "SQLiteStore",
    "Store",
    "StoreError",
    "Table",
    "TableError",
    "TableEvent",
    "Thought",
    "TokenError",
    "UndoRequest",
    "offers_of",
    "offers_text",
]

_STORES = {
    "FileStore": "_file_stores",
    "PostgresStore": "_postgres_store",
    "SQLiteStore": "_file_stores",
}
"""The modules of the stores, which are loaded on first use: most tables need none of them."""

publish(__name__)
