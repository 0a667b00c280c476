"""The files that need an extra, for tests that leave them out where it is missing."""

from __future__ import annotations

from fnmatch import fnmatch
from importlib.util import find_spec
from typing import Final

import attrs


@attrs.frozen
class Extra:
    """An extra that the tests can do without.

    Attributes:
        name: its name in ``pyproject.toml``.
        packages: its packages.
        untested: the parts that are not tested without it.
        files: patterns of the files that need it, from the root of the repository.
    """

    name: str
    packages: tuple[str, ...]
    untested: str
    files: tuple[str, ...]

    @property
    def is_missing(self) -> bool:
        """``True`` if a package of the extra is not installed."""
        return not all(map(find_spec, self.packages))


FAST: Final = Extra(
    "fast",
    ("numba", "numpy"),
    "compiled playouts and solver",
    (
        "src/twowaystreet/fast/*",
        "src/twowaystreet/solve/*",
        "src/twowaystreet/games/*/compiled.py",
        "src/twowaystreet/rl/_compiled_vector.py",
        "docs/compiled-playouts.md",
    ),
)
ARRAYS: Final = Extra(
    "rl",
    ("numpy",),
    "numbers of moves, arrays of views and networks",
    (
        "src/twowaystreet/_spaces/*",
        "src/twowaystreet/rl/*",
        "src/twowaystreet/players/_network.py",
        "docs/train-a-player.md",
    ),
)
RL: Final = Extra(
    "rl",
    ("gymnasium", "pettingzoo"),
    "environments",
    (
        *(
            f"src/twowaystreet/rl/{name}.py"
            for name in ("_episodes", "gymnasium", "pettingzoo", "vector_env")
        ),
        "docs/train-a-player.md",
    ),
)
TUNE: Final = Extra(
    "tune",
    ("cmaes", "numba", "numpy"),
    "tuning",
    ("src/twowaystreet/players/_tuning.py", "docs/compiled-playouts.md"),
)
ANALYSIS: Final = Extra(
    "analysis", ("matplotlib", "pandas"), "tables of hands", ("docs/compiled-playouts.md",)
)
WEB: Final = Extra(
    "web",
    ("orjson", "prometheus_client", "segno", "starlette", "uvicorn", "websockets"),
    "the server",
    ("src/twowaystreet/web/*", "docs/hosting.md"),
)
PNG: Final = Extra(
    "png",
    ("PIL", "resvg_py"),
    "pictures as PNG",
    ("src/twowaystreet/svg/rendering.py", "docs/pictures.md"),
)
OPENSPIEL: Final = Extra(
    "openspiel",
    ("numpy", "pyspiel"),
    "games of OpenSpiel",
    (
        *("src/twowaystreet/rl/_positions.py", "src/twowaystreet/rl/openspiel.py"),
        "docs/train-a-player.md",
    ),
)
MISSING: Final = tuple(
    extra for extra in (FAST, ANALYSIS, ARRAYS, RL, OPENSPIEL, PNG, TUNE, WEB) if extra.is_missing
)
LEFT_OUT: Final = tuple(pattern for extra in MISSING for pattern in extra.files)
"""Patterns of the files that need a missing extra."""


def is_left_out(path: str) -> bool:
    """Return ``True`` if a file, as a path from the root, needs a missing extra."""
    return any(fnmatch(path, pattern) for pattern in LEFT_OUT)
