import importlib.metadata
import subprocess
import sys

import pytest

from tests.cli.helpers import ENVIRONMENT, output, run
from twowaystreet.cli import commands, main


def program(*words: str) -> subprocess.CompletedProcess[str]:
    """Run Python with these arguments."""
    command = [sys.executable, *words]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)


BLOCKED = "import sys; sys.modules[{!r}] = None; from twowaystreet.cli import main; main()"


def test_the_module_runs_as_a_program() -> None:
    done = program("-m", "twowaystreet", "games")
    assert done.stdout.startswith("street  Two Way Street")


@pytest.mark.parametrize("missing", ["click", "rich"])
def test_without_the_extra_one_line_says_what_to_install(missing: str) -> None:
    done = program("-c", BLOCKED.format(missing))
    assert done.returncode == 1
    assert not done.stdout
    assert len(done.stderr.splitlines()) == 1
    assert "pip install 'twowaystreet[cli]'" in done.stderr


def test_importing_the_command_line_needs_nothing() -> None:
    text = "import sys, twowaystreet.cli; print({'click', 'rich'} & set(sys.modules))"
    done = program("-c", text)
    assert done.stdout == "set()\n"


def test_main_in_this_process(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["twowaystreet", "games"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 0
    assert "duel" in capsys.readouterr().out


def test_main_names_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "twowaystreet.cli.commands")
    monkeypatch.setitem(sys.modules, "click", None)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert "click is missing" in capsys.readouterr().err


def test_main_hides_no_other_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "twowaystreet.cli.commands", None)
    with pytest.raises(ModuleNotFoundError):
        main()


def test_version(monkeypatch: pytest.MonkeyPatch) -> None:
    assert output("--version") == f"twowaystreet, version {commands.version()}\n"

    def nothing_installed(name: str) -> str:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "version", nothing_installed)
    assert commands.version() == "unknown"


@pytest.mark.parametrize("words", [(), ("play",), ("replay",), ("view",), ("games",), ("example",)])
def test_help_is_to_be_had_everywhere(words: tuple[str, ...]) -> None:
    assert "--help" in output(*words, "--help")


def test_an_unknown_command_is_refused() -> None:
    assert run("deal").exit_code == 2
