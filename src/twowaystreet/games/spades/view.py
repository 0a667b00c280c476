"""The view of one player in Spades for two."""

from __future__ import annotations

from typing import Annotated, ClassVar

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Card
from twowaystreet._engine.bounds import Between, CardSet, PerSeat
from twowaystreet._tricks.tricks import Following
from twowaystreet._tricks.tricks import Trick as AnyTrick
from twowaystreet._views.facts import private_fact, public_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet._worlds.places import Hidden
from twowaystreet.games.spades.books import Trick
from twowaystreet.games.spades.cards import FOLLOWING, NUMBER, OF_SUIT, PLAYERS, Hand
from twowaystreet.games.spades.moves import BOOKS, Bid
from twowaystreet.games.spades.rules import PENALISED, Rules
from twowaystreet.games.spades.scoring import HandScore
from twowaystreet.games.spades.state import State
from twowaystreet.games.spades.worlds import hidden


def _seen_hand(state: State, player: int) -> tuple[Card, ...] | None:
    """SP-5: a player's actual hand; ``None`` before both look."""
    looked = state._hand_data.face_up[player] > 0
    return state._cards_of(NUMBER[player, Hand.ACTUAL]) if looked else None


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore]):
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
    """

    hand: CardSet | None = private_fact(_seen_hand, "hand_data.held", "remaining")
    tricks: tuple[Trick, ...] = public_fact("tricks")
    trick: Trick = public_fact("trick", "table", "led", "order")
    hand_to_play: Hand | None = public_fact("hand_to_play", "order")
    bids: PerSeat[Bid | None] = public_fact("hand_data.bids")
    stands: Annotated[int, Between(0, PLAYERS)] = public_fact("hand_data.stands")
    books: PerSeat[Annotated[int, Between(0, BOOKS)]] = public_fact("books", "hand_data.moved")
    called: PerSeat[tuple[Annotated[int, Between(0, BOOKS - 1)], ...]] = public_fact(
        "hand_data.called"
    )
    face_up: PerSeat[CardSet] = public_fact("face_up", "hand_data.face_up")
    face_down_sizes: PerSeat[Annotated[int, Between(0, BOOKS)]] = public_fact(
        "face_down_sizes", "hand_data.dummies"
    )
    overbooks: PerSeat[int] = public_fact("hand_data.overbooks")
    perfect_bids: PerSeat[int] = public_fact("hand_data.perfect_bids")

    _suits: ClassVar = OF_SUIT

    @override
    def _duty(self, number: int, trick: AnyTrick, place: int) -> tuple[Following, str]:
        """Actual hands must follow suit if reneges are impossible; a dummy shows its voids."""
        assert isinstance(trick, Trick)
        bound = trick.hands[place] is Hand.ACTUAL and self.rules.renege is not PENALISED
        return FOLLOWING[trick.led] or () if bound else (), self._state._following_rule

    @override
    def _hidden(self) -> tuple[Hidden[State], ...]:
        return hidden(self)
