"""Matches of games that new processes do not know: in scripts, in files, made at run time."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import re
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.cli.helpers import run as run_command
from twowaystreet import arena
from twowaystreet._core.engine.game_places import game_at
from twowaystreet.arena import ArenaError

SOURCE = Path(oh_hell.__file__).read_text(encoding="utf-8")
MATCH = ("simple", "random", "--deals", "3", "--set", "cards=3", "--set", "players=3")
AMPLE = ("--time-limit", "30")
OWN_BOTS = """
from concurrent.futures import ProcessPoolExecutor
import multiprocessing, sys
from twowaystreet import arena

def bot(view, rng):
    assert isinstance(view, View)
    return view.legal_moves[0]

if __name__ == "__main__":
    method, limit = sys.argv[1:]
    limit = float(limit) or None
    rules = Rules(players=3, cards=3)
    settings = {"deals": 2, "rules": rules, "time_limit": limit}
    here = arena.play(GAME, [bot, "random"], deals=2, rules=rules)
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as executor:
        there = arena.play(GAME, [bot, "random"], executor=executor, **settings)
    assert here == there, (here, there)
    print(there.faults)
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A file with the game, in which nothing registers it."""
    path = tmp_path / "hell.py"
    path.write_text(SOURCE.partition("\nif __name__")[0], encoding="utf-8")
    return f"{path}:GAME"


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a new process, without the games of this one."""
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))}
    return subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, check=False, env=variables
    )


def digest_of(shown: str) -> str:
    """Return the digest of a match without faults."""
    assert shown.count("  none\n") == 2, shown
    found = re.search(r"Digest (\w+)", shown)
    assert found
    return found[1]


@pytest.mark.nightly
def test_a_game_that_a_script_registers_plays_in_processes_with_a_limit(
    tmp_path: Path,
) -> None:
    script = tmp_path / "hell.py"
    script.write_text(SOURCE, encoding="utf-8")
    digests = set[str]()
    for options in ((), ("--jobs", "2", *AMPLE)):
        done = run(str(script), "arena", "oh_hell", *MATCH, *options)
        assert (done.returncode, done.stderr) == (0, "")
        digests.add(digest_of(done.stdout))
    assert len(digests) == 1


@pytest.mark.nightly
def test_a_game_in_a_file_plays_in_processes_or_with_a_limit(file: str) -> None:
    digests = set[str]()
    for options in (("--jobs", "2"), AMPLE):
        done = run("-m", "twowaystreet", "arena", file, *MATCH, *options)
        assert (done.returncode, done.stderr) == (0, "")
        digests.add(digest_of(done.stdout))
    assert len(digests) == 1


@pytest.mark.nightly
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_players_and_a_game_of_a_script_are_found_with_each_way_to_start_processes(
    method: str, tmp_path: Path
) -> None:
    script = tmp_path / "hell.py"
    script.write_text(SOURCE.partition("\nif __name__")[0] + OWN_BOTS, encoding="utf-8")
    limit = "30" if method == "spawn" else "0"
    done = run("-W", "ignore", str(script), method, limit)
    assert (done.returncode, done.stdout) == (0, "({}, {})\n"), done.stderr


@pytest.mark.parametrize("is_registered", [False, True])
def test_a_game_keeps_its_place_and_its_registration_in_processes(
    is_registered: bool, file: str
) -> None:
    game = game_at(file)
    if is_registered:
        tws.register(game)
    assert pickle.loads(pickle.dumps(game)) is game
    assert ("oh_hell" in tws.GAMES) is is_registered
    here = arena.play(game, ["simple", "random"], deals=3)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        assert arena.play(game, ["simple", "random"], deals=3, executor=executor) == here


def test_a_game_is_named_by_its_place() -> None:
    found = arena.play("examples.high_card:GAME", ["random", "random"], deals=1)
    assert found.game == "high_card" and "high_card" in tws.GAMES
    for name in ("examples.high_card:CARD", "nowhere.py:GAME", "twowaystreet:Card", "chess"):
        with pytest.raises(tws.RulesError, match=re.escape(f"game='{name}': expected ")):
            arena.play(name, ["random", "random"], deals=1)


@pytest.mark.parametrize("limit", [None, 30])
def test_a_game_without_a_place_stops_before_the_first_deal(limit: float | None) -> None:
    made = attrs.evolve(oh_hell.GAME)
    assert arena.play(made, ["random", "random"], deals=1).deals == 1
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    chosen = None if limit else pool
    with pool, pytest.raises(ArenaError, match=r"no place for other .* as in GAME = Game") as no:
        arena.play(made, ["random", "random"], deals=1, executor=chosen, time_limit=limit)
    assert no.value.results is None


@pytest.mark.nightly
def test_a_game_that_other_processes_cannot_load_stops_before_the_first_deal(
    tmp_path: Path,
) -> None:
    source = SOURCE.partition("\nif __name__")[0] + "\nimport os, sys\n"
    source += "if os.environ.setdefault('HOME_OF_TEST', str(os.getpid())) != str(os.getpid()):\n"
    source += "    raise LookupError('not here')\n"
    path = tmp_path / "hell.py"
    path.write_text(source, encoding="utf-8")
    for options in (("--jobs", "2"), AMPLE, ("--jobs", "2", *AMPLE)):
        done = run("-m", "twowaystreet", "arena", f"{path}:GAME", *MATCH, *options)
        assert (done.returncode, done.stdout) == (1, ""), done.stderr
        assert done.stderr.count("\n") == 1 and "LookupError: not here" in done.stderr


def test_a_game_that_is_typed_in_stops_before_the_first_deal() -> None:
    # A process of its own cannot read the input of this one.
    source = SOURCE.partition("\nif __name__")[0]
    source += "\nfrom twowaystreet import arena\n"
    source += "arena.play(GAME, ['random', 'random'], deals=1, time_limit=30)"
    done = run("-c", source)
    assert "ArenaError: player 'random' of Oh Hell cannot be loaded in a process" in done.stderr


def test_the_command_says_which_places_it_accepts() -> None:
    result = run_command("arena", "nowhere.py:GAME", *MATCH)
    assert result.exit_code == 2
    assert "'nowhere.py:GAME'" in result.output and "FileNotFoundError" in result.output
