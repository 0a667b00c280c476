"""Valid and invalid options of Two Way Street, and openings of a match."""

from __future__ import annotations

import copy
import pickle
from enum import StrEnum

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from twowaystreet.games import duel, street

BAD_NUMBERS: tuple[object, ...] = (
    True,
    False,
    3.0,
    4.5,
    float("nan"),
    "4",
    b"4",
    [4],
    (),
    -1,
    0,
    -(10**5000),
)
BAD_WORDS: tuple[object, ...] = (
    "",
    "None",
    "RED_AND_BLACK",
    "yes",
    None,
    True,
    0,
    1,
    2.5,
    b"one",
    ["one"],
    {},
    "ſ",
)


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        street.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    for fact in (error.field, error.expected, error.rule):
        assert fact and fact in str(error)
    return error


def test_defaults() -> None:
    rules = street.Rules()
    assert attrs.asdict(rules) == {
        "players": 4,
        "decks": 1,
        "jokers": "red_and_black",
        "exchange": "obligatory",
        "named_suit": "either",
        "target": 20,
        "max_hands": None,
    }
    assert rules.seats == 4


@pytest.mark.rule("ST-1", "ST-2")
@pytest.mark.parametrize(
    ("players", "jokers", "decks"),
    [
        (3, "none", 1),
        (4, "none", 1),
        (5, "none", 1),
        (5, "red_and_black", 1),
        (6, "none", 2),
        (6, "red_and_black", 2),
        (10, "none", 2),
        (10, "red_and_black", 2),
        (11, "none", 3),
        (15, "none", 3),
        (16, "none", 4),
        (16, "one", 4),
        (16, "two_alike", 3),
        (26, "none", 5),
        (27, "red_and_black", 5),
    ],
)
def test_the_fewest_decks(players: int, jokers: str, decks: int) -> None:
    rules = street.Rules(players=players, jokers=anything(jokers))
    assert rules.decks == decks
    assert len(rules.pack.cards) >= 10 * players
    assert street.Rules(players=players, decks=decks + 3).decks == decks + 3
    if decks > 1:
        error = refusal(players=players, jokers=jokers, decks=decks - 1)
        assert (error.field, error.rule) == ("decks", "ST-2")
        assert f"{decks} or more" in error.expected


@pytest.mark.rule("ST-1")
def test_five_play_with_one_or_two_decks() -> None:
    assert [len(street.Rules(players=5, decks=decks).pack.cards) for decks in (1, 2)] == [54, 108]


@pytest.mark.rule("ST-4")
@pytest.mark.parametrize("players", [2, 1, 0, -1])
def test_the_error_for_two_players_names_the_duel(players: int) -> None:
    error = refusal(players=players)
    assert (error.field, error.rule) == ("players", "ST-4")
    assert "Duel" in str(error) and "3 to 1000" in str(error)


@pytest.mark.rule("ST-1", "ST-4", "ST-24", "AL-2")
@pytest.mark.parametrize(
    ("field", "rule"),
    [("players", "ST-4"), ("decks", "ST-1"), ("target", "ST-24"), ("max_hands", "AL-2")],
)
def test_impossible_numbers_are_refused(field: str, rule: str) -> None:
    for value in BAD_NUMBERS:
        error = refusal(**{field: value})
        assert (error.field, error.rule) == (field, rule)
        assert "a whole number" in error.expected
    error = refusal(**{field: Hostile()})
    assert "Hostile object" in str(error)


@pytest.mark.parametrize("field", ["players", "target"])
def test_none_is_refused_as_a_number(field: str) -> None:
    assert "None" not in refusal(**{field: None}).expected


def test_none_selects_the_default() -> None:
    # None asks for the default; the annotation of the field does not include it.
    rules = street.Rules(decks=None, max_hands=None)  # type: ignore[arg-type]  # pyright: ignore
    assert (rules.decks, rules.max_hands) == (1, None)
    assert ", or None" in refusal(max_hands=0).expected


@pytest.mark.rule("ST-3", "ST-10", "ST-17")
@pytest.mark.parametrize(
    ("field", "words", "rule"),
    [
        ("jokers", ["red_and_black", "two_alike", "one", "none"], "ST-3"),
        ("exchange", ["obligatory", "optional"], "ST-10"),
        ("named_suit", ["either", "held"], "ST-17"),
    ],
)
def test_options_accept_these_words(field: str, words: list[str], rule: str) -> None:
    enum_type: type[StrEnum] = anything(getattr(street.Rules(), field)).__class__
    assert list(enum_type) == words
    assert getattr(street.Rules(), field) == words[0]
    for word in words:
        rules = street.Rules(**anything({field: word}))
        assert getattr(rules, field) is enum_type(word)
        assert rules == street.Rules(**anything({field: enum_type(word)}))
    for value in BAD_WORDS:
        error = refusal(**{field: value})
        assert (error.field, error.rule) == (field, rule)
        assert all(word in error.expected for word in words)


@pytest.mark.parametrize("field", ["jokers", "exchange", "named_suit"])
def test_hostile_words_are_refused(field: str) -> None:
    assert refusal(**{field: Hostile()}).field == field


def test_misspelt_options_and_positions_are_type_errors() -> None:
    with pytest.raises(TypeError):
        anything(street.Rules)(player=4)
    with pytest.raises(TypeError):
        anything(street.Rules)(4)


def test_rules_are_values() -> None:
    rules = street.Rules(players=5, jokers=street.Jokers.ONE, max_hands=3)
    assert rules == street.Rules(players=5, jokers=anything("one"), max_hands=3, decks=1)
    twins: list[street.Rules] = [
        copy.copy(rules),
        copy.deepcopy(rules),
        pickle.loads(pickle.dumps(rules)),
        eval(repr(rules), {"Rules": street.Rules}),
    ]
    for twin in twins:
        assert twin == rules and hash(twin) == hash(rules)
        assert type(twin.jokers) is street.Jokers
    assert rules != attrs.evolve(rules, target=21)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(rules).target = 1


def test_numbers_are_accepted_up_to_their_limits() -> None:
    greatest = 10**9
    rules = street.Rules(target=greatest, max_hands=greatest)
    assert rules.target == rules.max_hands == greatest
    assert street.Rules(players=100, decks=1000).decks == 1000
    assert street.Rules(players=1000).decks == 186
    for field, value in (
        ("target", 10**9 + 1),
        ("max_hands", 10**640),
        ("decks", 1001),
        ("players", 1001),
        ("decks", 10**30),
    ):
        assert refusal(**{field: value}).value == value


# The opening of a match.


def opening_refusal(rules: street.Rules | None = None, **opening: object) -> tws.RulesError:
    """Return the error for this opening."""
    with pytest.raises(tws.RulesError) as caught:
        street.new_game(rules, **anything(opening))
    assert caught.value.field in str(caught.value)
    return caught.value


@pytest.mark.rule("ST-6")
@pytest.mark.parametrize("dealer", [-1, 4, 10**30, True, None, "0", 0.0, [0]])
def test_impossible_dealers(dealer: object) -> None:
    with pytest.raises(tws.SeatError) as caught:
        street.new_game(dealer=anything(dealer))
    assert caught.value.seat is dealer and caught.value.seats == 4
    assert "0 to 3" in str(caught.value)


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
        [0, 0, 0, -1],
        [0, 0, 0, "1"],
        7,
    ],
)
@pytest.mark.rule("ST-23")
def test_impossible_scores(scores: object) -> None:
    error = opening_refusal(scores=scores)
    assert (error.field, error.value) == ("scores", scores)
    assert "4 whole numbers" in error.expected


@pytest.mark.rule("ST-24")
@pytest.mark.parametrize("scores", [[20, 0, 0, 0], [0, 0, 21, 3]])
def test_a_decided_match_cannot_be_continued(scores: list[int]) -> None:
    error = opening_refusal(scores=scores)
    assert (error.field, error.rule) == ("scores", "ST-24")
    assert street.new_game(scores=[19, 0, 0, 0]).scores == (19, 0, 0, 0)


@pytest.mark.rule("AL-2")
def test_impossible_hands_played() -> None:
    bounded = street.Rules(max_hands=3)
    for value in (-1, True, None, 1.0, "1"):
        error = opening_refusal(hands_played=value)
        assert (error.field, error.rule) == ("hands_played", "AL-2")
        assert "0 to 1000000000" in error.expected
    for value in (3, 4):
        assert "0 to 2" in opening_refusal(bounded, hands_played=value).expected
    assert street.new_game(bounded, hands_played=2).hands_played == 2
    assert street.new_game(hands_played=99).hands_played == 99


@pytest.mark.parametrize("rules", [7, "street", {"players": 4}, street.Rules, duel.Rules()])
def test_other_rules_are_refused(rules: object) -> None:
    error = opening_refusal(anything(rules))
    assert error.field == "rules" and error.value is rules
    assert "street.Rules" in error.expected


def test_new_game_with_the_defaults() -> None:
    state = street.new_game()
    assert (state.rules, state.dealer, state.scores) == (street.Rules(), 0, (0, 0, 0, 0))
    assert (state.hands_played, state.phase, state.actor) == (0, street.Phase.DEAL, None)
    assert state == street.new_game(street.Rules(), dealer=0, scores=[0] * 4, hands_played=0)
    with pytest.raises(TypeError):
        anything(street.new_game)(street.Rules(), 0)
