"""Tests of the replay in other processes: loading of games, and processes that fail."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import anything
from tests.testing.broken import hell
from twowaystreet._core.engine.game_places import GamePlace, place_of
from twowaystreet.testing import conformance
from twowaystreet.testing._playouts import NotChecked, play_hands, registered
from twowaystreet.testing.conformance import Broken
from twowaystreet.testing.conformance import _other_process as other_process
from twowaystreet.testing.conformance._other_process import is_typed_in, visible_parts

POSIX = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
NOT_CHECKED = "a part of the promise 'determinism' is not checked, because "
SOURCE = Path(oh_hell.__file__).read_text(encoding="utf-8").partition("\nif __name__")[0]
CHECK = """
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import _other_process as other_process
other_process.PROCESSES = 1
print(conformance.check(GAME, promises=["determinism"], hands=1))
"""
BY_CLOCK = """
import time
from datetime import date
class Late(State):
    __slots__ = ()
    def _score(self, tricks):
        scored = super()._score(tricks)
        points = tuple(each.points + date.today().year for each in scored.seats)
        return core.HandScore(tuple(map(core.SeatScore, points)))
new_game = core.new_game_for(Rules, Late, HandData(), rule="OH-3")
GAME = core.Game(name="late", title="Late", Rules=Rules, State=Late, View=View, new_game=new_game)
"""


@pytest.fixture
def one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay hands in one process only, which is faster."""
    monkeypatch.setattr(other_process, "PROCESSES", 1)


def check(game: tws.Game) -> None:
    conformance.check(game, promises=["determinism"], hands=1)


def run(*command: str, text: str = "", folder: Path | None = None) -> tuple[int, str]:
    """Run Python; return its exit status and its output."""
    done = subprocess.run(
        [sys.executable, *command],
        input=text,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(os.path.abspath, sys.path))},
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.usefixtures("one_process")
@pytest.mark.parametrize(
    ("there", "is_broken", "says"),
    [
        ("1 // 0", True, r"without error\n.*\nraises ZeroDivisionError.* \(fails_there.py, line"),
        ("os._exit(3)", True, "makes the same moves, ended with status 3:\nno message"),
        pytest.param("os.abort()", True, "ended with status -6", marks=POSIX),
        pytest.param("os.kill(os.getpid(), 9)", False, "process ended with status -9", marks=POSIX),
        ("bytearray(2**62)", False, "process ended with status 1:\n.*\nMemoryError"),
        ("time.sleep(10**6)", False, r"process had not ended after 6 seconds:\n.*fails_there.py"),
    ],
)
def test_a_fault_of_the_game_in_another_process_is_told_from_one_of_the_computer(
    there: str, is_broken: bool, says: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source = SOURCE + "\nimport os, time\n\nHERE = os.environ['HERE'] == str(os.getpid())\n"
    source += f"State.title = property(lambda state: 'Oh Hell' if HERE else {there})\n"
    (tmp_path / "fails_there.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setenv("HERE", str(os.getpid()))
    monkeypatch.setattr(other_process, "SECONDS", 6)
    monkeypatch.delitem(sys.modules, "fails_there", raising=False)
    game: tws.Game = import_module("fails_there").GAME
    if is_broken:
        with pytest.raises(Broken, match=f"(?s){says}"):
            check(game)
    else:
        with pytest.warns(UserWarning, match=f"(?s)^oh_hell: {NOT_CHECKED}another {says}"):
            check(game)


def test_a_process_that_cannot_start_is_no_fault_of_the_game_but_a_difference_counts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "executable", os.devnull)
    with pytest.warns(UserWarning, match=f"{NOT_CHECKED}another process cannot start: "):
        check(oh_hell.GAME)
    answers: Any = iter([NotChecked("slow"), [(1, 0, "a part", "one", "two")], []])

    def answer(*given: object) -> Any:
        return next(answers)

    monkeypatch.setattr(other_process, "replay_in_process", answer)
    with pytest.raises(Broken, match="after 1 moves a part is\none\nbut in another process"):
        check(oh_hell.GAME)


@pytest.mark.usefixtures("one_process")
def test_a_game_that_is_in_no_module_is_a_failure() -> None:
    game = hell("nowhere")
    with pytest.raises(Broken) as caught:
        check(game)
    assert "there is no game 'nowhere' in the module 'tests.testing.broken'" in caught.value.wrong
    assert "Give the game a name at the top" in caught.value.wrong


def test_visible_parts_include_scores_and_all_views() -> None:
    last = play_hands(oh_hell.GAME.new_game(), random.Random(0), 1).state
    with registered(oh_hell.GAME):
        seen = visible_parts(last)
    assert seen["score of the state"] != ""
    for viewer in ("a spectator", "seat 0", "seat 3"):
        assert '"trumps":' in seen[f"the JSON of the view of {viewer}"]
        assert f"voids of the view of {viewer}" in seen
    assert "the deal from one seed" in seen and "scores of the state" in seen


def test_a_game_is_loaded_from_the_module_of_its_states() -> None:
    place = place_of(oh_hell.GAME)
    assert place == GamePlace("oh_hell", "examples.oh_hell", oh_hell.__file__, "GAME")
    assert place.load() is oh_hell.GAME
    # A game that is registered by the module needs no name there.
    assert GamePlace("duel", "twowaystreet.games.duel", None, None).load() is tws.GAMES["duel"]
    assert GamePlace("chess", "twowaystreet.games.duel", None, "CHESS").load() is None


def test_a_module_is_loaded_from_its_file_if_another_has_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "test_own.py"
    file.write_text(SOURCE, encoding="utf-8")
    for name in ("colorsys", "no_such_package.test_own"):
        monkeypatch.delitem(sys.modules, name, raising=False)
        game = GamePlace("oh_hell", name, str(file), "GAME").load()
        assert game is not None and game is not oh_hell.GAME
        assert game.State.__module__ == name
        assert is_typed_in(game) is False
        assert place_of(game) == GamePlace("oh_hell", name, str(file), "GAME")
        del sys.modules[name]


@pytest.mark.nightly
def test_a_game_in_a_script_is_replayed(tmp_path: Path) -> None:
    script = tmp_path / "script"
    script.write_text(SOURCE + CHECK, encoding="utf-8")
    status, written = run(str(script))
    assert (status, written.count("{'determinism':")) == (0, 1), written
    for end in (CHECK, "if __name__ == '__main__':" + CHECK.replace("\n", "\n    ")):
        script.write_text(SOURCE + BY_CLOCK + end, encoding="utf-8")
        status, written = run(str(script))
        assert status == 1 and "with other string hashes and another clock" in written, written


@pytest.mark.nightly
def test_a_game_in_the_main_module_is_replayed(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SOURCE + BY_CLOCK + CHECK, encoding="utf-8")
    status, written = run("-m", "mine", folder=tmp_path)
    assert status == 1 and "with other string hashes and another clock" in written, written


@pytest.mark.nightly
@pytest.mark.parametrize("mode", ["importlib", "prepend"])
def test_a_game_in_a_test_module_is_replayed(mode: str, tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    own = "def test_own():" + CHECK.replace("\n", "\n    ")
    (tmp_path / "test_own.py").write_text(SOURCE + BY_CLOCK + own, encoding="utf-8")
    options = ("-p", "no:cacheprovider", f"--import-mode={mode}")
    status, written = run("-m", "pytest", *options, folder=tmp_path)
    assert status == 1 and "with other string hashes and another clock" in written, written


@pytest.mark.nightly
def test_a_typed_in_game_is_skipped_with_a_warning() -> None:
    for source in (SOURCE, SOURCE + BY_CLOCK):
        status, written = run("-", text=source + CHECK)
        assert (status, written.count("{'determinism':")) == (0, 1), written
        assert NOT_CHECKED + "no file contains the game" in written
    status, written = run("-W", "error", "-", text=SOURCE + CHECK)
    assert status == 1 and NOT_CHECKED in written


def test_a_game_in_an_example_counts_as_typed_in(monkeypatch: pytest.MonkeyPatch) -> None:
    view: Any = type("View", (oh_hell.View,), {"__module__": "__main__"})
    game = attrs.evolve(oh_hell.GAME, View=attrs.frozen(kw_only=True)(view))
    assert is_typed_in(game)
    main = anything(sys.modules["__main__"])
    monkeypatch.setattr(main, "View", game.View, raising=False)
    monkeypatch.setattr(main, "__file__", __file__, raising=False)
    assert not is_typed_in(game)
    assert not is_typed_in(oh_hell.GAME)


CLOCKS = """
import datetime, time
counters = [
    getattr(time, name + unit)
    for name in "time monotonic perf_counter process_time thread_time".split()
    for unit in ("", "_ns")
    if hasattr(time, name)
]
before = [clock() for clock in counters]
then, day, written = datetime.datetime.now(), datetime.date.today(), (time.ctime(), time.asctime())
year, local = time.strftime("%Y"), time.localtime()

from twowaystreet.testing.conformance._other_process import SHIFT, shift_clocks
shift_clocks()
from datetime import date
minute, seconds = datetime.timedelta(minutes=1), SHIFT.total_seconds()
for clock, was in zip(counters, before):
    name = clock.__name__
    passed = getattr(time, name)() - was
    assert 0 <= passed / (10**9 if name.endswith("_ns") else 1) - seconds < 60, name
if hasattr(time, "clock_gettime"):
    assert abs(time.clock_gettime(time.CLOCK_REALTIME) - time.time()) < 60
for now in (datetime.datetime.now(), datetime.datetime.today()):
    assert SHIFT <= now - then < SHIFT + minute
universal = datetime.datetime.now(datetime.UTC).replace(tzinfo=None)
assert abs(datetime.datetime.utcnow() - universal) < minute
assert date.today() == datetime.date.today() == datetime.datetime.now().date()
assert 401 <= (date.today() - day).days <= 402
own = type("Own", (datetime.datetime,), {})
assert isinstance(own.now(), own) and own.now() - then >= SHIFT
for attribute in ("year", "month", "day", "hour", "minute", "second"):
    assert getattr(then, attribute) != getattr(then + SHIFT, attribute)
assert time.strftime("%Y") != year and str(date.today().year) in time.ctime()
assert time.ctime(None)[-4:] == time.asctime()[-4:] != written[0][-4:] == written[1][-4:]
assert time.localtime().tm_year == time.gmtime(None).tm_year != local.tm_year
assert time.strftime("%Y", local) == year and time.asctime(local) in written
assert time.gmtime(0).tm_year == 1970 and time.ctime(0)[-4:] in ("1969", "1970")
"""


def test_all_clocks_are_shifted() -> None:
    status, written = run("-c", CLOCKS)
    assert status == 0, written
