"""Targets of the command line: loaded files, typed lines and arguments."""

from __future__ import annotations

import re
import tempfile
from functools import cache
from pathlib import Path
from typing import Final

from click.testing import CliRunner, Result

from tests.games import OURS, facts_of
from twowaystreet._cli.commands import command


@cache
def _place() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz"))


def _run(words: list[str], typed: str = "") -> Result:
    typed = typed.encode("utf-8", "replace").decode()
    return CliRunner().invoke(command, words, input=typed, prog_name="twowaystreet")


def load_file(text: str) -> list[Result]:
    """Run every command that loads a file, with this text as the file."""
    path = _place() / "game"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    commands = (["view", str(path)], ["replay", str(path)], ["view", str(path), "--json"])
    return [_run(words) for words in (*commands, ["replay", str(path), "--seat", "0", "--step"])]


def play_typed(text: str) -> list[Result]:
    """Play a hand with these lines; the first line gives the game and the seed."""
    first, _, typed = text.partition("\n")
    game, _, seed = first.partition(" ")
    words = [game if game in OURS else "street", "--seed", seed if seed.isdecimal() else "1"]
    return [_run(["play", *words, "--hands", "1", "--practice"], typed)]


def run_command(text: str) -> list[Result]:
    """Run a command with these arguments, one per line; skip slow or writing ones."""
    words = [word.replace("\x00", "") for word in text.split("\n")]
    words = [word for word in words if not word.startswith(("--save", "--game"))]
    for place, word in enumerate(words):  # a game with many players takes too long
        if re.search("players|^[0-9]+$", word):
            words[place] = re.sub("[0-9]{2,}", "11", word)
    return [_run(words, "?\nhelp\n")]


def prove_run(text: str, found: list[Result]) -> None:
    """Check that a command ends with its own message, never with a Python error."""
    for result in found:
        error = result.exception
        if error is not None and not isinstance(error, SystemExit):
            raise error
        assert result.exit_code in (0, 2), result.output
        assert "Traceback" not in result.output


def prove_typed(text: str, found: list[Result]) -> None:
    """Check that no typed line makes the command fail."""
    prove_run(text, found)
    assert found[0].exit_code == 0, found[0].output


SESSIONS: Final = tuple(f"{name} {facts_of(name).typed}" for name in OURS)
"""Lines typed in a game, after the game and the seed."""
COMMANDS: Final = (
    "games",
    "games\n--plain",
    "example\nduel",
    "play\nstreet\n--auto\n--seed\n7\n--players\n5",
    "play\nduel\n--auto\n--set\nbid_markers=cards\n--dealer\n1",
    "play\nspades\n--auto\n--seed\n3\n--set\nmax_hands=1\n--hands\n1",
    "play\ntwos\n--seat\n2\n--practice",
    "play\ntwenty_down\n--target\n5\n--auto",
    "play\ntien_len\n--auto\n--seed\n3",
    "play\nbrag\n--auto\n--set\ncards=7\n--hands\n2",
    "replay\nnothing\n--seat\n2\n--step",
    "view\nnothing\n--at\n40\n--json\n--public",
)
"""Arguments of the command line, one per line."""
