"""Records as values: adding and removing moves, equality, copies and refusals."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import ALL
from tests.helpers import anything
from tests.hostile import Dict, Hostile, List, Number, Sly, breaking, endless_list
from tests.records.playing import one_hand, opening, played
from twowaystreet import Record, RecordError
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet.games import duel, street, twos
from twowaystreet.schemas import schema_of, shipped


@pytest.fixture(params=ALL, scope="module")
def record(request: pytest.FixtureRequest) -> Record:
    """Return a complete hand of each game."""
    return one_hand(request.param, 2)


def test_a_record_grows_move_by_move(record: Record) -> None:
    grown, state = Record(record.start), record.start
    for move in record.moves:
        before = grown
        grown, state = grown.play(move), tws.apply(state, move)
        assert grown.state == state
        assert before.state != state
        assert len(before.moves) + 1 == len(grown.moves)
    assert grown == record == Record(record.start, list(record.moves))
    assert grown.start is record.start


def test_undo_removes_one_move(record: Record) -> None:
    rest = record
    for number in reversed(range(len(record.moves))):
        rest = rest.undo()
        assert rest.moves == record.moves[:number]
        if number % 7 == 0:
            assert rest.state == record.state_at(number)
    assert rest == rest.undo() == Record(record.start)
    assert rest.state == record.start


def test_a_record_gives_every_position(record: Record) -> None:
    positions = list(record)
    assert [move for _, move in positions] == list(record.moves)
    for number in range(0, len(positions), 6):
        assert positions[number][0] == record.state_at(number)
    assert record.state_at(len(positions)) == record.state
    assert list(Record(record.start)) == []


def test_records_with_equal_starts_and_moves_are_equal(record: Record) -> None:
    twin = one_hand(record.game.name, 2)
    assert twin is not record
    assert twin == record and hash(twin) == hash(record)
    others = (record.undo(), one_hand(record.game.name, 3), record.start, record.moves, None, "")
    for other in others:
        assert anything(record) != other
    assert len({record, twin, record.undo(), twin.undo()}) == 2


def test_a_copy_equals_its_record(record: Record) -> None:
    seen = record.for_seat(0)
    for copied in (copy.copy(record), copy.deepcopy(record), pickle.loads(pickle.dumps(record))):
        assert copied == record and hash(copied) == hash(record)
        assert copied.state == record.state
        assert copied.game is record.game
        assert copied.to_text() == record.to_text()
        assert copied.undo().play(copied.moves[-1]) == record
    for seat_record in (copy.deepcopy(seen), pickle.loads(pickle.dumps(seen))):
        assert seat_record == seen
        assert seat_record.to_json() == seen.to_json()


def test_a_record_is_immutable(record: Record) -> None:
    for name in ("start", "moves", "state", "more"):
        with pytest.raises(AttributeError):
            setattr(record, name, None)


def test_no_move_is_accepted_after_the_end() -> None:
    record = Record(twos.new_game(twos.Rules(max_hands=1)))
    record = played(record, random.Random(0))
    assert record.state.is_over
    for move in (record.moves[0], record.moves[-1]):
        with pytest.raises(tws.IllegalMove):
            record.play(move)
        with pytest.raises(RecordError, match=rf"^move {len(record.moves) + 1}: "):
            Record(record.start, [*record.moves, move])


def _broken() -> Iterator[tws.Move]:
    yield tws.shuffle(street.new_game(), random.Random(0))
    raise ZeroDivisionError


FOREIGN: list[Any] = [
    *(None, 7, -1, 1.5, True, "", "x", b"x", "\ud800", [], {}, (), object, Ellipsis),
    *([None], {"game": "street"}, {1: 2}, Hostile(), [Hostile()], float("nan"), 10**5000),
    *(street.new_game(), street.Keep(), lambda: 0, Exception()),
    *(Number(1), List([0, 1]), Dict(seat=0), Sly(), endless_list()),
]
"""Values that are not a text, data, a seat, a number or a move of the Duel."""


def taking(record: Record) -> dict[str, Callable[[Any], object]]:
    """Return all functions of a record that take values from outside."""
    seen = record.for_seat(0)
    data, seat_data, view_data = record.to_dict(), seen.to_dict(), seen.view.to_dict()
    return {
        "Record": Record,
        "moves": lambda thing: Record(record.start, thing),
        "a move": lambda thing: Record(record.start, [thing]),
        "from_text": Record.from_text,
        "from_json": Record.from_json,
        "from_dict": Record.from_dict,
        "play": record.play,
        "seat from_json": SeatRecord.from_json,
        "seat from_dict": SeatRecord.from_dict,
        "view from_json": type(seen.view).from_json,
        "view from_dict": type(seen.view).from_dict,
        "shipped": lambda thing: shipped("duel", thing),
        "schema_of": lambda thing: schema_of(thing, "view"),
        "schema form": lambda thing: schema_of("duel", thing),
        **{f"record {key}": _with(Record.from_dict, data, key) for key in data},
        **{f"seat {key}": _with(SeatRecord.from_dict, seat_data, key) for key in seat_data},
        **{f"view {key}": _with(type(seen.view).from_dict, view_data, key) for key in view_data},
    }


def _with(load: Callable[[Any], object], data: dict[str, Any], key: str) -> Callable[[Any], object]:
    return lambda thing: load({**data, key: thing})


def test_foreign_values_raise_an_error_of_the_library() -> None:
    whole = one_hand("duel", 0)
    taken = taking(Record(whole.start, whole.moves[:5]))
    refused = 0
    for take in taken.values():
        for thing in (*FOREIGN, breaking()):
            try:
                take(thing)
            except tws.TwoWayStreetError:
                refused += 1
    assert refused > 0.8 * len(taken) * len(FOREIGN)


def test_foreign_seats_and_positions_are_refused() -> None:
    record = one_hand("duel", 0)
    seen = record.for_seat(0)
    for thing in FOREIGN:
        if thing is None or (type(thing) is int and thing == 7):
            continue  # a spectator, and an existing position
        for take, error in (
            (record.for_seat, tws.SeatError),
            (record.state_at, RecordError),
            (seen.view_at, RecordError),
        ):
            with pytest.raises(error):
                take(thing)
    for take in (record.state_at, seen.view_at):
        with pytest.raises(RecordError, match="there is no position None"):
            take(anything(None))


def test_moves_that_cannot_be_read_are_refused() -> None:
    start = street.new_game()
    for moves in (_broken(), Hostile(), 7, None):
        with pytest.raises(RecordError, match=r"^expected moves, not "):
            Record(start, anything(moves))
    with pytest.raises(RecordError, match=r"^move 1: "):
        Record(start, anything("abc"))


def test_hostile_values_inside_the_data_are_refused() -> None:
    record = one_hand("duel", 0)
    data, seen = record.to_dict(), record.for_seat(1).to_dict()
    event = seen["events"][4]
    for key in event["changes"]:
        changed = {**event, "changes": {**event["changes"], key: Hostile()}}
        with pytest.raises(RecordError, match=r"^move 5: "):
            SeatRecord.from_dict({**seen, "events": [*seen["events"][:4], changed]})
    for name in data["rules"]:
        with pytest.raises(RecordError, match=rf"^rules\.{name}: "):
            Record.from_dict({**data, "rules": {**data["rules"], name: Hostile()}})
    with pytest.raises(RecordError, match=r"^move 3: "):
        Record.from_dict({**data, "moves": [*data["moves"][:2], Hostile()]})


def test_misspelt_keywords_raise_a_type_error() -> None:
    record: Any = Record(duel.new_game())
    record_type: Any = Record
    with pytest.raises(TypeError, match="unexpected keyword"):
        record_type(start=record.start, move=())
    with pytest.raises(TypeError, match="unexpected keyword"):
        record.for_seat(seats=1)
    with pytest.raises(TypeError, match="unexpected keyword"):
        record_type.from_text(record="")


def test_random_records_begin_at_their_start() -> None:
    for game in ALL:
        start = opening(game, random.Random(9))
        assert Record(start).state is start
