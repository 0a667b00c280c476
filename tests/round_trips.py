"""Very many random games through text and JSON: ``python -m tests.round_trips --help``.

Each game has random options, a random point of a match to begin at, and random moves over one or
more hands. Its record is written and read as text and as JSON, and must come back the same in
every respect; of some games so must what a seat has seen of it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import twowaystreet as tws
from tests import batch
from tests.records.playing import OURS, again, seats_of, some_record
from twowaystreet import Record
from twowaystreet._records.seat_records import SeatRecord

SEEN_EVERY = 50
"""Of one game in so many a seat's record and some views are checked, which takes far longer."""
VIEWS = 10


def check_record(record: Record) -> None:
    """A record comes back the same from its text and from its JSON."""
    text = record.to_text()
    told = Record.from_text(text)
    assert told == record
    assert told.to_text() == text
    json = record.to_json()
    read = Record.from_json(json)
    assert read == record
    assert read.to_json() == json
    assert told.state == read.state == record.state


def check_seen(record: Record, seat: int | None) -> None:
    """What a seat has seen comes back the same from its JSON."""
    seen = record.for_seat(seat)
    assert seen.view == tws.view(record.state, seat)
    json = seen.to_json()
    read = SeatRecord.from_json(json)
    assert read == seen
    assert read.to_json() == json


def check_views(record: Record, rng: random.Random) -> None:
    """Views from random positions come back the same from their JSON."""
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
    """Check as many games as are asked for; the exit status tells whether all were good."""
    return batch.run("python -m tests.round_trips", __doc__, "games", OURS, check_game, arguments)


if __name__ == "__main__":
    sys.exit(main())
