"""What a match knows of its players, and matches of games that new processes do not know."""

import multiprocessing
import pickle
import re
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell, whist
from tests import hostile
from tests.arena import bots
from tests.cli.helpers import run_python
from tests.helpers import made_again
from twowaystreet import arena
from twowaystreet._core.engine.game_places import game_at
from twowaystreet.arena import ArenaError, entrants, identity, plan, versioned
from twowaystreet.games import twos
from twowaystreet.players import Factory, MonteCarlo, Network, PlayerError, RuleOfThumb, simple

BOT = "from helping import choice\n\ndef bot(view, rng):\n    return choice(view)\n"
HELP = "def choice(view):\n    return view.legal_moves[{}]\n"


@pytest.fixture
def name(tmp_path: Path) -> str:
    (tmp_path / "mybot.py").write_text(BOT)
    (tmp_path / "helping.py").write_text(HELP.format(0))
    return f"{tmp_path / 'mybot.py'}:bot"


def play(name: arena.Entrant, path: Path | None = None, **settings: Any) -> arena.Results:
    players: dict[str, arena.Entrant] = {"bot": name, "last": bots.last}
    arguments: dict[str, Any] = {"deals": 2, "out": path, **settings}
    return arena.play("twos", players, **arguments)


def known(player: arena.Entrant) -> str | None:
    return identity.known_of(player, twos.GAME)[0]


@pytest.mark.parametrize("file", ["mybot.py", "helping.py"])
def test_an_edited_bot_is_refused_and_the_file_stays(
    name: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "match.jsonl"
    before = play(name, out)
    data, source = out.read_bytes(), (tmp_path / file).read_text()
    (tmp_path / file).write_text(source.replace("return ", "return view and "))
    with pytest.raises(ArenaError, match=r"'bot' changed, .* found 'Python 3.*resume=False or"):
        play(name, out, deals=3)
    (tmp_path / file).write_text(source + "# the same\n")
    assert play(name, out) == before
    monkeypatch.setattr(identity, "_PYTHON", "Python 3.99")
    with pytest.raises(ArenaError, match=r"or Python: found 'Python 3.*expected 'Python 3\.99: "):
        play(name, out)
    assert out.read_bytes() == data


def test_a_model_counts_by_its_code(name: str, tmp_path: Path) -> None:
    mixed: Any = {name: 1, "unknown": 1}

    def digests() -> list[str | None]:
        return [known(MonteCarlo(1, model=each)) for each in (name, mixed, f"{name}@1", "simple")]

    before = digests()
    (tmp_path / "helping.py").write_text(HELP.format(-1))
    same = [one == two is not None for one, two in zip(before, digests(), strict=True)]
    assert same == [False, False, True, True] and None not in before
    assert before[2] != known(MonteCarlo(1, model=f"{name}@2"))


def test_a_bot_that_changes_in_the_middle_of_a_match_ends_it(name: str, tmp_path: Path) -> None:
    found = plan.MatchPlan.checked("twos", [name, "random"], None, 0, "rotate", None)
    assert len(list(found.play(0, 2))) == 2
    (tmp_path / "helping.py").write_text(HELP.format(-1))
    with pytest.raises(ArenaError, match=r"player .* is not as it was in the match"):
        list(found.play(2, 3))
    start = found.game.new_game()
    process = entrants._PlayerProcess(found.game, start, name, found.digests[0], 60)
    with pytest.raises(ArenaError, match="it has changed since the match began"):
        process.begin()
    # What a class counts while it plays is no change.
    counting = CALL.replace("return", "Bot.place = 0 if Bot.place else -1; return")
    (tmp_path / "mybot.py").write_text(f"class Bot{counting}    place = 0\nbot = Bot")
    found = plan.MatchPlan.checked("twos", [name, "random"], None, 0, "rotate", None)
    assert [*found.play(0, 1)] == [*found.play(0, 1)]


# Sources of bots, whose place in the list of legal moves stands for "?".

DEF = "def bot(view, rng):\n    return view.legal_moves"
CALL = ":\n    def __call__(self, view, rng):\n        return view.legal_moves[self.place]\n"
DATA = "from dataclasses import dataclass\n@dataclass"
FROZEN = "import attrs, random\n@attrs.frozen\n"
UNSURE = {
    "its class Bot is no frozen value": f"class Bot{CALL}bot = Bot()\nbot.place = ?",
    "its class Data is no frozen value": f"{DATA}\nclass Data{CALL}    place: int\nbot = Data(?)",
    "<lambda>.<locals>.<lambda> keeps n": "bot = (lambda n: lambda v, rng: v.legal_moves[n])(?)",
    "bot uses WEIGHTS: its class dict is": f"WEIGHTS = dict(x=?)\n{DEF}[WEIGHTS['x']]",
    "bot uses Path: Path is": f"from pathlib import Path\n{DEF}[-len(Path('x').read_text())]",
    "bot uses open: open is not read": f"{DEF}[? if open else 0]",
    "bot uses by_name: by_name is not": f"import twowaystreet.players as p\n{DEF}[p.by_name and ?]",
    "bot uses helping: helping": "def bot(view, rng):\n    import helping as h\n    return h",
    "bot changes place": "place = 0\ndef bot(view, rng):\n    global place\n    place += ?",
    "bot keeps place": f"{DEF}[bot.place]\nbot.place = ?",
    "a default of bot: its class list is": f"{DEF.replace('rng', 'rng, *, x=[?]')}[x[0]]",
    "Bot.x: its class list is": f"class Bot{CALL}    x = [?]\n"
    "    place = property(lambda self: self.x[0])\nbot = Bot",
    "its place: its class Random is": f"{FROZEN}class Bot{CALL}    place: object\n"
    "bot = Bot(random.Random(?))",
    "its class Hashed is no": f"class Hashed{CALL}    def __hash__(self):\n        return 1\n"
    "bot = Hashed()\nbot.place = ?",
    "bot uses open: open is not": f"import builtins as b\n{DEF}[? if b.open else 0]",
    "bot uses __import__: __import__ is": f"{DEF}[? if __import__ else 0]",
    "its class Sub keeps place, no field": f"{FROZEN}class Bot{CALL}    x: int = 0\n"
    "class Sub(Bot):\n    def __init__(self, place):\n        self.__dict__['place'] = place\n"
    "bot = Sub(?)",
    "its class D keeps place, no field": "from dataclasses import InitVar, dataclass\n"
    f"@dataclass(frozen=True)\nclass D{CALL}    x: InitVar[int]\n"
    "    def __post_init__(self, x):\n        self.__dict__['place'] = x\nbot = D(?)",
    "it cannot be read: AttributeError": f"{FROZEN}class Bot{CALL}    place: int\n"
    "bot = Bot.__new__(Bot)",
}


@pytest.mark.parametrize("reason", UNSURE)
def test_a_bot_that_can_change_unseen_needs_a_version(
    reason: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    out = Path("match.jsonl")
    for number in ("0", "-1"):
        Path("x").write_text(number.replace("0", ""), "utf-8")
        Path("mybot.py").write_text(UNSURE[reason].replace("?", number), "utf-8")
        if number == "0":
            assert play(name, out).digests[0] is None
    data = out.read_bytes()
    told = rf"cannot go on: player 'bot': {re.escape(reason)}.*so nobody .*versioned\(bot, '1'\)"
    with pytest.raises(ArenaError, match=told):
        play(name, out, deals=3)
    assert out.read_bytes() == data and arena.read(out).deals == 2
    with pytest.raises(ArenaError, match="found None, expected 'version 1'"):
        play(f"{name}@1", out)
    play(f"{name}@1", out, resume=False)
    assert play(f"{name}@1", out, deals=3).digests[0] == "version 1"
    with pytest.raises(ArenaError, match="found 'version 1', expected 'version 2'"):
        play(f"{name}@2", out)
    with pytest.raises(ArenaError, match="is not as it was in the match"):
        arena.read(out).record(0, 0, [f"{name}@2", bots.last])


USED = "\ndef bot(view, rng):\n    return helping(view)"
SURE = (
    f"{DEF}[?]",
    f"import math as m\n{DEF}[m.floor(?)]",
    f"__place = ?\n{DEF}[__place]",
    f"import functools, twowaystreet.players as p\n@functools.wraps(p.simple)\n{DEF}[?]",
    "class M(type):\n    def __call__(cls, view, rng):\n        return ?\n"
    "class Bot(metaclass=M):\n    pass\nbot = Bot",
    f"class Bot{CALL}    __w__ = ?\nbot = Bot",
    f"PLACE = (0, (?,), 'a', None)\n{DEF}[PLACE[1][0]]",
    f"{DEF}[next(? for _ in view.legal_moves)]",
    f"{DEF.replace('rng', 'rng, place=?')}[place]",
    f"{DEF.replace('rng', 'rng, *, place=?')}[place]",
    f"def helping(view):\n    return view.legal_moves[?]{USED}",
    f"from functools import cache\n@cache\ndef helping(view):\n    return ?{USED}",
    f"from functools import partial\nhelping = partial(lambda place, view: place, ?){USED}",
    f"from enum import Enum\nclass E(Enum):\n    A = ?\n{DEF}[E.A.value]",
    f"from types import MappingProxyType as M\nTABLE = M(dict(a=?))\n{DEF}[TABLE['a']]",
    f"class Bot{CALL}    place = one = ?\nbot = Bot",
    f"import abc\nclass A(abc.ABC):\n    place = ?\nclass Bot(A){CALL}bot = Bot",
    f"class Bot{CALL}    place = property(lambda self: ?)\nbot = Bot",
    f"class Bot{CALL}    def __init__(self):\n        super().__init__()\n        self.place = ?\n"
    "bot = Bot",
    f"class Bot{CALL}    @classmethod\n    def of(cls, view, rng):\n        return ?\nbot = Bot.of",
    "class Bot:\n    __call__ = staticmethod(lambda view, rng: ?)\nbot = Bot",
    f"{FROZEN}class Bot{CALL}    place: int\nbot = Bot(?)",
    f"{FROZEN}class Bot{CALL}    place: int\nbot = Bot(?).__call__",
    f"{FROZEN}class Bot:\n    def __call__(self, view, rng):\n        return ?\nbot = Bot()",
    f"import attrs\n@attrs.define\nclass Bot{CALL}    place: int = ?\nbot = Bot",
    f"{FROZEN}class Bot{CALL}    place = attrs.field(factory=lambda: ?)\nbot = Bot",
    f"{DATA}(slots=True)\nclass Bot{CALL}    place: int = ?\nbot = Bot",
    f"{DATA}(frozen=True)\nclass Bot{CALL}    place: tuple\nbot = Bot((frozenset([1, ?]),))",
)


@pytest.mark.parametrize("source", SURE)
def test_the_code_and_the_constants_of_a_player_count_and_not_its_place(source: str) -> None:
    def cell(number: str, above: str = "") -> str | None:
        """Return what is known of a player of a notebook."""
        found = dict[str, Any](__name__="notebook")
        exec(compile(above + source.replace("?", number), "2.py", "exec"), found)
        return known(found["bot"])

    first, same, other = cell("0"), cell("0", "# A comment above.\n\n"), cell("-1")
    assert first == same != other and None not in (first, other)


OTHERS: list[arena.Entrant] = [
    *(bots.first, bots.last, bots.Alternating, Factory(bots.Alternating), lru_cache(bots.last)),
    *(bots.Pair(500, 1), bots.Pair(501, 1)),
    *(simple, MonteCarlo(9), MonteCarlo(8), "simple:preset=0.2.0", "simple:kept_two=1.0"),
    *(RuleOfThumb.of("twos"), RuleOfThumb.of("twos", kept_two=3.0), "level:3", "simple@1"),
    MonteCarlo(9, playouts=RuleOfThumb.of("twos")),
]


def test_players_of_the_library_count_by_options_and_with_the_rule_of_a_game() -> None:
    digests = list(map(known, OTHERS))
    assert len({*digests}) == len(digests) and None not in digests
    assert known("simple") == known(simple) and known(MonteCarlo(9)) == known("montecarlo:worlds=9")
    # The moves of the library are the same on each Python.
    assert ["Python 3" in str(digest) for digest in digests] == [True] * 7 + [False] * 10
    first, last = (made_again(oh_hell, "own", player=each) for each in (bots.first, bots.last))
    digests = [identity.known_of("random", game)[0] for game in (first, last)]
    assert None not in digests and digests[0] != digests[1]


@pytest.mark.parametrize("limit", [None, 30])
def test_players_with_a_version_play_everywhere(limit: float | None) -> None:
    players: list[arena.Entrant] = [
        *(versioned(bots.Holding(bots.first), "1"), versioned(bots.Alternating, "b-2.0")),
        "tests.arena.bots:last@3",
    ]
    here = arena.play("twos", players, deals=2)
    plain = arena.play("twos", [bots.first, bots.Alternating, bots.last], deals=2)
    assert here.played == plain.played
    assert here.players[1:] == ("tests.arena.bots.Alternating@b-2.0", players[2])
    assert here.digests == ("version 1", "version b-2.0", "version 3")
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        chosen = None if limit else pool
        assert here == arena.play("twos", players, deals=2, executor=chosen, time_limit=limit)


def test_players_without_a_text_have_a_name_and_versions_are_texts() -> None:
    assert entrants.name_of(hostile.Hostile()) == "<tests.hostile.Hostile object>"
    for wrong in ("", "a b", "1@2", 3):
        with pytest.raises(tws.RulesError, match=r"version=.*: expected letters, digits and"):
            versioned(bots.first, wrong)  # type: ignore[arg-type]  # a wrong argument
    for name in ("simple", 3):
        with pytest.raises(PlayerError, match=r"expected a player, .* as in mybot\.py:bot@3"):
            versioned(name, "1")  # type: ignore[arg-type]  # as above


def test_the_code_of_a_game_from_a_file_counts(tmp_path: Path) -> None:
    """The rule of thumb of such a game stands in its file."""
    file, out = tmp_path / "w.py", tmp_path / "match.jsonl"
    source = Path(whist.__file__).read_text(encoding="utf-8")
    file.write_text(source, encoding="utf-8")
    before = arena.play(f"{file}:GAME", ["simple", "random"], deals=1, out=out)
    file.write_text(source.replace("max(scores) >=", "0 + max(scores) >="), encoding="utf-8")
    with pytest.raises(ArenaError, match=r"'simple' changed, .*; 'random' changed, in code"):
        arena.play(f"{file}:GAME", ["simple", "random"], deals=1, out=out)
    assert arena.play(f"{file}:GAME", ["simple", "random"], deals=1).played == before.played


def test_a_network_counts_by_the_numbers_that_were_loaded(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    path, loaded = tmp_path / "net.npz", list[Network]()
    for value in (0, 1, 0):
        layer = np.zeros((553, 52), np.float32), np.full(52, value, np.float32)
        Network.save(path, "twos", [layer])
        loaded.append(Network(path))
        assert known(loaded[-1]) == known(f"network:path={path}")
    path.unlink()
    first, other, same = map(known, loaded)
    assert first == same != other


SOURCE = Path(oh_hell.__file__).read_text(encoding="utf-8")
GAME_ALONE = SOURCE.partition("\nif __name__")[0]
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
def test_players_and_a_game_of_a_script_are_found_in_all_processes(
    method: str, tmp_path: Path
) -> None:
    script = tmp_path / "hell.py"
    script.write_text(GAME_ALONE + OWN_BOTS, encoding="utf-8")
    limit = "30" if method == "spawn" else "0"
    done = run_python("-W", "ignore", str(script), method, limit)
    assert (done.returncode, done.stdout) == (0, "({}, {})\n"), done.stderr


@pytest.mark.parametrize("is_registered", [False, True])
def test_a_game_keeps_its_registration_in_processes(is_registered: bool, file: str) -> None:
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
