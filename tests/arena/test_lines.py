"""Tests of the files of matches."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from examples import high_card
from tests.arena import bots
from twowaystreet import arena
from twowaystreet.arena import ArenaError
from twowaystreet.games import twos

PLAYERS = {"a": bots.broken, "b": "random"}
DEALS = 3


def match(path: Path | None = None, **changes: Any) -> arena.Results:
    arguments: dict[str, Any] = {"game": "twos", "players": PLAYERS, "deals": DEALS, "out": path}
    return arena.play(**arguments | changes)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def test_the_file_has_a_header_and_a_line_for_each_deal(path: Path) -> None:
    match(path)
    header, *deals = map(json.loads, path.read_text().splitlines())
    digests = header.pop("digests")
    assert len(digests) == 2 and all(len(bytes.fromhex(digest)) == 8 for digest in digests)
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


@pytest.mark.nightly
def test_a_match_goes_on_after_an_interruption_at_any_byte(path: Path) -> None:
    players = {"a": bots.first, "b": bots.leaving}
    arguments: dict[str, Any] = {"game": high_card.GAME, "players": players, "deals": 2}
    whole = match(path, **arguments)
    data = path.read_bytes()
    for length in range(len(data)):
        path.write_bytes(data[:length])
        assert match(path, **arguments) == whole
        assert path.read_bytes() == data


def test_the_digest_is_that_of_the_file(path: Path) -> None:
    assert match(path).digest == blake2b(path.read_bytes(), digest_size=16).hexdigest()


def test_lines_are_in_the_file_at_once(path: Path) -> None:
    sizes: list[int] = []

    def look(done: int, deals: int) -> None:
        sizes.append(path.read_text().count("\n"))

    match(path, progress=look)
    assert sizes == [2, 3, 4]


def test_only_missing_deals_are_played(path: Path) -> None:
    match(path, deals=2)
    seen: list[tuple[int, int]] = []

    def look(done: int, deals: int) -> None:
        seen.append((done, deals))

    match(path, deals=4, progress=look)
    assert seen == [(3, 4), (4, 4)]


def test_a_match_can_be_shorter_than_its_file(path: Path) -> None:
    match(path)
    data = path.read_bytes()
    assert match(path, deals=2) == match(deals=2)
    assert path.read_bytes() == data


def test_a_decision_is_the_same_after_an_interruption(path: Path) -> None:
    arguments: dict[str, Any] = {"players": ["simple", "random"], "deals": 500, "sprt": (0, 0.5)}
    whole = match(path, **arguments)
    data = path.read_bytes()
    assert whole.decision == 0.5
    for share in (0.3, 0.9, 1):
        path.write_bytes(data[: int(len(data) * share)])
        assert match(path, **arguments) == whole
        assert path.read_bytes() == data


def test_a_match_can_begin_anew(path: Path) -> None:
    match(path, deals=5)
    match(path, deals=2, seed=1, resume=False)
    assert path.read_text().count("\n") == 3
    assert match(path, deals=2, seed=1) == match(deals=2, seed=1)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"seed": 1}, "seed is 0, expected 1"),
        ({"game": "spades", "players": ["simple"] * 2}, "game is 'twos', expected 'spades'"),
        ({"rules": twos.Rules(max_hands=7)}, "rules is {'target': None, 'max_hands': 4}"),
        ({"players": {"a": "random", "c": "random"}}, "players is ['a', 'b'], expected ['a', 'c']"),
        ({"seating": "fresh"}, "seating is 'rotate', expected 'fresh'"),
    ],
)
def test_another_header_is_refused(path: Path, changes: dict[str, Any], message: str) -> None:
    match(path)
    data = path.read_bytes()
    with pytest.raises(ArenaError) as caught:
        match(path, **changes)
    assert message in str(caught.value) and str(path) in str(caught.value)
    assert path.read_bytes() == data


def test_another_version_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match(path)
    monkeypatch.setattr(tws, "__version__", "9.9")
    with pytest.raises(ArenaError, match=r"version is '.*', expected '9.9'"):
        match(path)


def test_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        match(tmp_path)


def test_an_empty_name_of_a_file_is_refused() -> None:
    with pytest.raises(OSError, match="directory"):
        match(out="")
