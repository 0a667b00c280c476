"""The promise about turns: who is to move, and how tricks go round."""

from __future__ import annotations

from typing import Any, cast

from twowaystreet._engine.moves import Deal, Move, Play
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._tricks.tricks import Trick
from twowaystreet.errors import quoted
from twowaystreet.testing.conformance.looks_at_cards import hands_of, tricks_of
from twowaystreet.testing.conformance.trial import Moment, see

NOBODYS: tuple[Phase, ...] = ("deal", "hand over", "game over")
"""The phases in which nobody is to move."""


def turns(moment: Moment) -> int:
    """It is somebody's turn just when a move is due."""
    state, step = moment.state, moment.last_step
    seats = range(state.rules.seats)
    actor: Any = state.actor
    nobody = state.needs_deal or state.is_over
    see((actor is None) == nobody, f"the actor is {actor}, the phase {state.phase}")
    see(actor is None or actor in seats, f"the actor is {actor}, which is no seat")
    see(not (state.needs_deal and state.is_over), "a deal is due though the game is over")
    see(not state.hand_over or nobody, f"the hand is over, and seat {actor} is to move")
    see(isinstance(state.phase, Phase), f"the phase is {state.phase!r}")
    see((state.phase in NOBODYS) == nobody, f"the phase is {state.phase}, the actor {actor}")
    moves = legal_moves(state)
    see((not moves) == nobody, f"the actor is {actor}, with the legal moves {quoted(moves)}")
    see(state.dealer in seats, f"the dealer is {state.dealer}, which is no seat")
    see(len(state.scores) == len(seats), f"{len(seats)} play, and the scores are {state.scores}")
    for trick in tricks_of(state)[-2:]:
        _trick(state, trick)
    see(
        state.trick.winner is None, lambda: f"a trick is taken before it is complete: {state.trick}"
    )
    if step is not None:
        _step(*step, state)
    return 1


def _trick(state: AnyState, trick: Trick) -> None:
    """See that each hand is at most once in a trick, and its first seat leads."""
    seats, each = trick.seats, len(state.hands) // state.rules.seats
    see(len(seats) == len(trick.cards), lambda: f"a trick of {len(seats)} seats: {trick}")
    see(trick.leader == seats[0], lambda: f"a trick that its first seat does not lead: {trick}")
    see(max(map(seats.count, seats)) <= each, lambda: f"a hand plays twice to a trick: {trick}")
    see(
        trick not in state.tricks or trick.winner in seats,
        lambda: f"a complete trick that nobody in it has taken: {trick}",
    )


def _step(before: AnyState, move: Move, after: AnyState) -> None:
    """See who made the move, and who is next."""
    if isinstance(move, Deal):
        dealer = (before.dealer + before.hand_over) % before.rules.seats
        see(after.dealer == dealer, f"seat {after.dealer} has dealt, expected seat {dealer}")
        see(before.actor is None and not before.is_over, "a deal was taken that was not due")
        return
    see(after.dealer == before.dealer, "the dealer changes in the middle of a hand")
    if not isinstance(move, Play):
        return
    given = [
        seat
        for seat in range(before.rules.seats)
        if hands_of(before, seat) != hands_of(after, seat)
    ]
    see(
        given == [before.actor] or after.stock != before.stock,
        lambda: f"seat {before.actor} plays {move}, which changes the hands of {given}",
    )
    last = tricks_of(after)[-1]
    see(
        last.seats[-1] == before.actor and last.cards[-1] == move.card,
        f"seat {before.actor} plays {move}, and the trick is {last}",
    )
    ended = len(after.tricks) - len(before.tricks)
    see(ended in (0, 1), f"one card makes {ended} tricks")
    see(after.tricks[: len(before.tricks)] == before.tricks, "tricks change after they are taken")
    if ended and before.tricks:
        old, new = before.tricks[-1].seats, last.seats
        see(new in _turned(old), f"a trick goes round as {new}, and the one before as {old}")
    if after.actor is None or after.phase != "play":
        return
    if ended:
        see(
            after.actor == after.trick.leader,
            f"seat {after.actor} is to move, and seat {after.trick.leader} to lead",
        )
        # Any: hooks, of which a game may have its own.
        own, usual = (cast(Any, kind)._next_leader for kind in (type(after), TrickState))
        if own is usual:
            see(after.actor == last.winner, f"seat {after.actor} leads after {last}")
        see(after.actor in last.seats, f"seat {after.actor} leads, which is not in play: {last}")
    else:
        _next_in_turn(after)


def _next_in_turn(after: AnyState) -> None:
    """See that the trick goes on as the last one did."""
    if after.tricks:
        order, so_far = after.tricks[-1].seats, (*after.trick.seats, after.actor)
        good = any(one[: len(so_far)] == so_far for one in _turned(order))
        see(good, f"seat {after.actor} is to play after {after.trick.seats}, in the order {order}")


def _turned(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """An order of seats, begun at each of them."""
    return [order[at:] + order[:at] for at in range(len(order))]
