"""The rule of thumb of Two Way Street, which declares by the worth of its hand and plays for it."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

from typing_extensions import override

from twowaystreet._engine.moves import Move
from twowaystreet._players.rules_of_thumb import RuleOfThumb
from twowaystreet._tricks.card_play import CardPlay
from twowaystreet.games._twoway.moves import Declare
from twowaystreet.games._twoway.player import (
    KEPT,
    card_play_for,
    direction_of,
    exchange_for,
    play_for,
)
from twowaystreet.games.street.rules import Phase
from twowaystreet.games.street.scoring import Declaration
from twowaystreet.games.street.state import State
from twowaystreet.games.street.view import View


class StreetPlayer(RuleOfThumb[View, State]):
    """Declare high with strong hands, else low, and play for the direction."""

    __slots__ = ()

    @override
    def __call__(self, view: View, rng: random.Random) -> Move:
        assert view.seat is not None and view.hand is not None
        declaration = view.declarations[view.seat]
        if declaration is None:
            return Declare(direction_of(view.hand))
        if view.phase is Phase.EXCHANGE:
            return exchange_for(declaration.direction, view.hand)
        return play_for(declaration.direction, view, rng)

    @override
    def card_play(self, state: State) -> CardPlay:
        return _after(state.declarations)


@lru_cache(KEPT)
def _after(declarations: tuple[Declaration | None, ...]) -> CardPlay:
    return card_play_for(said.direction for said in declarations if said)


PLAYER: Final = StreetPlayer()
