"""The program: its start, its games and options, its examples, and what it refuses."""

import re
import signal
import subprocess
import sys
from collections import UserDict
from pathlib import Path
from unittest.mock import Mock

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.cli.helpers import (
    ENVIRONMENT,
    golden,
    in_file,
    output,
    refusal,
    run,
    run_python,
    some_record,
)
from tests.processes import POSIX
from twowaystreet._cli import commands, game_list, main
from twowaystreet._cli.commands import command
from twowaystreet._core.display.display import display_of
from twowaystreet._core.records.records import examples_of
from twowaystreet.games import duel, street

BLOCKED = "import sys; sys.modules[{!r}] = None; from twowaystreet._cli import main; main()"
FULL = Path("/dev/full")
DOCS = Path(__file__).parents[2] / "docs"
WORDS = ("play", "street", "--players", "3", "--seed", "7", "--dealer", "0")


def test_the_module_runs_as_a_program() -> None:
    done = run_python("-m", "twowaystreet", "games")
    assert done.stdout.startswith("street  Two Way Street")


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra_one_line_says_what_to_install(missing: str) -> None:
    done = run_python("-c", BLOCKED.format(missing))
    assert done.returncode == 1
    assert not done.stdout
    (line,) = done.stderr.splitlines()
    assert missing in line and "pip install 'twowaystreet[cli]'" in line


def test_main_does_not_hide_other_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "command", Mock(side_effect=FileNotFoundError(2, "No", "cards")))
    with pytest.raises(FileNotFoundError):
        main()
    monkeypatch.setitem(sys.modules, "twowaystreet._cli.commands", None)
    with pytest.raises(ModuleNotFoundError):
        main()


def test_the_help_lists_all_commands() -> None:
    assert output("--version") == f"twowaystreet, version {tws.__version__}\n"
    listed = output("--help").partition("Commands:\n")[2].splitlines()
    assert len(listed) == 13
    assert all(line.endswith(".") and not line.endswith("..") for line in listed)


def test_a_narrow_encoding_has_question_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pipes have such an encoding on Windows."""
    monkeypatch.setitem(ENVIRONMENT, "PYTHONIOENCODING", "cp1252")
    saved = in_file(tmp_path / "saved", some_record("duel", 1, 1))
    done = run_python("-m", "twowaystreet", "replay", saved, "--html", str(tmp_path / "Ł.html"))
    assert done.returncode == 0 and "?.html" in done.stdout, done.stderr


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [("play", "street", "--auto"), ("--help",)])
def test_failing_output_ends_in_one_error_line(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "twowaystreet", *words]
    pipe, nothing = subprocess.PIPE, subprocess.DEVNULL
    with FULL.open("wb") as full:
        done = subprocess.run(
            command, env=ENVIRONMENT, stdin=nothing, stdout=full, stderr=pipe, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"Error: cannot write: No space left on device\n"


@pytest.mark.rule("ST-25", "DU-11", "RA-3", "TL-4", "TL-5", "BR-10", "BR-12")
def test_the_worked_examples() -> None:
    printed = golden("examples.txt")
    assert output("example") == printed
    for example in (one for game in tws.GAMES.values() for one in examples_of(game.State)):
        shown = output("example", example.name)
        assert shown.startswith(f"{example.title}\n") and shown in printed
    assert "street, ratings, duel, tien_len, brag" in run("example", "poker").output


@pytest.mark.parametrize(
    ("page", "words", "typed", "blocks"),
    [
        ("terminal.md", (*WORDS, "--names", "Ann,Ben"), ["hint", "high", "3D 2H"], 2),
        ("tutorial.md", WORDS, ["high"], 1),
    ],
)
def test_the_session_of_a_page_is_that_of_the_program(
    page: str, words: tuple[str, ...], typed: list[str], blocks: int
) -> None:
    text = (DOCS / page).read_text("utf-8")
    assert " ".join(("$ twowaystreet", *words)) in text
    shown = re.findall(r"^```text\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert len(shown) == blocks
    session = output(*words, typed=typed)
    assert [block for block in shown if block not in session] == []


def test_the_page_of_the_terminal_has_every_command() -> None:
    text = (DOCS / "terminal.md").read_text("utf-8")
    helped = output(*WORDS, typed=["help"]).partition("in brackets.\n")[2].partition("\n> ")[0]
    listed = [re.split(r"  +", line)[0] for line in helped.splitlines()]
    assert len(listed) == 11
    assert all(f"| `{each}` |" in text or f"| {each} |" in text for each in listed)


# The list of games.


def test_every_game_is_listed_with_what_it_is_about() -> None:
    listing = output("games")
    for name, game in tws.GAMES.items():
        assert f"{name}  {game.title}" in listing
        assert display_of(game).summary in " ".join(listing.split())
        alone = output("games", name.title())
        assert alone.partition("  option ")[0] in listing
        for field in attrs.fields(game.Rules):
            assert f"  {field.name} " in alone and f"  {field.name} " not in listing


class Broken(UserDict[str, tws.Game]):
    """Games, of which one, from another package, fails to load."""

    @override
    def __getitem__(self, name: str) -> tws.Game:
        if name == "broken":
            raise ImportError("no luck")
        return super().__getitem__(name)


INTERRUPTED = """
import os, signal, sys
class Finder:
    def find_spec(self, name, *more):
        if name == {0!r}:
            os.kill(os.getpid(), signal.SIGINT)
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.modules.pop({0!r}, None)
sys.meta_path.insert(0, Finder())
sys.argv = ["twowaystreet", "serve", "--port", "0"]
from twowaystreet._cli import main
main()
"""
LOADED = ("_core.cards.cards", "_cli.commands", "web", "web.listening")


@POSIX
@pytest.mark.parametrize("module", ["typing", *map("twowaystreet.{}".format, LOADED)])
def test_ctrl_c_while_modules_load_ends_without_a_traceback(module: str) -> None:
    if ".web" in module:
        pytest.importorskip("starlette", reason="the server needs starlette")
    done = run_python("-c", INTERRUPTED.format(module))
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


@pytest.mark.parametrize("name", command.commands)
def test_ctrl_c_ends_each_command_alike(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command.commands[name], "callback", Mock(side_effect=KeyboardInterrupt))
    result = run(name, *("x" for each in command.commands[name].params if each.required))
    assert (result.exit_code, result.output) == (130, "\nStopped.\n")


def test_a_game_that_cannot_be_loaded_hides_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    both: dict[str, tws.Game] = {"broken": duel.GAME, "street": street.GAME, "Street": duel.GAME}
    monkeypatch.setattr(tws, "GAMES", Broken(both))
    listing = output("games")
    assert "the game broken cannot be loaded: ImportError('no luck')" in listing
    assert "street  Two Way Street" in listing
    assert "cannot be loaded" in refusal("play", "broken")
    assert game_list.find("Street") is duel.GAME  # names differ only in case
