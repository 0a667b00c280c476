"""What was written before is read: files of version 1, and games with later options and facts."""

import json
import random
import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from jsonschema import Draft202012Validator

import twowaystreet as tws
from examples import oh_hell
from tests import mutator
from tests.games import ALL, OURS, facts_of, game_of
from tests.helpers import as_in, made_again, some_move
from twowaystreet import Record, RecordError, SeatRecord, arena
from twowaystreet import authoring as core
from twowaystreet._core import plain_data
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine.fields import absent_of
from twowaystreet._core.engine.moves import move_types_of
from twowaystreet.schemas import schema_of
from twowaystreet.table import Table

# Any: classes and values of any game.


class Stakes(core.Phase):
    """The words of the later option."""

    NONE, LOW = "none", "low"


THEN: Final[dict[str, Any]] = {"later_bonus": 3, "stakes": Stakes.NONE, "open": True}
"""The meaning of each later option where it is missing; two have another default."""
ABSENT: Final = {"bonuses": -1, "lit": ()}
"""The same for facts."""


@cache
def later(name: str) -> tws.Game:
    """Return a game with three more options, a counter in the hand data, and two facts."""
    game = game_of(name)
    module = oh_hell if name == "oh_hell" else import_module(f"twowaystreet.games.{name}")
    undealt: Any = game.State._undealt
    hand_data = attrs.make_class(
        "HandData",
        {"bonuses": attrs.field(default=0)},
        bases=(getattr(module, "HandData", core.HandData),),
        frozen=True,
    )

    def with_bonuses(cls: Any, /, data: Any, rules: Any, bonuses: int = 0, **more: Any) -> Any:
        dealt = undealt.__func__(cls, data, rules, **more)
        return hand_data(**attrs.asdict(dealt, recurse=False), bonuses=bonuses)

    options = {
        "__annotations__": {"later_bonus": int, "stakes": Stakes, "open": bool},
        "later_bonus": core.number(0, at_least=0, at_most=9, rule="X-1", absent=3),
        "stakes": core.choice(Stakes, rule="X-2"),
        "open": core.flag(False, rule="X-3", absent=True),
    }
    members = {
        "_match_counters": {**game.State._match_counters, "bonuses": int},
        "bonuses": property(lambda state: getattr(state._hand_data, "bonuses", 0)),
        "_undealt": classmethod(with_bonuses),
    }
    frozen = attrs.frozen(kw_only=True)
    rules: Any = frozen(type("Rules", (game.Rules,), options))
    facts = {
        "__annotations__": {"rules": rules, "bonuses": int, "lit": core.PerSeat[bool | None]},
        "rules": core.public_fact("match.rules"),
        "bonuses": core.public_fact("bonuses", "hand_data.bonuses", absent=-1),
        "lit": core.per_seat_fact(lambda state, seat: True, core.to_owner, absent=()),
    }
    view: Any = frozen(type("View", (game.View,), facts))
    return made_again(module, name, rules=rules, view=view, members=members, worlds=game.worlds)


@contextmanager
def version(game: tws.Game) -> Generator[None]:
    """Let a name mean this game; what belongs to the game of before stays in use."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry._games, "_replaced", [game_of(game.name)])
        patch.setitem(registry._games._registered, game.name, game)
        yield


def begun(game: tws.Game, **more: Any) -> Record:
    """Return a record in mid hand, in the midst of a match."""
    record, rng = Record(game.new_game(dealer=1, hands_played=1, **more)), random.Random(game.name)
    while len(record.moves) < 9 and not record.state.hand_over:
        record = record.play(some_move(record.state, rng))
    return record


def table_text(record: Record) -> str:
    table = Table(record.game, bots=dict.fromkeys(range(record.start.rules.seats), "random"))
    assert all(table.advance() for _ in range(7))
    return table.to_text()


FORMS: Final[dict[str, tuple[Callable[[Record], str], Callable[[str], Any]]]] = {
    "text": (Record.to_text, Record.from_text),
    "record": (Record.to_json, Record.from_json),
    "seat_record": (lambda record: record.for_seat(1).to_json(), SeatRecord.from_json),
    "spectator": (lambda record: record.for_seat(None).to_json(), SeatRecord.from_json),
    "view": (lambda record: record.for_seat(0).view.to_json(), tws.View.from_json),
    "table": (table_text, Table.from_text),
}


def check(found: Any, before: Any) -> None:
    """Check that records, views or rules have what they had, and the values of then."""
    if isinstance(before, Table):
        found, before = found.record, before.record
    if isinstance(before, Record):
        assert found.moves == before.moves and found.start.bonuses == 0
        shown = [(one.for_seat(0).view, one.state.hands) for one in (found, before)]
        assert shown[0][1] == shown[1][1] and shown[0][0].hand == shown[1][0].hand
        check(found.start.rules, before.start.rules)
    elif isinstance(before, SeatRecord):
        check(found.start, before.start)
        for event, same in zip(found, before, strict=True):
            check(event.view, same.view)
    else:
        names = [field.name for field in attrs.fields(before.__class__) if field.name != "rules"]
        assert [getattr(found, each) for each in names] == [getattr(before, each) for each in names]
        is_view = hasattr(before, "hand")
        then = ABSENT if is_view else THEN
        assert {each: getattr(found, each) for each in then} == then
        if is_view:
            check(found.rules, before.rules)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("form", FORMS)
def test_what_was_written_before_is_read(name: str, form: str) -> None:
    write, read = FORMS[form]
    text = write(begun(game_of(name)))
    before = read(text)
    with version(later(name)):
        found = read(text)
        check(found, before)
        again = found.to_text() if form in ("text", "table") else found.to_json()
        assert "later_bonus" in again and "stakes" in again and "bonuses" in again
        assert form == "table" or read(again) == found
        if form in ("record", "seat_record", "view"):
            schema: Any = schema_of(later(name), form)
            validator: Any = Draft202012Validator(schema)
            validator.validate(json.loads(text))
            told = schema["$defs"]["Rules"]["properties"]
            assert {option: told[option]["default"] for option in THEN} == THEN
        own = write(begun(later(name), rules=later(name).Rules(later_bonus=5), bonuses=7))
        read(own)
    with pytest.raises(ValueError, match=r"unknown '(later_bonus|bonuses)'.* a later version"):
        read(own)


@pytest.mark.parametrize("name", ALL)
def test_a_text_with_a_counter_of_a_later_version_is_refused_as_such(name: str) -> None:
    with version(later(name)):
        text = begun(later(name), bonuses=7).to_text()
    for option in THEN:
        text = re.sub(rf" {option}=\w+", "", text)
    assert Record.from_text(text.replace("bonuses 7\n", "")).moves
    with pytest.raises(tws.RecordError, match=r"'bonuses 7'; unknown 'bonuses', .* later version"):
        Record.from_text(text)
    with pytest.raises(tws.RecordError, match="move 1"):  # no counter, so a move at fault
        Record.from_text(text.replace("bonuses 7", "bonuses seven"))


@pytest.mark.parametrize("name", OURS)
def test_files_of_version_1_are_read(name: str) -> None:
    forms = {"text": "txt", "record": "json", "seat_record": "seat.json"}
    for form, ending in forms.items():
        read, text = FORMS[form][1], text_of(f"{name}.{ending}")
        before = read(text)
        with version(later(name)):
            check(read(text), before)


@pytest.mark.parametrize("name", ALL)
def test_matches_of_before_are_read_and_go_on(name: str, tmp_path: Path) -> None:
    path, players = tmp_path / "match.jsonl", {"a": "random", "b": "random"}
    kept: Any = arena.play(game_of(name), players, deals=1, out=path)
    text = path.read_bytes()
    with version(later(name)):
        found: Any = arena.read(path)
        assert (found.rules, found.means) == ({**kept.rules, **THEN}, kept.means)
        if name in OURS:  # a player's digest has the source of other games, which is another one
            rules = later(name).Rules(**THEN)
            assert arena.play(later(name), players, rules=rules, deals=2, out=path).deals == 2
            assert path.read_bytes().startswith(text)
        arena.play(later(name), players, deals=1, out=path, resume=False)
    with pytest.raises(arena.ArenaError, match=r"unknown 'later_bonus'.* a later version"):
        arena.read(path)


FILES = Path(__file__).with_name("v1")
VERSIONS = ("0", "2", "-1", "10", '"1"', "true", "1.0", "null", "[1]", "1e0", '"2"')
"""Wrong versions, as JSON."""


def text_of(name: str) -> str:
    return (FILES / name).read_bytes().decode()


@pytest.fixture(params=OURS)
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_there_is_a_file_of_every_game_in_every_form() -> None:
    expected = {f"{game}.{form}" for game in OURS for form in ("txt", "json", *_JSON)}
    assert {file.name for file in FILES.iterdir()} == expected


_JSON = ("seat.json", "view.json")


def test_records_of_version_1_load(game: str) -> None:
    text = text_of(f"{game}.txt")
    json_text = text_of(f"{game}.json")
    record = Record.from_text(text)
    assert record == Record.from_json(json_text) and record.game.name == game
    assert record.state.hand_over and as_in(text, record.to_text()) == text
    assert as_in(json_text, record.to_json()) + "\n" == json_text


def test_seat_records_of_version_1_load(game: str) -> None:
    text = text_of(f"{game}.seat.json")
    seen, before = SeatRecord.from_json(text), json.loads(text)
    start = as_written_now(game, before["start"])
    assert json.loads(seen.to_json()) == {**before, "start": start}
    record = Record.from_text(text_of(f"{game}.txt"))
    now = Record(record.start, record.moves[: len(seen.events)]).for_seat(seen.seat)
    assert attrs.evolve(seen, events=now.events) == now
    for event, same in zip(seen.events, now.events, strict=True):
        assert event == attrs.evolve(same, view=as_in_v1(same.view))


# Any: JSON.
def as_written_now(game: str, view: dict[str, Any]) -> dict[str, Any]:
    """Return the view of a file of version 1 with the facts and options that came later."""
    classes = tws.GAMES[game].View, tws.GAMES[game].Rules
    facts, options = (dict(plain_data.to_plain(absent_of(each))) for each in classes)
    return facts | view | {"rules": options | view["rules"]}


# Any: the view of any game.
def as_in_v1(view: Any) -> Any:
    """Return a view as a file of version 1 tells it: without the facts that came later."""
    cls: Any = view.__class__  # Any: as above
    data, later = view.to_dict(), absent_of(cls)
    return cls.from_dict({name: data[name] for name in data if name not in later})


def test_views_of_version_1_load(game: str) -> None:
    # Since 0.2.0 a view begins with its format and game; the rest is unchanged.
    header = {"format": "twowaystreet view", "version": 1, "game": game}
    data: dict[str, Any] = json.loads(text_of(f"{game}.view.json"))
    before = {name: data[name] for name in data if name not in header}
    of_game: Any = tws.GAMES[game].View
    seen = of_game.from_json(json.dumps(before))
    written: dict[str, Any] = json.loads(seen.to_json())
    assert written == header | as_written_now(game, before)
    assert list(written)[: len(header)] == list(header)
    assert tws.View.from_json(json.dumps(written)) == seen == of_game.from_json(seen.to_json())
    with pytest.raises(RecordError, match=r"^missing format, version, game: expected a"):
        tws.View.from_json(json.dumps(before))
    # Where a renege is possible, a card that does not follow suit shows no void.
    assert not isinstance(seen, tws.TrickView) or bool(seen.voids) == (game != "spades")
    record = Record.from_text(text_of(f"{game}.txt"))
    assert seen in [as_in_v1(tws.view(state, seen.seat)) for state, _ in record]
    again: Any = of_game.from_json(json.dumps(before))
    world: Any = tws.determinize(again, random.Random(1))
    assert tws.view(world, again.seat) == again


def test_the_files_contain_every_move_and_other_versions_are_refused(game: str) -> None:
    record = Record.from_text(text_of(f"{game}.txt"))
    assert {type(move) for move in record.moves} == set(move_types_of(type(record.state)))
    assert all(facts_of(game).in_v1(record))
    text = text_of(f"{game}.txt")
    for version in ("2", "0", "1.0", "01", "", "one", "10", "²"):
        first = f"twowaystreet record {version}"
        with pytest.raises(RecordError, match="in the first line") as caught:
            Record.from_text(text.replace("twowaystreet record 1", first, 1))
        assert repr(first.strip()) in str(caught.value)
        assert "'twowaystreet record 1'" in str(caught.value) and caught.value.number is None
    for form, good in forms_of(game):
        for version in VERSIONS:
            with pytest.raises(RecordError, match="version: expected 1, found ") as caught:
                form.from_json(str(mutator.Damaged(json.loads(good), ("version",), version)))
            assert str(caught.value).endswith(f"found {json.loads(version)!r}")


# Any: classes of records and views.
def forms_of(game: str) -> list[tuple[Any, str]]:
    view: Any = tws.GAMES[game].View
    marked = view.from_json(text_of(f"{game}.view.json")).to_json()
    return [
        (Record, text_of(f"{game}.json")),
        (SeatRecord, text_of(f"{game}.seat.json")),
        *((view, marked), (tws.View, marked)),
    ]


def test_a_file_in_another_form_or_of_another_game_is_refused(game: str) -> None:
    forms = forms_of(game)
    for form, good in forms:
        for other, _ in forms:
            if other is not form and {other, form} != {tws.GAMES[game].View, tws.View}:
                with pytest.raises(RecordError):
                    other.from_json(good)
    for text in (text_of(f"{game}.view.json"), forms[-1][1]):
        others: list[Any] = [tws.GAMES[name].View for name in OURS if name != game]
        for form in (Record, SeatRecord, *others):
            with pytest.raises(RecordError):
                form.from_json(text)
