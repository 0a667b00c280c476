"""The picture of a table, from its scene."""

from __future__ import annotations

from collections.abc import Iterator

from twowaystreet.svg.elements import at, document, safe
from twowaystreet.svg.geometry import Box, Place
from twowaystreet.svg.scene import Item, Scene


def table(scene: Scene, scale: float = 1.0) -> str:
    """Return the picture of a scene, enlarged by a factor."""
    can_play = any(item.move for item in scene.items)
    return document(
        Box(0, 0, scene.width, scene.height),
        (drawn(item) for item in in_order(scene)),
        title=scene.title,
        words=scene.words,
        role="group" if can_play else "img",
        scale=scale,
    )


def in_order(scene: Scene) -> list[Item]:
    """Return the items of a scene from the lowest level up."""
    return sorted(scene.items, key=lambda item: item.z)


def drawn(item: Item) -> str:
    """Return an item as an element."""
    place = Place(item.x, item.y, item.angle)
    data = ' role="img"' if item.label else ""
    data += f' data-card="{item.card}"' if item.card else ""
    if item.move:
        data += f' data-move="{safe(item.move)}" class="pick"'
    art = item.art.replace('class="card"', 'class="idle"') if item.dim else item.art
    return "".join(_lines(item, f"<g {at(place, item.scale)}{data}>", art))


def _lines(item: Item, opening: str, art: str) -> Iterator[str]:
    yield opening
    if item.label:
        yield f"<title>{safe(item.label)}</title>"
    yield art
    yield "</g>"
