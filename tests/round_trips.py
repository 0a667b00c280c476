"""Very many random games through text and JSON: ``python -m tests.round_trips --help``.

Each game has random options, a random point of a match to begin at, and random moves over one or
more hands. Its record is written and read as text and as JSON, and must come back the same in
every respect; of some games so must what a seat has seen of it.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import twowaystreet as tws
from tests.random_hands import CHUNK, REPORT_EVERY
from tests.records.playing import OURS, again, seats_of, some_record
from twowaystreet import Record
from twowaystreet.seat_records import SeatRecord

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


def check_or_tell(seed: int, game: tuple[str, int]) -> str:
    """Check one game; what went wrong, or nothing."""
    name, number = game
    try:
        check_game(name, seed, number)
    except Exception as error:
        return f"check_game({name!r}, {seed}, {number}): {type(error).__name__}: {error}"
    return ""


def faults_in(
    games: Sequence[tuple[str, int]], check: Callable[[tuple[str, int]], str], jobs: int
) -> int:
    """Check all games, tell what is wrong and how far it has come; how many were faulty."""
    reported = time.monotonic()
    faults = 0
    with ProcessPoolExecutor(jobs) as pool:
        results: Iterable[str] = map(check, games)
        if jobs > 1:
            results = pool.map(check, games, chunksize=CHUNK)
        for done, fault in enumerate(results, start=1):
            if fault:
                faults += 1
                print(fault, flush=True)
            if time.monotonic() - reported > REPORT_EVERY:
                reported = time.monotonic()
                print(f"{done} of {len(games)} games", flush=True)
    return faults


def main(arguments: Sequence[str] | None = None) -> int:
    """Check as many games as are asked for; the exit status tells whether all were good."""
    parser = argparse.ArgumentParser(prog="python -m tests.round_trips", description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="how many games (1000)")
    parser.add_argument("--seed", type=int, default=0, help="where chance begins (0)")
    parser.add_argument("--game", choices=[*OURS, "all"], default="all", help="which game (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    options = parser.parse_args(arguments)
    names = OURS if options.game == "all" else (options.game,)
    games = [(names[number % len(names)], number) for number in range(options.games)]
    began = time.monotonic()
    faults = faults_in(games, partial(check_or_tell, options.seed), options.jobs)
    seconds = time.monotonic() - began
    told = ", ".join(names)
    print(f"{len(games)} games of {told}, seed {options.seed}: {faults} faults, {seconds:.1f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
