"""Checks of turns, tricks and voids."""

from __future__ import annotations

from typing import Any, cast

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
    """Check that a player is to move exactly when a move is due, and that the dealer rotates."""
    state, step = position.state, position.last_step
    seats = range(state.rules.seats)
    actor: Any = state.actor
    nobody = state.needs_deal or state.is_over
    require((actor is None) == nobody, f"the actor is {actor}, the phase {state.phase}")
    require(actor is None or actor in seats, f"the actor is {actor}, which is no seat")
    require(not (state.needs_deal and state.is_over), "a deal is due though the game is over")
    require(not state.hand_over or nobody, f"the hand is over, and seat {actor} is to move")
    require(isinstance(state.phase, Phase), f"the phase is {state.phase!r}")
    idle = state.phase in (type(state)._phases("deal"), *type(state)._ends)
    require(idle == nobody, f"the phase is {state.phase}, the actor {actor}")
    moves = legal_moves(state)
    require((not moves) == nobody, f"the actor is {actor}, with the legal moves {quoted(moves)}")
    require(state.dealer in seats, f"the dealer is {state.dealer}, which is no seat")
    require(
        len(state.scores) == len(seats), f"{len(seats)} play, and the scores are {state.scores}"
    )
    if step is not None:
        _check_step(*step, state)
    return 1


def _check_step(before: AnyState, move: Move, after: AnyState) -> None:
    """Check who deals, and that a play changes the hand of the actor alone."""
    if isinstance(move, Deal):
        dealer = (before.dealer + before.hand_over) % before.rules.seats
        require(after.dealer == dealer, f"seat {after.dealer} has dealt, expected seat {dealer}")
        require(before.actor is None and not before.is_over, "a deal was taken that was not due")
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
    """Return a state as that of a trick-taking game; the promise needs one."""
    assert isinstance(state, TrickState)
    return state


def tricks(position: Position) -> int:
    """Check that tricks are well formed, and that they go round in one order."""
    state, step = trick_state(position.state), position.last_step
    for trick in tricks_of(state)[-2:]:
        _check_trick(state, trick)
    require(
        state.trick.winner is None, lambda: f"a trick is taken before it is complete: {state.trick}"
    )
    if step is not None and isinstance(step[1], Play):
        _check_play(trick_state(step[0]), step[1], state)
    return 1


def _check_trick(state: AnyTrickState, trick: Trick) -> None:
    """Check that each hand is at most once in a trick, and that its first seat leads."""
    seats, each = trick.seats, len(state.hands) // state.rules.seats
    require(len(seats) == len(trick.cards), lambda: f"a trick of {len(seats)} seats: {trick}")
    require(trick.leader == seats[0], lambda: f"a trick that its first seat does not lead: {trick}")
    require(max(map(seats.count, seats)) <= each, lambda: f"a hand plays twice to a trick: {trick}")
    require(
        trick not in state.tricks or trick.winner in seats,
        lambda: f"a complete trick that nobody in it has taken: {trick}",
    )


def _check_play(before: AnyTrickState, move: Play, after: AnyTrickState) -> None:
    """Check that a play adds one card to the trick, and who is next."""
    last = tricks_of(after)[-1]
    require(
        last.seats[-1] == before.actor and last.cards[-1] == move.card,
        f"seat {before.actor} plays {move}, and the trick is {last}",
    )
    ended = len(after.tricks) - len(before.tricks)
    require(ended in (0, 1), f"one card makes {ended} tricks")
    require(
        after.tricks[: len(before.tricks)] == before.tricks, "tricks change after they are taken"
    )
    if ended and before.tricks:
        old, new = before.tricks[-1].seats, last.seats
        require(new in _rotations(old), f"a trick goes round as {new}, and the one before as {old}")
    if after.actor is None or after.phase is not after._play_phase:
        return
    if ended:
        require(
            after.actor == after.trick.leader,
            f"seat {after.actor} is to move, and seat {after.trick.leader} to lead",
        )
        # Any: hooks, of which a game may have its own.
        own, usual = (
            cast(Any, state_type)._next_leader for state_type in (type(after), TrickState)
        )
        if own is usual:
            require(after.actor == last.winner, f"seat {after.actor} leads after {last}")
        require(
            after.actor in last.seats, f"seat {after.actor} leads, which is not in play: {last}"
        )
    else:
        _check_next_in_turn(after)


def _check_next_in_turn(after: AnyTrickState) -> None:
    """Check that the trick goes on as the last one did."""
    if after.tricks:
        order, so_far = after.tricks[-1].seats, (*after.trick.seats, after.actor)
        good = any(one[: len(so_far)] == so_far for one in _rotations(order))
        require(
            good, f"seat {after.actor} is to play after {after.trick.seats}, in the order {order}"
        )


def _rotations(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """An order of seats, begun at each of them."""
    return [order[at:] + order[:at] for at in range(len(order))]


def voids(position: Position) -> int:
    """Voids that are shown are true, and shown by the cards that they name."""
    state, found = trick_state(position.state), 0
    for viewer in viewers(state):
        seen = view(state, viewer)
        told = voids_shown(seen)
        view_type: Any = type(seen)  # Any: a TrickView, if it shows voids
        said = [(void.seat, void.suit) for void in told]
        require(len(set(said)) == len(said), f"{viewer_name(viewer)} is told a void twice: {told}")
        for void in told:
            suit = view_type._suits[void.suit]
            hands = hands_of_seat(state, void.seat)
            held = [text_of(hand) for hand in hands if any(card._bit & suit for card in hand)]
            require(
                len(held) < len(hands),
                f"{viewer_name(viewer)} is told: {void}; and it holds {held}",
            )
            played = (*state.tricks, state.trick)
            require(
                void.trick < len(played)
                and (void.seat, void.card)
                in zip(played[void.trick].seats, played[void.trick].cards, strict=True),
                f"{viewer_name(viewer)} is told: {void}; and that card was not played so",
            )
            require(bool(void.rule), f"{viewer_name(viewer)} is told: {void}; and no rule says so")
            found += 1
    return found
