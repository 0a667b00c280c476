"""Scenes: the items of a table with their places, and the differences between two scenes.

A picture draws a scene once. A page draws it, keeps the items, and then takes differences: an item
that has moved is the same item, so the page can show its way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs

from twowaystreet._util.values import Value
from twowaystreet.svg.elements import for_page
from twowaystreet.svg.geometry import Box


@attrs.frozen(kw_only=True)
class Item(Value):
    """An item of a table: a card, a text, or a shape.

    Attributes:
        name: the identity, such as ``QS``, ``back-2-7`` or ``plate-1``. A card face up has its own
            name, so that it keeps its identity when it is played. A card face down has the name of
            its place, which tells nothing about the card.
        x: the place of its middle, or of the point from which it is drawn.
        y: the same, downwards.
        z: its level; items of a higher level cover others.
        angle: the angle in degrees.
        scale: the factor by which it is enlarged.
        art: its elements, drawn round the point 0, 0.
        label: the item in words, for people who cannot see it; empty for decoration.
        card: the text of the card, if it is the viewer's own and can be chosen.
        move: the text of the move that plays this card alone.
        dim: True if no legal move has this card.
        origin: the name of the item from which it comes, if it is new.
        goal: the name of the item to which it goes in the end.
    """

    name: str
    x: float
    y: float
    z: int
    angle: float = 0.0
    scale: float = 1.0
    art: str
    label: str = ""
    card: str = ""
    move: str = ""
    dim: bool = False
    origin: str = ""
    goal: str = ""


_KEYS: Final[Mapping[str, str]] = {
    "x": "x",
    "y": "y",
    "z": "z",
    "angle": "r",
    "scale": "k",
    "art": "art",
    "label": "label",
    "card": "card",
    "move": "move",
    "dim": "dim",
    "origin": "from",
    "goal": "to",
}
"""The keys of a message, by the names of the attributes."""
_DEFAULTS: Final[Mapping[str, object]] = {
    "angle": 0.0,
    "scale": 1.0,
    "label": "",
    "card": "",
    "move": "",
    "dim": False,
    "origin": "",
    "goal": "",
}


@attrs.frozen(kw_only=True)
class Scene(Value):
    """The items of a table.

    Attributes:
        width: the width.
        height: the height.
        items: the items in their order.
        prompt: the box of the line that tells what to do.
        hand: the box of the viewer's hand.
        center: the box in the middle, for places that fill.
        hold: ``trick`` if the trick on the table is complete, so that people want to see it;
            otherwise empty.
        title: the scene in a few words.
        words: everything in the scene in words.
    """

    width: float
    height: float
    items: tuple[Item, ...]
    prompt: Box
    hand: Box
    center: Box
    hold: str = ""
    title: str = ""
    words: str = ""

    def by_name(self) -> dict[str, Item]:
        """Return the items by their names."""
        return {item.name: item for item in self.items}


# Any: JSON, here and below.
def difference(before: Scene | None, after: Scene) -> dict[str, Any]:
    """Return what changes from one scene to the next, as a message for a page.

    Args:
        before: the scene that the page shows; ``None`` for none, or for one of another size.
        after: the scene to show.

    Returns:
        ``set``, the new values of the items that changed, and ``gone``, the names of those that
        are no longer there; a first scene has ``new``, its size and its boxes besides.
    """
    is_new = before is None or (before.width, before.height) != (after.width, after.height)
    known = {} if is_new or before is None else before.by_name()
    now = after.by_name()
    changed = {name: news for name, item in now.items() if (news := _news(known.get(name), item))}
    found: dict[str, Any] = {}
    if changed:
        found["set"] = changed
    if gone := [name for name in known if name not in now]:
        found["gone"] = gone
    if is_new or before is None:
        found |= {"new": True, "width": after.width, "height": after.height}
    for name in ("prompt", "hand", "center"):
        box: Box = getattr(after, name)
        if is_new or before is None or getattr(before, name) != box:
            found[name] = [box.x, box.y, box.width, box.height]
    return found


def _news(before: Item | None, after: Item) -> dict[str, Any]:
    """Return the values of an item that differ from those before it."""
    if before is after:
        return {}
    return dict(_differing(before, after))


def _differing(before: Item | None, after: Item) -> Iterator[tuple[str, Any]]:
    for name, key in _KEYS.items():
        value = getattr(after, name)
        known = _DEFAULTS.get(name) if before is None else getattr(before, name)
        if value != known:
            if key in ("x", "y", "r"):
                yield key, round(value, 1)
            else:
                yield key, for_page(value) if key == "art" else value
