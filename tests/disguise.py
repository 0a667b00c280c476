"""Another course of the same hand that looks the same to one viewer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

import twowaystreet as tws
from tests.helpers import AnyState, StateT
from twowaystreet.games import duel, spades, street, twenty_down

ATTEMPTS = 6

Swaps = Mapping[tws.Card, tws.Card]
PUT_AWAY = (street.Exchange, twenty_down.Draw)
"""Moves with cards that only who makes them sees."""


def disguised(
    start: StateT, moves: Sequence[tws.Move], viewer: int | None, rng: random.Random
) -> StateT | None:
    """What has come about after these moves, with what the viewer never saw being otherwise.

    Cards that the viewer does not know change places with one another, wherever they are, and a
    bid that is not shown is another one.

    Args:
        start: the state before the deal.
        moves: the deal and what followed.
        viewer: who must not notice; ``None`` for a spectator.
        rng: where chance comes from.

    Returns:
        The other state; ``None`` if none was found in which all the plays were legal, too.
    """
    state = start
    for move in moves:
        state = tws.apply(state, move)
    known = _known(start, moves, viewer)
    hidden = sorted(set(start.rules.pack.cards) - known)
    for _ in range(ATTEMPTS):
        swaps = _swaps(hidden, rng)
        other = start
        try:
            for place, move in enumerate(moves):
                secret = place == len(moves) - 1 and other.actor != viewer
                other = tws.apply(other, _other(other, move, swaps, secret, viewer, rng))
        except tws.IllegalMove:
            continue  # Somebody would have had to follow suit.
        if other.actor == state.actor and other != state:
            return other
    return None


def _swaps(hidden: list[tws.Card], rng: random.Random) -> dict[tws.Card, tws.Card]:
    """Pairs of hidden cards that change places: few, as then the plays are often still legal."""
    count = min(rng.choice([1, 2, 3, 10]), len(hidden) // 2)
    chosen = rng.sample(hidden, 2 * count)
    pairs = list(zip(chosen[:count], chosen[count:], strict=True))
    return dict(pairs) | {two: one for one, two in pairs}


def _known(start: AnyState, moves: Sequence[tws.Move], viewer: int | None) -> set[tws.Card]:
    """Every card that the viewer has seen since the deal."""
    found: set[tws.Card] = set()
    state = start
    for move in moves:
        if isinstance(move, tws.Play):
            found.add(move.card)
        elif isinstance(move, PUT_AWAY) and state.actor == viewer:
            found |= set(move.cards)
        state = tws.apply(state, move)
        if viewer is not None:
            found |= _own_hand(state, viewer)
        if isinstance(state, spades.State):
            found |= {card for cards in state.face_up for card in cards}
        if isinstance(state, duel.State):
            for pairs in state.captured:
                found |= {card for pair in pairs for card in pair}
            for seat, bid in enumerate(state.bids):
                # Only high bids are shown card by card; to others when both have bid.
                if bid and bid.direction is duel.Direction.HIGH and (state.shown or seat == viewer):
                    found |= set(state.markers[seat])
    return found


def _own_hand(state: AnyState, viewer: int) -> set[tws.Card]:
    """The viewer's own cards, once they may be looked at."""
    if not isinstance(state, spades.State):
        return set(state.hand_of(viewer))
    return set(state.hand_of(2 * viewer + 1)) if sum(state.face_down_sizes) < 26 else set()


def _other(
    state: AnyState,
    move: tws.Move,
    swaps: Swaps,
    secret: bool,
    viewer: int | None,
    rng: random.Random,
) -> tws.Move:
    """The same move in the other course of the hand."""
    if isinstance(move, tws.Deal):
        return tws.Deal([swaps.get(card, card) for card in move.cards])
    if isinstance(move, street.Exchange) and state.actor != viewer:
        if secret:
            moves = tws.legal_moves(state)
            return rng.choice([one for one in moves if isinstance(one, street.Exchange)])
        return street.Exchange([swaps.get(card, card) for card in move.cards])
    if isinstance(move, twenty_down.Draw) and state.actor != viewer:
        return twenty_down.Draw([swaps.get(card, card) for card in move.cards])
    if isinstance(move, duel.Bid) and secret and state.actor == state.dealer:
        return rng.choice(tws.legal_moves(state))
    return move
