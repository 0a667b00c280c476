"""The archive of the page without a server: this library, those that it needs, and other games.

Its modules have nothing that nobody reads in a browser: comments, docstrings, types and indents.
The list of other games has the form of an installed package's entry points. So the library in the
browser finds the games as it finds those of installed packages.
"""

from __future__ import annotations

import ast
import json
import lzma
import re
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import resources
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import Any, Final

from twowaystreet._core.engine.game import ENTRY_POINTS, OURS, Game
from twowaystreet._core.engine.game_places import GamePlace, place_of
from twowaystreet._util.modules import files_of, name_for
from twowaystreet.errors import TwoWayStreetError

_WRITERS: Final = ("archive", "bundle")  # the modules that write the page
_DRAWING: Final = tuple(f"svg/{name}" for name in ("__init__", "_public", "choosing", "rendering"))
_LEFT_OUT: Final = (
    *("__main__", "_cli", "_pyinstaller", "arena", "balance", "fast", "rl", "schemas", "solve"),
    *("testing", "web"),
    *("_core/engine/game_places", "_page/replays"),
    "_core/display/screen",
    *("table/_file_stores", "table/_postgres_store", "table/_stores"),
    *(f"_page/{name}" for name in _WRITERS),
    *_DRAWING,
)
_UNUSED_PARTS: Final = ("compiled.py", "examples.py")  # of games
_SPACES: Final = "_spaces"  # only learned players need it
_NO_NETWORKS: Final[Mapping[str, bytes]] = {
    "_page/networks": b"def is_network(bot): return False\ndef learned(*_): return {}\n",
    "players/_network": b"class Network: pass\nfinite = list\n",
}
"""What takes the place of learned players on a page without them."""
_NOT_CALLED: Final[Mapping[str, bytes]] = {
    "_core/worlds/weighted": b"class WeightedWorlds: pass\nPastMove = Chances = WeightedWorlds\n"
    b"def history(): pass\nshares = why_untold = history\nDRAWS = SLIP = 0\n",
    "_core/views/spelling": b"def check_names(*_): pass\n",
    "_util/interrupts": b"def is_program(): return False\nend_at_interrupt = is_program\n",
    "_util/modules": b"class NotLoaded(LookupError): pass\n"
    b"def is_in_file(text): return False\n"
    b"is_place = is_in_file\n"
    b"def object_at(text, kind): raise NotLoaded\n"
    b"not_loaded = str\n",
    "_util/publishing": b"def publish(*_): pass\n",
    "ratings": b"def rate(*_): pass\ndraw_dealer = rate\n",
    "players/_learned": b"from attrs import field\nFILES = ()\nclass ViewValue: pass\n"
    b"def learned(_): return field(default=None)\nrows_at_turns = learned\n",
    "players/_luck": b"class Luck: pass\nHindsight = Luck\n",
    "players/_review": b"class Review: pass\nReviewedMove = review = Review\n",
    "players/_tree_search": b"class TreeSearch: pass\n",
    "players/_tuning": b"class Gain: pass\nclass Tuned: pass\ndef tune(): pass\n",
    "table/_looks": b"""MOST_MARKS = 4
alike = str.casefold
is_like = lambda name, others: alike(name) in map(alike, others)
has_piled_marks = lambda name: False
""",
}
"""What takes the place of modules whose names the package exports and the page never calls, and of
the looks of names: one person alone has nobody to imitate."""
_FROZEN: Final = f"{_SPACES}/frozen.json"
_LOOKS: Final = "table/confusables.txt"
_MODELS: Final = "players/_models"  # only worlds with weights need them
_LEFT_OUT_WITH_OTHERS: Final = tuple(name for name in _LEFT_OUT if name not in _DRAWING)
_LIBRARIES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "attrs": {"attr": (), "attrs": ()},
    "cattrs": {"cattrs": ("preconf", "strategies", "subclasses")},
}
"""The packages of other distributions, with the parts that the page does not use."""
_MODULE: Final = ("typing-extensions", "typing_extensions")  # a distribution and its only module
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
    "cattrs/disambiguators.py": b"create_default_dis_func = None\n"
    b"def is_supported_union(_): return False\n",
    "cattrs/v.py": b"transform_error = None\n",
    "cattrs/gen/typeddicts.py": b"make_dict_structure_fn = make_dict_unstructure_fn = None\n",
}
"""What takes the place of modules that others import and this library never calls."""
_OWN: Final = "twowaystreet"
_CHANGES: Final = b"Comments, docstrings and assertions of all modules here were removed.\n"
_FILTERS: Final = ({"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "pb": 0},)
"""The settings of xz for texts, whose bytes have no alignment."""


def packed_library(games: Sequence[Game], *, with_networks: bool = False) -> bytes:
    """Return the library, the libraries that it needs and other games as packed JSON.

    It has the bytes of each file as a text in Latin-1, by its name. That packs better than a zip
    archive, whose checksums do not shrink: 212 kB instead of 215.
    """
    contents = dict(_contents(is_ours_alone=not games, with_networks=with_networks))
    files = sorted((contents | modules_of(games, contents)).items())
    text = json.dumps({name: each.decode("latin-1") for name, each in files}, ensure_ascii=False)
    return lzma.compress(text.encode("utf-8"), filters=_FILTERS)


def _contents(*, is_ours_alone: bool, with_networks: bool) -> Iterator[tuple[str, bytes]]:
    """Yield the modules in the archive, and the licences of the other distributions."""
    left_out = _LEFT_OUT if is_ours_alone else _LEFT_OUT_WITH_OTHERS
    if not with_networks:
        left_out = (*left_out, _SPACES, *_NO_NETWORKS)
        yield from ((f"{_OWN}/{name}.py", code) for name, code in _NO_NETWORKS.items())
    if is_ours_alone:
        left_out = (*left_out, *_NOT_CALLED, _LOOKS, _MODELS)
        yield from ((f"{_OWN}/{name}.py", code) for name, code in _NOT_CALLED.items())
    yield "licences/CHANGES.txt", _CHANGES
    yield from _modules(resources.files(_OWN), _OWN, left_out)
    for name, packages in _LIBRARIES.items():
        yield from _licences(name)
        for package, unused in packages.items():
            yield from _modules(resources.files(package), package, unused)
    if not is_ours_alone:
        name, module = _MODULE
        yield from _licences(name)
        spec = find_spec(module)
        assert spec and spec.origin
        source = Path(spec.origin).with_suffix(".py")  # a frozen program names compiled code
        yield f"{module}.py", for_browsers(source.read_bytes())
    else:
        yield f"{_MODULE[1]}.py", _STAND_IN
        yield from _SHELLS.items()


def _modules(
    folder: Traversable, package: str, left_out: tuple[str, ...], within: str = ""
) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        path = f"{within}{each.name}"
        is_part = within.startswith("games/") and each.name in _UNUSED_PARTS
        if path.removesuffix(".py") in left_out or is_part:
            continue
        if each.is_dir():
            yield from _modules(each, package, left_out, f"{path}/")
        elif path in (_FROZEN, _LOOKS):
            yield f"{package}/{path}", each.read_bytes()
        elif path.endswith(".py"):
            yield f"{package}/{path}", for_browsers(each.read_bytes())


def _licences(name: str) -> Iterator[tuple[str, bytes]]:
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return
    for each in files:
        if "licen" in each.name.lower():
            yield f"licences/{name}/{each.name}", Path(str(each.locate())).read_bytes()


# Games besides those of this library

_LIST: Final = "games_of_this_page-1.dist-info"


class PageError(TwoWayStreetError):
    """A page that cannot be written; nothing changes."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


def modules_of(games: Sequence[Game], taken: Collection[str]) -> dict[str, bytes]:
    """Return the modules of games by their paths in the archive, with a list of the games."""
    others = [game for game in dict.fromkeys(games) if game.name not in OURS]
    if not others:
        return {}
    found: dict[str, bytes] = {}
    lines: list[str] = []
    names = {*map(_top_of, taken), *sys.stdlib_module_names}
    for game in others:
        place = place_of(game)
        if place.file is None or place.attribute is None or place.module == "__main__":
            raise PageError(f"{game.title} has no place: expected whist.py:GAME, for example")
        module, files = _files_of(place, Path(place.file).resolve())
        for path, content in files:
            if _top_of(path) in names or found.get(path, content) != content:
                raise PageError(f"{game.title}: expected another name of its file than {path!r}")
            found[path] = content
        lines.append(f"{game.name} = {module}:{place.attribute}")
    found[f"{_LIST}/METADATA"] = b"Metadata-Version: 2.1\nName: games-of-this-page\nVersion: 1\n"
    found[f"{_LIST}/entry_points.txt"] = "\n".join((f"[{ENTRY_POINTS}]", *lines, "")).encode()
    return found


def _top_of(path: str) -> str:
    return path.partition("/")[0].removesuffix(".py")


def _files_of(place: GamePlace, file: Path) -> tuple[str, list[tuple[str, bytes]]]:
    """Return the name of a game's module in the archive, and the modules to put there."""
    if place.module == name_for(file):
        return file.stem, list(_files_in(sorted(files_of(file)), file.parent))
    top = place.module.partition(".")[0]
    if not hasattr(sys.modules[top], "__path__"):
        return place.module, [(f"{top}.py", file.read_bytes())]
    folders = map(Path, sys.modules[top].__path__)
    modules = ((sorted(folder.rglob("*.py")), folder.parent) for folder in folders)
    return place.module, [each for found in modules for each in _files_in(*found)]


def _files_in(files: Iterable[Path], folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in files:
        yield path.relative_to(folder).as_posix(), path.read_bytes()


# Code for browsers

_INDENT: Final = re.compile("^(?:    )+", re.MULTILINE)
_COMMENT: Final = re.compile(rb"^ *(?://[^\n]*|/\*\*.*?\*/)\n", re.MULTILINE | re.DOTALL)
_INDENTS: Final = re.compile(rb"^ +", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")
_BLOCKS: Final = ("body", "orelse", "finalbody")  # the names of the statements within a node
_WITH_DOCS: Final = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@lru_cache(maxsize=1024)  # for programs that write several pages
def for_browsers(source: bytes) -> bytes:
    r"""Return a module without comments and docstrings, and with short indents.

    The types of functions and of variables outside classes go, overloads, and what else only type
    checkers read, with their imports; assertions go as under ``python -O``. Attrs needs the types
    in classes.

    >>> for_browsers(b"# Cards.\nclass Card:\n    'A card.'\n")
    b'class Card:\n pass'
    >>> for_browsers(b"HIGH: int = 14\ndef rank(card: Card) -> int: ...")
    b'HIGH = 14\ndef rank(card):\n ...'
    """
    tree = ast.parse(source)
    _take_types_out(tree)
    for node in ast.walk(tree):
        if isinstance(node, _WITH_DOCS):
            node.body = [each for each in node.body if not _is_text(each)]
    _take_imports_out(tree)
    for node in ast.walk(tree):
        body: Any = getattr(node, "body", None)  # Any: only some have one
        if body == []:
            body.append(ast.Pass())
    text = ast.unparse(tree)
    packed = _INDENT.sub(lambda found: " " * (len(found[0]) // 4), text.replace("\n\n", "\n"))
    return (packed if ast.dump(ast.parse(packed)) == ast.dump(ast.parse(text)) else text).encode()


def script_for_browsers(name: str, source: bytes) -> bytes:
    r"""Return a file of a page without indents, and without comments on lines of their own.

    A text of several lines, such as Python in a script, has no line that needs its indent.

    >>> script_for_browsers("page.js", b"// A page.\n/** Go. */\n  const go = 1; // on\n")
    b'const go = 1; // on\n'
    """
    if name.endswith(".js"):
        source = _COMMENT.sub(b"", source)
    return _INDENTS.sub(b"", source) if name.endswith((".js", ".css")) else source


def _is_text(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant(value=str())):
            return True
        case _:
            return False


def _take_types_out(tree: ast.Module) -> None:
    """Take out what only type checkers read; classes keep the types of their fields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
            node.decorator_list = [
                each for each in node.decorator_list if not _is(each, "override")
            ]
        for name in _BLOCKS:
            block: list[ast.stmt] | None = getattr(node, name, None)
            if isinstance(block, list):
                block[:] = chain.from_iterable(_without_types(each, node) for each in block)


def _without_types(statement: ast.stmt, outer: ast.AST) -> list[ast.stmt]:
    match statement:
        case ast.Assert():
            return []
        case ast.AnnAssign(target=target, value=value) if not isinstance(outer, ast.ClassDef):
            return [] if value is None else [ast.Assign([target], value, lineno=statement.lineno)]
        case ast.If(test=test, orelse=otherwise) if _is(test, "TYPE_CHECKING"):
            return otherwise
        case ast.FunctionDef(decorator_list=several) if any(
            _is(each, "overload") for each in several
        ):
            return []
        case _:
            return [statement]


def _is(found: ast.expr, name: str) -> bool:
    return isinstance(found, ast.Name) and found.id == name


def _take_imports_out(tree: ast.Module) -> None:
    """Take out the imports that only types needed; names in texts count, such as in ``__all__``."""
    used = set[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            used.add(node.id)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            used.update(_WORD.findall(node.value))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module != "__future__":
            node.names = [
                each
                for each in node.names
                if each.asname == each.name or (each.asname or each.name) in used
            ]
    tree.body = [each for each in tree.body if getattr(each, "names", True)]
