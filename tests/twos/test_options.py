"""Valid and invalid options of Twos, and openings of a match."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from twowaystreet.errors import quoted
from twowaystreet.games import duel, street, twos


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        twos.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    assert str(error) == f"{error.field}={quoted(error.value)}: expected {error.expected} (TW-11)"
    return error


@pytest.mark.rule("TW-1", "TW-11")
def test_defaults() -> None:
    rules = twos.Rules()
    assert attrs.asdict(rules) == {"target": None, "max_hands": 4}
    assert (rules.seats, len(rules.pack)) == (4, 52)
    assert rules == twos.Rules(target=None, max_hands=4) != twos.Rules(max_hands=5)


@pytest.mark.rule("TW-11")
def test_valid_numbers_are_accepted() -> None:
    for rules, fields in (
        (twos.Rules(target=1), (1, 4)),
        (twos.Rules(target=30, max_hands=None), (30, None)),
        (twos.Rules(max_hands=1), (None, 1)),
        (twos.Rules(target=10**9, max_hands=10**9), (10**9, 10**9)),
    ):
        assert (rules.target, rules.max_hands) == fields


@pytest.mark.rule("TW-11")
@pytest.mark.parametrize("field", ["target", "max_hands"])
def test_impossible_numbers(field: str) -> None:
    impossible: tuple[object, ...] = (
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
    for value in impossible:
        error = refusal(**{field: value})
        assert error.field == field
        assert error.expected == "a whole number, 1 to 1000000000, or None"


@pytest.mark.rule("TW-11")
def test_a_target_or_a_number_of_hands_is_needed() -> None:
    for options in ({"max_hands": None}, {"target": None, "max_hands": None}):
        error = refusal(**options)
        assert (error.field, error.value) == ("max_hands", None)
        assert error.expected == "a whole number if there is no target"


def test_other_options() -> None:
    for options in ({"players": 4}, {"decks": 1}, {"must_trump": True}):
        with pytest.raises(TypeError):
            twos.Rules(**anything(options))
    with pytest.raises(TypeError):
        anything(twos.Rules)(20)


def test_rules_are_values() -> None:
    rules = twos.Rules(target=30, max_hands=7)
    twins: list[twos.Rules] = [
        copy.copy(rules),
        copy.deepcopy(rules),
        pickle.loads(pickle.dumps(rules)),
        eval(repr(rules), {"Rules": twos.Rules}),
    ]
    for twin in twins:
        assert twin == rules and hash(twin) == hash(rules)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(rules).target = 1
    with pytest.raises(tws.RulesError):
        attrs.evolve(rules, target=0)


# The opening of a match.


def opening_refusal(rules: twos.Rules | None = None, **opening: object) -> tws.RulesError:
    """Return the error for this opening."""
    with pytest.raises(tws.RulesError) as caught:
        twos.new_game(rules, **anything(opening))
    error = caught.value
    assert str(error) == (
        f"{error.field}={quoted(error.value)}: expected {error.expected}"
        f"{f' ({error.rule})' if error.rule else ''}"
    )
    return error


@pytest.mark.rule("TW-11")
def test_new_game_with_the_defaults() -> None:
    state = twos.new_game()
    assert (state.rules, state.dealer, state.scores) == (twos.Rules(), 0, (0, 0, 0, 0))
    assert (state.hands_played, state.phase, state.actor) == (0, twos.Phase.DEAL, None)
    assert state == twos.new_game(twos.Rules(), dealer=0, scores=[0] * 4, hands_played=0)
    assert (state.hands, state.stock, state.winners, state.score) == (((),) * 4, (), (), None)
    assert state.trick.leader == 1
    assert repr(state) == "<Twos: deal, scores 0 0 0 0>"
    with pytest.raises(TypeError):
        anything(twos.new_game)(twos.Rules(), 0)


@pytest.mark.rule("TW-1")
@pytest.mark.parametrize("dealer", [-1, 4, 10**30, True, None, "0", 0.0, [0], Hostile()])
def test_impossible_dealers(dealer: object) -> None:
    with pytest.raises(tws.SeatError) as caught:
        twos.new_game(dealer=anything(dealer))
    assert caught.value.seat is dealer and caught.value.seats == 4
    assert f"{quoted(dealer)} is not a seat here: expected an int from 0 to 3" in str(caught.value)


@pytest.mark.rule("TW-11")
@pytest.mark.parametrize(
    "scores",
    [
        [0, 0, 0],
        [0, 0, 0, 0, 0],
        [],
        "0000",
        [0, 0, 0, None],
        [0, 0, 0, True],
        [0, 0, 0, 1.0],
        [0, 0, 0, "1"],
        {0, 1, 2, 3},
        7,
    ],
)
def test_impossible_scores(scores: object) -> None:
    error = opening_refusal(scores=scores)
    assert (error.field, error.value, error.rule) == ("scores", scores, "TW-11")
    assert error.expected == "4 whole numbers, one a seat, -1000000000 to 1000000000 each"


@pytest.mark.rule("TW-11")
def test_negative_scores_are_accepted() -> None:
    assert twos.new_game(scores=(-40, -1, 0, 500)).scores == (-40, -1, 0, 500)


@pytest.mark.rule("TW-11")
@pytest.mark.parametrize("scores", [[20, 0, 0, 0], [0, -5, 21, 3]])
def test_a_decided_match_cannot_be_continued(scores: list[int]) -> None:
    rules = twos.Rules(target=20)
    error = opening_refusal(rules, scores=scores)
    assert (error.field, error.value, error.rule) == ("scores", scores, "TW-11")
    assert "not over" in error.expected
    assert twos.new_game(rules, scores=[19, 0, 0, 0]).scores == (19, 0, 0, 0)
    assert twos.new_game(scores=scores).scores == tuple(scores)


@pytest.mark.rule("AL-2")
def test_impossible_hands_played() -> None:
    endless = twos.Rules(target=30, max_hands=None)
    wrong: tuple[object, ...] = (-1, True, None, 1.0, "1", [], Hostile())
    for value in wrong:
        for rules, expected in ((None, "0 to 3"), (endless, "0 to 1000000000")):
            error = opening_refusal(rules, hands_played=value)
            assert (error.field, error.rule) == ("hands_played", "AL-2")
            assert error.value is value and error.expected == f"a whole number, {expected}"
    for value in (4, 5):
        assert "0 to 3" in opening_refusal(hands_played=value).expected
    assert twos.new_game(hands_played=3).hands_played == 3
    assert twos.new_game(endless, hands_played=99).hands_played == 99


@pytest.mark.parametrize(
    "rules", [7, "twos", {"target": 4}, twos.Rules, street.Rules(), duel.Rules(), Hostile()]
)
def test_other_rules_are_refused(rules: object) -> None:
    error = opening_refusal(anything(rules))
    assert error.field == "rules" and error.value is rules
    assert error.expected == "a twowaystreet.games.twos.Rules"
