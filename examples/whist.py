"""Whist for four in partnerships: ``twowaystreet play examples/whist.py:GAME``.

The last card dealt, the dealer's, is turned up for trumps (WH-1). The dealer's left leads (WH-2).
Follow suit; the highest trump wins, else the highest card of the suit led (WH-3). Both partners
score a point for each trick of theirs above six (WH-4). The first side with the target wins (WH-5).
"""

import random
from typing import ClassVar, Self

import attrs

from twowaystreet import authoring as core


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the points that win."""

    target: int = core.number(5, at_least=1, rule="WH-5")
    seats, sides, pack, max_hands = 4, ((0, 2), (1, 3)), core.Pack(core.FRENCH_DECK), None


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, and the card turned up for trumps."""

    turned_up: core.Card | None = None

    @property
    def trumps(self) -> core.Suit | None:
        """WH-1: the suit of the card turned up; ``None`` before the deal."""
        return self.turned_up.suit if self.turned_up else None


class State(core.TrickState[Rules, HandData, core.Score, "View"]):
    """A game of Whist at one moment."""

    __slots__ = ()
    title: ClassVar = "Whist"
    _phases: ClassVar = core.PlayPhase
    _decisions: ClassVar = {core.PlayPhase.PLAY: core.Decision("a card", "WH-3")}

    def _deal_hands(self, deal: core.Deal) -> Self:
        """WH-1, WH-2: deal all cards one at a time, and turn up the last one."""
        order = core.rotation(self._first_leader(), 4)
        held, stock = self._deal_packets(deal, order[0], (1,) * (len(deal.cards) // 4))
        return self._lead(HandData(held, stock, deal.cards[-1]), order)

    def _dealt(self, rng: random.Random) -> list[list[core.Card]]:
        """WH-1: the card turned up is the last one of the dealer."""
        dealt = super()._dealt(rng)
        dealt[self.dealer].sort(key=lambda card: card == self._hand_data.turned_up)
        return dealt

    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        """WH-4: score a point for each trick of a side above six."""
        won = core.tricks_won(tricks, 4)
        points = [max(won[seat] + won[seat - 2] - 6, 0) for seat in range(4)]
        return core.HandScore(tuple(map(core.SeatScore, points)))

    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        return max(scores) >= self.rules.target


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    """The knowledge of a seat: the card turned up lies in the dealer's hand until it is played."""

    turned_up: core.Card | None = core.public_fact("hand_data.turned_up", held_by="dealer")


def player(view: View, rng: object) -> core.Move:
    """Lead high. Win cheaply unless the partner does; else save trumps and high cards."""
    table, up = view.trick.cards, view.turned_up

    def worth(play: core.Move) -> tuple[bool, bool, int]:
        assert isinstance(play, core.Play) and up and up.suit
        order = State._strengths(view.rules, up.suit, view.trick.led or play.card.suit, None)
        best, height = core.winning_index((*table, play.card), order), play.card.index % 13
        gains = best == len(table) and core.winning_index(table, order) != len(table) - 2
        return gains, play.card.suit is not up.suit, -height if table else height

    return max(view.legal_moves or (), key=worth)


GAME = core.Game(name="whist", Rules=Rules, State=State, View=View, player=player)
