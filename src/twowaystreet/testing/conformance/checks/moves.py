"""Checks of moves: legal moves, refusals and texts."""

from __future__ import annotations

from itertools import pairwise
from typing import cast

from twowaystreet._engine.moves import Deal, Move, Play
from twowaystreet._engine.notation import move_types_of, parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, shuffle
from twowaystreet.errors import IllegalMove, Reason, TwoWayStreetError, quoted
from twowaystreet.testing.conformance.context import Position, fail, require
from twowaystreet.testing.conformance.failures import error_report


def legality(position: Position) -> int:
    """Check that ``apply`` accepts exactly the legal moves."""
    state = position.state
    offered = legal_moves(state)
    actor = "nobody" if state.actor is None else f"seat {state.actor}"
    turn = f"in phase {state.phase} {actor}"
    require(offered == legal_moves(state), f"{turn} gets other legal moves in a second call")
    for move in offered:
        require(
            type(move) in move_types_of(type(state)), f"{move} is legal, but the type is undeclared"
        )
        require(offered.count(move) == 1, f"{turn} is offered {move} more than once")
        _check_accepted(state, move, f"{turn} is offered")
    plays = [isinstance(move, Play) for move in offered]
    require(plays == sorted(plays), f"{turn} gets plays before other moves")
    _check_order(position, offered)
    others = [move for move in position.context.moves() if move not in offered]
    for move in others:
        _check_refused(state, move, f"{turn} is not offered")
    deal = shuffle(state, position.rng)
    if state.needs_deal:
        _check_accepted(state, deal, "a deal is due:")
        require(not offered, "a deal is due, but other moves are legal")
        cards = deal.cards
        for wrong in (cards[1:], (*cards[:-1], cards[0]), (*cards, cards[0]), ()):
            if sorted(wrong) != sorted(cards):
                _check_refused(state, Deal(wrong), "a deal of another pack:")
    else:
        _check_refused(state, deal, "no deal is due, not")
    if position.moves_made == len(position.playout.moves):
        _check_not_stuck(position)
    return len(offered) + len(others) + 1


def _check_not_stuck(position: Position) -> None:
    """Check that the playout did not end because the actor had no legal move."""
    state = position.state
    stuck = state.actor is not None and not legal_moves(state)
    require(
        not stuck, f"seat {state.actor} is to move in phase {state.phase}, but has no legal move"
    )


def _check_accepted(state: AnyState, move: Move, why: str) -> None:
    try:
        after = apply(state, move)
    except IllegalMove as error:
        fail(f"{why} {quoted(str(move))}, but apply refuses it: {error}", cause=error)
    except Exception as error:
        fail(f"{why} {quoted(str(move))}, but apply raises {error_report(error)}", cause=error)
    require(
        type(after) is type(state),
        lambda: f"{why} {quoted(str(move))}, but apply returns {quoted(after)}",
    )


def _check_refused(state: AnyState, move: Move, why: str) -> None:
    try:
        apply(state, move)
    except IllegalMove as refusal:
        error = refusal
    except Exception as other:
        fail(f"{why} {quoted(str(move))}, but apply raises {error_report(other)}", cause=other)
    else:
        fail(f"{why} {quoted(str(move))}, but apply accepts it")
    reason = cast(object, error.reason)
    good = isinstance(reason, Reason) and bool(reason.rule) and bool(reason.explain())
    require(
        good and error.move is move,
        lambda: f"{why} {quoted(str(move))}; the refusal lacks a reason or rule: {quoted(error)}",
    )


def _check_order(position: Position, offered: tuple[Move, ...]) -> None:
    """Check that two moves have the same order in all lists of legal moves."""
    phase, known = position.state.phase, position.context.memory
    reversed_pairs = [pair for pair in pairwise(offered) if (phase, *pair[::-1]) in known]
    known.update(((phase, *pair), True) for pair in pairwise(offered))
    require(
        not reversed_pairs,
        lambda: "{} is listed before {}, but elsewhere after it".format(*reversed_pairs[0]),
    )


def notation(position: Position) -> int:
    """Check that moves can be read back from their texts."""
    state, texts = position.state, position.context.memory
    offered = legal_moves(state)
    chosen = position.rng.sample(offered, min(20, len(offered)))
    if position.move is not None:
        chosen.append(position.move)
    if not position.moves_made:
        chosen += position.context.moves()
    for move in chosen:
        text = str(move)
        # A record has one line for a move.
        one_line = text.isprintable() and text == text.strip() and bool(text)
        require(one_line, f"the text of {move!r} is {text!r}: expected words on one line")
        require(
            not {";", "#"} & set(text),
            f"the text {text!r} has a sign that separates moves in records",
        )
        try:
            read = parse_move(state, text)
        except TwoWayStreetError as error:
            fail(f"the text {text!r} of {move!r} cannot be read: {error}")
        require(
            read == move and type(read) is type(move) and str(read) == text,
            f"the text {text!r} of {move!r} is read as {read!r} with the text {str(read)!r}",
        )
        other = texts.setdefault(("text", text), move)
        require(other == move, f"{move!r} and {other!r} have the same text, {text!r}")
    return len(chosen)
