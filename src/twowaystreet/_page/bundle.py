"""The folder of the page without a server: the page, this library as an archive, and Pyodide."""

from __future__ import annotations

import hashlib
import html
import json
import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any, Final

from twowaystreet import svg
from twowaystreet._core.cards.cards import Card, cards
from twowaystreet._core.display.display import display_of
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.verbs import apply, shuffle
from twowaystreet._core.views.views import view
from twowaystreet._page.alone import all_games, catalogue
from twowaystreet._page.archive import PageError, packed_library, script_for_browsers
from twowaystreet._page.networks import FOLDER, described
from twowaystreet._page.pyodide import FILES, LOCK, NUMPY, PYODIDE, SIZES
from twowaystreet._util.files import replace_file
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.players import Network, PlayerError
from twowaystreet.svg.scene import Json

_ARCHIVE: Final = "python.json.xz"
_PYODIDE: Final = "pyodide"
_SERVICE_WORKER: Final = "sw.js"
_OF_WORKERS: Final = frozenset({_SERVICE_WORKER, "worker.js", "progress.js"})  # not of the page
_LIST: Final = "twowaystreet-page.json"  # of the written files, which the next call replaces
_ADDRESS: Final = re.compile(r"https?://[\w.:-]+(/[\w.~@%+-]*)*")  # fits the policy of the page
_FILE: Final = re.compile(r"[\w-]+\.npz", re.ASCII)  # the name of the file of a network
_HEAD: Final = '<meta charset="utf-8">\n'
_BODY: Final = "<body>"
_OPEN_BODY: Final = '<body class="start-open">'  # the table is not seen before the gallery


def write_page(
    folder: Path, pyodide: str = PYODIDE, games: Sequence[Game] = (), networks: Sequence[Path] = ()
) -> None:
    """Write the page into a folder that is new, empty, or written by this function.

    ``pyodide`` is an address with ``https:`` or ``http:``, or a folder, which is copied.
    """
    files = dict(_files(pyodide, games, _learned(networks)))
    try:
        _replace(folder, files)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PageError(f"cannot write {str(error.filename or folder)!r}: {reason}") from error


def _replace(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    earlier = _earlier(folder)
    if taken := [name for name in files if name not in earlier and (folder / name).exists()]:
        raise PageError(f"{str(folder / taken[0])!r} is not a file of the page: give a new folder")
    # Until the end the list names the old and the new files. So after a failure the next call
    # still takes the folder for a page.
    _write(folder / _LIST, _listed({*earlier, *files}))
    for name, content in files.items():
        _write(folder / name, content)
    for name in earlier - {*files, _LIST}:
        (folder / name).unlink(missing_ok=True)
    _write(folder / _LIST, _listed({*files, _LIST}))


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    replace_file(path, content, sync=False, private=False)


def _listed(names: Iterable[str]) -> bytes:
    return f"{json.dumps(sorted(names))}\n".encode()


def _earlier(folder: Path) -> set[str]:
    if not any(folder.iterdir()):
        return set()
    try:
        found: Any = json.loads((folder / _LIST).read_text("utf-8"))  # Any: not checked yet
    except (OSError, ValueError):
        found = None
    match found:
        case [*names] if all(map(_is_inside, names)):
            return {_LIST, *names}
        case _:
            raise PageError(f"{str(folder)!r} is not empty, and not a page: give a new folder")


def _is_inside(name: object) -> bool:
    return isinstance(name, str) and ".." not in name.split("/") and not name.startswith("/")


def _learned(paths: Sequence[Path]) -> dict[str, Network]:
    found: dict[str, Network] = {}
    for path in paths:
        try:
            network = Network(path)
        except (ImportError, PlayerError) as error:
            raise PageError(str(error)) from error
        if not _FILE.fullmatch(path.name) or path.name in found:
            raise PageError(f"{path.name!r}: expected a name such as twos.npz, each once")
        found[path.name] = network
    return found


def _files(
    pyodide: str, games: Sequence[Game], networks: Mapping[str, Network]
) -> Iterator[tuple[str, bytes]]:
    own = resources.files("twowaystreet._page")
    is_address = pyodide.startswith(("http:", "https:"))
    if is_address and not _ADDRESS.fullmatch(pyodide):
        raise PageError(f"{pyodide!r} is not an address such as {PYODIDE}")
    base = f"{pyodide.removesuffix('/')}/" if is_address else f"{_PYODIDE}/"
    python = {} if is_address else dict(_copied(Path(pyodide), with_numpy=bool(networks)))
    archive = packed_library(games, with_networks=bool(networks))
    found = {
        each.name: script_for_browsers(each.name, each.read_bytes())
        for folder in ("page", "page_alone")
        for each in own.joinpath(folder).iterdir()
    }
    found |= {f"pictures/{game.name}.svg": picture_of(game).encode() for game in all_games(games)}
    found |= {f"{FOLDER}/{name}": Path(each.path).read_bytes() for name, each in networks.items()}
    modules = sorted({name for name in found if name.endswith(".js")} - _OF_WORKERS)
    index = found["index.html"].decode("utf-8")
    found["index.html"] = _index(index, base, [*modules, "settings.js"]).encode("utf-8")
    sizes = {name: len(content) for name, content in python.items()} or dict(SIZES)
    version = _version(archive)
    found["settings.js"] = _settings(
        {
            "PYODIDE": base,
            "ARCHIVE": f"{_ARCHIVE}?{version}",
            "SIZES": {**sizes, _ARCHIVE: len(archive)},
            "CATALOGUE": catalogue(games, described([*networks.values()], [*networks])),
            "NETWORKS": [*networks],
        }
    )
    worker = found.pop(_SERVICE_WORKER)
    whole = _version(worker, *(found[name] for name in sorted(found)), *python.values())
    found["settings.js"] += f'export const VERSION = "{whole}";\n'.encode()
    page = sorted({"index.html", f"{_ARCHIVE}?{version}", *found})
    needed = python or [*FILES, *[NUMPY] * bool(networks)]
    pyodide_files = [f"{base}{each}" for each in needed]
    found[_SERVICE_WORKER] = _service_worker(worker, whole, page, pyodide_files)
    yield from found.items()
    yield _ARCHIVE, archive
    yield from ((f"{_PYODIDE}/{name}", content) for name, content in python.items())


def _version(*contents: bytes) -> str:
    total = hashlib.sha256()
    for each in contents:
        total.update(hashlib.sha256(each).digest())
    return total.hexdigest()[:16]


def _copied(folder: Path, *, with_numpy: bool) -> Iterator[tuple[str, bytes]]:
    for name in chain(FILES, _numpy_in(folder) if with_numpy else ()):
        try:
            yield name, (folder / name).read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            raise PageError(
                f"Pyodide in {str(folder)!r}: cannot read {name!r}: {reason}; expected a folder "
                f"with {', '.join(FILES)}, or an address that starts with https:"
            ) from error


def _numpy_in(folder: Path) -> Iterator[str]:
    try:
        lock: Any = json.loads((folder / LOCK).read_text("utf-8"))  # Any: not checked yet
        yield str(lock["packages"]["numpy"]["file_name"])
    except (KeyError, TypeError, ValueError) as error:
        raise PageError(f"Pyodide in {str(folder)!r}: {LOCK!r} names no NumPy") from error


def _settings(settings: Json) -> bytes:
    lines = (f"export const {name} = {json.dumps(value)};" for name, value in settings.items())
    title = "// The settings of the page, which twowaystreet page has written."
    return "\n".join((title, *lines, "")).encode()


def _service_worker(code: bytes, version: str, page: list[str], pyodide: list[str]) -> bytes:
    constants = {"VERSION": version, "PAGE": page, "PYODIDE": pyodide}
    lines = (f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
    return "".join(lines).encode() + code


def _index(page: str, base: str, modules: Iterable[str]) -> str:
    origin = f" {base}" if "://" in base else ""
    policy = (
        f"default-src 'none'; script-src 'self'{origin} 'wasm-unsafe-eval'; worker-src 'self'; "
        f"connect-src 'self'{origin}; style-src 'self'; img-src 'self' data:; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'"
    )
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">',
        '<meta name="referrer" content="no-referrer">',
        '<link rel="manifest" href="manifest.webmanifest">',
        '<link rel="apple-touch-icon" href="icon-192.png">',
        '<link rel="stylesheet" href="start.css">',
        *(f'<link rel="modulepreload" href="{name}">' for name in modules),
    ]
    before, mark, after = page.partition(_HEAD)
    assert mark, "the page has no line for the head"
    assert _BODY in after, "the page has no line for the body"
    return before + mark + "\n".join(head) + "\n" + after.replace(_BODY, _OPEN_BODY)


# The pictures of games in the gallery of the page without a server


_MOST: Final = 6
_SEED: Final = 4
_TITLE: Final = re.compile("<title>.*?</title>")
_ANY_CARDS: Final = "AS KH QD JC"  # the cards for a game without cards to show


def picture_of(game: Game) -> str:
    """Return a picture for a game: its emblem, or else some cards of a sample deal."""
    emblem = display_of(game).emblem
    drawn = svg.hand(cards(emblem) if emblem else _sample(game), size=420)
    return _TITLE.sub("", drawn)  # an image shows none of them


def _sample(game: Game) -> Sequence[Card]:
    try:
        state = game.new_game()
        hand = view(apply(state, shuffle(state, random.Random(_SEED))), 0).hand or ()
    except TwoWayStreetError:  # a game that cannot begin without further facts
        hand = ()
    return sorted(hand[:_MOST], key=display_of(game).place_of) or cards(_ANY_CARDS)
