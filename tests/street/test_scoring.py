"""Scoring and whole games (ST-20 to ST-24)."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import anything, hand_played
from tests.reference import street as reference
from twowaystreet.games import street
from twowaystreet.games.street.rules import Declaration, penalty_of, score_of


def scored(declarations: str, tricks: list[int]) -> street.HandScore:
    """Score facts, also those that no hand reaches; the declarations are one text."""
    return score_of(list(map(Declaration, declarations.split())), tricks)


@st.composite
def facts(draw: st.DrawFn) -> tuple[list[str], list[int]]:
    """Declarations and tricks of three to thirteen players."""
    players = draw(st.integers(3, 13))
    declarations = draw(
        st.lists(st.sampled_from(["HD", "LD", "HF", "LF"]), min_size=players, max_size=players)
    )
    tricks = [0] * players
    few = draw(st.integers(1, players))  # Few players with tricks make ties among the others.
    for _ in range(10):
        tricks[draw(st.integers(0, few - 1))] += 1
    return declarations, tricks


@pytest.mark.rule("ST-20")
@pytest.mark.parametrize(
    ("players", "minuend"),
    [(3, 8), (4, 6), (5, 5), (6, 4), (7, 3), (8, 3), (9, 2), (10, 2), (11, 1), (12, 1), (30, 1)],
)
def test_raw_scores(players: int, minuend: int) -> None:
    tricks = [7, 3, *[0] * (players - 2)]
    lows = scored("LD " * players, tricks)
    assert [seat.raw for seat in lows.seats] == [minuend - taken for taken in tricks]
    highs = scored("HF " * players, tricks)
    assert [seat.raw for seat in highs.seats] == tricks
    assert [seat.tricks for seat in highs.seats] == tricks
    assert {str(seat.direction) for seat in highs.seats} == {"high"}
    assert all(seat.forced for seat in highs.seats) and not any(s.forced for s in lows.seats)


CASES = [
    # Declarations, tricks, raw scores, case, penalty, points.
    ("HD HD HD HD", [4, 3, 2, 1], [4, 3, 2, 1], "A", 2, [4, 2, 0, 0]),
    ("LD LD HD HF", [1, 1, 4, 4], [5, 5, 4, 4], "A", 4, [2, 2, 0, 0]),
    ("LD HD HD LD", [0, 8, 2, 0], [6, 8, 2, 6], "B", 2, [8, 12, 0, 8]),
    ("LD LD LF HF", [1, 1, 1, 7], [5, 5, 5, 7], "C", 5, [0, 0, 1, 6]),
    ("LF LF LF HD", [1, 1, 1, 7], [5, 5, 5, 7], "C", 5, [1, 1, 1, 4]),
    # The tie of case C reaches to its lowest tied score, and no further.
    ("HD LF LF LF LF", [6, 1, 1, 1, 1], [6, 4, 4, 4, 4], "C", 4, [4, 1, 1, 1, 1]),
    ("HD HF HF HF HF HF", [4, 2, 1, 1, 1, 1], [4, 2, 1, 1, 1, 1], "A", 1, [6, 3, 0, 0, 0, 0]),
    # All tie for the best score: the best score below counts.
    ("LD LD LD LF LF", [2, 2, 2, 2, 2], [3, 3, 3, 3, 3], "D", 3, [0, 0, 0, 0, 0]),
    ("LD LD LF LF LD", [1, 1, 1, 1, 6], [4, 4, 4, 4, -1], "D", -1, [10, 10, 15, 15, 0]),
    # Negative penalties count as they are.
    ("LD HD HD LF HF", [7, 1, 0, 2, 0], [-2, 1, 0, 3, 0], "A", 0, [0, 2, 0, 9, 0]),
    # Three players: ST-22.
    ("HD HD HD", [5, 3, 2], [5, 3, 2], "A", 2, [6, 2, 0]),
    ("HD HF LF", [2, 4, 4], [2, 4, 4], "A", 2, [0, 6, 6]),
    ("HD HF HF", [4, 3, 3], [4, 3, 3], "C", 3, [2, 1, 1]),
    ("LD LD HF", [4, 2, 4], [4, 6, 4], "C", 4, [0, 4, 1]),
    ("LD LF HD", [3, 2, 5], [5, 6, 5], "C", 5, [0, 3, 0]),
    ("HD LD LD", [4, 3, 3], [4, 5, 5], "A", 4, [0, 2, 2]),
]


@pytest.mark.rule("ST-21", "ST-22", "ST-23")
@pytest.mark.parametrize(("declarations", "tricks", "raw", "case", "penalty", "points"), CASES)
def test_penalty_cases(
    declarations: str, tricks: list[int], raw: list[int], case: str, penalty: int, points: list[int]
) -> None:
    hand = scored(declarations, tricks)
    assert [seat.raw for seat in hand.seats] == raw
    assert (hand.case, hand.penalty) == (case, penalty)
    assert list(hand.points) == points
    assert [seat.refined for seat in hand.seats] == [max(0, one - penalty) for one in raw]
    assert {seat.penalty for seat in hand.seats} == {penalty}


@pytest.mark.rule("ST-22")
@pytest.mark.parametrize(
    ("raw", "penalty", "case"), [([4, 4, 4], 4, "D"), ([6, 4, 4], 4, "C"), ([6, 6, 4], 4, "A")]
)
def test_raw_scores_that_three_players_cannot_reach(
    raw: list[int], penalty: int, case: str
) -> None:
    assert penalty_of(raw) == (penalty, case)


@pytest.mark.rule("ST-20", "ST-21", "ST-22", "ST-23", "ST-25")
@given(facts())
def test_the_reference_score_is_the_same(known: tuple[list[str], list[int]]) -> None:
    declarations, tricks = known
    ours, theirs = scored(" ".join(declarations), tricks), reference.score(declarations, tricks)
    assert list(ours.points) == theirs["points"]
    assert [seat.entry for seat in ours.seats] == theirs["entries"]
    assert (ours.penalty, ours.case) == (theirs["penalty"], theirs["case"])


@pytest.mark.rule("ST-25")
@pytest.mark.parametrize(
    ("declarations", "tricks", "entries"),
    [
        ("LD HD LD HD", [0, 4, 0, 6], "LD,6-4:2 HD,4-4:0 LD,6-4:2 HD,6-4:2"),
        ("LF HF LF HD", [0, 4, 0, 6], "LF,6-4:2 HF,4-4:0 LF,6-4:2 HD,6-4:2"),
        (
            "LD LD LD LD LD LD",
            [0, 0, 0, 0, 4, 6],
            "LD,4-0:4 LD,4-0:4 LD,4-0:4 LD,4-0:4 LD,0-0:0 LD,-2-0:0",
        ),
        ("LD LD LD LD LD", [0, 0, 0, 0, 10], " ".join(["LD,5--5:10"] * 4 + ["LD,-5--5:0"])),
    ],
)
def test_entries(declarations: str, tricks: list[int], entries: str) -> None:
    hand = scored(declarations, tricks)
    assert " ".join(seat.entry for seat in hand.seats) == entries


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
        (5, "none", 1),
        (6, "none", 2),
        (10, "red_and_black", 2),
        (15, "none", 3),
        (16, "one", 4),
        (16, "two_alike", 3),
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
