"""Differences between a sampled state and one that play reaches, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import attrs

from twowaystreet._cards.cards import Card, text_of
from twowaystreet._cards.masks import cards_in
from twowaystreet._engine.state import AnyState
from twowaystreet._views.facts import facts_of
from twowaystreet._views.views import view
from twowaystreet.errors import quoted
from twowaystreet.testing.conformance.context import viewer_name, viewers


def differing_part(sample: AnyState, played: AnyState) -> str:
    """Return a fact or a stored field in which two states differ, with both values.

    Args:
        sample: the sample.
        played: the state after the moves of the hand.

    Returns:
        The words; empty if the states are equal.
    """
    if sample == played and hash(sample) == hash(played):
        return ""
    for viewer in viewers(sample):
        seen, other = view(sample, viewer), view(played, viewer)
        for name in facts_of(type(seen)):
            one, two = getattr(seen, name), getattr(other, name)
            if one != two:
                return disagreement(f"{name}, as {viewer_name(viewer)} sees it,", one, two)
    fields, others = (dict(_stored(state)) for state in (sample, played))
    for name, value in fields.items():
        if value != others[name]:
            return disagreement(f"the stored field {name}", value, others[name])
    return f"the sample is equal to {played!r}, but has another hash"


def disagreement(name: str, sampled: object, played: object) -> str:
    """Return the words about something that differs.

    >>> disagreement("turned_up", Card.parse("QS"), None)
    'turned_up is QS in the sample, and None after the moves'
    """
    return f"{name} is {_said(sampled)} in the sample, and {_said(played)} after the moves"


def _said(value: object) -> str:
    if isinstance(value, Card):
        return str(value)
    items = cast("tuple[object, ...]", value) if issubclass(type(value), tuple) else ()
    if items and all(isinstance(item, Card) for item in items):
        return " ".join(map(str, items))
    return quoted(value)


def _stored(state: AnyState) -> Iterator[tuple[str, object]]:
    """Yield the stored fields of a state that decide whether it is equal to another one."""
    parts: dict[str, Any] = {  # Any: each game has its own classes
        "hand_data.": state._hand_data,
        "match.": state._match,
        "": state,
    }
    for prefix, part in parts.items():
        for field in attrs.fields(part.__class__):
            value = getattr(part, field.name)
            if field.eq and not any(value is one for one in parts.values()):
                is_mask = field.name == "held"
                shown = tuple(map(text_of, map(cards_in, value))) if is_mask else value
                yield prefix + field.name.lstrip("_"), shown
