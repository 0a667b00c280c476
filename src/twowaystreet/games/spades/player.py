"""The rule of thumb of Spades for two, which bids the worth of its cards and tries to make it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

from typing_extensions import override

from twowaystreet._cards.cards import Card, Rank
from twowaystreet._engine.moves import Move, Play
from twowaystreet._players.card_values import best_play, place
from twowaystreet._players.protocol import moves_of
from twowaystreet._players.rules_of_thumb import RuleOfThumb
from twowaystreet._tricks.card_play import CardPlay, Situation
from twowaystreet._tricks.tricks import winning_index
from twowaystreet.games.spades.cards import HANDS, SPADES, STRENGTHS, TRUMPS, suit_played
from twowaystreet.games.spades.moves import BOARD, Bid, BidType, Look, Renege, Stand
from twowaystreet.games.spades.rules import Phase
from twowaystreet.games.spades.state import State
from twowaystreet.games.spades.view import View

_WORTH: Final = {Rank.ACE: 0.8, Rank.KING: 0.5, Rank.QUEEN: 0.2}
_SPADES_WORTH: Final = dict(zip(reversed(SPADES), (1.0, 1.0, 0.9, 0.8, 0.7), strict=False))
_LOW_SPADE: Final = 0.4
_UNSEEN: Final = 1.0
"""The expected books of all face-down cards of the dummy together."""


def worth(cards: Iterable[Card]) -> float:
    """Estimate the number of books that some cards take."""
    return sum(
        _SPADES_WORTH.get(card, _LOW_SPADE) if card in SPADES else _WORTH.get(Rank(card.rank), 0.0)
        for card in cards
    )


def _play(view: View, seat: int) -> Play:
    """Play for the number that was bid."""
    trick = view.trick
    wanted = _wanted(view.bids[seat], view.books[seat])
    has_enough = wanted is not None and wanted <= 0
    if not trick.cards:
        return best_play(view, value, has_enough=has_enough)
    strengths = STRENGTHS[trick.led]
    is_ahead = trick.seats[winning_index(trick.cards, strengths)] == seat
    return best_play(view, value, lambda _: strengths, is_ahead=is_ahead, has_enough=has_enough)


def _wanted(bid: Bid | None, books: int) -> int | None:
    """Return the number of books that a player still wants; ``None`` for all."""
    return bid.books - books if bid is not None and bid.is_number else None


def value(card: Card, facts: Situation) -> tuple[int, ...]:
    """Lead high, but not spades; take books from the opponent cheaply, until the bid is made.

    Returns:
        The value of a play.
    """
    suit = suit_played(card)
    strength, height = STRENGTHS[suit][card.index], place(card)
    if facts.is_lead and not facts.has_enough:
        return suit is not TRUMPS, strength, height
    if facts.is_lead:
        return suit is not TRUMPS, -strength, -height
    taking = facts.takes and not facts.is_ahead and not facts.has_enough
    return suit is facts.led, taking, -strength, -height


class SpadesPlayer(RuleOfThumb[View, State]):
    """Look, bid a number, stand, play for that number, and call every renege."""

    __slots__ = ()

    @override
    def __call__(self, view: View, rng: random.Random) -> Move:
        assert view.seat is not None
        if view.phase is Phase.LOOK:
            return Look()
        if view.phase is Phase.BID:
            assert view.hand is not None
            likely = int(worth((*view.hand, *view.face_up[view.seat])) + _UNSEEN)
            return Bid(BidType.NUMBER, max(BOARD, likely))
        if view.phase is Phase.RAISE:
            return Stand()
        calls = [move for move in moves_of(view) if isinstance(move, Renege)]
        return max(calls, key=lambda call: call.books) if calls else _play(view, view.seat)

    @override
    def card_play(self, state: State) -> CardPlay:
        wanted = tuple(map(_wanted, state.bids, state.books))
        players = tuple(player for player, _ in HANDS)
        return CardPlay(
            (value,), (0,) * len(HANDS), tuple(wanted[player] for player in players), players
        )


PLAYER: Final = SpadesPlayer()
