"""Valid and invalid options of Spades for two, and openings of a match."""

from __future__ import annotations

from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from tests.spades.table import dealt
from twowaystreet.errors import quoted
from twowaystreet.games import spades

NO_NUMBERS: tuple[object, ...] = (True, False, 3.0, "4", b"4", [4], (), {}, Hostile())


def checked(
    error: tws.RulesError, field: str, rule: str | None, value: object, expected: str
) -> None:
    """Check that the error has all the facts and that its message shows them."""
    assert (error.field, error.rule, error.expected) == (field, rule, expected)
    assert error.value is value
    cited = f" ({rule})" if rule else ""
    assert str(error) == f"{field}={quoted(value)}: expected {expected}{cited}"


def refused_opening(field: str, value: object, rule: str, expected: str, **options: Any) -> None:
    """Check that this opening of a match is refused."""
    with pytest.raises(tws.RulesError) as caught:
        spades.new_game(spades.Rules(**options), **anything({field: value}))
    checked(caught.value, field, rule, value, expected)


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
