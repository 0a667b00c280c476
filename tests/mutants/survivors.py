"""The known survivors of mutation testing."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

KNOWN: Final = Path(__file__).with_name("survivors.toml")
"""The file of known survivors, in groups with a reason."""


def known() -> set[str]:
    """Return the known survivors."""
    groups = tomllib.loads(KNOWN.read_text("utf-8"))["group"]
    return {mutant for group in groups for mutant in group["mutants"]}
