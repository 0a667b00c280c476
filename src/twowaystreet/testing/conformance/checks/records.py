"""Checks of serialization: records, views and seat records as text and as JSON."""

from __future__ import annotations

from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._views.views import view
from twowaystreet.testing.conformance.context import Position, require, viewer_name, viewers
from twowaystreet.testing.conformance.snapshots import snapshot


def _records(position: Position) -> int:
    """Check that records can be read back from text and from JSON."""
    moves = position.playout.moves[: position.moves_made]
    record = Record(position.playout.start, moves)
    require(record.state == position.state, f"a record of these moves ends in {record.state!r}")
    text, json, plain = record.to_text(), record.to_json(), record.to_dict()
    ways = {
        "text": Record.from_text(text),
        "JSON": Record.from_json(json),
        "plain data": Record.from_dict(plain),
    }
    for way, read in ways.items():
        require(read == record, f"reading the {way} of the record gives another record")
        require(
            snapshot(read.state) == snapshot(record.state) and read.moves == record.moves,
            f"the record read from its {way} ends in {read.state!r}, not in {record.state!r}",
        )
        again = (read.to_text(), read.to_json(), read.to_dict())
        require(again == (text, json, plain), f"the record is written differently after its {way}")
    if moves:
        before = Record(position.playout.start, moves[:-1]).state
        require(record.undo().state == before, "undo does not lead back to the state before")
        require(
            record.undo().play(moves[-1]) == record, "undo and the same move give another record"
        )
    return 1


def _views(position: Position) -> int:
    """Check that views can be read back from JSON."""
    for seat in viewers(position.state):
        seen = view(position.state, seat)
        json = seen.to_json()
        read = type(seen).from_json(json)
        require(
            read == seen and snapshot(read) == snapshot(seen),
            f"the view of {viewer_name(seat)} is read from JSON as {read!r}, expected {seen!r}",
        )
        require(
            read.to_json() == json,
            f"the view of {viewer_name(seat)} is written differently after reading",
        )
    return 1


def _seat_records(position: Position) -> int:
    """Check that seat records can be read back from JSON, and have the views of the seat."""
    moves = position.playout.moves[: position.moves_made]
    seat = position.rng.choice(viewers(position.state))
    seen = Record(position.playout.start, moves).for_seat(seat)
    read = SeatRecord.from_json(seen.to_json())
    require(
        read == seen,
        f"reading the JSON of the record of {viewer_name(seat)} gives another record",
    )
    require(
        read.to_json() == seen.to_json(),
        f"the record of {viewer_name(seat)} is written differently after reading",
    )
    for number, state in enumerate(position.playout.states[: position.moves_made + 1]):
        require(
            read.view_at(number) == view(state, seat),
            f"after {number} moves the record of {viewer_name(seat)} has another view",
        )
    return 1


def round_trips(position: Position) -> int:
    """Check that records, views and seat records can be read back."""
    return _records(position) + _views(position) + _seat_records(position)
