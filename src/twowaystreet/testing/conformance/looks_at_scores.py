"""Promises about scores, and about matches that go on."""

from __future__ import annotations

from operator import add

from twowaystreet._engine.score_sheet import score_sheet
from twowaystreet._engine.scores import HandScore
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, score_hand, shuffle
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import HandNotOver
from twowaystreet.testing.conformance.courses import carried_on, replayed
from twowaystreet.testing.conformance.pictures import picture
from twowaystreet.testing.conformance.trial import Moment, fail, see


def scores(moment: Moment) -> int:
    """Scores are reckoned once, from the moves alone."""
    state, before = moment.state, moment.before
    if not state.hand_over:
        try:
            score_hand(state)
        except HandNotOver:
            pass
        else:
            fail("score_hand gives a score though no hand has been finished")
        same = before is None or state.scores == before.scores
        see(same and state.score is None, f"the scores change in the hand: {state.scores}")
        return 0
    score = score_hand(state)
    see(isinstance(score, HandScore) and score == state.score, f"score_hand gives {score!r}")
    points = score.points
    see(len(points) == state.rules.seats, f"{state.rules.seats} play, and the points are {points}")
    see(all(map(is_int, points)), f"points that are no whole numbers: {points}")
    if before is not None:
        total = tuple(map(add, before.scores, points))
        see(state.scores == total, f"{before.scores} and {points} make {state.scores}")
    # Made of each part: whatever a score is made of is to be the same.
    again = replayed(moment.course.start, moment.course.moves[: moment.place]).states[-1]
    see(
        picture(score_hand(again)) == picture(score) and again.scores == state.scores,
        f"the same hand scores {score.points}, and when played again {score_hand(again).points}",
    )
    sheet = score_sheet([f"seat {seat}" for seat in range(len(points))], [score])
    see(bool(sheet), "the score sheet of the hand is empty")
    return 1


def carrying_on(moment: Moment) -> int:
    """A match goes on the same where only its figures are known."""
    state = moment.state
    if not state.hand_over or state.is_over:
        return 0
    other = carried_on(moment.trial.game, state)
    deal = shuffle(state, moment.rng)
    one, two = apply(state, deal), apply(other, deal)
    for _ in range(3):
        _alike(one, two)
        moves = legal_moves(one)
        if not moves:
            break
        move = moment.rng.choice(moves)
        one, two = apply(one, move), apply(two, move)
    return 1


def _alike(one: AnyState, two: AnyState) -> None:
    see(
        picture(one) == picture(two),
        f"the match goes on as {one!r}, and as {two!r} where it is begun anew with its rules, "
        "dealer, scores and hands played, and what else new_game takes",
    )
