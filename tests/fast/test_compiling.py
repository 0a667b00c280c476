"""Compilation, its messages and its cache, and the guide to what is compiled."""

import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import pytest

import twowaystreet as tws
from examples import oh_hell
from twowaystreet import fast
from twowaystreet._core.playouts import policies
from twowaystreet._core.playouts.policies import POLICIES, Policy
from twowaystreet.fast import compiling, many_hands
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos

PLAY = "from twowaystreet import fast; print(fast.hands('twos', 3, seed=1).moves.tolist())"
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
def test_plain_python_gives_the_same_hands_and_runs_the_command() -> None:
    plain = _run("-c", PLAY, NUMBA_DISABLE_JIT="1")
    assert plain.stdout == "[53, 53, 53]\n"
    assert plain.stderr == ""
    found = _run("-m", "twowaystreet.fast", NUMBA_DISABLE_JIT="1")
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout.startswith("Playouts and the solver run as plain Python (")


@pytest.mark.nightly
@COMPILES
def test_one_command_compiles_everything_and_says_so_and_later_runs_do_not(tmp_path: Path) -> None:
    line = (
        "twowaystreet compiles street: up to 20 seconds for the first game, a few more for each "
        "other one, once, for all later runs ...\n"
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
def test_the_cache_lasts_until_sources_change(
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
def test_code_of_other_functions_is_unused(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An index can name the data of an earlier function, as after a full disk."""
    assert (compiling.compiled(_next)(1), compiling.compiled(_before)(1)) == (2, 0)
    (own,), (other,) = (folder.glob(f"*/*{name}*.nbc") for name in ("_next", "_before"))
    own.write_bytes(other.read_bytes())
    assert compiling.compiled(_next)(1) == 2
    assert f"{own} is damaged" in capsys.readouterr().err


@COMPILES
def test_unwritable_caches_stop_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
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


@pytest.mark.skipif(IS_PLAIN or not hasattr(os, "fork"), reason="needs fork and threads")
def test_a_child_process_does_not_wait_for_a_thread_of_its_parent() -> None:
    program = (
        "import os, signal, threading; from twowaystreet import fast; from twowaystreet.fast "
        "import scoring; scoring.lock.acquire(); thread = threading.Timer(0.5, "
        "scoring.lock.release); thread.start(); child = os.fork(); child or signal.alarm(300); "
        "found = fast.hands('street', 3, seed=1); child or os._exit(0); "
        "assert os.waitpid(child, 0)[1] == 0"
    )
    found = _run("-W", "ignore", "-c", program)
    assert found.returncode == 0, found.stderr


@pytest.mark.nightly
def test_processors_without_the_instruction_select_cards_otherwise() -> None:
    program = "from twowaystreet.fast import bits; assert bits._select is bits.select_by_sums"
    found = _run("-c", program, NUMBA_CPU_NAME="generic", NUMBA_CPU_FEATURES="")
    assert found.returncode == 0, found.stderr


# The guide says which hands go through ``apply``

ALL, SOME, NONE = "all", "some", "no"
WAYS: Final[tuple[tuple[Callable[[], Any], str], ...]] = (
    (lambda: street.new_game(street.Rules(players=31)), NONE),
    (lambda: street.new_game(street.Rules(players=32)), SOME),
    (lambda: duel.new_game(duel.Rules(max_strength=1)), NONE),
    (twos.new_game, NONE),
    (spades.new_game, NONE),
    (lambda: spades.new_game(spades.Rules(renege=spades.RenegeRule.PENALISED)), ALL),
    (twenty_down.new_game, NONE),
    (tien_len.new_game, ALL),
    (brag.new_game, ALL),
    (oh_hell.GAME.new_game, SOME),
)
"""Games, and which moves of their hands go through ``apply``."""


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(("new_game", "way"), WAYS)
def test_playouts_take_the_way_that_the_guide_says(
    new_game: Callable[[], Any], way: str, policy: Policy, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied = 0

    # Any: the states of any game.
    def counted(policy: Policy, state: Any, key: int) -> Iterator[tuple[tws.Move, Any]]:
        nonlocal applied
        for each in policies.moves(policy, state, key):
            applied += 1
            yield each

    monkeypatch.setattr(many_hands, "policy_moves", counted)
    made = fast.playouts(new_game(), 1, seed=1, policy=policy).moves.sum()
    assert way == (NONE if not applied else ALL if applied == made else SOME)
