"""The states of Two Way Street and of its Duel: exchanges, suits named, and the play."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final, Generic, Self, TypeVar

import attrs
from typing_extensions import override

from twowaystreet import reasons
from twowaystreet._cards.cards import Card, Joker, Suit
from twowaystreet._cards.masks import JOKER, SUIT, cards_in, find_all, mask_of
from twowaystreet._engine.decisions import Decision
from twowaystreet._engine.match import HandData
from twowaystreet._engine.moves import PLAYS, Move, Play
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.seats import replace_at, rotation
from twowaystreet._engine.state import ScoreT, ViewT
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._tricks.tricks import Strengths, Trick
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.values import Value
from twowaystreet.errors import IllegalMove, Reason
from twowaystreet.games._twoway.cards import DUTY, FOLLOWING, NAMEABLE, STRENGTHS
from twowaystreet.games._twoway.moves import NAMES, Exchange, Keep, NameSuit
from twowaystreet.games._twoway.rules import NamedSuit, TwoWayRulesT


@attrs.frozen
class Exchanged(Value):
    """What a player put under the stock and drew from its top; nothing if the hand was kept."""

    given: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()


_new_exchanged: Final = fast_constructor(Exchanged)
_KEPT_ALL: Final = Exchanged()


@attrs.frozen
class Naming(Value):
    """That the suit led was named after a Joker led (ST-16 to ST-18).

    Attributes:
        trick: the number of the trick, from 0.
        seat: who named the suit.
        suit: the suit.
    """

    trick: int
    seat: int
    suit: Suit


_new_naming: Final = fast_constructor(Naming)


@attrs.frozen
class TwoWayHandData(HandData):
    """The cards dealt, the exchanges, and the suits named in the play.

    Attributes:
        exchanged: for each seat what it exchanged; ``None`` if it has not, or does not.
        named: the suits that were named, the first one first.
    """

    exchanged: tuple[Exchanged | None, ...] = ()
    named: tuple[Naming, ...] = ()


TwoWayHandDataT = TypeVar("TwoWayHandDataT", bound=TwoWayHandData, covariant=True)


class TwoWayState(
    TrickState[TwoWayRulesT, TwoWayHandDataT, ScoreT, ViewT],
    Generic[TwoWayRulesT, TwoWayHandDataT, ScoreT, ViewT],
):
    """The exchange and the play of a hand, as both games have them."""

    __slots__ = ()
    _name_phase: ClassVar[Phase]
    """The phase in which a suit is to be named."""
    _replace_hand_data: ClassVar[Callable[..., TwoWayHandData]]
    """The function that copies the game's hand data with some of it changed."""

    @property
    def exchanged(self) -> tuple[Exchanged | None, ...]:
        """What each seat exchanged, which only that seat knows; ``None`` if it has not."""
        return self._hand_data.exchanged or (None,) * self._match.rules.seats

    @property
    def named(self) -> tuple[Naming, ...]:
        """Who named which suit after a Joker led, in this hand."""
        return self._hand_data.named

    def _after_exchange(
        self, seat: int, move: Exchange | Keep
    ) -> tuple[tuple[int, ...], tuple[Card, ...], tuple[Exchanged | None, ...], int]:
        """The hands, the stock and the exchanges after one more, and the cards of all hands.

        The two cards go under the stock, then its top two are drawn (ST-9, ST-11).
        """
        hand_data = self._hand_data
        held, stock, result = hand_data.held, hand_data.stock, _KEPT_ALL
        remaining = self._remaining
        if type(move) is Exchange:
            hand = held[seat]
            given = find_all(hand, move.cards)
            if given is None:
                raise IllegalMove(move, reasons.NotHeld("ST-9", cards_in(hand)))
            stock += move.cards
            result = _new_exchanged(move.cards, stock[:2])
            remaining ^= given
            drawn = mask_of(result.drawn, remaining)
            remaining |= drawn
            held = replace_at(held, seat, hand ^ given | drawn)
            stock = stock[2:]
        return held, stock, replace_at(hand_data.exchanged, seat, result), remaining

    _following: ClassVar = FOLLOWING
    _following_rule: ClassVar = "ST-13"

    @override
    def _may_play(self, hand: int, table: tuple[Card, ...], led: Suit | None) -> tuple[Phase, int]:
        if table and led is None and hand & DUTY[table[0].joker]:  # ST-16, ST-18
            return self._name_phase, hand & JOKER[Joker.PLAIN]
        return super()._may_play(hand, table, led)  # ST-19: else any card

    def _nameable(self) -> tuple[Suit, ...]:
        """The suits that the player to move may name (ST-17, ST-18)."""
        joker = self._table[0].joker
        if joker is not Joker.PLAIN and self._match.rules.named_suit is NamedSuit.EITHER:
            return NAMEABLE[joker]
        held = self._hand_to_play_from()
        return tuple(suit for suit in NAMEABLE[joker] if held & SUIT[suit])

    @property
    def _naming_rule(self) -> str:
        """The rule by which the suit led is to be named now."""
        return "ST-18" if self._table[0].joker is Joker.PLAIN else "ST-17"

    def _naming_moves(self, seat: int) -> tuple[Move, ...]:
        """What the player who must name the suit led may do."""
        return (*(NAMES[suit] for suit in self._nameable()), *PLAYS[self._legal])

    def _name(self, seat: int, move: NameSuit) -> Self:
        """Name the suit led; the same player then plays (ST-17)."""
        if move.suit not in (nameable := self._nameable()):
            raise IllegalMove(move, reasons.CannotName(self._naming_rule, nameable))
        named = (*self._hand_data.named, _new_naming(len(self.tricks), seat, move.suit))
        hand_data = self._replace_hand_data(self._hand_data, named=named)
        return self._await_play(
            hand_data, self._remaining, self._order, self.tricks, self._table, move.suit
        )

    _naming_decision: ClassVar = Decision(
        "the suit led: name and a suit", "ST-16", _naming_moves, {NameSuit: _name}
    )
    """The decision of the player who must name the suit led."""

    def _stock_seen_by(self, seat: int | None) -> tuple[Card | None, ...]:
        """The stock from the top; of its cards a seat knows those it has put there (ST-11)."""
        exchanged, size = self._hand_data.exchanged, len(self._hand_data.stock)
        own = exchanged[seat] if exchanged and seat is not None else None
        if own is None or not own.given or seat is None:
            return (None,) * size
        # Each exchange since has taken two cards from the top and put two at the bottom.
        order = rotation(self._match.dealer, len(exchanged))
        since = [
            one for later in order[order.index(seat) :] if (one := exchanged[later]) and one.given
        ]
        below = 2 * (len(since) - 1)
        known = (None,) * (size - below - 2) + own.given + (None,) * below
        return known[-size:] if size else ()  # else somebody has drawn them

    @override
    def _strengths(self, table: tuple[Card, ...], led: Suit | None) -> Strengths:
        return STRENGTHS[led]

    @override
    def _refuse_play(self, move: Play, held: int) -> Reason:
        if self.phase is self._name_phase:
            return reasons.MustName(self._naming_rule, self._nameable(), cards_in(self._legal))
        return super()._refuse_play(move, held)

    @override
    def _first_leader(self) -> int:
        """ST-12, DU-10: the first declarer, or the dealer."""
        return self.dealer

    @override
    def _next_leader(self, trick: Trick) -> int:
        """ST-12, DU-10: the player to the left of the last leader, whoever took the trick."""
        return trick.seats[1]

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """ST-24, DU-12: somebody has reached the target."""
        return max(scores) >= self._match.rules.target
