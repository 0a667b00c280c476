"""The hand of Spades for two before its play: the deal, looking, bids and raises."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Self

import attrs
from typing_extensions import override

from twowaystreet import reasons
from twowaystreet._cards.cards import Card
from twowaystreet._cards.masks import cards_in, mask_of
from twowaystreet._cards.packs import deal_packets
from twowaystreet._engine import phases
from twowaystreet._engine.decisions import Decision
from twowaystreet._engine.match import HandData, RulesT
from twowaystreet._engine.moves import Deal, Move
from twowaystreet._engine.seats import replace_at, rotation
from twowaystreet._engine.state import ScoreT, ViewT
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._util.constructors import fast_replace
from twowaystreet.errors import IllegalMove
from twowaystreet.games._spades_bids import (
    AFTER_LOOKING,
    BEFORE_LOOKING,
    BLIND,
    BOOKS,
    LOOK,
    RAISES,
    STAND,
    Bid,
    Look,
    Stand,
)
from twowaystreet.games._spades_books import DUMMY, HANDS, NUMBER
from twowaystreet.games._spades_scoring import PLAYERS


class Phase(phases.Phase):
    """The phases of Spades for two."""

    DEAL = "deal"
    LOOK = "look"
    BID = "bid"
    RAISE = "raise"
    PLAY = "play"
    CALL = "call"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Names of their own: Python 3.11 takes 60 to 130 ns to find a member through its enum.
LOOKING: Final = Phase.LOOK
BID: Final = Phase.BID
RAISING: Final = Phase.RAISE
PLAY: Final = Phase.PLAY
CALL: Final = Phase.CALL

ONE_BY_ONE: Final = (1,) * BOOKS
TURNED_UP: Final = 6
"""How many cards of each dummy both players see when they look (SP-5)."""
BEHIND: Final = 100
"""By how many points a player must be losing to bid a number blind (SP-6)."""


@attrs.frozen
class Auction(HandData):
    """What is settled before a card is played, and what is turned up or called on the way.

    Attributes:
        dummies: each player's dummy as it was dealt, the first card to be turned up first.
        face_up: the cards of each dummy that have been turned up as masks, played ones included.
        bids: each player's bid; ``None`` until it is made.
        stands: how many players in succession have stood.
        called: the reneges of each player that have been called, by the numbers of their books.
        moved: how many books calls have moved from player 1 to player 0.
        overbooks: each player's overbooks in the match so far.
        perfect_bids: how many perfect bids in succession each has made.
    """

    dummies: tuple[tuple[Card, ...], ...] = ((), ())
    face_up: tuple[int, ...] = (0, 0)
    bids: tuple[Bid | None, ...] = (None, None)
    stands: int = 0
    called: tuple[tuple[int, ...], ...] = ((), ())
    moved: int = 0
    overbooks: tuple[int, ...] = (0, 0)
    perfect_bids: tuple[int, ...] = (0, 0)


changed: Final = fast_replace(Auction)
_UNDEALT: Final = Auction()


class Bidding(TrickState[RulesT, Auction, ScoreT, ViewT], Generic[RulesT, ScoreT, ViewT]):
    """A game of Spades for two, as far as the first book."""

    __slots__ = ()
    _phases: ClassVar = Phase

    @property
    def responder(self) -> int:
        """The player who does not deal."""
        return 1 - self.dealer

    @property
    def bids(self) -> tuple[Bid | None, ...]:
        """Each player's bid, as it has been raised; ``None`` until it is made."""
        return self._hand_data.bids

    @property
    def face_up(self) -> tuple[tuple[Card, ...], ...]:
        """Of each dummy the cards that lie face up, in the order of cards."""
        return tuple(cards_in(up & self._remaining) for up in self._hand_data.face_up)

    @property
    def face_down_sizes(self) -> tuple[int, ...]:
        """How many cards of each dummy lie face down."""
        hand_data = self._hand_data
        return tuple(
            len(dummy) - up.bit_count()
            for dummy, up in zip(hand_data.dummies, hand_data.face_up, strict=True)
        )

    @property
    def overbooks(self) -> tuple[int, ...]:
        """Each player's overbooks in the match so far (SP-17)."""
        return self._hand_data.overbooks

    @property
    def perfect_bids(self) -> tuple[int, ...]:
        """How many perfect bids in succession each player has made, 0 to 2 (SP-18)."""
        return self._hand_data.perfect_bids

    @override
    def _deal_hands(self, deal: Deal) -> Self:
        """SP-3, SP-4: thirteen cards to each of the four hands, from the dealer's left."""
        order = rotation(NUMBER[self.responder, DUMMY], len(HANDS))
        held, _ = deal_packets(deal.cards, order, ONE_BY_ONE)
        first, second = (deal.cards[place :: len(HANDS)] for place in (0, 2))
        dummies = (first, second) if self.responder == 0 else (second, first)
        before = self._hand_data
        hand_data = changed(
            _UNDEALT,
            held=held,
            dummies=dummies,
            overbooks=before.overbooks,
            perfect_bids=before.perfect_bids,
        )
        return self._await_move(hand_data, LOOKING, self.responder)

    def _look(self, seat: int, move: Look) -> Self:
        """SP-6: look before bidding."""
        return self._chosen(self._hand_data, seat)

    def _bid(self, seat: int, move: Bid) -> Self:
        """SP-6 to SP-8: bid blind, bid on what is seen, or raise."""
        if move not in self._bids_now(seat):
            ask = self._decisions[self.phase]
            raise IllegalMove(move, reasons.NotOffered(ask.rule, ask.expected))
        after = changed(self._hand_data, bids=replace_at(self.bids, seat, move), stands=0)
        if self.phase is LOOKING:
            return self._chosen(after, seat)
        if self.phase is BID:
            return self._next_to_bid(after)
        return self._await_move(after, RAISING, 1 - seat)

    def _chosen(self, hand_data: Auction, seat: int) -> Self:
        """SP-5, SP-6: the other chooses, too; then both look at once."""
        if seat != self.dealer:
            return self._await_move(hand_data, LOOKING, self.dealer)
        seen = tuple(mask_of(dummy[:TURNED_UP]) for dummy in hand_data.dummies)
        return self._next_to_bid(changed(hand_data, face_up=seen))

    def _next_to_bid(self, hand_data: Auction) -> Self:
        """SP-7: who has not bid does, the dealer last; then they raise or stand (SP-8)."""
        for player in (self.responder, self.dealer):
            if hand_data.bids[player] is None:
                return self._await_move(hand_data, BID, player)
        return self._await_move(hand_data, RAISING, self.responder)

    def _stand(self, seat: int, move: Stand) -> Self:
        """SP-8: stand; when both have in succession, the dealer's left leads (SP-9)."""
        after = changed(self._hand_data, stands=self._hand_data.stands + 1)
        if after.stands < PLAYERS:
            return self._await_move(after, RAISING, 1 - seat)
        return self._lead(after, rotation(NUMBER[self.responder, DUMMY], len(HANDS)))

    def _bids_now(self, seat: int) -> tuple[Bid, ...]:
        """What a player may bid, by the phase of the bidding (SP-6 to SP-8)."""
        if self.phase is BID:
            return AFTER_LOOKING
        if self.phase is RAISING:
            bid: Any = self.bids[seat]  # Any: a bid, as both have made theirs
            return RAISES.get(bid, ())
        behind = self.scores[1 - seat] - self.scores[seat]
        return (*BEFORE_LOOKING, *BLIND) if behind >= BEHIND else BEFORE_LOOKING

    def _said(self, seat: int) -> tuple[Move, ...]:
        """Everything that may be said in the bidding now."""
        look = (LOOK,) if self.phase is LOOKING else ()
        stand = (STAND,) if self.phase is RAISING else ()
        return (*look, *self._bids_now(seat), *stand)


_State: Any = Bidding  # Any: with the rules and the score of the whole game
BIDDING: Final = MappingProxyType(
    {
        LOOKING: Decision(
            "look, nil, double nil, or if losing by 100 points blind 6 to 12",
            "SP-6",
            _State._said,
            {Look: _State._look, Bid: _State._bid},
        ),
        BID: Decision(
            "a bid: bid 4 to 13, bemo, big bemo, naught or double naught",
            "SP-7",
            _State._said,
            {Bid: _State._bid},
        ),
        RAISING: Decision(
            "a higher bid of the same family, or stand",
            "SP-8",
            _State._said,
            {Bid: _State._bid, Stand: _State._stand},
        ),
    }
)
"""What is asked in each phase of the bidding."""
