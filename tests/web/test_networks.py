"""Learned players on the page without a server, with NumPy in place of that of the browser."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

pytest.importorskip("numpy", reason="learned players need NumPy, as in the extra rl")

import numpy as np

from tests.web import pyodide, static
from tests.web.archives import unpacked
from twowaystreet import players, rl
from twowaystreet._cli.commands import command
from twowaystreet._page import networks
from twowaystreet._page.alone import Alone, catalogue
from twowaystreet._page.archive import PageError
from twowaystreet._page.bundle import write_page
from twowaystreet._page.pyodide import FILES, LOCK, NUMPY
from twowaystreet.games import street

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NEW: dict[str, Any] = {"do": "begin", "game": "twos", "options": {}, "bots": "", "name": "Ann"}


def saved(path: Path, game: str, rules: Any = None) -> Path:
    """Write a network of random weights. Any: rules of any game."""
    inputs, outputs = sum(rl.Observation(game, rules).sizes), rl.Actions(game, rules).size
    weights = np.random.default_rng(1).normal(size=(inputs, outputs)).astype(np.float32)
    layers = [(weights, np.zeros(outputs, np.float32))]
    players.Network.save(path, game, layers, rules=rules)
    return path


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a bot that has learned Twos, in a folder as the browser has it."""
    monkeypatch.setattr(networks, "_NAME", f"network:path={tmp_path}/")
    return networks.bot_of(saved(tmp_path / "twos.npz", "twos").name)


def test_a_person_plays_against_a_learned_player(bot: str) -> None:
    alone = Alone()
    assert alone.begin(json.dumps(NEW | {"bots": bot, "options": {"max_hands": "3"}})) is None
    while alone.advance():
        pass
    assert json.loads(str(alone.show()))["form"]
    again = Alone()
    assert again.restore(json.dumps({"saved": alone.saved()})) is None


def test_a_learned_player_of_another_game_is_refused(bot: str, tmp_path: Path) -> None:
    alone = Alone()
    words = alone.begin(json.dumps(NEW | {"bots": bot, "game": "duel"}))
    assert words == "these opponents have learned Twos alone"
    saved(tmp_path / "street.npz", "street", street.Rules(players=3))
    other = {"bots": networks.bot_of("street.npz"), "game": "street"}
    words = alone.begin(json.dumps(NEW | other))
    assert words == "these opponents have learned Two Way Street alone, with other options"
    assert alone.begin(json.dumps(NEW | other | {"options": {"players": "3"}})) is None


def test_without_numpy_a_learned_player_is_refused(
    bot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> None:
        assert name == "numpy"

    monkeypatch.setattr(networks, "find_spec", missing)
    assert "NumPy cannot be loaded" in str(Alone().begin(json.dumps(NEW | {"bots": bot})))


def test_a_missing_file_is_refused_in_words(bot: str) -> None:
    words = Alone().begin(json.dumps(NEW | {"bots": bot + "x"}))
    assert "expected a file of at most" in str(words)


def test_the_gallery_lists_learned_players(bot: str, tmp_path: Path) -> None:
    network = players.Network(tmp_path / "twos.npz")
    bots = catalogue((), networks.described([network], ["twos.npz"]))["bots"]
    assert bots[-1] == {"name": bot, "title": "Learned Twos: this game alone"}


PLAY = """
import json, sys
sys.path[:0] = [sys.argv[1]]
from twowaystreet._page import networks
from twowaystreet._page.alone import Alone
assert "numpy" not in sys.modules
networks._NAME = f"network:path={sys.argv[2]}/"
alone = Alone()
about = {"game": "twos", "options": {}, "bots": networks.bot_of("twos.npz"), "name": "Ann"}
assert alone.begin(json.dumps(about)) is None
while alone.advance():
    pass
import twowaystreet
assert sys.argv[1] in twowaystreet.__file__
print(json.loads(alone.show())["number"])
"""


def test_a_page_has_the_networks_and_what_they_need(tmp_path: Path) -> None:
    path = saved(tmp_path / "twos.npz", "twos")
    folder = tmp_path / "page"
    result = CliRunner().invoke(command, ["page", str(folder), "--network", str(path)])
    assert result.exit_code == 0, result.output
    assert (folder / "networks" / "twos.npz").read_bytes() == path.read_bytes()
    settings = (folder / "settings.js").read_text(encoding="utf-8")
    assert 'NETWORKS = ["twos.npz"]' in settings and "Learned Twos: this game alone" in settings
    worker = (folder / "sw.js").read_text(encoding="utf-8")
    assert '"networks/twos.npz"' in worker and NUMPY in worker
    archive = unpacked(folder, tmp_path / "python.zip")
    with zipfile.ZipFile(archive) as content:
        assert "twowaystreet/_spaces/frozen.json" in content.namelist()
    program = (sys.executable, "-c", PLAY, str(archive), str(tmp_path))
    done = subprocess.run(program, check=True, capture_output=True, text=True)
    assert int(done.stdout) > 1


def test_a_page_without_networks_has_nothing_for_them(tmp_path: Path) -> None:
    write_page(tmp_path / "page")
    archive = unpacked(tmp_path / "page", tmp_path / "python.zip")
    with zipfile.ZipFile(archive) as content:
        assert not [name for name in content.namelist() if "_spaces" in name]
    assert NUMPY not in (tmp_path / "page" / "sw.js").read_text(encoding="utf-8")


def test_pyodide_in_a_folder_brings_its_numpy(tmp_path: Path) -> None:
    path, pyodide = saved(tmp_path / "twos.npz", "twos"), tmp_path / "pyodide"
    pyodide.mkdir()
    for name in FILES:
        (pyodide / name).write_bytes(b"{}")
    with pytest.raises(PageError, match="names no NumPy"):
        write_page(tmp_path / "page", str(pyodide), networks=[path])
    lock = {"packages": {"numpy": {"file_name": "numpy.whl"}}}
    (pyodide / LOCK).write_text(json.dumps(lock), encoding="utf-8")
    with pytest.raises(PageError, match=r"cannot read 'numpy\.whl'"):
        write_page(tmp_path / "page", str(pyodide), networks=[path])
    (pyodide / "numpy.whl").write_bytes(b"wheel")
    write_page(tmp_path / "page", str(pyodide), networks=[path])
    assert (tmp_path / "page" / "pyodide" / "numpy.whl").read_bytes() == b"wheel"


@pytest.mark.parametrize("name", ["two s.npz", "twos.zip", "twos\n.npz"])
def test_networks_with_other_names_are_refused(name: str, tmp_path: Path) -> None:
    path = saved(tmp_path / name, "twos")
    with pytest.raises(PageError, match=r"expected a name such as twos\.npz"):
        write_page(tmp_path / "page", networks=[path])
    assert not (tmp_path / "page").exists()


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "twos.npz").write_bytes(b"no network")
    for paths in ([tmp_path / "twos.npz"], [tmp_path / "missing.npz"]):
        with pytest.raises(PageError, match=r"this is no network|expected a file"):
            write_page(tmp_path / "page", networks=paths)


def test_the_browser_tells_that_a_learned_player_cannot_be_loaded(
    browser: Browser, tmp_path: Path
) -> None:
    found = pyodide.folder()
    if found is None:
        pytest.skip(pyodide.NEEDED)
    folder = tmp_path / "pyodide"
    folder.mkdir()
    for name in FILES:
        (folder / name).write_bytes((found / name).read_bytes())
    (folder / NUMPY).write_bytes(b"damaged")
    path = saved(tmp_path / "twos.npz", "twos")
    write_page(tmp_path / "page", str(folder), networks=[path])
    with static.published(tmp_path / "page") as address:
        page = browser.new_page()
        page.set_default_timeout(240_000)
        page.goto(address)
        page.wait_for_selector(static.GALLERY)
        page.check("#start [name=bots][value*=twos]", force=True)  # its words cover it
        page.click(f"{static.tile('twos')} button:text-is('Play')")
        page.wait_for_selector("#start-refusal:has-text('NumPy')")
        static.begin(page, "twos")
        page.close()
