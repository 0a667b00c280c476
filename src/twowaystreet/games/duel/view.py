"""The view of one seat in the Duel."""

from __future__ import annotations

from typing import Annotated, ClassVar

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Card
from twowaystreet._engine.bounds import AtMost, CardCount, PerSeat, Seat
from twowaystreet._views.facts import conditional_fact, per_seat_fact, public_fact, viewer_fact
from twowaystreet._worlds.places import Hidden
from twowaystreet.games._twoway.cards import most_left
from twowaystreet.games._twoway.moves import Direction
from twowaystreet.games._twoway.view import TwoWayView
from twowaystreet.games.duel.moves import Bid
from twowaystreet.games.duel.rules import BidMarkers, Rules
from twowaystreet.games.duel.scoring import HandScore
from twowaystreet.games.duel.state import Captured, State
from twowaystreet.games.duel.worlds import hidden


def _stock_known(state: State, viewer: int | None) -> bool:
    """DU-5: with cards as markers, a secret bid hides the size of the stock."""
    if state._match.rules.bid_markers is BidMarkers.PAPER:
        return True
    secret = state.bids[state.dealer] is not None and not state.shown
    return not secret or viewer == state.dealer


def _stock_seen_by(state: State, viewer: int | None) -> tuple[Card | None, ...] | None:
    return state._stock_seen_by(viewer) if _stock_known(state, viewer) else None


def _bid_seen_by(state: State, move: Bid, viewer: int | None) -> str | None:
    """DU-2: the dealer bids in secret."""
    secret = state.actor == state.dealer != viewer
    return "bid" if secret else None


def _bid_known(state: State, owner: int, viewer: int | None) -> bool:
    """DU-2: a bid is its owner's secret until both are shown."""
    return owner == viewer or state.shown


def _markers_known(state: State, owner: int, viewer: int | None) -> bool:
    """DU-5: the markers of a high bid are shown with the bid; those of a low bid never."""
    if state._match.rules.bid_markers is BidMarkers.PAPER:
        return True
    bid = state._hand_data.bids[owner]
    unseen = bid is not None and bid.direction is Direction.LOW
    return _bid_known(state, owner, viewer) and not unseen


@attrs.frozen(kw_only=True)
class View(TwoWayView[Rules, HandScore]):
    """The facts that one seat may know in a duel.

    Attributes:
        rules: the options of the game.
        score: the score of the hand that just ended; ``None`` during a hand.
        bids: the bid of each seat; ``None`` before the bid, and while it is hidden.
        markers: the cards with which each seat bid; ``None`` if the viewer has not seen them.
        direction: the direction of the hand; ``None`` until it is known.
        captured: the two-card tricks that each seat took from the stock.
        to_exchange: the seats that have not exchanged yet, in turn.
        exchanged: the viewer's own exchange; ``None`` for the other.
        named: the suits named in this hand after a Joker was led, and the seats that named them.
        stock_size: the number of cards in the stock; ``None`` while it would betray a bid.
        stock: the stock from the top; the cards that the viewer put there are shown, and ``None``
            stands for each other card. ``None`` while the size would betray a bid.
    """

    bids: PerSeat[Bid | None] = per_seat_fact("hand_data.bids", _bid_known)
    markers: PerSeat[tuple[Card, ...] | None] = per_seat_fact("hand_data.markers", _markers_known)
    direction: Direction | None = public_fact("hand_data.direction")
    captured: PerSeat[Captured] = public_fact("hand_data.captured")
    to_exchange: tuple[Seat, ...] = public_fact("hand_data.to_exchange")
    stock_size: CardCount | None = conditional_fact("_stock_size", _stock_known, "hand_data.stock")
    stock: Annotated[tuple[Card | None, ...], AtMost(most_left)] | None = viewer_fact(
        _stock_seen_by, "hand_data.stock"
    )

    redacted_moves: ClassVar = {**TwoWayView.redacted_moves, Bid: _bid_seen_by}

    @override
    def _hidden(self) -> tuple[Hidden[State], ...]:
        return hidden(self)
