"""Hostile callers and files: tables refuse them with an error of their own, and change nothing."""

from __future__ import annotations

import copy
import datetime
import errno
import json
import os
import pickle
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import pytest

import twowaystreet as tws
from examples import high_card
from tests.hostile import Faceless, Hostile, Raising, Sly, Text
from twowaystreet.games import duel, street, twos
from twowaystreet.players import Factory, PlayerError, simple
from twowaystreet.table import Table, TableError, TokenError

OTHERS: tuple[Any, ...] = (None, 7, b"deal", ["deal"], Hostile(), Sly(), Faceless())
"""Any: objects of other types, in place of texts and numbers."""


def finished(**options: Any) -> Table:
    """Return a finished Duel of bots; Any: options of its rules."""
    table = Table(duel.GAME, duel.Rules(**options), bots={0: "random", 1: "random"})
    while table.advance():
        pass
    return table


def saved(path: Path) -> dict[str, Any]:
    """Save a game of two people and a bot with a request for an undo. Any: JSON."""
    rules = street.Rules(players=3)
    table = Table(street.GAME, rules, bots={2: "random"}, path=path, dealer=0)
    tokens = table.join("Ann"), table.join("Ben")
    table.spectate()
    table.play(tokens[0], "deal")
    table.play(tokens[0], str(tws.legal_moves(table.view(tokens[0]))[0]))
    table.undo(tokens[0])
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


# Callers


# Some of these objects break pytest's parameters, so a loop goes through them.
def test_an_object_that_is_no_token_opens_nothing() -> None:
    table = Table(duel.GAME)
    table.join("Ann")
    for token in (*OTHERS, Raising(""), "", "x" * 1_000_000, "\ud800"):
        for ask in (table.view, table.events, table.seat, table.undo):
            with pytest.raises(TokenError):
                ask(token)
        with pytest.raises(TokenError):
            table.play(token, "deal")


def test_arguments_of_other_types_are_refused() -> None:
    table = Table(duel.GAME)
    ann, _ = table.join("Ann"), table.join("Ben")
    for other in OTHERS[1:]:
        calls: list[Callable[[], object]] = [
            partial(table.play, ann, other),
            partial(table.join, other),
            partial(table.forget, other, "Former player"),
            partial(table.forget, "Ann", other),
            partial(Table, other),
            partial(Table, duel.GAME, other),
            partial(Table, duel.GAME, bots=other),
            partial(Table, duel.GAME, bots={0: other}),
        ]
        for call in calls:
            with pytest.raises(tws.TwoWayStreetError):
                call()
    assert table.last_number == 2


def test_numbers_of_other_types_are_refused() -> None:
    table = Table(duel.GAME)
    ann, _ = table.join("Ann"), table.join("Ben")
    numbers: tuple[Any, ...] = (*OTHERS[2:], True, 10**700, 1.0, "1")
    for other in (*numbers, -1, 7):
        calls: list[Callable[[], object]] = [
            partial(table.play, ann, "deal", seen=other),
            partial(table.undo, ann, seen=other),
            partial(table.another_token, other),
            partial(table.join, "Cem", other),
            partial(Table, duel.GAME, dealer=other),
        ]
        for call in calls:
            with pytest.raises(tws.TwoWayStreetError):
                call()
        assert not table.can_undo(other)
    for other in numbers:
        with pytest.raises(TableError, match="number of an event"):
            table.events(ann, other)
    assert table.last_number == 2


def test_a_class_built_on_text_is_read_as_the_text() -> None:
    table = Table(duel.GAME, dealer=0)
    ann, _ = table.join(Text("Ann")), table.join("Ben")
    table.play(Raising(ann), Raising("deal"))
    assert type(table.names[0]) is str
    assert table.view(Text(ann)).actor == 0


def test_bots_that_are_no_players_are_refused() -> None:
    bots: tuple[Any, ...] = (None, 7, "nobody", ["simple"], Hostile(), Faceless(), int, object)
    for bot in bots:
        with pytest.raises(PlayerError):
            Table(duel.GAME, bots={0: bot})


def test_bots_at_seats_of_several_types_are_refused() -> None:
    bots: Any = {0: "simple", "a": "simple"}
    with pytest.raises(tws.SeatError):
        Table(duel.GAME, bots=bots)


SAME = ("ann", "ANN", "  Ann ", "\uff21nn", "A\u200cnn", "Ann\u200d", "Ann\ufe0f", "A\u034fnn")


@pytest.mark.parametrize("name", SAME)
def test_names_that_look_like_another_are_refused(name: str) -> None:
    table = Table(duel.GAME)
    table.join("Ann")
    with pytest.raises(TableError, match="nobody else has"):
        table.join(name)


def test_one_letter_in_two_encodings_is_one_name() -> None:
    table = Table(duel.GAME)
    table.join("Zo\u00eb")
    with pytest.raises(TableError, match="nobody else has"):
        table.join("Zoe\u0308")
    assert table.join("Zoe")


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u200d", "\ufe0f"])
def test_names_that_show_nothing_are_refused(name: str) -> None:
    with pytest.raises(TableError, match="visible"):
        Table(duel.GAME).join(name)


@pytest.mark.parametrize("copying", [copy.copy, copy.deepcopy, pickle.dumps])
def test_a_table_cannot_be_copied(copying: Callable[[Table], object]) -> None:
    with pytest.raises(TypeError, match="cannot be copied"):
        copying(Table(duel.GAME))


def test_the_text_of_a_table_shows_no_token_and_no_card() -> None:
    table = Table(duel.GAME, dealer=0)
    ann, _ = table.join("Ann"), table.join("Ben")
    table.play(ann, "deal")
    assert repr(table) == "<Table: Duel, Ann, Ben, event 3>"
    assert table.game is duel.GAME


# Reports


def test_a_report_needs_a_time_on_one_line() -> None:
    table = finished(target=1)
    for when in (*OTHERS, "", " ", "a\nb", "\u202eevil", "x" * 101, "\ud800"):
        with pytest.raises(TableError, match="when="):
            table.report(when)


def test_a_report_takes_dates_and_words() -> None:
    table = finished(target=1)
    time = datetime.datetime(2026, 11, 22, 19, 30)
    assert table.report(time).when == "2026-11-22 19:30:00"
    assert table.report(time.date()).when == "2026-11-22"
    assert table.report(" Sunday | evening ").when == "Sunday | evening"


BAD_RATINGS: tuple[Any, ...] = (
    *(7, "ab", [1000], [1000, 1000, 1000], {0: 1000, 1: 1000}, Hostile()),
)


@pytest.mark.parametrize("target", [None, 12])
def test_a_report_needs_a_rating_for_each_seat(target: int | None) -> None:
    rules = twos.Rules(target=target, max_hands=1)
    table = Table(twos.GAME, rules, bots=dict.fromkeys(range(4), "random"))
    while table.advance():
        pass
    for ratings in BAD_RATINGS:
        with pytest.raises(tws.RulesError, match="4 finite numbers, one for each seat"):
            table.report("now", ratings=ratings)
    wrong: Any = ["a", None, 3, 4]
    with pytest.raises(tws.RulesError, match="finite numbers"):
        table.report("now", ratings=wrong)


@pytest.mark.rule("RA-1", "RA-4")
def test_changes_of_ratings_are_whole_points() -> None:
    report = finished(target=12).report("now", ratings=[1100.1, 1190.25])
    assert report.changes is not None and {*map(type, report.changes)} == {int}
    assert sum(report.changes) == 0 != report.changes[0]
    assert f"rating {1100.1 + report.changes[0]:.1f} " in str(report)
    assert f"rating {1190.25 + report.changes[1]:.2f} " in str(report)
    assert finished(target=11).report("now", ratings=[1000, 1000]).changes == (0, 0)


# Files


PERSON = {"digest": "0" * 64, "seat": 0, "name": "Ann"}
OTHER = {"digest": "1" * 64, "seat": 1, "name": "Ben"}
JOIN = {"number": 1, "happened": "join", "seat": 0, "moves": 0, "before": "Seat 0"}
BOT = {"seat": 2, "label": "Bot 1", "name": "simple"}


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        ("people", [PERSON | {"digest": ""}, OTHER], "64 hexadecimal digits"),
        ("people", [PERSON | {"digest": "é" * 64}, OTHER], "64 hexadecimal digits"),
        ("people", [PERSON | {"digest": "1" * 64}, OTHER], "different digests"),
        ("people", [PERSON | {"name": "BEN"}, OTHER], "different names"),
        ("people", [PERSON | {"name": ""}, OTHER], "visible characters"),
        ("people", [PERSON | {"name": " Ann"}, OTHER], "a player's name"),
        ("people", [PERSON | {"name": "A\nB"}, OTHER], "names on one line"),
        ("people", [PERSON | {"seat": None}, OTHER], "none for a spectator"),
        ("people", [PERSON | {"seat": 7}, OTHER], "different seats"),
        ("bots", [BOT, BOT | {"label": "Bot 2"}], "bots: expected different seats"),
        ("bots", [BOT, BOT | {"seat": 3}], "bots: expected different names"),
        ("bots", [BOT | {"seat": -1}], "different seats"),
        ("bots", [BOT | {"label": "Ann"}], "bots: expected different names"),
        ("bots", [BOT | {"label": " Kim"}], "expected the name of a bot"),
        ("bots", [BOT | {"label": "A|B"}], "names on one line"),
        ("log", [JOIN | {"seat": None}], "log: "),
        ("log", [JOIN | {"seat": 4}], "log: "),
        ("log", [JOIN | {"happened": "rematch"}], "log: "),
        ("log", [JOIN | {"number": 0}], "log: "),
        ("log", [JOIN | {"moves": -1}], "log: "),
        ("log", [JOIN, JOIN], "log: "),
        ("asked", {"seat": 1, "agreed": [1]}, "asked: "),
        ("asked", {"seat": 0, "agreed": [0, 0]}, "asked: "),
        ("asked", {"seat": 0, "agreed": [0, 1]}, "asked: "),
        ("asked", {"seat": 0, "agreed": []}, "asked: "),
        ("away", [PERSON | {"name": "Cem"}], "away: expected people whose seats bots play"),
        ("away", [PERSON | {"seat": 2, "name": "ben"}], "expected different names"),
    ],
)
def test_files_with_facts_that_no_table_has_are_refused(
    key: str, value: list[Any], reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "table.json"
    data = saved(path)
    if key == "log":
        value = [*value, *data["log"][2:]]
    path.write_text(json.dumps({**data, key: value}), encoding="utf-8")
    with pytest.raises(TableError, match=reason):
        Table.load(path)


def test_the_seats_of_moves_in_the_log_are_those_of_the_record(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    data = saved(path)
    for entry in data["log"]:
        if entry["happened"] == "move" and entry["seat"] == 0:
            entry["seat"] = 1
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(TableError, match="log: "):
        Table.load(path)


def test_the_whole_file_is_a_table_and_no_part_of_it(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    saved(path)
    whole = path.read_bytes()
    assert Table.load(path).names == ("Ann", "Ben", "Bot 1")
    for end in range(0, len(whole.rstrip()), 37):
        path.write_bytes(whole[:end])
        with pytest.raises(TableError, match="cannot load"):
            Table.load(path)


def test_a_damaged_file_gives_a_whole_table_or_an_error(tmp_path: Path) -> None:
    path, rng, loaded = tmp_path / "table.json", random.Random(5), 0
    saved(path)
    whole = path.read_bytes()
    for _ in range(400):
        damaged = bytearray(whole)
        damaged[rng.randrange(len(damaged))] = rng.choice(b'0123456789"[]{},-ablnu\xff\x00')
        path.write_bytes(damaged)
        try:
            table = Table.load(path)
        except TableError:
            continue
        loaded += 1
        assert Table.load(path).names == table.names
        token = table.spectate()
        assert table.events(token)[-1].view == table.view(token)
    assert loaded


BOMBS = {
    "nested lists": b"[" * 1_000_000,
    "nested objects": b'{"format":' * 100_000,
    "a long number": b'{"version": ' + b"9" * 1_000_000 + b"}",
    "two tables": b'{"format": "twowaystreet table"}' * 2,
    "no UTF-8": "{}".encode("utf-16"),
}


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS.keys())
def test_files_made_to_do_harm_are_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(content)
    with pytest.raises(TableError, match="cannot load"):
        Table.load(path)


def test_objects_that_are_no_path_of_a_file_are_refused() -> None:
    paths: tuple[Any, ...] = (7, b"table.json", Hostile(), "\0", "\ud800", "x" * 300, "")
    for path in paths:
        with pytest.raises(TableError):
            Table.load(path)
        with pytest.raises(TableError):
            Table(duel.GAME, path=path)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    paths = [tmp_path]
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        paths += [tmp_path / "pipe", Path("/dev/zero")]  # reading these never ends
    for path in paths:
        with pytest.raises(TableError, match="expected a regular file"):
            Table.load(path)


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own")
def test_a_link_to_no_file_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(TableError, match="exists already"):
        Table(duel.GAME, path=path)


def test_the_file_of_a_table_runs_no_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, path = tmp_path / "mybot.py", tmp_path / "table.json"
    script.write_text("from twowaystreet.players import simple as bot\n", encoding="utf-8")
    name = f"{script}:bot"
    table = Table(duel.GAME, bots={1: name}, path=path)
    table.join("Ann")
    assert name not in path.read_text(encoding="utf-8")
    data = json.loads(path.read_text(encoding="utf-8"))
    for written in (name, "os:getcwd", None):
        path.write_text(
            json.dumps(data | {"bots": [BOT | {"seat": 1, "name": written}]}), encoding="utf-8"
        )
        with monkeypatch.context() as patched:
            patched.setattr("twowaystreet._util.modules.module_at", Hostile())
            patched.setattr("twowaystreet._util.modules.import_module", Hostile())
            with pytest.raises(TableError, match="does not name the bot of seat 1"):
                Table.load(path)
        assert Table.load(path, bots={1: name}).names == ("Ann", "Bot 1")


def test_a_game_of_a_user_has_tables_once_it_is_registered(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with pytest.raises(tws.RecordError, match="High Card is not registered"):
        Table(high_card.GAME, path=path)
    assert not path.exists()
    tws.register(high_card.GAME)
    table = Table(high_card.GAME, path=path)
    tokens = {seat: table.join(f"P {seat}") for seat in table.free_seats}
    table.play(tokens[0], "deal")
    while (actor := table.actor) is not None:
        token = tokens[actor]
        table.play(token, str(tws.legal_moves(table.view(token))[0]))
    assert table.view(tokens[0]).hand_over
    assert Table.load(path).view(tokens[0]) == table.view(tokens[0])


# Bots that fail while a person waits


class Counting:
    """A bot that remembers its moves."""

    made: ClassVar[list[Counting]] = []

    def __init__(self) -> None:
        self.moves = 0
        self.made.append(self)

    def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
        self.moves += 1
        return simple(view, rng)


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_a_move_and_the_answers_of_bots_are_saved_together_or_not_at_all(
    failure: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.json"
    table = Table(twos.GAME, bots=dict.fromkeys((1, 2, 3), Factory(Counting)), path=path, dealer=3)
    ann = table.join("Ann")
    table.play(ann, "deal")
    before, number = path.read_bytes(), table.last_number
    move = str(tws.legal_moves(table.view(ann))[0])

    def fails(source: str, target: str) -> None:
        raise failure

    with monkeypatch.context() as patched:
        patched.setattr("twowaystreet._util.files.os.replace", fails)
        with pytest.raises((TableError, KeyboardInterrupt)):
            table.play(ann, move, seen=number)
    assert (path.read_bytes(), table.last_number, table.actor) == (before, number, 0)
    assert [one.name for one in tmp_path.iterdir()] == ["table.json"]
    Counting.made.clear()
    table.play(ann, move, seen=number)
    assert table.last_number >= number + 4
    # All three bots moved once at least, and none of them remembers the move that was not saved.
    assert len(Counting.made) == 3
    assert sum(bot.moves for bot in Counting.made) == table.last_number - number - 1


def test_bots_are_made_anew_after_an_undo() -> None:
    table = Table(twos.GAME, bots=dict.fromkeys((1, 2, 3), Factory(Counting)), dealer=3)
    ann = table.join("Ann")
    table.play(ann, "deal")
    move = str(tws.legal_moves(table.view(ann))[0])
    table.play(ann, move)
    assert table.undo(ann)
    Counting.made.clear()
    table.play(ann, move)
    assert len(Counting.made) == 3


def test_a_late_agreement_is_not_taken_for_another_request() -> None:
    table = Table(street.GAME, street.Rules(players=3), bots={2: "random"}, dealer=0)
    tokens = {0: table.join("Ann"), 1: table.join("Ben")}
    table.play(tokens[0], "deal")
    while table.last_number < 14:
        assert table.actor is not None
        token = tokens[table.actor]
        table.play(token, str(tws.legal_moves(table.view(token))[0]))
    table.undo(tokens[0])
    seen = table.last_number
    assert table.undo(tokens[1], seen=seen)
    with pytest.raises(TableError, match="gone on"):  # the second click of Ben
        table.undo(tokens[1], seen=seen)
    assert table.asked is None
    table.undo(tokens[1])
    with pytest.raises(TableError, match="gone on"):  # Ann asks before she sees the request of Ben
        table.undo(tokens[0], seen=seen + 2)
    assert table.asked is not None and table.asked.agreed == (1,)


def test_a_file_with_a_request_that_nobody_made_gives_our_error(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = Table(duel.GAME, dealer=0, path=path)
    ann, ben = table.join("Ann"), table.join("Ben")
    table.play(ann, "deal")
    table.play(ann, "no bid")
    data = json.loads(path.read_text("utf-8"))
    path.write_text(json.dumps(data | {"asked": {"seat": 0, "agreed": [0]}}), "utf-8")
    again = Table.load(path)
    assert again.undo(ben, seen=again.last_number)


def test_a_relative_path_stays_the_same_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    table = Table(duel.GAME, path="game.json")
    monkeypatch.chdir("other")
    table.join("Ann")
    assert [*Path.cwd().iterdir()] == []
    assert Table.load(tmp_path / "game.json").names == table.names


def test_nobody_is_called_you() -> None:
    table = Table(duel.GAME)
    for name in ("You", "you ", "YOU"):
        with pytest.raises(TableError, match="nobody else has"):
            table.join(name)
