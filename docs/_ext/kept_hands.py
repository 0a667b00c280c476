"""Index of the golden hands and matches, with the rules that each shows."""

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
    """A golden hand or match.

    Attributes:
        file: the path of the file below the folder of golden tests.
        shows: a short description.
        rules: the identifiers of the rules that it shows.
    """

    file: str
    shows: str
    rules: tuple[str, ...]

    @property
    def path(self) -> str:
        """The path of the file from the root of the repository."""
        return f"tests/golden/{self.file}"


def kept() -> tuple[Kept, ...]:
    """Return all entries of the index, in order."""
    return tuple(
        Kept(row["file"], row["shows"], tuple(row["rules"].split(", ")))
        for row in _ROW.finditer((HERE / "README.md").read_text(encoding="utf-8"))
    )
