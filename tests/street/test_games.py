"""The first declarer, the end of a game and its winner (ST-6, ST-24, AL-2)."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import anything, hand_played
from twowaystreet.games import street


@pytest.mark.rule("ST-24")
def test_the_target_may_be_reached_exactly() -> None:
    # In the first hand of this seed a player scores exactly the target.
    rng = random.Random(8)
    state = hand_played(street.new_game(street.Rules(target=1000)), rng)
    best = max(state.scores)
    for target, over in ((best, True), (best + 1, False)):
        rng = random.Random(8)
        again = hand_played(street.new_game(street.Rules(target=target)), rng)
        assert again.scores == state.scores
        assert again.is_over is over
        assert again.winners == (tuple(tops(again)) if over else ())


def tops(state: street.State) -> list[int]:
    """Return the seats with the most points."""
    return [seat for seat, score in enumerate(state.scores) if score == max(state.scores)]


@pytest.mark.rule("ST-24", "AL-2")
def test_a_shared_win() -> None:
    for seed in range(50):
        state = hand_played(street.new_game(street.Rules(max_hands=1)), random.Random(seed))
        assert state.is_over and list(state.winners) == tops(state)
        if len(state.winners) > 1:
            break
    else:
        pytest.fail("no hand of these was shared")


@pytest.mark.rule("ST-25")
def test_the_sheet_of_a_whole_game() -> None:
    rng = random.Random(3)
    state = street.new_game(street.Rules(players=3))
    scores: list[street.HandScore] = []
    while not state.is_over:
        state = hand_played(state, rng)
        scores.append(tws.score_hand(state))
    lines = tws.score_sheet(["A", "B", "C"], scores).splitlines()
    assert len(lines) == 1 + 2 * len(scores)
    assert [word.strip() for word in lines[-1].split("|")] == list(map(str, state.scores))


# Valid and invalid options of Two Way Street, and openings of a match.


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        street.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    for fact in (error.field, error.expected, error.rule):
        assert fact and fact in str(error)
    return error


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


def test_none_selects_the_default() -> None:
    # None asks for the default; the annotation of the field does not include it.
    rules = street.Rules(decks=None, max_hands=None)  # type: ignore[arg-type]  # pyright: ignore
    assert (rules.decks, rules.max_hands) == (1, None)
    assert ", or None" in refusal(max_hands=0).expected


# The opening of a match.
