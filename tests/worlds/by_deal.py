"""Games whose only hidden move is the deal: their samples, dealt and played again."""

from __future__ import annotations

import random
from collections.abc import Sequence

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import AnyState
from tests.worlds.harness import Groups, Position
from twowaystreet._core.cards.masks import cards_in
from twowaystreet._core.engine.verbs import deal_places


def turned_up(state: AnyState) -> tuple[tws.Card, ...]:
    """Return the cards that lie in the open beside the stock."""
    card = state._hand_data.turned_up if isinstance(state, oh_hell.State) else None
    return (card,) if card else ()


def deal_of(waiting: AnyState, sample: AnyState) -> tws.Deal:
    """Return the deal that leads to a sample."""
    hands = [cards_in(held) for held in sample._hand_data.held]
    return tws.deal_hands(waiting, hands, (*turned_up(sample), *sample.stock))


def unknown_groups(
    waiting: AnyState, deal: tws.Deal, state: AnyState, viewer: int | None
) -> Groups:
    """Return the places of the deal that a viewer does not know now, hand by hand.

    The pack must not hold equal cards.
    """
    hands = state.hands
    hidden = {card for hand in range(len(hands)) if hand != viewer for card in hands[hand]}
    hidden |= {*state.stock}
    unknown = {place for place, card in enumerate(deal.cards) if card in hidden}
    groups = [sorted(unknown & {*places}) for places in deal_places(waiting)]
    return [*groups, sorted(unknown.difference(*groups))]


def position_of(waiting: AnyState, moves: Sequence[tws.Move], viewer: int | None) -> Position:
    """Return the position after some moves, the deal first."""
    state = waiting
    for move in moves:
        state = tws.apply(state, move)
    deal = moves[0]
    assert isinstance(deal, tws.Deal)
    groups = unknown_groups(waiting, deal, state, viewer)
    return Position(start=waiting, moves=tuple(moves), viewer=viewer, groups=groups)


def check_samples(start: AnyState, rng: random.Random) -> int:
    """Play a random hand; check samples at every position, and return their number."""
    state, waiting, moves, checked = start, start, list[tws.Move](), 0
    while not state.is_over and state.hands_played == start.hands_played:
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        if state.needs_deal:
            waiting, moves = state, []
        moves.append(move)
        state = tws.apply(state, move)
        for viewer in rng.sample((None, *range(state.rules.seats)), 2):
            seen = tws.view(state, viewer)
            sample = tws.worlds(seen).sample(rng)
            assert tws.view(sample, viewer) == seen
            again = tws.apply(waiting, deal_of(waiting, sample))
            for move in moves[1:]:
                again = tws.apply(again, move)
            assert again == sample
            assert hash(again) == hash(sample)
            checked += 1
    return checked
