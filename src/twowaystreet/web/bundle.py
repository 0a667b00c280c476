"""The folder of the page without a server: the page, this library as an archive, and Pyodide."""

from __future__ import annotations

import hashlib
import html
import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import resources
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from twowaystreet._engine.game import Game
from twowaystreet._util.files import replace_file
from twowaystreet.web.alone import catalogue
from twowaystreet.web.other_games import PageError, modules_of
from twowaystreet.web.pyodide import FILES, PYODIDE

_LEFT_OUT: Final = (
    *("__main__", "_cli", "arena", "authoring", "fast", "schemas", "solve", "testing"),
    *("_engine/game_places", "_records/examples"),
    *(
        f"web/{name}"
        for name in (
            *("bundle", "guards", "limits", "listening", "other_games", "pyodide", "rooms"),
            *("server", "thinking"),
        )
    ),
)
"""The modules and packages of this library that the page does not use."""
_UNUSED_PARTS: Final = ("compiled.py", "examples.py")
"""The parts of games that the page does not use."""
_LEFT_OUT_WITH_OTHERS: Final = tuple(name for name in _LEFT_OUT if name != "authoring")
"""The same for a page with games of other authors."""
_LIBRARIES: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "attrs": {"attr": (), "attrs": ()},
    "cattrs": {"cattrs": ("preconf", "strategies")},
}
"""The packages of other distributions, with the parts that the page does not use."""
_MODULE: Final = ("typing-extensions", "typing_extensions")
"""The distribution and the name of a single module."""

_ARCHIVE: Final = "python.zip"
_PYODIDE: Final = "pyodide"
_LIST: Final = "twowaystreet-page.json"
"""The file with the names of the written files, which the next call replaces."""
_DATE: Final = (1980, 1, 1, 0, 0, 0)
"""The date in the archive, so that the same library gives the same archive."""
_ADDRESS: Final = re.compile(r"https?://[\w.:-]+(/[\w.~@%+-]*)*")
"""An address that stays one address within the policy of the page."""
_HEAD: Final = '<meta charset="utf-8">\n'


def write_page(folder: Path, pyodide: str = PYODIDE, games: Sequence[Game] = ()) -> None:
    """Write the page into a folder, which any web server can publish.

    Args:
        folder: the folder: a new or empty one, or one that this function has written. Then it
            replaces its own files, and keeps all others.
        pyodide: an address of Pyodide that starts with ``https:`` or ``http:``, or a folder with
            it, which is copied.
        games: the games besides those of this library, each with a place in a file or a package.

    Raises:
        PageError: if the folder holds other things or cannot be written, if Pyodide is not in its
            folder, or if a game cannot go to a page.
    """
    files = dict(_files(pyodide, games))
    try:
        _replace(folder, files)
    except OSError as error:
        reason = error.strerror or str(error)
        raise PageError(f"cannot write {str(error.filename or folder)!r}: {reason}") from error


def _replace(folder: Path, files: Mapping[str, bytes]) -> None:
    """Replace the files of an earlier call."""
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
    """Replace a file in one step."""
    path.parent.mkdir(exist_ok=True)
    replace_file(path, content, sync=False, private=False)


def _listed(names: Iterable[str]) -> bytes:
    """Return the content of the list of files."""
    return f"{json.dumps(sorted(names))}\n".encode()


def _earlier(folder: Path) -> set[str]:
    """Return the names of the files that an earlier call has written."""
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
    """Return whether a name is that of a file in the folder, or in a folder within it."""
    return isinstance(name, str) and ".." not in name.split("/") and not name.startswith("/")


def _files(pyodide: str, games: Sequence[Game]) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of all files."""
    own = resources.files("twowaystreet.web")
    is_address = pyodide.startswith(("http:", "https:"))
    if is_address and not _ADDRESS.fullmatch(pyodide):
        raise PageError(f"{pyodide!r} is not an address such as {PYODIDE}")
    base = f"{pyodide.removesuffix('/')}/" if is_address else f"{_PYODIDE}/"
    if not is_address:
        yield from ((f"{_PYODIDE}/{name}", content) for name, content in _copied(Path(pyodide)))
    archive = _archive(games)
    found = {each.name: each.read_bytes() for each in own.joinpath("page").iterdir()}
    found |= {each.name: each.read_bytes() for each in own.joinpath("page_alone").iterdir()}
    found["index.html"] = _index(found["index.html"].decode("utf-8"), base).encode("utf-8")
    version = hashlib.sha256(archive).hexdigest()[:16]
    found["settings.js"] = _settings(base, version, games).encode("utf-8")
    yield from found.items()
    yield _ARCHIVE, archive


def _copied(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of Pyodide in a folder."""
    for name in FILES:
        try:
            yield name, (folder / name).read_bytes()
        except OSError as error:
            reason = error.strerror or str(error)
            raise PageError(
                f"Pyodide in {str(folder)!r}: cannot read {name!r}: {reason}; expected a folder "
                f"with {', '.join(FILES)}, or an address that starts with https:"
            ) from error


def _settings(base: str, version: str, games: Sequence[Game]) -> str:
    """Return the module with the settings of the page."""
    settings = {
        "PYODIDE": base,
        "ARCHIVE": f"{_ARCHIVE}?{version}",
        "CATALOGUE": catalogue(games),
    }
    lines = (f"export const {name} = {json.dumps(value)};" for name, value in settings.items())
    return "// The settings of the page, which twowaystreet page has written.\n" + "\n".join(
        (*lines, "")
    )


def _index(page: str, base: str) -> str:
    """Return the HTML of the page with its policy, and with links to the files to fetch early."""
    origin = f" {base}" if "://" in base else ""
    policy = (
        f"default-src 'none'; script-src 'self'{origin} 'wasm-unsafe-eval'; worker-src 'self'; "
        f"connect-src 'self'{origin}; style-src 'self'; img-src 'self' data:; base-uri 'none'; "
        "form-action 'none'"
    )
    early = ("channel.js", "choosing.js", "settings.js", "start.js", "table.js")
    head = [
        f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">',
        '<meta name="referrer" content="no-referrer">',
        '<link rel="stylesheet" href="start.css">',
        *(f'<link rel="modulepreload" href="{name}">' for name in early),
    ]
    before, mark, after = page.partition(_HEAD)
    assert mark, "the page has no line for the head"
    return before + mark + "\n".join(head) + "\n" + after


def _archive(games: Sequence[Game]) -> bytes:
    """Return the library, the libraries that it needs and other games as a zip archive."""
    contents = dict(_contents(_LEFT_OUT if not games else _LEFT_OUT_WITH_OTHERS))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted((contents | modules_of(games, contents)).items()):
            archive.writestr(zipfile.ZipInfo(name, _DATE), content, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _contents(left_out: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield the modules in the archive, and the licences of the other distributions."""
    yield from _modules(resources.files("twowaystreet"), "twowaystreet", left_out)
    for name, packages in _LIBRARIES.items():
        yield from _licences(name)
        for package, unused in packages.items():
            yield from _modules(resources.files(package), package, unused)
    name, module = _MODULE
    yield from _licences(name)
    spec = find_spec(module)
    assert spec and spec.origin
    yield f"{module}.py", Path(spec.origin).read_bytes()


def _modules(
    folder: Traversable, package: str, left_out: tuple[str, ...], within: str = ""
) -> Iterator[tuple[str, bytes]]:
    """Yield the modules of a package with their paths."""
    for each in folder.iterdir():
        path = f"{within}{each.name}"
        is_part = within.startswith("games/") and each.name in _UNUSED_PARTS
        if path.removesuffix(".py") in left_out or is_part:
            continue
        if each.is_dir():
            yield from _modules(each, package, left_out, f"{path}/")
        elif path.endswith(".py"):
            yield f"{package}/{path}", each.read_bytes()


def _licences(name: str) -> Iterator[tuple[str, bytes]]:
    """Yield the files with the licence of a distribution."""
    try:
        files = distribution(name).files or ()
    except PackageNotFoundError:
        return
    for each in files:
        if "licen" in each.name.lower():
            yield f"licences/{name}/{each.name}", Path(str(each.locate())).read_bytes()
