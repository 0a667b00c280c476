"""The states of Brag: the deal, the lays, and the pot."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain
from typing import ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.brag.rules import LAY, PACK, THREE, Hands, Lay, Phase, Rules, in_order, lays
from twowaystreet.games.brag.score import HandScore, score_of, score_of_deal


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, the hands laid, the cards shown, and the pot.

    Attributes:
        laid: the hands of three that each seat laid; ``None`` before.
        shown: the cards that each seat shows because the deal ended the hand.
        antes: the antes of each player in the pot.
    """

    laid: tuple[Hands | None, ...] = ()
    shown: tuple[tuple[core.Card, ...], ...] = ()
    antes: int = 0


_replace: Final = core.fast_replace(HandData)


class State(core.GameState[Rules, HandData, HandScore, "View"]):
    """A game of Brag at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = Phase
    title: ClassVar = "Brag"
    _dealing_rule: ClassVar = "BR-1"
    _first_points: ClassVar = core.Between(-1, lambda rules: rules.players - 1)  # BR-12: one ante
    _match_counters: ClassVar = {"antes": int}

    @property
    def laid(self) -> tuple[Hands | None, ...]:
        """The hands that each seat laid, as in :class:`Lay`; ``None`` if it did not lay (yet)."""
        return self._hand_data.laid

    @property
    def has_laid(self) -> tuple[bool, ...]:
        """True for each seat that has laid."""
        return tuple([hands is not None for hands in self._hand_data.laid])

    @property
    def shown(self) -> tuple[tuple[core.Card, ...], ...]:
        """The cards that each seat shows because the deal ended the hand (BR-7); else ``()``."""
        return self._hand_data.shown

    @property
    def antes(self) -> int:
        """The antes of each player in the pot (BR-3, BR-12).

        The ante of a hand counts from its deal on. After a hand it is the number that stays.
        """
        return self._hand_data.antes

    @override
    @classmethod
    def _undealt(cls, hand_data: HandData, rules: Rules, antes: int = 0) -> HandData:
        core.checked_number("antes", antes, 0, rule="BR-12")
        seats = rules.players
        return _replace(hand_data, laid=(None,) * seats, shown=((),) * seats, antes=antes)

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """BR-2, BR-3, BR-7: antes and cards; four of a kind or four pairs end the hand."""
        rules = self._match.rules
        first = (self.dealer + 1) % rules.players
        held, stock = self._deal_packets(deal, first, (1,) * rules.cards)
        antes = self._hand_data.antes + 1
        nothing = (None,) * rules.players, ((),) * rules.players
        hand_data = HandData(held, stock, *nothing, antes)
        ended = score_of_deal(held, antes, rules)
        if ended is None:
            return self._await_move(hand_data, LAY, first)
        score, shown = ended
        return self._finish_hand(score, sum(held), hand_data=_replace(hand_data, shown=shown))

    def _before_lays(self) -> Self:
        hand_data = _replace(self._hand_data, laid=(None,) * self._match.rules.players)
        first = (self.dealer + 1) % self._match.rules.players
        return self._await_move(hand_data, LAY, first, sum(hand_data.held))

    @override
    def _before_deal(self) -> HandData:
        return HandData(antes=self.antes - 1)

    @override
    def _made_in(self, earlier: Self) -> core.Move | None:
        assert earlier.actor is not None
        hands = self.laid[earlier.actor]
        return None if hands is None else Lay(hands)

    def _lays(self, seat: int) -> tuple[core.Move, ...]:
        return lays(core.cards_in(self._hand_data.held[seat]))

    def _lay(self, seat: int, move: Lay) -> Self:
        """BR-8, BR-9: lay hands of three, unseen; when the dealer has laid, they are compared."""
        rules, hand_data, reasons = self._match.rules, self._hand_data, core.reasons
        named, hand = core.card_types_among(chain(*move.hands)), hand_data.held[seat]
        reason: core.Reason | None = None
        if len(move.hands) != rules.hands:
            reason = reasons.NotOffered("BR-8", f"{rules.hands} hands of three cards")
        elif named & ~hand:
            reason = reasons.NotHeld.among("AL-5", core.cards_in(hand), core.cards_in(named))
        elif named.bit_count() != THREE * rules.hands:
            reason = reasons.NotOffered("BR-8", "each card in one hand only")
        if reason:
            raise core.IllegalMove(move, reason)
        laid = core.replace_at(hand_data.laid, seat, move.hands)
        hand_data = _replace(hand_data, laid=laid)
        remaining = self._remaining ^ named
        if seat != self.dealer:
            return self._await_move(hand_data, LAY, (seat + 1) % rules.players, remaining)
        shown = [hands for hands in laid if hands is not None]  # all have laid
        score = score_of(shown, hand_data.antes, rules)
        return self._finish_hand(score, remaining, hand_data=hand_data)

    _decisions: ClassVar = {LAY: core.Decision(Lay.form, "BR-8", _lays, {Lay: _lay})}

    @override
    def _after_hand(self, score: HandScore) -> HandData:
        """BR-12: a pot that nobody takes stays."""
        return _replace(self._hand_data, antes=score.antes if score.taker is None else 0)


@attrs.frozen(kw_only=True)
class View(core.View[Rules, HandScore, State]):
    """The facts that one seat may know in a game of Brag.

    Attributes:
        rules: the options of the game.
        hand: the cards that the seat has not laid, in the order of cards; ``None`` for a spectator.
        score: the score of the hand that just ended; ``None`` during a hand.
        laid: the hands of three that each seat laid; ``None`` before, and for the others until all
            have laid.
        has_laid: True for each seat that has laid.
        shown: the cards that each seat shows because the deal ended the hand (BR-7).
        antes: the antes of each player in the pot.
    """

    laid: core.PerSeat[Hands | None] = core.per_seat_fact(
        "laid", lambda state, owner, viewer: owner == viewer or state.hand_over, "hand_data.laid"
    )
    has_laid: core.PerSeat[bool] = core.public_fact("has_laid", "hand_data.laid")
    shown: core.PerSeat[core.CardSet] = core.public_fact("hand_data.shown")
    antes: int = core.public_fact("hand_data.antes")

    redacted_moves: ClassVar = {**core.View.redacted_moves, Lay: core.to_actor}  # BR-9

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        if self.antes < 0:
            return f"antes: expected 0 or more, found {self.antes}"
        wrong = self._wrong_lays() or self._wrong_cards() or self._wrong_score()
        return wrong or super()._contradiction(changed)

    def _wrong_lays(self) -> str:
        """BR-9: all lay in turn; a seat sees its own lay, and from the showing on those of all."""
        rules = self.rules
        order = core.rotation((self.dealer + 1) % rules.players, rules.players)
        laid = order if any(self.has_laid) and self.hand_over else ()
        if self.actor is not None:
            laid = order[: order.index(self.actor)]
        if self.has_laid != tuple([seat in laid for seat in range(rules.players)]):
            return "has_laid: expected the seats from the dealer's left to the seat to move"
        for seat, hands in enumerate(self.laid):
            known = self.has_laid[seat] and (self.hand_over or seat == self.seat)
            if (hands is not None) is not known:
                return f"laid[{seat}]: expected the hands of a seat that has laid, if known"
            if hands is not None and (
                [*map(len, hands)] != [THREE] * rules.hands or in_order(hands) != hands
            ):
                return f"laid[{seat}]: expected {rules.hands} hands of three in the order of cards"
        return ""

    def _wrong_score(self) -> str:
        """BR-9: the score has the hands that all have laid."""
        laid = [hands for hands in self.laid if hands is not None]
        if self.score is None or (self.score.best == () and not laid):
            return ""
        is_right = laid and self.score == score_of(laid, self.score.antes, self.rules)
        return "" if is_right else "score: expected that of the hands laid"

    def _wrong_cards(self) -> str:
        """BR-1, BR-8: each seat has its number of cards, and each card is in one place."""
        rules = self.rules
        dealt = rules.cards if self.actor is not None or self.hand_over else 0
        sizes = tuple([dealt - THREE * rules.hands * has_laid for has_laid in self.has_laid])
        if self.hand_sizes != sizes:
            return f"hand_sizes: expected {sizes}, which follow from the lays"
        stock = len(PACK) - rules.players * dealt if dealt else 0
        if self.stock_size != stock:
            return f"stock_size: expected {stock}, the cards that are not dealt"
        if self.seat is not None and (self.hand is None or len(self.hand) != sizes[self.seat]):
            return "hand: expected the number of cards in hand_sizes"
        if any(self.shown) and (not self.hand_over or any(self.has_laid)):
            return "shown: expected no cards, as the deal did not end the hand"
        own, hand = () if self.seat is None else self.shown[self.seat], self.hand or ()
        others = [cards for seat, cards in enumerate(self.shown) if seat != self.seat]
        laid = chain.from_iterable(filter(None, self.laid))
        if (
            any(len(cards) > rules.cards for cards in self.shown)
            or not {*own} <= {*hand}
            or PACK.extra([*chain(hand, *laid, *others)])
        ):
            return "hand, laid, shown: expected each card of the pack in one place"
        return ""


def new_game(
    rules: Rules | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    antes: int = 0,
    hands_played: int = 0,
) -> State:
    """Begin a game of Brag, or continue one that began elsewhere; the state waits for its deal.

    Args:
        rules: the options; ``None`` for all the defaults.
        dealer: the seat that deals first.
        scores: the stakes that each seat has won so far, less those it has lost; ``None`` for 0
            each. They need not add up to zero, as a match elsewhere may have begun with stakes.
        antes: the antes of each player that are in the pot already, 0 to a billion (BR-12).
        hands_played: the number of hands already played; it counts against ``max_hands``.

    Raises:
        SeatError: if the dealer is not a seat.
        RulesError: if the scores, the antes or the number of hands are impossible.

    >>> new_game(scores=[5, -1, -2, -2], antes=2)
    <Brag: deal, scores 5 -1 -2 -2>
    """
    rules = core.checked_rules(Rules, rules)
    hand_data = State._undealt(HandData(), rules, antes)
    return core.begin_match(State, hand_data, rules, dealer, scores, hands_played, rule="BR-13")
