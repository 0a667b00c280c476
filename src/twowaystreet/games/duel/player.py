"""The rule of thumb of the Duel: bid by the worth of the hand, and play for the direction."""

from __future__ import annotations

import random
from typing import Final

from typing_extensions import override

from twowaystreet._engine.moves import Move
from twowaystreet._players.protocol import moves_of
from twowaystreet._players.rules_of_thumb import RuleOfThumb
from twowaystreet._tricks.card_play import CardPlay
from twowaystreet.games._twoway.cards import Jokers
from twowaystreet.games._twoway.moves import Declare, Direction
from twowaystreet.games._twoway.player import (
    AVERAGE,
    card_play_for,
    direction_of,
    exchange_for,
    play_for,
    worth,
)
from twowaystreet.games.duel.moves import Bid
from twowaystreet.games.duel.rules import Phase
from twowaystreet.games.duel.state import State
from twowaystreet.games.duel.view import View

_BOLDNESS: Final = 1.5
"""The strength of a bid for each trick between a hand and an average hand."""
_CARD_PLAY: Final = {direction: card_play_for((direction,) * 2) for direction in Direction}


class DuelPlayer(RuleOfThumb[View, State]):
    """Bid by the difference from an average hand, and play for the direction."""

    __slots__ = ()

    @override
    def __call__(self, view: View, rng: random.Random) -> Move:
        assert view.hand is not None
        direction = direction_of(view.hand)
        if view.phase is Phase.BID:
            strengths = [move.strength for move in moves_of(view) if isinstance(move, Bid)]
            away = abs(worth(view.hand) - AVERAGE * len(view.hand))
            strength = min(int(_BOLDNESS * away), max(strengths))
            return Bid(strength, direction) if strength else Bid()
        if view.direction is None:
            return Declare(direction)
        if view.phase is Phase.EXCHANGE:
            return exchange_for(view.direction, view.hand)
        return play_for(view.direction, view, rng)

    @override
    def card_play(self, state: State) -> CardPlay:
        assert state.direction is not None
        return _CARD_PLAY[state.direction]

    @override
    def is_solvable(self, view: View) -> bool:
        """The solver knows the points of the Duel, but no two equal Jokers."""
        in_play = view.phase in (Phase.PLAY, Phase.NAME)
        return in_play and view.rules.jokers is not Jokers.TWO_ALIKE


PLAYER: Final = DuelPlayer()
