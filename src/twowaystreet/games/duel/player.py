"""The rule of thumb of the Duel: bid by the worth of the hand, and play for the direction."""

from __future__ import annotations

import random
from bisect import bisect
from functools import cached_property
from types import MappingProxyType
from typing import ClassVar, Final

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games._twoway import player as twoway
from twowaystreet.games._twoway.rules import TRICKS, Declare, Direction
from twowaystreet.games.duel.rules import Bid, Phase
from twowaystreet.games.duel.state import State, View

_CARD_PLAY: Final = {direction: twoway.card_play_for((direction,) * 2) for direction in Direction}


@attrs.frozen
class DuelPlayer(twoway.TwoWayPlayer[View, State]):
    """Bid by the difference from an average hand, and play for the direction.

    Args:
        boldness: the strength of a bid for each trick between a hand and an average hand, 0 to 10.
    """

    boldness: float = core.constant(1.5, 0.0, 10.0)
    presets: ClassVar = MappingProxyType({"0.2.0": MappingProxyType({})})

    @override
    def __call__(self, view: View, rng: random.Random) -> core.Move:
        assert view.hand is not None
        direction = self.direction_of(view.hand)
        if view.phase is Phase.BID:
            strengths = [move.strength for move in core.moves_of(view) if isinstance(move, Bid)]
            strength = min(bisect(self.steps, abs(self.lead(view.hand))), max(strengths))
            return Bid(strength, direction) if strength else Bid()
        if view.direction is None:
            return Declare(direction)
        if view.phase is Phase.EXCHANGE:
            return twoway.exchange_for(view.direction, view.hand)
        return twoway.play_for(view.direction, view, rng)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """The least lead, or lag, for a bid of each strength from 1 on."""
        bold = core.units(self.boldness)
        each = [strength * core.units(1) ** 2 * twoway.DECK for strength in range(1, TRICKS + 1)]
        return tuple([-(-lead // bold) if bold else 2**62 for lead in each])

    @override
    def unsealed(self, world: State) -> State:
        return world._before_bids() if world.phase is Phase.BID else world

    @override
    def opening(self, state: State) -> core.Tables:
        return self.leads, self.margin, tuple(twoway.GIVEN.values()), self.steps

    @override
    def card_play(self, state: State) -> core.CardPlay:
        assert state.direction is not None
        return _CARD_PLAY[state.direction]


PLAYER: Final = DuelPlayer()
