"""Last Trick, a game in one file: the player who takes the last of five tricks gets a point."""

from __future__ import annotations

import random
from typing import ClassVar, Self

import attrs

from twowaystreet import authoring as core

PACK = core.Pack(core.FRENCH_DECK)


@attrs.frozen(kw_only=True)
class Rules:
    """The option: the number of hands."""

    max_hands: int = core.number(3, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """The number of players."""
        return 3

    @property
    def pack(self) -> core.Pack:
        """The 52 cards."""
        return PACK


class Phase(core.Phase):
    """The phases of a hand."""

    DEAL = "deal"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


class State(core.TrickState[Rules, core.HandData, core.Score, "View"]):
    """A game at one moment."""

    __slots__ = ()
    title: ClassVar = "Last Trick"
    _phases: ClassVar = Phase
    _decisions: ClassVar = {Phase.PLAY: core.Decision("a card", "LT-1")}

    def _deal_hands(self, deal: core.Deal) -> Self:
        first = self._first_leader()
        held, stock = self._deal_packets(deal, first, (1,) * 5)
        return self._lead(core.HandData(held, stock), core.rotation(first, len(held)))

    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        winner = tricks[-1].winner
        return core.HandScore(tuple(core.SeatScore(int(seat == winner)) for seat in range(3)))


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    """The knowledge of a seat."""


def keep_high_cards(view: View, rng: random.Random) -> core.Move:
    """Play the lowest card of all that may be played."""
    plays = [move for move in view.legal_moves or () if isinstance(move, core.Play)]
    return min(plays, key=lambda play: core.Rank(play.card.rank).place)


GAME = core.Game(
    name="last_trick",
    Rules=Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(Rules, State, core.HandData(), rule="LT-1"),
    player=keep_high_cards,
    how_to_play="Three players get five cards each. Whoever takes the last trick gets a point.",
)
