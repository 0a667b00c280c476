"""Differential test of Spades for two."""

from __future__ import annotations

import random
from typing import Any

from tests.differential.common import Pair, somewhere, winners_of, words
from tests.reference.spades import ReferenceSpades
from twowaystreet.games import spades


def opening(rng: random.Random) -> tuple[spades.State, ReferenceSpades]:
    """Start both games with the same random options."""
    options: dict[str, Any] = {
        "renege": rng.choice(["impossible", "penalised"]),
        "boston_failed": rng.choice([-130, -130, 0, -500]),
        "target": rng.choice([500, 500, 200, 1]),
        "max_hands": rng.choice([None, None, 1, 3]),
    }
    where = somewhere(rng, 2, options, range(-300, options["target"]))
    where["overbooks"] = [rng.randrange(25) for _ in range(2)]
    where["perfect_bids"] = [rng.randrange(3) for _ in range(2)]
    return spades.new_game(spades.Rules(**options), **where), ReferenceSpades(**options, **where)


def compare(state: spades.State, reference: ReferenceSpades) -> None:
    """Compare the four hands, the cards face up, bids and books."""
    round_the_table = [
        reference.hands[2 * (player == reference.dealer) + place]
        for player in range(2)
        for place in range(2)
    ]
    hands = [sorted(words(hand)) for hand in state.hands]
    assert hands == list(map(sorted, round_the_table)) or not any(hands)
    assert [sorted(words(cards)) for cards in state.face_up] == list(map(sorted, reference.face_up))
    assert list(state.face_down_sizes) == list(map(len, reference.face_down))
    assert (state.hand_to_play and str(state.hand_to_play)) == reference.hand_to_play
    assert [bid and str(bid) for bid in state.bids] == reference.bids
    assert list(state.books) == reference.books
    assert list(state.overbooks) == reference.overbooks
    assert list(state.perfect_bids) == reference.perfect_bids
    for ours, theirs in zip(state.tricks[-1:], reference.tricks[-1:], strict=True):
        assert words(ours.hands) == theirs["hands"]
        assert str(ours.winning_hand) == theirs["winning_hand"]


def compare_score(ours: spades.HandScore, theirs: Any) -> None:
    """Compare every part of the score."""
    for name in ("books", "made", "contract", "overbooks", "penalty", "bonus"):
        assert [getattr(seat, name) for seat in ours.seats] == theirs[name]
    assert [str(seat.bid) for seat in ours.seats] == theirs["bid"]


def score_again(state: spades.State) -> spades.HandScore:
    """Score the hand from bids, books and the totals before the hand."""
    taken = winners_of(state.tricks, 2)
    score = state.score
    assert score is not None
    before = [
        total - seat.overbooks for total, seat in zip(state.overbooks, score.seats, strict=True)
    ]
    # Two if the bonus was earned, else one less than now. For a 0 now, any earlier value is right.
    perfect = [
        2 if seat.bonus else max(count - 1, 0)
        for count, seat in zip(state.perfect_bids, score.seats, strict=True)
    ]
    return spades.score(
        [str(bid) for bid in state.bids],
        [(book.winner, str(book.winning_hand)) for book in state.tricks if book.winner is not None],
        moved=state.books[0] - taken[0],
        overbooks=before,
        perfect_bids=perfect,
        boston_failed=state.rules.boston_failed,
    )


PAIR = Pair(
    opening=opening,
    compare=compare,
    compare_score=compare_score,
    score_again=score_again,
    hands=False,
    tricks=lambda _: 13,
)
