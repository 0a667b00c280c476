"""Each game gets an option, a counter and a fact; all that it wrote before is still read.

Another version of a game here is a copy of it under the same name.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import attrs
import pytest
from jsonschema import Draft202012Validator

import twowaystreet as tws
from examples import oh_hell
from tests.games import ALL, OURS, game_of
from tests.helpers import made_again, some_move
from tests.records import test_v1
from twowaystreet import Record, SeatRecord, arena
from twowaystreet import authoring as core
from twowaystreet._core.engine import game as registry
from twowaystreet.schemas import schema_of
from twowaystreet.table import Table

# Any: classes of any game.


class Stakes(core.Phase):
    """The words of the later option."""

    NONE, LOW = "none", "low"


OPTIONS: Final = MappingProxyType({"low_bonus": 3, "stakes": Stakes.NONE, "open": True})
"""What the later options were before there were any; the default of the first is another."""


def later_rules(rules: Any) -> Any:
    members = {
        "__annotations__": {"low_bonus": int, "stakes": Stakes, "open": bool},
        "low_bonus": core.number(0, at_least=0, at_most=9, rule="X-1", absent=3),
        "stakes": core.choice(Stakes, rule="X-2"),
        "open": core.flag(False, rule="X-3", absent=True),
    }
    return attrs.frozen(kw_only=True)(type("Rules", (rules,), members))


@cache
def later(name: str) -> tws.Game:
    """Return a game with three more options, a counter in the hand data, and two facts."""
    game = game_of(name)
    module = oh_hell if name == "oh_hell" else import_module(f"twowaystreet.games.{name}")
    undealt: Any = game.State._undealt

    @attrs.frozen
    class HandData(getattr(module, "HandData", core.HandData)):  # type: ignore[misc]  # of the game
        bonuses: int = 0

    def with_bonuses(cls: Any, /, data: Any, rules: Any, bonuses: int = 0, **more: Any) -> Any:
        before = undealt.__func__(cls, data, rules, **more)
        return HandData(**attrs.asdict(before, recurse=False), bonuses=bonuses)

    members = {
        "_match_counters": {**game.State._match_counters, "bonuses": int},
        "bonuses": property(lambda state: getattr(state._hand_data, "bonuses", 0)),
        "_undealt": classmethod(with_bonuses),
    }
    facts = {
        "__annotations__": {"bonuses": int, "lit": core.PerSeat[bool]},
        "bonuses": core.public_fact("bonuses", "hand_data.bonuses", absent=-1),
        "lit": core.per_seat_fact(lambda state, seat: True, core.to_owner, absent=()),
    }
    view: Any = attrs.frozen(kw_only=True)(type("View", (game.View,), facts))
    return made_again(
        module, name, rules=later_rules(game.Rules), view=view, members=members, worlds=game.worlds
    )


@contextmanager
def version(game: tws.Game) -> Generator[None]:
    """Let a name mean this game; what belongs to the game of before stays in use."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry._games, "_replaced", [game_of(game.name)])
        patch.setitem(registry._games._registered, game.name, game)
        yield


@cache
def written(name: str) -> Record:
    """Return a record of a game of the version before, in mid hand, in the midst of a match."""
    game, rng = game_of(name), random.Random(name)
    record = Record(game.new_game(dealer=1, hands_played=1))
    while len(record.moves) < 9 and not record.state.hand_over:
        record = record.play(some_move(record.state, rng))
    return record


def is_as_before(found: Any, before: Any) -> None:
    """Check that rules, a state or a view has what it had, and the values of then for the rest."""
    options = {name: getattr(found, name) for name in attrs.asdict(before, recurse=False)}
    assert options == attrs.asdict(before, recurse=False)
    assert {name: getattr(found, name) for name in OPTIONS} == OPTIONS


def same_play(found: Record, before: Record) -> None:
    is_as_before(found.start.rules, before.start.rules)
    assert found.moves == before.moves and type(found.state) is found.game.State
    for state, same in ((found.start, before.start), (found.state, before.state)):
        for name in ("hands", "phase", "scores", "dealer", "hands_played", *same._match_counters):
            assert getattr(state, name) == getattr(same, name)
    assert getattr(found.start, "bonuses") == 0  # noqa: B009  # only the later version has it


def same_view(found: Any, before: Any) -> None:
    is_as_before(found.rules, before.rules)
    assert (found.bonuses, found.lit) == (-1, ())
    for name in (field.name for field in attrs.fields(before.__class__) if field.name != "rules"):
        assert getattr(found, name) == getattr(before, name)


@pytest.fixture(params=ALL)
def name(request: pytest.FixtureRequest) -> str:
    found: str = request.param
    return found


def test_records_of_before_are_read_and_written_with_all_options(name: str) -> None:
    before = written(name)
    text, data = before.to_text(), before.to_json()
    with version(later(name)):
        for found in (Record.from_text(text), Record.from_json(data)):
            same_play(found, before)
            # A later default changes nothing in what is written now.
            rules = found.to_dict()["rules"]
            assert rules.items() >= {**OPTIONS}.items() and found.to_dict()["bonuses"] == 0
            assert " low_bonus=3 stakes=none open=true\n" in found.to_text()
            assert "\nbonuses 0\n" in found.to_text()
            assert found == Record.from_text(found.to_text()) == Record.from_json(found.to_json())
        start = later(name).new_game(later(name).Rules(low_bonus=5), bonuses=7)
        assert Record.from_text(Record(start).to_text()).start == start
        assert Record.from_json(Record(start).to_json()).start == start


def test_views_and_seat_records_of_before_are_read(name: str) -> None:
    before = written(name)
    seats = (None, 0, 1)
    texts = [before.for_seat(seat).to_json() for seat in seats]
    with version(later(name)):
        for text, seat in zip(texts, seats, strict=True):
            seen, found = before.for_seat(seat), SeatRecord.from_json(text)
            for one, same in zip(
                (found.start, *(e.view for e in found)), _views(seen), strict=True
            ):
                same_view(one, same)
                same_view(tws.View.from_json(same.to_json()), same)
            assert SeatRecord.from_json(found.to_json()) == found


def _views(seen: SeatRecord) -> tuple[Any, ...]:
    return (seen.start, *(event.view for event in seen))


def test_tables_of_before_are_read(name: str, tmp_path: Path) -> None:
    game = game_of(name)
    table = Table(game, bots=dict.fromkeys(range(game.Rules().seats), "random"))
    for _ in range(7):
        assert table.advance()
    (tmp_path / "table.json").write_text(table.to_text(), "utf-8")
    with version(later(name)):
        for found in (Table.from_text(table.to_text()), Table.load(tmp_path / "table.json")):
            same_play(found.record, table.record)
            assert found.advance()


def test_matches_of_before_are_read_and_go_on(name: str, tmp_path: Path) -> None:
    path, game = tmp_path / "match.jsonl", game_of(name)
    players = {"a": "random", "b": "random"}
    kept: Any = arena.play(game, players, deals=1, out=path)
    with version(later(name)):
        found: Any = arena.read(path)
        assert found.rules == {**kept.rules, **OPTIONS}
        assert found.means == kept.means
        if name in OURS:  # a player's digest has the source of other games, which is another one
            rules = later(name).Rules(**OPTIONS)
            text = path.read_bytes()
            assert arena.play(later(name), players, rules=rules, deals=2, out=path).deals == 2
            assert path.read_bytes().startswith(text)


@pytest.mark.parametrize("name", OURS)
def test_files_of_version_1_are_read(name: str) -> None:
    before = Record.from_text(test_v1.text_of(f"{name}.txt"))
    with version(later(name)):
        same_play(Record.from_text(test_v1.text_of(f"{name}.txt")), before)
        same_play(Record.from_json(test_v1.text_of(f"{name}.json")), before)
        seen = SeatRecord.from_json(test_v1.text_of(f"{name}.seat.json"))
        view = later(name).View.from_json(test_v1.text_of(f"{name}.view.json"))
        for found in (seen.start, seen.view, view):
            is_as_before(found.rules, before.start.rules)


def test_schemas_accept_what_was_written_before(name: str) -> None:
    record = written(name)
    seen = record.for_seat(0)
    forms = {"record": record.to_json(), "seat_record": seen.to_json(), "view": seen.view.to_json()}
    with version(later(name)):
        for form, before in forms.items():
            schema: Any = schema_of(later(name), form)
            validator: Any = Draft202012Validator(schema)
            validator.validate(json.loads(before))
            rules = schema["$defs"]["Rules"]
            found = {option: rules["properties"][option]["default"] for option in OPTIONS}
            assert found == OPTIONS and "required" not in rules


def test_options_of_a_later_version_are_refused_by_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with version(later(name)):
        record = Record(later(name).new_game())
        seen, view = record.for_seat(0), record.for_seat(0).view
        arena.play(later(name), {"a": "random", "b": "random"}, deals=1, out=path)
        given: list[tuple[Callable[[Any], object], Any]] = [
            (Record.from_text, record.to_text()),
            (Record.from_json, record.to_json()),
            (SeatRecord.from_json, seen.to_json()),
            (tws.View.from_json, view.to_json()),
            (Table.from_text, Table(later(name)).to_text()),
            (arena.read, path),
        ]
    for read, text in given:
        with pytest.raises(ValueError, match=r"unknown '(low_bonus|bonuses)'.* a later version"):
            read(text)
