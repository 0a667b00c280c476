"""Scenes: the items of a table with their places, and the differences between two scenes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, zip_longest
from typing import Any, Final, NamedTuple, TypeAlias, TypeVarTuple

from twowaystreet.svg.geometry import Box
from twowaystreet.svg.seating import Layout

Ts = TypeVarTuple("Ts")
Json: TypeAlias = dict[str, Any]  # a message of a page, or a part of it. Any: JSON


class Item(NamedTuple):
    """An item of a table; a card face down has the name of its place, which tells nothing."""

    name: str  # the identity, such as ``QS``, ``back-2-7`` or ``plate-1``
    x: float  # of its middle, or of the point from which it is drawn
    y: float  # downwards
    z: int  # items of a higher level cover others
    art: str  # its elements, drawn round the point 0, 0
    angle: float = 0.0  # in degrees
    scale: float = 1.0
    label: str = ""  # in words, for people who cannot see it; empty for decoration
    card: str = ""  # if it is the viewer's own and can be chosen
    dim: bool = False  # no legal move has this card
    origin: str = ""  # the name of the item from which it comes, if it is new
    goal: str = ""  # the name of the item to which it goes in the end
    move: str = ""  # the text of the move that plays it alone; a page knows it from its form
    pressed: str = ""  # in a picture: ``true`` for a chosen card, ``false`` if it can be chosen


_KEYS: Final = ("x", "y", "z", "art", "r", "k", "label", "card", "dim", "from", "to")
"""The keys of a message, by the attributes after the name, without those of pictures."""
_ROUNDED: Final = frozenset({"x", "y", "r"})
_NEVER: Final[Any] = None  # Any: a value that no item has
_UNKNOWN: Final = Item("", x=_NEVER, y=_NEVER, z=_NEVER, art=_NEVER)
"""An item that a page does not have, with the values that every item has unless told otherwise."""


class Part(NamedTuple):
    """Items of a table, with the function that yielded them and its arguments."""

    items: tuple[Item, ...]
    made_of: object


class Parts:
    """The parts of a scene; those that have not changed are those of the scene before."""

    def __init__(self, before: Iterable[Part]) -> None:
        self._before = iter(before)
        self.made: list[Part] = []

    def add(self, make: Callable[[*Ts], Iterable[Item]], *given: *Ts) -> None:
        """Add the items that a function yields for these values, which alone may decide them."""
        part = next(self._before, None)
        made_of = make, given
        if part is None or part.made_of != made_of:
            part = Part(tuple(make(*given)), made_of)
        self.made.append(part)


class Scene(NamedTuple):
    """The layout of a table, and its items in their order, by the parts of the table."""

    places: Layout
    parts: tuple[Part, ...]
    hold: str = ""

    @property
    def items(self) -> Iterator[Item]:
        """The items in their order."""
        return chain.from_iterable(part.items for part in self.parts)

    def by_name(self) -> dict[str, Item]:
        """Return the items by their names."""
        return _by_name(self.parts)


def _by_name(parts: Iterable[Part | None]) -> dict[str, Item]:
    return {item.name: item for part in parts if part for item in part.items}


def difference(before: Scene | None, after: Scene) -> Json:
    """Return what changes from one scene to the next, as a message for a page.

    ``set`` has the new values of the items that changed, and ``gone`` the names of those that are
    no longer there. Arts are still those of pictures. A first scene, or one of another size, has
    ``new``, its size and its boxes.
    """
    if before is not None and before.places.whole != after.places.whole:
        before = None
    pairs = zip_longest(before.parts if before else (), after.parts)
    changed = [(old, new) for old, new in pairs if old is not new]
    known = _by_name(old for old, _ in changed)
    now = _by_name(new for _, new in changed)
    values = {
        name: news for name, item in now.items() if (news := _news(known.get(name, _UNKNOWN), item))
    }
    found: Json = {}
    if values:
        found["set"] = values
    if gone := [name for name in known if name not in now]:
        found["gone"] = gone
    if before is None:
        whole = after.places.whole
        found |= {"new": True, "width": whole.width, "height": whole.height}
    for name in ("prompt", "hand", "center"):
        box: Box = getattr(after.places, name)
        if before is None or getattr(before.places, name) != box:
            found[name] = [*box]
    return found


def _news(before: tuple[Any, ...], after: tuple[Any, ...]) -> Json:
    """Return the values of an item that differ from those before it, by the keys of the page."""
    if before == after:
        return {}
    return {
        key: round(now, 1) if key in _ROUNDED else now
        for key, old, now in zip(_KEYS, before[1:-2], after[1:-2], strict=True)
        if now != old
    }
