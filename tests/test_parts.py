"""The parts of a game, found by its state class, and the places of games, for other processes."""

import json
import pickle
import sys
from concurrent.futures import Executor, Future
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import Mock
from weakref import WeakKeyDictionary

import pytest

import twowaystreet as tws
from examples import high_card, oh_hell
from tests.helpers import anything, made_again
from twowaystreet import arena
from twowaystreet._core.display import how_to_play_of, usual
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine import game_places
from twowaystreet._core.engine.game import give_parts, own_part_of, part_of
from twowaystreet._core.engine.game_places import GamePlace, load_main, main_for, place_of, received
from twowaystreet._page.alone import Alone
from twowaystreet._page.archive import _files_of
from twowaystreet.arena.running import play_chunk
from twowaystreet.games import duel, twos
from twowaystreet.table import Table


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    empty: WeakKeyDictionary[type, dict[str, object]] = WeakKeyDictionary()
    monkeypatch.setattr(registry, "_parts", empty)


def derived(**given: Any) -> tws.Game:
    return made_again(twos, "derived", members={"__module__": __name__}, **given)


def test_a_derived_game_has_the_parts_of_its_base_and_can_replace_each() -> None:
    no_module: Any = type("State", (), {"__module__": "no_such_package.state"})  # Any: made here
    for state, part in ((twos.State, "nothing"), (int, "display"), (no_module, "display")):
        assert part_of(state, part) is None
    give_parts(twos.State, {"display": "twowaystreet.games.twos:GAME", "player": min})
    made = derived().State
    assert part_of(made, "display") is twos.GAME and part_of(made, "player") is min
    assert own_part_of(made, "player") is None
    made = derived(player=max).State
    assert part_of(made, "player") is max and part_of(twos.State, "player") is min
    assert part_of(made, "display") is twos.GAME


def test_a_package_has_modules_beside_its_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "some_game_in_a_package"
    package.mkdir()
    (package / "__init__.py").write_text("class State: ...\n", encoding="utf-8")
    (package / "state.py").write_text("class State: ...\n", encoding="utf-8")
    (package / "display.py").write_text("DISPLAY = 'words'\n", encoding="utf-8")
    (package / "player.py").write_text("nothing = 1\n", encoding="utf-8")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    for name in ("some_game_in_a_package", "some_game_in_a_package.state"):
        state: Any = __import__(name, fromlist=["State"]).State  # Any: a module made here
        assert part_of(state, "display") == "words"
        assert part_of(state, "player") is None
        assert part_of(state, "compiled") is None


def test_the_rules_on_one_screen_are_paragraphs() -> None:
    text = """
        Play high
        cards.

        Then score.
    """
    assert derived(how_to_play=text).how_to_play == ("Play high cards.", "Then score.")
    game = derived(how_to_play=("One.", "Two."))
    assert game.how_to_play == part_of(game.State, "how_to_play") == ("One.", "Two.")
    assert how_to_play_of(high_card.GAME) == ()


def test_a_worker_has_the_place_of_a_game_and_the_arguments_of_a_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = made_again(oh_hell, "of_a_script", members={"__module__": "__mp_main__"})
    script = ModuleType("__mp_main__")
    anything(script).GAME = made
    monkeypatch.setitem(sys.modules, "__mp_main__", script)
    place = place_of(made)
    assert (place.module, place.attribute) == ("__main__", "GAME")
    assert game_places._module("__main__", None) is script
    assert place.load() is made
    monkeypatch.setattr(sys, "argv", ["here.py"])
    assert main_for(b"tests.here") == {} and main_for(b"__main__")["sys_argv"] == ["here.py"]
    for sent, arguments in (({}, "here.py"), ({"sys_argv": ["there.py"]}, "there.py")):
        load_main(sent)
        assert sys.argv == [arguments]


def test_places_and_plans_that_cannot_be_loaded_are_refused() -> None:
    place = GamePlace("oh_hell", "examples.oh_hell", None, "Bid")
    with pytest.raises(pickle.UnpicklingError, match=r"no game 'oh_hell' at examples\.oh_hell:Bid"):
        received(place, is_registered=False)
    with pytest.raises(arena.ArenaError, match="another process cannot load the match"):
        play_chunk(b"no plan", 0, 1)
    refusing, refused = Mock(Executor), Future[object]()
    refused.set_exception(arena.ArenaError("cannot load"))
    refusing.submit.return_value = refused
    with pytest.raises(arena.ArenaError, match="cannot load"):
        arena.play("twos", ["simple", "at_random"], deals=2, executor=refusing)


def test_declared_facts_that_are_true_or_a_suit_for_each_seat() -> None:
    hearts = tws.Suit.HEARTS
    seen = anything(SimpleNamespace(scores=(0, 0), open=True, suits=(hearts, None)))
    (fact,) = usual.declared_facts(seen, ["open"], ["Ann", "Ben"])
    assert fact.label == "open"
    (first,) = usual.declared_seat_facts(seen, 0, ["suits"])
    assert first.label == "suits" and "hearts" in str(first)


def test_a_saved_game_with_other_bots_is_refused_by_the_page() -> None:
    table = Table(duel.GAME, bots={1: "treesearch"}, dealer=0)
    saved = json.dumps({"token": table.join("Ann"), "table": table.to_text()})
    words = Alone().restore(json.dumps({"saved": saved}))
    assert words is not None and "bot 'treesearch': expected one of" in words


def test_a_page_packs_a_module_that_is_in_no_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "alone_in_a_folder.py"
    file.write_text("NUMBER = 1\n", encoding="utf-8")
    monkeypatch.setitem(sys.modules, file.stem, ModuleType(file.stem))
    place = GamePlace("game", file.stem, str(file), "GAME")
    found = _files_of(place, file)
    assert found == (file.stem, [(file.name, b"NUMBER = 1\n")])
