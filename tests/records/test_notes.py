"""Headers and comments of records: both forms keep them, and older readers pass over them."""

from __future__ import annotations

import json
import random
from typing import Any

import attrs
import pytest

from tests.games import OURS
from tests.records.playing import one_hand, played
from twowaystreet import Record, RecordError, SeatRecord
from twowaystreet.games import twos

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


def test_a_record_without_notes_has_the_form_of_earlier_versions() -> None:
    record = one_hand("twos", 1)
    assert not {"headers", "comments"} & record.to_dict().keys()
    notes = record.annotated(HEADERS, {3: "Well led."})
    kept = [line for line in notes.to_text().split("\n") if not line.startswith("#")]
    assert kept == [line for line in record.to_text().split("\n") if not line.startswith("#")]


def test_notes_stay_while_a_game_grows_and_shrinks() -> None:
    record = Record(twos.new_game(), headers=HEADERS)
    grown = played(record, random.Random(1))
    last = len(grown.moves)
    noted = grown.annotated(comments={last: "The end.", 2: "Well led."})
    assert grown.headers == HEADERS
    assert noted.undo().comments == {2: "Well led."} and noted.undo().headers == HEADERS
    assert noted.annotated({"Place": "Ghent"}, {2: "No."}).comments == {2: "No.", last: "The end."}


def test_the_names_of_seats_are_headers() -> None:
    record = one_hand("twos", 1)
    assert record.names == ()
    assert record.annotated({"Seat 2": "Ann"}).names == ("Seat 0", "Seat 1", "Ann", "Seat 3")


@pytest.mark.parametrize("seat", [0, None])
def test_the_record_of_a_seat_has_the_headers_alone(seat: int | None) -> None:
    record = one_hand("twos", 1).annotated(HEADERS, {3: "Well led."})
    seen = record.for_seat(seat)
    assert seen.headers == HEADERS and seen.names == record.names
    assert SeatRecord.from_json(seen.to_json()) == seen != one_hand("twos", 1).for_seat(seat)
    assert "Well led." not in seen.to_json()
    with pytest.raises(RecordError, match="headers"):
        SeatRecord.from_dict({**seen.to_dict(), "headers": [["", "x"]]})


def test_free_comments_of_people_are_no_notes() -> None:
    record = one_hand("twos", 1)
    free = "# Place: x\n#no colon\n#Bad-name: x\n# 2: x\n#2nd: x\n"
    assert Record.from_text(record.to_text() + free) == record


def test_notes_that_people_type_are_read() -> None:
    record = one_hand("twos", 1)
    typed = " #2:Well led. \n#003 : Too high.\n\t#Place :Ghent\n"
    noted = record.annotated({"Place": "Ghent"}, {2: "Well led.", 3: "Too high."})
    assert Record.from_text(record.to_text() + typed) == noted
    after_moves = noted.to_text().replace("\n#2: ", " #2: ")
    assert after_moves != noted.to_text() and Record.from_text(after_moves) == noted


def test_the_order_of_headers_does_not_count() -> None:
    record = one_hand("twos", 1)
    one, other = (record.annotated(dict(order)) for order in (HEADERS.items(), ORDERED))
    assert one == other and hash(one) == hash(other) and [*other.headers.items()] == ORDERED


ORDERED = sorted(HEADERS.items())


@pytest.mark.parametrize("text", ["👨\u200d👩\u200d👧", "علی\u200cرضا", "a\xa0b", "\u200eשרה"])
def test_notes_take_any_letters(text: str) -> None:
    record = one_hand("twos", 1).annotated({"Seat 0": text}, [(1, text)])  # type: ignore[arg-type]  # pairs do, too
    assert Record.from_text(record.to_text()) == record == Record.from_json(record.to_json())


@pytest.mark.parametrize(
    ("kind", "notes"),
    [
        ("headers", {"": "x"}),
        ("headers", {"2nd": "x"}),
        ("headers", {"Place ": "x"}),
        ("headers", {"Place": "two\nlines"}),
        ("headers", {"Place": " blank"}),
        ("headers", {"Place": "a\u202eb"}),
        ("headers", {"Place": "a\u2028b"}),
        ("headers", {"Place": 3}),
        ("headers", 3),
        ("headers", (("A", "x"), ("A", "y"))),
        ("comments", {0: "before"}),
        ("comments", {10_000: "after"}),
        ("comments", {1: ""}),
        ("comments", {1: "\x1b[31m"}),
        ("comments", {True: "x"}),
        ("comments", {"1": "x"}),
        ("comments", ((1, "x"), (1, "y"))),
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
        ("#0: none\n#99999: far", {"Note": "0: none; 99999: far"}, {}),
        (f"#{'9' * 700}: far", {"Note": f"{'9' * 700}: far"}, {}),
        ("#2: \n#Place:\n#Place: \t", {}, {}),
        ("#2: a\tb\u202ec", {}, {2: "a b c"}),
    ],
)
def test_every_comment_of_an_earlier_version_is_read(
    typed: str, headers: dict[str, str], comments: dict[int, str]
) -> None:
    """Earlier versions passed over all comments, so that none can damage a record."""
    plain = one_hand("twos", 1)
    record = Record.from_text(f"{typed}\n{plain.to_text()}")
    assert record == plain.annotated(headers, comments)
    assert Record.from_text(record.to_text()) == record
