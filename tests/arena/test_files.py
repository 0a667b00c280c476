"""Files of matches: written, read, gone on with, and damaged on purpose."""

import contextlib
import errno
import json
import math
import os
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from hashlib import blake2b
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell
from tests.arena import bots
from tests.helpers import AnyView
from tests.processes import POSIX
from twowaystreet import arena
from twowaystreet.arena import ArenaError
from twowaystreet.games import spades, twos
from twowaystreet.players import simple

PLAYERS: dict[str, arena.Entrant] = {"a": bots.broken, "b": bots.first}
DEALS = 3
NAP = 0.002
"""The seconds that a slow player sleeps: the clock may show more, but never less."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def match(path: Path | str | None = None, **changes: Any) -> arena.Results:
    arguments: dict[str, Any] = {"game": "twos", "players": PLAYERS, "deals": DEALS, "out": path}
    return arena.play(**arguments | changes)


def test_the_file_has_a_header_and_a_line_for_each_deal(path: Path) -> None:
    found = match(path)
    assert found.digest == blake2b(path.read_bytes(), digest_size=16).hexdigest()
    header, *deals = map(json.loads, path.read_text("utf-8").splitlines())
    digests = header.pop("digests")
    python, digest = digests[0].split(": ")
    assert python.startswith("Python 3.") and len(bytes.fromhex(digest)) == 8
    assert header == {
        "game": "twos",
        "rules": {"target": None, "max_hands": 4},
        "players": ["a", "b"],
        "seed": 0,
        "seating": "rotate",
        "version": tws.__version__,
    }
    assert [deal["deal"] for deal in deals] == list(range(DEALS))
    hands = deals[0]["hands"]
    assert [hand["seats"] for hand in hands] == [[0, 1, 0, 1], [1, 0, 1, 0]]
    assert [len(hand["points"]) for hand in hands] == [4, 4]
    assert [fault["seat"] for fault in hands[0]["faults"]] == [0, 2]


@pytest.mark.parametrize("seed", [2**53, -(2**53), 2**53 + 1, -(2**60), 10**30])
def test_numbers_that_other_languages_round_are_texts(seed: int, path: Path) -> None:
    found = match(path, seed=seed)
    written = json.loads(path.read_text("utf-8").splitlines()[0])["seed"]
    assert written == json.loads(json.dumps(found.to_dict()))["seed"]
    assert written == (seed if abs(seed) == 2**53 else str(seed))
    assert found.seed == seed and arena.read(path) == found
    path.write_text(path.read_text("utf-8").replace(f'"{seed}"', str(seed)), "utf-8")
    assert arena.read(path) == found  # as version 0.3.0 wrote it
    assert match(path, seed=seed, deals=DEALS + 1) == match(seed=seed, deals=DEALS + 1)
    with pytest.raises(ArenaError, match=f"cannot go on: seed is '?{seed}'?, expected 1; resume"):
        match(path, seed=1)


def test_points_of_any_size_come_back(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    score = Mock(return_value=Mock(points=(2**60, -(2**60), 2**53, 0)))
    monkeypatch.setattr("twowaystreet.arena.hands.score_hand", score)
    found = match(path)
    assert found.played[0][0].points == (2**60, -(2**60), 2**53, 0)
    assert f'["{2**60}", "{-(2**60)}", {2**53}, 0]' in path.read_text("utf-8")
    assert arena.read(path) == found == match(path)


@POSIX
def test_a_device_without_end_is_no_file_of_a_match() -> None:
    with pytest.raises(ArenaError, match="the first line has no end"):
        arena.read("/dev/zero")


@POSIX
def test_a_full_disk_names_the_file_and_keeps_the_results(path: Path) -> None:
    resource = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    match(path, deals=2)
    size = path.stat().st_size
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, before[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            match(path, deals=4)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    found: Any = caught.value
    assert (found.filename, found.results) == (str(path), match(deals=2))
    assert match(path, deals=4) == match(deals=4)


@pytest.mark.parametrize("resume", [True, False])
def test_full_disks_get_no_file(path: Path, resume: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    full = Mock(side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)))
    monkeypatch.setattr("twowaystreet.arena.running._MatchFile.write", full)
    for was_there in (False, True):
        with pytest.raises(OSError, match="No space left"):
            match(path, resume=resume)
        assert path.exists() is was_there
        path.touch()


def test_only_missing_deals_are_played_and_lines_are_in_the_file_at_once(path: Path) -> None:
    seen: list[tuple[int, int, int]] = []

    def look(done: int, deals: int) -> None:
        seen.append((done, deals, path.read_text("utf-8").count("\n")))

    match(path, deals=2, progress=look)
    match(path, deals=4, progress=look)
    assert seen == [(1, 2, 2), (2, 2, 3), (3, 4, 4), (4, 4, 5)]
    # A match can be shorter than its file, and can begin anew.
    data = path.read_bytes()
    assert match(path, deals=2) == match(deals=2)
    assert path.read_bytes() == data
    match(path, deals=2, seed=1, resume=False)
    assert path.read_text("utf-8").count("\n") == 3
    assert match(path, deals=2, seed=1) == match(deals=2, seed=1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 1}, "seed is 0, expected 1"),
        ({"game": "spades", "players": ["simple"] * 2}, "game is 'twos', expected 'spades'"),
        ({"rules": twos.Rules(max_hands=7)}, "rules is {'target': None, 'max_hands': 4}"),
        ({"players": {"a": "random", "c": "random"}}, "players is ['a', 'b'], expected ['a', 'c']"),
        ({"seating": "fresh"}, "seating is 'rotate', expected 'fresh'"),
        ({}, f"version is '{tws.__version__}', expected '9.9'"),
    ],
)
def test_another_header_is_refused(
    path: Path, changes: dict[str, Any], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match(path, deals=1)
    data = path.read_bytes()
    if not changes:
        monkeypatch.setattr(tws, "__version__", "9.9")
    with pytest.raises(ArenaError) as caught:
        match(path, **changes)
    assert message in str(caught.value) and str(path) in str(caught.value)
    assert path.read_bytes() == data


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
    game = attrs.evolve(oh_hell.GAME, name="higher_card")
    results = match(path, game=game, deals=2, players=[simple, "random", "random"])
    with pytest.raises(ArenaError, match="there is no game 'higher_card'"):
        arena.read(path)
    again = arena.read(path, game=game)
    assert again == results
    assert "simple plays at random, as higher_card has no rule" in str(results) == str(again)
    with pytest.raises(tws.RulesError, match=r"game='nowhere.py:GAME'"):
        arena.read(path, game="nowhere.py:GAME")
    with pytest.raises(ArenaError, match="game is 'higher_card', expected 'spades'"):
        arena.read(path, game=spades.GAME)


@pytest.mark.parametrize("digests", [b"", b'"digests": ["24791e7603bfffe7", null], '])
def test_files_of_versions_before_are_read_and_cannot_go_on(digests: bytes, path: Path) -> None:
    results = match(path)
    assert results.by_phase("a")["play"].faults == {"exception": 12}
    data = path.read_bytes().replace(b'"phase": "play", ', b"")
    data = re.sub(rb'"digests": .*"seed"', digests + b'"seed"', data)
    path.write_bytes(data.replace(tws.__version__.encode(), b"0.2.9", 1))
    found = arena.read(path)
    assert isinstance(found, arena.Results) and found.leads == results.leads
    assert found.by_phase("a")["unknown"].faults == {"exception": 12}
    assert found.faults == results.faults and found.digests[1] is None
    assert found.record(2, 0, PLAYERS) == results.record(2, 0)
    with pytest.raises(
        ArenaError, match=r"cannot go on: version is '0\.2\.9', expected '[^;]*; resume=False[^;]*$"
    ):
        match(path)


HEADERS: dict[str, list[object]] = {
    "game": ["bridge", 7, ["twos"]],
    "rules": [{"target": None, "max_hands": 0}, {"max_hands": 4, "target": None}, None],
    "players": [["a"], ["a"] * 5, [1, 2], "ab"],
    "digests": [["a"], [1, 2], None],
    "seed": [1.5, True, None],
    "seating": ["sideways", 3, ["rotate"]],
    "version": [2],
}
OTHERS = [
    *(b"", b"Dear diary,", b"{}x", b"\n", b"{}\n", b"[]\n", b"null\n", b"\xff\xfe\n"),
    *(b"[" * 100_000 + b"\n", b'{"game": "twos"}\n', b'{"game": NaN}\n'),
    b'{"seed": ' + b"9" * 10_000 + b"}\n",
]


def test_a_hostile_header_or_another_file_is_refused(path: Path) -> None:
    match(path, deals=1)
    header, line = path.read_text(encoding="utf-8").splitlines(keepends=True)
    facts = json.loads(header)
    hostile = [
        (json.dumps(facts | {key: value}) + "\n" + line).encode()
        for key, values in HEADERS.items()
        for value in values
    ]
    hostile.append((header.replace(": ", ":", 1) + line).encode())  # in another form
    for data in (*hostile, *OTHERS):
        path.write_bytes(data)
        with pytest.raises(ArenaError, match="is no file of a match"):
            arena.read(path)
        if data in OTHERS and data.strip():
            with pytest.raises(ArenaError, match="cannot go on: "):
                match(path)
            assert path.read_bytes() == data


LINES = [
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
TIMES = [
    *(("[[1, ", "[[9, "), ("[[1, ", "[[1, -"), ("[[1, ", '[["1", ')),
    *(("[[1, ", "[[1, 1.5, "), ("[[1, ", "[7, [1, ")),
    *(('"times": {', '"times": {"play": {}, '), ('"times": {', '"time": {')),
]


@pytest.mark.parametrize(
    ("times", "old", "new"), [(times, *pair) for times in (0, 1) for pair in (LINES, TIMES)[times]]
)
def test_deals_before_a_hostile_line_are_kept(path: Path, times: int, old: str, new: str) -> None:
    one = match(path, deals=1, times=bool(times))
    match(path, times=bool(times))
    header, zero, line, last = path.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in line
    path.write_text(header + zero + line.replace(old, new, 1) + last, encoding="utf-8")
    damaged = path.read_bytes()
    for use in (arena.read, match):
        with pytest.raises(ArenaError, match="line 3: expected deal 1 of this match") as caught:
            use(path)
        assert caught.value.results == one
    assert path.read_bytes() == damaged


def test_damage_anywhere_raises_no_other_error(path: Path) -> None:
    arena.gauntlet("spades", PLAYERS, deals=2, out=path, times=True)
    whole, rng, read = path.read_bytes(), random.Random(5), 0
    for _ in range(100):
        data = bytearray(whole)
        for at in rng.sample(range(len(data)), rng.randint(1, 3)):
            data[at : at + rng.randint(0, 3)] = rng.choice([b"", b"9", b"]", b'"', b"\n", b"\x00"])
        path.write_bytes(bytes(data))
        with contextlib.suppress(ArenaError):
            read += bool(arena.read(path))
    assert read < 50


def napping(view: AnyView, rng: random.Random) -> tws.Move:
    time.sleep(NAP)
    return tws.legal_moves(view)[0]


def test_times_are_those_of_the_decisions_also_in_the_table_and_change_no_result(
    path: Path,
) -> None:
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
    with ThreadPoolExecutor(1) as executor:
        found = match(
            path, game="twenty_down", deals=2, times=True, executor=executor, resume=False
        )
    heads, *rows = found.times_table().splitlines()
    assert heads.split() == ["player", "phase", "decisions", "mean", "95", "%", "most"]
    assert {row.split()[0] for row in rows} == {"a", "b"}
    assert all(row.endswith(" ms") for row in rows)
    assert arena.read(path).times_table() == found.times_table()
    empty = arena.PhaseResults(faults={"slow": 1})
    assert all(map(math.isnan, (empty.mean, empty.percentile_95, empty.most)))
