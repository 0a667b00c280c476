"""Digests of players that change, and matches of games that new processes do not know."""

import gc
import multiprocessing
import pickle
import random
import re
import sys
import time
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell, whist
from tests.arena import bots
from tests.cli.helpers import run_python
from twowaystreet import arena
from twowaystreet._core.engine.game_places import game_at
from twowaystreet._util import modules
from twowaystreet.arena import ArenaError, entrants, plan
from twowaystreet.arena.entrants import digest_of_player
from twowaystreet.players import Factory, MonteCarlo, Network, RuleOfThumb, simple

BOT = "from helping import choice\n\ndef bot(view, rng):\n    return choice(view)\n"
FIRST = "def choice(view):\n    return view.legal_moves[0]\n"
LAST = "def choice(view):\n    return view.legal_moves[-1]\n"


@pytest.fixture
def name(tmp_path: Path) -> str:
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


def test_a_bot_that_changes_in_the_middle_of_a_match_ends_it(name: str, tmp_path: Path) -> None:
    found = plan.MatchPlan.checked("twos", [name, "random"], None, 0, "rotate", None)
    assert len(list(found.play(0, 2))) == 2
    (tmp_path / "helping.py").write_text(LAST)
    with pytest.raises(ArenaError, match=r"player .* is not as it was in the match"):
        list(found.play(2, 3))
    start = found.game.new_game()
    process = entrants.PlayerProcess(found.game, start, name, found.digests[0], 60)
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
    path = tmp_path / "bot.py"
    path.write_text(FIRST)
    before = modules.digest_of_file(path)
    for text, is_same in SOURCES:
        path.write_text(text)
        assert (modules.digest_of_file(path) == before) is is_same, text
    # Neither do line ends and places.
    again = tmp_path / "again" / "bot.py"
    again.parent.mkdir()
    again.write_bytes(FIRST.replace("\n", "\r\n").encode())
    assert modules.digest_of_file(again) == before
    assert modules.digest_of_file(tmp_path / "none.py") is None


def _to_another_thread(*_: object) -> None:
    time.sleep(0)


def test_threads_take_digests_at_once() -> None:
    source = (FIRST + GUARD.format([(1, 2)] * 300)).encode()
    before = gc.get_threshold()
    gc.callbacks.append(_to_another_thread)
    gc.set_threshold(20)  # often, while sources are parsed
    try:
        with ThreadPoolExecutor(2) as threads:
            found = set(threads.map(modules._without_script, [source] * 8))
    finally:
        gc.callbacks.remove(_to_another_thread)
        gc.set_threshold(*before)
    assert found == {FIRST.encode()}


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

    # Whether two equal numbers are one object depends on the process.
    one, two = (bots.Pair(int("500"), int(text)) for text in ("500", "501"))
    assert digest_of_player(one) == digest_of_player(bots.Pair(*[500] * 2)) != digest_of_player(two)
    # What a player remembers does not count.
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


# Games that new processes do not know: in scripts, in files, made at run time.

SOURCE = Path(oh_hell.__file__).read_text(encoding="utf-8")
GAME_ALONE = SOURCE.partition("\nif __name__")[0]
MATCH = ("simple", "random", "--deals", "3", "--set", "cards=3", "--set", "players=3")
AMPLE = ("--time-limit", "30")
OWN_BOTS = """
from concurrent.futures import ProcessPoolExecutor
import multiprocessing, sys
from twowaystreet import arena

def bot(view, rng):
    assert isinstance(view, View)
    return view.legal_moves[0]

if __name__ == "__main__":
    method, limit = sys.argv[1:]
    limit = float(limit) or None
    rules = Rules(players=3, cards=3)
    settings = {"deals": 2, "rules": rules, "time_limit": limit}
    here = arena.play(GAME, [bot, "random"], deals=2, rules=rules)
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as executor:
        there = arena.play(GAME, [bot, "random"], executor=executor, **settings)
    assert here == there, (here, there)
    print(there.faults)
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "hell.py"
    path.write_text(GAME_ALONE, encoding="utf-8")
    return f"{path}:GAME"


@pytest.mark.nightly
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_players_and_a_game_of_a_script_are_found_with_each_way_to_start_processes(
    method: str, tmp_path: Path
) -> None:
    script = tmp_path / "hell.py"
    script.write_text(GAME_ALONE + OWN_BOTS, encoding="utf-8")
    limit = "30" if method == "spawn" else "0"
    done = run_python("-W", "ignore", str(script), method, limit)
    assert (done.returncode, done.stdout) == (0, "({}, {})\n"), done.stderr


@pytest.mark.parametrize("is_registered", [False, True])
def test_a_game_keeps_its_place_and_its_registration_in_processes(
    is_registered: bool, file: str
) -> None:
    game = game_at(file)
    if is_registered:
        tws.register(game)
    assert pickle.loads(pickle.dumps(game)) is game
    assert ("oh_hell" in tws.GAMES) is is_registered
    here = arena.play(game, ["simple", "random"], deals=3)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        assert arena.play(game, ["simple", "random"], deals=3, executor=executor) == here


def test_a_game_is_named_by_its_place_and_one_that_is_typed_in_is_refused() -> None:
    found = arena.play("examples.high_card:GAME", ["random", "random"], deals=1)
    assert found.game == "high_card" and "high_card" in tws.GAMES
    for name in ("examples.high_card:CARD", "nowhere.py:GAME", "twowaystreet:Card", "chess"):
        with pytest.raises(tws.RulesError, match=re.escape(f"game='{name}': expected ")):
            arena.play(name, ["random", "random"], deals=1)
    # A process of its own cannot read the input of this one.
    source = GAME_ALONE + "\nfrom twowaystreet import arena\n"
    source += "arena.play(GAME, ['random', 'random'], deals=1, time_limit=30)"
    done = run_python("-c", source)
    assert "ArenaError: player 'random' of Oh Hell cannot be loaded in a process" in done.stderr


@pytest.mark.parametrize("limit", [None, 30])
def test_a_game_without_a_place_stops_before_the_first_deal(limit: float | None) -> None:
    made = attrs.evolve(oh_hell.GAME)
    assert arena.play(made, ["random", "random"], deals=1).deals == 1
    pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"))
    chosen = None if limit else pool
    with pool, pytest.raises(ArenaError, match=r"no place for other .* as in GAME = Game") as no:
        arena.play(made, ["random", "random"], deals=1, executor=chosen, time_limit=limit)
    assert no.value.results is None
