"""What somebody learns of a hand, by a definition of its own: plain words, and nothing of views.

A viewer learns of each move who made it and what was seen of it, and sees the own cards. What each
game uncovers besides is said here once more, from the rules.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import AnyState, at
from twowaystreet.games import duel, spades, street, twenty_down

Words = tuple[Hashable, ...]


def states_of(start: AnyState, moves: Sequence[tws.Move]) -> list[AnyState]:
    """Every state of this course, the start included."""
    states = [start]
    for move in moves:
        states.append(tws.apply(states[-1], move))
    return states


def knowledge(states: Sequence[AnyState], moves: Sequence[tws.Move], viewer: int | None) -> Words:
    """All that a viewer has learnt; ``None`` is a spectator."""
    pairs = zip(pairwise(states), moves, strict=True)
    return tuple(learnt(before, move, after, viewer) for (before, after), move in pairs)


def learnt(before: AnyState, move: tws.Move, after: AnyState, viewer: int | None) -> Words:
    """What a viewer learns by one move."""
    heard = (before.actor, words_of(before, move, viewer))
    cards = () if viewer is None else own_cards(after, viewer)
    return (*heard, cards, *_uncovered(before, move, after, viewer))


def words_of(state: AnyState, move: tws.Move, viewer: int | None) -> str:
    """What is seen of a move while it is made."""
    mine = state.actor == viewer and viewer is not None
    if isinstance(move, tws.Deal):
        return "deal"
    if isinstance(move, street.Exchange) and not mine:  # ST-11
        return "exchange"
    if isinstance(move, twenty_down.Draw) and not mine:  # TD-3
        return f"draw {len(move.cards)}"
    if isinstance(move, duel.Bid) and not mine and state.actor == state.dealer:  # DU-2
        return "bid"
    return str(move)


def own_cards(state: AnyState, seat: int) -> Words:
    """The cards that a seat holds and has looked at, in the order of cards."""
    if not isinstance(state, spades.State):
        return tuple(map(str, state.hands[seat]))
    looked = not at(state, "look")  # SP-5
    return tuple(map(str, state.hands[2 * seat + 1])) if looked else ()


def _uncovered(
    before: AnyState, move: tws.Move, after: AnyState, viewer: int | None
) -> Iterator[Hashable]:
    """The cards that the viewer sees besides the own ones."""
    if isinstance(move, street.Exchange) and before.actor == viewer:
        # Who draws two cards sees which of them was on top (ST-9).
        yield tuple(map(str, (*before.stock, *move.cards)[:2]))
    if isinstance(after, spades.State) and not at(after, "look"):
        yield from (tuple(map(str, cards)) for cards in after.face_up)
    if isinstance(after, duel.State):
        yield from (tuple(map(str, pair)) for pairs in after.captured for pair in pairs)  # DU-7
        yield tuple(map(len, after.captured))
        yield from (_bid_of(after, seat, viewer) for seat in (0, 1))
    if isinstance(after, oh_hell.State) and isinstance(move, tws.Deal):
        turned = move.cards[after.rules.players * after.rules.cards]
        yield str(turned.suit)  # OH-1; which card it was is not said


def _bid_of(state: duel.State, seat: int, viewer: int | None) -> Words:
    """DU-2, DU-5: a bid once it is shown, or one's own; of a high one the markers, too."""
    bid: Any = state.bids[seat]
    if bid is None or (None in state.bids and seat != viewer):
        return ()
    high = bid.direction is duel.Direction.HIGH
    return (str(bid), *(map(str, state.markers[seat]) if high else ()))
