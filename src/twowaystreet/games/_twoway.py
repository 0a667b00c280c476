"""What Two Way Street and its Duel share beside the cards: exchanges and the play of the hand."""

from __future__ import annotations

from collections.abc import Callable, Container
from enum import StrEnum
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

import attrs
from typing_extensions import override

from twowaystreet import reasons
from twowaystreet._cards.cards import Card, Joker, Suit
from twowaystreet._cards.masks import JOKER, SUIT, cards_in, find_all, mask_of
from twowaystreet._engine.decisions import Decision
from twowaystreet._engine.match import GameRules, HandData
from twowaystreet._engine.moves import PLAYS, Move, Play
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.seats import replace_at, rotation
from twowaystreet._engine.state import ScoreT, ViewT
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._tricks.tricks import Following, Strengths, Trick
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.values import Value
from twowaystreet._views.facts import per_seat_fact, public_fact, to_owner, viewer_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet.errors import IllegalMove, Reason
from twowaystreet.games._twoway_cards import DUTY, FOLLOWING, NAMEABLE, STRENGTHS, TRICKS
from twowaystreet.games._twoway_moves import NAMES, Exchange, Keep, NameSuit


class NamedSuit(StrEnum):
    """Which suits may be named after a coloured Joker led (ST-17)."""

    EITHER = "either"
    HELD = "held"


@attrs.frozen
class Exchanged(Value):
    """What a player put under the stock and drew from its top; nothing if the hand was kept."""

    given: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()


_build_exchanged: Final = fast_constructor(Exchanged)
_KEPT_ALL: Final = Exchanged()


class TwoWayRules(GameRules, Protocol):
    """The options that the play of both games depends on."""

    @property
    def named_suit(self) -> NamedSuit:
        """Which suits may be named after a coloured Joker led."""
        ...

    @property
    def target(self) -> int:
        """How many points end the game."""
        ...


TwoWayRulesT = TypeVar("TwoWayRulesT", bound=TwoWayRules, covariant=True)


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


_build_naming: Final = fast_constructor(Naming)


@attrs.frozen
class TwoWayHandData(HandData):
    """What both games settle, before the play and by naming suits in it.

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
    _phases: ClassVar[Any]  # Any: the enum of either game, which has NAME
    _renewed: ClassVar[Callable[..., Any]]
    """What copies the game's own kind of what is settled with some of it changed, hence Any."""

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
            result = _build_exchanged(move.cards, stock[:2])
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
            return self._phases.NAME, hand & JOKER[Joker.PLAIN]
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

    def _naming(self, seat: int) -> tuple[Move, ...]:
        """What the player who must name the suit led may do."""
        return (*(NAMES[suit] for suit in self._nameable()), *PLAYS[self._legal])

    def _name(self, seat: int, move: NameSuit) -> Self:
        """Name the suit led; the same player then plays (ST-17)."""
        if move.suit not in (nameable := self._nameable()):
            raise IllegalMove(move, reasons.CannotName(self._naming_rule, nameable))
        named = (*self._hand_data.named, _build_naming(len(self.tricks), seat, move.suit))
        hand_data = self._renewed(self._hand_data, named=named)
        return self._await_play(
            hand_data, self._remaining, self._order, self.tricks, self._table, move.suit
        )

    def _stock_seen_by(self, seat: int | None) -> tuple[Card | None, ...]:
        """The stock from the top; of its cards a seat knows those it has put there (ST-11)."""
        exchanged, size = self._hand_data.exchanged, len(self._hand_data.stock)
        own = exchanged[seat] if exchanged and seat is not None else None
        if own is None or not own.given or seat is None:
            return (None,) * size
        # Each exchange since has taken two cards from the top and put two at the bottom.
        order = rotation(self._match.dealer, len(exchanged))
        since = [
            one
            for per_seat_fact in order[order.index(seat) :]
            if (one := exchanged[per_seat_fact]) and one.given
        ]
        below = 2 * (len(since) - 1)
        viewer_fact = (None,) * (size - below - 2) + own.given + (None,) * below
        return viewer_fact[-size:] if size else ()  # else somebody has drawn them

    @override
    def _strengths(self, table: tuple[Card, ...], led: Suit | None) -> Strengths:
        return STRENGTHS[led]

    @override
    def _refuse_play(self, move: Play, held: int) -> Reason:
        if self.phase is self._phases.NAME:
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


_State: Any = TwoWayState  # Any: the state of either game
NAMING: Final = Decision(
    "the suit led: name and a suit", "ST-16", _State._naming, {NameSuit: _State._name}
)
"""What is asked of who must name the suit led."""


@attrs.frozen(kw_only=True)
class TwoWayView(TrickView[TwoWayRulesT, ScoreT], Generic[TwoWayRulesT, ScoreT]):
    """What one seat may know of a state of either game.

    Attributes:
        phase: what is to be done next, as far as can be seen: that somebody has to name a suit
            before playing, others see only when it is done (ST-16, ST-18).
        exchanged: what the seat itself exchanged; ``None`` for the others.
        named: who named which suit after a Joker led, in this hand.
    """

    phase: Phase = viewer_fact(
        # Who waits does not know yet whether the suit led will have to be named.
        lambda state, viewer: (
            state._play_phase
            if state.phase is state._phases.NAME and viewer != state.actor
            else state.phase
        ),
        "phase",
    )
    exchanged: tuple[Exchanged | None, ...] = per_seat_fact(
        lambda state, seat: state.exchanged[seat], to_owner, "hand_data.exchanged"
    )
    named: tuple[Naming, ...] = public_fact(lambda state: state.named, "hand_data.named")

    redacted_moves: ClassVar = {
        **TrickView.redacted_moves,
        # ST-11: others see that an exchange is made.
        Exchange: lambda state, move, viewer: None if viewer == state.actor else "exchange",
    }

    _lasting: ClassVar = ("tricks", "named")

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        """ST-5: ten tricks at the most. ST-16 to ST-18: in each a suit is named once."""
        if general := super()._contradiction(changed):
            return general
        tricks = len(self.tricks)
        if tricks > TRICKS or len(self.named) > tricks + 1:
            return f"tricks, named: expected {TRICKS} tricks, a suit named in each, at the most"
        return ""

    @override
    def _duty(self, number: int, trick: Trick, place: int) -> tuple[Following, str]:
        joker = trick.cards[0].joker
        if joker is not None:
            namers = [naming.seat for naming in self.named if naming.trick == number]
            if not set(namers) & set(trick.seats[: place + 1]):
                # Who must name the suit plays nothing before, but for a plain Joker on another.
                plain = joker is Joker.PLAIN
                allowed = JOKER[joker] if plain else 0
                return ((DUTY[joker], allowed),), "ST-18" if plain else "ST-16"
        return FOLLOWING[trick.led] or (), "ST-13"
