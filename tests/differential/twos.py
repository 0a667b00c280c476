"""Differential test of Twos."""

from __future__ import annotations

import random
from typing import Any

from tests.differential.common import Pair, somewhere
from tests.reference.twos import ReferenceTwos
from twowaystreet.games import twos


def opening(rng: random.Random) -> tuple[twos.State, ReferenceTwos]:
    """Start both games with the same random options."""
    target = rng.choice([None, 5, 20, 50])
    options: dict[str, Any] = {
        "target": target,
        "max_hands": rng.choice([1, 2, 4, 9] if target is None else [None, 1, 4]),
    }
    where = somewhere(rng, 4, options, range(-20, target or 30))
    return twos.new_game(twos.Rules(**options), **where), ReferenceTwos(**options, **where)


def compare_score(ours: twos.HandScore, theirs: Any) -> None:
    """Compare every part of the score."""
    assert [seat.honours for seat in ours.seats] == theirs["honours"]
    assert [seat.caught for seat in ours.seats] == theirs["caught"]
    assert [seat.lost for seat in ours.seats] == theirs["lost"]


def score_again(state: twos.State) -> twos.HandScore:
    """Score the hand from its catches and honours, counted by the letters of the cards."""
    honours = [0] * 4
    for trick in state.tricks:
        assert trick.winner is not None
        honours[trick.winner] += sum(str(card)[0] in "AKQJ" for card in trick.cards)
    return twos.score(honours, state.catches)


PAIR = Pair(
    opening=opening,
    compare=lambda state, reference: None,
    compare_score=compare_score,
    score_again=score_again,
    tricks=lambda _: 13,
)
