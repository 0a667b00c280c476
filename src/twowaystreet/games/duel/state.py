"""The states of the Duel: bids, the dealer's choice, exchanges and the score of a hand."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import chain
from typing import Annotated, ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games._twoway import rules as twoway
from twowaystreet.games._twoway.rules import PACKETS, Direction, exchanges
from twowaystreet.games._twoway.state import TwoWayHandData, TwoWayState, TwoWayView
from twowaystreet.games.duel import rules as duel
from twowaystreet.games.duel.rules import Rules
from twowaystreet.games.duel.score import MOST_POINTS, HandScore, score_of

Captured = tuple[tuple[core.Card, ...], ...]


@attrs.frozen
class HandData(TwoWayHandData):
    """The cards dealt, bids, captured tricks, exchanges and named suits.

    Attributes:
        bids: the bid of each seat; ``None`` before the bid.
        markers: the cards from the stock with which each seat bid.
        direction: the direction of the hand; ``None`` until it is known.
        captured: the two-card tricks that each seat took from the stock.
        to_exchange: the seats that have not exchanged yet, in turn.
    """

    bids: tuple[duel.Bid | None, ...] = (None, None)
    markers: tuple[tuple[core.Card, ...], ...] = ((), ())
    direction: Direction | None = None
    captured: tuple[Captured, ...] = ((), ())
    to_exchange: tuple[int, ...] = ()


_replace: Final = core.fast_replace(HandData)
_UNDEALT: Final = HandData()


class State(TwoWayState[Rules, HandData, HandScore, "View"]):
    """A duel at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = duel.Phase
    _is_open: ClassVar = True
    title: ClassVar = "Duel"
    _dealing_rule: ClassVar = "DU-1"
    _first_points: ClassVar = core.Between(0, MOST_POINTS)
    _name_phase: ClassVar = duel.NAME
    _replace_hand_data: ClassVar = staticmethod(_replace)

    @property
    def responder(self) -> int:
        """The seat that does not deal."""
        return 1 - self.dealer

    @property
    def bids(self) -> tuple[duel.Bid | None, ...]:
        """The bid of each seat; bids that were thrown in (DU-6) stay until the next deal."""
        return self._hand_data.bids

    @property
    def shown(self) -> bool:
        """True if both bids lie open (DU-2)."""
        return None not in self._hand_data.bids

    @property
    def markers(self) -> tuple[tuple[core.Card, ...], ...]:
        """The cards from the stock with which each seat bid (DU-5)."""
        return self._hand_data.markers

    @property
    def direction(self) -> Direction | None:
        """The direction of the hand for both players; ``None`` until it is known."""
        return self._hand_data.direction

    @property
    def captured(self) -> tuple[Captured, ...]:
        """The two-card tricks that each seat took from the stock (DU-7)."""
        return self._hand_data.captured

    @property
    def to_exchange(self) -> tuple[int, ...]:
        """The seats that have not exchanged yet, in turn."""
        return self._hand_data.to_exchange

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """DU-1, DU-2: deal ten cards each; the dealer bids first."""
        held, stock = self._deal_packets(deal, self.dealer, PACKETS)
        hand_data = _replace(_UNDEALT, held=held, stock=stock, exchanged=(None, None))
        return self._await_move(hand_data, duel.BID, self.dealer)

    def _bid(self, seat: int, move: duel.Bid) -> Self:
        """DU-2 to DU-5: bid; after the second bid both are shown."""
        rules, hand_data = self._match.rules, self._hand_data
        if move.strength > rules.max_strength:
            expected = f"no bid, or a strength from 1 to {rules.max_strength}"
            raise core.IllegalMove(move, core.reasons.NotOffered("DU-4", expected))
        count = move.strength if rules.bid_markers is duel.BidMarkers.CARDS else 0
        hand_data = _replace(
            hand_data,
            bids=core.replace_at(hand_data.bids, seat, move),
            markers=core.replace_at(hand_data.markers, seat, hand_data.stock[:count]),
            stock=hand_data.stock[count:],
        )
        if seat == self.dealer:
            return self._await_move(hand_data, duel.BID, self.responder)
        return self._compare(hand_data)

    def _before_bids(self) -> Self:
        """Return the state after the deal, with the markers of a sealed bid back on the stock."""
        hand_data = self._hand_data
        stock = (*chain(*hand_data.markers), *hand_data.stock)
        hand_data = _replace(hand_data, bids=(None, None), markers=((), ()), stock=stock)
        return self._await_move(hand_data, duel.BID, self.dealer)

    def _compare(self, hand_data: HandData) -> Self:
        """DU-6 to DU-9: compare the two bids, which now lie open."""
        bids = tuple(filter(None, hand_data.bids))  # both have been made
        first, second = bids[self.dealer], bids[self.responder]
        both = (self.dealer, self.responder)
        if first == second:
            if first.direction is None:
                hand_data = _replace(hand_data, to_exchange=both)
                return self._await_move(hand_data, duel.CHOOSE, self.dealer)
            return self._ready(hand_data, first.direction, both)
        if first.strength == second.strength:  # DU-6: thrown in, markers too
            thrown_in: Self = self._build(self._match, _replace(_UNDEALT, bids=bids), duel.DEAL)
            return thrown_in
        winner = self.dealer if first.strength > second.strength else self.responder
        bid = bids[winner]
        assert bid.direction is not None
        captor = 1 - winner if bid.direction is Direction.HIGH else winner
        cards, stock = hand_data.stock[: 2 * bid.strength], hand_data.stock[2 * bid.strength :]
        tricks = tuple(zip(cards[::2], cards[1::2], strict=True))
        captured = core.replace_at(hand_data.captured, captor, tricks)
        hand_data = _replace(hand_data, stock=stock, captured=captured)
        return self._ready(hand_data, bid.direction, (winner,))

    def _ready(
        self, hand_data: HandData, direction: Direction, exchanging: tuple[int, ...]
    ) -> Self:
        """DU-7, DU-8: set the direction; the players who may exchange do so."""
        hand_data = _replace(hand_data, direction=direction, to_exchange=exchanging)
        return self._await_move(hand_data, duel.EXCHANGE, exchanging[0])

    def _choose(self, seat: int, move: twoway.Declare) -> Self:
        return self._ready(self._hand_data, move.direction, self._hand_data.to_exchange)

    def _exchange(self, seat: int, move: twoway.Exchange) -> Self:
        """DU-7, DU-8: exchange; then the other player does, or the dealer leads (DU-10)."""
        held, stock, exchanged, remaining = self._after_exchange(seat, move)
        left = self._hand_data.to_exchange[1:]
        hand_data = _replace(
            self._hand_data, held=held, stock=stock, exchanged=exchanged, to_exchange=left
        )
        if left:
            return self._await_move(hand_data, duel.EXCHANGE, left[0], remaining)
        return self._lead(hand_data, core.rotation(self.dealer, 2))

    @property
    @override
    def _due_rule(self) -> str:
        """DU-8, DU-9: both players exchange after equal bids."""
        first, second = self._hand_data.bids
        return "DU-8" if self.phase is duel.EXCHANGE and first == second else super()._due_rule

    _decisions: ClassVar = {
        duel.BID: core.Decision(
            "a bid",
            "DU-3",
            lambda state, _: duel.BIDS[: 1 + 2 * state._match.rules.max_strength],
            {duel.Bid: _bid},
        ),
        duel.CHOOSE: core.Decision(
            "the direction", "DU-9", twoway.declarations, {twoway.Declare: _choose}
        ),
        duel.EXCHANGE: core.Decision(
            "exchange and two cards",
            "DU-7",
            lambda state, seat: exchanges(state._hand_data.held[seat]),
            {twoway.Exchange: _exchange},
        ),
        duel.NAME: TwoWayState._naming_decision,
        duel.PLAY: core.Decision("a card", "DU-10"),
    }

    @override
    def _dealt(self, rng: random.Random) -> list[list[core.Card]]:
        """DU-5, DU-7: markers and captured tricks come from the top of the stock."""
        *hands, stock = super()._dealt(rng)
        markers = [self.markers[seat] for seat in core.rotation(self.dealer, 2)]
        return [*hands, [*chain(*markers, *chain(*self.captured)), *stock]]

    @override
    def _made_in(self, earlier: Self) -> core.Move | None:
        if earlier.phase is duel.BID and earlier.actor is not None:
            return self.bids[earlier.actor]
        if earlier.phase is duel.CHOOSE:
            return None if self.direction is None else twoway.Declare(self.direction)
        return super()._made_in(earlier)

    @override
    def _score_by(self, takers: Sequence[int]) -> HandScore:
        hand_data = self._hand_data
        assert hand_data.direction is not None
        captured = [len(pairs) for pairs in hand_data.captured]
        won = takers.count(0), takers.count(1)
        return score_of(hand_data.direction, won, captured, self.dealer)

    @override
    def _tally(self) -> core.Tally:
        hand_data = self._hand_data
        return core.Tally((hand_data.direction, tuple(map(len, hand_data.captured)), self.dealer))


def _stock_known(state: State, viewer: int | None) -> bool:
    """DU-5: with cards as markers, a secret bid hides the size of the stock."""
    if state._match.rules.bid_markers is duel.BidMarkers.PAPER:
        return True
    secret = state.bids[state.dealer] is not None and not state.shown
    return not secret or viewer == state.dealer


def _stock_seen_by(state: State, viewer: int | None) -> tuple[core.Card | None, ...] | None:
    return state._stock_seen_by(viewer) if _stock_known(state, viewer) else None


def _bid_seen_by(state: State, move: duel.Bid, viewer: int | None) -> str | None:
    """DU-2: the dealer bids in secret."""
    return "bid" if state.actor == state.dealer != viewer else None


def _bid_known(state: State, owner: int, viewer: int | None) -> bool:
    """DU-2: a bid is its owner's secret until both are shown."""
    return owner == viewer or state.shown


def _markers_known(state: State, owner: int, viewer: int | None) -> bool:
    """DU-5: the markers of a high bid are shown with the bid; those of a low bid never."""
    if state._match.rules.bid_markers is duel.BidMarkers.PAPER:
        return True
    bid = state._hand_data.bids[owner]
    is_low = bid is not None and bid.direction is Direction.LOW
    return _bid_known(state, owner, viewer) and not is_low


@attrs.frozen(kw_only=True)
class View(TwoWayView[Rules, HandScore, State]):
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

    bids: core.PerSeat[duel.Bid | None] = core.per_seat_fact("hand_data.bids", _bid_known)
    markers: core.PerSeat[tuple[core.Card, ...] | None] = core.per_seat_fact(
        "hand_data.markers", _markers_known
    )
    direction: Direction | None = core.public_fact("hand_data.direction")
    captured: core.PerSeat[Captured] = core.public_fact("hand_data.captured")
    to_exchange: tuple[core.Seat, ...] = core.public_fact("hand_data.to_exchange")
    stock_size: core.CardCount | None = core.conditional_fact(
        "_stock_size", _stock_known, "hand_data.stock"
    )
    stock: Annotated[tuple[core.Card | None, ...], core.AtMost(twoway.most_left)] | None = (
        core.viewer_fact(_stock_seen_by, "hand_data.stock")
    )

    redacted_moves: ClassVar = {**TwoWayView.redacted_moves, duel.Bid: _bid_seen_by}


new_game: Final = core.new_game_for(Rules, State, _UNDEALT, rule="DU-12", at_least=0)
"""Begin a duel, or continue one that began elsewhere; its ``help`` says more."""
