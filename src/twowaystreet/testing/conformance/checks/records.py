"""Promises about what is written: records, views and seats' records as text and as JSON."""

from __future__ import annotations

from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._views.views import view
from twowaystreet.testing.conformance.context import Position, require, viewer_name, viewers
from twowaystreet.testing.conformance.snapshots import snapshot


def _records(position: Position) -> int:
    """Records come back the same from text and from JSON."""
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
        require(read == record, f"the record is another one when it is read from its {way}")
        require(
            snapshot(read.state) == snapshot(record.state) and read.moves == record.moves,
            f"the record read from its {way} ends in {read.state!r}, not in {record.state!r}",
        )
        again = (read.to_text(), read.to_json(), read.to_dict())
        require(again == (text, json, plain), f"the record is written otherwise after its {way}")
    if moves:
        before = Record(position.playout.start, moves[:-1]).state
        require(record.undo().state == before, "undo does not lead back to the state before")
        require(
            record.undo().play(moves[-1]) == record, "the move that was taken back is another now"
        )
    return 1


def _views(position: Position) -> int:
    """Views come back the same from JSON."""
    for seat in viewers(position.state):
        seen = view(position.state, seat)
        json = seen.to_json()
        read = type(seen).from_json(json)
        require(
            read == seen and snapshot(read) == snapshot(seen),
            f"the view of {viewer_name(seat)} is read from JSON as {read!r}, and was {seen!r}",
        )
        require(
            read.to_json() == json,
            f"the view of {viewer_name(seat)} is written otherwise after reading",
        )
    return 1


def _seat_records(position: Position) -> int:
    """Records of seats come back the same from JSON, and hold the views of the seat."""
    moves = position.playout.moves[: position.moves_made]
    seat = position.rng.choice(viewers(position.state))
    seen = Record(position.playout.start, moves).for_seat(seat)
    read = SeatRecord.from_json(seen.to_json())
    require(
        read == seen,
        f"the record of {viewer_name(seat)} is another one when it is read from its JSON",
    )
    require(
        read.to_json() == seen.to_json(),
        f"the record of {viewer_name(seat)} is written otherwise now",
    )
    for number, state in enumerate(position.playout.states[: position.moves_made + 1]):
        require(
            read.view_at(number) == view(state, seat),
            f"after {number} moves the record of {viewer_name(seat)} has another view",
        )
    return 1


def round_trips(position: Position) -> int:
    """All that is written is read back."""
    return _records(position) + _views(position) + _seat_records(position)
