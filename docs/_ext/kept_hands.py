"""The index of the hands and matches that are kept: what each shows, and which rules."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import attrs

HERE: Final = Path(__file__).parents[2] / "tests" / "golden"
_ROW: Final = re.compile(
    r"^\| \[(?P<file>\S+)\]\((?P=file)\) \| (?P<shows>.+) \| (?P<rules>.+) \|$", re.MULTILINE
)


@attrs.frozen
class Kept:
    """A hand or a match that is kept.

    Attributes:
        file: its file, from the folder of kept hands.
        shows: what it shows, in words.
        rules: the rules that it shows, by their identifiers.
    """

    file: str
    shows: str
    rules: tuple[str, ...]

    @property
    def path(self) -> str:
        """The file, from the root of the repository."""
        return f"tests/golden/{self.file}"


def kept() -> tuple[Kept, ...]:
    """Everything in the index, in its order."""
    return tuple(
        Kept(row["file"], row["shows"], tuple(row["rules"].split(", ")))
        for row in _ROW.finditer((HERE / "README.md").read_text(encoding="utf-8"))
    )
