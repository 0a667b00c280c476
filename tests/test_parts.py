"""The search for the parts of a game: its own, those beside its state class, those of its bases."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, ClassVar
from weakref import WeakKeyDictionary

import attrs
import pytest

import twowaystreet as tws
from twowaystreet._core.engine import parts
from twowaystreet._core.engine.parts import give_parts, own_part_of, part_of
from twowaystreet.games import twos


class Derived(twos.State):
    """A state class in a module without parts."""

    __slots__ = ()
    title: ClassVar = "Derived Twos"


@attrs.frozen(kw_only=True)
class View(twos.View):
    """The same facts as in Twos."""


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the parts that a test gives."""
    empty: WeakKeyDictionary[type, dict[str, object]] = WeakKeyDictionary()
    monkeypatch.setattr(parts, "_parts", empty)


def game(**given: Any) -> tws.Game:
    """Return a game derived from Twos with some parts."""
    return tws.Game(
        name="derived", Rules=twos.Rules, State=Derived, View=View, new_game=twos.new_game, **given
    )


def test_a_class_without_a_part_has_none() -> None:
    assert part_of(twos.State, "nothing") is None
    assert part_of(int, "display") is None
    made: type[Any] = type("State", (), {"__module__": "no_such_package.state"})  # Any: made here
    assert part_of(made, "display") is None


def test_a_derived_game_has_the_parts_of_its_base_and_can_replace_each() -> None:
    give_parts(twos.State, {"display": "twowaystreet.games.twos:GAME", "player": min})
    assert part_of(Derived, "display") is twos.GAME
    assert part_of(Derived, "player") is min
    assert own_part_of(Derived, "player") is None
    game(player=max)
    assert part_of(Derived, "player") is max and part_of(twos.State, "player") is min
    assert part_of(Derived, "display") is twos.GAME


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
    assert game(how_to_play=text).how_to_play == ("Play high cards.", "Then score.")
    assert game(how_to_play=("One.", "Two.")).how_to_play == ("One.", "Two.")
    assert part_of(Derived, "how_to_play") == ("One.", "Two.")
