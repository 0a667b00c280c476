"""The modules that the library imports by name, for PyInstaller, which looks here by itself."""

from __future__ import annotations

from typing import Final

OWN: Final = "twowaystreet"
NOT_BY_NAME: Final = tuple(f"{OWN}.{name}" for name in ("_pyinstaller", "testing", "rl"))
"""The packages that are there only for programs which import them."""
COMPILED: Final = (f"{OWN}.fast", f"{OWN}.solve")  # numba keeps compiled code beside their sources
OTHERS: Final = ("cmaes", "distributed", "numba", "numpy", "readline", "llvmlite.ir")
"""The modules of other distributions that the library imports by name, if they are installed."""
SOURCES: Final = (OWN, "attr", "attrs", "cattrs")  # whose files ``twowaystreet page`` packs
DISTRIBUTIONS: Final = (OWN, "attrs", "cattrs", "typing_extensions")  # with licences to pack
GROUPS: Final = (f"{OWN}.games", f"{OWN}.players")  # the entry points of other packages


def is_by_name(module: str) -> bool:
    return not f"{module}.".startswith(tuple(f"{name}." for name in NOT_BY_NAME))


def hook_dirs() -> list[str]:
    return list(__path__)
