"""Damaged JSON of a record is refused, or gives a legal record with the same JSON."""

from __future__ import annotations

import json
import random

import pytest

from tests import mutator
from tests.games import ALL
from tests.records.judge import Judge
from tests.records.playing import one_hand
from twowaystreet import Record, RecordError

SEED = 0


@pytest.fixture(params=ALL, scope="module")
def record(request: pytest.FixtureRequest) -> Record:
    """Return a complete hand of each game."""
    return one_hand(request.param, SEED)


@pytest.fixture(scope="module")
def judge(record: Record) -> Judge:
    """Return the judge of that hand."""
    return Judge(record)


def is_loaded(judge: Judge, text: str) -> bool:
    """Load a damaged text and check the result; return False if it is refused."""
    found = mutator.outcome(Record.from_json, text)
    if isinstance(found, RecordError):
        return False
    assert mutator.exact(found.to_dict()) == mutator.exact(json.loads(text))
    judge.prove(found)
    return True


@pytest.mark.nightly
def test_every_value_replaced_by_another(record: Record, judge: Judge) -> None:
    data = record.to_dict()
    refused = 0
    ways = [path for path in mutator.paths(data) if path[0] != "moves" or path[-1] in ("moves", 5)]
    tried = [damaged for path in ways for damaged in mutator.other_values(data, path)]
    tried = mutator.some_of(tried, 200)
    for damaged in tried:
        refused += not is_loaded(judge, str(damaged))
    assert refused > 0.8 * len(tried)


def test_every_key_damaged(record: Record) -> None:
    data = record.to_dict()
    for path in mutator.objects(data):
        for one in (*mutator.other_keys(data, path), *mutator.keys_twice(data, path)):
            with pytest.raises(RecordError):
                Record.from_json(str(one))


def test_text_that_is_not_json_is_refused(record: Record) -> None:
    data = record.to_dict()
    for path in ((), ("dealer",), ("rules",), ("scores", 0), ("moves", 3)):
        for one in mutator.other_values(data, path, mutator.BROKEN):
            with pytest.raises(RecordError, match="invalid JSON"):
                Record.from_json(str(one))


def check_moves(judge: Judge, text: str, first: int) -> None:
    """Check that all moves are legal, or that the error names the right move."""
    texts = json.loads(text)["moves"]
    fault = judge.fault_in(texts)
    found = mutator.outcome(Record.from_json, text)
    if isinstance(found, RecordError):
        assert found.number == fault
        assert fault is not None and fault > first
        assert str(found).startswith(f"move {fault}: ")
    else:
        assert fault is None
        assert [str(move) for move in found.moves] == texts
        judge.prove(found)


def test_moves_in_another_order(record: Record, judge: Judge) -> None:
    damaged = mutator.other_items(record.to_dict(), ("moves",))
    for first, one in mutator.some_of(damaged, 60):
        check_moves(judge, str(one), first)


def test_moves_with_changed_characters(record: Record, judge: Judge) -> None:
    data = record.to_dict()
    rng = random.Random(SEED)
    others = [
        (number, mutator.Damaged(data, ("moves", number), json.dumps(other)))
        for number, move in enumerate(data["moves"])
        for other in mutator.other_texts(move, rng)
    ]
    for number, one in mutator.some_of(others, 120):
        check_moves(judge, str(one), number)


def test_moves_that_are_not_texts(record: Record, judge: Judge) -> None:
    data = record.to_dict()
    for number in (0, 1, len(data["moves"]) - 1):
        for raw in mutator.VALUES:
            if "9" * 5000 not in raw:
                check_moves(judge, str(mutator.Damaged(data, ("moves", number), raw)), number)


def test_white_space_and_key_order_do_not_matter(record: Record) -> None:
    data = record.to_dict()
    for text in (
        json.dumps(data, indent="\t"),
        json.dumps(data, separators=(",", ":")),
        json.dumps(data, sort_keys=True),
        json.dumps(dict(reversed(data.items())), ensure_ascii=False),
        f"\n\r {record.to_json()}\t\n",
    ):
        assert Record.from_json(text) == record
        assert Record.from_json(text).to_json() == record.to_json()
    for text in (f"{record.to_json()} 1", f"{record.to_json()}\x00"):
        with pytest.raises(RecordError, match="invalid JSON"):
            Record.from_json(text)
