"""Views rebuilt from what was seen and heard, and compared with those that were shown."""

from __future__ import annotations

from typing import Any

import attrs

import twowaystreet as tws
from tests.helpers import AnyView
from tests.leaks.watch_others import TwentyDownWatcher, TwosWatcher
from tests.leaks.watch_spades import SpadesWatcher
from tests.leaks.watch_twoway import DuelWatcher, StreetWatcher
from tests.leaks.watcher import Watcher

WATCHERS: dict[str, type[Watcher]] = {
    "street": StreetWatcher,
    "duel": DuelWatcher,
    "twos": TwosWatcher,
    "twenty_down": TwentyDownWatcher,
    "spades": SpadesWatcher,
}

NOT_REBUILT = {"scores", "winners", "score", "legal_moves", "overbooks", "perfect_bids"}
"""What is not rebuilt here: points and moves, which the reference games answer for."""


def rebuild(record: tws.SeatRecord) -> int:
    """Watch a game along with a seat; compare at every event, and return how many there were."""
    start = record.start.to_dict()
    watcher = WATCHERS[record.game](record.seat, start)
    compare(watcher, record.start, start, "the start")
    for number, event in enumerate(record.events, start=1):
        look = event.view.to_dict()
        watcher.hear(event.seat, event.text, look)
        compare(watcher, event.view, look, f"event {number}, {event.text}")
    return len(record.events)


def compare(watcher: Watcher, view: AnyView, look: dict[str, Any], where: str) -> None:
    """What was worked out is what the view says, field by field."""
    facts = watcher.facts()
    names = {field.name for field in attrs.fields(anything_of(view))}
    assert set(facts) == names - NOT_REBUILT | {"voids"}
    for name, fact in facts.items():
        assert look[name] == fact, f"{where}: {name} is {look[name]}, expected {fact}"


def anything_of(view: AnyView) -> Any:
    """The class of a view. Any: a class whose instances have a hash of their own."""
    return type(view)
