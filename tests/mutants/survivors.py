"""The mutants that are known to survive."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

KNOWN: Final = Path(__file__).with_name("survivors.toml")
"""The mutants that survive, in groups with the reason."""


def known() -> set[str]:
    """The mutants that are known to survive."""
    groups = tomllib.loads(KNOWN.read_text("utf-8"))["group"]
    return {mutant for group in groups for mutant in group["mutants"]}
