"""The messages about compilation, missing packages and folders that cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from twowaystreet.fast.compiling import IS_PLAIN

PLAY = "from twowaystreet import fast; print(fast.hands('twos', None, 3, seed=1).moves.tolist())"
SOLVE = (
    "from twowaystreet import GAMES, apply, fast, solve; state = GAMES['duel'].new_game(); "
    "moves = fast.playout_moves(state, 0, seed=1); "
    "state = [state := apply(state, move) for move in moves][-3]; "
    "print(solve.tricks(state, {0}), len(solve.values(state)))"
)
WITHOUT = "import sys; sys.modules['{0}'] = None; import twowaystreet; import twowaystreet.{1}"


def _run(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )


@pytest.mark.parametrize("part", ["fast", "solve"])
@pytest.mark.parametrize("package", ["numba", "numpy"])
def test_a_missing_package_gives_one_clear_error(package: str, part: str) -> None:
    found = _run("-c", WITHOUT.format(package, part))
    assert found.returncode == 1
    last = found.stderr.splitlines()[-1]
    assert last.startswith(
        "ImportError: twowaystreet.fast and twowaystreet.solve need numba and numpy"
    )
    assert "pip install 'twowaystreet[fast]'" in last


def test_the_package_itself_does_not_import_numba() -> None:
    program = "import sys, twowaystreet; [*twowaystreet.GAMES.values()]; "
    assert _run("-c", program + "assert not {'numba', 'numpy'} & {*sys.modules}").returncode == 0


def test_plain_python_gives_the_same_hands() -> None:
    plain = _run("-c", PLAY, NUMBA_DISABLE_JIT="1")
    assert plain.stdout == "[53, 53, 53]\n"
    assert plain.stderr == ""


@pytest.mark.skipif(IS_PLAIN, reason="plain Python compiles nothing")
def test_one_command_compiles_everything_and_says_so_and_later_runs_do_not(tmp_path: Path) -> None:
    line = "twowaystreet compiles for up to 20 seconds, once, for all later runs ...\n"
    cache = str(tmp_path)
    first = _run("-m", "twowaystreet.fast", NUMBA_CACHE_DIR=cache)
    assert (first.returncode, first.stderr) == (0, line)
    assert first.stdout.startswith("Playouts and the solver are compiled (")
    play, solve = (_run("-c", program, NUMBA_CACHE_DIR=cache) for program in (PLAY, SOLVE))
    assert (play.returncode, play.stderr) == (solve.returncode, solve.stderr) == (0, "")
    assert play.stdout == "[53, 53, 53]\n"


@pytest.mark.skipif(IS_PLAIN, reason="plain Python compiles nothing")
def test_folders_that_cannot_be_written_get_a_clear_message() -> None:
    """Without a class that finds a folder, numba finds none, as on a read-only disk."""
    unwritable = (
        "import numba.core.caching as caching; "
        "cls = getattr(caching, 'CacheImpl', None) or caching._CacheImpl; "
        "cls._locator_classes = []; "
    )
    found = _run("-c", unwritable + PLAY)
    assert found.returncode == 0, found.stderr
    assert "set NUMBA_CACHE_DIR to a folder that can" in found.stderr
    assert found.stdout == "[53, 53, 53]\n"


def test_the_command_runs_in_plain_python() -> None:
    found = _run("-m", "twowaystreet.fast", NUMBA_DISABLE_JIT="1")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("Playouts and the solver run as plain Python (")
