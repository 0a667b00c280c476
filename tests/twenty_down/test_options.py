"""Valid and invalid options of Twenty Down, and openings of a match."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from twowaystreet.errors import quoted
from twowaystreet.games import duel, street, twenty_down, twos


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        twenty_down.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    assert str(error) == (
        f"{error.field}={quoted(error.value)}: expected {error.expected}"
        f"{f' ({error.rule})' if error.rule else ''}"
    )
    return error


@pytest.mark.rule("TD-1", "TD-7")
def test_defaults() -> None:
    rules = twenty_down.Rules()
    assert attrs.asdict(rules) == {"must_trump": True, "max_hands": None}
    assert (rules.seats, len(rules.pack)) == (4, 32)
    assert rules == twenty_down.Rules(must_trump=True) != twenty_down.Rules(must_trump=False)


@pytest.mark.rule("TD-7")
def test_must_trump() -> None:
    for value, kept in ((True, True), (False, False), ("true", True), ("false", False)):
        assert twenty_down.Rules(must_trump=anything(value)).must_trump is kept
    wrong: tuple[object, ...] = (
        *(None, 0, 1, 1.0, "", "True", "yes", "no", "1", b"true", [True], {}, Hostile()),
    )
    for other in wrong:
        error = refusal(must_trump=other)
        assert (error.field, error.rule) == ("must_trump", "TD-7")
        assert error.expected == "one of true, false"


@pytest.mark.rule("AL-2")
def test_max_hands() -> None:
    for value in (None, 1, 9, 10**9):
        assert twenty_down.Rules(max_hands=value).max_hands == value
    wrong: tuple[object, ...] = (
        *(
            True,
            False,
            0,
            -1,
            10**9 + 1,
            10**640,
            -(10**5000),
            4.0,
            0.5,
            float("nan"),
            "4",
            "none",
            "",
            b"4",
        ),
        *([4], (), {}, Hostile()),
    )
    for other in wrong:
        error = refusal(max_hands=other)
        assert (error.field, error.rule) == ("max_hands", "AL-2")
        assert error.expected == "a whole number, 1 to 1000000000, or None"


def test_other_options() -> None:
    for options in ({"target": 0}, {"players": 4}, {"must_trumps": True}):
        with pytest.raises(TypeError):
            twenty_down.Rules(**anything(options))
    with pytest.raises(TypeError):
        anything(twenty_down.Rules)(True)


def test_rules_are_values() -> None:
    rules = twenty_down.Rules(must_trump=False, max_hands=7)
    twins: list[twenty_down.Rules] = [
        copy.copy(rules),
        copy.deepcopy(rules),
        pickle.loads(pickle.dumps(rules)),
        eval(repr(rules), {"Rules": twenty_down.Rules}),
    ]
    for twin in twins:
        assert twin == rules and hash(twin) == hash(rules)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(rules).must_trump = True
    with pytest.raises(tws.RulesError):
        attrs.evolve(rules, max_hands=0)


# The opening of a match.


def opening_refusal(rules: twenty_down.Rules | None = None, **opening: object) -> tws.RulesError:
    """Return the error for this opening."""
    with pytest.raises(tws.RulesError) as caught:
        twenty_down.new_game(rules, **anything(opening))
    error = caught.value
    assert str(error) == (
        f"{error.field}={quoted(error.value)}: expected {error.expected}"
        f"{f' ({error.rule})' if error.rule else ''}"
    )
    return error


@pytest.mark.rule("TD-9")
def test_new_game_with_the_defaults() -> None:
    state = twenty_down.new_game()
    assert (state.rules, state.dealer) == (twenty_down.Rules(), 0)
    assert state.scores == (20, 20, 20, 20)
    assert (state.hands_played, state.phase, state.actor) == (0, twenty_down.Phase.DEAL, None)
    assert state == twenty_down.new_game(
        twenty_down.Rules(), dealer=0, scores=[20] * 4, hands_played=0
    )
    assert (state.hands, state.stock, state.winners, state.score) == (((),) * 4, (), (), None)
    assert (state.trumps, state.statuses, state.discards) == (None, (None,) * 4, (None,) * 4)
    assert state.namer == state.trick.leader == 1
    assert repr(state) == "<Twenty Down: deal, scores 20 20 20 20>"
    with pytest.raises(TypeError):
        anything(twenty_down.new_game)(twenty_down.Rules(), 0)


@pytest.mark.rule("TD-1")
@pytest.mark.parametrize("dealer", [-1, 4, 10**30, True, None, "0", 0.0, [0], Hostile()])
def test_impossible_dealers(dealer: object) -> None:
    with pytest.raises(tws.SeatError) as caught:
        twenty_down.new_game(dealer=anything(dealer))
    assert caught.value.seat is dealer and caught.value.seats == 4
    assert f"{quoted(dealer)} is not a seat here: expected an int from 0 to 3" in str(caught.value)


@pytest.mark.rule("TD-10")
@pytest.mark.parametrize(
    "scores",
    [
        [9, 9, 9],
        [9, 9, 9, 9, 9],
        [],
        "9999",
        [9, 9, 9, None],
        [9, 9, 9, True],
        [9, 9, 9, 1.0],
        [9, 9, 9, "1"],
        # A player at zero has won already.
        [9, 9, 9, 0],
        [9, -1, 9, 9],
        [0, 0, 0, 0],
        {1, 2, 3, 4},
        7,
        Hostile(),
    ],
)
def test_impossible_scores(scores: object) -> None:
    error = opening_refusal(scores=scores)
    assert (error.field, error.rule) == ("scores", "TD-10") and error.value is scores
    assert error.expected == "4 whole numbers, one a seat, 1 to 1000000000 each"


@pytest.mark.rule("TD-10")
def test_scores_of_an_undecided_game_are_accepted() -> None:
    assert twenty_down.new_game(scores=(1, 1, 20, 500)).scores == (1, 1, 20, 500)


@pytest.mark.rule("AL-2")
def test_impossible_hands_played() -> None:
    bounded = twenty_down.Rules(max_hands=9)
    wrong: tuple[object, ...] = (-1, True, None, 1.0, "1", [], Hostile())
    for value in wrong:
        for rules, expected in ((None, "0 to 1000000000"), (bounded, "0 to 8")):
            error = opening_refusal(rules, hands_played=value)
            assert (error.field, error.rule) == ("hands_played", "AL-2")
            assert error.value is value and error.expected == f"a whole number, {expected}"
    for value in (9, 10):
        assert "0 to 8" in opening_refusal(bounded, hands_played=value).expected
    assert twenty_down.new_game(bounded, hands_played=8).hands_played == 8
    assert twenty_down.new_game(hands_played=99).hands_played == 99


@pytest.mark.parametrize(
    "rules",
    [7, "twenty_down", {}, twenty_down.Rules, street.Rules(), duel.Rules(), twos.Rules()],
)
def test_other_rules_are_refused(rules: object) -> None:
    error = opening_refusal(anything(rules))
    assert error.field == "rules" and error.value is rules
    assert error.expected == "a twowaystreet.games.twenty_down.Rules"
