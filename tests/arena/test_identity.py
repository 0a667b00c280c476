"""Digests of players, and players that change during or after a match."""

from __future__ import annotations

import random
import sys
from functools import lru_cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from examples import whist
from tests.arena import bots
from tests.helpers import shuffled
from twowaystreet import arena
from twowaystreet._util import modules
from twowaystreet.arena import ArenaError, entrants, plan
from twowaystreet.arena.entrants import digest_of_player
from twowaystreet.players import Factory, MonteCarlo, Network, RuleOfThumb, by_name, simple

BOT = "from helping import choice\n\ndef bot(view, rng):\n    return choice(view)\n"
FIRST = "def choice(view):\n    return view.legal_moves[0]\n"
LAST = "def choice(view):\n    return view.legal_moves[-1]\n"
OTHER = "def choice(view):\n    return view.legal_moves[1:][0]\n"


@pytest.fixture
def name(tmp_path: Path) -> str:
    """A bot in two files."""
    (tmp_path / "mybot.py").write_text(BOT)
    (tmp_path / "helping.py").write_text(FIRST)
    return f"{tmp_path / 'mybot.py'}:bot"


def play(name: arena.Entrant, path: Path | None = None, **settings: Any) -> arena.Results:
    players: dict[str, arena.Entrant] = {"bot": name, "last": bots.last}
    arguments: dict[str, Any] = {"deals": 2, "out": path, **settings}
    return arena.play("twos", players, **arguments)


@pytest.mark.parametrize("file", ["mybot.py", "helping.py"])
def test_an_edited_bot_is_refused_and_the_file_stays(name: str, file: str, tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    before = play(name, out)
    data, source = out.read_bytes(), (tmp_path / file).read_text()
    (tmp_path / file).write_text(source + "\n# edited")
    with pytest.raises(ArenaError, match=r"'bot' changed, in source or options; resume=False or"):
        play(name, out, deals=3)
    assert out.read_bytes() == data
    (tmp_path / file).write_text(source)
    assert play(name, out) == before


def test_a_changed_file_is_loaded_anew_in_one_process(name: str, tmp_path: Path) -> None:
    """The new sources have the size and maybe the time of the old ones, as bytecode notes them."""
    state = shuffled(tws.GAMES["twos"].new_game())
    seen = tws.view(state, state.actor)
    moves = tws.legal_moves(seen)

    def choice() -> int:
        player: Any = by_name(name)  # Any: a player or a factory
        return moves.index(player(seen, random.Random(1)))

    assert choice() == 0
    for source, place in ((LAST, len(moves) - 1), (OTHER, 1), (FIRST, 0)):
        (tmp_path / "helping.py").write_text(source)
        assert choice() == place
    (tmp_path / "mybot.py").write_text(BOT.replace("choice(view)", "view.legal_moves[2]"))
    assert choice() == 2


def test_a_bot_that_changes_in_the_middle_of_a_match_ends_it(name: str, tmp_path: Path) -> None:
    found = plan.MatchPlan.checked("twos", [name, "random"], None, 0, "rotate", None)
    assert len(list(found.play(0, 2))) == 2
    (tmp_path / "helping.py").write_text(LAST)
    with pytest.raises(ArenaError, match=r"player .* is not as it was in the match"):
        list(found.play(2, 3))
    process = entrants.PlayerProcess(tws.GAMES["twos"], name, found.digests[0], 60)
    with pytest.raises(ArenaError, match="its source has changed since the match began"):
        process.begin()


GUARD = "if __name__ == '__main__':\n    print({})\n"
SOURCES: list[tuple[str, bool]] = [
    (FIRST + GUARD.format(1), True),
    (FIRST + GUARD.format("2, 3"), True),
    (FIRST + "X = 1\n", False),
    (FIRST + GUARD.format(4) + "X = 2\n", False),
    (FIRST + GUARD.format(4) + "else:\n    X = 3\n", False),
    (FIRST + GUARD.format("lambda: 4"), False),
    (FIRST + GUARD.format(5).replace("==", "!="), False),
]


def test_what_stands_below_the_guard_of_a_script_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(FIRST)
    before = modules.digest_of_file(tmp_path / "bot.py")
    for text, is_same in SOURCES:
        (tmp_path / "bot.py").write_text(text)
        assert (modules.digest_of_file(tmp_path / "bot.py") == before) is is_same, text


def test_line_ends_and_places_do_not_count(tmp_path: Path) -> None:
    for folder, text in (("a", FIRST), ("b", FIRST.replace("\n", "\r\n")), ("c", LAST)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.py").write_bytes(text.encode())
    one, same, other = (modules.digest_of_file(tmp_path / at / "bot.py") for at in "abc")
    assert one == same != other
    assert modules.digest_of_file(tmp_path / "none.py") is None


IMPORTS = (
    "from botpack.{} import choice",
    "from .{} import choice",
    "import botpack.{}; choice = botpack.{}.choice",
    "from . import {}; choice = {}.choice",
    "from importlib import import_module; choice = import_module('botpack.{}').choice",
)


@pytest.mark.parametrize("line", IMPORTS)
@pytest.mark.parametrize("init", ["__init__.py", "other.py"])
def test_the_modules_of_a_package_count(
    line: str, init: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "botpack"
    package.mkdir()
    (package / init).write_text("")
    (package / "bots.py").write_text(f"def bot(view, rng):\n    {line.format(*['helping'] * 2)}\n")
    (package / "helping.py").write_text(FIRST)
    (package / "unused.py").write_text("")
    (tmp_path / "json").mkdir()  # a folder without modules
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    monkeypatch.setattr(sys, "modules", {**sys.modules})
    first = digest_of_player("botpack.bots:bot")
    (package / "unused.py").write_text("X = 1")
    assert digest_of_player("botpack.bots:bot") == first
    (package / "helping.py").write_text(LAST)
    assert digest_of_player("botpack.bots:bot") != first


def test_a_function_that_was_imported_keeps_its_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its code is the old one, so that a match with it is one of the old player."""
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    (tmp_path / "importedbot.py").write_text(FIRST.replace("choice(view)", "bot(view, rng)"))
    bot = import_module("importedbot").bot
    old = digest_of_player(bot)
    (tmp_path / "importedbot.py").write_text(LAST.replace("choice(view)", "bot(view, rng)"))
    assert digest_of_player(bot) == old != digest_of_player("importedbot:bot")
    assert digest_of_player(bot) == old


SAME: list[list[arena.Entrant]] = [
    [bots.Alternating, Factory(bots.Alternating)],
    [simple, "simple"],
    [MonteCarlo(9), "montecarlo:worlds=9"],
]
OTHERS: list[arena.Entrant] = [
    *(bots.first, bots.last, bots.Alternating, bots.Alternating()),
    *(partial(bots.first, rng=random.Random(1)), lru_cache(bots.first), lru_cache(bots.last)),
    *(simple, MonteCarlo(9), MonteCarlo(8), "simple:preset=0.2.0", "simple:kept_two=1.0"),
    *(RuleOfThumb.of("twos"), RuleOfThumb.of("twos", kept_two=3.0)),
    *(MonteCarlo(9, playouts=RuleOfThumb.of("twos")), bots.Holding(bots.first)),
    bots.Holding(bots.last),
]


def test_a_player_counts_by_its_source_and_its_options() -> None:
    for first, second in SAME:
        assert digest_of_player(first) == digest_of_player(second)
    digests = list(map(digest_of_player, OTHERS))
    assert len({*digests}) == len(OTHERS) and None not in digests


def test_numbers_that_are_equal_count_wherever_they_stand() -> None:
    """Whether two equal numbers are one object depends on the process."""
    one, two = (bots.Pair(int("500"), int(text)) for text in ("500", "501"))
    assert digest_of_player(one) == digest_of_player(bots.Pair(*[500] * 2)) != digest_of_player(two)


def test_what_a_player_remembers_does_not_count() -> None:
    player = bots.Alternating()
    before = digest_of_player(player)
    player.moves += 1
    assert digest_of_player(player) == before


def test_the_source_of_a_game_from_a_file_counts(tmp_path: Path) -> None:
    """The rule of thumb of such a game stands in its file."""
    file, out = tmp_path / "w.py", tmp_path / "match.jsonl"
    source = Path(whist.__file__).read_text(encoding="utf-8")
    players = {"a": "simple", "b": "random"}
    file.write_text(source, encoding="utf-8")
    before = arena.play(f"{file}:GAME", players, deals=1, out=out)
    file.write_text(source + "\n", encoding="utf-8")
    with pytest.raises(ArenaError, match="'a', 'b' changed, in source or options"):
        arena.play(f"{file}:GAME", players, deals=1, out=out)
    assert arena.play(f"{file}:GAME", players, deals=1).played == before.played


def cell(source: str) -> str | None:
    """Return the digest of a player in a notebook, whose modules have no file."""
    found = dict[str, Any](__name__="notebook")
    exec(compile(source, "/tmp/ipykernel_1/2.py", "exec"), found)
    return digest_of_player(found["bot"])


def test_a_player_of_a_notebook_counts_by_its_code() -> None:
    parts = {
        "helper": "def helping(view):\n    return view.legal_moves[{}]\n",
        "value": "PLACE = {}\ndef helping(view):\n    return view.legal_moves[PLACE]\n",
        "method": "class helping:\n    def __new__(cls, view):\n        return {}\n",
        "base": "class A:\n    X = {}\nclass helping(A):\n    def act(self):\n        pass\n",
    }
    bot = "def bot(view, rng):\n    return helping(view)\n"
    for part in parts.values():
        first, same, other = (cell(part.format(place) + bot) for place in (0, 0, 1))
        assert first == same != other and None not in (first, other)


def test_a_network_counts_by_the_numbers_that_were_loaded(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    path, digests = tmp_path / "net.npz", list[str | None]()
    for value in (0, 1, 0):
        layer = np.zeros((553, 52), np.float32), np.full(52, value, np.float32)
        Network.save(path, "twos", [layer])
        digests.append(digest_of_player(f"network:path={path}"))
    assert digests[0] == digests[2] != digests[1]
    loaded = Network(path)
    Network.save(path, "twos", [(np.ones((553, 52), np.float32), np.ones(52, np.float32))])
    assert digest_of_player(loaded) == digests[0] != digest_of_player(Network(path))
    path.unlink()
    assert digest_of_player(loaded) == digests[0]
