"""Schemas: what is written agrees with them, and they refuse what is refused for its form.

``OUT_OF_REACH`` lists what only loading can see.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import twowaystreet as tws
from tests import mutator
from tests.helpers import anything
from tests.records.playing import GAMES, OURS, one_hand, opening, played, seats_of
from twowaystreet import Record, RecordError
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet.schemas import DIALECT, Form, schema_of, shipped
from twowaystreet.schemas.__main__ import main

OUT_OF_REACH: Final = {
    "whole numbers written as fractions": r"expected a whole number, found -?\d[\d.e+-]*$",
    "a version that is equal to one": r"^version: expected 1, found 1\.0$",
    "numbers without end": r"expected a whole number, found -?9{70}",
    "the notation of moves": r"cannot read '",
    "a move in other words than its own": r"^(move \d+: )?expected '.+', found '",
    "options that do not go together": r"^(rules: )?(decks|target|max_hands|max_strength)=",
    "what a match can go on from": r"^(scores|overbooks|perfect_bids|hands_played)=",
    "how many seats there are": r"expected (an int from 0|seats from 0|those of \d+ seats)",
    "how many tricks and cards there are": r"tricks(, named)?: expected (a card|no more|10 tricks)",
    "past tricks, which stay": r"(tricks|named): expected those of the view before",
    "what is legal": r"^move \d+: .*\([A-Z]{2}-\d+\)$",
    "voids, which follow from the rest": r"voids: expected those that follow",
    "what has changed, and what has not": r"changes: expected only facts that have changed",
    "the visible part of a move": r"^move \d+: text: expected the visible part of the move",
    "whose turn it was": r"^move \d+: seat: expected .+, whose turn it was$",
    "whose views they are": r"^seat: expected views of seat",
    "what nobody but a seat has": r"hand, legal_moves: expected those of one seat",
    "what one's own move was": r"^move \d+: (whole: expected|text: expected one of the legal)",
}
"""What is refused although the schema allows it, by what the message is like."""


@cache
def validator(game: str, form: str) -> Draft202012Validator:
    """What checks data by a schema."""
    return Draft202012Validator(schema_of(game, form))


def fits(game: str, form: str, data: object) -> bool:
    """Whether data is as the schema says. Any reason will do, so the first is enough."""
    checker: Any = validator(game, form)
    return bool(checker.is_valid(data))


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("form", Form)
def test_those_that_come_along_are_those_of_today(game: str, form: Form) -> None:
    schema = schema_of(game, form)
    assert shipped(game, form) == schema
    file = resources.files("twowaystreet") / "schemas" / f"{game}.{form}.json"
    assert file.read_text("utf-8") == json.dumps(schema, indent=1) + "\n"


def test_there_are_no_others() -> None:
    found = resources.files("twowaystreet.schemas").iterdir()
    names = {file.name for file in found if file.name.endswith(".json")}
    assert names == {f"{game}.{form}.json" for game in OURS for form in Form}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", Form)
def test_they_are_schemas(game: str, form: Form) -> None:
    schema = schema_of(game, form)
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == DIALECT
    assert schema["title"] == f"{tws.GAMES[game].title}: {form.replace('_', ' ')}"
    objects = [part for part in _parts(schema) if part.get("type") == "object"]
    assert len(objects) > 1
    for part in objects:
        assert part["additionalProperties"] is False
        assert part["properties"]


def _parts(schema: Any) -> Iterator[dict[str, Any]]:
    ways = mutator.objects(schema)
    yield from (mutator.at(schema, path) for path in ways)


def test_what_there_is_no_schema_of() -> None:
    for game, form in (("whist", "view"), ("street", "text"), (7, "view"), ("street", None)):
        with pytest.raises(RecordError):
            schema_of(anything(game), anything(form))
        with pytest.raises(RecordError):
            shipped(anything(game), anything(form))
    with pytest.raises(RecordError, match="the library has no file for oh_hell view"):
        shipped("oh_hell", "view")


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=3)
@given(seed=st.integers(0, 10**9))
def test_what_is_written_fits(game: str, seed: int) -> None:
    rng = random.Random(seed)
    record = played(Record(opening(game, rng)), rng, hands=2, most=rng.randrange(120))
    assert fits(game, "record", json.loads(record.to_json()))
    states = [*(state for state, _ in record), record.state]
    phases = {state.phase: state for state in rng.sample(states, len(states))}
    for state in phases.values():
        seen = tws.view(state, rng.choice(seats_of(record)))
        assert fits(game, "view", json.loads(seen.to_json()))
    begun = Record(record.start, record.moves[: rng.randrange(1, 14)])
    seat_record = begun.for_seat(rng.choice(seats_of(record)))
    assert fits(game, "seat_record", json.loads(seat_record.to_json()))


@pytest.mark.parametrize("game", GAMES)
def test_whole_hands_fit(game: str) -> None:
    record = one_hand(game, 3)
    seen = record.for_seat(1)
    assert fits(game, "record", record.to_dict())
    for event in seen.events[-1:]:
        assert fits(game, "view", event.view.to_dict())
    if len(record.moves) < 60:
        assert fits(game, "seat_record", seen.to_dict())


def forms_of(record: Record) -> dict[str, tuple[Any, Callable[[object], Any]]]:
    """Something in each form, and what loads it."""
    short = Record(record.start, record.moves[:6])
    view = tws.view(record.state_at(len(record.moves) * 2 // 3), 0)
    return {
        "record": (short.to_dict(), Record.from_dict),
        "seat_record": (short.for_seat(1).to_dict(), SeatRecord.from_dict),
        "view": (view.to_dict(), type(view).from_dict),
    }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("form", "most"), [("record", 150), ("seat_record", 30), ("view", 100)])
def test_schemas_and_loading_agree(game: str, form: str, most: int) -> None:
    good, load = forms_of(one_hand(game, 0))[form]
    refused = 0
    tried = mutator.some_of(mutator.everything(good), most)
    for damaged in tried:
        text = str(damaged)
        if "9" * 5000 in text:
            continue  # which is no number to Python
        data = json.loads(text)
        fit = fits(game, form, data)
        loaded = mutator.outcome(load, data)
        refused += not fit
        assert fit or isinstance(loaded, RecordError)
        if fit and isinstance(loaded, RecordError):
            assert expected(str(loaded)), loaded
    assert refused > 0.4 * len(tried)


def expected(message: str) -> bool:
    """Whether this is refused for what no schema can say."""
    return any(re.search(pattern, message) for pattern in OUT_OF_REACH.values())


@pytest.mark.parametrize(
    ("game", "path", "raw", "why"),
    [
        ("street", ("dealer",), "1.0", "whole numbers written as fractions"),
        ("street", ("version",), "1.0", "a version that is equal to one"),
        ("twos", ("scores", 0), "9" * 700, "numbers without end"),
        ("street", ("moves", 0), '"deal 99"', "the notation of moves"),
        ("street", ("moves", 1), '"low "', "a move in other words than its own"),
        ("street", ("rules", "decks"), "1", "options that do not go together"),
        ("spades", ("overbooks",), "[]", "what a match can go on from"),
        ("duel", ("dealer",), "2", "how many seats there are"),
        ("duel", ("moves", 1), '"QS"', "what is legal"),
    ],
)
def test_what_no_schema_can_say(game: str, path: mutator.Path, raw: str, why: str) -> None:
    start: Any = tws.GAMES[game].new_game()
    if game == "street":
        start = tws.GAMES[game].new_game(tws.GAMES[game].Rules(players=9))
    record = Record(start)
    record = record.play(tws.shuffle(record.state, random.Random(0)))
    record = record.play(tws.legal_moves(record.state)[0])
    data = json.loads(str(mutator.Damaged(record.to_dict(), path, raw)))
    assert fits(game, "record", data)
    with pytest.raises(RecordError, match=OUT_OF_REACH[why]):
        Record.from_dict(data)


def test_loading_that_is_lax_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison is no formality."""

    def lax(data: object) -> None:
        pass

    monkeypatch.setattr(Record, "from_dict", lax)
    with pytest.raises(AssertionError):
        test_schemas_and_loading_agree("street", "record", 50)


def test_schemas_are_printed_and_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    main(["twos", "record"])
    assert json.loads(capsys.readouterr().out) == shipped("twos", "record")
    main(["--write", str(tmp_path)])
    assert capsys.readouterr().out == ""
    for game in ("street", "duel", "twos", "spades", "twenty_down"):
        for form in Form:
            written = (tmp_path / f"{game}.{form}.json").read_text("utf-8")
            assert json.loads(written) == schema_of(game, form)
    for words in ([], ["twos", "--write", str(tmp_path)]):
        with pytest.raises(SystemExit):
            main(words)
        assert "expected the name of a game, or --write" in capsys.readouterr().err
