"""Compilation, its messages and its cache, and the guide to what is compiled."""

from __future__ import annotations

import os
import pickle
import random
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

import twowaystreet as tws
from examples import oh_hell
from twowaystreet import fast
from twowaystreet._core.playouts import policies
from twowaystreet._core.playouts.policies import POLICIES, Policy
from twowaystreet.fast import compiling, many_hands
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos

PLAY = "from twowaystreet import fast; print(fast.hands('twos', None, 3, seed=1).moves.tolist())"
SOLVE = (
    "from twowaystreet import GAMES, apply, fast, solve; state = GAMES['duel'].new_game(); "
    "moves = fast.playout_moves(state, 0, seed=1); "
    "state = [state := apply(state, move) for move in moves][-3]; "
    "print(solve.tricks(state, {0}), len(solve.values(state)))"
)
COMPILES = pytest.mark.skipif(IS_PLAIN, reason="plain Python compiles nothing")
WITHOUT = "import sys; sys.modules['{0}'] = None; import twowaystreet; import twowaystreet.{1}"


def _run(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )


@pytest.mark.nightly
@pytest.mark.parametrize("part", ["fast", "solve"])
@pytest.mark.parametrize("package", ["numba", "numpy"])
def test_a_missing_package_gives_one_clear_error(package: str, part: str) -> None:
    found = _run("-c", WITHOUT.format(package, part))
    last = found.stderr.splitlines()[-1]
    says = "ImportError: twowaystreet.fast and twowaystreet.solve need numba and numpy"
    assert found.returncode == 1 and last.startswith(says)
    assert "pip install 'twowaystreet[fast]'" in last


@pytest.mark.nightly
def test_plain_python_gives_the_same_hands() -> None:
    plain = _run("-c", PLAY, NUMBA_DISABLE_JIT="1")
    assert plain.stdout == "[53, 53, 53]\n"
    assert plain.stderr == ""


@pytest.mark.nightly
@COMPILES
def test_one_command_compiles_everything_and_says_so_and_later_runs_do_not(tmp_path: Path) -> None:
    line = (
        "twowaystreet compiles: up to 20 seconds for the first game, a few more for each other "
        "one, once, for all later runs ...\n"
    )
    cache = str(tmp_path)
    first = _run("-m", "twowaystreet.fast", NUMBA_CACHE_DIR=cache)
    assert (first.returncode, first.stderr) == (0, line)
    assert first.stdout.startswith("Playouts and the solver are compiled (")
    play, solve = (_run("-c", program, NUMBA_CACHE_DIR=cache) for program in (PLAY, SOLVE))
    assert (play.returncode, play.stderr) == (solve.returncode, solve.stderr) == (0, "")
    assert play.stdout == "[53, 53, 53]\n"


def _next(number: int) -> int:
    return number + 1


def _before(number: int) -> int:
    return number - 1


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let compiled code be kept in a folder of its own, and each test have its own notice."""
    monkeypatch.setattr(compiling._numba.config, "CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compiling._notice, "_said", False)
    return tmp_path


def _misses() -> int:
    """Compile a function, and return how often its cache had no code."""
    made: Any = compiling.compiled(_next)  # Any: a function of numba
    assert made(1) == 2
    return sum(made.stats.cache_misses.values())


@COMPILES
def test_the_cache_is_used_until_any_source_changes(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled code contains functions of other files, so that these count as well."""
    other = folder / "games" / "one" / "compiled.py"
    other.parent.mkdir(parents=True)
    for text in ("one", "other"):
        other.write_text(text)
        monkeypatch.setattr(compiling, "_STAMP", compiling._stamp_of(folder))
        assert [_misses(), _misses()] == [1, 0]


_DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda _: b"",
    "one byte less": lambda content: content[:-1],
    "zeros at the end": lambda content: content[: len(content) // 2].ljust(len(content), b"\0"),
    "another byte": lambda content: content[:-100] + bytes([content[-100] ^ 1]) + content[-99:],
    "another object": lambda _: pickle.dumps("other"),
}


@COMPILES
@pytest.mark.parametrize("damage", _DAMAGES)
@pytest.mark.parametrize("ending", ["nbi", "nbc"])
def test_a_damaged_cache_is_compiled_again_with_a_word(
    ending: str, damage: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [_misses(), _misses()] == [1, 0]
    (file,) = folder.glob(f"*/*.{ending}")
    file.write_bytes(_DAMAGES[damage](file.read_bytes()))
    capsys.readouterr()
    compiling._notice._said = False
    assert [_misses(), _misses()] == [1, 0]
    assert f"twowaystreet compiles again: {file} is damaged" in capsys.readouterr().err


@COMPILES
def test_a_cache_that_names_a_class_of_another_version_is_compiled_again(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made: Any = compiling.compiled(_next)  # Any: a function of numba
    assert made(1) == 2
    (index,) = folder.glob("*/*.nbi")
    start = pickle.dumps(made._cache._cache_file._version, protocol=-1)
    gone = pickle.dumps(Path).replace(b"pathlib", b"pathlob")
    index.write_bytes(start + gone + sha256(gone).digest())
    assert compiling.compiled(_next)(1) == 2
    assert f"{index} is damaged or from another version" in capsys.readouterr().err


@COMPILES
def test_compiled_code_of_another_function_is_not_taken(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An index can name the data of an earlier function, as after a full disk."""
    assert (compiling.compiled(_next)(1), compiling.compiled(_before)(1)) == (2, 0)
    (own,), (other,) = (folder.glob(f"*/*{name}*.nbc") for name in ("_next", "_before"))
    own.write_bytes(other.read_bytes())
    assert compiling.compiled(_next)(1) == 2
    assert f"{own} is damaged" in capsys.readouterr().err


@COMPILES
def test_a_cache_that_cannot_be_written_any_more_stops_nothing(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder in the place of a file fails for every user, like a full disk."""
    made: Any = compiling.compiled(_next)  # Any: a function of numba
    Path(made._cache._cache_file._index_path).mkdir(parents=True)
    assert made(1) == 2
    assert "twowaystreet compiles again: " in capsys.readouterr().err


@pytest.mark.nightly
@COMPILES
def test_folders_that_cannot_be_written_get_a_clear_message() -> None:
    """Without a class that finds a folder, numba finds none, as on a read-only disk."""
    unwritable = (
        "import numba.core.caching as caching; "
        "cls = getattr(caching, 'CacheImpl', None) or caching._CacheImpl; "
        "cls._locator_classes = []; "
    )
    found = _run("-c", unwritable + PLAY)
    assert (found.returncode, found.stdout) == (0, "[53, 53, 53]\n"), found.stderr
    assert "set NUMBA_CACHE_DIR to a folder that can" in found.stderr


@pytest.mark.nightly
def test_the_command_runs_in_plain_python() -> None:
    found = _run("-m", "twowaystreet.fast", NUMBA_DISABLE_JIT="1")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("Playouts and the solver run as plain Python (")


@pytest.mark.skipif(IS_PLAIN or not hasattr(os, "fork"), reason="needs fork and threads")
def test_a_child_process_does_not_wait_for_a_thread_of_its_parent() -> None:
    program = (
        "import os, signal, threading; from twowaystreet import fast; from twowaystreet.fast "
        "import scoring; scoring.lock.acquire(); thread = threading.Timer(0.5, "
        "scoring.lock.release); thread.start(); child = os.fork(); child or signal.alarm(300); "
        "found = fast.hands('street', None, 3, seed=1); child or os._exit(0); "
        "assert os.waitpid(child, 0)[1] == 0"
    )
    found = _run("-W", "ignore", "-c", program)
    assert found.returncode == 0, found.stderr


@pytest.mark.nightly
def test_processors_without_the_instruction_select_cards_otherwise() -> None:
    program = "from twowaystreet.fast import bits; assert bits.select is bits.select_by_sums"
    found = _run("-c", program, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    assert found.returncode == 0, found.stderr


# Any: the states of any game.
State: TypeAlias = Any

PAGE: Final = Path(__file__).parents[2] / "docs" / "compiled-playouts.md"
ROW: Final = re.compile(r"^\|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|$", re.MULTILINE)
NEW_GAMES: Final[dict[str, Callable[[], State]]] = {
    "Two Way Street, up to 31 players": lambda: street.new_game(street.Rules(players=31)),
    "Two Way Street, 32 or more players": lambda: street.new_game(street.Rules(players=32)),
    "the Duel": lambda: duel.new_game(duel.Rules(max_strength=1)),  # so that nobody bids at times
    "Twos": twos.new_game,
    "Spades for two": spades.new_game,
    "Spades for two, `renege=penalised`": lambda: spades.new_game(
        spades.Rules(renege=spades.RenegeRule.PENALISED)
    ),
    "Twenty Down": twenty_down.new_game,
    "Tien Len": tien_len.new_game,
    "Brag": brag.new_game,
    "Oh Hell, a game of your own": oh_hell.new_game,
}
"""A function that begins each game of the table."""
HANDS: Final = 30


def _rows() -> Iterator[tuple[str, str, str, str]]:
    """Yield the game, a phase, and the ways of random and of simple players."""
    game = ""
    table = PAGE.read_text(encoding="utf-8").partition("## What runs compiled")[2]
    for row in ROW.finditer(table.partition("\n\n\n")[0]):
        title, phases, *ways = (cell.strip() for cell in row.groups())
        game = title or game
        if game in NEW_GAMES:
            for phase in phases.split(", "):
                yield game, phase, ways[0], ways[1]


ROWS: Final = tuple(_rows())


@cache
def _states(game: str) -> dict[str, list[State]]:
    """Return states of each phase that random hands reach, the last one of each hand."""
    rng, found = random.Random(1), defaultdict[str, list[State]](list)
    for _ in range(HANDS):
        state, last = NEW_GAMES[game](), dict[str, State]()
        while not state.hand_over:
            last[str(state.phase)] = state
            deal = state.needs_deal
            move = tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
            state = tws.apply(state, move)
        for phase, each in last.items():
            found[phase].append(each)
    return found


def test_the_table_has_every_game_and_phase() -> None:
    assert {game for game, *_ in ROWS} == set(NEW_GAMES)
    for game in NEW_GAMES:
        assert set(_states(game)) == {phase for title, phase, *_ in ROWS if title == game}


@pytest.mark.parametrize(("game", "phase", "at_random", "simple"), ROWS)
def test_playouts_take_the_way_of_the_table(
    game: str, phase: str, at_random: str, simple: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied = 0

    def counted(policy: Policy, state: State, key: int) -> Iterator[tuple[tws.Move, State]]:
        nonlocal applied
        for each in policies.moves(policy, state, key):
            applied += 1
            yield each

    monkeypatch.setattr(many_hands, "policy_moves", counted)
    for policy, way in zip(POLICIES, (at_random, simple), strict=True):
        applied = 0
        made = fast.playouts(_states(game)[phase], 1, seed=1, policy=policy).moves.sum()
        if way == "`apply`":
            assert applied == made
        elif way == "`apply`, then kernel":
            assert 0 < applied < made
        else:
            assert applied == 0
            in_play = {bool(state._order) for state in _states(game)[phase]}
            assert in_play == {way == "kernel"}
            assert way in {"kernel", "function, then kernel"}
