"""Worlds of Tien Len: only the deal is hidden, and passes prove nothing."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from math import factorial

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import replay
from tests.worlds import harness
from tests.worlds.harness import Position, check_played_again, check_position, hands_of_pack
from twowaystreet.games import tien_len

VIEWERS = (0, 1, 2, 3, None)
LOWEST = tws.Card.parse("3S")


@attrs.frozen
class Small:
    """A late position of a random hand.

    Attributes:
        seed: the seed of the hand.
        viewer: the seat; ``None`` for a spectator.
        most: the greatest number of unseen cards.
        hands: the number of the hand.
    """

    seed: int
    viewer: int | None
    most: int = 8
    hands: int = 1


def random_hand(
    seed: int, hands: int = 1
) -> tuple[tien_len.State, list[tws.Move], list[tien_len.State]]:
    """Play a random hand: the state before its deal, its moves, and the states after them."""
    rng = random.Random(seed)
    state = tien_len.new_game(dealer=rng.randrange(4))
    for _ in range(hands):
        start, moves, states = state, list[tws.Move](), list[tien_len.State]()
        while not (states and state.hand_over):
            options = (tws.shuffle(state, rng),) if state.needs_deal else tws.legal_moves(state)
            moves.append(rng.choice(options))
            state = tws.apply(state, moves[-1])
            states.append(state)
    return start, moves, states


def unseen_by(state: tien_len.State, viewer: int | None) -> int:
    """Return the number of cards that a viewer has not seen."""
    return sum(size for seat, size in enumerate(state.hand_sizes) if seat != viewer)


def position_of(
    start: tien_len.State, moves: Sequence[tws.Move], state: tien_len.State, viewer: int | None
) -> Position:
    """Return a position in which the other hands are dealt in every way."""
    deal = moves[0]
    assert isinstance(deal, tws.Deal)
    groups = [
        [place for place, card in enumerate(deal.cards) if card in hand]
        for seat, hand in enumerate(state.hands)
        if seat != viewer and hand
    ]
    return Position(
        start=start, moves=tuple(moves), viewer=viewer, groups=groups, is_complete=True
    )


SMALL = {
    "a spectator of two hands": Small(1, None),
    "a spectator, late": Small(2, None, 6),
    "a player with cards": Small(3, 0, 9),
    "another player": Small(4, 1, 9),
    "a player of the second hand": Small(5, 2, 8, 2),
    "a spectator of the second hand": Small(6, None, 7, 2),
    "a player of the last hand": Small(7, 3, 9, 4),
    "the fourth player": Small(8, 3, 8),
    "many cards": Small(9, 1, 10),
    "one unseen card": Small(10, 0, 1),
    "a hand that is over": Small(11, 0, 0),
}


@pytest.mark.rule("TL-5", "TL-9")
@pytest.mark.parametrize("name", SMALL)
def test_worlds_are_all_histories_that_look_the_same(name: str) -> None:
    small = SMALL[name]
    start, moves, states = random_hand(small.seed, small.hands)
    number = next(
        number
        for number, state in enumerate(states)
        if unseen_by(state, small.viewer) <= small.most or state.hand_over
    )
    position = position_of(start, moves[: number + 1], states[number], small.viewer)
    check_position(position)
