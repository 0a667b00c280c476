"""Facts: the pieces of information in a game, each with its audience.

A fact has a function that reads it from the state, an audience, and the stored fields that it
covers. Cards and words in the open stay known for the hand. Hidden information stays hidden when
the hand is over (AL-3).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final

import attrs

from twowaystreet._util.values import Value

FACT: Final = "twowaystreet.fact"
"""The key under which a field's metadata holds its :class:`Fact`."""


@attrs.frozen
class Fact(Value):
    """The source and the audience of one field of a view.

    Attributes:
        read: a function of the state and the viewer's seat (``None`` for a spectator). It returns
            the part that this viewer may know.
        covers: the stored fields behind the fact, such as ``match.scores``.
        field: the stored field whose value the fact is; empty if ``read`` does more than that.
        own_only: True if a viewer knows only its own element of a tuple with one for each seat.
        held_by: the fact with the seat in whose hand the cards of this fact lie until they are
            played; empty if they are not in a hand.
    """

    # Any: the state class of the game that declares the fact.
    read: Callable[[Any, int | None], Any]
    covers: tuple[str, ...]
    field: str = ""
    held_by: str = ""
    own_only: bool = False


def _field(
    read: Callable[[Any, int | None], Any],
    covers: tuple[str, ...],
    field: str = "",
    held_by: str = "",
    own_only: bool = False,
) -> Any:
    """Make a field of a view. Any: its annotation gives the type."""
    return attrs.field(metadata={FACT: Fact(read, covers, field, held_by, own_only)})


def public_fact(read: Callable[[Any], Any] | str, *covers: str, held_by: str = "") -> Any:
    """Declare a fact that everybody knows.

    Args:
        read: a function of the state; or the name of a stored field of the match or the hand data,
            such as ``hand_data.trumps``, which the fact shows and covers.
        covers: the stored fields behind the fact.
        held_by: for a card, or a tuple of cards, that lies in the hand of a seat until it is
            played: the name of the fact that is this seat, such as ``dealer``. Worlds leave the
            card there.
    """
    if isinstance(read, str):
        value: Callable[[Any], Any] = attrgetter(f"_{read}")
        return _field(lambda state, viewer: value(state), (read, *covers), read, held_by)
    return _field(lambda state, viewer: read(state), covers, held_by=held_by)


def private_fact(read: Callable[[Any, int], Any], *covers: str) -> Any:
    """Declare a fact about each seat that only the seat itself knows.

    Args:
        read: a function of the state and the seat.
        covers: the stored fields behind the fact.
    """
    return _field(lambda state, viewer: None if viewer is None else read(state, viewer), covers)


def viewer_fact(read: Callable[[Any, int | None], Any], *covers: str) -> Any:
    """Declare a fact that differs from viewer to viewer.

    Args:
        read: a function of the state and the viewer.
        covers: the stored fields behind the fact.
    """
    return _field(read, covers)


def conditional_fact(
    read: Callable[[Any], Any], known: Callable[[Any, int | None], bool], *covers: str
) -> Any:
    """Declare a fact that some viewers know and others do not.

    Args:
        read: a function of the state.
        known: a function of the state and the viewer; ``True`` if the viewer knows the fact.
        covers: the stored fields behind the fact.
    """
    return _field(lambda state, viewer: read(state) if known(state, viewer) else None, covers)


def per_seat_fact(
    read: Callable[[Any, int], Any],
    known: Callable[[Any, int, int | None], bool],
    *covers: str,
) -> Any:
    """Declare a tuple with a fact about each seat; unknown elements are ``None``.

    Args:
        read: a function of the state and the seat.
        known: a function of the state, the seat and the viewer; ``True`` if the viewer knows it.
        covers: the stored fields behind the fact.
    """
    return _field(
        lambda state, viewer: tuple(
            [
                read(state, seat) if known(state, seat, viewer) else None
                for seat in range(state.rules.seats)
            ]
        ),
        covers,
        own_only=known is to_owner,
    )


def to_owner(state: object, owner: int, viewer: int | None) -> bool:
    """Return whether the viewer is the owner: the audience of a private element."""
    return owner == viewer


def facts_of(view: type[Any]) -> dict[str, Fact]:
    """Return the facts of a view class by name. Any: each game has its own class."""
    return {each.name: each.metadata[FACT] for each in attrs.fields(view) if FACT in each.metadata}
