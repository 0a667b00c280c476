"""Samples of full-size hands with random options, for every game."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import ALL, OURS
from tests.helpers import AnyState, hand_played
from tests.leaks.playouts import playout_of, seats_of
from tests.leaks.shown import check_voids
from tests.reference.hands import cards_of
from tests.worlds import harness
from twowaystreet.games import duel, spades

POSITIONS = 5
"""The number of positions of each hand."""


def check_sample(game: str, state: AnyState, viewer: int | None, rng: random.Random) -> None:
    """Check that a sample looks the same, has all cards and no void suits, and can be played."""
    seen: Any = tws.view(state, viewer)  # Any: fields of the game's own class
    sample = tws.worlds(seen).sample(rng)
    assert tws.view(sample, viewer) == seen
    dealt = not state.needs_deal or state.hand_over
    if dealt and game in OURS:
        assert cards_of(game, sample) == list(state.rules.pack.cards)
    if hasattr(seen, "voids") and not isinstance(sample, spades.State):
        check_voids(sample, seen.voids)
    if not sample.is_over:
        hand_played(sample, rng)


@pytest.mark.parametrize("game", ALL)
def test_samples_of_full_hands_are_states_of_play(game: str) -> None:
    checked = 0
    for number in count():
        rng = harness.generator("full", game, number)
        states = playout_of(game, rng.randrange(1_000_000_000)).states
        for state in rng.sample(states, min(POSITIONS, len(states))):
            viewers = [*seats_of(state)]
            for viewer in rng.sample(viewers, min(3, len(viewers))):
                check_sample(game, state, viewer, rng)
                checked += 1
        if checked >= harness.SAMPLES:
            return


LONG_BIDS = [
    ("bid 8 high", "bid 7 high"),
    ("bid 8 low", "bid 7 low"),
    ("bid 7 high", "bid 8 low"),
    ("bid 7 low", "bid 8 high"),
]


@pytest.mark.rule("DU-7", "ST-11")
@pytest.mark.parametrize("bids", LONG_BIDS)
def test_the_last_card_of_the_stock_of_a_duel_is_sampled(bids: tuple[str, str]) -> None:
    rng = random.Random(str(bids))
    rules = duel.Rules(jokers=duel.Jokers.NONE, bid_markers=duel.BidMarkers.CARDS)
    state = duel.new_game(rules)
    state = tws.apply(state, tws.shuffle(state, rng))
    for text in bids:
        state = tws.apply(state, tws.parse_move(state, text))
    while not state.hand_over:
        for viewer in (None, 0, 1):
            check_sample("duel", state, viewer, rng)
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    assert len(state.stock) == 1
