"""Viewers: what a page shows, and the differences that it still needs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from twowaystreet.svg.elements import for_page, symbols
from twowaystreet.svg.scene import Json, Scene, difference

WIDTHS: Final = range(280, 4097)
HEIGHTS: Final = range(200, 4097)  # the sizes of a table area in pixels
CARD_SIZES: Final = {"small": 0.85, "normal": 1.0, "large": 1.15}
ORDERS: Final = ("suits", "ranks")
MOST_ARTS: Final = 300  # after which a page gets those it needs again
_JSON: Final = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
_ALWAYS: Final = frozenset({"type", "number"})  # the keys of each answer


class PageLook(NamedTuple):  # each scene is kept under its look, and tuples have a fast hash
    width: int = 1280
    height: int = 700
    steps: bool = True  # True to get the scene after each move, not the last one alone
    card: str = "normal"  # ``small``, ``normal`` or ``large``
    large: bool = False  # large indices
    order: str = "suits"  # of the hand: ``suits`` or ``ranks``
    reverse: bool = False  # the highest card on the left


FACTS: Final = "facts"  # the look of a client that draws for itself
Look: TypeAlias = PageLook | Literal["facts"]


def look_of(message: Json) -> Look | None:
    """Read the look of a page or a client; ``None`` if a value does not fit."""
    given = {name: value for name, value in message.items() if name != "do"}
    if given == {"as": FACTS}:
        return FACTS
    usual = PageLook()._asdict()
    if not given.keys() <= usual.keys() or any(
        type(value) is not type(usual[name]) for name, value in given.items()
    ):
        return None
    look = PageLook(**{**usual, **given})
    if look.card not in CARD_SIZES or look.order not in ORDERS:
        return None
    return look._replace(
        width=min(max(look.width, WIDTHS[0]), WIDTHS[-1]),
        height=min(max(look.height, HEIGHTS[0]), HEIGHTS[-1]),
    )


class SceneStep(NamedTuple):
    """An event with the scene after it; a page shows its steps one after the other."""

    number: int  # of the event
    lines: tuple[str, ...]
    scene: Scene | None  # ``None`` if the event does not change it
    says: str = ""  # what people see, in words that are no part of the log


@lru_cache(4)
def _symbols(large: bool) -> tuple[str, str]:
    return symbols(large=large)


class Viewer:
    def __init__(self, since: int = 0, *, has_symbols: bool = False) -> None:
        self.look: Look | None = None
        self.number = since
        self.scene: Scene | None = None
        self._has: Json = {}
        self._facts: Json = {}
        self.has_large: bool | None = False if has_symbols else None
        """Whether the page has large symbols; ``None`` if it has none."""
        self._arts: dict[str, int] = {}

    def change(self, look: Look) -> None:
        if self.look != look:
            self.scene = None
            self._facts = {}
        self.look = look

    def news(self, steps: list[SceneStep], facts: Json) -> Json | None:
        """Return what brings the page up to date, the present scene last; ``None`` if it is."""
        was_new = self.scene is None
        told = list(self.told(steps))
        has = self._has
        changed = {
            key: value
            for key, value in facts.items()
            if key in _ALWAYS or key not in has or has[key] != value
        }
        if not told and not changed.keys() - _ALWAYS and facts["number"] == self.number:
            return None
        if was_new:  # a page that opens again after a lost connection has nothing
            changed = {**facts}
        if "tricks" in changed:
            changed["tricks"] = _added(self._has.get("tricks", []), facts["tricks"], was_new)
        self._has = facts
        self.number = facts["number"]
        return {**changed, "steps": told}

    def changed_facts(self, facts: dict[str, Any]) -> dict[str, Any] | None:
        """Return facts for a client that draws for itself; ``None`` if it has them."""
        now = {key: value for key, value in facts.items() if key not in ("events", "all")}
        if now == self._facts:
            return None
        self._facts, self.number = now, facts["number"]
        return facts

    def again(self) -> Viewer:
        other = Viewer()
        other.look, other.has_large = self.look, self.has_large
        return other

    def _in_short(self, scene: Json) -> Json:
        """Return a difference with a number for each art; the page gets each art once."""
        if "new" in scene or len(self._arts) > MOST_ARTS:  # the page replaces arts as they come
            self._arts.clear()
        known = len(self._arts)
        for values in scene.get("set", {}).values():
            if "art" in values:
                values["art"] = self._arts.setdefault(values["art"], len(self._arts))
        if fresh := [*islice(self._arts, known, None)]:
            arts = enumerate(map(for_page, fresh), start=known)
            scene["arts"] = {str(number): art for number, art in arts}
        return scene

    def told(self, steps: list[SceneStep]) -> Iterator[Json]:
        """Yield steps as differences, each from the scene before it; leave out empty ones."""
        for step in steps:
            found: Json = {"number": step.number}
            if step.lines:
                found["log"] = list(step.lines)
            if step.scene is not None:
                scene = self._in_short(difference(self.scene, step.scene))
                assert isinstance(self.look, PageLook)
                if self.has_large is not self.look.large:
                    self.has_large = self.look.large
                    scene["symbols"], scene["style"] = _symbols(self.look.large)
                if scene:
                    found["scene"] = scene
                if step.scene.hold:
                    found["hold"] = step.scene.hold
                if step.says:
                    found["says"] = step.says
                self.scene = step.scene
            if len(found) > 1:
                yield found


def _added(before: list[Any], after: list[Any], is_new: bool) -> Json:
    """Return the end of a list that a page does not have, and the number of those it keeps."""
    kept = 0 if is_new or after[: len(before)] != before else len(before)
    return {"at": kept, "list": after[kept:]}


def message_text(message: Json) -> str:
    return _JSON.encode(message)
