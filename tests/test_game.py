"""The registry of games, and additions to it."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from importlib.metadata import EntryPoint
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import anything, made_again
from tests.hostile import Hostile
from twowaystreet import authoring as core
from twowaystreet._core.engine import game as registry
from twowaystreet.games import street, twos

OTHER = attrs.evolve(street.GAME, name="avenue", title="One Way Avenue")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer a game from another package, and one with a name of ours."""
    points = [
        EntryPoint("avenue", "tests.test_game:OTHER", registry.ENTRY_POINTS),
        EntryPoint("street", "tests.test_game:OTHER", registry.ENTRY_POINTS),
    ]

    def entry_points(group: str) -> list[EntryPoint]:
        return points if group == "twowaystreet.games" else []

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)


def test_games_as_a_mapping() -> None:
    names = list(tws.GAMES)
    assert names[:2] == ["street", "duel"]
    assert len(tws.GAMES) == len(names) == len(set(names))
    assert "street" in tws.GAMES and "chess" not in tws.GAMES
    for name in ("chess", "", "Street", anything(None)):
        with pytest.raises(KeyError):
            tws.GAMES[name]
    assert [game.name for game in tws.GAMES.values()] == names
    assert repr(tws.GAMES).startswith("GAMES(street, duel, twos, spades, twenty_down, tien_len")
    with pytest.raises(TypeError):
        anything(tws.GAMES)["street"] = OTHER


def test_registering_a_game() -> None:
    before = list(tws.GAMES)
    tws.register(OTHER)
    assert tws.GAMES["avenue"] is OTHER and list(tws.GAMES) == [*before, "avenue"]
    tws.register(OTHER)
    assert len(tws.GAMES) == len(before) + 1


def test_a_used_name_is_refused() -> None:
    tws.register(OTHER)
    for again in (attrs.evolve(OTHER, title="Another"), attrs.evolve(OTHER, name="street")):
        with pytest.raises(tws.RulesError) as caught:
            tws.register(again)
        assert (caught.value.field, caught.value.value) == ("name", again.name)
        assert str(caught.value).endswith("or register(game, replace=True)")
    tws.register(street.GAME)
    assert tws.GAMES["street"] is street.GAME and tws.GAMES["avenue"] is OTHER


def test_values_that_are_not_games_are_refused() -> None:
    for thing in (None, "street", street, street.State, Hostile()):
        with pytest.raises(tws.RulesError, match=r"twowaystreet\.Game"):
            tws.register(anything(thing))


def oh_hell_again(title: str, **members: Any) -> tws.Game:
    """Return Oh Hell as a cell of a notebook makes it again, with new classes."""
    return made_again(oh_hell, "again", members={"title": title, **members})


def test_a_game_that_is_made_again_replaces_the_first() -> None:
    first, second = oh_hell_again("First"), oh_hell_again("Second")
    tws.register(first)
    record = tws.Record(first.new_game())
    record = record.play(tws.shuffle(record.state, random.Random(7))).play("bid 2")
    texts = record.to_text(), record.to_json()
    for _ in range(2):
        tws.register(second, replace=True)
        assert tws.GAMES["again"] is second and list(tws.GAMES).count("again") == 1
    for loaded in (tws.Record.from_text(texts[0]), tws.Record.from_json(texts[1])):
        assert type(loaded.state) is second.State and loaded.moves == record.moves
    # A record from before the second run of the cell stays in use.
    assert (record.to_text(), record.to_json()) == texts and record.game is first
    assert tws.view(record.state, 0).to_dict()["game"] == "again"
    assert record.for_seat(1).to_json() == tws.Record.from_text(texts[0]).for_seat(1).to_json()
    tws.register(first, replace=True)
    assert tws.Record.from_text(texts[0]) == record


def test_a_game_of_ours_is_replaced_before_its_first_use() -> None:
    code = """
import attrs, twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games import twos
State = type("State", (twos.State,), {"__slots__": ()})
View = attrs.frozen(kw_only=True)(type("View", (twos.View,), {}))
begin = core.new_game_for(twos.Rules, State, twos.HandData(), rule="HR-1")
game = core.Game(name="twos", Rules=twos.Rules, State=State, View=View, new_game=begin)
tws.register(game, replace=True)
print(tws.Record(twos.new_game()).to_text().splitlines()[1])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout == "game twos\n"


def test_a_view_says_where_its_facts_stand() -> None:
    class View(oh_hell.View):
        luck: int

    cls: Any = attrs.frozen(kw_only=True)(View)
    with pytest.raises(TypeError, match=r"View.luck does not say where .* luck: ... = public_fact"):
        attrs.evolve(OTHER, View=cls)


def test_names_that_can_be_typed() -> None:
    for name in ("whist", "Oh_Hell", "oh-hell", "500", "x"):
        assert attrs.evolve(OTHER, name=name).name == name
    wrong: list[Any] = ["", "oh hell", "-whist", "whist-", "whist.py:GAME", "a:b", "a/b", "a\n"]
    for each in (*wrong, "tiến", "🂡", 3):
        with pytest.raises(tws.RulesError, match="expected a word for the terminal, of letters"):
            attrs.evolve(OTHER, name=each)


def test_views_and_rules_are_frozen_classes() -> None:
    class View(street.View):
        pass

    class Rules(street.Rules):
        pass

    class Plain:
        seats, max_hands, pack = 4, 1, street.Rules().pack

    changing: Any = attrs.define(Plain)
    parts: Any = {"View": [View], "Rules": [Rules, Plain, changing]}
    for part, classes in parts.items():
        for cls in classes:
            with pytest.raises(TypeError, match=r"write @attrs\.frozen\(kw_only=True\) ab"):
                attrs.evolve(OTHER, **{part: cls})
    for part, cls in (("View", View), ("Rules", Rules), ("Rules", Plain)):
        assert attrs.evolve(OTHER, **anything({part: attrs.frozen(kw_only=True)(cls)}))


def taking(parameters: str) -> Any:
    made: dict[str, Any] = {}
    exec(f"def hook({parameters}): pass", made)
    return made["hook"]


@pytest.mark.parametrize(
    ("name", "parameters", "expected"),
    [
        (
            "_strengths",
            "self, table, led",
            "_strengths(self, table, led): expected _strengths(cls, rules, trumps, led, decider), "
            "a class method; or _wins(self, table, led) if more decides",
        ),
        (
            "_strengths",
            "self, rules, trumps, led, decider",
            "expected _strengths(cls, rules, trumps, led, decider), a class method",
        ),
        (
            "_next_leader",
            "self, trick",
            "expected _next_leader(cls, rules, size, won), a class method; or _leader_after(",
        ),
        ("_complete", "self, order, table, led", "_complete(self, order, table, led, won)"),
        ("_deal_hands", "self", "expected _deal_hands(self, deal)"),
        ("_deal_hands", "self, deal, *, again", "expected _deal_hands(self, deal)"),
        ("_opening", "self", "_opening is a hook of 0.2.0: expected COMPILED in a module"),
        ("_worth_of", "self, seat, tricks", "expected score through _score and _tally"),
        ("_avoids_tricks", "self, seat", "expected score through _score and _tally"),
    ],
)
def test_hooks_of_earlier_versions_are_refused_with_the_new_ones(
    name: str, parameters: str, expected: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(expected)):
        oh_hell_again("Old", **{name: taking(parameters)})


def test_tables_with_an_argument_of_earlier_versions_are_refused() -> None:
    state: Any = twos.new_game()
    with pytest.raises(TypeError, match=r"expected State\._deciders, a mask"):
        core.play_tables(state, deciders=anything(core.RANK[tws.Rank.TWO]))


def test_hooks_of_views_are_checked_and_more_parameters_are_fine() -> None:
    short: Any = type("View", (street.View,), {"_duty": taking("self, number")})
    with pytest.raises(TypeError, match=r"expected _duty\(self, number, trick, place\)"):
        attrs.evolve(OTHER, View=attrs.frozen(kw_only=True)(short))
    for free in ("*given", "cls, a, b, c, d, e=0", "cls, a, b, c, d, *, e=0"):
        assert oh_hell_again("Free", _strengths=classmethod(taking(free)))


@pytest.mark.usefixtures("installed")
def test_games_of_installed_packages_are_found() -> None:
    assert tws.GAMES["avenue"] is OTHER
    assert tws.GAMES["street"] is street.GAME
    assert list(tws.GAMES)[:2] == ["street", "duel"] and list(tws.GAMES)[-1] == "avenue"
