"""The folder of the page without a server, and the archive in it."""

from __future__ import annotations

import errno
import gzip
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import pytest
from click.testing import CliRunner

import twowaystreet as tws
from tests.web.archives import NAME, unpacked
from twowaystreet._cli.commands import command
from twowaystreet._page import archive as archives
from twowaystreet._page import bundle
from twowaystreet._page.archive import PageError
from twowaystreet._page.bundle import write_page
from twowaystreet._page.pyodide import FILES, PYODIDE, SIZES, packed

PLAY = """
import json, random, sys
# The same cards on every run: a hand of Brag that its deal ends needs no player.
chance = random.Random(7)
random.SystemRandom = lambda: chance
archive = sys.argv[1]
sys.path.insert(0, archive)
from twowaystreet._page.alone import Alone
for game in json.loads(sys.argv[2]):
    for bots in ("simple", "medium"):
        alone = Alone()
        rules = {"max_hands": "1"}
        about = {"game": game, "options": rules, "bots": bots, "name": "Ann"}
        assert alone.begin(json.dumps(about)) is None
        shown = {}
        for _ in range(300 if bots == "simple" else 4):
            while alone.advance():
                pass
            shown |= json.loads(alone.show())
            if shown["over"]:
                break
            move = [*shown["form"].get("options", []), *shown["form"].get("moves", [])][0]
            move = move if isinstance(move, str) else move["move"]
            about = {"do": "play", "move": move, "seen": shown["number"]}
            assert alone.receive(json.dumps(about)) is None
        again = Alone()
        assert again.restore(json.dumps({"saved": alone.saved()})) is None
slow = {"importlib.metadata", "email", "multiprocessing", "concurrent.futures", "asyncio"}
assert not slow & sys.modules.keys(), slow & sys.modules.keys()
from twowaystreet._page import pyodide
places = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
print(json.dumps([name for name, place in places.items() if archive in (place or "")]))
"""


def modules_in(archive: zipfile.ZipFile) -> set[str]:
    """Return the names of the modules in an archive."""
    paths = [Path(name) for name in archive.namelist() if name.endswith(".py")]
    return {".".join(path.with_suffix("").parts).removesuffix(".__init__") for path in paths}


def played_from(place: Path) -> set[str]:
    """Play every game with nothing but the modules in a place, and return those in use."""
    command = (sys.executable, "-I", "-S", "-c", PLAY, str(place), json.dumps(list(tws.GAMES)))
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return set(json.loads(done.stdout))


@pytest.fixture(scope="module", autouse=True)
def _packed_once() -> Iterator[None]:
    """Pack the library once for all pages of these tests, which takes most of their time."""
    packed = cache(archives.packed_library)

    def once(games: Sequence[tws.Game], *, with_networks: bool) -> bytes:
        return packed(tuple(games), with_networks=with_networks)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bundle, "packed_library", once)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write the page for the public Pyodide."""
    written: Path = tmp_path_factory.mktemp("page") / "play"
    write_page(written)
    return written


@pytest.fixture(scope="module")
def archive(folder: Path) -> Path:
    """Unpack the archive of the page."""
    return unpacked(folder, folder.with_name("python.zip"))


def test_the_archive_is_enough_for_every_game_and_has_nothing_else(archive: Path) -> None:
    used = played_from(archive)
    with zipfile.ZipFile(archive) as content:
        held = modules_in(content)
    assert used <= held
    ours = {name for name in held if name.startswith("twowaystreet")}
    assert ours - used == set()


def test_the_archive_leaves_out_what_the_page_does_not_need(archive: Path) -> None:
    with zipfile.ZipFile(archive) as content:
        names = content.namelist()
        rules = content.read("twowaystreet/games/brag/rules.py").decode("utf-8")
    left_out = ("_cli", "testing", "schemas", "arena", "fast", "solve", "web")
    assert not [name for name in names if any(f"twowaystreet/{each}" in name for each in left_out)]
    for distribution in ("attrs", "cattrs"):
        assert f"licences/{distribution}/LICENSE" in names
    assert '"""' not in rules and "# " not in rules


def test_the_same_library_gives_the_same_files(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle, "packed_library", archives.packed_library)
    write_page(tmp_path)
    for path in filter(Path.is_file, folder.rglob("*")):
        assert path.read_bytes() == (tmp_path / path.relative_to(folder)).read_bytes()


@pytest.mark.nightly
def test_bytecode_of_some_modules_and_sources_of_others_work_together(
    archive: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.zip"
    pack = (
        "import sys; sys.path.insert(0, sys.argv[1]); import twowaystreet.games.twos\n"
        "from twowaystreet._page.pyodide import packed\n"
        "for _ in packed(sys.argv[1:2], sys.argv[2]): pass"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", pack, str(archive), str(kept)], check=True)
    with zipfile.ZipFile(kept) as content:
        names = content.namelist()
    assert "twowaystreet/games/twos/rules.pyc" in names
    assert "twowaystreet/games/twos/rules.py" not in names
    assert "twowaystreet/games/brag/rules.py" in names
    assert "licences/attrs/LICENSE" in names
    assert "twowaystreet.games.brag.rules" in played_from(kept)


def test_the_policy_allows_this_folder_and_pyodide_alone(folder: Path) -> None:
    page = (folder / "index.html").read_text("utf-8")
    assert (
        "default-src &#x27;none&#x27;; script-src &#x27;self&#x27; "
        f"{PYODIDE} &#x27;wasm-unsafe-eval&#x27;; worker-src &#x27;self&#x27;;"
    ) in page
    assert f'PYODIDE = "{PYODIDE}"' in (folder / "settings.js").read_text("utf-8")
    assert not (folder / "pyodide").exists()


def constants_of(text: str) -> dict[str, Any]:
    """Return the constants in a script, by name."""
    lines = [line.removeprefix("export ") for line in text.splitlines()]
    pairs = [line.removeprefix("const ").split(" = ", 1) for line in lines if line[:6] == "const "]
    return {name: json.loads(value.rstrip(";")) for name, value in pairs if value[0] in '"[{'}


def test_the_service_worker_keeps_exactly_the_files_of_the_page(folder: Path) -> None:
    script = constants_of((folder / "sw.js").read_text("utf-8"))
    settings = constants_of((folder / "settings.js").read_text("utf-8"))
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    kept = {name.partition("?")[0] for name in script["PAGE"]}
    assert kept == files - {"sw.js", "twowaystreet-page.json"}
    assert settings["ARCHIVE"] in script["PAGE"]
    assert script["PYODIDE"] == [f"{PYODIDE}{name}" for name in FILES]
    assert script["VERSION"] == settings["VERSION"]
    assert settings["SIZES"] == {**SIZES, NAME: (folder / NAME).stat().st_size}


def test_another_page_has_another_version(folder: Path, tmp_path: Path) -> None:
    write_page(tmp_path / "local", str(pyodide_in(tmp_path / "node")))
    local = constants_of((tmp_path / "local" / "settings.js").read_text("utf-8"))
    assert local["VERSION"] != constants_of((folder / "settings.js").read_text("utf-8"))["VERSION"]
    assert local["SIZES"]["pyodide.mjs"] == len("pyodide.mjs")


def weight(path: Path) -> int:
    """Return the bytes of a file as web servers send it."""
    content = path.read_bytes()
    return len(content if path.suffix == ".xz" else gzip.compress(content))


def test_the_page_without_pyodide_is_small(folder: Path) -> None:
    sizes = {path.name: weight(path) for path in folder.rglob("*") if path.is_file()}
    total = sum(sizes.values())
    print(f"the page without Pyodide has {total / 1000:.0f} kB")
    assert total <= 250_000, sizes


def pyodide_in(place: Path) -> Path:
    """Make a folder with the names of Pyodide's files."""
    place.mkdir()
    for name in FILES:
        (place / name).write_text(name, encoding="utf-8")
    (place / "README.md").write_text("other", encoding="utf-8")
    return place


def test_the_command_copies_pyodide_and_replaces_only_its_own_files(tmp_path: Path) -> None:
    place, folder = pyodide_in(tmp_path / "node"), tmp_path / "play"
    arguments = ["page", str(folder), "--pyodide", str(place)]
    result = CliRunner().invoke(command, arguments)
    assert result.exit_code == 0, result.output
    assert f"python -m http.server -d {folder}" in result.output
    copied = folder / "pyodide"
    assert {path.name for path in copied.iterdir()} == set(FILES)
    policy = (folder / "index.html").read_text("utf-8")
    assert "script-src &#x27;self&#x27; &#x27;wasm-unsafe-eval&#x27;;" in policy
    (folder / "CNAME").write_text("cards.example", encoding="utf-8")
    (folder / "page.js").write_text("old", encoding="utf-8")
    write_page(folder)
    assert (folder / "CNAME").read_text("utf-8") == "cards.example"
    assert (folder / "page.js").read_text("utf-8") != "old"
    assert not list(copied.iterdir())


@pytest.mark.parametrize("is_new", [False, True])
def test_a_disk_that_is_full_leaves_a_folder_that_can_be_written_again(
    is_new: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "play"
    if not is_new:
        write_page(folder)
    replace, calls = os.replace, count(1)

    def full(source: str, target: str) -> None:
        if next(calls) > 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), target)
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        with pytest.raises(PageError, match="No space left on device"):
            write_page(folder)
    assert is_new or (folder / NAME).exists()
    write_page(folder)
    written = {path.name for path in folder.iterdir()}
    write_page(tmp_path / "other")
    assert written == {path.name for path in (tmp_path / "other").iterdir()}


def test_other_users_may_read_the_page(tmp_path: Path) -> None:
    (tmp_path / "own").write_text("")
    write_page(tmp_path / "play")
    written = filter(Path.is_file, (tmp_path / "play").rglob("*"))
    modes = {path.stat().st_mode & 0o777 for path in written}
    assert modes == {(tmp_path / "own").stat().st_mode & 0o777}


@pytest.mark.parametrize("content", [None, "{", "[1]", '["../mine.txt"]', '["/etc/passwd"]'])
def test_a_folder_with_other_files_is_refused(content: str | None, tmp_path: Path) -> None:
    folder = tmp_path / "play"
    folder.mkdir()
    mine = [tmp_path / "mine.txt", folder / "mine.txt"]
    for path in mine:
        path.write_text("mine", encoding="utf-8")
    if content is not None:
        (folder / "twowaystreet-page.json").write_text(content, encoding="utf-8")
    result = CliRunner().invoke(command, ["page", str(folder)])
    assert result.exit_code == 2
    assert "is not empty, and not a page: give a new folder" in result.output
    assert all(path.read_text("utf-8") == "mine" for path in mine)
    assert not (folder / "index.html").exists()


def test_a_file_of_the_user_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "twowaystreet-page.json").write_text("[]", encoding="utf-8")
    (tmp_path / "index.html").write_text("mine", encoding="utf-8")
    with pytest.raises(PageError, match=r"index\.html' is not a file of the page"):
        write_page(tmp_path)
    assert (tmp_path / "index.html").read_text("utf-8") == "mine"


@pytest.mark.parametrize(
    ("pyodide", "words"),
    [
        ("nowhere", "cannot read 'pyodide.mjs'"),
        ("https://a.example/x; script-src *", "is not an address"),
        ("https:", "is not an address"),
        ("ftp://a.example/", "cannot read 'pyodide.mjs'"),
    ],
)
def test_a_place_without_pyodide_is_refused(pyodide: str, words: str, tmp_path: Path) -> None:
    folder = tmp_path / "play"
    result = CliRunner().invoke(command, ["page", str(folder), "--pyodide", pyodide])
    assert result.exit_code == 2 and words in result.output
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    result = CliRunner().invoke(command, ["page", str(tmp_path / "file" / "play")])
    assert result.exit_code == 2 and "cannot write" in result.output


def test_libraries_without_a_distribution_have_no_licence_in_the_archive(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def missing(name: str) -> NoReturn:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(bundle, "packed_library", archives.packed_library)

    def names(folder: Path) -> Iterable[str]:
        write_page(folder)
        with zipfile.ZipFile(unpacked(folder, folder.with_suffix(".zip"))) as archive:
            return archive.namelist()

    usual = names(tmp_path / "usual")
    monkeypatch.setattr(archives, "distribution", missing)
    without = names(tmp_path / "without")
    assert {name.partition("/")[0] for name in {*usual} - {*without}} == {"licences"}
    assert {*without} <= {*usual}


def test_imported_modules_are_packed_as_bytecode(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source, target = tmp_path / "source.zip", tmp_path / "packed.zip"
    files = {"once/__init__.py": "", "once/used.py": "VALUE = 7\n", "once/idle.py": "", "a.txt": ""}
    with zipfile.ZipFile(source, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    for name in ("once", "once.used"):
        monkeypatch.setitem(sys.modules, name, ModuleType(name))  # as if they were imported
    assert sum(1 for _ in packed([str(source)], str(target))) == len(files)
    with zipfile.ZipFile(target) as archive:
        assert archive.namelist() == ["once/__init__.pyc", "once/used.pyc", "once/idle.py", "a.txt"]
    read = "import sys; sys.path.insert(0, sys.argv[1]); from once.used import VALUE"
    subprocess.run([sys.executable, "-c", f"{read}; assert VALUE == 7", str(target)], check=True)
