"""The files that need an extra, for tests that leave them out where it is missing."""

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


def _extra(name: str, packages: str, untested: str, files: str) -> Extra:
    """Return an extra; its files are below the library, or a page."""
    found = [
        each if each.startswith("docs") else f"src/twowaystreet/{each}" for each in files.split()
    ]
    return Extra(name, tuple(packages.split()), untested, tuple(found))


FAST: Final = _extra(
    *("fast", "numba numpy", "compiled playouts and solver"),
    "fast/* solve/* balance/* games/*/compiled.py rl/_compiled_vector.py "
    "docs/compiled-playouts.md docs/balance.md",
)
ARRAYS: Final = _extra(
    *("rl", "numpy", "numbers of moves, arrays of views and networks"),
    "_spaces/* rl/* players/_network.py docs/train-a-player.md",
)
RL: Final = _extra(
    *("rl", "gymnasium pettingzoo", "environments"),
    "rl/_episodes.py rl/gymnasium.py rl/pettingzoo.py rl/vector_env.py docs/train-a-player.md",
)
TUNE: Final = _extra(
    *("tune", "cmaes numba numpy", "tuning"), "players/_tuning.py docs/compiled-playouts.md"
)
ANALYSIS: Final = _extra(
    *("analysis", "matplotlib pandas", "tables of hands and reports"),
    "balance/* docs/compiled-playouts.md docs/balance.md",
)
WEB: Final = _extra(
    *("web", "orjson prometheus_client segno starlette uvicorn websockets", "the server"),
    "web/* docs/hosting.md",
)
PNG: Final = _extra(
    *("png", "PIL resvg_py", "pictures as PNG"), "svg/rendering.py docs/pictures.md"
)
OPENSPIEL: Final = _extra(
    *("openspiel", "numpy pyspiel", "games of OpenSpiel"), "rl/openspiel.py docs/train-a-player.md"
)
MISSING: Final = tuple(
    extra for extra in (FAST, ANALYSIS, ARRAYS, RL, OPENSPIEL, PNG, TUNE, WEB) if extra.is_missing
)
LEFT_OUT: Final = tuple(pattern for extra in MISSING for pattern in extra.files)
"""Patterns of the files that need a missing extra."""


def is_left_out(path: str) -> bool:
    """Return ``True`` if a file, as a path from the root, needs a missing extra."""
    return any(fnmatch(path, pattern) for pattern in LEFT_OUT)
