"""The rule of thumb of Knaves: take no trick."""

from __future__ import annotations

import random

from two_games.knaves.state import SEATS, State
from two_games.knaves.view import View
from twowaystreet import authoring as core


def value(card: core.Card, facts: core.Situation) -> tuple[int, int]:
    """Value the highest card that does not take the trick, else the lowest."""
    return (0, -card.index) if facts.takes else (1, card.index)


class KnavesPlayer(core.RuleOfThumb[View, State]):
    """Play the highest card that does not take the trick, else the lowest."""

    __slots__ = ()

    def __call__(self, view: View, rng: random.Random) -> core.Move:
        """Choose a card."""
        led = view.trick.led
        strengths = core.SUIT_LED[led] if led else None
        return core.best_play(view, value, (lambda _: strengths) if strengths else None)

    def card_play(self, state: State) -> core.CardPlay:
        """Describe the choices, which are the same for all."""
        return core.CardPlay((value,), (0,) * SEATS, (None,) * SEATS, tuple(range(SEATS)))


PLAYER = KnavesPlayer()
