"""Facts: the pieces of information in a game, each with its audience.

A fact has a function that reads it from the state, an audience, and the stored fields behind it.
Hidden information stays hidden when the hand is over (AL-3).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.engine.fields import ABSENT
from twowaystreet._util.values import OfGame, Value

FACT: Final = "twowaystreet.fact"  # the key under which a field's metadata holds its `ViewFact`
OWNER: Final = "owner"
"""The value of ``held_by`` for a fact whose elements lie in the hands of their seats."""
_SHARED: Final = ("match", "hand_data")
"""The objects that the states of a hand share, whose fields facts name with a dot."""

_Read: TypeAlias = Callable[[OfGame, int | None], OfGame]
"""A function of the state and the viewer's seat (``None`` for a spectator)."""
Source: TypeAlias = Callable[[OfGame], OfGame] | str
"""A function of the state; or the name of a stored field, such as ``hand_data.trumps``; or the
name of a property of the state."""


@attrs.frozen
class ViewFact(Value):
    """The source and the audience of one field of a view."""

    read: _Read  # returns the part that this viewer may know.
    covers: tuple[str, ...]  # the stored fields behind the fact, such as ``match.scores``.
    source: str = ""  # the stored field, property or method; empty for another function.
    # the fact with the seat in whose hand its cards lie until they are played, or ``owner``.
    held_by: str = ""
    or_in: str = ""  # the field of the hand data where this seat may have laid some face down.
    own_only: bool = False  # True if a viewer knows only its own element of one for each seat.
    per_seat: bool = False  # True for one for each seat, of which a viewer may know some.
    is_private: bool = False  # True if only the seat itself knows the fact.
    for_all: Callable[[OfGame], OfGame] | None = None  # reads what everybody knows.


def _field(
    read: _Read, covers: tuple[str, ...], absent: object, source: object = "", **more: OfGame
) -> OfGame:
    """Make a field of a view with a fact, whose type its annotation gives."""
    name = source if isinstance(source, str) else ""
    return attrs.field(metadata={FACT: ViewFact(read, covers, name, **more), ABSENT: absent})


def _source(
    read: Source, covers: tuple[str, ...]
) -> tuple[Callable[[OfGame], OfGame], tuple[str, ...]]:
    """Return the function that reads a source, and the stored fields that it covers."""
    if not isinstance(read, str):
        return read, covers
    is_stored = read.partition(".")[0] in _SHARED
    return attrgetter(f"_{read}" if is_stored else read), covers or (read,)


def public_fact(
    read: Source, *covers: str, held_by: str = "", or_in: str = "", absent: Any = ...
) -> Any:
    """Declare a fact that everybody knows.

    Args:
        read: the name of a stored field of the match or the hand data, such as
            ``hand_data.bids``; or of a property of theirs or of the state, such as ``winners``; or
            a function of the state.
        covers: the stored fields behind the fact; without any, the field of this name.
        held_by: for a card, or a tuple of cards, that lies in the hand of a seat until it is
            played: the name of the fact that is this seat, such as ``dealer``; or ``owner`` for a
            fact with one element for each seat. Worlds leave the card there.
        or_in: the hidden field of the hand data, such as ``hand_data.buried``, where this seat may
            have laid some of these cards.
        absent: for a fact that came later, the value in views that were saved before.
    """
    value, covered = _source(read, covers)

    def for_viewer(state: OfGame, viewer: int | None) -> OfGame:
        return value(state)

    return _field(for_viewer, covered, absent, read, held_by=held_by, or_in=or_in, for_all=value)


def private_fact(read: Callable[[Any, int], Any] | str, *covers: str, absent: Any = ...) -> Any:
    """Declare a fact about each seat that only the seat itself knows.

    Args:
        read: a function of the state and the seat; or the name of a method of the state that takes
            the seat.
        covers: the stored fields behind the fact.
        absent: as for :func:`public_fact`.
    """
    if isinstance(read, str):  # written out, as the views of all games read two such facts

        def own(state: OfGame, viewer: int | None) -> OfGame:
            return None if viewer is None else getattr(state, read)(viewer)

    else:

        def own(state: OfGame, viewer: int | None) -> OfGame:
            return None if viewer is None else read(state, viewer)

    return _field(own, covers, absent, read, is_private=True)


def viewer_fact(read: _Read | str, *covers: str, absent: Any = ...) -> Any:
    """Declare a fact that differs from viewer to viewer.

    Args:
        read: a function of the state and the viewer; or the name of a method of the state that
            takes the viewer.
        covers: the stored fields behind the fact.
        absent: as for :func:`public_fact`.
    """
    if isinstance(read, str):
        return _field(lambda state, viewer: getattr(state, read)(viewer), covers, absent, read)
    return _field(read, covers, absent)


def conditional_fact(
    read: Source, known: Callable[[Any, int | None], bool], *covers: str, absent: Any = ...
) -> Any:
    """Declare a fact that some viewers know and others do not.

    Args:
        read: a source, as for :func:`public_fact`.
        known: a function of the state and the viewer; ``True`` if the viewer knows the fact.
        covers: the stored fields behind the fact.
        absent: as for :func:`public_fact`.
    """
    value, covered = _source(read, covers)

    def if_known(state: OfGame, viewer: int | None) -> OfGame:
        return value(state) if known(state, viewer) else None

    return _field(if_known, covered, absent, read)


def per_seat_fact(
    read: Callable[[Any, int], Any] | str,
    known: Callable[[Any, int, int | None], bool],
    *covers: str,
    held_by: str = "",
    absent: Any = ...,
) -> Any:
    """Declare a tuple with a fact about each seat; unknown elements are ``None``.

    Args:
        read: the name of a stored field or a property, as for :func:`public_fact`, with one value
            for each seat; or a function of the state and the seat.
        known: a function of the state, the seat and the viewer; ``True`` if the viewer knows it.
        covers: the stored fields behind the fact.
        held_by: ``owner`` for cards that lie in the hand of their seat until they are played, such
            as those that a neighbour has given it.
        absent: as for :func:`public_fact`; here ``()`` stands for nothing about any seat.
    """
    own_only = known is to_owner
    if not isinstance(read, str):

        def elements(state: OfGame, viewer: int | None) -> tuple[OfGame, ...]:
            seats = range(state.rules.seats)
            return tuple(
                [read(state, seat) if known(state, seat, viewer) else None for seat in seats]
            )

    else:
        values, covers = _source(read, covers)

        def elements(state: OfGame, viewer: int | None) -> tuple[OfGame, ...]:
            each = enumerate(values(state))
            if own_only:  # written out, as every view of some games has such a fact
                return tuple([one if seat == viewer else None for seat, one in each])
            return tuple([one if known(state, seat, viewer) else None for seat, one in each])

    return _field(elements, covers, absent, read, held_by=held_by, own_only=own_only, per_seat=True)


def to_owner(state: object, owner: int, viewer: int | None) -> bool:
    """Return whether the viewer is the owner: the audience of a private element."""
    return owner == viewer


def facts_of(view: type) -> dict[str, ViewFact]:
    return {each.name: each.metadata[FACT] for each in attrs.fields(view) if FACT in each.metadata}
