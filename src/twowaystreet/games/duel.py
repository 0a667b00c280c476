"""The Duel: Two Way Street for two players.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), its section on duels.

A hand is dealt (DU-1); the dealer bids in secret, the responder openly, and the dealer's bid is
shown (DU-2); the greater strength decides the direction of the hand for both, and tricks are taken
from the stock for it (DU-7); the winner of the bidding, or with identical bids both, exchange two
cards (DU-8); ten tricks are played as in Two Way Street, the dealer leading the odd ones (DU-10);
the difference in tricks scores (DU-11).

Where the source is silent: a bid has a greatest strength (DU-4), with cards as markers the stock
stays uncounted until the showing (DU-5), and a dealer who chooses does so before the exchanges
(DU-9).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Self, cast

import attrs
from typing_extensions import override

from twowaystreet import reasons
from twowaystreet._cards.cards import Card
from twowaystreet._cards.packs import Pack
from twowaystreet._engine import phases
from twowaystreet._engine.decisions import Decision
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Deal
from twowaystreet._engine.options import choice, number
from twowaystreet._engine.seats import replace_at, rotation
from twowaystreet._engine.setup import begin_match, checked_rules
from twowaystreet._tricks.tricks import Trick, tricks_won
from twowaystreet._util.constructors import fast_replace
from twowaystreet._util.values import Value
from twowaystreet._views.facts import conditional_fact, per_seat_fact, public_fact, viewer_fact
from twowaystreet.errors import IllegalMove, RulesError
from twowaystreet.games._duel_bids import BIDS, GREATEST_STRENGTH, Bid, BidMarkers
from twowaystreet.games._duel_scoring import HandScore, SeatScore, score, score_of
from twowaystreet.games._twoway import (
    NAMING,
    Exchanged,
    NamedSuit,
    Naming,
    TwoWayHandData,
    TwoWayState,
    TwoWayView,
)
from twowaystreet.games._twoway_cards import PACKETS, TRICKS, Jokers, pack_of
from twowaystreet.games._twoway_moves import (
    DECLARATIONS,
    Declare,
    Direction,
    Exchange,
    NameSuit,
    exchanges,
)

__all__ = [
    "GAME",
    "Bid",
    "BidMarkers",
    "Declare",
    "Direction",
    "Exchange",
    "Exchanged",
    "HandScore",
    "Jokers",
    "NameSuit",
    "NamedSuit",
    "Naming",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "View",
    "new_game",
    "score",
]


def __dir__() -> list[str]:
    return __all__


class Phase(phases.Phase):
    """The phases of the Duel."""

    DEAL = "deal"
    BID = "bid"
    CHOOSE = "choose"
    EXCHANGE = "exchange"
    NAME = "name"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Names of their own: Python 3.11 takes 60 to 130 ns to find a member through its enum.
BID: Final = Phase.BID
CHOOSE: Final = Phase.CHOOSE
EXCHANGE: Final = Phase.EXCHANGE
NAME: Final = Phase.NAME
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of the Duel.

    Args:
        jokers: which Jokers the deck holds (ST-3).
        named_suit: which suits may be named after a coloured Joker led (ST-17).
        bid_markers: how bids are made (DU-5).
        max_strength: the greatest strength of a bid; by default 10, or 8 with cards as markers,
            and never more (DU-4).
        target: how many points end the game, 1 to a billion (DU-12).
        max_hands: after how many hands it ends at the latest; ``None`` for no such bound (AL-2).

    Raises:
        RulesError: if an option has an impossible value.

    >>> Rules(bid_markers="cards").max_strength
    8
    """

    jokers: Jokers = choice(Jokers, rule="ST-3")
    named_suit: NamedSuit = choice(NamedSuit, rule="ST-17")
    bid_markers: BidMarkers = choice(BidMarkers, rule="DU-5")
    max_strength: int = number(None, at_least=1, at_most=TRICKS, rule="DU-4")
    target: int = number(20, at_least=1, rule="DU-12")
    max_hands: int | None = number(None, at_least=1, rule="AL-2")

    def __attrs_post_init__(self) -> None:
        """Find the greatest strength, or see whether the one given is possible."""
        greatest = GREATEST_STRENGTH[self.bid_markers]
        strength = cast("int | None", self.max_strength)
        if strength is None:
            object.__setattr__(self, "max_strength", greatest)
        elif strength > greatest:
            expected = f"a whole number, 1 to {greatest} with bid_markers={self.bid_markers}"
            raise RulesError("max_strength", strength, expected, "DU-4")

    @property
    def seats(self) -> int:
        """How many play, which is two."""
        return 2

    @property
    def pack(self) -> Pack:
        """All the cards, one deck of them."""
        return pack_of(1, self.jokers)


Captured = tuple[tuple[Card, ...], ...]


@attrs.frozen
class HandData(TwoWayHandData):
    """What is settled before the play.

    Attributes:
        bids: each seat's bid; ``None`` until it is made.
        markers: the cards that each seat took from the stock to bid with.
        direction: the direction of the hand.
        captured: the two-card tricks that each seat took from the stock.
        to_exchange: who is yet to exchange, in turn.
    """

    bids: tuple[Bid | None, ...] = (None, None)
    markers: tuple[tuple[Card, ...], ...] = ((), ())
    direction: Direction | None = None
    captured: tuple[Captured, ...] = ((), ())
    to_exchange: tuple[int, ...] = ()


_changed: Final = fast_replace(HandData)
_UNDEALT: Final = HandData()


class State(TwoWayState[Rules, HandData, HandScore, "View"]):
    """A duel at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = Phase
    title: ClassVar = "Duel"
    _dealing_rule: ClassVar = "DU-1"
    _renewed: ClassVar = staticmethod(_changed)

    @property
    def responder(self) -> int:
        """The seat that does not deal."""
        return 1 - self.dealer

    @property
    def bids(self) -> tuple[Bid | None, ...]:
        """Each seat's bid; after a deal thrown in (DU-6) its bids stay until the next deal."""
        return self._hand_data.bids

    @property
    def shown(self) -> bool:
        """Whether both bids lie open (DU-2)."""
        return None not in self._hand_data.bids

    @property
    def markers(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each seat took from the stock to bid with (DU-5)."""
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
        """The seats that are yet to exchange, in turn."""
        return self._hand_data.to_exchange

    @override
    def _deal_hands(self, deal: Deal) -> Self:
        """DU-1, DU-2: ten cards each; the dealer bids first."""
        held, stock = self._deal_packets(deal, self.dealer, PACKETS)
        hand_data = _changed(_UNDEALT, held=held, stock=stock, exchanged=(None, None))
        return self._await_move(hand_data, BID, self.dealer)

    def _bid(self, seat: int, move: Bid) -> Self:
        """DU-2 to DU-5: bid, in secret or openly; then the bids are shown."""
        rules, hand_data = self._match.rules, self._hand_data
        if move.strength > rules.max_strength:
            expected = f"no bid, or a strength from 1 to {rules.max_strength}"
            raise IllegalMove(move, reasons.NotOffered("DU-4", expected))
        count = move.strength if rules.bid_markers is BidMarkers.CARDS else 0
        hand_data = _changed(
            hand_data,
            bids=replace_at(hand_data.bids, seat, move),
            markers=replace_at(hand_data.markers, seat, hand_data.stock[:count]),
            stock=hand_data.stock[count:],
        )
        if seat == self.dealer:
            return self._await_move(hand_data, BID, self.responder)
        return self._compare(hand_data)

    def _compare(self, hand_data: HandData) -> Self:
        """DU-6 to DU-9: what the two bids, now shown, come to."""
        bids: Any = hand_data.bids  # Any: two bids, as both have been made
        first, second = bids[self.dealer], bids[self.responder]
        both = (self.dealer, self.responder)
        if first == second:
            if not first.strength:
                hand_data = _changed(hand_data, to_exchange=both)
                return self._await_move(hand_data, CHOOSE, self.dealer)
            return self._ready(hand_data, first.direction, both)
        if first.strength == second.strength:  # DU-6: thrown in, markers too
            thrown_in: Self = self._build(self._match, _changed(_UNDEALT, bids=bids), Phase.DEAL)
            return thrown_in
        winner = self.dealer if first.strength > second.strength else self.responder
        bid = bids[winner]
        captor = 1 - winner if bid.direction is Direction.HIGH else winner
        cards, stock = hand_data.stock[: 2 * bid.strength], hand_data.stock[2 * bid.strength :]
        tricks = tuple(zip(cards[::2], cards[1::2], strict=True))
        captured = replace_at(hand_data.captured, captor, tricks)
        hand_data = _changed(hand_data, stock=stock, captured=captured)
        return self._ready(hand_data, bid.direction, (winner,))

    def _ready(
        self, hand_data: HandData, direction: Direction, exchanging: tuple[int, ...]
    ) -> Self:
        """DU-7, DU-8: the direction is known; those who may exchange do."""
        hand_data = _changed(hand_data, direction=direction, to_exchange=exchanging)
        return self._await_move(hand_data, EXCHANGE, exchanging[0])

    def _choose(self, seat: int, move: Declare) -> Self:
        """DU-9: nobody has bid; the dealer chooses the direction."""
        return self._ready(self._hand_data, move.direction, self._hand_data.to_exchange)

    def _exchange(self, seat: int, move: Exchange) -> Self:
        """DU-7, DU-8: exchange; then the other does, or the dealer leads (DU-10)."""
        held, stock, exchanged, remaining = self._after_exchange(seat, move)
        left = self._hand_data.to_exchange[1:]
        hand_data = _changed(
            self._hand_data, held=held, stock=stock, exchanged=exchanged, to_exchange=left
        )
        if left:
            return self._await_move(hand_data, EXCHANGE, left[0], remaining)
        return self._lead(hand_data, rotation(self.dealer, 2))

    _decisions: ClassVar = {
        BID: Decision(
            "a bid such as bid 3 high, or no bid",
            "DU-3",
            lambda state, _: BIDS[: 1 + 2 * state._match.rules.max_strength],
            {Bid: _bid},
        ),
        CHOOSE: Decision(
            "the direction: high or low",
            "DU-9",
            lambda state, seat: DECLARATIONS,
            {Declare: _choose},
        ),
        EXCHANGE: Decision(
            "exchange and two cards",
            "DU-7",
            lambda state, seat: exchanges(state._hand_data.held[seat]),
            {Exchange: _exchange},
        ),
        NAME: NAMING,
        PLAY: Decision("a card", "DU-10"),
    }

    @override
    def _score(self, tricks: tuple[Trick, ...]) -> HandScore:
        hand_data = self._hand_data
        way: Any = hand_data.direction  # Any: a direction, as the hand has been played
        captured = [len(some) for some in hand_data.captured]
        return score_of(way, tricks_won(tricks, 2), captured, self.dealer)


def new_game(
    rules: Rules | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    hands_played: int = 0,
) -> State:
    """Begin a duel, or go on with one that was begun elsewhere.

    Args:
        rules: the options; ``None`` for all the defaults.
        dealer: the seat that deals first, 0 or 1.
        scores: both players' points so far, 0 or more each and less than the target; ``None`` for
            none.
        hands_played: how many hands have been played so far; counts against ``max_hands``.

    Returns:
        A state that waits for its deal.

    Raises:
        SeatError: if the dealer is no seat.
        RulesError: if the scores or the number of hands cannot be.

    >>> new_game(dealer=1, scores=[12, 7])
    <Duel: deal, scores 12 7>
    """
    rules = checked_rules(Rules, rules)
    return begin_match(
        State, _UNDEALT, rules, dealer, scores, hands_played, at_least=0, rule="DU-12"
    )


def _stock_known(state: State, viewer: int | None) -> bool:
    """DU-5: with cards as markers, a secret bid hides how many cards are left."""
    secret = state.bids[state.dealer] is not None and not state.shown
    by_cards = state.rules.bid_markers is BidMarkers.CARDS
    return not (secret and by_cards) or viewer == state.dealer


def _stock_seen_by(state: State, viewer: int | None) -> tuple[Card | None, ...] | None:
    return state._stock_seen_by(viewer) if _stock_known(state, viewer) else None


def _bid_seen_by(state: State, move: Bid, viewer: int | None) -> str | None:
    """DU-2: the dealer's bid is made in secret."""
    secret = state.actor == state.dealer != viewer
    return "bid" if secret else None


def _bid_known(state: State, owner: int, viewer: int | None) -> bool:
    """DU-2: a bid is its owner's secret until both are shown."""
    return state.shown or owner == viewer


def _markers_known(state: State, owner: int, viewer: int | None) -> bool:
    """DU-5: a high bid's markers are seen with the bid; a low bid's never, by anybody."""
    if state.rules.bid_markers is BidMarkers.PAPER:
        return True
    bid = state.bids[owner]
    unseen = bid is not None and bid.direction is Direction.LOW
    return _bid_known(state, owner, viewer) and not unseen


@attrs.frozen(kw_only=True)
class View(TwoWayView[Rules, HandScore]):
    """What one seat may know of a duel.

    Attributes:
        rules: the options the game is played with.
        score: the score of the hand just finished, ``None`` until then.
        bids: each seat's bid; ``None`` while it is not made or not shown.
        markers: each seat's cards to bid with; ``None`` for those the viewer has not seen.
        direction: the direction of the hand; ``None`` until it is known.
        captured: the two-card tricks that each seat took from the stock.
        to_exchange: the seats that are yet to exchange, in turn.
        exchanged: what the seat itself exchanged; ``None`` for the other.
        named: who named which suit after a Joker led, in this hand.
        stock_size: how many cards the stock holds; ``None`` while that would betray a bid.
        stock: the stock from the top, with the cards that the seat itself has put there, ``None``
            for each of the others; ``None`` while its size would betray a bid.
    """

    bids: tuple[Bid | None, ...] = per_seat_fact(
        lambda state, seat: state.bids[seat], _bid_known, "hand_data.bids"
    )
    markers: tuple[tuple[Card, ...] | None, ...] = per_seat_fact(
        lambda state, seat: state.markers[seat], _markers_known, "hand_data.markers"
    )
    direction: Direction | None = public_fact(lambda state: state.direction, "hand_data.direction")
    captured: tuple[Captured, ...] = public_fact(lambda state: state.captured, "hand_data.captured")
    to_exchange: tuple[int, ...] = public_fact(
        lambda state: state.to_exchange, "hand_data.to_exchange"
    )
    stock_size: int | None = conditional_fact(
        lambda state: len(state.stock), _stock_known, "hand_data.stock"
    )
    stock: tuple[Card | None, ...] | None = viewer_fact(_stock_seen_by, "hand_data.stock")

    redacted_moves: ClassVar = {**TwoWayView.redacted_moves, Bid: _bid_seen_by}


GAME: Final = Game(
    name="duel",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""The Duel and its classes."""
