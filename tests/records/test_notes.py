"""Headers and comments of records: both forms keep them, and older readers pass over them."""

from __future__ import annotations

import json
import random
from typing import Any

import attrs
import pytest

from tests.games import OURS
from tests.records.playing import one_hand, played
from twowaystreet import Record, RecordError
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


def test_free_comments_of_people_are_no_notes() -> None:
    record = one_hand("twos", 1)
    free = "# Place: x\n#no colon\n#99999: far\n#0: none\n#Bad-name: x\n#Place:\n#2:  \n"
    assert Record.from_text(record.to_text() + free) == record


@pytest.mark.parametrize(
    "notes",
    [
        {"headers": {"": "x"}},
        {"headers": {"2nd": "x"}},
        {"headers": {"Place": "two\nlines"}},
        {"headers": {"Place": " blank"}},
        {"headers": {"Place": 3}},
        {"headers": 3},
        {"headers": (("A", "x"), ("A", "y"))},
        {"comments": {0: "before"}},
        {"comments": {10_000: "after"}},
        {"comments": {1: ""}},
        {"comments": {1: "\x1b[31m"}},
        {"comments": {True: "x"}},
        {"comments": {"1": "x"}},
    ],
)
def test_other_notes_are_refused(notes: dict[str, Any]) -> None:
    record = one_hand("twos", 1)
    with pytest.raises(RecordError, match=next(iter(notes))):
        attrs.evolve(record, **notes)
    for kind, found in notes.items():
        pairs = [*found.items()] if hasattr(found, "items") else found
        with pytest.raises(RecordError, match=kind):
            Record.from_json(json.dumps({**record.to_dict(), kind: pairs}))
