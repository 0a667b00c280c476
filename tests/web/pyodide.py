"""The place of Pyodide for tests and measurements, which fetch nothing themselves."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

PLACE: Final = "TWOWAYSTREET_PYODIDE"
"""The environment variable with the folder of Pyodide."""
NEEDED: Final = (
    f"Pyodide is missing: unpack the output of npm pack pyodide, and name its folder in {PLACE}, "
    "or install it with npm install pyodide"
)


def folder() -> Path | None:
    """Return the folder of Pyodide: the one in the variable, or npm's; ``None`` without one."""
    if named := os.environ.get(PLACE):
        return Path(named)
    installed = Path("node_modules/pyodide")
    return installed if installed.is_dir() else None
