"""Differential test of Twenty Down."""

from __future__ import annotations

import random
from itertools import chain
from typing import Any

import twowaystreet as tws
from tests.differential.common import Pair, somewhere, winners_of, words
from tests.reference.twenty_down import ReferenceTwentyDown
from twowaystreet.games import twenty_down


def opening(rng: random.Random) -> tuple[twenty_down.State, ReferenceTwentyDown]:
    """Start both games with the same random options."""
    options: dict[str, Any] = {
        "must_trump": rng.choice([True, False]),
        "max_hands": rng.choice([None, None, 1, 9, 10]),
    }
    where = somewhere(rng, 4, options, range(1, 30))
    rules = twenty_down.Rules(**options)
    return twenty_down.new_game(rules, **where), ReferenceTwentyDown(**options, **where)


def compare(state: twenty_down.State, reference: ReferenceTwentyDown) -> None:
    """Compare trumps, discards and statuses."""
    assert (state.trumps and str(state.trumps)) == reference.trumps
    ours = [status and status is twenty_down.Status.IN for status in state.statuses]
    assert ours == reference.is_in
    assert [words(some or ()) for some in state.discards] == reference.discards


def compare_score(ours: twenty_down.HandScore, theirs: Any) -> None:
    """Compare the numbers of tricks."""
    assert [seat.tricks for seat in ours.seats] == theirs["tricks"]


def score_again(state: twenty_down.State) -> twenty_down.HandScore:
    """Score the hand from its tricks, trumps and statuses."""
    assert state.trumps is not None
    statuses = [status for status in state.statuses if status is not None]
    return twenty_down.score(winners_of(state.tricks, 4), state.trumps, statuses)


def elsewhere(state: twenty_down.State) -> list[tws.Card]:
    """Return the discards."""
    return [*chain(*(some or () for some in state.discards))]


PAIR = Pair(
    opening=opening,
    compare=compare,
    compare_score=compare_score,
    score_again=score_again,
    elsewhere=elsewhere,
    tricks=lambda state: 5 if state.statuses.count(twenty_down.Status.IN) > 1 else 0,
)
