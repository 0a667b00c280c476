"""The picture of a table, from its scene."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from twowaystreet.svg.elements import at, document, safe
from twowaystreet.svg.geometry import Box, CardPlace
from twowaystreet.svg.scene import Item, Scene
from twowaystreet.svg.table_facts import TableFacts, sentences_of, title_of
from twowaystreet.svg.themes import USUAL, Theme

_MOST: Final = 20_000
"""The number of characters of a table; beyond it, cards are drawn with less detail."""


def table(scene: Scene, facts: TableFacts, scale: float = 1.0, theme: Theme = USUAL) -> str:
    """Return the picture of a scene, enlarged by a factor, with its facts in words."""
    return document(
        Box(0, 0, scene.width, scene.height),
        (drawn(item) for item in in_order(scene)),
        title=title_of(facts),
        words=" ".join(sentences_of(facts)),
        role="group",
        scale=scale,
        theme=theme,
        most=_MOST,
    )


def in_order(scene: Scene) -> list[Item]:
    """Return the items of a scene from the lowest level up."""
    return sorted(scene.items, key=lambda item: item.z)


def drawn(item: Item) -> str:
    """Return an item as an element."""
    place = CardPlace(item.x, item.y, item.angle)
    data = ' role="img"' if item.label else ""
    data += f' data-card="{item.card}"' if item.card else ""
    if item.move:
        data += f' data-move="{safe(item.move)}" class="pick"'
    art = item.art.replace('class="card"', 'class="idle"') if item.dim else item.art
    if not data and art.startswith("<use ") and art.count("<") == 1 and " transform=" not in art:
        return art.replace("/>", f"{at(place, item.scale)}/>")  # a card face down
    return "".join(_lines(item, f"<g{at(place, item.scale)}{data}>", art))


def _lines(item: Item, opening: str, art: str) -> Iterator[str]:
    yield opening
    if item.label:
        yield f"<title>{safe(item.label)}</title>"
    yield art
    yield "</g>"
