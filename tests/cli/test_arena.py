"""Tests of the command ``arena`` and of its plot."""

from __future__ import annotations

import json
import signal
import statistics
import sys
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.cli.helpers import output, refusal, run, running
from tests.processes import PATIENCE, until
from twowaystreet import arena
from twowaystreet._cli import arena_command
from twowaystreet.games import street

MATCH = ("arena", "twos", "simple", "random")
BOT = """
import twowaystreet as tws
calls = 0
def bot(view, rng):
    return tws.legal_moves(view)[0]
def tired(view, rng):
    global calls
    calls += 1
    if calls > {calls}:
        raise KeyboardInterrupt
    return bot(view, rng)
"""
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


@pytest.fixture
def bot(tmp_path: Path) -> str:
    file = tmp_path / "mybot.py"
    file.write_text(BOT.format(calls=300))
    return str(file)


def test_a_match_ends_with_a_table(path: Path) -> None:
    shown = output(*MATCH, "--deals", "20", "--out", str(path))
    results = arena.play("twos", ["simple", "random"], deals=20)
    assert shown.lstrip("\n").splitlines() == [  # rich 14.0 ends a bar with "\n"
        *str(results).splitlines(),
        f"Digest {results.digest}",
        f"Saved in {path}.",
    ]


def test_all_settings_reach_the_match(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    given: dict[str, Any] = {}

    def see(game: tws.Game, players: tuple[str, ...], **settings: Any) -> arena.Results:
        given.update(settings, game=game.name, players=players)
        return results

    results = arena.play("twos", ["simple", "random"], deals=1)
    monkeypatch.setattr(arena, "play", see)
    words = "--deals 4 --seed 3 --seating mirror --sprt 0,0.5 --time-limit 2.5 --no-resume --times"
    output("arena", "Street", "simple", "my.py:bot", *words.split(), "--out", str(path))
    rules, progress = given.pop("rules"), given.pop("progress")
    assert callable(progress) and rules == street.Rules()
    assert given == {
        "game": "street",
        "players": ("simple", "my.py:bot"),
        "deals": 4,
        "seed": 3,
        "seating": "mirror",
        "sprt": (0.0, 0.5),
        "time_limit": 2.5,
        "times": True,
        "resume": False,
        "out": path,
        "executor": None,
    }
    words = "arena street simple random --players 6 --target 15 --set exchange=optional"
    output(*words.split())
    optional = street.ExchangeRule.OPTIONAL
    assert given["rules"] == street.Rules(players=6, target=15, exchange=optional)


def test_processes_do_not_change_the_results(path: Path) -> None:
    alone = output(*MATCH, "--deals", "10")
    assert output(*MATCH, "--deals", "10", "--jobs", "2") == alone


def test_a_match_goes_on_in_its_file(path: Path) -> None:
    words = (*MATCH, "--deals", "5", "--out", str(path))
    shown, data = output(*words), path.read_bytes()
    path.write_bytes(data[:-100])
    assert output(*words) == shown
    assert path.read_bytes() == data
    assert "seed is 0, expected 1" in refusal(*words, "--seed", "1")
    output(*words, "--seed", "1", "--no-resume")
    assert json.loads(path.read_text().splitlines()[0])["seed"] == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("arena", "bridge", "simple", "random"), "there is no game 'bridge'"),
        (("arena", "twos", "simple", "simpel"), "player 'simpel': expected simple, at_random"),
        (("arena", "twos", "simple"), "expected 2 to 4 players"),
        ((*MATCH, "--set", "cards=3"), "twos has no option 'cards'"),
        ((*MATCH, "--deals", "0"), "deals=0: expected a whole number, 1 or more"),
        ((*MATCH, "--sprt", "1,0"), "the smaller first"),
        ((*MATCH, "--jobs", "2", "--dask", "tcp://x"), "--jobs and --dask exclude each other"),
        ((*MATCH, "--deals", "1", "--out", "/no/folder/file"), "cannot write '/no/folder/file'"),
        ((*MATCH, "--deals", "1", "--plot", "/no/folder/file"), "cannot write '/no/folder/file'"),
    ],
)
def test_impossible_arguments_are_refused(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.output.splitlines()[-1]


def test_leads_that_are_no_numbers_are_refused() -> None:
    result = run(*MATCH, "--sprt", "none")
    assert result.exit_code == 2
    assert "'none': expected two numbers, such as 0,0.5" in result.output


def test_a_missing_dask_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert "pip install 'twowaystreet[dask]'" in refusal(*MATCH, "--dask", "tcp://127.0.0.1:1")


def test_an_interrupted_match_says_how_to_go_on(path: Path, bot: str) -> None:
    result = run("arena", "twos", f"{bot}:tired", "random", "--deals", "50", "--out", str(path))
    assert result.exit_code == 130
    title, *_, first, second = filter(None, result.output.splitlines())
    done = path.read_text().count("\n") - 1
    assert 0 < done < 50
    assert title == f"twos, rotate, seed 0: {done} deals, {2 * done} hands"
    assert first == f"Stopped after {done} of 50 deals."
    assert second == f"They are in {path}. The same command, with --resume, goes on from there."


def test_an_interrupted_match_without_a_file_says_that_nothing_is_kept(bot: str) -> None:
    result = run("arena", "twos", f"{bot}:tired", "random", "--deals", "50")
    assert result.exit_code == 130
    assert "Nothing is kept. With --out FILE a match can go on later." in result.output


def test_deals_before_a_failure_are_shown(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = arena.play("twos", ["simple", "random"], deals=3, out=path)

    def fail(*arguments: Any, **settings: Any) -> None:
        raise arena.ArenaError("deal 3 failed twice", kept)

    monkeypatch.setattr(arena, "play", fail)
    result = run(*MATCH, "--deals", "5", "--out", str(path))
    assert result.exit_code == 1
    assert str(kept) in result.output
    assert result.output.splitlines()[-1] == "Error: deal 3 failed twice"


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
@pytest.mark.parametrize(("name", "jobs"), [("SIGINT", "2"), ("SIGTERM", "1")])
def test_a_signal_ends_the_match_and_keeps_the_deals(name: str, jobs: str, path: Path) -> None:
    words = (*MATCH, "--deals", "100000", "--jobs", jobs, "--out", str(path))
    with running(*words) as process:
        until(lambda: path.exists() and path.read_text().count("\n") >= 5)
        assert process.poll() is None
        process.send_signal(signal.Signals[name])
        shown, errors = process.communicate(timeout=PATIENCE)
    assert (process.returncode, errors) == (130, b"")
    done = path.read_text().count("\n") - 1
    # The last line may have been written just before the signal.
    assert any(
        f"Stopped after {count} of 100000 deals." in shown.decode() for count in (done, done - 1)
    )
    here = path.with_name("here.jsonl")
    results = arena.play("twos", ["simple", "random"], deals=done, out=here)
    assert path.read_bytes() == here.read_bytes()
    assert results.faults == ({}, {})


def _numbers(shape: ET.Element) -> list[tuple[float, float]]:
    points = (pair.split(",") for pair in (shape.get("points") or "").split())
    return [(float(x), float(y)) for x, y in points]


def test_the_plot_shows_the_running_differences(tmp_path: Path) -> None:
    path = tmp_path / "plot.svg"
    output(
        "arena",
        "twos",
        "simple",
        "random",
        "random",
        "--seed",
        "1",
        "--deals",
        "40",
        "--plot",
        str(path),
    )
    results = arena.play("twos", ["simple", "random", "random"], deals=40, seed=1)
    tree = ET.fromstring(path.read_text("utf-8"))
    lines, bands = tree.findall(f"{SVG}polyline"), tree.findall(f"{SVG}polygon")
    assert len(lines) == len(bands) == 2
    texts = [text.text or "" for text in tree.iter(f"{SVG}text")]
    for other, (line, band) in enumerate(zip(lines, bands, strict=True), 1):
        mean, error = results.difference(0, other)
        assert f"over random: {mean:+.2f}" in texts
        middle, around = _numbers(line), _numbers(band)
        assert len(middle) == 39 and len(around) == 78
        # The scale follows from two labels of the axis.
        labels = {
            text.text: float(text.get("y", "")) - 4
            for text in tree.iter(f"{SVG}text")
            if text.get("text-anchor") == "end"
        }
        unit = (labels["0"] - labels["+2"]) / 2
        assert (labels["0"] - middle[-1][1]) / unit == pytest.approx(mean, abs=0.01)
        top, bottom = around[38][1], around[39][1]
        assert (bottom - top) / 2 / unit == pytest.approx(1.96 * error, abs=0.01)


def test_running_values_agree_with_statistics() -> None:
    values = [1.0, 4.0, -2.0, 0.5, 0.5]
    found = list(arena_command.running(values))
    assert [count for count, _, _ in found] == [2, 3, 4, 5]
    for count, mean, error in found:
        assert mean == pytest.approx(statistics.fmean(values[:count]))
        assert error == pytest.approx(statistics.stdev(values[:count]) / count**0.5)


def test_a_plot_of_one_deal_is_empty_and_names_are_escaped() -> None:
    results = arena.play("twos", {"<a>": "random", "b & c": "random"}, deals=1)
    tree = ET.fromstring(arena_command.plot_of(results))
    assert tree.findall(f"{SVG}polyline") == []
    assert any("<a>" in (text.text or "") for text in tree.iter(f"{SVG}text"))
    assert any("b & c" in (text.text or "") for text in tree.iter(f"{SVG}text"))


def test_a_long_plot_has_few_points_and_the_last_one() -> None:
    points = [(deal, 0.0, 1.0) for deal in range(2, 5002)]
    thinned = arena_command._thinned(points)
    assert len(thinned) <= arena_command._MOST_POINTS
    assert thinned[-1] == points[-1]


def test_the_bar_counts_the_deals_of_this_run_alone() -> None:
    screen = arena_command._Screen(plain=True, times=False, out=None, deals=1000)
    screen.see(501, 1000)
    (task,) = screen.bar.tasks
    assert (task.completed, task.total) == (501, 1000)
    screen.see(502, 1000)
    assert (task.completed, screen.done) == (502, 502)
