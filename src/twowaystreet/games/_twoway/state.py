"""The states of Two Way Street and the Duel: exchanges, named suits and the play."""

import random
from collections.abc import Callable, Container
from typing import Annotated, Any, ClassVar, Final, Generic, Self

import attrs
from typing_extensions import TypeVar, override

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games._twoway import rules as twoway
from twowaystreet.games._twoway.rules import TRICKS, TwoWayRules, TwoWayRulesT


@attrs.frozen
class Exchanged(core.Value):
    """The cards that a player put under the stock and drew from its top.

    Both tuples are empty if the player kept the whole hand.
    """

    given: core.CardSet = ()
    drawn: tuple[core.Card, ...] = ()


_new_exchanged: Final = core.fast_constructor(Exchanged)
_KEPT_ALL: Final = Exchanged()


@attrs.frozen
class Naming(core.Value):
    """A suit named after a Joker was led (ST-16 to ST-18).

    Attributes:
        trick: the number of the trick, from 0.
        seat: the seat that named the suit.
        suit: the named suit.
    """

    trick: Annotated[int, core.Between(0, TRICKS - 1)]
    seat: core.Seat
    suit: core.Suit


_new_naming: Final = core.fast_constructor(Naming)


@attrs.frozen
class TwoWayHandData(core.HandData):
    """The cards dealt, the exchange of each seat, and the named suits in order of time."""

    exchanged: tuple[Exchanged | None, ...] = ()
    named: tuple[Naming, ...] = ()


TwoWayHandDataT = TypeVar("TwoWayHandDataT", bound=TwoWayHandData, covariant=True)
ScoreT = TypeVar("ScoreT", bound=core.HandScore[core.SeatScore], covariant=True)
# Any: each game has its own options and scores.
ViewT = TypeVar("ViewT", bound=core.View[Any, Any], covariant=True)
StateT = TypeVar("StateT", bound=tws.AnyState, default=tws.AnyState, covariant=True)


class TwoWayState(
    core.TrickState[TwoWayRulesT, TwoWayHandDataT, ScoreT, ViewT],
    Generic[TwoWayRulesT, TwoWayHandDataT, ScoreT, ViewT],
):
    __slots__ = ()
    _name_phase: ClassVar[core.Phase]
    """The phase in which a player must name the suit led."""
    _replace_hand_data: ClassVar[Callable[..., Any]]  # Any: the hand data of each game

    @property
    def exchanged(self) -> tuple[Exchanged | None, ...]:
        """The exchange of each seat, hidden from the others; ``None`` for a seat without one."""
        return self._hand_data.exchanged or (None,) * self._match.rules.seats

    @property
    def named(self) -> tuple[Naming, ...]:
        """The suits named in this hand after a Joker was led, and the seats that named them."""
        return self._hand_data.named

    def _after_exchange(
        self, seat: int, move: twoway.Exchange | twoway.Keep
    ) -> tuple[tuple[int, ...], tuple[core.Card, ...], tuple[Exchanged | None, ...], int]:
        """ST-9, ST-11: return the hands, the stock, the exchanges and all cards in hands after."""
        hand_data, remaining = self._hand_data, self._remaining
        held, stock, result = hand_data.held, hand_data.stock, _KEPT_ALL
        if type(move) is twoway.Exchange:
            hand = held[seat]
            given = core.find_all(hand, move.cards)
            if given is None:
                lack = core.reasons.NotHeld.among("ST-9", core.cards_in(hand), move.cards)
                raise core.IllegalMove(move, lack)
            stock += move.cards
            result = _new_exchanged(move.cards, stock[:2])
            remaining ^= given
            drawn = core.mask_of(result.drawn, remaining)
            remaining |= drawn
            held = core.replace_at(held, seat, hand ^ given | drawn)
            stock = stock[2:]
        return held, stock, core.replace_at(hand_data.exchanged, seat, result), remaining

    _following: ClassVar = twoway.FOLLOWING
    _following_rule: ClassVar = "ST-13"

    @override
    def _may_play(
        self, hand: int, table: tuple[core.Card, ...], led: core.Suit | None
    ) -> tuple[core.Phase, int]:
        if table and led is None and hand & twoway.DUTY[table[0].joker]:  # ST-16, ST-18
            return self._name_phase, hand & core.JOKER[core.Joker.PLAIN]
        return super()._may_play(hand, table, led)  # ST-19: any card otherwise

    def _nameable(self) -> tuple[core.Suit, ...]:
        """ST-17, ST-18: the suits that the player to move may name."""
        joker = self._table[0].joker
        named = self._match.rules.named_suit
        if joker is not core.Joker.PLAIN and named is twoway.NamedSuit.EITHER:
            return twoway.NAMEABLE[joker]
        held = self._hand_to_play_from()
        return tuple(suit for suit in twoway.NAMEABLE[joker] if held & core.SUIT[suit])

    def _naming_rule(self, coloured: str) -> str:
        return "ST-18" if self._table[0].joker is core.Joker.PLAIN else coloured

    @property
    @override
    def _due_rule(self) -> str:
        usual = super()._due_rule
        return self._naming_rule(usual) if self.phase is self._name_phase else usual

    def _naming_moves(self, seat: int) -> tuple[core.Move, ...]:
        return (*(twoway.NAMES[suit] for suit in self._nameable()), *core.PLAYS[self._legal])

    def _name(self, seat: int, move: twoway.NameSuit) -> Self:
        """Name the suit led; the same player plays next (ST-17)."""
        if move.suit not in (nameable := self._nameable()):
            reason = core.reasons.CannotName(self._naming_rule("ST-17"), nameable)
            raise core.IllegalMove(move, reason)
        named = (*self._hand_data.named, _new_naming(len(self.tricks), seat, move.suit))
        hand_data = self._replace_hand_data(self._hand_data, named=named)
        return self._await_play(
            hand_data, self._remaining, self._order, self.tricks, self._table, move.suit
        )

    @override
    def _dealt(self, rng: random.Random) -> list[list[core.Card]]:
        """ST-9, ST-11: put the cards of each exchange back, those of the last one first."""
        *hands, stock = super()._dealt(rng)
        for seat in reversed(core.rotation(self.dealer, len(hands))):
            one = self.exchanged[seat]
            if one and one.given:
                stock = [*one.drawn, *stock][:-2]
                for card in one.drawn:
                    hands[seat].remove(card)
                hands[seat] += one.given
        return [*hands, stock]

    @override
    def _made_in(self, earlier: Any) -> core.Move | None:  # Any: a state of the same game
        seat: int = earlier.actor
        if earlier.phase is self._play_phase:
            return self._played_in(earlier)
        if earlier.phase is not self._name_phase:
            one = self.exchanged[seat]
            kept = None if one is None else twoway.KEEP
            return twoway.Exchange(one.given) if one and one.given else kept
        later = self.named[len(earlier.named) :]
        if later and (later[0].trick, later[0].seat) == (len(earlier.tricks), seat):
            return twoway.NAMES[later[0].suit]
        return self._played_in(earlier)

    @override
    def _play_tables(self) -> core.PlayTables | None:
        if self._decisions[self._name_phase] is not self._naming_decision:
            return None
        return core.play_tables(self, naming=twoway.NAMING[self._match.rules.named_suit])

    _naming_decision: ClassVar = core.Decision(
        "the suit led", "ST-16", _naming_moves, {twoway.NameSuit: _name}
    )

    def _phase_seen_by(self, viewer: int | None) -> core.Phase:
        hides = self.phase is self._name_phase and viewer != self.actor
        return self._play_phase if hides else self.phase

    def _stock_seen_by(self, seat: int | None) -> tuple[core.Card | None, ...]:
        """Return the stock from the top; a seat knows only the cards that it put there (ST-11)."""
        exchanged, size = self._hand_data.exchanged, len(self._hand_data.stock)
        own = exchanged[seat] if exchanged and seat is not None else None
        if own is None or not own.given or seat is None:
            return (None,) * size
        # Each later exchange took two cards from the top and put two at the bottom.
        order = core.rotation(self._match.dealer, len(exchanged))
        since = [
            one for later in order[order.index(seat) :] if (one := exchanged[later]) and one.given
        ]
        below = 2 * (len(since) - 1)
        known = (None,) * (size - below - 2) + own.given + (None,) * below
        return known[-size:] if size else ()  # a shorter stock: other players drew the known cards

    @override
    @classmethod
    def _strengths(
        cls, rules: TwoWayRules, trumps: None, led: core.Suit | None, decider: core.Card | None
    ) -> core.Strengths:
        return twoway.STRENGTHS[led]

    @override
    def _refuse_play(self, move: core.Play, held: int) -> core.Reason:
        if self.phase is self._name_phase:
            return core.reasons.MustName(
                self._due_rule, self._nameable(), core.cards_in(self._legal)
            )
        return super()._refuse_play(move, held)

    @override
    def _first_leader(self) -> int:
        """ST-12, DU-10: the first declarer, or the dealer in the Duel."""
        return self.dealer

    @override
    @classmethod
    def _next_leader(cls, rules: TwoWayRules, size: int, won: int) -> int:
        """ST-12, DU-10: the player to the left of the last leader; the winner does not matter."""
        return 1

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> ScoreT:
        return self._score_by([*map(self._taker, tricks)])

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """ST-24, DU-12: a player has reached the target."""
        return max(scores) >= self._match.rules.target


@attrs.frozen(kw_only=True)
class TwoWayView(
    core.TrickView[TwoWayRulesT, ScoreT, StateT], Generic[TwoWayRulesT, ScoreT, StateT]
):
    """The facts that one seat may know in either game.

    Others than the actor see the phase of play instead of the duty to name (ST-16, ST-18).
    """

    tricks: Annotated[tuple[core.Trick, ...], core.AtMost(TRICKS)] = core.public_fact("tricks")
    # Declared again after `tricks`, so that the fields keep their order in files.
    trick: core.Trick = core.public_fact("trick", "table", "led", "order")
    phase: core.Phase = core.viewer_fact("_phase_seen_by", "phase")
    exchanged: core.PerSeat[Exchanged | None] = core.per_seat_fact(
        "exchanged", core.to_owner, "hand_data.exchanged"
    )
    named: Annotated[tuple[Naming, ...], core.AtMost(twoway.most_jokers)] = core.public_fact(
        "hand_data.named"
    )

    # ST-11: nobody else sees the cards of an exchange.
    redacted_moves: ClassVar = {**core.TrickView.redacted_moves, twoway.Exchange: core.to_actor}
    _lasting: ClassVar = ("tricks", "named")

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        """ST-5: at most ten tricks. ST-16 to ST-18: at most one named suit in each trick."""
        if general := super()._contradiction(changed):
            return general
        tricks = len(self.tricks)
        if tricks > TRICKS or len(self.named) > tricks + 1:
            most = f"at most {TRICKS} tricks, at most one named suit in each"
            return f"tricks, named: expected {most}"
        return ""

    @override
    def _duty(self, number: int, trick: core.Trick, place: int) -> tuple[core.Following, str]:
        joker = trick.cards[0].joker
        if joker is not None:
            namers = [naming.seat for naming in self.named if naming.trick == number]
            if not set(namers) & set(trick.seats[: place + 1]):
                # A player who must name the suit cannot play before, except a plain Joker
                # on another plain Joker.
                plain = joker is core.Joker.PLAIN
                allowed = core.JOKER[joker] if plain else 0
                return ((twoway.DUTY[joker], allowed),), "ST-18" if plain else "ST-16"
        return twoway.FOLLOWING[trick.led] or (), "ST-13"
