"""Differential test of Two Way Street."""

from __future__ import annotations

import random
from typing import Any

from tests.differential.common import Pair, somewhere, winners_of
from tests.reference.street import ReferenceStreet, Score
from twowaystreet.games import street

PLAYERS = (3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13)


def opening(rng: random.Random) -> tuple[street.State, ReferenceStreet]:
    """Start both games with the same random options."""
    options: dict[str, Any] = {
        "players": rng.choice(PLAYERS),
        "jokers": rng.choice(["red_and_black", "two_alike", "one", "none"]),
        "exchange": rng.choice(["obligatory", "optional"]),
        "named_suit": rng.choice(["either", "held"]),
        "target": rng.choice([1, 6, 20, 25]),
        "max_hands": rng.choice([None, None, 1, 2, 3]),
    }
    if rng.random() < 0.3:
        options["decks"] = street.Rules(**options).decks + rng.randrange(2)
    where = somewhere(rng, options["players"], options, range(options["target"]))
    return street.new_game(street.Rules(**options), **where), ReferenceStreet(**options, **where)


def compare(state: street.State, reference: ReferenceStreet) -> None:
    """Compare the declarations."""
    assert [said and str(said) for said in state.declarations] == reference.declarations


def compare_score(ours: street.HandScore, theirs: Score) -> None:
    """Compare every step of the score."""
    assert [seat.raw for seat in ours.seats] == theirs["raw"]
    assert [seat.refined for seat in ours.seats] == theirs["refined"]
    assert [seat.entry for seat in ours.seats] == theirs["entries"]
    assert (ours.penalty, ours.case) == (theirs["penalty"], theirs["case"])


def score_again(state: street.State) -> street.HandScore:
    """Score the hand from its declarations and tricks."""
    said = [way for way in state.declarations if way is not None]
    return street.score(said, winners_of(state.tricks, len(said)))


PAIR = Pair(
    opening=opening,
    compare=compare,
    compare_score=compare_score,
    score_again=score_again,
    tricks=lambda _: 10,
)
