"""The play of Spades for two: books of all four hands, dummies that turn up cards, reneges."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Protocol, Self, TypeVar

from typing_extensions import override

from twowaystreet import reasons
from twowaystreet._cards.cards import Card, Suit
from twowaystreet._cards.masks import cards_in
from twowaystreet._engine.decisions import Decision
from twowaystreet._engine.match import GameRules
from twowaystreet._engine.moves import PLAYS, Play
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.seats import replace_at, rotation
from twowaystreet._engine.state import ScoreT, ViewT
from twowaystreet._tricks.tricks import GAME_DECIDES, Strengths, follow, winning_index
from twowaystreet.errors import IllegalMove, Reason
from twowaystreet.games._spades_auction import CALL, PLAY, Auction, Bidding, changed
from twowaystreet.games._spades_bids import NO_RENEGE, RENEGES, Renege
from twowaystreet.games._spades_books import (
    ACTUAL,
    DUMMY,
    DUMMY_FOLLOWING,
    FOLLOWING,
    HANDS,
    NUMBER,
    OF_SUIT,
    STRENGTHS,
    TRUMPS,
    WANTED,
    Trick,
    book_of,
    reneges,
)
from twowaystreet.games._spades_scoring import Hand


class RenegeRule(StrEnum):
    """What happens to a renege (SP-14)."""

    IMPOSSIBLE = "impossible"
    PENALISED = "penalised"


PENALISED: Final = RenegeRule.PENALISED


class SpadesRules(GameRules, Protocol):
    """The option that the play depends on."""

    @property
    def renege(self) -> RenegeRule:
        """What happens to a renege."""
        ...


SpadesRulesT = TypeVar("SpadesRulesT", bound=SpadesRules, covariant=True)


class Playing(Bidding[SpadesRulesT, ScoreT, ViewT], Generic[SpadesRulesT, ScoreT, ViewT]):
    """A game of Spades for two, as far as the last book."""

    __slots__ = ()
    tricks: tuple[Trick, ...]
    _following: ClassVar = GAME_DECIDES  # dummies turn up cards first

    @property
    def hand_to_play(self) -> Hand | None:
        """Which hand of the player to move is to play; ``None`` when no card is due."""
        return HANDS[self._order[len(self._table)]][1] if self._legal else None

    @property
    @override
    def trick(self) -> Trick:
        """The book on the table; without cards if it is yet to be led."""
        order = self._order or rotation(NUMBER[self.responder, DUMMY], len(HANDS))
        return book_of(order, self._table, self._led)

    @property
    def books(self) -> tuple[int, ...]:
        """How many books each player has, those that calls of a renege moved included."""
        return _books(self.tricks, self._hand_data)

    @override
    def _next_decision(
        self,
        hand_data: Auction,
        remaining: int,
        order: tuple[int, ...],
        tricks: tuple[Trick, ...],
        table: tuple[Card, ...],
        led: Suit | None,
    ) -> tuple[Auction, Phase, int, int, Suit | None]:
        """A dummy turns up what it has to before a card is played of it (SP-12, SP-13)."""
        if table and led is None:
            led = TRUMPS  # SP-10: a Joker was led
        number = order[len(table)]
        player, which = HANDS[number]
        phase = PLAY
        if which is DUMMY:
            if not hand_data.face_up[player] & remaining & WANTED[led]:
                hand_data = turned_up(hand_data, player, remaining, WANTED[led])
            legal = follow(hand_data.face_up[player] & remaining, DUMMY_FOLLOWING[led])
        else:
            legal = hand_data.held[number] & remaining
        if self._match.rules.renege is PENALISED:
            if self._to_call(hand_data, player, (*tricks, book_of(order, table, led))) is not None:
                phase = CALL
        elif which is ACTUAL:
            legal = follow(legal, FOLLOWING[led])
        return hand_data, phase, player, legal, led

    @override
    def _hand_to_play_from(self) -> int:
        """The cards that the player sees: of a dummy those face up."""
        player, which = HANDS[self._order[len(self._table)]]
        if which is DUMMY:
            return self._hand_data.face_up[player] & self._remaining
        return super()._hand_to_play_from()

    @override
    def _refuse_play(self, move: Play, held: int) -> Reason:
        led, allowed = self._led, cards_in(self._legal)
        assert led is not None
        rule = "SP-10" if self.hand_to_play is ACTUAL else "SP-13"
        if held & OF_SUIT[led]:
            return reasons.MustFollow(rule, led, allowed)
        return reasons.MustTrump(rule, led, TRUMPS, allowed)

    @override
    def _complete(self, order: tuple[int, ...], table: tuple[Card, ...], led: Suit | None) -> Trick:
        return book_of(order, table, led, winning_index(table, self._strengths(table, led)))

    @override
    def _strengths(self, table: tuple[Card, ...], led: Suit | None) -> Strengths:
        return STRENGTHS[led]

    @override
    def _next_leader(self, trick: Trick) -> int:
        """SP-9: the hand that took the book."""
        assert trick.winner is not None and trick.winning_hand is not None
        return NUMBER[trick.winner, trick.winning_hand]

    # Reneges

    def _to_call(self, hand_data: Auction, caller: int, books: Sequence[Trick]) -> int | None:
        """SP-14: the opponent's oldest renege that can be called, by the number of its book."""
        other = 1 - caller
        if self._match.rules.renege is not PENALISED or not _books(books, hand_data)[other]:
            return None
        known = set(hand_data.called[other])
        return next((found for found in reneges(books, other) if found not in known), None)

    def _call(self, caller: int, move: Renege) -> Self:
        """SP-14: take books for a renege and stay to move; or after the last book call none."""
        to_ask = (self.responder, self.dealer)[caller == self.dealer :]
        if not move.books and not self._legal:
            return self._after_last_book(self._hand_data, self.tricks, to_ask[1:])
        if move not in (offered := self._calls(caller)):
            expected = ", ".join(map(str, offered))
            raise IllegalMove(move, reasons.NotOffered("SP-14", expected))
        hand_data, other = self._hand_data, 1 - caller
        number = self._to_call(hand_data, caller, (*self.tricks, self.trick))
        assert number is not None
        after = changed(
            hand_data,
            called=replace_at(hand_data.called, other, (*hand_data.called[other], number)),
            moved=hand_data.moved + (-move.books if caller else move.books),
        )
        if self._legal:
            return self._await_play(
                after, self._remaining, self._order, self.tricks, self._table, self._led
            )
        return self._after_last_book(after, self.tricks, to_ask)

    @override
    def _finish(self, tricks: tuple[Trick, ...], remaining: int = 0) -> Self:
        return self._after_last_book(self._hand_data, tricks, (self.responder, self.dealer))

    def _after_last_book(
        self, hand_data: Auction, tricks: tuple[Trick, ...], to_ask: Sequence[int]
    ) -> Self:
        """SP-14: who may still call a renege is asked in turn; then the hand is scored."""
        for player in to_ask:
            if self._to_call(hand_data, player, tricks) is not None:
                state: Self = self._build(self._match, hand_data, CALL, player, 0, 0, (), tricks)
                return state
        last: Self = self._build(self._match, hand_data, PLAY)
        return super(Playing, last)._finish(tricks)

    def _calls(self, caller: int) -> tuple[Renege, ...]:
        """SP-14: one to three books, no more than the opponent has; none only at the very end."""
        calls = RENEGES[: self.books[1 - caller]]
        return calls if self._legal else (*calls, NO_RENEGE)


_State: Any = Playing  # Any: with the rules and the score of the whole game
PLAYING: Final = MappingProxyType(
    {
        PLAY: Decision("a card", "SP-9"),
        CALL: Decision(
            "a card, or a call such as renege 1; no renege only after the last book",
            "SP-14",
            lambda state, seat: (*state._calls(seat), *PLAYS[state._legal]),
            {Renege: _State._call},
        ),
    }
)
"""What is asked in each phase of the play."""


def _books(tricks: Sequence[Trick], hand_data: Auction) -> tuple[int, int]:
    """How many books each player has, with what calls have moved (SP-14)."""
    winners = [trick.winner for trick in tricks]
    return winners.count(0) + hand_data.moved, winners.count(1) - hand_data.moved


def turned_up(hand_data: Auction, player: int, remaining: int, wanted: int) -> Auction:
    """SP-12, SP-13: turn up cards of a dummy until one of those wanted is there, or all of it."""
    up = hand_data.face_up[player]
    for card in hand_data.dummies[player][up.bit_count() :]:
        up |= card._bit
        if up & remaining & wanted:
            break
    return changed(hand_data, face_up=replace_at(hand_data.face_up, player, up))
