"""German Whist for two, a game in which the players draw during the play.

Each player gets as many cards as a suit has, and the top card of the stock is turned up; its suit
is trumps (GW-1). Follow suit; the highest trump wins, else the highest card of the suit led (GW-2).
While there is a stock, the winner of a trick takes the card turned up, the loser draws the next one
unseen, and another one is turned up (GW-3). Each trick after that scores a point (GW-4).
"""

from functools import cache
from typing import Any, ClassVar, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core


@cache
def pack_of(ranks: int) -> core.Pack:
    return core.Pack([card for card in core.FRENCH_DECK if card.rank.place >= 13 - ranks])


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the number of cards in a hand, which is that of the ranks, and of hands."""

    cards: int = core.number(13, at_least=2, at_most=13, rule="GW-1")
    max_hands: int | None = core.number(2, at_least=1, rule="AL-2")
    seats = 2

    @property
    def pack(self) -> core.Pack:
        return pack_of(self.cards)


class Phase(core.Phase):
    DEAL = "deal"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt and drawn, trumps, and the cards that each seat took from the stock."""

    trumps: core.Suit | None = None
    taken: tuple[tuple[core.Card, ...], ...] = ((), ())


class State(core.TrickState[Rules, HandData, core.Score, "View"]):
    __slots__ = ()
    title: ClassVar = "German Whist"
    _phases: ClassVar = Phase
    _decisions: ClassVar = {Phase.PLAY: core.Decision("a card", "GW-2")}

    @property
    def turned_up(self) -> core.Card | None:
        return self.stock[0] if self.stock else None

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """GW-1: deal the cards one at a time, and turn up trumps."""
        order = core.rotation(self._first_leader(), 2)
        held, stock = self._deal_packets(deal, order[0], (1,) * self.rules.cards)
        return self._lead(HandData(held, stock, stock[0].suit), order)

    @override
    def _after_trick(
        self, hand_data: HandData, remaining: int, order: tuple[int, ...], tricks: object
    ) -> tuple[Any, int]:
        """GW-3: the winner takes the card turned up, and the loser draws the next one."""
        winner, top = order[0], hand_data.stock[:1]
        taken = core.replace_at(hand_data.taken, winner, hand_data.taken[winner] + top)
        return self._draw_cards(attrs.evolve(hand_data, taken=taken), remaining, order)

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        """GW-4: score a point for each trick that was played without a stock."""
        won = core.tricks_won(tricks[self.rules.cards :], 2)
        return core.HandScore(tuple(map(core.SeatScore, won)))


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    """The knowledge of a seat: the card turned up, and the cards that were taken openly."""

    trumps: core.Suit | None = core.public_fact("hand_data.trumps")
    turned_up: core.Card | None = core.public_fact("turned_up", "hand_data.stock")
    taken: core.PerSeat[tuple[core.Card, ...]] = core.public_fact(
        "hand_data.taken", held_by="owner"
    )

    @override
    def _duty(self, number: int, trick: core.Trick, place: int) -> Any:
        """A player who draws may get cards of the suit again, so that no void lasts (GW-3)."""
        return () if number < self.rules.cards else super()._duty(number, trick, place)


new_game = core.new_game_for(Rules, State, HandData(), rule="AL-2")
GAME = core.Game(name="german_whist", Rules=Rules, State=State, View=View, new_game=new_game)
