"""The program at a pseudo-terminal, in a process of its own."""

import contextlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.cli.helpers import EARLIER, ENVIRONMENT, output
from tests.processes import PATIENCE, killed_at_end
from twowaystreet._core.cards.cards import Suit

pty = pytest.importorskip("pty")


def at_a_terminal(*words: str, typed: str, columns: int = 80) -> tuple[int, str]:
    """Run a command with a terminal as input and output; return its status and output."""
    ours, theirs = os.openpty()
    environment = {**ENVIRONMENT, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8"}
    environment["COLUMNS"] = str(columns)
    environment.pop("NO_COLOR", None)
    command = [sys.executable, "-m", "twowaystreet", *words]
    ends: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    process = subprocess.Popen(command, env=environment, start_new_session=True, **ends)
    with process, killed_at_end(process):
        os.close(theirs)
        os.write(ours, typed.encode())
        seen = b""
        with contextlib.suppress(OSError):  # Linux signals that the other end is closed
            while more := os.read(ours, 4096):
                seen += more
        status = process.wait(PATIENCE)
    os.close(ours)
    return status, seen.decode(errors="replace")


@pytest.mark.parametrize("plain", [(), ("--plain",)])
def test_a_terminal_shows_colours_and_signs_unless_plain(plain: tuple[str, ...]) -> None:
    status, seen = at_a_terminal(
        "play", "street", "--seed", "7", *plain, typed="high\nquit\nquit\n"
    )
    assert status == 0
    assert ("\x1b[1;31m" in seen) is (not plain)
    assert ("♥" in seen) is (not plain)
    assert "Traceback" not in seen


def test_messages_show_suit_signs_as_the_screen_does() -> None:
    typed = "low\nAC B*\nKC\nKC KD\nquit\nquit\n"
    seen = at_a_terminal("play", "street", "--seed", "7", *EARLIER, typed=typed)[1]
    told = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", seen).split())
    assert "! K♣: hearts were led: expected one of 2♥ 3♥ 4♥ 7♥ 9♥ (ST-13)" in told
    assert "! cannot read 'K♣ K♦': found 'K♦', expected the end" in told
    assert "Seat 2 leads A♥; Seat 3 plays 10♥." in told
    assert "You exchange A♣ Black Joker, drawing 3♥ 4♦" in told


def test_rules_wait_for_enter_and_the_table_is_there_again() -> None:
    words = ("play", "street", "--seed", "7", "--plain")
    seen = at_a_terminal(*words, typed="rules\n\nrules\nquit\n")[1]
    rules, again, end = seen.split("Enter goes on. ")
    assert rules.count("Task ") == again.count("Task ") == 1 and "Task " not in end
    assert "The most points win." in rules and end.endswith("Seed 7\r\n")


LETTERS = str.maketrans({"−": "-", **{suit.sign: suit.value for suit in Suit}})


@pytest.mark.parametrize(
    ("name", "columns", "plain"),
    [("brag", 60, ()), ("street", 60, ("--plain",)), ("brag", 120, ())],
)
def test_lines_end_between_words(name: str, columns: int, plain: tuple[str, ...]) -> None:
    words = ("play", name, "--auto", "--seed", "5", *plain)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", at_a_terminal(*words, typed="", columns=columns)[1])
    assert max(map(len, shown.splitlines())) < columns
    assert {*shown.translate(LETTERS).split()} <= {*output(*words).split()}


MOVED = ("play", "street", "--seed", "7", "--plain", *EARLIER)


@pytest.mark.parametrize(
    ("save", "typed", "times"),
    [
        (False, "low\nquit\nhelp\nquit\n", 1),
        (False, "low\nQUIT\nhelp\nQUIT\n", 1),
        (False, "hihg\nquit\n", 0),
        (True, "low\nquit\n", 0),
    ],
)
def test_leaving_an_unsaved_game_asks(save: bool, typed: str, times: int, tmp_path: Path) -> None:
    more = ("--save", str(tmp_path / "game.txt")) if save else ()
    status, seen = at_a_terminal(*MOVED, *more, typed=typed)
    assert status == 0
    assert seen.count("! the game is not saved") == times
    assert seen.partition("take back")[0].count("! the game is not saved") == times
    assert seen.endswith("\r\nSeed 7\r\n")


def test_a_game_can_be_saved_on_leaving_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "Game.txt"
    status, seen = at_a_terminal(*MOVED, typed=f"low\nquit\nSAVE {path}\nquit\n")
    assert status == 0
    assert f"Saved in {path}, from now on after every move. " in " ".join(seen.split())
    assert tws.Record.from_text(path.read_text("utf-8")).state.actor == 0
    assert "not saved" not in output(*MOVED, typed=["low", "quit"])
