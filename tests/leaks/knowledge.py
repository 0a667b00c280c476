"""The information state of a viewer, defined independently of the views.

A viewer learns the actor and the visible part of each move, and sees the cards of its own seat.
Each game reveals further cards. This module defines them again, from the rules.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import AnyState, at
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down

Words = tuple[Hashable, ...]


def states_of(start: AnyState, moves: Sequence[tws.Move]) -> list[AnyState]:
    states = [start]
    for move in moves:
        states.append(tws.apply(states[-1], move))
    return states


def knowledge(states: Sequence[AnyState], moves: Sequence[tws.Move], viewer: int | None) -> Words:
    """Return the information state of a viewer; ``None`` is a spectator."""
    pairs = zip(pairwise(states), moves, strict=True)
    return tuple(learnt(before, move, after, viewer) for (before, after), move in pairs)


def learnt(before: AnyState, move: tws.Move, after: AnyState, viewer: int | None) -> Words:
    """Return the information that a viewer gains from one move."""
    heard = (before.actor, words_of(before, move, viewer))
    cards = () if viewer is None else cards_of_seat(after, viewer)
    return (*heard, cards, *_uncovered(before, move, after, viewer))


def words_of(state: AnyState, move: tws.Move, viewer: int | None) -> str:
    mine = state.actor == viewer and viewer is not None
    if isinstance(move, tws.Deal):
        return "deal"
    if isinstance(move, street.Exchange) and not mine:  # ST-11
        return "exchange"
    if isinstance(move, twenty_down.Draw) and not mine:  # TD-3
        return f"draw {len(move.cards)}"
    if isinstance(move, brag.Lay) and not mine:  # BR-9
        return "lay"
    if isinstance(move, duel.Bid) and not mine and state.actor == state.dealer:  # DU-2
        return "bid"
    return str(move)


def cards_of_seat(state: AnyState, seat: int) -> Words:
    """Return the cards that a seat holds and has looked at, sorted."""
    if not isinstance(state, spades.State):
        return tuple(map(str, state.hands[seat]))
    looked = not at(state, "look")  # SP-5
    return tuple(map(str, state.hands[2 * seat + 1])) if looked else ()


def _uncovered(
    before: AnyState, move: tws.Move, after: AnyState, viewer: int | None
) -> Iterator[Hashable]:
    if isinstance(move, street.Exchange) and before.actor == viewer:
        # The seat that draws two cards sees their order in the stock (ST-9).
        yield tuple(map(str, (*before.stock, *move.cards)[:2]))
    if isinstance(after, spades.State) and not at(after, "look"):
        yield from (tuple(map(str, cards)) for cards in after.face_up)
    if isinstance(after, duel.State):
        yield from (tuple(map(str, pair)) for pairs in after.captured for pair in pairs)  # DU-7
        yield tuple(map(len, after.captured))
        yield from (_bid_of(after, seat, viewer) for seat in (0, 1))
    if isinstance(after, tien_len.State) and isinstance(move, tws.Deal):
        yield after.actor  # TL-2: all see who holds the lowest card
    if isinstance(after, brag.State) and after.hand_over:
        yield str(after.laid), str(after.shown)  # BR-7, BR-9
    if isinstance(after, oh_hell.State) and isinstance(move, tws.Deal):
        yield str(move.cards[after.rules.players * after.rules.cards])  # OH-1: turned up


def _bid_of(state: duel.State, seat: int, viewer: int | None) -> Words:
    """Return a visible bid, with the markers of a high bid (DU-2, DU-5)."""
    bid: Any = state.bids[seat]
    if bid is None or (None in state.bids and seat != viewer):
        return ()
    high = bid.direction is duel.Direction.HIGH
    return (str(bid), *(map(str, state.markers[seat]) if high else ()))
