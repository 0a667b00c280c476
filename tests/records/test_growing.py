"""Records as values: moves, equality, copies, refusals, headers and comments."""

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.games import OURS
from tests.hostile import Dict, Hostile, List, Number, Sly, breaking, endless_list
from tests.records.playing import one_hand, played
from twowaystreet import Record, RecordError
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet.games import street, twos
from twowaystreet.schemas import schema_of, shipped


def test_a_record_grows_move_by_move_and_undo_removes_one(record: Record) -> None:
    grown, state = Record(record.start), record.start
    for move in record.moves:
        before = grown
        grown, state = grown.play(move), tws.apply(state, move)
        assert grown.state == state and before.state != state
        assert len(before.moves) + 1 == len(grown.moves)
    assert grown == record == Record(record.start, list(record.moves))
    assert grown.start is record.start
    rest, positions = record, [*record]
    assert [move for _, move in positions] == list(record.moves)
    assert record.state_at(len(positions)) == record.state
    for number in reversed(range(len(record.moves))):
        rest = rest.undo()
        assert rest.moves == record.moves[:number]
        if number % 7 == 0:
            assert rest.state == record.state_at(number) == positions[number][0]
    assert rest == rest.undo() == Record(record.start) and rest.state == record.start


FOREIGN: list[Any] = [
    *(None, -1, 1.5, True, "", "x", b"x", "\ud800", [], {}, (), object, Ellipsis),
    *([None], {1: 2}, Hostile(), [Hostile()], float("nan"), 10**5000, lambda: 0, Exception()),
    *(street.new_game(), street.Keep(), Number(1), List([0, 1]), Dict(seat=0), Sly()),
    endless_list(),
]
"""Values that are not a text, data, a seat, a number or a move of the Duel."""


def _with(read: Callable[[Any], object], data: dict[str, Any], key: str, thing: Any) -> object:
    return read({**data, key: thing})


def test_foreign_values_raise_an_error_of_the_library() -> None:
    whole = one_hand("duel", 0)
    record = Record(whole.start, whole.moves[:3])
    seen = record.for_seat(0)
    view_type = type(seen.view)
    # Any: functions with wrong arguments.
    taking: list[Callable[[Any], object]] = [
        *(Record, lambda it: Record(record.start, it), lambda it: Record(record.start, [it])),
        *(Record.from_text, Record.from_json, Record.from_dict, record.play),
        *(record.for_seat, record.state_at, seen.view_at),
        *(SeatRecord.from_json, SeatRecord.from_dict, view_type.from_json, view_type.from_dict),
        *(partial(shipped, "duel"), lambda it: schema_of(it, "view"), partial(schema_of, "duel")),
    ]
    for read, data in (
        (Record.from_dict, record.to_dict()),
        (SeatRecord.from_dict, seen.to_dict()),
        (view_type.from_dict, seen.view.to_dict()),
    ):
        taking += [partial(_with, read, data, key) for key in data]
    refused = tried = 0
    for take in taking:
        for thing in (*(FOREIGN[::3] if type(take) is partial else FOREIGN), breaking()):
            tried += 1
            try:
                take(thing)
            except tws.TwoWayStreetError:
                refused += 1
    assert refused > 0.8 * tried


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


HEADERS = {"Seat 1": "Ann; #2: x", "Date": "2026-11-26", "Place": "Café # 3", "Round": "4"}


@pytest.mark.parametrize("game", [*OURS, "oh_hell"])
def test_both_forms_keep_headers_and_comments(game: str) -> None:
    plain = one_hand(game, 1)
    comments = {1: "Dealt.", 2: "Too high; # 1", len(plain.moves): "Ann: “3♥”"}
    record = plain.annotated(HEADERS, comments)
    assert record != plain and record.headers == HEADERS and record.comments == comments
    for again in (Record.from_text(record.to_text()), Record.from_json(record.to_json())):
        assert again == record and [*again.headers.items()] == [*HEADERS.items()]
    assert attrs.evolve(record, moves=record.moves) == record


def test_notes_stay_while_a_game_grows_and_shrinks() -> None:
    record = Record(twos.new_game(), headers=HEADERS)
    grown = played(record, random.Random(1))
    last = len(grown.moves)
    noted = grown.annotated(comments={last: "The end.", 2: "Well led."})
    assert grown.headers == HEADERS
    assert noted.undo().comments == {2: "Well led."} and noted.undo().headers == HEADERS
    assert noted.annotated({"Place": "Ghent"}, {2: "No."}).comments == {2: "No.", last: "The end."}


@pytest.mark.parametrize("seat", [0, None])
def test_the_record_of_a_seat_has_the_headers_alone(seat: int | None) -> None:
    record = one_hand("twos", 1).annotated(HEADERS, {3: "Well led."})
    seen = record.for_seat(seat)
    assert seen.headers == HEADERS and seen.names == record.names
    assert SeatRecord.from_json(seen.to_json()) == seen != one_hand("twos", 1).for_seat(seat)
    assert "Well led." not in seen.to_json()
    with pytest.raises(RecordError, match="headers"):
        SeatRecord.from_dict({**seen.to_dict(), "headers": [["", "x"]]})


def test_notes_that_people_type_are_read_in_any_order_and_free_comments_are_none() -> None:
    record = one_hand("twos", 1)
    typed = " #2:Well led. \n#003 : Too high.\n\t#Place :Ghent\n"
    noted = record.annotated({"Place": "Ghent"}, {2: "Well led.", 3: "Too high."})
    assert Record.from_text(record.to_text() + typed) == noted
    after_moves = noted.to_text().replace("\n#2: ", " #2: ")
    assert after_moves != noted.to_text() and Record.from_text(after_moves) == noted
    free = "# Place: x\n#no colon\n#Bad-name: x\n# 2: x\n#2nd: x\n"
    assert Record.from_text(record.to_text() + free) == record
    one, other = (record.annotated(dict(order)) for order in (HEADERS.items(), ORDERED))
    assert one == other and hash(one) == hash(other) and [*other.headers.items()] == ORDERED


ORDERED = sorted(HEADERS.items())


@pytest.mark.parametrize("text", ["👨\u200d👩\u200d👧", "علی\u200cرضا", "a\xa0b", "\u200eשרה"])
def test_notes_take_any_letters(text: str) -> None:
    record = one_hand("twos", 1).annotated({"Seat 0": text}, [(1, text)])  # type: ignore[arg-type]  # pairs do, too
    assert Record.from_text(record.to_text()) == record == Record.from_json(record.to_json())


OTHER_HEADERS: list[Any] = [
    *({"": "x"}, {"2nd": "x"}, {"Place ": "x"}, {"Place": "two\nlines"}, {"Place": " blank"}),
    *({"Place": "a\u202eb"}, {"Place": "a\u2028b"}, {"Place": 3}, 3, (("A", "x"), ("A", "y"))),
]
OTHER_COMMENTS: list[Any] = [
    *({0: "before"}, {10_000: "after"}, {1: ""}, {1: "\x1b[31m"}, {True: "x"}, {"1": "x"}),
    ((1, "x"), (1, "y")),
]


@pytest.mark.parametrize(
    ("kind", "notes"),
    [
        *(("headers", each) for each in OTHER_HEADERS),
        *(("comments", each) for each in OTHER_COMMENTS),
    ],
)
def test_other_notes_are_refused(kind: str, notes: Any) -> None:  # Any: wrong types
    record = one_hand("twos", 1)
    for make in (attrs.evolve, Record.annotated):
        with pytest.raises(RecordError, match=kind):
            make(record, **{kind: notes})
    pairs = [*notes.items()] if hasattr(notes, "items") else notes
    with pytest.raises(RecordError, match=kind):
        Record.from_json(json.dumps({**record.to_dict(), kind: pairs}))


@pytest.mark.parametrize(
    ("typed", "headers", "comments"),
    [
        ("#2: a\n#2: b\n#02:c", {}, {2: "a; b; c"}),
        ("#Note: a\n#Note: b\n#Place: x", {"Note": "a; b", "Place": "x"}, {}),
        ("#2: \n#Place:\n#Place: \t", {}, {}),
        ("#2: a\tb\u202ec", {}, {2: "a b c"}),
    ],
)
def test_old_comments_load(typed: str, headers: dict[str, str], comments: dict[int, str]) -> None:
    """Earlier versions passed over all comments, so that none can damage a record."""
    plain = one_hand("twos", 1)
    record = Record.from_text(f"{typed}\n{plain.to_text()}")
    assert record == plain.annotated(headers, comments)
    assert Record.from_text(record.to_text()) == record


@pytest.mark.parametrize(
    ("typed", "comment"),
    [
        ("#0: none\n#99999: far", "0: none; 99999: far"),
        (f"#{'9' * 700}: far\n#2: AS", f"AS; {'9' * 700}: far"),
        (" #Ann holds AS: sly", ""),
    ],
)
def test_a_comment_that_is_on_no_move_becomes_no_header(typed: str, comment: str) -> None:
    """It may tell hidden cards, and headers are public."""
    plain = Record(twos.new_game(), one_hand("twos", 1).moves[:2])
    for record in (plain, plain.undo().undo()):
        read = Record.from_text(f"{record.to_text().rstrip()}{' ' * bool(comment)}{typed}\n")
        told = {2: comment} if comment and record.moves else {}
        assert read == record.annotated(comments=told) and read.for_seat(0) == record.for_seat(0)
