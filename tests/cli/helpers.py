"""What these tests share: running a command, and following a session with its state."""

import os
import re
from collections.abc import Iterable
from pathlib import Path

from click.testing import CliRunner, Result

import twowaystreet
from twowaystreet.cli.commands import command

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(twowaystreet.__file__).parents[1])}
"""For processes of their own: they find the package where these tests do."""

CARD = re.compile(r"(?<![\w*])(?:(?:10|[2-9JQKA])[CDHS]|[RBX]\*)(?![\w*])")


def run(*words: str, typed: Iterable[str] = ()) -> Result:
    """Run a command as from a shell; what is typed comes from a file, as it were."""
    text = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(command, list(words), input=text, prog_name="twowaystreet")


def output(*words: str, typed: Iterable[str] = ()) -> str:
    """What a command that succeeds prints."""
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def refusal(*words: str) -> str:
    """The one line with which a command is refused."""
    result = run(*words)
    assert result.exit_code == 2, result.output
    lines = result.output.splitlines()
    assert len(lines) == 1, result.output
    return lines[0]
