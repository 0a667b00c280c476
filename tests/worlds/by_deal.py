"""Games whose only hidden move is the deal: their samples, dealt and played again."""

from __future__ import annotations

from collections.abc import Sequence

import twowaystreet as tws
from tests.helpers import AnyState
from tests.worlds.harness import Groups, Position
from twowaystreet._core.engine.verbs import deal_places


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
