import pickle
import random
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import shuffled
from twowaystreet._util import modules
from twowaystreet.games import street
from twowaystreet.players import (
    Factory,
    MonteCarlo,
    Player,
    PlayerError,
    TreeSearch,
    at_random,
    by_name,
    fresh,
    simple,
)

SEEN = tws.view(shuffled(street.new_game()), 0)
BOT = """
import twowaystreet as tws
from neighbour import place
def bot(view, rng):
    return tws.legal_moves(view)[place()]
class Bot:
    def __call__(self, view, rng):
        return bot(view, rng)
number = 3
"""


@attrs.define
class Remembering:
    """A player that counts its moves."""

    size: int = 3
    style: str = "calm"
    is_bold: bool = False
    share: float = 0.5
    moves: int = attrs.field(default=0, init=False)

    def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
        self.moves += 1
        return tws.legal_moves(view)[0]


def move_of(player: Player | Factory | type[Remembering]) -> str:
    return str(fresh(player)(SEEN, random.Random(1)))


@pytest.fixture(autouse=True)
def _own_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(modules, "_neighbours_in", {})


@pytest.fixture
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    where = {
        "counting": f"{__name__}:Remembering",
        "made": f"{__name__}:MADE",
        "plain": "twowaystreet.players:at_random",
        "wrong": "twowaystreet.games:nothing",
    }
    group = "twowaystreet.players"
    points = [EntryPoint(name, place, group) for name, place in where.items()]

    def registered(**asked: str) -> list[EntryPoint]:
        return points if asked == {"group": group} else []

    monkeypatch.setattr("importlib.metadata.entry_points", registered)


MADE = Factory(Remembering)


def write_bot(folder: Path, place: int) -> Path:
    folder.mkdir()
    (folder / "neighbour.py").write_text(f"def place(): return {place}\n", encoding="utf-8")
    (folder / "mybot.py").write_text(BOT, encoding="utf-8")
    return folder / "mybot.py"


def test_players_of_the_library_have_names() -> None:
    assert by_name("simple") is simple
    assert by_name("random") is by_name("at_random") is at_random  # of an earlier version, too
    assert by_name("montecarlo") == MonteCarlo()
    assert by_name("treesearch:iterations=9") == TreeSearch(9)
    assert by_name("montecarlo:worlds=200,playouts=random") == MonteCarlo(200, "random")
    named = by_name("montecarlo:seconds=0.05,threads=2,searched=declare+play")
    assert named == MonteCarlo(seconds=0.05, threads=2, searched="declare+play")
    assert by_name("montecarlo:seconds=1") == MonteCarlo(seconds=1)
    assert move_of(by_name("simple@1.0-b")) == move_of(simple)


@pytest.mark.usefixtures("_registered")
def test_packages_register_players() -> None:
    assert by_name("plain") is at_random and by_name("made") is MADE
    made = fresh(by_name("counting:size=5,is_bold=true,share=0.25,style=bold"))
    assert made == Remembering(5, "bold", is_bold=True, share=0.25)
    assert fresh(by_name("counting")) == Remembering()


@pytest.mark.usefixtures("_registered")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("counting:siz=5", "unknown option 'siz=5': expected size=..., style=..., is_bold=..., "),
        ("counting:size", "unknown option 'size': expected size=..., style=..."),
        ("counting:size=5,size=6", "each once"),
        ("counting:size=big", "size=big: expected a whole number"),
        ("counting:share=big", "share=big: expected a number"),
        ("counting:is_bold=1", "is_bold=1: expected true or false"),
        ("plain:size=5", "expected no options"),
        ("wrong", "cannot be loaded: AttributeError"),
        ("montecarlo:worlds=0", "worlds=0: expected a whole number, 1 to 1000000000"),
        ("montecarlo:seconds=soon", "seconds=soon: expected a number"),
        ("montecarlo:worlds=many", "worlds=many: expected a whole number"),
        ("simple:fear=1", "expected preset=0.2.0, or constants of one rule of thumb: worth_joker"),
        ("simple:preset=0.1", "expected preset=0.2.0, or constants of one rule of thumb"),
        ("simple:kept_two=1,boldness=1", "expected preset=0.2.0, or constants of one rule"),
        ("simple:kept_two=many", "kept_two=many: expected a number"),
        ("simple:kept_two", "unknown option 'kept_two': expected preset=..., constant=..., each"),
        ("simple:kept_two=1,kept_two=2", "unknown option 'kept_two=2'"),
        ("level:6", "number=6: expected a whole number, 1 to 5"),
        ("level:strong", "number=strong: expected a whole number"),
        ("simpel", "expected simple, at_random, "),
        ("at_random:a=1", "expected no options"),
        ("at_random@", "expected simple, at_random, "),
        ("mybot.py", "expected simple, at_random, "),
        ("mybot.py:bot", "cannot be loaded: FileNotFoundError"),
        ("no_such_module:bot", "cannot be loaded: ModuleNotFoundError"),
        ("twowaystreet.players:nobody", "the module has no 'nobody'"),
        ("twowaystreet.players:__all__", "expected a function of a view and an rng, a Factory"),
        (
            "",
            "expected simple, at_random, montecarlo, treesearch, level, network, counting, made, ",
        ),
    ],
)
def test_wrong_names_are_refused(text: str, message: str) -> None:
    with pytest.raises(PlayerError) as caught:
        by_name(text)
    assert message in str(caught.value) and caught.value.player == text
    assert isinstance(caught.value, tws.TwoWayStreetError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_files_have_neighbours_of_their_own_and_share_those_of_their_folder(tmp_path: Path) -> None:
    old, new = write_bot(tmp_path / "old", 0), write_bot(tmp_path / "new", 1)
    assert [move_of(by_name(f"{each}:bot")) for each in (old, new, old)] == ["high", "low", "high"]
    assert move_of(by_name(f"{new}:Bot")) == "low"
    for place, message in (
        ("number", "expected a function"),
        ("other", "the module has no 'other'"),
    ):
        with pytest.raises(PlayerError, match=message):
            by_name(f"{new}:{place}")
    (new.parent / "other.py").write_text(BOT, encoding="utf-8")
    first, second = (modules.module_at(str(new.parent / each)) for each in ("mybot.py", "other.py"))
    assert first.place is second.place


def test_packages_of_an_environment_below_the_folder_are_shared(tmp_path: Path) -> None:
    """Some packages, such as numpy, cannot be loaded twice."""
    first, second = tmp_path / "first", tmp_path / "second"
    package = first / "site" / "package_below"
    package.mkdir(parents=True)
    second.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "inner.py").write_text("things = []\n", encoding="utf-8")
    code = "import package_below.inner\ndef bot(view, rng): return package_below.inner.things\n"
    sys.path.append(str(package.parent))
    found: list[object] = []
    for folder in (first, second):
        (folder / "mybot.py").write_text(code, encoding="utf-8")
        module = modules.module_at(str(folder / "mybot.py"))
        found.append(module.bot(SEEN, random.Random(1)))
    assert found[0] is found[1]


def test_modules_of_the_library_are_never_loaded_twice(tmp_path: Path) -> None:
    """A player may lie in the folder that holds this package."""
    library = Path(tws.__file__).parents[1]
    with modules._neighbours(library, ""):
        assert sys.modules["twowaystreet"] is tws
    assert move_of(by_name(f"{write_bot(tmp_path / 'bots', 1)}:bot")) == "low"
    assert sys.modules["twowaystreet"] is tws
    with modules._neighbours(tmp_path, ""):
        assert sys.modules["twowaystreet"] is tws


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 / 0", "cannot be loaded: ZeroDivisionError"),
        ("import sys; sys.exit(4)", "cannot be loaded: SystemExit: 4"),
        ("def __getattr__(name): raise OSError('no model')", "cannot be loaded: OSError: no model"),
        ("class bot: pass", "expected a class whose instances are players"),
    ],
)
def test_a_module_that_fails_is_an_error(source: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(source, encoding="utf-8")
    for _ in range(2):
        with pytest.raises(PlayerError, match=message):
            by_name(f"{path}:bot")
    path.write_text("raise KeyboardInterrupt", encoding="utf-8")
    with pytest.raises(KeyboardInterrupt):
        by_name(f"{path}:bot")


def test_modules_have_names_and_factories_and_classes_make_new_players(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_bot(tmp_path / "bots", 1)
    monkeypatch.chdir(tmp_path / "bots")
    assert move_of(by_name("mybot:bot")) == move_of(by_name("mybot.py:bot")) == "low"
    Path("unlikely_bots.py").write_text("from twowaystreet.players import simple as bot\n", "utf-8")
    assert by_name("unlikely_bots:bot") is by_name("unlikely_bots:bot") is simple
    assert not modules._is_in(sys, Path.cwd())  # it has no file
    factory = Factory(lambda: Remembering(4))
    first, second = fresh(factory), fresh(factory)
    assert first == second and first is not second and fresh(Remembering) == Remembering()
    assert fresh(simple) is simple and move_of(Remembering) == "high"
    assert pickle.loads(pickle.dumps(MADE)) == MADE
    with pytest.raises(PlayerError, match="expected the name of a player"):
        by_name(3)  # type: ignore[arg-type]  # a wrong argument
    with pytest.raises(PlayerError, match="expected a function that makes a player"):
        Factory(3)  # type: ignore[arg-type]  # as above
    with pytest.raises(PlayerError, match="3: expected a player"):
        fresh(Factory(lambda: 3))  # type: ignore[arg-type,return-value]  # as above
    with pytest.raises(PlayerError, match="'simple': expected a player"):
        fresh("simple")  # type: ignore[arg-type]  # as above
