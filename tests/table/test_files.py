"""The file of a table: what it has, what is refused, and files that earlier versions wrote."""

import json
import os
import random
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import high_card
from tests.hostile import Hostile
from tests.processes import POSIX
from tests.table.tables import (
    Tokens,
    check_saved,
    full,
    go_on,
    play_out,
    refuses,
    seated,
    steady,
    told,
)
from twowaystreet._util.files import replace_file
from twowaystreet.games import duel, street
from twowaystreet.players import at_random
from twowaystreet.table import (
    FileStore,
    LeaseError,
    StoreError,
    Table,
    TableError,
    TokenError,
    _files,
)
from twowaystreet.table._bots import name_in_file

V1 = Path(__file__).parent / "v1"  # the files of version 1, which never change


def asked(path: Path | None = None) -> tuple[Table, Tokens]:
    """Return a game of two people and a bot with a request for an undo."""
    rules = street.Rules(players=3)
    table = steady(Table(street.GAME, rules, bots={2: "random"}, path=path, dealer=0))
    tokens: Tokens = {0: table.join("Ann"), 1: table.join("Ben"), None: table.spectate()}
    go_on(table, tokens, 2)
    table.undo(tokens[0])
    return table, tokens


def test_a_file_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    table, tokens = asked(folder / "table.json")
    (folder / "table.json").unlink()
    folder.rmdir()
    calls: tuple[Any, ...] = (
        *((table.undo, tokens[1]), (table.decline, tokens[1]), (table.leave, tokens[0])),
        *((table.revoke, tokens[0]), (table.revoke, tokens[None]), (table.revoke_seat, 0)),
        *((table.revoke_seat, None), (table.another_token, 0), (table.rename, 0, "Eve")),
        *((table.act_for, table.actor), (table.vacate, 1)),
    )
    for call, *given in calls:
        refuses(table, r"^cannot save to '[^/]+': ", call, *given)
    refuses(table, "cannot save", table.replace, 0, bot="simple")
    refuses(table, "cannot save", table.replace, 0, name="Eve")
    folder.mkdir()
    assert table.undo(tokens[1])
    assert Table.load(folder / "table.json").view(tokens[0]) == table.view(tokens[0])


def test_a_table_waits_for_no_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[int] = []
    monkeypatch.setattr(os, "fsync", waits.append)
    Table(duel.GAME, path=tmp_path / "table.json").join("Ann")
    assert not waits
    replace_file(tmp_path / "record.json", "{}")
    assert len(waits) == 1


def test_the_file_contains_no_token(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    _, tokens = asked(path)
    text = path.read_text(encoding="utf-8")
    for seat in (0, 1):
        assert tokens[seat] not in text and tokens[seat].encode().hex() not in text
    assert os.name != "posix" or path.stat().st_mode & 0o077 == 0


def test_a_game_that_would_not_load_is_not_saved(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(duel.GAME)
    text = table.to_text()
    monkeypatch.setattr(_files, "LARGEST", len(text))
    assert table.to_text() == text and Table.from_text(text).to_text() == text
    monkeypatch.setattr(_files, "LARGEST", len(text) - 1)
    with pytest.raises(TableError, match="the game is too long"):
        table.to_text()
    with pytest.raises(TableError, match="expected a text of at most"):
        Table.from_text(text)
    monkeypatch.undo()
    broken = tws.RecordError("log: expected rising numbers")
    monkeypatch.setattr(_files, "check", Mock(side_effect=broken))
    refuses(table, "^log: expected rising numbers$", table.join, "Ann")


def test_a_table_that_was_closed_saves_no_more(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    table = Table(duel.GAME)
    table.keep_in(store, "friday")
    table.close()
    table.close()
    assert not store.holds("friday")
    again = Table.load_from(store, "friday")
    with pytest.raises(LeaseError, match="the table was closed"):
        table.join("Ann")
    table.close()
    again.join("Ben")
    again.close()
    with pytest.raises(StoreError, match="exists already"):
        table.keep_in(store, "friday")
    store.close()


def test_other_files_and_objects_that_are_no_path_are_refused(tmp_path: Path) -> None:
    path, link = tmp_path / "table.json", tmp_path / "link.json"
    path.write_text("mine", encoding="utf-8")
    link.symlink_to(tmp_path / "elsewhere")
    for place in (path, link):
        with pytest.raises(TableError, match="exists already"):
            Table(duel.GAME, path=place)
    assert path.read_text(encoding="utf-8") == "mine"
    paths: tuple[Any, ...] = (7, b"table.json", Hostile(), "\0", "\ud800", "x" * 300, "")
    for path in paths:
        with pytest.raises(TableError):
            Table.load(path)
        with pytest.raises(TableError):
            Table(duel.GAME, path=path)
    with pytest.raises(TableError, match="No such file"):
        Table.load(tmp_path / "missing")


@POSIX
def test_only_regular_files_of_a_possible_size_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe", Path("/dev/zero")):  # reading these never ends
        with pytest.raises(TableError, match="expected a regular file"):
            Table.load(path)
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(16_000_001)
    with pytest.raises(TableError, match="at most 16000000 bytes"):
        Table.load(tmp_path / "huge")


def test_a_relative_path_stays_one_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    monkeypatch.chdir(tmp_path)
    table = Table(duel.GAME, path="game.json")
    monkeypatch.chdir("other")
    table.join("Ann")
    assert [*Path.cwd().iterdir()] == [] and Table.load(tmp_path / "game.json").names == table.names


def test_a_game_of_a_user_has_tables_once_it_is_registered(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with pytest.raises(tws.RecordError, match="High Card is not registered"):
        Table(high_card.GAME, path=path)
    assert not path.exists()
    tws.register(high_card.GAME)
    table = Table(high_card.GAME, path=path)
    tokens = full(table)
    play_out(table, tokens, hand=True)
    check_saved(Table.load(path), tokens)


def test_a_table_makes_no_move_that_its_text_does_not_say(monkeypatch: pytest.MonkeyPatch) -> None:
    tws.register(high_card.GAME)
    table, tokens = seated(high_card.GAME)
    table.replace(1, bot="random")
    table.act_for(None)
    monkeypatch.setattr(high_card.Show, "__str__", Mock(return_value="reveal QS"))
    refuses(table, "reveal", table.advance, error=tws.ParseError)
    monkeypatch.undo()
    assert check_saved(table, {0: tokens[0]}).advance()


@pytest.mark.parametrize("odd", [frozenset({3}), float("nan"), (1, 2)])
def test_no_table_has_rules_that_no_file_has(odd: object, monkeypatch: pytest.MonkeyPatch) -> None:
    @attrs.frozen(kw_only=True)
    class Rules(high_card.Rules):
        tags: Any = odd

    tws.register(high_card.GAME)
    checked = Mock(return_value=Rules())
    monkeypatch.setattr("twowaystreet.table._table.checked_rules", checked)
    with pytest.raises(tws.RecordError):
        Table(high_card.GAME)


@pytest.mark.parametrize("bot", ["Ann", "\uff21nn", None])
def test_a_bot_may_have_the_name_of_the_person_for_whom_it_plays(bot: str | None) -> None:
    person = bot or "Bot 2"
    table = Table(duel.GAME, bots={1: "simple"})
    ann = table.join(person)
    table.replace(0, bot="simple", name=bot, stays=True)
    table = Table.from_text(table.to_text())
    refuses(table, "a name that nobody else has", table.rename, 1, person)
    table.rename(0, "Robin")
    table.replace(0, bot="random", name=person, stays=True)
    assert Table.from_text(table.to_text()).come_back(ann) == table.come_back(ann) == 0
    assert check_saved(table, {0: ann}).names == (person, "Bot 1")


PERSON = {"digest": "0" * 64, "seat": 0, "name": "Ann"}
OTHER = {"digest": "1" * 64, "seat": 1, "name": "Ben"}
JOIN = {"number": 1, "happened": "join", "seat": 0, "moves": 0, "before": "Seat 0"}
BOT = {"seat": 2, "label": "Bot 1", "name": "simple"}
MOVE = {"number": 3, "happened": "move", "seat": None, "moves": 1, "before": ""}


@pytest.mark.parametrize(
    ("key", "value", "reason"),
    [
        *(("format", "x", "format"), ("version", 3, "version")),
        ("game", "duel", "game: expected 'street', found 'duel'"),
        *(("record", {}, "record|format"), ("more", 1, "more")),
        ("people", [PERSON | {"digest": ""}, OTHER], "64 hexadecimal digits"),
        ("people", [PERSON | {"digest": "é" * 64}, OTHER], "64 hexadecimal digits"),
        ("people", [PERSON | {"digest": "1" * 64}, OTHER], "different digests"),
        ("people", [PERSON, OTHER | {"seat": 0}], "different seats from 0 to 2"),
        ("people", [PERSON | {"name": "BEN"}, OTHER], "different names"),
        ("people", [PERSON | {"name": ""}, OTHER], "visible characters"),
        ("people", [PERSON | {"name": " Ann"}, OTHER], "a player's name"),
        ("people", [PERSON | {"name": "A\nB"}, OTHER], "names on one line"),
        ("people", [PERSON | {"seat": None}, OTHER], "none for a spectator"),
        ("people", [PERSON | {"seat": 3}, OTHER], "different seats from 0 to 2"),
        ("bots", [BOT, BOT | {"label": "Bot 2"}], "bots: expected different seats"),
        ("bots", [BOT, BOT | {"seat": 3}], "bots: expected different names"),
        ("bots", [BOT | {"seat": -1}], "different seats"),
        ("bots", [BOT | {"seat": 1}], "different seats"),
        ("bots", [BOT | {"label": "Ann"}], "bots: expected different names"),
        ("bots", [BOT | {"label": " Kim"}], "expected the name of a bot"),
        *(("bots", [BOT | {"label": "A|B"}], "names on one line"), ("log", [], "log: ")),
        *(("log", [JOIN | {"seat": None}], "log: "), ("log", [JOIN | {"seat": 3}], "log: ")),
        ("log", [JOIN | {"happened": "rematch"}], "log: "),
        *(("log", [JOIN | {"number": 0}], "log: "), ("log", [JOIN | {"moves": -1}], "log: ")),
        *(("log", [JOIN, JOIN], "log: "), ("log", [JOIN, MOVE | {"seat": 0}], "log: ")),
        ("asked", {"seat": 1, "agreed": [1]}, "asked: "),
        ("asked", {"seat": 0, "agreed": [1]}, "asked: "),
        ("asked", {"seat": 0, "agreed": [0, 0]}, "asked: "),
        ("asked", {"seat": 0, "agreed": [0, 1]}, "asked: "),
        ("asked", {"seat": 0, "agreed": []}, "asked: "),
        ("away", [PERSON | {"seat": 2, "name": "ben"}], "expected different names"),
    ],
)
def test_files_with_facts_that_no_table_has_are_refused(key: str, value: Any, reason: str) -> None:
    data = json.loads(asked()[0].to_text())
    Table.from_text(json.dumps(data))
    if key == "log" and value:
        value = [*value, *data["log"][3 if MOVE["number"] == value[-1]["number"] else 2 :]]
    with pytest.raises(TableError, match=f"^cannot read a table: .*({reason})"):
        Table.from_text(json.dumps({**data, key: value}))


def test_the_seats_of_moves_in_the_log_are_those_of_the_record() -> None:
    data = json.loads(asked()[0].to_text())
    for changed in ({"seat": 1}, {"moves": 3}):
        log = [one | changed if one["number"] == 4 else one for one in data["log"]]
        with pytest.raises(TableError, match="log: "):
            Table.from_text(json.dumps(data | {"log": log}))


def test_a_damaged_file_gives_a_whole_table_or_an_error(tmp_path: Path) -> None:
    path, rng, loaded = tmp_path / "table.json", random.Random(5), 0
    asked(path)
    whole = path.read_bytes()
    parts = [whole[:end] for end in range(0, len(whole.rstrip()), 37)]
    for damaged in [*map(bytearray, parts), *(bytearray(whole) for _ in range(300))]:
        if len(damaged) == len(whole):
            damaged[rng.randrange(len(damaged))] = rng.choice(b'0123456789"[]{},-ablnu\xff\x00')
        path.write_bytes(damaged)
        try:
            table = Table.load(path)
        except TableError:
            continue
        loaded += 1
        assert len(damaged) == len(whole)
        token = table.spectate()
        assert table.events(token)[-1].view == table.view(token)
    assert loaded


BOMBS: dict[str, Any] = {
    "nothing": b"",
    "a list": b"[]",
    "an object": b"{}",
    "nested lists": b"[" * 1_000_000,
    "nested objects": b'{"format":' * 100_000,
    "a long number": b'{"version": ' + b"9" * 1_000_000 + b"}",
    "two tables": b'{"format": "twowaystreet table"}' * 2,
    "no UTF-8": "{}".encode("utf-16"),
    "a long text": b" " * 16_000_001,
}


@pytest.mark.parametrize("content", BOMBS.values(), ids=BOMBS.keys())
def test_files_made_to_do_harm_are_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_bytes(content)
    with pytest.raises(TableError, match="cannot load"):
        Table.load(path)
    texts: tuple[Any, ...] = (content, None, content.decode(errors="replace"))
    for text in texts:
        with pytest.raises(TableError, match="cannot read a table"):
            Table.from_text(text)


LEFT_OUT = (
    *("montecarlo:worlds=10001", "montecarlo:worlds=1_000_000_000", "montecarlo:worlds=٩٩٩٩٩٩٩٩"),
    *("montecarlo:playouts=random,worlds=99999", "montecarlo:seconds=11", "network:path=twos.npz"),
    *(f"montecarlo:worlds={'9' * 5000}", "mybot.py:bot", "os:getcwd", None),
    *("montecarlo:worlds=2,model=os:getcwd", "montecarlo:model=network:path=twos.npz"),
)
SAVED = (
    *("simple", "montecarlo:worlds=10_000,playouts=random", "montecarlo:seconds=10"),
    *("montecarlo:model=level:2", "montecarlo:model=unknown"),
)


@pytest.mark.parametrize(
    ("name", "is_in_file"),
    [*((name, False) for name in LEFT_OUT), *((name, True) for name in SAVED)],
)
def test_the_file_names_no_bot_that_reads_files_or_thinks_for_hours(
    name: str | None, is_in_file: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert name_in_file(name) == (name if is_in_file else None)
    data = json.loads(Table(duel.GAME, bots={1: "simple"}).to_text())
    data["bots"][0]["name"] = name
    monkeypatch.setattr("twowaystreet._util.modules.module_at", Hostile())
    monkeypatch.setattr("twowaystreet._util.modules.import_module", Hostile())
    text = json.dumps(data)
    if is_in_file:
        assert Table.from_text(text).bots == {1: name}
    else:
        with pytest.raises(TableError, match="does not name the bot of seat 1"):
            Table.from_text(text)
    assert Table.from_text(text, bots={1: "random"}).bots == {1: "random"}


def test_bots_given_as_objects_come_back_only_from_the_host(tmp_path: Path) -> None:
    script, path = tmp_path / "mybot.py", tmp_path / "table.json"
    script.write_text("from twowaystreet.players import simple as bot\n", encoding="utf-8")
    for bot in (at_random, f"{script}:bot"):
        Table(duel.GAME, bots={1: bot}, path=path)
        assert str(script) not in path.read_text(encoding="utf-8")
        with pytest.raises(TableError, match="does not name the bot of seat 1"):
            Table.load(path)
        assert Table.load(path, bots={1: bot}).free_seats == (0,)
        with pytest.raises(TableError, match=r"seats \[0, 1\]: expected the seats \[1\]"):
            Table.load(path, bots={0: bot, 1: bot})
        path.unlink()


ANN, ANN_AGAIN, ZOE = "cP2YmrjwaRZK7LGneeCAhg", "87SXISJFWojQS7fdHkJFiw", "JEHWLMJs2Zp8UYJDqkugJw"
WATCHERS = ("RNWeQ12e_hwoq0OImSD1Dg", "mhhTBnRkl0WIIaQVNCkIlQ")
TOKENS: Tokens = {0: ANN, 2: ZOE, None: WATCHERS[0]}


def two_people() -> str:
    """Return a game of two people and two bots, in which one person asked for an undo."""
    return (V1 / "two_people.json").read_text(encoding="utf-8")


def test_an_old_file_has_all_tokens_names_and_sentences() -> None:
    table = Table.from_text(two_people())
    seats = [table.seat(token) for token in (ANN, ANN_AGAIN, ZOE, *WATCHERS)]
    assert seats == [0, 0, 2, None, None] and table.names == ("Ann", "Bot 1", "Zoë", "Bot 2")
    assert table.bots == {1: "simple", 3: "montecarlo:worlds=2,playouts=random"}
    assert (table.actor, table.last_number) == (3, 17)
    assert table.asked is not None and table.asked.agreed == (0,)
    for seat, token in TOKENS.items():
        assert table.view(token) == tws.view(table.record.state, seat)
    assert [event.sentences[0] for event in table.events(ANN)[:7]] == [
        *("You join.", "Zoë joins.", "New deal.", "You declare high."),
        *("You exchange K♣ A♣, drawing J♦ Red Joker.", "Bot 1 declares high."),
        "Bot 1 exchanges two cards.",
    ]
    assert told(table, WATCHERS[1]) == ["Ann asks to take back a move."]


def test_an_old_game_goes_on_and_is_saved_as_the_present_version(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(two_people(), encoding="utf-8")
    table = Table.load(path, bots={3: "simple"})
    assert table.undo(ZOE) and table.asked is None
    go_on(table, TOKENS, 20)
    check_saved(table, TOKENS)
    data = json.loads(path.read_text(encoding="utf-8"))
    assert (data["version"], data["watching"], data["play_forced"]) == (2, "", False)
    assert data["log"][0]["before"] == "Seat 0"
    assert data["bots"][0] == {"seat": 1, "label": "Bot 1", "name": "simple"}
    token = table.spectate()
    table.revoke(WATCHERS[0])
    assert not table.knows(WATCHERS[0]) and table.view(WATCHERS[1]) == table.view(token)
    check_saved(table, {0: ANN, None: WATCHERS[1]})
    table.revoke_seat(None)
    for ended in (WATCHERS[1], token):
        with pytest.raises(TokenError):
            table.view(ended)


def test_a_finished_old_game_begins_again() -> None:
    table = Table.from_text((V1 / "finished_duel.json").read_text(encoding="utf-8"))
    assert table.names == ("Bot 1", "Ann") and table.hand_scores
    tokens = {**full(table), 1: table.another_token(1)}
    check_saved(table, tokens)
    table.rematch(dealer=1)
    go_on(table, tokens, 5)
    check_saved(table, tokens)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        *(("version", 2), ("version", "1"), ("watching", ""), ("play_forced", True)),
        *(("bots", [BOT]), ("bots", [[1, "simple"], [1, "simple"]]), ("bots", [[4, "simple"]])),
        *(("log", [JOIN]), ("log", [{"number": 1, "happened": "join", "seat": None, "moves": 0}])),
    ],
)
def test_an_old_file_with_other_fields_is_refused(key: str, value: Any) -> None:
    with pytest.raises(TableError, match="cannot read a table"):
        Table.from_text(json.dumps(json.loads(two_people()) | {key: value}))


def test_files_of_the_first_of_version_2_go_on() -> None:
    table = Table(tws.GAMES["duel"], dealer=0)
    go_on(table, full(table), 3)
    data = json.loads(table.to_text())
    del data["away"], data["takes_back"], data["hints"]
    assert Table.from_text(json.dumps(data)).to_text() == table.to_text()
    # Files of 0.3.0 keep the person who took a seat for good.
    data = json.loads(asked()[0].to_text())
    data["away"] = [PERSON | {"name": "Cem"}]
    table = Table.from_text(json.dumps(data))
    assert (table.names, table.stand_ins) == (("Ann", "Ben", "Bot 1"), ())
