"""The view of one player in Spades for two."""

from __future__ import annotations

from typing import ClassVar

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Card
from twowaystreet._tricks.tricks import Following
from twowaystreet._tricks.tricks import Trick as AnyTrick
from twowaystreet._views.facts import private_fact, public_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet.games.spades.books import Trick
from twowaystreet.games.spades.cards import FOLLOWING, NUMBER, OF_SUIT, Hand
from twowaystreet.games.spades.moves import Bid
from twowaystreet.games.spades.rules import PENALISED, Rules
from twowaystreet.games.spades.scoring import HandScore
from twowaystreet.games.spades.state import State


def _seen_hand(state: State, player: int) -> tuple[Card, ...] | None:
    """SP-5: a player's actual hand, from the moment that both look."""
    looked = state._hand_data.face_up[player] > 0
    return state._cards_of(NUMBER[player, Hand.ACTUAL]) if looked else None


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore]):
    """What one player may know of a game of Spades for two.

    The sizes of hands are those of the four hands round the table: the dummy and the actual hand
    of player 0, then those of player 1.

    Attributes:
        rules: the options of the game.
        hand: the player's actual hand, in the order of cards; ``None`` before looking, and for a
            spectator.
        score: the score of the hand that just ended; ``None`` during a hand.
        tricks: the complete books of the hand.
        trick: the book on the table.
        hand_to_play: which hand of the player to move is to play; ``None`` when no card is due.
        bids: each player's bid, as it has been raised; ``None`` until it is made.
        stands: how many players in succession have stood.
        books: how many books each player has, with those that calls of a renege moved.
        called: the reneges of each player that have been called, by the numbers of their books.
        face_up: of each dummy the cards that lie face up.
        face_down_sizes: how many cards of each dummy lie face down.
        overbooks: each player's overbooks in the match so far.
        perfect_bids: how many perfect bids in succession each player has made.
    """

    hand: tuple[Card, ...] | None = private_fact(_seen_hand, "hand_data.held", "remaining")
    tricks: tuple[Trick, ...] = public_fact(lambda state: state.tricks, "tricks")
    trick: Trick = public_fact(lambda state: state.trick, "table", "led", "order")
    hand_to_play: Hand | None = public_fact(lambda state: state.hand_to_play, "order")
    bids: tuple[Bid | None, ...] = public_fact(lambda state: state.bids, "hand_data.bids")
    stands: int = public_fact(lambda state: state._hand_data.stands, "hand_data.stands")
    books: tuple[int, ...] = public_fact(lambda state: state.books, "hand_data.moved")
    called: tuple[tuple[int, ...], ...] = public_fact(
        lambda state: state._hand_data.called, "hand_data.called"
    )
    face_up: tuple[tuple[Card, ...], ...] = public_fact(
        lambda state: state.face_up, "hand_data.face_up"
    )
    face_down_sizes: tuple[int, ...] = public_fact(
        lambda state: state.face_down_sizes, "hand_data.dummies"
    )
    overbooks: tuple[int, ...] = public_fact(lambda state: state.overbooks, "hand_data.overbooks")
    perfect_bids: tuple[int, ...] = public_fact(
        lambda state: state.perfect_bids, "hand_data.perfect_bids"
    )

    _suits: ClassVar = OF_SUIT

    @override
    def _duty(self, number: int, trick: AnyTrick, place: int) -> tuple[Following, str]:
        """An actual hand follows suit if reneges are refused; what a dummy holds is seen."""
        assert isinstance(trick, Trick)
        bound = trick.hands[place] is Hand.ACTUAL and self.rules.renege is not PENALISED
        return FOLLOWING[trick.led] or () if bound else (), "SP-10"
