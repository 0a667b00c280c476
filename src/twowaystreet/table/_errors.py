"""Errors of tables, and the size from which on a text is refused."""

from __future__ import annotations

from typing import Final

from twowaystreet.errors import TwoWayStreetError

LARGEST: Final = 16_000_000
"""The most characters of a saved table; a long game has a few thousand moves of ten characters."""


class TableError(TwoWayStreetError):
    """A request that a table refuses, or a file that is not a saved table; nothing changes.

    Attributes:
        reason: the reason in words, for the person who asked.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


class TokenError(TableError):
    """A token that belongs to nobody at the table."""

    def __init__(self, reason: str = "this token belongs to nobody at this table") -> None:
        super().__init__(reason)


class StoreError(TableError):
    """A text that a store cannot keep or give, such as one that nobody has saved."""


class LeaseError(StoreError):
    """A name that another store has leased, or a text that may not change without a lease."""
