"""Samples of full-size hands, compared with the views, and played again."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any, TypeAlias

import twowaystreet as tws
from tests.helpers import AnyState, trick_state
from tests.leaks.playouts import playout_of, seats_of
from tests.worlds import harness
from twowaystreet.testing.playouts import Playout

# Any: states of the game's own class.
HiddenMoves: TypeAlias = Callable[[AnyState, Any], tuple[tws.Deal, Sequence[tws.Move]]]
"""A function of the state before the deal and a sample that returns the deal and hidden moves."""


def played_by(state: AnyState, seat: int) -> tuple[tws.Card, ...]:
    """Return the cards that a seat has played in this hand."""
    tricks = (*trick_state(state).tricks, trick_state(state).trick)
    return tuple(
        card
        for trick in tricks
        for player, card in zip(trick.seats, trick.cards, strict=True)
        if player == seat
    )


def check_samples(
    playout: Playout, hidden_moves: HiddenMoves, rng: random.Random, positions: int = 5
) -> int:
    """Check that samples of random positions have an equal view and can be reached by play.

    Args:
        playout: the real hand.
        hidden_moves: the function that returns the hidden moves of a sample.
        rng: the source of chance.
        positions: the number of positions.

    Returns:
        The number of samples.
    """
    checked = 0
    for number in rng.sample(range(len(playout.states)), positions):
        state = playout.states[number]
        dealt = number
        while dealt and not isinstance(playout.moves[dealt - 1], tws.Deal):
            dealt -= 1
        for viewer in seats_of(state):
            seen = tws.view(state, viewer)
            sample = tws.worlds(seen).sample(rng)
            assert tws.view(sample, viewer) == seen
            if state.needs_deal and not state.hand_over:
                assert sample == state
            else:
                waiting = playout.states[dealt - 1]
                deal, hidden = hidden_moves(waiting, sample)
                of_type, left = {type(move) for move in hidden}, list(hidden)
                moves = [
                    left.pop(0) if type(move) in of_type else move
                    for move in playout.moves[dealt:number]
                ]
                harness.check_played_again(waiting, deal, moves, sample)
            checked += 1
    return checked


def check_full_hands(game: str, hidden_moves: HiddenMoves) -> None:
    """Check samples of random hands with random options."""
    checked = 0
    for number in count():
        rng = harness.generator("full", game, number)
        playout = playout_of(game, rng.randrange(1_000_000_000))
        checked += check_samples(playout, hidden_moves, rng)
        if checked >= harness.SAMPLES:
            return
