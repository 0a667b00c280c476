"""Facts: what there is to know in a game, and who may know it.

A fact says how it is read from the state, who may know it, and which stored fields it covers. What
was laid, said or shown in the open stays known for the hand; what was hidden stays hidden when the
hand is over (AL-3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import attrs

from twowaystreet._util.values import Value

FACT: Final = "twowaystreet.fact"
"""The key under which a field's metadata holds its :class:`Fact`."""


@attrs.frozen
class Fact(Value):
    """How something is known.

    Attributes:
        read: reads what a viewer may know of it, from the state and the viewer's seat
            (``None`` for a spectator).
        covers: the stored fields that it tells of, such as ``match.scores``.
    """

    # Any: the state is that of the game which declares the fact.
    read: Callable[[Any, int | None], Any]
    covers: tuple[str, ...]


def _field(read: Callable[[Any, int | None], Any], covers: tuple[str, ...]) -> Any:
    """A field of a view. Any: its annotation says what the fact is."""
    return attrs.field(metadata={FACT: Fact(read, covers)})


def public_fact(read: Callable[[Any], Any], *covers: str) -> Any:
    """A fact that everybody knows.

    Args:
        read: reads it from the state.
        covers: the stored fields it tells of.
    """
    return _field(lambda state, viewer: read(state), covers)


def private_fact(read: Callable[[Any, int], Any], *covers: str) -> Any:
    """A fact that every seat knows of itself, and nobody of another.

    Args:
        read: reads it from the state, for a seat.
        covers: the stored fields it tells of.
    """
    return _field(lambda state, viewer: None if viewer is None else read(state, viewer), covers)


def viewer_fact(read: Callable[[Any, int | None], Any], *covers: str) -> Any:
    """A fact of which everybody knows something of their own.

    Args:
        read: reads what a viewer knows of it, from the state and the viewer.
        covers: the stored fields it tells of.
    """
    return _field(read, covers)


def conditional_fact(
    read: Callable[[Any], Any], known: Callable[[Any, int | None], bool], *covers: str
) -> Any:
    """A fact that some know and others do not.

    Args:
        read: reads it from the state.
        known: whether a viewer knows it, from the state and the viewer.
        covers: the stored fields it tells of.
    """
    return _field(lambda state, viewer: read(state) if known(state, viewer) else None, covers)


def per_seat_fact(
    read: Callable[[Any, int], Any],
    known: Callable[[Any, int, int | None], bool],
    *covers: str,
) -> Any:
    """A fact about each seat, as a tuple: known or not, seat by seat.

    Args:
        read: reads it from the state, for a seat.
        known: whether a viewer knows it: from the state, the seat it is about, the viewer.
        covers: the stored fields it tells of.
    """
    return _field(
        lambda state, viewer: tuple(
            [
                read(state, seat) if known(state, seat, viewer) else None
                for seat in range(state.rules.seats)
            ]
        ),
        covers,
    )


def to_owner(state: object, owner: int, viewer: int | None) -> bool:
    """Only the seat itself knows."""
    return owner == viewer
