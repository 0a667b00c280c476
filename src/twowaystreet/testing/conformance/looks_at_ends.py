"""The promise that hands end, and that matches do when the rules say so."""

from __future__ import annotations

from typing import Any

import attrs

from twowaystreet._engine.options import options_of
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, shuffle
from twowaystreet.errors import IllegalMove
from twowaystreet.testing.conformance.courses import played
from twowaystreet.testing.conformance.trial import Moment, fail


def ending(moment: Moment) -> int:
    """Hands end, and so do matches."""
    trial, rng = moment.trial, moment.rng
    start, hands = _bounded(moment), 1
    if start.rules.max_hands is not None:
        hands = start.rules.max_hands - start.hands_played
    course = played(start, rng, hands + 1)
    last = course.states[-1]
    moves = len(course.moves)
    if course.fault:
        refused = course.error is None or isinstance(course.error, IllegalMove)
        if refused and not course.endless:
            return 0  # somebody cannot move, which is a promise of its own
        fail(course.fault, course, cause=course.error)
    ended = [place for place, state in enumerate(course.states) if state.hand_over and place]
    for count, place in enumerate(ended, start=1):
        state = course.states[place]
        if state.hands_played != start.hands_played + count:
            fail(f"{count} hands have ended, and hands_played is {state.hands_played}", course)
    if start.rules.max_hands is not None and not last.is_over:
        cut = course.until(ended[hands - 1] if len(ended) >= hands else moves)
        fail(f"max_hands is {start.rules.max_hands}, and the game is not over after them", cut)
    for place, state in enumerate(course.states):
        wrong = _wrong_end(state, last=place == moves)
        if wrong:
            fail(wrong, course.until(place))
    if last.is_over:
        for move in (shuffle(last, rng), *trial.moves()):
            try:
                apply(last, move)
            except IllegalMove:
                continue
            fail(f"the game is over, and {move} is taken", course)
    return len(ended)


def _wrong_end(state: AnyState, *, last: bool) -> str:
    """What is wrong with how a state says that the game is over; empty if nothing is."""
    winners = state.winners
    if state.is_over and (not last or legal_moves(state) or not state.hand_over):
        return "the game is over, and goes on"
    if bool(winners) != state.is_over or not set(winners) <= set(range(state.rules.seats)):
        return f"the winners are {winners}, and the game is {'' if state.is_over else 'not '}over"
    return ""


def _bounded(moment: Moment) -> AnyState:
    """The start of the course; with few hands in all, if the rules have a bound for them."""
    # Any: the rules of the game's own class.
    game: Any = moment.trial.game
    rules: Any = moment.course.start.rules
    if "max_hands" not in options_of(game.Rules):
        return moment.course.start
    few = attrs.evolve(rules, max_hands=moment.rng.randint(1, 3))
    start: AnyState = game.new_game(few, dealer=moment.course.start.dealer)
    return start
