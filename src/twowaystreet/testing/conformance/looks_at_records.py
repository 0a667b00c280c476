"""Promises about what is written: records, views and seats' records as text and as JSON."""

from __future__ import annotations

from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._views.views import view
from twowaystreet.testing.conformance.pictures import picture
from twowaystreet.testing.conformance.trial import Moment, see, viewers, whose


def records(moment: Moment) -> int:
    """Records come back the same from text and from JSON."""
    moves = moment.course.moves[: moment.place]
    record = Record(moment.course.start, moves)
    see(record.state == moment.state, f"a record of these moves ends in {record.state!r}")
    text, json, plain = record.to_text(), record.to_json(), record.to_dict()
    ways = {
        "text": Record.from_text(text),
        "JSON": Record.from_json(json),
        "plain data": Record.from_dict(plain),
    }
    for way, read in ways.items():
        see(read == record, f"the record is another one when it is read from its {way}")
        see(
            picture(read.state) == picture(record.state) and read.moves == record.moves,
            f"the record read from its {way} ends in {read.state!r}, not in {record.state!r}",
        )
        again = (read.to_text(), read.to_json(), read.to_dict())
        see(again == (text, json, plain), f"the record is written otherwise after its {way}")
    if moves:
        before = Record(moment.course.start, moves[:-1]).state
        see(record.undo().state == before, "undo does not lead back to the state before")
        see(record.undo().play(moves[-1]) == record, "the move that was taken back is another now")
    return 1


def views(moment: Moment) -> int:
    """Views come back the same from JSON."""
    for seat in viewers(moment.state):
        seen = view(moment.state, seat)
        json = seen.to_json()
        read = type(seen).from_json(json)
        see(
            read == seen and picture(read) == picture(seen),
            f"the view of {whose(seat)} is read from JSON as {read!r}, and was {seen!r}",
        )
        see(read.to_json() == json, f"the view of {whose(seat)} is written otherwise after reading")
    return 1


def seat_records(moment: Moment) -> int:
    """Records of seats come back the same from JSON, and hold the views of the seat."""
    moves = moment.course.moves[: moment.place]
    seat = moment.rng.choice(viewers(moment.state))
    seen = Record(moment.course.start, moves).for_seat(seat)
    read = SeatRecord.from_json(seen.to_json())
    see(read == seen, f"the record of {whose(seat)} is another one when it is read from its JSON")
    see(read.to_json() == seen.to_json(), f"the record of {whose(seat)} is written otherwise now")
    for number, state in enumerate(moment.course.states[: moment.place + 1]):
        see(
            read.view_at(number) == view(state, seat),
            f"after {number} moves the record of {whose(seat)} has another view",
        )
    return 1


def written(moment: Moment) -> int:
    """All that is written is read back."""
    return records(moment) + views(moment) + seat_records(moment)
