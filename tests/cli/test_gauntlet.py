"""Tests of the command ``gauntlet``, and of the thinking times of both commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.helpers import output, refusal, run
from twowaystreet import arena

BOTS = "tests.arena.bots"
POOL = ("random", f"{BOTS}:first", f"{BOTS}:last")
GAUNTLET = ("gauntlet", "twos", *POOL)
BOT = """
import twowaystreet as tws
calls = 0
def bot(view, rng):
    global calls
    calls += 1
    if calls == 200:
        raise KeyboardInterrupt
    return tws.legal_moves(view)[0]
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "gauntlet.jsonl"


def test_a_gauntlet_ends_with_its_tables(path: Path) -> None:
    shown = output(*GAUNTLET, "--deals", "4", "--out", str(path), "--plain")
    results = arena.read(path)
    assert results == arena.gauntlet("twos", POOL, deals=4)
    assert shown.lstrip("\n").splitlines() == [  # rich 14.0 ends a bar with "\n"
        *str(results).splitlines(),
        f"Digest {results.digest}",
        f"Saved in {path}.",
    ]


def test_a_gauntlet_goes_on_in_its_file(path: Path) -> None:
    words = (*GAUNTLET, "--deals", "3", "--out", str(path))
    shown, data = output(*words), path.read_bytes()
    path.write_bytes(data[:-100])
    assert output(*words) == shown
    assert path.read_bytes() == data
    assert "seating is 'gauntlet', expected 'rotate'" in refusal(
        "arena", "twos", *POOL, "--deals", "3", "--out", str(path)
    )


@pytest.mark.parametrize("command", ["arena", "gauntlet"])
def test_thinking_times_are_shown_and_kept_if_asked_for(command: str, path: Path) -> None:
    words = (command, "twos", *POOL, "--deals", "1")
    plain = output(*words)
    timed = output(*words, "--times")
    assert [line for line in timed.splitlines() if line in plain.splitlines()] == plain.splitlines()
    rows = [line for line in timed.splitlines() if re.search(r"^\S+ +play +\d+ .* ms$", line)]
    assert len(rows) == 3
    output(*words, "--times", "--out", str(path))
    assert len(arena.read(path).by_phase("random")["play"].times) > 1


def test_an_interrupted_gauntlet_ends_with_what_is_there_and_goes_on_later(path: Path) -> None:
    bot = path.with_name("tired.py")
    bot.write_text(BOT)
    words = ("gauntlet", "spades", f"{bot}:bot", "random", "--deals", "9", "--out", str(path))
    result = run(*words)
    assert result.exit_code == 130
    done = path.read_text().count("\n") - 1
    assert 0 < done < 9
    assert f"spades, gauntlet, seed 0: {done} deals, {2 * done} hands" in result.output
    assert f"Stopped after {done} of 9 deals." in result.output
    assert "spades, gauntlet, seed 0: 9 deals, 18 hands" in output(*words)
