"""The program at a pseudo-terminal, in a process of its own."""

import os
import re
import subprocess
import sys
from pathlib import Path

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
    with (
        subprocess.Popen(
            [sys.executable, "-m", "twowaystreet", *words],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            start_new_session=True,
        ) as process,
        killed_at_end(process),
    ):
        os.close(theirs)
        os.write(ours, typed.encode())
        seen = b""
        while True:
            try:
                more = os.read(ours, 4096)
            except OSError:  # Linux signals that the other end is closed
                break
            if not more:
                break
            seen += more
        status = process.wait(PATIENCE)
    os.close(ours)
    return status, seen.decode(errors="replace")


def test_a_terminal_shows_colours_and_suit_signs() -> None:
    status, seen = at_a_terminal("play", "street", "--seed", "7", typed="high\nquit\nquit\n")
    assert status == 0
    assert "\x1b[1;31m" in seen and "♥" in seen
    assert "Traceback" not in seen


def test_messages_show_suit_signs_as_the_screen_does() -> None:
    typed = "low\nAC B*\nKC\nKC KD\nquit\nquit\n"
    seen = at_a_terminal("play", "street", "--seed", "7", *EARLIER, typed=typed)[1]
    told = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", seen).split())
    assert "! K♣: hearts were led: expected one of 2♥ 3♥ 4♥ 7♥ 9♥ (ST-13)" in told
    assert "! cannot read 'K♣ K♦': found 'K♦', expected the end" in told
    assert "Seat 2 leads A♥; Seat 3 plays 10♥." in told
    assert "You exchange A♣ Black Joker, drawing 3♥ 4♦" in told


LETTERS = str.maketrans({"−": "-", **{suit.sign: suit.value for suit in Suit}})


@pytest.mark.parametrize("columns", [60, 80, 120])
@pytest.mark.parametrize("plain", [(), ("--plain",)])
@pytest.mark.parametrize("name", ["spades", "brag", "street"])
def test_lines_end_between_words_within_the_width(
    name: str, plain: tuple[str, ...], columns: int
) -> None:
    words = ("play", name, "--auto", "--seed", "5", *plain)
    shown = re.sub(r"\x1b\[[0-9;]*m", "", at_a_terminal(*words, typed="", columns=columns)[1])
    assert max(map(len, shown.splitlines())) < columns
    assert {*shown.translate(LETTERS).split()} <= {*output(*words).split()}


MOVED = ("play", "street", "--seed", "7", "--plain", *EARLIER)


@pytest.mark.parametrize("leaving", ["quit\n", "QUIT\n"])
def test_leaving_an_unsaved_game_asks_once(leaving: str) -> None:
    status, seen = at_a_terminal(*MOVED, typed=f"low\n{leaving}help\n{leaving}")
    assert status == 0
    assert seen.count("! the game is not saved") == 1
    assert "! the game is not saved" in seen.partition("take back")[0]
    assert seen.endswith("You leave the game.\r\nSeed 7\r\n")


def test_a_game_can_be_saved_on_leaving(tmp_path: Path) -> None:
    path = tmp_path / "Game.txt"
    status, seen = at_a_terminal(*MOVED, typed=f"low\nquit\nSAVE {path}\nquit\n")
    assert status == 0
    assert f"Saved in {path}, from now on after every move. " in " ".join(seen.split())
    assert tws.Record.from_text(path.read_text("utf-8")).state.actor == 0


@pytest.mark.parametrize("typed", ["quit\n", "hihg\nquit\n"])
def test_a_game_without_a_move_is_left_at_once(typed: str) -> None:
    assert "not saved" not in at_a_terminal(*MOVED, typed=typed)[1]


def test_a_saved_game_is_left_at_once(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    assert "not saved" not in at_a_terminal(*MOVED, "--save", path, typed="low\nquit\n")[1]


def test_leaving_asks_nothing_without_a_terminal() -> None:
    assert "not saved" not in output(*MOVED, typed=["low", "quit"])


def test_plain_turns_off_colours_at_a_terminal() -> None:
    status, seen = at_a_terminal("play", "street", "--seed", "7", "--plain", typed="quit\n")
    assert status == 0
    assert "\x1b[1;31m" not in seen and "♥" not in seen
