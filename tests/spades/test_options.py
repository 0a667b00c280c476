"""Valid and invalid options of Spades for two, and openings of a match."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from tests.spades.table import dealt
from twowaystreet.errors import quoted
from twowaystreet.games import duel, spades

NO_NUMBERS: tuple[object, ...] = (True, False, 3.0, "4", b"4", [4], (), {}, Hostile())


def checked(
    error: tws.RulesError, field: str, rule: str | None, value: object, expected: str
) -> None:
    """Check that the error has all the facts and that its message shows them."""
    assert (error.field, error.rule, error.expected) == (field, rule, expected)
    assert error.value is value
    cited = f" ({rule})" if rule else ""
    assert str(error) == f"{field}={quoted(value)}: expected {expected}{cited}"


def refused_rules(field: str, value: object, rule: str, expected: str) -> None:
    """Check that this value of an option is refused."""
    with pytest.raises(tws.RulesError) as caught:
        spades.Rules(**anything({field: value}))
    checked(caught.value, field, rule, value, expected)


def refused_opening(field: str, value: object, rule: str, expected: str, **options: Any) -> None:
    """Check that this opening of a match is refused."""
    with pytest.raises(tws.RulesError) as caught:
        spades.new_game(spades.Rules(**options), **anything({field: value}))
    checked(caught.value, field, rule, value, expected)


@pytest.mark.rule("SP-14", "SP-15", "SP-19", "AL-2")
def test_defaults() -> None:
    rules = spades.Rules()
    assert attrs.asdict(rules) == {
        "renege": "impossible",
        "boston_failed": -130,
        "target": 500,
        "max_hands": None,
    }
    assert rules.renege is spades.RenegeRule.IMPOSSIBLE
    assert list(spades.RenegeRule) == ["impossible", "penalised"]
    assert rules == pickle.loads(pickle.dumps(rules)) == copy.copy(rules)
    assert eval(repr(rules), {"Rules": spades.Rules}) == rules
    for word in spades.RenegeRule:
        given = spades.Rules(renege=anything(word.value))
        assert given.renege is word and given == spades.Rules(renege=word)
    assert spades.Rules(boston_failed=0, target=1, max_hands=1).target == 1


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize(
    "value", ["", "PENALISED", "penalized", None, True, 0, b"penalised", ["penalised"], Hostile()]
)
def test_impossible_words(value: object) -> None:
    refused_rules("renege", value, "SP-14", "one of impossible, penalised")


@pytest.mark.rule("SP-15", "SP-19", "AL-2")
@pytest.mark.parametrize(
    ("field", "rule", "expected", "impossible"),
    [
        ("boston_failed", "SP-15", "a whole number, -1000000000 to 0", (1, 130, 10**5000, None)),
        ("target", "SP-19", "a whole number, 1 to 1000000000", (0, -500, None)),
        ("max_hands", "AL-2", "a whole number, 1 to 1000000000, or None", (0, -1)),
    ],
)
def test_impossible_numbers(
    field: str, rule: str, expected: str, impossible: tuple[object, ...]
) -> None:
    for value in (*impossible, *NO_NUMBERS):
        refused_rules(field, value, rule, expected)


def test_misspelt_options_and_positions_are_type_errors() -> None:
    with pytest.raises(TypeError):
        anything(spades.Rules)(reneges="penalised")
    with pytest.raises(TypeError):
        anything(spades.Rules)("penalised")
    with pytest.raises(TypeError):
        anything(spades.new_game)(spades.Rules(), 0)


def test_new_game_with_the_defaults() -> None:
    state = spades.new_game()
    assert (state.rules, state.dealer, state.scores) == (spades.Rules(), 0, (0, 0))
    assert (state.hands_played, state.phase, state.actor) == (0, spades.Phase.DEAL, None)
    assert (state.overbooks, state.perfect_bids, state.books) == ((0, 0), (0, 0), (0, 0))
    assert state == spades.new_game(
        spades.Rules(),
        dealer=0,
        scores=[0, 0],
        overbooks=(0, 0),
        perfect_bids=[0, 0],
        hands_played=0,
    )
    assert (state.bids, state.face_up, state.face_down_sizes) == ((None, None), ((), ()), (0, 0))
    assert (state.hand_to_play, state.trick.leader, state.hands) == (None, 1, ((), (), (), ()))


@pytest.mark.rule("SP-17", "SP-18", "SP-19", "AL-2")
def test_a_match_can_be_continued() -> None:
    state = spades.new_game(
        spades.Rules(max_hands=5),
        dealer=1,
        # The function accepts an iterator, though the annotation asks for a sequence.
        scores=iter([-310, 499]),  # type: ignore[arg-type]  # pyright: ignore
        overbooks=[4, 29],
        perfect_bids=(0, 2),
        hands_played=4,
    )
    assert (state.dealer, state.scores, state.hands_played) == (1, (-310, 499), 4)
    assert (state.overbooks, state.perfect_bids) == ((4, 29), (0, 2))
    assert state.needs_deal and not state.is_over
    state = dealt(dealer=1, overbooks=[4, 29], perfect_bids=(0, 2))
    assert (state.overbooks, state.perfect_bids) == ((4, 29), (0, 2))


@pytest.mark.rule("SP-17", "SP-18", "SP-19")
@pytest.mark.parametrize(
    ("field", "rule", "expected", "impossible"),
    [
        ("scores", "SP-19", "2 whole numbers, one a seat, -1000000000 to 1000000000 each", ()),
        ("overbooks", "SP-17", "2 whole numbers, one a seat, 0 to 1000000000 each", ([0, -1],)),
        (
            "perfect_bids",
            "SP-18",
            "2 whole numbers, one a seat, 0 to 2 each",
            ([0, -1], [3, 0], (0, 3)),
        ),
    ],
)
def test_impossible_tallies(
    field: str, rule: str, expected: str, impossible: tuple[object, ...]
) -> None:
    values: tuple[object, ...] = (
        *impossible,
        [0],
        [],
        [0, 0, 0],
        "00",
        b"00",
        {0, 1},
        {0: 0, 1: 0},
        [0, None],
        [0, True],
        [0, 1.0],
        ["0", 0],
        7,
        0,
        False,
        Hostile(),
        [Hostile(), 0],
    )
    for value in values:
        refused_opening(field, value, rule, expected)


@pytest.mark.rule("SP-19")
@pytest.mark.parametrize("scores", [(500, 0), (0, 500), (700, 900)])
def test_a_decided_match_cannot_be_continued(scores: tuple[int, int]) -> None:
    expected = "scores of a game that is not over"
    refused_opening("scores", scores, "SP-19", expected)
    refused_opening("scores", (80, 0), "SP-19", expected, target=80)
    assert spades.new_game(scores=(499, -499)).scores == (499, -499)


@pytest.mark.rule("AL-2")
def test_impossible_hands_played() -> None:
    for value in (-1, None, *NO_NUMBERS):
        refused_opening("hands_played", value, "AL-2", "a whole number, 0 to 1000000000")
    for value in (3, 4, -1):
        refused_opening("hands_played", value, "AL-2", "a whole number, 0 to 2", max_hands=3)
    assert spades.new_game(spades.Rules(max_hands=3), hands_played=2).hands_played == 2


@pytest.mark.parametrize("dealer", [-1, 2, 10**30, True, None, "0", 0.0, [0], Hostile()])
def test_impossible_dealers(dealer: object) -> None:
    with pytest.raises(tws.SeatError) as caught:
        spades.new_game(dealer=anything(dealer))
    assert caught.value.seat is dealer and caught.value.seats == 2
    assert quoted(dealer) in str(caught.value) and "0 to 1" in str(caught.value)


@pytest.mark.parametrize("rules", [7, "spades", {"target": 4}, spades.Rules, duel.Rules()])
def test_other_rules_are_refused(rules: object) -> None:
    with pytest.raises(tws.RulesError) as caught:
        spades.new_game(anything(rules))
    checked(caught.value, "rules", None, rules, "a twowaystreet.games.spades.Rules")


@pytest.mark.rule("SP-1", "SP-19")
def test_the_game_is_registered() -> None:
    game = tws.GAMES["spades"]
    assert game is spades.GAME and game.title == "Spades for two"
    assert (game.Rules, game.State, game.View) == (spades.Rules, spades.State, spades.View)
    assert game.new_game(game.Rules(target=7)).rules.target == 7
