"""Differential test of Brag."""

from __future__ import annotations

import random
from itertools import chain
from typing import Any

import twowaystreet as tws
from tests.differential.common import Pair, somewhere, words
from tests.reference.brag import MOST_PLAYERS, ReferenceBrag
from twowaystreet.games import brag


def opening(rng: random.Random) -> tuple[brag.State, ReferenceBrag]:
    """Start both games with the same random options."""
    cards = rng.choice([9, 7, 6])
    options: dict[str, Any] = {
        "cards": cards,
        "players": rng.randrange(2, MOST_PLAYERS[cards] + 1),
        "high_rank": rng.choice(["everywhere", "prials"]),
        "max_hands": rng.choice([1, 2, 12]),
    }
    where = somewhere(rng, options["players"], options, range(-9, 10))
    where["antes"] = rng.choice([0, 0, 1, 5])
    rules = brag.Rules(**options)
    return brag.new_game(rules, **where), ReferenceBrag(**options, **where)


def compare(state: brag.State, reference: ReferenceBrag) -> None:
    """Compare the lays, the cards shown and the pot."""
    assert state.antes == reference.antes
    assert [words(some) for some in state.shown] == reference.shown
    ours = [hands and list(map(words, hands)) for hands in state.laid]
    assert ours == reference.laid
    assert list(state.has_laid) == [hands is not None for hands in reference.laid]
    for seat in range(state.rules.players):
        seen = tws.view(state, seat)
        assert words(seen.hand or ()) == reference.hands[seat]
        known = [state.hand_over or seat == other for other in range(state.rules.players)]
        theirs = [hands if knows else None for hands, knows in zip(ours, known, strict=True)]
        assert [hands and list(map(words, hands)) for hands in seen.laid] == theirs


def compare_score(ours: brag.HandScore, theirs: Any) -> None:
    """Compare the outcome, the taker, the best hands and the kinds."""
    assert (ours.outcome, ours.antes, ours.taker) == (
        theirs["outcome"],
        theirs["antes"],
        theirs["taker"],
    )
    assert list(map(list, ours.best)) == theirs["best"]
    assert [[str(hand.kind) for hand in seat.hands] for seat in ours.seats] == theirs["kinds"]
    assert [seat.hand_points for seat in ours.seats] == theirs["hand_points"]


def score_again(state: brag.State) -> brag.HandScore:
    """Score the hand from its lays; keep the score of a hand that the deal ended."""
    score = tws.score_hand(state)
    laid = [hands for hands in state.laid if hands is not None]
    return brag.score(laid, score.antes, state.rules) if laid else score


def elsewhere(state: brag.State) -> list[tws.Card]:
    """Return the cards laid."""
    return [*chain(*chain(*filter(None, state.laid)))]


PAIR = Pair(
    opening=opening,
    compare=compare,
    compare_score=compare_score,
    score_again=score_again,
    elsewhere=elsewhere,
)
