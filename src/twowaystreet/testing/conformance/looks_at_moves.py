"""Promises about moves: what is legal, what is refused, how moves are written."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from twowaystreet._engine.moves import Deal, Move, Play
from twowaystreet._engine.notation import move_types_of, parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, shuffle
from twowaystreet.errors import IllegalMove, Reason, TwoWayStreetError, quoted
from twowaystreet.testing.conformance.raised import raised
from twowaystreet.testing.conformance.trial import Moment, fail, see


def legal(moment: Moment) -> int:
    """Legal moves are just those that ``apply`` takes."""
    state = moment.state
    offered = legal_moves(state)
    who = "nobody" if state.actor is None else f"seat {state.actor}"
    turn = f"in phase {state.phase} {who}"
    see(offered == legal_moves(state), f"{turn} is offered other moves when asked again")
    for move in offered:
        see(
            type(move) in move_types_of(type(state)), f"{move} is offered, which is no kind of move"
        )
        see(offered.count(move) == 1, f"{turn} is offered {move} more than once")
        _accepted(state, move, f"{turn} is offered")
    plays = [isinstance(move, Play) for move in offered]
    see(plays == sorted(plays), f"{turn} is offered plays before other moves")
    _in_order(moment, offered)
    others = [move for move in moment.trial.moves() if move not in offered]
    for move in others:
        _refused(state, move, f"{turn} is not offered")
    deal = shuffle(state, moment.rng)
    if state.needs_deal:
        _accepted(state, deal, "a deal is due:")
        see(not offered, "a deal is due, and other moves are offered")
        cards = deal.cards
        for wrong in (cards[1:], (*cards[:-1], cards[0]), (*cards, cards[0]), ()):
            if sorted(wrong) != sorted(cards):
                _refused(state, Deal(wrong), "a pack was dealt that is not that of the game:")
    else:
        _refused(state, deal, "no deal is due, not")
    if moment.place == len(moment.course.moves):
        _goes_on(moment)
    return len(offered) + len(others) + 1


def _goes_on(moment: Moment) -> None:
    """See that the course has not ended because somebody had nothing to do."""
    state = moment.state
    stuck = state.actor is not None and not legal_moves(state)
    see(not stuck, f"seat {state.actor} is to move in phase {state.phase}, and has no legal move")


def _accepted(state: AnyState, move: Move, why: str) -> None:
    try:
        after = apply(state, move)
    except IllegalMove as error:
        fail(f"{why} {quoted(str(move))}, and apply refuses it: {error}", cause=error)
    except Exception as error:
        fail(f"{why} {quoted(str(move))}, and apply raises {raised(error)}", cause=error)
    see(
        type(after) is type(state),
        lambda: f"{why} {quoted(str(move))}, and apply gives {quoted(after)}",
    )


def _refused(state: AnyState, move: Move, why: str) -> None:
    try:
        apply(state, move)
    except IllegalMove as refusal:
        error = refusal
    except Exception as other:
        fail(f"{why} {quoted(str(move))}, and apply raises {raised(other)}", cause=other)
    else:
        fail(f"{why} {quoted(str(move))}, and apply takes it")
    reason = cast(object, error.reason)
    good = isinstance(reason, Reason) and bool(reason.rule) and bool(reason.explain())
    see(
        good and error.move is move,
        lambda: f"{why} {quoted(str(move))}, and the refusal is no good: {quoted(error)}",
    )


def _in_order(moment: Moment, offered: tuple[Move, ...]) -> None:
    """See that two moves are never listed in one order here and in the other elsewhere."""
    phase, known = moment.state.phase, moment.trial.memory
    turned = [pair for pair in pairwise(offered) if (phase, *pair[::-1]) in known]
    known.update(((phase, *pair), True) for pair in pairwise(offered))
    see(
        not turned,
        lambda: f"{turned[0][0]} is listed before {turned[0][1]}, and elsewhere after it",
    )


def notation(moment: Moment) -> int:
    """Moves are read back from their texts."""
    state, texts = moment.state, moment.trial.memory
    offered = legal_moves(state)
    chosen = moment.rng.sample(offered, min(20, len(offered)))
    if moment.move is not None:
        chosen.append(moment.move)
    if not moment.place:
        chosen += moment.trial.moves()
    for move in chosen:
        text = str(move)
        # One line is all that a record has for a move, whatever the game on trial makes of it.
        one_line = text.isprintable() and text == text.strip() and bool(text)
        see(one_line, f"the text of {move!r} is {text!r}: expected words on one line")
        see(not {";", "#"} & set(text), f"the text {text!r} has a sign that parts moves in records")
        try:
            read = parse_move(state, text)
        except TwoWayStreetError as error:
            fail(f"the text {text!r} of {move!r} cannot be read: {error}")
        see(
            read == move and type(read) is type(move) and str(read) == text,
            f"the text {text!r} of {move!r} is read as {read!r}, whose text is {str(read)!r}",
        )
        other = texts.setdefault(("text", text), move)
        see(other == move, f"{move!r} and {other!r} have the same text, {text!r}")
    return len(chosen)
