"""Whist with a kitty, in partnerships.

Deal all cards but four, the kitty (KW-1). From the dealer's left each passes or names trumps; the
dealer must name them if all passed (KW-2). The bidder takes the kitty and buries four cards (KW-3).
The dealer's left leads. Follow suit; the highest trump wins, else the highest card of the suit led
(KW-4). The bidder's side scores its tricks above six, or loses those below (KW-5).
"""

from typing import ClassVar, Self

import attrs

from twowaystreet import authoring as core


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the number of hands."""

    max_hands: int | None = core.number(8, at_least=1, rule="AL-2")
    seats, sides, pack = 4, ((0, 2), (1, 3)), core.Pack(core.FRENCH_DECK)


class Phase(core.Phase):
    """The phases of a hand."""

    DEAL, BID, BURY, PLAY = "deal", "bid", "bury", "play"
    HAND_OVER, GAME_OVER = "hand over", "game over"


class Trumps(core.SuitMove):
    """Name trumps: ``trumps H``."""


class Bury(core.CardMove):
    """Lay a card away, face down: ``bury 2C``."""


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, the seat that is to bid or has named trumps, and the cards buried."""

    bidder: int = 0
    trumps: core.Suit | None = None
    buried: tuple[core.Card, ...] = ()


class State(core.TrickState[Rules, HandData, core.Score, "View"]):
    """A game of Kitty Whist at one moment."""

    __slots__ = ()
    title: ClassVar = "Kitty Whist"
    _phases: ClassVar = Phase

    def _deal_hands(self, deal: core.Deal) -> Self:
        """KW-1: deal all cards but four one at a time; these are the kitty."""
        left = self._first_leader()
        held, stock = self._deal_packets(deal, left, (1,) * (len(deal.cards) // 4 - 1))
        return self._await_move(HandData(held, stock, left), Phase.BID, left)

    def _bids(self, seat: int) -> tuple[core.Move, ...]:
        """KW-2: pass or name trumps; the dealer must name them if all passed."""
        names = tuple(map(Trumps, core.Suit))
        return names if seat == self.dealer else (core.Pass(), *names)

    def _bid(self, seat: int, move: core.Pass | Trumps) -> Self:
        """KW-2, KW-3: pass; or name trumps and take the kitty."""
        self._check_offered(move, self._bids(seat), "KW-2")
        data = self._hand_data
        if isinstance(move, Trumps):
            data = HandData(self._held_with(seat, data.stock), (), seat, move.suit)
            return self._await_move(data, Phase.BURY, seat)
        left = (seat + 1) % 4
        return self._await_move(attrs.evolve(data, bidder=left), Phase.BID, left)

    def _bury(self, seat: int, move: Bury) -> Self:
        """KW-3, KW-4: bury a card; after the fourth, the dealer's left leads."""
        held, buried = self._held_without(seat, move), (*self._hand_data.buried, move.card)
        data = attrs.evolve(self._hand_data, held=held, buried=buried)
        if len(buried) < 4:
            return self._await_move(data, Phase.BURY, seat)
        return self._lead(data, core.rotation(self._first_leader(), 4))

    _decisions: ClassVar = {
        Phase.BID: core.Decision("", "KW-2", _bids, {core.Pass: _bid, Trumps: _bid}),
        Phase.BURY: core.Decision("", "KW-3", Bury.of_hand, {Bury: _bury}),
        Phase.PLAY: core.Decision("a card", "KW-4"),
    }

    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        """KW-5: the side that named trumps scores its tricks above six, or loses those below."""
        won, side = core.tricks_won(tricks, 4), self._hand_data.bidder % 2
        points = [won[seat] + won[seat - 2] - 6 if seat % 2 == side else 0 for seat in range(4)]
        return core.HandScore(tuple(map(core.SeatScore, points)))


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    """The knowledge of a seat: who buried cards knows them, and the others their number."""

    bidder: core.Seat = core.public_fact("hand_data.bidder")
    trumps: core.Suit | None = core.public_fact("hand_data.trumps")
    buried: tuple[core.Card, ...] | None = core.conditional_fact(
        "hand_data.buried", lambda state, viewer: viewer == state._hand_data.bidder
    )
    cards_buried: core.CardCount = core.public_fact(
        lambda state: len(state._hand_data.buried), "hand_data.buried"
    )
    redacted_moves: ClassVar = {**core.TrickView.redacted_moves, Bury: core.to_actor}


def player(view: View, rng: object) -> core.Move:
    """Name a suit of five; bury low cards; play the highest card that wins, else the lowest."""
    table, suits = view.trick.cards, [card.suit for card in view.hand or ()]

    def worth(move: core.Move) -> int:
        if not isinstance(move, Bury | core.Play):
            return suits.count(move.suit) if isinstance(move, Trumps) else 4
        height = move.card.index % 13 + 13 * (move.card.suit is view.trumps)
        order = State._strengths(view.rules, view.trumps, view.trick.led or move.card.suit, None)
        wins = core.winning_index((*table, move.card), order) == len(table)
        return height if wins and isinstance(move, core.Play) else -height

    return max(view.legal_moves or (), key=worth)


GAME = core.Game(  # twowaystreet play examples/kitty_whist.py:GAME
    name="kitty_whist", Rules=Rules, State=State, View=View, player=player, how_to_play=__doc__
)
