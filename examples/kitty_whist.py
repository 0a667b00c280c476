"""Whist with a kitty, in partnerships: ``twowaystreet play examples/kitty_whist.py:GAME``.

Four cards are the kitty, and the others are dealt (KW-1). From the dealer's left each passes or
bids once, at least seven tricks and more than all before. The dealer must bid if all passed (KW-2).
The highest bidder takes the kitty, names trumps (KW-3), buries four cards face down (KW-4) and
leads. Follow suit; the highest trump wins, else the highest card of the suit led (KW-5). The
bidder's side scores the bid or loses it, and the others score their tricks (KW-6).
"""

from typing import Annotated, ClassVar, Self

import attrs

from twowaystreet import authoring as core

Score = core.HandScore[core.SeatScore]


@attrs.frozen(kw_only=True)
class Rules:
    """The options: the number of hands."""

    max_hands: int | None = core.number(8, at_least=1, rule="AL-2")
    seats, sides, pack = 4, ((0, 2), (1, 3)), core.Pack(core.FRENCH_DECK)


class Phase(core.Phase):
    """The phases of a hand."""

    DEAL, BID, TRUMPS, BURY, PLAY = "deal", "bid", "trumps", "bury", "play"
    HAND_OVER, GAME_OVER = "hand over", "game over"


@attrs.frozen
class Bid(core.NumberMove):
    """Promise a number of tricks: ``bid 8``."""

    word, numbers, form = "bid", range(7, 13), "bid and a number of tricks"


@attrs.frozen
class Trumps(core.SuitMove):
    """Name trumps: ``trumps H``."""

    word, form = "trumps", "trumps and a suit"


@attrs.frozen
class Bury(core.CardMove):
    """Lay a card away, face down: ``bury 2C``."""

    word, form = "bury", "bury and a card"


TRUMPS = tuple(map(Trumps, core.Suit))


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, the bids, trumps, and the cards buried, the first one first."""

    bids: tuple[int, ...] = (0,) * 4
    trumps: core.Suit | None = None
    buried: tuple[core.Card, ...] = ()


class State(core.TrickState[Rules, HandData, Score, "View"]):
    """A game of Kitty Whist at one moment."""

    __slots__ = ()
    title: ClassVar = "Kitty Whist"
    _phases: ClassVar = Phase
    _following: ClassVar = core.FOLLOW_SUIT
    _following_rule: ClassVar = "KW-5"

    def _deal_hands(self, deal: core.Deal) -> Self:
        """KW-1: deal all cards but four one at a time; these are the kitty."""
        left, packets = (self.dealer + 1) % 4, (1,) * (len(deal.cards) // 4 - 1)
        return self._await_move(HandData(*self._deal_packets(deal, left, packets)), Phase.BID, left)

    def _first_leader(self) -> int:
        """KW-5: the highest bidder; the dealer's left until somebody bids."""
        return max(core.rotation(super()._first_leader(), 4), key=self._hand_data.bids.__getitem__)

    def _bids(self, seat: int) -> tuple[core.Move, ...]:
        """KW-2: pass, or bid more than all before; the dealer must bid if all passed."""
        best = max(self._hand_data.bids)
        more = tuple(map(Bid, range(max(best + 1, 7), 13)))
        return more if seat == self.dealer and not best else (core.Pass(), *more)

    def _bid(self, seat: int, move: core.Pass | Bid) -> Self:
        """KW-2, KW-3: bid; after the dealer, the highest bidder takes the kitty."""
        self._check_offered(move, self._bids(seat), "KW-2")
        number, stock = move.number if isinstance(move, Bid) else 0, self.stock
        bids = core.replace_at(self._hand_data.bids, seat, number)
        if seat != self.dealer:
            hand_data = HandData(self._hand_data.held, stock, bids)
            return self._await_move(hand_data, Phase.BID, (seat + 1) % 4)
        top = bids.index(max(bids))
        return self._await_move(HandData(self._held_with(top, stock), (), bids), Phase.TRUMPS, top)

    def _name(self, seat: int, move: Trumps) -> Self:
        """KW-3: name trumps; then bury."""
        return self._await_move(attrs.evolve(self._hand_data, trumps=move.suit), Phase.BURY, seat)

    def _bury(self, seat: int, move: Bury) -> Self:
        """KW-4: bury a card; after the fourth, lead."""
        held, buried = self._held_without(seat, move), (*self._hand_data.buried, move.card)
        hand_data = attrs.evolve(self._hand_data, held=held, buried=buried)
        if len(buried) < 4:
            return self._await_move(hand_data, Phase.BURY, seat)
        return self._lead(hand_data, core.rotation(seat, 4))

    def _cards(self, seat: int) -> tuple[core.Move, ...]:
        return tuple(map(Bury, self.hand_of(seat)))

    _decisions: ClassVar = {
        Phase.BID: core.Decision("a bid", "KW-2", _bids, {core.Pass: _bid, Bid: _bid}),
        Phase.TRUMPS: core.Decision("trumps", "KW-3", lambda state, seat: TRUMPS, {Trumps: _name}),
        Phase.BURY: core.Decision("bury", "KW-4", _cards, {Bury: _bury}),
        Phase.PLAY: core.Decision("a card", "KW-5"),
    }

    @classmethod
    def _trumps_of(cls, hand_data: HandData) -> core.Suit | None:
        return hand_data.trumps

    @classmethod
    def _strengths(
        cls, rules: Rules, trumps: core.Suit, led: core.Suit | None, decider: core.Card | None
    ) -> core.Strengths:
        assert led is not None
        return core.TRUMPED[trumps, led]

    def _score(self, tricks: tuple[core.Trick, ...]) -> Score:
        """KW-6: the bidder's side scores or loses the bid; the others score their tricks."""
        won, bid = core.tricks_won(tricks, 4), max(self._hand_data.bids)
        side = self._first_leader() % 2
        points = [won[0] + won[2], won[1] + won[3]]
        points[side] = bid if points[side] >= bid else -bid
        return core.HandScore(tuple(map(core.SeatScore, points * 2)))


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, Score, State]):
    """The knowledge of a seat: the bidder knows the cards buried, the others their number."""

    bids: core.PerSeat[Annotated[int, core.Between(0, 12)]] = core.public_fact("hand_data.bids")
    trumps: core.Suit | None = core.public_fact("hand_data.trumps")
    buried: tuple[core.Card, ...] | None = core.conditional_fact(
        "hand_data.buried", lambda state, viewer: viewer == state._first_leader()
    )
    cards_buried: core.CardCount = core.public_fact(
        lambda state: len(state._hand_data.buried), "hand_data.buried"
    )
    redacted_moves: ClassVar = {
        **core.TrickView.redacted_moves,
        Bury: lambda state, move, viewer: None if viewer == state.actor else "bury",
    }


def player(view: View, rng: object) -> core.Move:
    """Name the longest suit; bury low cards; play the highest card that wins, else the lowest."""
    table, suits = view.trick.cards, [card.suit for card in view.hand or ()]

    def worth(move: core.Move) -> int:
        if isinstance(move, core.Pass | Bid):
            return -(move.number if isinstance(move, Bid) else max(map(suits.count, suits)) + 3)
        if isinstance(move, Trumps):
            return suits.count(move.suit)
        assert isinstance(move, Bury | core.Play) and view.trumps
        height = move.card.rank.place + 13 * (move.card.suit is view.trumps)
        order = State._strengths(view.rules, view.trumps, view.trick.led or move.card.suit, None)
        wins = core.winning_index((*table, move.card), order) == len(table)
        return height if wins and isinstance(move, core.Play) else -height

    return max(view.legal_moves or (), key=worth)


GAME = core.Game(
    name="kitty_whist",
    Rules=Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(Rules, State, HandData(), rule="AL-2"),
    player=player,
    how_to_play=(__doc__ or "").partition("\n\n")[2],
)
