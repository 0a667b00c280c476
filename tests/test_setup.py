"""Valid and invalid first states of a match, in any game."""

from __future__ import annotations

from collections.abc import Sequence
from doctest import DocTestFinder, DocTestRunner
from importlib import import_module
from inspect import signature
from typing import Any, get_type_hints

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.games import ALL, game_of
from tests.helpers import anything
from tests.hostile import Hostile
from twowaystreet import authoring as core
from twowaystreet._core.engine.match import HandData
from twowaystreet._core.engine.setup import (
    begin_match,
    checked_hands_played,
    checked_numbers,
    checked_rules,
    match_arguments,
    new_game_for,
    resume_match,
)
from twowaystreet.games import street, twos

WHOLE_NUMBERS = "3 whole numbers, one a seat"
NO_NUMBERS: tuple[object, ...] = (
    *(True, 1.0, "1", None, 10**9 + 1, -(10**9) - 1, 10**640, Hostile()),
)


def numbers_refused(values: object, bounds: tuple[int | None, ...]) -> str:
    """Return the expected part of the error for these numbers in place of three valid ones."""
    with pytest.raises(tws.RulesError) as caught:
        checked_numbers("counts", anything(values), 3, "X-1", *anything(bounds))
    error = caught.value
    assert error.value is values
    assert (error.field, error.rule) == ("counts", "X-1")
    return error.expected


@pytest.mark.parametrize(
    ("bounds", "good", "bad", "expected"),
    [
        (
            (),
            [(-9, 0, 9), (-(10**9), 0, 10**9)],
            [],
            f"{WHOLE_NUMBERS}, -1000000000 to 1000000000 each",
        ),
        ((2,), [(2, 3, 10**9), (2, 2, 2)], [1, -3], f"{WHOLE_NUMBERS}, 2 to 1000000000 each"),
        ((None, 5), [(-(10**9), 3, 5)], [6], f"{WHOLE_NUMBERS}, -1000000000 to 5 each"),
        ((2, 5), [(2, 3, 5), (5, 5, 5)], [1, 6, -3], f"{WHOLE_NUMBERS}, 2 to 5 each"),
    ],
)
def test_a_match_takes_one_number_for_each_seat(
    bounds: tuple[int | None, ...],
    good: Sequence[tuple[int, ...]],
    bad: Sequence[int],
    expected: str,
) -> None:
    for values in good:
        for given in (values, list(values), iter(values)):
            assert checked_numbers("counts", anything(given), 3, "X-1", *anything(bounds)) == values
    some = good[0]
    wrong: list[object] = [some[:2], (*some, 3), (), {3}, 3, "345", Hostile()]
    for number in (*bad, *NO_NUMBERS):  # the wrong number stands in each place
        wrong += [(number, *some[1:]), (some[0], number, some[2]), (*some[:2], number)]
    for other in wrong:
        assert numbers_refused(other, bounds) == expected


def test_missing_numbers_become_the_default_of_each_seat() -> None:
    assert checked_numbers("counts", None, 3, "X-1") == (0, 0, 0)
    assert checked_numbers("counts", None, 2, "X-1", default=20) == (20, 20)


@pytest.mark.rule("AL-2")
@pytest.mark.parametrize(
    ("max_hands", "good", "bad", "expected"),
    [
        (None, (0, 1, 10**9), (-1, -2), "a whole number, 0 to 1000000000"),
        (1, (0,), (-1, 1, 2), "a whole number, 0 to 0"),
        (4, (0, 1, 3), (-1, 4, 5), "a whole number, 0 to 3"),
    ],
)
def test_hands_played_is_checked(
    max_hands: int | None, good: tuple[int, ...], bad: tuple[int, ...], expected: str
) -> None:
    for number in good:
        assert checked_hands_played(number, max_hands) == number
    for wrong in (*bad, *NO_NUMBERS):
        with pytest.raises(tws.RulesError) as caught:
            checked_hands_played(anything(wrong), max_hands)
        error = caught.value
        assert error.value is wrong
        assert (error.field, error.expected, error.rule) == ("hands_played", expected, "AL-2")


def test_rules_must_belong_to_the_game() -> None:
    assert checked_rules(twos.Rules, None) == twos.Rules()
    mine = twos.Rules(target=9)
    assert checked_rules(twos.Rules, mine) is mine
    for other in (street.Rules(), twos.Rules, "rules", 0, False, Hostile()):
        with pytest.raises(tws.RulesError) as caught:
            checked_rules(twos.Rules, anything(other))
        error = caught.value
        assert error.value is other
        assert (error.field, error.rule) == ("rules", None)
        assert error.expected == "a twowaystreet.games.twos.Rules"


@pytest.mark.rule("AL-2")
def test_the_first_state_of_a_match() -> None:
    rules = twos.Rules(target=10)
    state = begin_match(twos.State, HandData(), rules, 2, None, 0, rule="X-1")
    assert (state.phase, state.actor, state.dealer) == ("deal", None, 2)
    assert (state.scores, state.hands_played, state.score) == ((0, 0, 0, 0), 0, None)
    assert state.needs_deal and not state.is_over and not state.hand_over
    assert state.rules is rules and state == twos.new_game(rules, dealer=2)
    later = begin_match(twos.State, HandData(), rules, 3, None, 2, start=5, rule="X-1")
    assert (later.dealer, later.scores, later.hands_played) == (3, (5, 5, 5, 5), 2)


@pytest.mark.rule("AL-2")
def test_a_decided_match_does_not_begin() -> None:
    for scores in ([9, 9, 9, 10], [-3, 12, 0, 0]):
        with pytest.raises(tws.RulesError) as caught:
            begin_match(twos.State, HandData(), twos.Rules(target=10), 0, scores, 0, rule="X-1")
        error = caught.value
        assert error.value is scores
        assert (error.field, error.rule) == ("scores", "X-1")
        assert error.expected == "scores of a game that is not over"
    with pytest.raises(
        tws.RulesError, match=r"4 whole numbers, one a seat, 3 to 1000000000 each \(X-1"
    ):
        begin_match(
            twos.State, HandData(), twos.Rules(), 0, [3, 4, 2, 5], 0, at_least=3, rule="X-1"
        )
    with pytest.raises(tws.SeatError):
        begin_match(twos.State, HandData(), twos.Rules(), 4, None, 0, rule="X-1")


def test_new_game_for_builds_the_usual_new_game() -> None:
    new_game = new_game_for(twos.Rules, twos.State, HandData(), rule="X-2")
    assert new_game() == twos.new_game()
    rules = twos.Rules(target=10, max_hands=7)
    facts: dict[str, Any] = {"dealer": 1, "scores": [1, 2, 3, -4], "hands_played": 6}
    assert new_game(rules, **facts) == twos.new_game(rules, **facts)
    with pytest.raises(tws.RulesError) as caught:
        new_game(rules, scores=[10, 0, 0, 0])
    assert caught.value.rule == "X-2"
    with pytest.raises(tws.RulesError, match="rules="):
        new_game(anything(street.Rules()))


def house_rule(base: Any) -> tws.Game:
    """Return a game with a house rule on one of ours, as the guide makes it."""
    state: Any = type("State", (base.State,), {"__slots__": ()})
    view: Any = attrs.frozen(kw_only=True)(type("View", (base.View,), {}))
    begin = new_game_for(base.Rules, state, base.HandData(), rule="HR-1")
    return tws.Game(name="at_home", Rules=base.Rules, State=state, View=view, new_game=begin)


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
    derived = house_rule(
        oh_hell if name == "oh_hell" else import_module(f"twowaystreet.games.{name}")
    )
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
