"""Tests of results that are read from files, and of files that are damaged on purpose."""

from __future__ import annotations

import json
import math
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import high_card
from tests.arena import bots
from tests.helpers import AnyView
from twowaystreet import arena
from twowaystreet.arena import ArenaError
from twowaystreet.games import spades, street

PLAYERS = {"a": bots.broken, "b": bots.first}
NAP = 0.002
"""The seconds that a slow player sleeps: the clock may show more, but never less."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def match(path: Path, **changes: Any) -> arena.Results:
    arguments: dict[str, Any] = {"game": "twos", "players": PLAYERS, "deals": 3, "out": path}
    return arena.play(**arguments | changes)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"game": "street", "rules": street.Rules(players=3), "seating": "fresh"},
        {"game": "twenty_down", "seating": "mirror", "seed": -7, "deals": 1},
    ],
)
def test_results_are_as_before(path: Path, changes: dict[str, Any]) -> None:
    results = match(path, **changes)
    found = arena.read(path)
    assert found == results and str(found) == str(results)
    assert found.to_dict() == results.to_dict() and found.digest == results.digest


def test_a_gauntlet_is_as_before(path: Path) -> None:
    results = arena.gauntlet("spades", PLAYERS, deals=2, out=path)
    found = arena.read(str(path))
    assert found == results and str(found) == str(results)


def test_a_file_is_read_at_any_byte_and_stays_as_it_is(path: Path) -> None:
    wholes = [match(path, game="spades", deals=deals) for deals in (1, 2)]
    data = path.read_bytes()
    for length in range(0, len(data) + 1, 7):
        path.write_bytes(data[:length])
        deals = data[:length].count(b"\n") - 1
        if deals > 0:
            assert arena.read(path) == wholes[deals - 1]
        else:
            with pytest.raises(ArenaError, match=r"no file of a match|no finished deal"):
                arena.read(path)
        assert path.read_bytes() == data[:length]


def test_a_game_that_is_not_registered_is_given(path: Path) -> None:
    game = attrs.evolve(high_card.GAME, name="higher_card")
    results = match(path, game=game, deals=2)
    with pytest.raises(ArenaError, match="there is no game 'higher_card'"):
        arena.read(path)
    assert arena.read(path, game=game) == results
    with pytest.raises(tws.RulesError, match=r"game='nowhere.py:GAME'"):
        arena.read(path, game="nowhere.py:GAME")
    with pytest.raises(ArenaError, match="game is 'higher_card', expected 'spades'"):
        arena.read(path, game=spades.GAME)


def test_files_of_version_0_2_0_have_no_digests_and_no_phases_of_faults(path: Path) -> None:
    results = match(path)
    assert results.by_phase("a")["play"].faults == {"exception": 12}
    data = path.read_bytes().replace(b'"phase": "play", ', b"")
    path.write_bytes(re.sub(rb'"digests": .*"seed"', b'"seed"', data))
    found = arena.read(path)
    assert isinstance(found, arena.Results) and found.leads == results.leads
    assert found.by_phase("a")["unknown"].faults == {"exception": 12}
    assert found.faults == results.faults and found.digests == (None, None)
    assert found.record(2, 0, PLAYERS) == results.record(2, 0)


HEADERS: list[tuple[str, object]] = [
    ("game", "bridge"),
    ("game", 7),
    ("game", ["twos"]),
    ("rules", {"target": None, "max_hands": 0}),
    ("rules", {"target": None}),
    ("rules", None),
    ("players", ["a"]),
    ("digests", ["a"]),
    ("digests", [1, 2]),
    ("digests", None),
    ("players", ["a"] * 5),
    ("players", [1, 2]),
    ("players", "ab"),
    ("seed", 1.5),
    ("seed", True),
    ("seed", None),
    ("seating", "sideways"),
    ("seating", 3),
    ("seating", ["rotate"]),
    ("version", 2),
]


@pytest.mark.parametrize(("key", "value"), HEADERS)
def test_a_hostile_header_is_refused(path: Path, key: str, value: object) -> None:
    match(path, deals=1)
    header, line = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text(json.dumps(json.loads(header) | {key: value}) + "\n" + line, encoding="utf-8")
    with pytest.raises(ArenaError, match="is no file of a match"):
        arena.read(path)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"Dear diary,",
        b"{}x",
        b"\n",
        b"{}\n",
        b"[]\n",
        b"null\n",
        b"\xff\xfe\n",
        b"[" * 100_000 + b"\n",
        b'{"game": "twos"}\n',
        b'{"seed": ' + b"9" * 10_000 + b"}\n",
        b'{"game": NaN}\n',
    ],
)
def test_another_file_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    with pytest.raises(ArenaError, match="is no file of a match"):
        arena.read(path)
    if data.strip():
        with pytest.raises(ArenaError, match="has another header"):
            match(path)
        assert path.read_bytes() == data


def test_a_header_in_another_form_is_refused(path: Path) -> None:
    match(path, deals=1)
    path.write_bytes(path.read_bytes().replace(b": ", b":", 1))
    with pytest.raises(ArenaError, match="is no file of a match"):
        arena.read(path)


DAMAGES = [
    ('"points": [', '"points": [1e999, '),
    ('"points": [', '"points": [true, '),
    ('"points": [', f'"points": [{"9" * 61}, '),
    ('"seats": [0, 1, 0, 1]', '"seats": [false, true, 0, 1]'),
    ('"seats": [0, 1, 0, 1]', '"seats": [0, 1, 0, 9]'),
    ('"seats": [0, 1, 0, 1]', '"seats": {}'),
    ('"message": "LookupError', '"message": 7, "x": "'),
    ('"phase": "play"', '"phase": []'),
    ('"phase": "play"', f'"phase": "{"p" * 121}"'),
    ('"seat": 0', '"seat": false'),
    ('"seat": 0', '"seat": -1'),
    ('"seat": 0', '"seat": 4'),
    ('"kind": "exception"', '"kind": "boredom"'),
    ('"faults": [', '"faults": [{}, '),
    ('"hands": [', '"hands": [[], '),
    ('"hands": [', '"hand": ['),
    ('"deal": 1', '"deal": 2'),
    ('"deal"', ' "deal"'),
    ('"seats": [1, 0, 1, 0]', '"seats": [0, 1, 0, 1]'),
    ("{", ""),
]


@pytest.mark.parametrize(("old", "new"), DAMAGES)
def test_a_hostile_line_is_refused_and_the_deals_before_are_kept(
    path: Path, old: str, new: str
) -> None:
    one = match(path, deals=1)
    match(path)
    header, zero, line, last = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in line
    path.write_text(header + zero + line.replace(old, new, 1) + last, encoding="utf-8")
    damaged = path.read_bytes()
    for use in (arena.read, match):
        with pytest.raises(ArenaError, match="line 3: expected deal 1 of this match") as caught:
            use(path)
        assert caught.value.results == one
    assert path.read_bytes() == damaged


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[[1, ", "[[9, "),
        ("[[1, ", "[[1, -"),
        ("[[1, ", '[["1", '),
        ("[[1, ", "[[1, 1.5, "),
        ("[[1, ", "[7, [1, "),
        ('"times": {', '"times": {"play": {}, '),
        ('"times": {', '"time": {'),
    ],
)
def test_hostile_times_are_refused(path: Path, old: str, new: str) -> None:
    match(path, times=True)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(ArenaError, match="line 2: expected deal 0 of this match"):
        arena.read(path)


def test_damage_anywhere_raises_no_other_error(path: Path) -> None:
    arena.gauntlet("spades", PLAYERS, deals=2, out=path, times=True)
    whole, rng, refused = path.read_bytes(), random.Random(5), 0
    for _ in range(100):
        data = bytearray(whole)
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(data))
            data[at : at + rng.randint(0, 3)] = rng.choice([b"", b"9", b"]", b'"', b"\n", b"\x00"])
        path.write_bytes(bytes(data))
        try:
            arena.read(path)
        except ArenaError:
            refused += 1
    assert refused > 50


def test_a_missing_file_and_a_folder_are_errors_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        arena.read(tmp_path / "none")
    with pytest.raises(IsADirectoryError):
        arena.read(tmp_path)


def napping(view: AnyView, rng: random.Random) -> tws.Move:
    time.sleep(NAP)
    return tws.legal_moves(view)[0]


def test_times_are_those_of_the_decisions_and_change_no_result(path: Path) -> None:
    players = {"slow": napping, "quick": bots.first}
    found = match(path, game=high_card.GAME, players=players, times=True)
    slow, quick = found.by_phase("slow")["show"], found.by_phase("quick")["show"]
    assert len(slow.times) == len(quick.times) == found.hands
    assert min(slow.times) >= NAP and slow.most >= slow.mean > quick.mean
    assert slow.percentile_95 == slow.most  # of six decisions
    assert arena.read(path, game=high_card.GAME).by_phase("slow")["show"] == slow
    # Without the times, the same match has the same digest, and its file has the same hands.
    plain = match(path, game=high_card.GAME, players=players, resume=False)
    assert plain == found and plain.digest == found.digest and plain.to_dict() == found.to_dict()
    assert arena.read(path, game=high_card.GAME).by_phase("slow") == plain.by_phase("slow") == {}


def test_a_substitute_takes_no_time(path: Path) -> None:
    found = match(path, deals=1, times=True)
    assert len(found.by_phase("a")["play"].times) == 4  # one in each seat of each hand
    assert len(found.by_phase("b")["play"].times) == 4 * 13


def test_the_table_of_times_has_a_row_for_each_player_and_phase(path: Path) -> None:
    with ThreadPoolExecutor(1) as executor:
        found = match(path, game="twenty_down", deals=2, times=True, executor=executor)
    heads, *rows = found.times_table().splitlines()
    assert heads.split() == ["player", "phase", "decisions", "mean", "95", "%", "most"]
    assert {row.split()[0] for row in rows} == {"a", "b"}
    assert all(row.endswith(" ms") for row in rows)
    assert arena.read(path).times_table() == found.times_table()


def test_a_file_with_times_goes_on(path: Path) -> None:
    whole = match(path, times=True)
    path.write_bytes(path.read_bytes()[:-9])
    found = match(path, times=True)
    assert found == whole
    assert len(found.by_phase("b")["play"].times) == len(whole.by_phase("b")["play"].times)


def test_a_phase_without_times_has_no_mean() -> None:
    empty = arena.PhaseResults(faults={"slow": 1})
    assert all(map(math.isnan, (empty.mean, empty.percentile_95, empty.most)))
