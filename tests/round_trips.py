"""Random games through text and JSON: ``python -m tests.round_trips --help``.

Each game has random options, a random opening of the match, and random moves over one or more
hands. Its record is written and read as text and as JSON, and must come back equal. For some
games the records and views of seats must come back equal, too.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import twowaystreet as tws
from tests import batch
from tests.games import OURS
from tests.records.playing import again, seats_of, some_record
from twowaystreet import Record
from twowaystreet._core.records.seat_records import SeatRecord

SEEN_EVERY = 50
"""Seat records and views take far longer: one game in this number is checked for them."""
VIEWS = 10


def check_record(record: Record) -> None:
    """Check that a record comes back equal from its text and from its JSON."""
    text = record.to_text()
    from_text = Record.from_text(text)
    assert from_text == record
    assert from_text.to_text() == text
    json = record.to_json()
    read = Record.from_json(json)
    assert read == record
    assert read.to_json() == json
    assert from_text.state == read.state == record.state


def check_seen(record: Record, seat: int | None) -> None:
    """Check that the record of a seat comes back equal from its JSON."""
    seen = record.for_seat(seat)
    assert seen.view == tws.view(record.state, seat)
    json = seen.to_json()
    read = SeatRecord.from_json(json)
    assert read == seen
    assert read.to_json() == json


def check_views(record: Record, rng: random.Random) -> None:
    """Check that views from random positions come back equal from their JSON."""
    states = [*(state for state, _ in record), record.state]
    for state in rng.sample(states, min(VIEWS, len(states))):
        seen = tws.view(state, rng.choice(seats_of(record)))
        json = seen.to_json()
        read = type(seen).from_json(json)
        assert read == seen
        assert read.to_json() == json


def check_game(game: str, seed: int, number: int) -> None:
    """Play one random game and check its record."""
    rng = random.Random(f"{seed}/{game}/{number}")
    record = some_record(game, rng)
    check_record(record)
    if number // len(OURS) % SEEN_EVERY == 0:
        assert again(record) == record.state
        check_seen(record, rng.choice(seats_of(record)))
        check_views(record, rng)


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the requested number of games; return the exit status."""
    return batch.run("python -m tests.round_trips", __doc__, "games", OURS, check_game, arguments)


if __name__ == "__main__":
    sys.exit(main())
