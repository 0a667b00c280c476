"""Schemas accept all files that the library writes, and refuse data of a wrong form.

``ONLY_FOUND_BY_LOADING`` lists the faults that only loading finds, not the schema.
"""

import json
import random
import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import twowaystreet as tws
from examples import high_card, house_rule, kitty_whist, oh_hell, put_away, whist
from tests import mutator
from tests.games import ALL, OURS, game_of
from tests.helpers import anything, made_again
from tests.node import npx
from tests.records.playing import one_hand, opening, played, seats_of
from twowaystreet import Record, RecordError, schemas
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet.schemas import Form, _making, _typescript, schema_of, shipped, typescript, wire
from twowaystreet.schemas.__main__ import main, text_of

ONLY_FOUND_BY_LOADING: Final = {
    "keys that a later version may add": r"(^|: )unknown [^;]*; expected the keys",
    "whole numbers with a decimal point": r"expected a whole number, found -?\d[\d.e+-]*$",
    "a version of 1.0": r"^version: expected 1, found 1\.0$",
    "very long numbers": r"expected a whole number, found -?9{70}",
    "the notation of moves": r"cannot read '",
    "a move in another spelling": r"^(move \d+: )?expected '.+', found '",
    "options that contradict each other": (
        r"^(rules: )?(decks|target|max_hands|max_strength|cards|players)="
    ),
    "totals a match can start from": r"^(scores|overbooks|perfect_bids|hands_played|antes)=",
    "the number of seats": r"expected ((an int|a seat|seats) from 0|those of \d+ seats)",
    "the number of tricks and cards": r"tricks(, named)?: expected (a card|no more|10 tricks)",
    "the cards of each seat": r"(laid(\[\d\])?|shown|sizes?|hand|antes): expected",
    "the plays of a trick": r"(tricks?|went_out): expected (at most|cards|each card|no w|the )",
    "past tricks, which never change": r"(tricks|named|_out): expected those of the view before",
    "legal moves": r"^move \d+: .*\([A-Z]{2}-\d+\)$",
    "trumps, which a later phase has": r"^trumps: expected a suit in the phase",
    "voids, which follow from the rest": r"(voids|to_beat|passes): expected those that follow",
    "changed and unchanged facts": r"changes: expected only facts that have changed",
    "the visible part of a move": r"^move \d+: text: expected the visible part of the move",
    "the seat to move": r"^move \d+: seat: expected .+, whose turn it was$",
    "the seat of the views": r"^seat: expected views of seat",
    "facts that only a seat has": r"hand, legal_moves: expected those of one seat",
    "the seat's own move": r"^move \d+: (whole: expected|text: expected one of the legal)",
}
"""Patterns of error messages for data that the schema accepts and loading refuses."""


@cache
def validator(game: str, form: str) -> Draft202012Validator:
    return Draft202012Validator(schema_of(game, form))


def fits(game: str, form: str, data: object) -> bool:
    """Return True if the data follows the schema; stop at the first error."""
    checker: Any = validator(game, form)
    return bool(checker.is_valid(data))


@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("form", Form)
def test_shipped_schemas_are_up_to_date(game: str, form: Form) -> None:
    schema = schema_of(game, form)
    assert schema_of(tws.GAMES[game], form) == shipped(tws.GAMES[game], form) == schema
    file = resources.files("twowaystreet") / "schemas" / f"{game}.{form}.json"
    assert file.read_text("utf-8") == text_of(game, form)


KEYWORDS: Final = {
    "object": {"properties", "required", "additionalProperties", "dependentRequired"},
    "array": {"items", "prefixItems", "minItems", "maxItems"},
    "string": {"minLength"},
    "integer": {"minimum", "maximum"},
}
"""The keywords that need a type beside them."""
WITHOUT_TYPE: Final = {
    *("$schema", "$defs", "$ref", "title", "description"),
    *("type", "anyOf", "enum", "const", "default"),
}


def check_strictly(schema: Any) -> None:  # Any: JSON
    """Check a schema and all its parts as Ajv does in its strict mode."""
    if schema is False:
        return
    assert schema.keys() <= WITHOUT_TYPE | KEYWORDS.get(schema.get("type"), set())
    properties, listed = schema.get("properties", {}), schema.get("prefixItems", [])
    assert {*schema.get("required", ())} <= properties.keys()
    if listed:
        assert len(listed) == schema["minItems"] == schema["maxItems"]
    named = {**properties, **schema.get("$defs", {})}
    for part in (*named.values(), *listed, *schema.get("anyOf", ()), schema.get("items", False)):
        check_strictly(part)


EXAMPLES: Final = [each.GAME for each in (whist, kitty_whist, high_card, put_away, house_rule)]


@pytest.mark.parametrize("game", [*map(game_of, ALL), *EXAMPLES], ids=lambda game: game.name)
@pytest.mark.parametrize("form", Form)
def test_schemas_are_strict_and_only_records_refuse_more_keys(game: tws.Game, form: Form) -> None:
    schema: Any = schema_of(game, form)
    Draft202012Validator.check_schema(schema)
    check_strictly(schema)
    assert schema["$schema"] == schemas.DIALECT
    assert schema["title"] == f"{game.title}: {form.replace('_', ' ')}"
    parts = [mutator.at(schema, path) for path in mutator.objects(schema)]
    objects = [part for part in parts if part.get("type") == "object"]
    assert len(objects) > 1 and all(part["properties"] for part in objects)
    more = False if form is Form.RECORD else None
    assert {part.get("additionalProperties") for part in objects} == {more}


def test_a_game_needs_no_registration_and_unknown_schemas_raise_an_error() -> None:
    assert "whist" not in tws.GAMES
    for each in Form:
        assert schema_of(whist.GAME, each)["title"] == f"Whist: {each.replace('_', ' ')}"
        with pytest.raises(RecordError, match=f"the library has no file for whist {each}: call"):
            shipped(whist.GAME, each)
    for game, form in (("whist", "view"), ("street", "text"), (7, "view"), ("street", None)):
        with pytest.raises(RecordError):
            schema_of(anything(game), anything(form))
        with pytest.raises(RecordError):
            shipped(anything(game), anything(form))
    with pytest.raises(RecordError, match="the library has no file for oh_hell view"):
        shipped("oh_hell", "view")


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=3)
@given(seed=st.integers(0, 10**9))
def test_written_data_follows_the_schema(game: str, seed: int) -> None:
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
    data = json.loads(seat_record.to_json())
    assert fits(game, "seat_record", data)
    data["events"][0]["changes"]["rules"] = data["start"]["rules"]  # they never change
    assert not fits(game, "seat_record", data)


def forms_of(record: Record) -> dict[str, tuple[Any, Callable[[object], Any]]]:
    short = Record(record.start, record.moves[:6])
    view = tws.view(record.state_at(len(record.moves) * 2 // 3), 0)
    return {
        "record": (short.to_dict(), Record.from_dict),
        "seat_record": (short.for_seat(1).to_dict(), SeatRecord.from_dict),
        "view": (view.to_dict(), type(view).from_dict),
    }


@pytest.mark.parametrize("game", ALL)
@pytest.mark.parametrize(("form", "most"), [("record", 150), ("seat_record", 30), ("view", 100)])
def test_schemas_and_loading_agree(game: str, form: str, most: int) -> None:
    good, load = forms_of(one_hand(game, 0))[form]
    refused = 0
    tried = mutator.some_of(mutator.everything(good), most)
    for damaged in tried:
        text = str(damaged)
        if "9" * 5000 in text:
            continue  # Python's parser refuses this number
        data = json.loads(text)
        fit = fits(game, form, data)
        loaded = mutator.outcome(load, data)
        refused += not fit
        assert fit or isinstance(loaded, RecordError)
        if fit and isinstance(loaded, RecordError):
            assert expected(str(loaded)), loaded
    assert refused > 0.4 * len(tried)


def expected(message: str) -> bool:
    """Return True if the message names a fault that a schema cannot express."""
    return any(re.search(pattern, message) for pattern in ONLY_FOUND_BY_LOADING.values())


def test_schemas_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    main(["twos", "record"])
    assert json.loads(capsys.readouterr().out) == shipped("twos", "record")
    folder = tmp_path / "new" / "folder"
    main(["--write", str(folder)])
    assert capsys.readouterr().out == ""
    for game in OURS:
        for form in Form:
            written = (folder / f"{game}.{form}.json").read_text("utf-8")
            assert json.loads(written) == schema_of(game, form)
    for words, error in (
        ([], "the name of a game, or --write and a folder"),
        (["twos", "--write", str(tmp_path)], "the name of a game, or --write and a folder"),
        (["twos", "street"], "view or record or seat_record after twos"),
        (["wire", "view"], "nothing after wire"),
        (["typescript", "view"], "after typescript"),
    ):
        with pytest.raises(SystemExit):
            main(words)
        assert f"{error}\n" in capsys.readouterr().err


def test_the_messages_and_their_types_are_printed_and_up_to_date(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["wire"])
    assert json.loads(capsys.readouterr().out) == wire()
    main(["typescript"])
    whole = capsys.readouterr().out
    assert whole == typescript()
    stale = f"{_typescript.FILE} is out of date: run nox -s golden -- {_typescript.FILE}"
    assert whole.partition("\n")[0].endswith(f" {_typescript.digest()}."), stale
    for name in OURS:
        main(["typescript", name])
        part = capsys.readouterr().out
        assert part.startswith(f"export namespace {name} {{\n") and part in whole
    monkeypatch.setenv("PATH", "")
    for game in (oh_hell.GAME.name, "examples.oh_hell:GAME"):
        with pytest.raises(SystemExit):
            main(["typescript", game])
        missing = "a game that is not ours need npx, which belongs to Node\n"
        assert missing in capsys.readouterr().err


def test_what_hinders_the_types_of_a_game_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    is_no_npx = Mock(return_value=sys.executable)  # it knows no such options
    monkeypatch.setattr("shutil.which", is_no_npx)
    with pytest.raises(RecordError, match=r"^json-schema-to-typescript fails: .*--yes"):
        typescript(oh_hell.GAME)
    monkeypatch.setattr(_typescript, "_SECONDS", 0)
    with pytest.raises(RecordError, match=r"^json-schema-to-typescript fails: .*timed out"):
        typescript(oh_hell.GAME)


@pytest.mark.parametrize(("name", "expected"), [("oh-hell", "oh_hell"), ("31", "_31")])
def test_names_of_types_in_code(name: str, expected: str, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Mock(return_value=Mock(stdout=b"interface View {\n  [k: string]: unknown;\n}"))
    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr("shutil.which", Mock(return_value="npx"))
    found = typescript(made_again(oh_hell, name))
    assert found == f"export namespace {expected} {{\n  interface View {{\n  }}\n}}\n"
    monkeypatch.setattr(_typescript, "OURS", ["twos"])
    parts = f"\n\ninterface View {{\n}}\n{found.replace(expected, 'twos')}"
    assert _typescript.made().endswith(parts)
    assert {"title": "Message", "anyOf": wire()["anyOf"]}.items() <= json.loads(
        run.call_args_list[1].kwargs["input"]
    ).items()


def test_classes_of_the_same_name_have_schemas_of_their_own() -> None:
    one, other = (attrs.make_class("Fact", {name: attrs.field(type=int)}) for name in "ab")
    maker = _making._Maker(is_open=True)
    names = [maker.of(each)["$ref"].rpartition("/")[2] for each in (one, other, one)]
    assert names == ["Fact", "Fact_", "Fact"]
    assert [[*each["properties"]] for each in maker.definitions.values()] == [["a"], ["b"]]


@pytest.mark.nightly
def test_the_types_of_messages_and_views_are_made_of_their_schemas() -> None:
    npx(_typescript._PROGRAM)
    assert "bids: (number | null)[];" in typescript(oh_hell.GAME)
    assert _typescript.made() == typescript()
