"""Oh Hell: your own game in one file.

Each player gets seven cards, and the suit of the next card becomes trumps. From the dealer's left,
each player bids a number of tricks (OH-1). The dealer must not make the sum of the bids equal to
the number of tricks (OH-2). A player who takes exactly the bid scores ten points and one for each
trick; the others score nothing (OH-3).
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Self

import attrs

from twowaystreet import authoring as core

PACK = core.Pack(core.FRENCH_DECK)


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the numbers of players, of cards in a hand, and of hands."""

    players: int = core.number(4, at_least=3, at_most=7, rule="OH-1")
    cards: int = core.number(7, at_least=1, at_most=7, rule="OH-1")
    max_hands: int = core.number(4, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def pack(self) -> core.Pack:
        """The 52 cards."""
        return PACK


class Phase(core.Phase):
    """The phases of a hand."""

    DEAL = "deal"
    BID = "bid"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


class Bid(core.NumberMove):
    """The number of tricks that a player promises to take: ``bid 3``."""

    numbers = range(8)


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, the card turned up for trumps, and the bids."""

    turned_up: core.Card | None = None
    bids: tuple[int | None, ...] = ()

    @property
    def trumps(self) -> core.Suit | None:
        """OH-1: the suit of the card turned up; ``None`` before the deal."""
        return self.turned_up.suit if self.turned_up else None


class State(core.TrickState[Rules, HandData, core.Score, "View"]):
    """A game of Oh Hell at one moment."""

    __slots__ = ()
    title: ClassVar = "Oh Hell"
    _phases: ClassVar = Phase
    _dealing_rule: ClassVar = "OH-1"

    def _deal_hands(self, deal: core.Deal) -> Self:
        """OH-1: deal, turn up trumps, and wait for the first bid."""
        first = self._first_leader()
        held, stock = self._deal_packets(deal, first, (1,) * self.rules.cards)
        hand_data = HandData(held, stock[1:], stock[0], (None,) * len(held))
        return self._await_move(hand_data, Phase.BID, first)

    def _bids(self, seat: int) -> tuple[Bid, ...]:
        """OH-2: return all bids; the dealer must not make the sum equal to the tricks."""
        left = self.rules.cards - sum(filter(None, self._hand_data.bids))
        even = left if seat == self.dealer else None
        return tuple(Bid(tricks) for tricks in range(self.rules.cards + 1) if tricks != even)

    def _bid(self, seat: int, move: Bid) -> Self:
        """OH-1: record a bid; after the last one, the seat to the dealer's left leads."""
        self._check_offered(move, self._bids(seat), "OH-2")
        bids = core.replace_at(self._hand_data.bids, seat, move.number)
        hand_data = attrs.evolve(self._hand_data, bids=bids)
        order = core.rotation((seat + 1) % len(bids), len(bids))
        if seat != self.dealer:
            return self._await_move(hand_data, Phase.BID, order[0])
        return self._lead(hand_data, order)

    _decisions: ClassVar = {
        Phase.BID: core.Decision("a bid such as bid 2", "OH-1", _bids, {Bid: _bid}),
        Phase.PLAY: core.Decision("a card", "OH-1"),
    }

    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        """OH-3: score ten and the tricks for each player who took exactly the bid."""
        both = zip(core.tricks_won(tricks, self.rules.players), self._hand_data.bids, strict=True)
        points = [won + 10 if won == bid else 0 for won, bid in both]
        return core.HandScore(tuple(map(core.SeatScore, points)))

    def _tally(self) -> core.Tally:
        """Return the facts that decide the score besides the numbers of tricks."""
        return core.Tally(self._hand_data.bids)


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    """The knowledge of a seat: the facts of every trick-taking game, trumps and bids."""

    turned_up: core.Card | None = core.public_fact("hand_data.turned_up")
    trumps: core.Suit | None = core.public_fact("hand_data.trumps", "hand_data.turned_up")
    bids: core.PerSeat[Annotated[int, core.Between(0, 7)] | None] = core.public_fact(
        "hand_data.bids"
    )


GAME = core.Game(
    name="oh_hell",
    Rules=Rules,
    State=State,
    View=View,
    how_to_play="""
        Bid the number of tricks that you expect to take. The dealer bids last, and must not make
        the sum of the bids equal to the number of tricks.

        Follow suit if you can. The suit of the card turned up is trumps. Take exactly your bid for
        ten points and one for each trick; other players score nothing.
    """,
)

if __name__ == "__main__":  # python examples/oh_hell.py play oh_hell
    from twowaystreet.__main__ import main

    core.register(GAME)
    main()
