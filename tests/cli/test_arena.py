"""The commands ``arena`` and ``gauntlet``, and the plot."""

import json
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from tests.cli.helpers import output, refusal, run
from twowaystreet import arena
from twowaystreet._cli import arena_command
from twowaystreet.games import street

MATCH = ("arena", "twos", "simple", "random")
POOL = ("random", "tests.arena.bots:first", "tests.arena.bots:last")
GAUNTLET = ("gauntlet", "twos", *POOL)
TIRED = """
import twowaystreet as tws
calls = 0
def bot(view, rng):
    global calls
    calls += 1
    if calls == 500:
        raise KeyboardInterrupt
    return tws.legal_moves(view)[0]
"""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


@pytest.mark.parametrize("words", [(*MATCH, "--deals", "20"), (*GAUNTLET, "--deals", "4")])
def test_a_match_ends_with_its_tables(words: tuple[str, ...], path: Path) -> None:
    shown = output(*words, "--out", str(path), "--plain")
    results = arena.read(path)
    play = arena.gauntlet if words[0] == "gauntlet" else arena.play
    players = words[2:-2]
    assert results == play("twos", players, deals=int(words[-1]))
    assert shown.lstrip("\n").splitlines() == [  # rich 14.0 ends a bar with "\n"
        *str(results).splitlines(),
        f"Digest {results.digest}",
        f"Saved in {path}.",
    ]


def test_all_settings_reach_the_match(path: Path) -> None:
    results = arena.play("twos", ["simple", "random"], deals=1)
    words = "--deals 4 --seed 3 --seating mirror --sprt 0,0.5 --time-limit 2.5 --no-resume --times"
    words += " --adjusted"
    with mock.patch.object(arena, "play", return_value=results) as play:
        output("arena", "Street", "simple", "my.py:bot", *words.split(), "--out", str(path))
        more = ("--players", "6", "--set", "exchange=optional")
        output("arena", "street", "simple", "random", *more)
    first, second = play.call_args_list
    given = {**first.kwargs}
    assert callable(given.pop("progress"))
    game, players = first.args
    assert (game.name, players) == ("street", ("simple", "my.py:bot"))
    expected: dict[str, Any] = {"deals": 4, "seed": 3, "seating": "mirror", "sprt": (0.0, 0.5)}
    expected |= {
        "time_limit": 2.5,
        "times": True,
        "adjusted": True,
        "resume": False,
        "out": path,
        "executor": None,
    }
    assert given == expected | {"rules": street.Rules()}
    optional = street.ExchangeRule.OPTIONAL
    assert second.kwargs["rules"] == street.Rules(players=6, exchange=optional)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs the device that is always full")
@pytest.mark.parametrize("resume", ["--resume", "--no-resume"])
@pytest.mark.parametrize("words", [MATCH, GAUNTLET])
def test_a_match_on_a_full_disk_ends_with_a_sentence(words: tuple[str, ...], resume: str) -> None:
    told = refusal(*words, "--deals", "1", "--out", "/dev/full", resume)
    assert told.endswith("cannot write '/dev/full': No space left on device")
    assert "Saved in /dev/null." in output(*words, "--deals", "1", "--out", "/dev/null", resume)


def test_a_match_that_fails_shows_its_results_and_the_deals_before(path: Path) -> None:
    results = arena.play("twos", ["simple", "random"], deals=3)
    # Any: the exceptions get an attribute, as from the match.
    ends: list[tuple[Any, int]] = [(OSError(28, "No space left", "x"), 2), (RuntimeError("odd"), 1)]
    for error, code in ends:
        error.results = results
        with mock.patch.object(arena, "play", side_effect=error):
            done = run(*MATCH, "--out", str(path))
        assert done.exit_code == code and str(results) in done.output
    kept = arena.play("twos", ["simple", "random"], deals=3, out=path)
    failure = arena.ArenaError("deal 3 failed twice", kept)
    with mock.patch.object(arena, "play", side_effect=failure):
        result = run(*MATCH, "--deals", "5", "--out", str(path))
    assert result.exit_code == 1
    assert str(kept) in result.output
    assert result.output.splitlines()[-1] == "Error: deal 3 failed twice"


def test_a_match_goes_on_in_its_file(path: Path) -> None:
    words = (*MATCH, "--deals", "5", "--out", str(path))
    shown, data = output(*words), path.read_bytes()
    path.write_bytes(data[:-100])
    assert output(*words, "--jobs", "2") == shown
    assert path.read_bytes() == data
    assert "seed is 0, expected 1" in refusal(*words, "--seed", "1")
    assert "seating is 'rotate', expected 'gauntlet'" in refusal("gauntlet", *words[1:])
    output(*words, "--seed", "1", "--no-resume")
    assert json.loads(path.read_text("utf-8").splitlines()[0])["seed"] == 1


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    told = run(*MATCH, "--dask", "tcp://127.0.0.1:1").output
    assert "pip install 'twowaystreet[dask]'" in told.splitlines()[-1]


@pytest.mark.parametrize("command", ["arena", "gauntlet"])
def test_thinking_times_are_shown_and_kept_if_asked_for(command: str, path: Path) -> None:
    words = (command, "twos", *POOL, "--deals", "1")
    plain = output(*words)
    timed = output(*words, "--times", "--out", str(path))
    assert [line for line in timed.splitlines() if line in plain.splitlines()] == plain.splitlines()
    rows = [line for line in timed.splitlines() if re.search(r"^\S+ +play +\d+ .* ms$", line)]
    assert len(rows) == 3
    assert len(arena.read(path).by_phase("random")["play"].times) > 1


@pytest.mark.parametrize(("command", "deals"), [("arena rotate", 50), ("gauntlet gauntlet", 9)])
def test_an_interrupted_match_goes_on_with_its_deals(command: str, deals: int, path: Path) -> None:
    command, seating = command.split()
    bot = path.with_name("tired.py")
    bot.write_text(TIRED)
    words = (command, "spades", f"{bot}:bot@1", "random", "--deals", str(deals))
    result = run(*words, "--out", str(path))
    assert result.exit_code == 130
    title, *_, first, second = filter(None, result.output.splitlines())
    done = path.read_text("utf-8").count("\n") - 1
    assert 0 < done < deals
    assert title == f"spades, {seating}, seed 0: {done} deals, {2 * done} hands"
    assert first == f"Stopped after {done} of {deals} deals."
    assert second == f"They are in {path}. The same command, with --resume, goes on from there."
    assert f": {deals} deals, {2 * deals} hands" in output(*words, "--out", str(path))
    bot.with_name("other.py").write_text(TIRED)
    result = run(command, "spades", f"{bot.with_name('other.py')}:bot", *words[3:])
    assert "Nothing is kept. With --out FILE a match can go on later." in result.output


@pytest.mark.parametrize(("command", "bot"), [("arena", "remembering"), ("gauntlet", "first")])
def test_verified_hands_that_differ_end_with_status_1(command: str, bot: str) -> None:
    game = "twos" if command == "arena" else "duel"
    words = (command, game, f"tests.arena.bots:{bot}", "simple", "--deals", "2")
    result = run(*words, "--verify", "9")
    shown = result.output.splitlines()
    if bot == "first":
        assert (result.exit_code, shown[-1]) == (0, "2 hands played again: none differ")
    else:
        assert (result.exit_code, shown[-2]) == (1, "2 hands played again: 2 differ")
        assert shown[-1].startswith("tests.arena.bots:remembering in 2 hands, first deal 0, ")


# The plot.


def _numbers(shape: ET.Element) -> list[tuple[float, float]]:
    points = (pair.split(",") for pair in (shape.get("points") or "").split())
    return [(float(x), float(y)) for x, y in points]


def test_the_plot_shows_the_running_differences(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    words = "arena twos simple random random --seed 1 --deals 40 --plot"
    output(*words.split(), str(path))
    results = arena.play("twos", ["simple", "random", "random"], deals=40, seed=1)
    tree = ET.fromstring(path.read_text("utf-8"))
    lines, bands = tree.findall(f"{SVG}polyline"), tree.findall(f"{SVG}polygon")
    assert len(lines) == len(bands) == 2
    texts = [*tree.iter(f"{SVG}text")]
    # The scale follows from two labels of the axis.
    labels = {
        text.text: float(text.get("y", "")) - 4
        for text in texts
        if text.get("text-anchor") == "end"
    }
    unit = (labels["0"] - labels["+2"]) / 2
    for other, (line, band) in enumerate(zip(lines, bands, strict=True), 1):
        mean, error = results.difference(0, other)
        assert f"over random: {mean:+.2f}" in [text.text for text in texts]
        middle, around = _numbers(line), _numbers(band)
        assert len(middle) == 39 and len(around) == 78
        assert (labels["0"] - middle[-1][1]) / unit == pytest.approx(mean, abs=0.01)
        top, bottom = around[38][1], around[39][1]
        assert (bottom - top) / 2 / unit == pytest.approx(2.0227 * error, abs=0.002)


def test_a_plot_of_one_deal_is_empty_and_names_are_escaped() -> None:
    results = arena.play("twos", {"<a>": "random", "b & c": "random"}, deals=1)
    tree = ET.fromstring(arena_command.plot_of(results))
    assert tree.findall(f"{SVG}polyline") == []
    words = " ".join(text.text or "" for text in tree.iter(f"{SVG}text"))
    assert "<a>" in words and "b & c" in words
