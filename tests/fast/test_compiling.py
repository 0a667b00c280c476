"""The messages about compilation, missing packages and folders that cannot be written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from twowaystreet.fast.compiling import IS_PLAIN

PLAY = "from twowaystreet import fast; print(fast.hands('twos', None, 3, seed=1).moves.tolist())"
WITHOUT = "import sys; sys.modules['{0}'] = None; import twowaystreet; import twowaystreet.fast"


def _run(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **env},
    )


@pytest.mark.parametrize("package", ["numba", "numpy"])
def test_a_missing_package_gives_one_clear_error(package: str) -> None:
    found = _run("-c", WITHOUT.format(package))
    assert found.returncode == 1
    last = found.stderr.splitlines()[-1]
    assert last.startswith("ImportError: twowaystreet.fast needs numba and numpy")
    assert "pip install 'twowaystreet[fast]'" in last


def test_the_package_itself_does_not_import_numba() -> None:
    program = "import sys, twowaystreet; [*twowaystreet.GAMES.values()]; "
    assert _run("-c", program + "assert not {'numba', 'numpy'} & {*sys.modules}").returncode == 0


def test_plain_python_gives_the_same_hands() -> None:
    plain = _run("-c", PLAY, NUMBA_DISABLE_JIT="1")
    assert plain.stdout == "[53, 53, 53]\n"
    assert plain.stderr == ""


@pytest.mark.skipif(IS_PLAIN, reason="plain Python compiles nothing")
def test_the_first_run_says_that_it_compiles_and_the_second_does_not(tmp_path: Path) -> None:
    line = "twowaystreet.fast compiles for about 10 seconds, once, for all later runs ...\n"
    first, second = (_run("-c", PLAY, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert (first.returncode, first.stderr) == (0, line)
    assert (second.returncode, second.stderr) == (0, "")
    assert first.stdout == second.stdout == "[53, 53, 53]\n"


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


def test_processors_without_the_instruction_select_cards_otherwise() -> None:
    program = "from twowaystreet.fast import bits; assert bits.select is bits.select_by_sums"
    found = _run("-c", program, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    assert found.returncode == 0, found.stderr


def test_everything_can_be_compiled_ahead_of_time() -> None:
    found = _run("-m", "twowaystreet.fast")
    assert found.returncode == 0
    assert found.stdout.startswith("twowaystreet.fast ")
