"""Games besides those of this library in the archive of the page: their modules, and a list.

The list has the form of an installed package's entry points. So the library in the browser finds
the games as it finds those of installed packages.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from twowaystreet._core.engine.game import ENTRY_POINTS, OURS, Game
from twowaystreet._core.engine.game_places import GamePlace, place_of
from twowaystreet._util.modules import files_of, name_for
from twowaystreet.errors import TwoWayStreetError

_LIST: Final = "games_of_this_page-1.dist-info"


class PageError(TwoWayStreetError):
    """A page that cannot be written; nothing changes."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return self.reason


def modules_of(games: Sequence[Game], taken: Collection[str]) -> dict[str, bytes]:
    """Return the modules of games and the list of these games, by their paths in the archive.

    A game in a file brings the file, and the modules that it imports from the same folder. A game
    in a package brings the whole package.

    Args:
        games: the games; those of this library are in the archive already.
        taken: the paths in the archive.

    Raises:
        PageError: if a game has no file, or a file has the name of another module.
    """
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
    """Return the module or package at the top of an archive to which a path in it belongs."""
    return path.partition("/")[0].removesuffix(".py")


def _files_of(place: GamePlace, file: Path) -> tuple[str, list[tuple[str, bytes]]]:
    """Return the name of a game's module in the archive, and the modules to put there."""
    if place.module == name_for(file):
        files = {file, *files_of(file)}  # the file, and what it imports from its folder
        return file.stem, list(_contents(sorted(files), file.parent))
    top = place.module.partition(".")[0]
    if not hasattr(sys.modules[top], "__path__"):
        return place.module, [(f"{top}.py", file.read_bytes())]
    folders = map(Path, sys.modules[top].__path__)
    modules = ((sorted(folder.rglob("*.py")), folder.parent) for folder in folders)
    return place.module, [each for found in modules for each in _contents(*found)]


def _contents(files: Iterable[Path], folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield files with their paths in a folder."""
    for path in files:
        yield path.relative_to(folder).as_posix(), path.read_bytes()
