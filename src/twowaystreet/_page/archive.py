"""The archive of the page without a server: this library, those that it needs, and other games."""

from __future__ import annotations

import io
import lzma
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import resources
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from twowaystreet._core.engine.game import Game
from twowaystreet._page.other_games import modules_of
from twowaystreet._page.shrinking import for_browsers

_WRITERS: Final = ("archive", "bundle", "other_games", "pictures", "pyodide", "shrinking")
"""The modules that write the page."""
_DRAWING: Final = tuple(f"svg/{name}" for name in ("__init__", "_public", "rendering", "tables"))
"""The functions that draw whole pictures."""
_LEFT_OUT: Final = (
    *("__main__", "_cli", "arena", "authoring", "fast", "rl", "schemas", "solve", "testing", "web"),
    *("_core/engine/game_places", "_page/replay", "_core/records/examples"),
    "_core/display/screen",
    *("table/_file_stores", "table/_postgres_store", "table/_stores"),
    *(f"_page/{name}" for name in _WRITERS),
    *_DRAWING,
)
"""The modules and packages of this library that the page does not use."""
_UNUSED_PARTS: Final = ("compiled.py", "examples.py")
"""The parts of games that the page does not use."""
_UNUSED_FUNCTIONS: Final = frozenset(
    {
        *("another_token", "come_back", "effects", "forget", "forgotten", "hand_end", "opening"),
        *("read_hand", "returned", "revoke", "revoke_seat", "revoked", "revoked_at", "spectate"),
        *("stand_in_for", "stand_ins", "vacate", "wants_tricks"),
    }
)
"""The functions of games and tables that a page without games of other authors does not call."""
_SPACES: Final = "_spaces"
"""The package that only learned players need, and its file of fixed numbers."""
_NO_NETWORKS: Final[Mapping[str, bytes]] = {
    "_page/networks": b"def is_network(bot): return False\n",
    "players/_network": b"class Network: pass\n",
}
"""What takes the place of learned players on a page without them."""
_NOT_CALLED: Final[Mapping[str, bytes]] = {
    "_core/engine/hooks": b"def check_hooks(cls): pass\n",
    "_util/modules": b"class NotLoaded(LookupError): pass\n"
    b"def is_in_file(text): return False\n"
    b"is_place = is_in_file\n"
    b"def object_at(text, kind): raise NotLoaded\n",
    "ratings": b"def rate(*_): pass\ndraw_dealer = rate\n",
    "players/_reasons": b"class Luck: pass\nHindsight = Luck\n",
    "players/_review": b"class Review: pass\nReviewedMove = review = Review\n",
    "players/_tree_search": b"class TreeSearch: pass\n",
    "players/_tuning": b"class Gain: pass\nclass Tuned: pass\ndef tune(): pass\n",
}
"""What takes the place of modules whose names the package exports and the page never calls."""
_FROZEN: Final = f"{_SPACES}/frozen.json"
_FOR_OTHERS: Final = (
    "authoring",
    *_DRAWING,
)
_LEFT_OUT_WITH_OTHERS: Final = tuple(name for name in _LEFT_OUT if name not in _FOR_OTHERS)
"""The same for a page with games of other authors."""
_LIBRARIES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "attrs": {"attr": (), "attrs": ()},
    "cattrs": {"cattrs": ("preconf", "strategies")},
}
"""The packages of other distributions, with the parts that the page does not use."""
_MODULE: Final = ("typing-extensions", "typing_extensions")
"""The distribution and the name of a single module."""
_STAND_IN: Final = b"""from typing import *
import types
import typing

def __getattr__(name):
    for module in (typing, types):
        if hasattr(module, name):
            return getattr(module, name)
    raise AttributeError(name)
"""
"""What takes the place of this module: Python 3.13 and Pyodide have all that it adds."""
_SHELLS: Final[Mapping[str, bytes]] = {
    **dict.fromkeys(("attr/converters.py", "attr/filters.py", "attr/validators.py"), b""),
    "attr/_cmp.py": b"cmp_using = None\n",
    "attr/_version_info.py": b"VersionInfo = None\n",
    "twowaystreet/svg/__init__.py": b"",
    "cattrs/v.py": b"transform_error = None\n",
    "cattrs/gen/typeddicts.py": b"make_dict_structure_fn = make_dict_unstructure_fn = None\n",
}
"""What takes the place of modules that others import and this library never calls."""
_OWN: Final = "twowaystreet"
_CHANGES: Final = b"Comments and docstrings of all modules here were removed.\n"
_FILTERS: Final = ({"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0},)
"""The settings of xz for texts, whose bytes have no alignment."""
_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The date in the archive, so that the same library gives the same archive."""


def packed_library(games: Sequence[Game], *, with_networks: bool = False) -> bytes:
    """Return the library, the libraries that it needs and other games as a packed zip archive.

    The zip archive itself is not compressed. All modules are packed together in the format of xz,
    which makes them half as large.
    """
    contents = dict(_contents(is_ours_alone=not games, with_networks=with_networks))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted((contents | modules_of(games, contents)).items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content)
    return lzma.compress(buffer.getvalue(), filters=_FILTERS)


def _contents(*, is_ours_alone: bool, with_networks: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the modules in the archive, and the licences of the other distributions."""
    left_out = _LEFT_OUT if is_ours_alone else _LEFT_OUT_WITH_OTHERS
    if not with_networks:
        left_out = (*left_out, _SPACES, *_NO_NETWORKS)
        yield from ((f"{_OWN}/{name}.py", code) for name, code in _NO_NETWORKS.items())
    if is_ours_alone:
        left_out = (*left_out, *_NOT_CALLED)
        yield from ((f"{_OWN}/{name}.py", code) for name, code in _NOT_CALLED.items())
    yield "licences/CHANGES.txt", _CHANGES
    without = _UNUSED_FUNCTIONS if is_ours_alone else frozenset[str]()
    yield from _modules(resources.files(_OWN), _OWN, left_out, without)
    for name, packages in _LIBRARIES.items():
        yield from _licences(name)
        for package, unused in packages.items():
            yield from _modules(resources.files(package), package, unused)
    if not is_ours_alone:
        name, module = _MODULE
        yield from _licences(name)
        spec = find_spec(module)
        assert spec and spec.origin
        yield f"{module}.py", for_browsers(Path(spec.origin).read_bytes())
    else:
        yield f"{_MODULE[1]}.py", _STAND_IN
        yield from _SHELLS.items()


def _modules(
    folder: Traversable,
    package: str,
    left_out: tuple[str, ...],
    without: frozenset[str] = frozenset(),
    within: str = "",
) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of a package with their paths."""
    for each in folder.iterdir():
        path = f"{within}{each.name}"
        is_part = within.startswith("games/") and each.name in _UNUSED_PARTS
        if path.removesuffix(".py") in left_out or is_part:
            continue
        if each.is_dir():
            yield from _modules(each, package, left_out, without, f"{path}/")
        elif path == _FROZEN:
            yield f"{package}/{path}", each.read_bytes()
        elif path.endswith(".py"):
            is_own = package == _OWN
            yield (
                f"{package}/{path}",
                for_browsers(each.read_bytes(), types=not is_own, without=without),
            )


def _licences(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files with the licence of a distribution."""
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return
    for each in files:
        if "licen" in each.name.lower():
            yield f"licences/{name}/{each.name}", Path(str(each.locate())).read_bytes()
