"""The rules and the states of Knaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

import attrs

from twowaystreet import authoring as core

if TYPE_CHECKING:
    from two_games.knaves.view import View


PACK = core.Pack(core.FRENCH_DECK)
SEATS = 4
KNAVES = core.RANK[core.Rank.JACK]


@attrs.frozen(kw_only=True)
class Rules:
    """The option: the number of hands."""

    max_hands: int = core.number(4, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """The number of players."""
        return SEATS

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
    title: ClassVar = "Knaves"
    _phases: ClassVar = Phase
    _decisions: ClassVar = {Phase.PLAY: core.Decision("a card", "KN-1")}

    def _deal_hands(self, deal: core.Deal) -> Self:
        first = self._first_leader()
        held, stock = self._deal_packets(deal, first, (1,) * 13)
        return self._lead(core.HandData(held, stock), core.rotation(first, len(held)))

    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        return core.HandScore(tuple(core.SeatScore(-taken) for taken in knaves_in(tricks)))

    def _tally(self) -> core.TrickPoints:
        worth = tuple(-int(card._bit & KNAVES != 0) for card in core.CARDS)
        return core.TrickPoints(worth, 0, (0,) * len(core.CARDS))


def knaves_in(tricks: tuple[core.Trick, ...]) -> list[int]:
    """Return the number of jacks in the tricks of each seat."""
    taken = [0] * SEATS
    for trick in tricks:
        assert trick.winner is not None
        taken[trick.winner] += (core.mask_of(trick.cards) & KNAVES).bit_count()
    return taken


new_game = core.new_game_for(Rules, State, core.HandData(), rule="KN-1")
