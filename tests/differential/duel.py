"""Differential test of the Duel."""

from __future__ import annotations

import random
from itertools import chain
from typing import Any

import twowaystreet as tws
from tests.differential.common import Pair, somewhere, winners_of, words
from tests.helpers import at
from tests.reference.duel import ReferenceDuel
from twowaystreet.games import duel


def opening(rng: random.Random) -> tuple[duel.State, ReferenceDuel]:
    """Start both games with the same random options."""
    options: dict[str, Any] = {
        "jokers": rng.choice(["red_and_black", "two_alike", "one", "none"]),
        "named_suit": rng.choice(["either", "held"]),
        "bid_markers": rng.choice(["paper", "cards"]),
        "max_strength": rng.choice([None, None, 1, 2, 8]),
        "target": rng.choice([1, 6, 20, 25]),
        "max_hands": rng.choice([None, None, 1, 2, 3]),
    }
    where = somewhere(rng, 2, options, range(options["target"]))
    return duel.new_game(duel.Rules(**options), **where), ReferenceDuel(**options, **where)


def compare(state: duel.State, reference: ReferenceDuel) -> None:
    """Compare bids, markers and captured tricks."""
    assert [bid and str(bid) for bid in state.bids] == reference.bids
    assert state.responder == reference.responder
    assert state.direction == reference.direction
    if at(state, duel.Phase.EXCHANGE):
        assert list(state.to_exchange) == reference.to_exchange
    assert list(map(words, state.markers)) == reference.markers
    assert [list(map(words, pairs)) for pairs in state.captured] == reference.captured


def score_again(state: duel.State) -> duel.HandScore:
    """Score the hand from its direction and tricks."""
    assert state.direction is not None
    captured = [len(pairs) for pairs in state.captured]
    taken = winners_of(state.tricks, 2)
    return duel.score(state.direction, taken, captured, dealer=state.dealer)


def elsewhere(state: duel.State) -> list[tws.Card]:
    """Return markers and captured tricks."""
    return [*chain(*state.markers), *chain(*chain(*state.captured))]


PAIR = Pair(
    opening=opening,
    compare=compare,
    compare_score=lambda ours, theirs: None,
    score_again=score_again,
    elsewhere=elsewhere,
    tricks=lambda _: 10,
)
