"""Sessions on the pages of the documentation are those of the program."""

import re
from pathlib import Path

import pytest

from tests.cli.helpers import output

DOCS = Path(__file__).parents[2] / "docs"
WORDS = ("play", "street", "--players", "3", "--seed", "7", "--dealer", "0")


@pytest.mark.parametrize(
    ("page", "words", "typed", "blocks"),
    [
        ("terminal.md", (*WORDS, "--names", "Ann,Ben"), ["hint", "high", "3D 2H"], 2),
        ("tutorial.md", WORDS, ["high"], 1),
    ],
)
def test_the_session_of_a_page(
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
    commands = [re.split(r"  +", line)[0] for line in helped.splitlines()]
    assert len(commands) == 11
    assert all(f"| `{command}` |" in text or f"| {command} |" in text for command in commands)
