"""The view of a seat in Spades for two."""

from __future__ import annotations

from collections.abc import Container
from itertools import chain
from typing import Annotated, ClassVar

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.spades import rules as spades
from twowaystreet.games.spades.hand_data import Call, Said, Trick
from twowaystreet.games.spades.rules import BOOKS, MOST_BIDS, MOST_CALLS, PLAYERS, Rules
from twowaystreet.games.spades.score import HandScore
from twowaystreet.games.spades.state import State


def _seen_hand(state: State, player: int) -> tuple[core.Card, ...] | None:
    """SP-5: a player's actual hand; ``None`` before both look."""
    looked = state._hand_data.face_up[player] > 0
    return state._cards_of(spades.NUMBER[player, spades.Hand.ACTUAL]) if looked else None


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, HandScore, State]):
    """The facts that one player may know in a game of Spades for two.

    The field ``hand_sizes`` covers the four hands round the table: the dummy and the actual hand
    of player 0, then those of player 1.

    Attributes:
        rules: the options of the game.
        hand: the player's actual hand, in the order of cards; ``None`` before looking, and for a
            spectator.
        score: the score of the hand that just ended; ``None`` during a hand.
        tricks: the complete books of the hand.
        trick: the book on the table.
        hand_to_play: the hand from which the player to move must play; ``None`` if no card is due.
        bids: the bid of each player after all raises so far; ``None`` before the bid.
        stands: the number of players in succession who stood.
        books: the number of books of each player, after the moves by calls of a renege.
        called: the called reneges of each player, as book numbers.
        face_up: the open cards of each dummy.
        face_down_sizes: the number of cards of each dummy that lie face down.
        overbooks: the overbooks of each player in the match so far.
        perfect_bids: the number of perfect bids in succession of each player.
        auction: all bids and raises of the hand, in order of time.
        turned_up: the cards that each dummy turned up at one time, played ones too, in order of
            time; the first six at looking.
        calls: the calls of a renege, in order of time.
    """

    hand: core.CardSet | None = core.private_fact(_seen_hand, "hand_data.held", "remaining")
    tricks: tuple[Trick, ...] = core.public_fact("tricks")
    trick: Trick = core.public_fact("trick", "table", "led", "order")
    hand_to_play: spades.Hand | None = core.public_fact("hand_to_play", "order")
    bids: core.PerSeat[spades.Bid | None] = core.public_fact("hand_data.bids")
    stands: Annotated[int, core.Between(0, PLAYERS)] = core.public_fact("hand_data.stands")
    books: core.PerSeat[Annotated[int, core.Between(0, BOOKS)]] = core.public_fact(
        "books", "hand_data.moved"
    )
    called: core.PerSeat[tuple[Annotated[int, core.Between(0, BOOKS - 1)], ...]] = core.public_fact(
        "hand_data.called"
    )
    face_up: core.PerSeat[core.CardSet] = core.public_fact("face_up", "hand_data.face_up")
    face_down_sizes: core.PerSeat[Annotated[int, core.Between(0, BOOKS)]] = core.public_fact(
        "face_down_sizes", "hand_data.dummies"
    )
    overbooks: core.PerSeat[int] = core.public_fact("hand_data.overbooks")
    perfect_bids: core.PerSeat[int] = core.public_fact("hand_data.perfect_bids")
    # Views that 0.3.0 saved forget what came before, so they lack these three.
    auction: Annotated[tuple[Said, ...], core.AtMost(MOST_BIDS)] = core.public_fact(
        "hand_data.auction", absent=()
    )
    turned_up: core.PerSeat[tuple[core.CardSet, ...]] = core.public_fact(
        "turned_up", "hand_data.turned_up", absent=((), ())
    )
    calls: Annotated[tuple[Call, ...], core.AtMost(MOST_CALLS)] = core.public_fact(
        "hand_data.calls", absent=()
    )

    _suits: ClassVar = spades.OF_SUIT

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        """SP-8: the last bids are those in the auction. SP-12, SP-13: open cards were turned up."""
        if "auction" in changed or "bids" in changed:
            last = {said.seat: said.bid for said in self.auction}
            is_known = last == {seat: bid for seat, bid in enumerate(self.bids) if bid}
            if len(self.auction) > MOST_BIDS or (self.auction and not is_known):
                return f"auction: expected those of {PLAYERS} seats that led to the bids"
        if "calls" in changed:
            seats = [call.seat for call in self.calls]
            if len(seats) > MOST_CALLS or not {*seats} <= {*range(PLAYERS)}:
                return f"calls: expected seats from 0 to {PLAYERS - 1}, at most {MOST_CALLS} calls"
        for groups in self.turned_up if "turned_up" in changed else ():
            cards = [*chain.from_iterable(groups)]
            if len({*cards}) < len(cards) or not all(groups):
                return "turned_up, face_down_sizes: expected each card of a dummy once"
        return super()._contradiction(changed)

    @override
    def _duty(self, number: int, trick: core.Trick, place: int) -> tuple[core.Following, str]:
        """Actual hands must follow suit if reneges are impossible; a dummy shows its voids."""
        assert isinstance(trick, Trick)
        bound = (
            trick.hands[place] is spades.Hand.ACTUAL and self.rules.renege is not spades.PENALISED
        )
        return spades.FOLLOWING[trick.led] or () if bound else (), self._state._following_rule
