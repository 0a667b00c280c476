"""Rebuild views from the events alone, and compare them with the real views."""

from __future__ import annotations

from typing import Any

import attrs

import twowaystreet as tws
from tests.games import facts_of
from tests.helpers import AnyView
from tests.leaks.watcher import Watcher

NOT_REBUILT = {"scores", "winners", "score", "legal_moves", "overbooks", "perfect_bids"}
"""Fields not rebuilt here: the tests of the reference games check points and moves."""


def rebuild(record: tws.SeatRecord) -> int:
    """Follow a seat's record, compare the view after every event, and count the events."""
    start = record.start.to_dict()
    watcher_type = facts_of(record.game).watcher
    assert watcher_type is not None
    watcher: Watcher = watcher_type(record.seat, start)
    compare(watcher, record.start, start, "the start")
    for number, event in enumerate(record.events, start=1):
        data = event.view.to_dict()
        watcher.hear(event.seat, event.text, data)
        compare(watcher, event.view, data, f"event {number}, {event.text}")
    return len(record.events)


def compare(watcher: Watcher, view: AnyView, data: dict[str, Any], where: str) -> None:
    """Compare the watcher's facts with the view, field by field."""
    facts = watcher.facts()
    names = {field.name for field in attrs.fields(class_of(view))}
    assert set(facts) == names - NOT_REBUILT | set(view._derived)
    for name, fact in facts.items():
        assert data[name] == fact, f"{where}: {name} is {data[name]}, expected {fact}"


def class_of(view: AnyView) -> Any:
    """Return the class of a view. Any: attrs.fields needs a class without type parameters."""
    return type(view)
