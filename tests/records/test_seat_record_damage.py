"""Damaged views and seat records are refused, or written again unchanged."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import twowaystreet as tws
from tests import mutator
from tests.games import ALL
from tests.helpers import AnyView, voids
from tests.records.playing import one_hand
from twowaystreet import Record, RecordError
from twowaystreet._core.records.seat_records import SeatRecord

SEED = 0
# Any: the loaded value is a view or a record.
Load = Callable[[str], Any]


@pytest.fixture(params=ALL, scope="module")
def record(request: pytest.FixtureRequest) -> Record:
    """Return a complete hand of each game."""
    return one_hand(request.param, SEED)


def check(load: Load, damaged: mutator.Damaged) -> int:
    """Load damaged data; return 1 if it is refused."""
    text = str(damaged)
    loaded = mutator.outcome(load, text)
    if isinstance(loaded, RecordError):
        return 1
    assert mutator.exact(loaded.to_dict()) == mutator.exact(json.loads(text))
    assert load(loaded.to_json()) == loaded
    return 0


def views_of(record: Record) -> list[AnyView]:
    """Return views before and during the play, and a spectator's at the end."""
    length = len(record.moves)
    places = ((0, 3), (1, length * 2 // 3), (None, length))
    return [tws.view(record.state_at(number), seat) for seat, number in places]


@pytest.mark.parametrize("which", range(3))
def test_damaged_views(record: Record, which: int) -> None:
    view = views_of(record)[which]
    tried = mutator.some_of(mutator.everything(view.to_dict()), 150)
    refused = sum(check(type(view).from_json, damaged) for damaged in tried)
    assert 0.5 * len(tried) < refused


def test_a_repeated_key_is_refused(record: Record) -> None:
    for view in views_of(record):
        data = view.to_dict()
        for path in mutator.objects(data):
            for damaged in mutator.some_of(mutator.keys_twice(data, path), 3):
                with pytest.raises(RecordError, match="occurs twice"):
                    type(view).from_json(str(damaged))


def test_voids_that_do_not_follow_are_refused() -> None:
    """Loading refuses equal values of another type, such as true for 1."""
    view = next(
        view
        for seed in range(100)
        for view in [tws.view(one_hand("twos", seed).state, 0)]
        if any(void.seat == void.trick == 1 for void in voids(view))
    )
    data = view.to_dict()
    place = next(n for n, void in enumerate(data["voids"]) if void["seat"] == void["trick"] == 1)
    for path in (("voids",), ("voids", place), ("voids", place, "seat"), ("voids", place, "trick")):
        for damaged in mutator.other_values(data, path):
            assert check(type(view).from_json, damaged) == (damaged.raw != "1" or len(path) < 3)


def short(record: Record) -> SeatRecord:
    """Return seat 1's record of the first few moves."""
    return Record(record.start, record.moves[:7]).for_seat(1)


def test_damaged_seat_records(record: Record) -> None:
    tried = mutator.some_of(mutator.everything(short(record).to_dict()), 60)
    refused = sum(check(SeatRecord.from_json, damaged) for damaged in tried)
    assert 0.4 * len(tried) < refused


def test_damaged_headers_and_events(record: Record) -> None:
    data = short(record).to_dict()
    inside = ((), ("seat",), ("text",), ("whole",), ("changes",))
    ways = [
        *((key,) for key in data),
        *(("events", number, *key) for number in (0, 5) for key in inside),
    ]
    tried = [damaged for path in ways for damaged in mutator.other_values(data, path)]
    for damaged in mutator.some_of(tried, 60):
        check(SeatRecord.from_json, damaged)


def test_damaged_keys_of_events(record: Record) -> None:
    data = short(record).to_dict()
    tried = [
        damaged
        for path in ((), ("events", 2), ("events", 4, "changes"))
        for damaged in (*mutator.other_keys(data, path), *mutator.keys_twice(data, path))
    ]
    for damaged in mutator.some_of(tried, 40):
        # An event without one of its changes may be a correct event of another game.
        refused = check(SeatRecord.from_json, damaged)
        assert refused or len(damaged.data["events"][4]["changes"]) < len(
            data["events"][4]["changes"]
        )


def test_the_error_names_the_damaged_event(record: Record) -> None:
    data = short(record).to_dict()
    for number in range(len(data["events"])):
        for key, raw in (("seat", '"1"'), ("text", "7"), ("whole", "1"), ("changes", "null")):
            damaged = mutator.Damaged(data, ("events", number, key), raw)
            with pytest.raises(RecordError, match=rf"^move {number + 1}: {key}: ") as caught:
                SeatRecord.from_json(str(damaged))
            assert caught.value.number == number + 1
        with pytest.raises(RecordError, match=rf"^move {number + 1}: expected an object"):
            SeatRecord.from_json(str(mutator.Damaged(data, ("events", number), "[]")))


def test_events_in_another_order_are_refused(record: Record) -> None:
    """Each view must follow from the one before: an event gives changed facts only."""
    data = short(record).to_dict()
    for _, damaged in mutator.some_of(mutator.other_items(data, ("events",)), 12):
        check(SeatRecord.from_json, damaged)
    doubled = {**data, "events": [data["events"][0], *data["events"]]}
    with pytest.raises(RecordError, match="move 2: changes: expected only facts that have changed"):
        SeatRecord.from_dict(doubled)


def test_views_of_several_seats_are_refused(record: Record) -> None:
    data = short(record).to_dict()
    for path in (("seat",), ("start", "seat")):
        for raw in ("0", "null", "2"):
            with pytest.raises(RecordError, match="seat"):
                SeatRecord.from_json(str(mutator.Damaged(data, path, raw)))
