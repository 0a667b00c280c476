import subprocess
import sys
from pathlib import Path

import pytest

import twowaystreet
from tests.cli.helpers import ENVIRONMENT, output, run, run_python
from twowaystreet._cli import commands, main

BLOCKED = "import sys; sys.modules[{!r}] = None; from twowaystreet._cli import main; main()"


def test_the_module_runs_as_a_program() -> None:
    done = run_python("-m", "twowaystreet", "games")
    assert done.stdout.startswith("street  Two Way Street")


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra_one_line_says_what_to_install(missing: str) -> None:
    done = run_python("-c", BLOCKED.format(missing))
    assert done.returncode == 1
    assert not done.stdout
    assert len(done.stderr.splitlines()) == 1
    assert "pip install 'twowaystreet[cli]'" in done.stderr


def test_importing_the_command_line_needs_no_extra() -> None:
    text = "import sys, twowaystreet._cli; print({'click', 'rich'} & set(sys.modules))"
    done = run_python("-c", text)
    assert done.stdout == "set()\n"


def test_main_runs_in_this_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["twowaystreet", "games"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "duel" in capsys.readouterr().out


def test_main_names_the_missing_package(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "twowaystreet._cli.commands")
    monkeypatch.setitem(sys.modules, "click", None)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert "click is missing" in capsys.readouterr().err


def test_main_does_not_hide_other_failures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "twowaystreet._cli.commands", None)
    with pytest.raises(ModuleNotFoundError):
        main()


def test_version_is_printed() -> None:
    assert output("--version") == f"twowaystreet, version {twowaystreet.__version__}\n"


@pytest.mark.parametrize(
    "words",
    [(), ("play",), ("replay",), ("view",), ("games",), ("example",), ("arena",), ("page",)],
)
def test_every_command_has_help(words: tuple[str, ...]) -> None:
    assert "--help" in output(*words, "--help")


def test_the_help_lists_all_commands() -> None:
    listed = output("--help").partition("Commands:\n")[2].splitlines()
    assert len(listed) == 11
    assert all(line.endswith(".") and not line.endswith("..") for line in listed)


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize("words", [("play", "street", "--auto"), ("--help",)])
def test_failing_output_ends_in_one_error_line(words: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "twowaystreet", *words]
    with FULL.open("w") as full:
        done = subprocess.run(
            command,
            env=ENVIRONMENT,
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "Error: cannot write: No space left on device\n"


def test_failures_of_other_files_are_not_reported_as_output_failures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(**settings: object) -> None:
        raise FileNotFoundError(2, "No such file", "cards.txt")

    monkeypatch.setattr(commands, "command", fails)
    with pytest.raises(FileNotFoundError):
        main()


def test_an_unknown_command_is_refused() -> None:
    assert run("deal").exit_code == 2
