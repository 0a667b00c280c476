"""Kitty Whist, the example with bids, a kitty and cards buried face down."""

import random
from typing import Any

import pytest

import twowaystreet as tws
from examples import kitty_whist
from tests.helpers import replay
from twowaystreet.testing import conformance

BIDS = ["pass", "pass", "trumps H"]
"""The bids of the seats 1, 2 and 3."""
NAMES = ["trumps C", "trumps D", "trumps H", "trumps S"]


def dealt(*moves: str) -> Any:
    """Return the state after a deal and some moves. Any: a state with its hand data."""
    state = kitty_whist.GAME.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(3)))
    return replay(state, moves)


def texts(state: Any) -> list[str]:
    return [str(move) for move in tws.legal_moves(state)]


def buried(number: int) -> Any:
    """Return the state after seat 3 has named hearts and buried some cards."""
    state = dealt(*BIDS)
    for _ in range(number):
        state = tws.apply(state, tws.legal_moves(state)[0])
    return state


def test_each_passes_or_names_trumps_and_the_dealer_must_name_them() -> None:  # KW-2
    assert texts(dealt()) == texts(dealt("pass", "pass")) == ["pass", *NAMES]
    assert texts(dealt("pass", "pass", "pass")) == NAMES
    with pytest.raises(tws.IllegalMove, match="KW-2"):
        dealt("pass", "pass", "pass", "pass")


def test_who_names_trumps_takes_the_kitty_unseen() -> None:  # KW-3
    before, after = dealt(*BIDS[:2]), dealt(*BIDS)
    assert after.actor == 3 and after.stock == () and after.hand_sizes == (12, 12, 12, 16)
    assert {*after.hands[3]} == {*before.hands[3], *before.stock}
    for viewer in (None, 0, 1, 2):
        shown = tws.view(after, viewer).to_json()
        assert not any(f'"{card}"' in shown for card in before.stock)


def test_who_buries_cards_knows_them_and_the_others_know_their_number() -> None:  # KW-3
    redacted = kitty_whist.View.redacted_moves[kitty_whist.Bury]
    for number in range(4):
        state = buried(number)
        assert state.phase == "bury" and state.actor == 3
        cards = buried(4)._hand_data.buried[:number]
        move = tws.legal_moves(state)[0]
        for viewer in (None, 0, 1, 2, 3):
            seen: Any = tws.view(state, viewer)
            assert (seen.buried, seen.cards_buried) == (cards if viewer == 3 else None, number)
            assert redacted(state, move, viewer) == (None if viewer == 3 else "bury")
    state = buried(4)
    assert state.phase == "play" and state.actor == state.trick.leader == 1
    assert state.hand_sizes == (12, 12, 12, 12)


@pytest.mark.parametrize(("seat", "points"), [(3, (0, 1, 0, 1)), (0, (-1, 0, -1, 0))])
def test_the_side_that_named_trumps_scores_tricks_above_six_or_loses_those_below(
    seat: int, points: Any
) -> None:  # KW-5: seats 1 and 3 take seven tricks of twelve
    state = dealt(*["pass"] * ((seat - 1) % 4), "trumps H")
    takers = (1, 3, 0, 2, 1, 3, 0, 2, 1, 3, 0, 1)
    tricks = tuple(state._taken_by(taker) for taker in takers)
    assert state._score(tricks).points == points


@pytest.mark.nightly
def test_kitty_whist_keeps_every_promise() -> None:
    found = conformance.check(kitty_whist.GAME, hands=2)
    assert min(found.values()) > 0
