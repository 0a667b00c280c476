"""The facts that a game's view declares, for games whose display does not say more about them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, cast

import attrs

from twowaystreet._cards.cards import Card, Suit
from twowaystreet._display.values import NOTHING, Fact, SeatFact
from twowaystreet._engine.moves import Move
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView, View

# Any: attrs has no type for the classes that it makes.
_COMMON: Final = frozenset(
    each.name for base in (View, TrickView) for each in attrs.fields(cast(Any, base))
)


def _declared(view: AnyView) -> Iterator[tuple[str, object]]:
    """Yield the facts that the view class of a game adds to those of every game."""
    fields: Any = attrs.fields(cast(Any, type(view)))  # Any: as above
    for field in fields:
        if field.name not in _COMMON:
            yield field.name.replace("_", " "), getattr(view, field.name)


def declared_facts(view: AnyView) -> Iterator[Fact]:
    """Yield the declared facts about the whole hand: texts, numbers, suits and cards."""
    for name, value in _declared(view):
        if isinstance(value, Suit):
            yield Fact(name, value)
        elif cards := _as_cards(value):
            yield Fact(name, cards)
        elif value is True:
            yield Fact(name, text=("yes",))
        elif isinstance(value, (str, int, Move)) and value is not False:
            yield Fact(name, str(value))


def declared_seat_facts(view: AnyView, seat: int) -> Iterator[SeatFact]:
    """Yield the declared facts about a seat: words with an element for each seat."""
    for name, value in _declared(view):
        if not _as_cards(value) and isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if len(items) == len(view.scores) and all(map(_is_word, items)):
                yield _seat_fact(name, items[seat])


def _seat_fact(name: str, item: object) -> SeatFact:
    if item is None or item is False:
        return SeatFact(name, NOTHING)
    if item is True:
        return SeatFact(name, "yes", name)
    if isinstance(item, Suit):
        return SeatFact(name, item.word)
    return SeatFact(name, item if isinstance(item, int) else str(item))


def _as_cards(value: object) -> tuple[Card, ...]:
    """Return the cards of a fact; ``()`` if it is anything else."""
    if isinstance(value, Card):
        return (value,)
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        found = tuple(item for item in items if isinstance(item, Card))
        return found if len(found) == len(items) else ()
    return ()


def _is_word(value: object) -> bool:
    return value is None or isinstance(value, (str, int, Move, Card, Suit))
