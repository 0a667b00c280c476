"""Arrows on the picture of a table, for moves and for what goes from one player to another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any, Final, NamedTuple, TypeAlias

from twowaystreet._core.cards.cards import Card, is_card
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.words import card_words
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RulesError, as_tuple
from twowaystreet.svg.elements import group, number
from twowaystreet.svg.geometry import LARGE, SMALL, Box, Size
from twowaystreet.svg.scene import Item, Scene

_INSIDE: Final = 6.0  # the part of an arrow that lies on a card
_HEAD: Final = 13.0  # the length of the head of an arrow
_LEAST: Final = 36.0  # the least length of an arrow
Arrow: TypeAlias = Card | tuple[Card | int, Card | int]
"""An arrow: a card that goes to the middle, or a card or seat and the card or seat to point at."""


class _End(NamedTuple):
    """An end of an arrow: its words, its box, and whether it is a card, where it may lie."""

    words: str
    box: Box
    is_card: bool = False

    def point(self, other: tuple[float, float]) -> tuple[float, float]:
        """Return where the arrow begins or ends; on a card beside the cards that may cover it."""
        (x, y), (_, _, width, height) = self.box.center, self.box
        if self.is_card:
            inside = height / 2 - _INSIDE
            return x - 0.2 * width, y + (inside if other[1] > y else -inside)
        across, down = other[0] - x, other[1] - y
        share = min(width / 2 / max(abs(across), 1), height / 2 / max(abs(down), 1), 1)
        return x + share * across, y + share * down


def _ends(scene: Scene, facts: TableFacts) -> dict[object, _End]:
    seats, places = len(facts.names), scene.places
    middle = places.own_slot.center if places.own_slot.height else places.felt.center
    ends: dict[object, _End] = {None: _End("the middle", Box(*middle, 0, 0))}
    for place, box in enumerate((places.own_plate, *places.plates)):
        seat = ((facts.view.seat or 0) + place) % seats
        ends[seat] = _End(facts.names[seat], box)
    for item in scene.items:
        name = item.name.partition(".")[0]
        if is_card(name):
            width, height = (item.scale * length for length in drawn_size(item))
            box = Box(item.x - width / 2, item.y - height / 2, width, height)
            ends.setdefault(Card.parse(name), _End(card_words(Card.parse(name)), box, is_card=True))
    return ends


def lines_of(arrows: Iterable[Arrow], scene: Scene, facts: TableFacts) -> dict[str, list[str]]:
    """Return the lines of checked arrows by their words."""
    ends, most = _ends(scene, facts), len(facts.names) - 1
    expected = f"cards that lie face up, or pairs of such cards or of seats from 0 to {most}"
    drawn: dict[str, list[str]] = {}
    given: tuple[Any, ...] = as_tuple("arrows", arrows, expected)  # Any: checked here
    for each in given:
        pair = (each,) if isinstance(each, Card) else as_tuple("arrows", each, expected)
        is_known = all((isinstance(end, Card) or is_int(end)) and end in ends for end in pair)
        if not is_known or len({*pair}) != 2 - isinstance(each, Card):
            raise RulesError("arrows", each, expected)
        start, goal = [ends[end] for end in (*pair, None)[:2]]
        words = f"An arrow from {start.words} to {goal.words}"
        drawn[words] = [*group(words, _arrow(start, goal))]
    return drawn


def _arrow(start: _End, goal: _End) -> Iterator[str]:
    x, y = start.point(goal.box.center)
    end_x, end_y = goal.point((x, y))
    length = max(hypot(end_x - x, end_y - y), 1)
    along, down = _HEAD * (end_x - x) / length, _HEAD * (end_y - y) / length
    if length < _LEAST:  # between neighbours it begins on the first and ends on the second
        more = (_LEAST - length) / 2 / _HEAD
        x, y, end_x, end_y = (
            x - more * along,
            y - more * down,
            end_x + more * along,
            end_y + more * down,
        )
    head = [(end_x - along - side * down, end_y - down + side * along) for side in (0.7, -0.7)]
    points = [(x, y), (end_x, end_y), head[0], (end_x, end_y), head[1]]
    path = "M" + "L".join(f"{number(across)} {number(low)}" for across, low in points)
    yield from (f'<path class="{name}" d="{path}"/>' for name in ("rim", "arrow"))


def drawn_size(item: Item) -> Size:
    """Return the size in which the card of an item is drawn."""
    return SMALL if 'href="#{}m' in item.art else LARGE
