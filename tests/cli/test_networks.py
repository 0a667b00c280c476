"""Learned players in files: in the arena, at the terminal, and in the server's command."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

np = pytest.importorskip("numpy", reason="NumPy is missing; pip install 'twowaystreet[rl]'")

from tests.cli.helpers import output, refusal  # noqa: E402  # after the skip
from tests.cli.test_serve import served  # noqa: E402  # after the skip
from twowaystreet import arena  # noqa: E402  # after the skip
from twowaystreet.players import Network, PlayerError  # noqa: E402  # after the skip
from twowaystreet.rl import Actions, Observation  # noqa: E402  # optional package


@pytest.fixture
def name(tmp_path: Path) -> str:
    """Return the name of a learned player of Twos."""
    inputs, outputs = sum(Observation("twos").sizes), Actions("twos").size
    weights = np.random.default_rng(1).normal(size=(inputs, outputs)).astype(np.float32)
    path = tmp_path / "twos.npz"
    Network.save(path, "twos", [(weights, np.zeros(outputs, np.float32))])
    return f"network:path={path}"


def hostile(folder: Path) -> list[str]:
    """Return the names of players of files that are no networks."""
    (folder / "text.npz").write_text("no network", encoding="utf-8")
    np.savez(folder / "pickled.npz", facts=np.array([{}], dtype=object))
    with zipfile.ZipFile(folder / "large.npz", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("scale.npy", bytes(2**26 + 1))
    files = ("text.npz", "pickled.npz", "large.npz", "missing.npz", ".")
    return [f"network:path={folder / each}" for each in files]


def test_a_network_plays_in_the_arena(name: str) -> None:
    shown = output("arena", "twos", name, "simple", "--deals", "1")
    assert "twos.npz" in shown and "failed" not in shown
    results = arena.play("twos", [name, "simple"], deals=1)
    assert not any(results.first_faults)


def test_a_network_plays_at_the_terminal(name: str) -> None:
    words = ("play", "twos", "--auto", "--seed", "4", "--opponents")
    shown = output(*words, name)
    assert " fails " not in shown
    assert shown.splitlines()[2:] != output(*words, "simple").splitlines()[2:]


def test_a_game_with_a_network_goes_on_in_the_server(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("twowaystreet.web.listening", reason="this needs the extra web")
    path = tmp_path / "table.json"
    words = ("twos", "--bots", "3", "--opponents", name)
    assert served(monkeypatch, path, *words)[0] == 0
    assert "network" not in path.read_text(encoding="utf-8")
    code, shown = served(monkeypatch, path, *words)
    assert code == 0 and "goes on" in shown


def test_a_network_of_another_game_is_refused_at_once(name: str) -> None:
    for words in (("arena", "duel", name, "simple"), ("play", "duel", "--opponents", name)):
        assert "plays twos" in refusal(*words)
    with pytest.raises(PlayerError, match="plays twos"):
        arena.play("duel", [Network(name.partition("=")[2]), "simple"], deals=1)


def test_a_file_that_is_no_network_is_refused_with_its_name(tmp_path: Path) -> None:
    for each in hostile(tmp_path):
        for words in (("arena", "twos", each, "simple"), ("play", "twos", "--opponents", each)):
            assert "player '" in refusal(*words)


def test_the_server_begins_no_game_with_a_wrong_file(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("twowaystreet.web.listening", reason="this needs the extra web")
    path = tmp_path / "table.json"
    for each in hostile(tmp_path):
        assert served(monkeypatch, path, "twos", "--bots", "3", "--opponents", each)[0] != 0
    assert served(monkeypatch, path, "duel", "--bots", "1", "--opponents", name)[0] != 0
    assert not path.exists()
