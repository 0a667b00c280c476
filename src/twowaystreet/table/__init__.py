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

from twowaystreet._util.values import publish_exceptions
from twowaystreet.table._bots import Thought
from twowaystreet.table._errors import LeaseError, StoreError, TableError, TokenError
from twowaystreet.table._events import Happened, TableEvent
from twowaystreet.table._file_store import FileStore
from twowaystreet.table._postgres_store import PostgresStore
from twowaystreet.table._reports import Report
from twowaystreet.table._sittings import UndoRequest
from twowaystreet.table._sqlite_store import SQLiteStore
from twowaystreet.table._stores import Store
from twowaystreet.table._table import Table

__all__ = [
    "FileStore",
    "Happened",
    "LeaseError",
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
]

publish_exceptions(__name__)


def __dir__() -> list[str]:
    return __all__
