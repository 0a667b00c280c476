"""Checks of turns, tricks and voids."""

from __future__ import annotations

from inspect import getattr_static
from typing import Any

from twowaystreet._cards.cards import text_of
from twowaystreet._engine.moves import Deal, Move, Play
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._tricks.trick_state import AnyTrickState, TrickState
from twowaystreet._tricks.tricks import Trick
from twowaystreet._views.views import view
from twowaystreet.errors import quoted
from twowaystreet.testing.conformance.context import (
    Position,
    hands_of_seat,
    require,
    tricks_of,
    viewer_name,
    viewers,
    voids_shown,
)


def turns(position: Position) -> int:
    """Check that a seat is to move exactly when a move is due, and that the dealer rotates."""
    state, step = position.state, position.last_step
    seats = range(state.rules.seats)
    actor: Any = state.actor
    nobody = state.needs_deal or state.is_over
    require((actor is None) == nobody, f"the actor is {actor} in phase {state.phase}")
    require(actor is None or actor in seats, f"the actor is {actor}, expected a seat")
    require(not (state.needs_deal and state.is_over), "a deal is due, but the game is over")
    require(not state.hand_over or nobody, f"the hand is over, but seat {actor} is to move")
    require(isinstance(state.phase, Phase), f"the phase is {state.phase!r}")
    idle = state.phase in (type(state)._phases("deal"), *type(state)._ends)
    require(idle == nobody, f"the phase is {state.phase} with the actor {actor}")
    moves = legal_moves(state)
    require((not moves) == nobody, f"the actor is {actor}, with the legal moves {quoted(moves)}")
    require(state.dealer in seats, f"the dealer is {state.dealer}, expected a seat")
    require(len(state.scores) == len(seats), f"the scores of {len(seats)} seats are {state.scores}")
    if step is not None:
        _check_step(*step, state)
    return 1


def _check_step(before: AnyState, move: Move, after: AnyState) -> None:
    """Check the dealer, and that a play only changes the hand of the actor."""
    if isinstance(move, Deal):
        dealer = (before.dealer + before.hand_over) % before.rules.seats
        require(
            after.dealer == dealer, f"the dealer is seat {after.dealer}, expected seat {dealer}"
        )
        require(before.actor is None and not before.is_over, "a deal was accepted that was not due")
        return
    require(after.dealer == before.dealer, "the dealer changes in the middle of a hand")
    if not isinstance(move, Play):
        return
    given = [
        seat
        for seat in range(before.rules.seats)
        if hands_of_seat(before, seat) != hands_of_seat(after, seat)
    ]
    require(
        given == [before.actor] or after.stock != before.stock,
        lambda: f"seat {before.actor} plays {move}, which changes the hands of {given}",
    )


def trick_state(state: AnyState) -> AnyTrickState:
    """Return the state with its type; the promise needs a trick-taking game."""
    assert isinstance(state, TrickState)
    return state


def tricks(position: Position) -> int:
    """Check the form of tricks, and that all have the same order of seats."""
    state, step = trick_state(position.state), position.last_step
    for trick in tricks_of(state)[-2:]:
        _check_trick(state, trick)
    require(state.trick.winner is None, lambda: f"an incomplete trick has a winner: {state.trick}")
    if step is not None and isinstance(step[1], Play):
        _check_play(trick_state(step[0]), step[1], state)
    return 1


def _check_trick(state: AnyTrickState, trick: Trick) -> None:
    """Check that each hand plays at most once to a trick, and that the first seat leads."""
    seats, each = trick.seats, len(state.hands) // state.rules.seats
    require(len(seats) == len(trick.cards), lambda: f"a trick of {len(seats)} seats: {trick}")
    require(
        trick.leader == seats[0], lambda: f"a trick whose leader is not its first seat: {trick}"
    )
    require(max(map(seats.count, seats)) <= each, lambda: f"a hand plays twice to a trick: {trick}")
    require(
        trick not in state.tricks or trick.winner in seats,
        lambda: f"a complete trick whose winner did not play to it: {trick}",
    )


def _check_play(before: AnyTrickState, move: Play, after: AnyTrickState) -> None:
    """Check that a play adds one card to the trick, and check the next actor."""
    last = tricks_of(after)[-1]
    require(
        last.seats[-1] == before.actor and last.cards[-1] == move.card,
        f"seat {before.actor} plays {move}, but the trick is {last}",
    )
    ended = len(after.tricks) - len(before.tricks)
    require(ended in (0, 1), f"one card makes {ended} tricks")
    require(after.tricks[: len(before.tricks)] == before.tricks, "complete tricks change")
    if ended and before.tricks:
        old, new = before.tricks[-1].seats, last.seats
        require(new in _rotations(old), f"a trick has the order {new}, but the last one {old}")
    if after.actor is None or after.phase is not after._play_phase:
        return
    if ended:
        require(
            after.actor == after.trick.leader,
            f"seat {after.actor} is to move, but seat {after.trick.leader} is to lead",
        )
        # A game may override these hooks.
        if all(
            getattr_static(type(after), hook) is getattr_static(TrickState, hook)
            for hook in ("_leader_after", "_next_leader")
        ):
            require(after.actor == last.winner, f"seat {after.actor} leads after {last}")
        require(after.actor in last.seats, f"seat {after.actor} leads, but did not play to {last}")
    else:
        _check_next_in_turn(after)


def _check_next_in_turn(after: AnyTrickState) -> None:
    """Check that the trick has the order of the last one."""
    if after.tricks:
        order, so_far = after.tricks[-1].seats, (*after.trick.seats, after.actor)
        good = any(one[: len(so_far)] == so_far for one in _rotations(order))
        require(
            good, f"seat {after.actor} is to play after {after.trick.seats}, in the order {order}"
        )


def _rotations(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all rotations of an order of seats."""
    return [order[at:] + order[:at] for at in range(len(order))]


def voids(position: Position) -> int:
    """Check that shown voids are true, and that the named cards prove them."""
    state, found = trick_state(position.state), 0
    for viewer in viewers(state):
        seen = view(state, viewer)
        shown = voids_shown(seen)
        view_type: Any = type(seen)  # Any: a TrickView, if it shows voids
        pairs = [(void.seat, void.suit) for void in shown]
        require(len(set(pairs)) == len(pairs), f"{viewer_name(viewer)} sees a void twice: {shown}")
        for void in shown:
            suit = view_type._suits[void.suit]
            hands = hands_of_seat(state, void.seat)
            held = [text_of(hand) for hand in hands if any(card._bit & suit for card in hand)]
            require(
                len(held) < len(hands),
                f"{viewer_name(viewer)} sees the void {void}, but the seat holds {held}",
            )
            played = (*state.tricks, state.trick)
            require(
                void.trick < len(played)
                and (void.seat, void.card)
                in zip(played[void.trick].seats, played[void.trick].cards, strict=True),
                f"{viewer_name(viewer)} sees the void {void}, but the card was not played there",
            )
            require(bool(void.rule), f"{viewer_name(viewer)} sees the void {void} without a rule")
            found += 1
    return found
