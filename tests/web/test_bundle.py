"""The folder of the page without a server, and the archive in it, with other games and networks."""

from __future__ import annotations

import ast
import errno
import gzip
import json
import lzma
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest
import typing_extensions
from click.testing import CliRunner

import twowaystreet as tws
from examples import high_card, oh_hell
from tests.cli.helpers import saved_network as saved
from tests.extras import WEB
from twowaystreet._cli.commands import command
from twowaystreet._core.engine.game_places import game_at
from twowaystreet._page import archive as archives
from twowaystreet._page import bundle, networks
from twowaystreet._page.alone import Alone
from twowaystreet._page.archive import PageError
from twowaystreet._page.bundle import write_page
from twowaystreet._page.pyodide import FILES, LOCK, NUMPY, PYODIDE, SIZES, packed
from twowaystreet.games import street

NAME = "python.json.xz"
LIST = "twowaystreet-page.json"
SLOW = {"importlib.metadata", "email", "multiprocessing", "concurrent.futures", "asyncio"}
"""The modules that make the start slow."""

PLAY = """
import json, random, sys
# The same cards on every run: a hand of Brag that its deal ends needs no player.
chance = random.Random(7)
random.SystemRandom = lambda: chance
archive, libraries, *games = sys.argv[1:]
sys.path.insert(0, libraries)
if sys.version_info < (3, 14):  # the Python in the browser has what this module adds
    import typing_extensions
sys.path[0] = archive
from twowaystreet._page import networks
from twowaystreet._page.alone import Alone
assert "numpy" not in sys.modules
networks._NAME = f"network:path={archive.rpartition('/')[0]}/"
told = {}
for each in games:
    game, bots, moves = each.split()
    alone, again, shown = Alone(), Alone(), {}
    bots = networks.bot_of(bots) if bots.endswith(".npz") else bots
    about = {"game": game, "options": {"max_hands": "1"}, "bots": bots, "name": "Ann"}
    assert alone.begin(json.dumps(about)) is None
    for _ in range(int(moves)):
        while alone.advance():
            pass
        shown |= json.loads(alone.show())
        if shown["over"]:
            break
        if shown["hint"] and bots == "medium":
            assert json.loads(alone.receive('{"do": "hint"}'))["type"] == "hint"
        move = [*shown["form"].get("options", []), *shown["form"].get("moves", [])][0]
        move = move if isinstance(move, str) else move["move"]
        about = {"do": "play", "move": move, "seen": shown["number"]}
        assert alone.receive(json.dumps(about)) is None
    assert again.restore(json.dumps({"saved": alone.saved()})) is None
    told[game] = [shown["over"], *shown["help"]]
from twowaystreet._page import pyodide
places = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
used = [name for name, place in places.items() if archive in (place or "")]
print(json.dumps([told, used, [*sys.modules]]))
"""
"""Plays games with nothing but an archive: what they tell, the modules in use, and all others."""


# Any: JSON.
def played(folder: Path, *games: str, options: Sequence[str] = ("-I", "-S")) -> tuple[Any, ...]:
    """Play games of a page, each with bots and a number of moves; return what it prints."""
    archive, libraries = folder.with_name("python.zip"), Path(typing_extensions.__file__).parent
    with zipfile.ZipFile(archive, "w") as library:
        for name, content in json.loads(lzma.decompress((folder / NAME).read_bytes())).items():
            library.writestr(name, content.encode("latin-1"))
    words = (sys.executable, *options, "-c", PLAY, str(archive), str(libraries), *games)
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return tuple(json.loads(done.stdout))


def page(folder: Path, *options: str) -> str:
    """Write a page with the command; return its words, after an exclamation mark if it fails."""
    result = CliRunner().invoke(command, ["page", str(folder), *options])
    assert result.exit_code in (0, 2), result.output
    return "!" * (result.exit_code == 2) + result.output


@pytest.fixture(scope="module", autouse=True)
def _packed_once() -> Iterator[None]:
    """Pack the library once for all pages of these tests, which takes most of their time."""
    packed = cache(archives.packed_library)

    def as_it_is(source: bytes, **_: object) -> bytes:
        return source

    def once(games: Sequence[tws.Game], *, with_networks: bool) -> bytes:
        with pytest.MonkeyPatch.context() as fast:
            if games:  # other tests look at the modules without comments
                fast.setattr(archives, "for_browsers", as_it_is)
            if games or with_networks:
                fast.setattr(archives, "_FILTERS", ({"id": lzma.FILTER_LZMA2, "preset": 0},))
            return packed(tuple(games), with_networks=with_networks)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(bundle, "packed_library", once)
        yield


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    written: Path = tmp_path_factory.mktemp("page") / "play"
    write_page(written)
    return written


@pytest.mark.skipif(WEB.is_missing, reason="the session smoke runs it, as it takes long")
def test_the_archive_is_enough_for_every_game_and_has_nothing_else(folder: Path) -> None:
    moves = {"simple": 300, "medium": 4}
    games = [f"{game} {bots} {most}" for game in tws.GAMES for bots, most in moves.items()]
    _, used, loaded = played(folder, *games)
    assert not SLOW & {*loaded}
    with zipfile.ZipFile(folder.with_name("python.zip")) as content:
        names = content.namelist()
        rules = content.read("twowaystreet/games/brag/rules.py").decode("utf-8")
    paths = [Path(name).with_suffix("").parts for name in names if name.endswith(".py")]
    held = {".".join(path).removesuffix(".__init__") for path in paths}
    assert {*used} <= held and {name for name in held if name.startswith("twowaystreet")} <= {*used}
    assert {f"licences/{name}/LICENSE" for name in ("attrs", "cattrs")} <= {*names}
    assert '"""' not in rules and "# " not in rules
    assert not [*archives._licences("a library without a distribution")]


def constants_of(script: Path) -> dict[str, Any]:  # Any: JSON
    lines = [line.removeprefix("export ") for line in script.read_text("utf-8").splitlines()]
    pairs = [line.removeprefix("const ").split(" = ", 1) for line in lines if line[:6] == "const "]
    return {name: json.loads(value.rstrip(";")) for name, value in pairs if value[0] in '"[{'}


def test_the_files_are_small_stay_the_same_and_are_kept(folder: Path, tmp_path: Path) -> None:
    write_page(tmp_path)
    files = {path.relative_to(folder): path for path in folder.rglob("*") if path.is_file()}
    assert all((tmp_path / name).read_bytes() == path.read_bytes() for name, path in files.items())
    assert archives.packed_library(()) == (folder / NAME).read_bytes()
    script, settings = constants_of(folder / "sw.js"), constants_of(folder / "settings.js")
    kept = {name.partition("?")[0] for name in script["PAGE"]}
    assert kept == {name.as_posix() for name in files} - {"sw.js", LIST}
    assert settings["ARCHIVE"] in script["PAGE"]
    assert script["PYODIDE"] == [f"{PYODIDE}{name}" for name in FILES]
    assert script["VERSION"] == settings["VERSION"] and settings["PYODIDE"] == PYODIDE
    assert settings["SIZES"] == {**SIZES, NAME: (folder / NAME).stat().st_size}
    manifest = json.loads((folder / "manifest.webmanifest").read_text("utf-8"))
    assert {each["src"] for each in manifest["icons"]} < kept
    sizes = {  # as web servers send them
        name: len(path.read_bytes() if path.suffix == ".xz" else gzip.compress(path.read_bytes()))
        for name, path in files.items()
    }
    assert sum(sizes.values()) <= 280_000, sizes
    assert (
        "default-src &#x27;none&#x27;; script-src &#x27;self&#x27; "
        f"{PYODIDE} &#x27;wasm-unsafe-eval&#x27;; worker-src &#x27;self&#x27;;"
    ) in (folder / "index.html").read_text("utf-8")


def test_the_python_in_the_worker_needs_no_indents(folder: Path) -> None:
    worker = (folder / "worker.js").read_text(encoding="utf-8")
    programs = re.findall(r"runPython\(`([^`]*)`\)", worker)
    assert len(programs) > 1
    for program in programs:
        ast.parse(re.sub(r"\$\{\w+\}", "name", program))


def pyodide_in(place: Path) -> Path:
    place.mkdir()
    for name in (*FILES, "README.md"):
        (place / name).write_text(name, encoding="utf-8")
    return place


def test_the_command_copies_pyodide_and_keeps_other_files(folder: Path, tmp_path: Path) -> None:
    mine = tmp_path / "play"
    told = page(mine, "--pyodide", str(pyodide_in(tmp_path / "node")))
    assert f"python -m http.server -d {mine}" in told
    copied = mine / "pyodide"
    assert {path.name for path in copied.iterdir()} == set(FILES)
    policy = (mine / "index.html").read_text("utf-8")
    assert "script-src &#x27;self&#x27; &#x27;wasm-unsafe-eval&#x27;;" in policy
    settings, others = (constants_of(each / "settings.js") for each in (mine, folder))
    assert settings["VERSION"] != others["VERSION"]
    assert settings["SIZES"]["pyodide.mjs"] == len("pyodide.mjs")
    (tmp_path / "own").write_text("")
    modes = {path.stat().st_mode & 0o777 for path in mine.rglob("*") if path.is_file()}
    assert modes == {(tmp_path / "own").stat().st_mode & 0o777}  # other users may read the page
    (mine / "CNAME").write_text("cards.example", encoding="utf-8")
    (mine / "page.js").write_text("old", encoding="utf-8")
    write_page(mine)
    assert (mine / "CNAME").read_text("utf-8") == "cards.example"
    assert (mine / "page.js").read_text("utf-8") != "old" and not list(copied.iterdir())
    assert "cannot write" in page(mine / "CNAME" / "play")


@pytest.mark.parametrize("is_new", [False, True])
def test_a_disk_that_is_full_leaves_a_folder_that_can_be_written_again(
    is_new: bool, folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mine, replace, calls = tmp_path / "play", os.replace, count(1)
    if not is_new:
        write_page(mine)

    def full(source: str, target: str) -> None:
        if next(calls) > 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), target)
        replace(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", full)
        with pytest.raises(PageError, match="No space left on device"):
            write_page(mine)
    assert is_new or (mine / NAME).exists()
    write_page(mine)
    assert {path.name for path in mine.iterdir()} == {path.name for path in folder.iterdir()}


NO_PAGE = "is not empty, and not a page: give a new folder"
NO_NETWORK = "expected a name such as twos.npz, each once"


@pytest.mark.parametrize(
    ("files", "options", "words"),
    [
        *(
            ({LIST: text}, "", NO_PAGE)
            for text in ("", "{", "[1]", '["../mine.txt"]', '["/etc/a"]')
        ),
        ({}, "", NO_PAGE),
        ({LIST: "[]", "index.html": "mine"}, "", "index.html' is not a file of the page"),
        ({LIST: "[]"}, "--pyodide=nowhere", "cannot read 'pyodide.mjs'"),
        ({LIST: "[]"}, "--pyodide=https://a.example/x; script-src *", "is not an address"),
        ({LIST: "[]"}, "--pyodide=https:", "is not an address"),
        ({LIST: "[]"}, "--pyodide=ftp://a.example/", "cannot read 'pyodide.mjs'"),
        ({LIST: "[]"}, "--game=chess", "there is no game 'chess'"),
        *(({}, f"--network={each}", NO_NETWORK) for each in ("two s.npz", "a.zip", "a\n.npz")),
        ({"bad.npz": "no network"}, "--network=bad.npz", "this is no network"),
        ({}, "--network=missing.npz", "expected a f"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_changes(
    files: Mapping[str, str],
    options: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = tmp_path / "play"
    mine.mkdir()
    monkeypatch.chdir(mine)
    if options.startswith("--network"):
        pytest.importorskip("numpy", reason="networks need the extra rl")
    if words == NO_NETWORK:
        saved(Path(options.partition("=")[2]))
    given = {**files, "mine.txt": "mine", "../mine.txt": "mine"}
    for name, text in given.items():
        (mine / name).write_text(text, encoding="utf-8")
    before = {path.name for path in mine.iterdir()}
    told = page(mine, *filter(None, [options]))
    assert told.startswith("!") and words in told.replace("\n", " ")
    assert all((mine / name).read_text("utf-8") == text for name, text in given.items())
    assert {path.name for path in mine.iterdir()} == before


def test_imported_modules_become_bytecode(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
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


# Games of other people, and learned players with NumPy in place of that of the browser


def source_of(path: str | None) -> str:
    return Path(path or "").read_text(encoding="utf-8").partition("\nif __name__")[0]


def test_other_games_play_on_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hell = source_of(oh_hell.__file__)
    high = tmp_path / "site" / "some_cards" / "high"
    high.mkdir(parents=True)
    for path, text in {
        tmp_path / "hell.py": hell.replace("import attrs\n", "import attrs\nimport of_hell\n", 1),
        tmp_path / "of_hell.py": "",
        high.parent / "__init__.py": "",
        high / "__init__.py": "",
        high / "game.py": source_of(high_card.__file__),
    }.items():
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site"), *sys.path])
    games = (f"--game={tmp_path / 'hell.py'}:GAME", "--game=some_cards.high.game:GAME")
    assert not page(tmp_path / "play", *games).startswith("!")
    listed = constants_of(tmp_path / "play" / "settings.js")["CATALOGUE"]["games"]
    names = [game["name"] for game in listed][-2:]
    told, *_ = played(tmp_path / "play", *(f"{name} simple 300" for name in names))
    words = "Bid the number of tricks that you expect to take."
    assert told["oh_hell"][0] is True and told["oh_hell"][1].startswith(words)
    assert told["high_card"] == [True]


@pytest.mark.parametrize("name", ["random.py", "attrs.py", "twowaystreet.py"])
def test_a_file_with_the_name_of_another_module_is_refused(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(source_of(oh_hell.__file__), encoding="utf-8")
    for game, words in (
        (game_at(f"{path}:GAME"), f"Oh Hell: expected another name of its file than '{name}"),
        (attrs.evolve(high_card.GAME), r"High Card has no place: expected whist\.py:GAME"),
    ):
        with pytest.raises(PageError, match=words):
            archives.modules_of([game], ("attrs/__init__.py", "twowaystreet/_page.py"))


def test_learned_players_know_one_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "_NAME", f"network:path={tmp_path}/")
    bot = networks.bot_of(saved(tmp_path / "twos.npz").name)
    saved(tmp_path / "street.npz", "street", street.Rules(players=3))
    new: dict[str, Any] = {"do": "begin", "game": "twos", "options": {}, "name": "Ann"}
    alone, other = Alone(), dict[str, Any](bots=networks.bot_of("street.npz"), game="street")
    for about, words in (
        ({"bots": bot}, ""),
        ({"bots": bot, "game": "duel"}, "these opponents have learned Twos alone"),
        (other, "these opponents have learned Two Way Street alone, with other options"),
        (other | {"options": {"players": "3"}}, ""),
        ({"bots": f"{bot}x"}, "expected a file of at most"),
    ):
        told = alone.begin(json.dumps(new | about))
        assert told is None if not words else words in str(told)
    monkeypatch.setattr(networks, "find_spec", {"numpy": None}.__getitem__)
    assert "NumPy cannot be loaded" in str(alone.begin(json.dumps(new | {"bots": bot})))


def test_bots_of_a_saved_game_keep_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(networks, "_NAME", f"network:path={tmp_path}/")
    one, other = (networks.bot_of(saved(tmp_path / name).name) for name in ("a.npz", "b.npz"))
    new: dict[str, Any] = {"game": "twos", "options": {}, "name": "Ann", "bots": one}
    alone, again = Alone(), Alone()
    assert alone.begin(json.dumps(new)) is None
    old = json.loads(alone.saved()) | {"bots": one}  # as version 0.3.0 wrote it
    assert again.restore(json.dumps({"saved": json.dumps(old)})) is None
    assert again.saved() == alone.saved()
    for seat, bot in ((1, "easy"), (2, other)):
        alone._playing.table.replace(seat, bot=bot)
    assert again.restore(json.dumps({"saved": alone.saved()})) is None
    assert again._playing.table.bots == {1: "easy", 2: other, 3: one}


def test_a_page_has_the_networks_and_what_they_need(tmp_path: Path) -> None:
    path, folder = saved(tmp_path / "twos.npz"), tmp_path / "page"
    assert not page(folder, "--network", str(path)).startswith("!")
    assert (folder / "networks" / "twos.npz").read_bytes() == path.read_bytes()
    settings, worker = constants_of(folder / "settings.js"), constants_of(folder / "sw.js")
    assert settings["NETWORKS"] == ["twos.npz"]
    bot = {"name": networks.bot_of("twos.npz"), "title": "Learned Twos: this game alone"}
    assert settings["CATALOGUE"]["bots"][-1] == bot
    assert "networks/twos.npz" in worker["PAGE"] and worker["PYODIDE"][-1].endswith(NUMPY)
    told, used, _ = played(folder, "twos twos.npz 300", options=())
    assert told["twos"][0] is True and "twowaystreet" in used
    with zipfile.ZipFile(folder.with_name("python.zip")) as content:
        assert "twowaystreet/_spaces/frozen.json" in content.namelist()


def test_pyodide_in_a_folder_brings_its_numpy(tmp_path: Path) -> None:
    path, place = saved(tmp_path / "twos.npz"), pyodide_in(tmp_path / "pyodide")
    lock = {"packages": {"numpy": {"file_name": "numpy.whl"}}}
    for text, words in (("{}", "names no NumPy"), (json.dumps(lock), r"cannot read 'numpy\.whl'")):
        (place / LOCK).write_text(text, encoding="utf-8")
        with pytest.raises(PageError, match=words):
            write_page(tmp_path / "page", str(place), networks=[path])
    (place / "numpy.whl").write_bytes(b"wheel")
    write_page(tmp_path / "page", str(place), networks=[path])
    assert (tmp_path / "page" / "pyodide" / "numpy.whl").read_bytes() == b"wheel"
