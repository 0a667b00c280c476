"""What a game needs: its parts, new_game, and arguments from which a match resumes."""

from __future__ import annotations

import random
from doctest import DocTestFinder, DocTestRunner
from importlib import import_module
from inspect import signature
from typing import Any, ClassVar, get_type_hints

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.games import ALL, game_of
from tests.helpers import anything, made_again
from twowaystreet import authoring as core
from twowaystreet._core.engine.match import HandData
from twowaystreet._core.engine.setup import match_arguments, new_game_for, resume_match
from twowaystreet.games import twos


def test_new_game_for_begins_with_the_totals_of_the_score_or_others() -> None:
    class Ten(core.HandScore[core.SeatScore]):
        starts_at = 10

    class State(core.GameState[twos.Rules, HandData, Ten]):
        title, _phases = "Ten", twos.Phase

    begin: Any = new_game_for
    for start, expected in ((None, 10), (0, 0), (-3, -3)):
        new_game = begin(twos.Rules, State, HandData(), rule="X-1", start=start)
        assert new_game().scores == (expected,) * 4
        assert new_game(scores=[1, 2, 3, 4]).scores == (1, 2, 3, 4)
        with pytest.raises(TypeError, match="antes"):
            new_game(antes=1)


@pytest.mark.parametrize("name", ALL)
def test_a_match_resumes_from_its_recorded_arguments(name: str) -> None:
    game = game_of(name)
    counters = list(game.State._match_counters)
    single = [each for each in counters if match_arguments(game)[each] is int]
    carried = [each for each in counters if each not in single]
    names = match_arguments(game)
    assert list(names) == ["dealer", "scores", "hands_played", *carried, *single]
    assert {names[name] for name in ("dealer", "hands_played", *single)} == {int}
    assert {names[name] for name in ("scores", *carried)} == {tuple[int, ...]}
    rules = attrs.evolve(game.Rules(), max_hands=9)
    seats: int = rules.seats
    facts: dict[str, Any] = {
        "dealer": 1,
        "scores": tuple(range(3, 3 + seats)),
        "hands_played": 2,
        **dict.fromkeys(carried, (1, 2)),
        **dict.fromkeys(single, 4),
    }
    state = resume_match(game, {"rules": rules, **facts, "players": ("Ann", "Bo")})
    assert state == game.new_game(rules, **facts) != game.new_game(rules)
    assert type(state) is game.State
    module = oh_hell if name == "oh_hell" else import_module(f"twowaystreet.games.{name}")
    derived = made_again(module, "at_home")
    mine = resume_match(derived, {"rules": rules, **facts})
    assert type(mine) is derived.State
    assert (mine._match, mine._hand_data) == (state._match, state._hand_data)
    assert derived.new_game().scores == game.new_game().scores
    for counter in counters:
        with pytest.raises(tws.RulesError, match=counter):
            derived.new_game(**{counter: -1})
    for argument, wrong in (("dealer", seats), ("scores", (3,)), ("hands_played", -1)):
        with pytest.raises(tws.RecordError) as caught:
            resume_match(game, {"rules": rules, **facts, argument: wrong})
        cause = caught.value.__cause__
        assert isinstance(cause, tws.RulesError | tws.SeatError)
        assert str(caught.value) == str(cause)


@pytest.mark.parametrize("name", ALL)
def test_new_game_has_a_signature_and_an_example(name: str) -> None:
    new_game = game_of(name).new_game
    (test,) = DocTestFinder().find(new_game, "new_game", globs={"new_game": new_game})
    assert test.examples and DocTestRunner().run(test).failed == 0
    parameters = signature(new_game).parameters
    assert set(parameters) == {"rules", *match_arguments(game_of(name))}
    assert next(iter(parameters)) == "rules"
    given = get_type_hints(new_game, vars(import_module(new_game.__module__)))
    assert given["return"] is game_of(name).State and given["dealer"] is int
    with pytest.raises(TypeError, match=r"new_game\(\) got an unexpected keyword argument 'pot'"):
        new_game(pot=1)


class Empty(core.TrickState[twos.Rules, core.HandData, core.HandScore[core.SeatScore]]):
    __slots__ = ()


class Bare(Empty):
    __slots__ = ()
    title: ClassVar = "Bare"
    _phases: ClassVar = twos.Phase
    _decisions: ClassVar = twos.State._decisions
    _following: ClassVar = twos.State._following
    _following_rule: ClassVar = "X-1"


class FewPhases(core.Phase):
    DEAL = "deal"
    PLAY = "play"


class Endless(twos.State):
    __slots__ = ()
    _phases: ClassVar = anything(FewPhases)


@attrs.frozen
class NoRules:
    seats: int = 4


# Any: classes of any type as parts
PARTS: dict[str, Any] = {
    "name": "bare",
    "Rules": twos.Rules,
    "State": twos.State,
    "View": twos.View,
    "new_game": twos.new_game,
}


def bare(**parts: Any) -> tws.Game:  # Any: as above
    complete: dict[str, Any] = {**PARTS, "title": "Bare", **parts}
    return tws.Game(**complete)


@pytest.mark.parametrize(
    ("parts", "missing"),
    [
        ({"State": Bare}, "_deal_hands, _score, _strengths"),
        (
            {"State": Empty},
            "_deal_hands, _score, _strengths, title, _phases, _decisions, _following, "
            "_following_rule",
        ),
        ({"State": Endless}, "Phase.HAND_OVER, Phase.GAME_OVER"),
        ({"Rules": NoRules}, "pack, max_hands"),
    ],
)
def test_missing_parts_are_named(parts: dict[str, object], missing: str) -> None:
    with pytest.raises(TypeError, match=f"^Bare is not complete: it needs {missing}$"):
        bare(**parts)


def test_a_complete_game_is_accepted() -> None:
    assert bare().State is twos.State
    untitled = tws.Game(**PARTS)
    assert (untitled.title, bare().title) == ("Twos", "Bare")


def test_a_missing_method_raises_not_implemented() -> None:
    state = core.new_game_for(twos.Rules, anything(Bare), core.HandData(), rule="X-1")()
    with pytest.raises(NotImplementedError):
        tws.apply(state, tws.shuffle(state, random.Random(1)))
    with pytest.raises(NotImplementedError):
        state._strengths(state.rules, None, None, None)
    with pytest.raises(NotImplementedError):
        state._score(())
