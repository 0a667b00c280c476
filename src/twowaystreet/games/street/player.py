"""The rule of thumb of Two Way Street, which declares by the worth of its hand and plays for it."""

from __future__ import annotations

import random
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar, Final

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games._twoway import player as twoway
from twowaystreet.games._twoway.rules import Declare
from twowaystreet.games.street.rules import Declaration, Phase
from twowaystreet.games.street.state import State, View


@attrs.frozen
class StreetPlayer(twoway.TwoWayPlayer[View, State]):
    """Declare high with strong hands, else low, and play for the direction."""

    high_from: float = core.constant(0.45, -5.0, 5.0)
    presets: ClassVar = MappingProxyType({"0.2.0": MappingProxyType({"high_from": 0.0})})
    unsearched: ClassVar = MappingProxyType({Phase.EXCHANGE: "no other pair has proved better"})

    @override
    def __call__(self, view: View, rng: random.Random) -> core.Move:
        assert view.seat is not None and view.hand is not None
        declaration = view.declarations[view.seat]
        if declaration is None:
            return Declare(self.direction_of(view.hand))
        if view.phase is Phase.EXCHANGE:
            return twoway.exchange_for(declaration.direction, view.hand)
        return twoway.play_for(declaration.direction, view, rng)

    @override
    def opening(self, state: State) -> core.Tables:
        return self.leads, self.margin, tuple(twoway.GIVEN.values())

    @override
    def card_play(self, state: State) -> core.CardPlay:
        return _after(state.declarations)


@lru_cache(twoway.KEPT)
def _after(declarations: tuple[Declaration | None, ...]) -> core.CardPlay:
    return twoway.card_play_for(said.direction for said in declarations if said)


PLAYER: Final = StreetPlayer()
