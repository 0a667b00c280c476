"""Files of version 1, which never change and which every later release must load."""

import json
import random
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests import mutator
from tests.games import OURS, facts_of
from tests.helpers import as_in
from twowaystreet import Record, RecordError
from twowaystreet._core import plain_data
from twowaystreet._core.engine.fields import absent_of
from twowaystreet._core.engine.moves import move_types_of
from twowaystreet._core.records.seat_records import SeatRecord

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
    assert record == Record.from_json(json_text)
    assert record.game.name == game
    assert record.state.hand_over
    assert as_in(text, record.to_text()) == text
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
    with pytest.raises(RecordError, match=r"^format: expected 'twowaystreet view', found None"):
        tws.View.from_json(json.dumps(before))
    # Where a renege is possible, a card that does not follow suit shows no void.
    assert not isinstance(seen, tws.TrickView) or bool(seen.voids) == (game != "spades")
    record = Record.from_text(text_of(f"{game}.txt"))
    assert seen in [as_in_v1(tws.view(state, seen.seat)) for state, _ in record]
    again: Any = of_game.from_json(json.dumps(before))
    world: Any = tws.determinize(again, random.Random(1))
    assert tws.view(world, again.seat) == again


def test_the_files_contain_every_move_type(game: str) -> None:
    record = Record.from_text(text_of(f"{game}.txt"))
    assert {type(move) for move in record.moves} == set(move_types_of(type(record.state)))
    assert all(facts_of(game).in_v1(record))


def test_other_versions_are_refused(game: str) -> None:
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
