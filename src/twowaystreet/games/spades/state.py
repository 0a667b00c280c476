"""The states of Spades for two: looking, bidding, the play of four hands, and calls of a renege."""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import chain
from typing import Annotated, ClassVar, Final, Self, TypeAlias

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.spades import rules as spades
from twowaystreet.games.spades.rules import PLAYERS, Phase, Rules
from twowaystreet.games.spades.score import (
    FIRST_POINTS,
    HandScore,
    Trick,
    book_of,
    books_won,
    checked_counters,
    counted_books,
    perfect_after,
    renege_to_call,
    score_of,
)
from twowaystreet.games.spades.told import ToldState

_UNDEALT: Final = spades.HandData()


class State(ToldState["View"]):
    """A game of Spades for two at one moment; made by :func:`new_game` and ``apply``.

    The property ``hands`` gives the four hands round the table: the dummy and the actual hand of
    player 0, then those of player 1.
    """

    __slots__ = ()
    _phases: ClassVar = Phase
    _is_open: ClassVar = True
    title: ClassVar = "Spades for two"
    _dealing_rule: ClassVar = "SP-3"
    _first_points: ClassVar = FIRST_POINTS
    _following: ClassVar = core.GAME_DECIDES  # because dummies turn up cards first
    _following_rule: ClassVar = "SP-10"
    _match_counters: ClassVar = {"overbooks": tuple[int, ...], "perfect_bids": tuple[int, ...]}

    @property
    def responder(self) -> int:
        """The player who does not deal."""
        return 1 - self.dealer

    @property
    def bids(self) -> tuple[spades.Bid | None, ...]:
        """The bid of each player after all raises so far; ``None`` before the bid."""
        return self._hand_data.bids

    @property
    def face_up(self) -> tuple[tuple[core.Card, ...], ...]:
        """The open cards of each dummy, in the order of cards."""
        return tuple([core.cards_in(up & self._remaining) for up in self._hand_data.face_up])

    @property
    def turned_up(self) -> tuple[tuple[tuple[core.Card, ...], ...], ...]:
        """The cards that each dummy turned up at one time, played ones too, in order of time."""
        return tuple(map(spades.groups_of, self._hand_data.turned_up))

    @property
    def auction(self) -> tuple[spades.Said, ...]:
        """All bids and raises of the hand, in order of time."""
        return self._hand_data.auction

    @property
    def calls(self) -> tuple[spades.Call, ...]:
        """The calls of a renege in this hand, in order of time."""
        return self._hand_data.calls

    @property
    def face_down_sizes(self) -> tuple[int, ...]:
        """The number of cards of each dummy that lie face down."""
        dummies = zip(self._hand_data.dummies, self._hand_data.face_up, strict=True)
        return tuple([len(dummy) - up.bit_count() for dummy, up in dummies])

    @property
    def hand_to_play(self) -> spades.Hand | None:
        """The hand from which the player to move must play; ``None`` if no card is due."""
        return spades.HANDS[self._order[len(self._table)]][1] if self._legal else None

    @property
    @override
    def trick(self) -> Trick:
        """The book on the table; without cards before the lead."""
        return book_of(self._order or self._first_order, self._table, self._led)

    @property
    def books(self) -> tuple[int, ...]:
        """The number of books of each player, after the moves by calls of a renege."""
        return books_won(self.tricks, self._hand_data.moved)

    @property
    def overbooks(self) -> tuple[int, ...]:
        """The overbooks of each player in the match so far (SP-17)."""
        return self._hand_data.overbooks

    @property
    def perfect_bids(self) -> tuple[int, ...]:
        """The number of perfect bids in succession of each player, 0 to 2 (SP-18)."""
        return self._hand_data.perfect_bids

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """SP-3, SP-4: deal four hands of thirteen; the responder looks or bids blind first."""
        held, _ = core.deal_packets(deal.cards, self._first_order, spades.ONE_BY_ONE)
        dummies = deal.cards[:: len(held)], deal.cards[PLAYERS :: len(held)]
        by_player = dummies if self.responder == 0 else dummies[::-1]
        after = spades.replace(
            _UNDEALT,
            held=held,
            dummies=by_player,
            overbooks=self._hand_data.overbooks,
            perfect_bids=self._hand_data.perfect_bids,
        )
        return self._await_move(after, spades.LOOKING, self.responder)

    def _look(self, seat: int, move: spades.Look) -> Self:
        return self._chosen(self._hand_data, seat)

    def _bid(self, seat: int, move: spades.Bid) -> Self:
        """SP-6 to SP-8: bid blind, bid after looking, or raise."""
        if move not in self._bids_now(seat):
            raise core.IllegalMove(move, core.reasons.NotOffered(self._due_rule, self._expected()))
        bids = core.replace_at(self._hand_data.bids, seat, move)
        auction = (*self._hand_data.auction, spades.new_said(seat, move))
        after = spades.replace(self._hand_data, bids=bids, stands=0, auction=auction)
        if self.phase is spades.LOOKING:
            return self._chosen(after, seat)
        if self.phase is spades.BID:
            return self._next_to_bid(after)
        return self._await_move(after, spades.RAISING, 1 - seat)

    def _chosen(self, hand_data: spades.HandData, seat: int) -> Self:
        """SP-5, SP-6: the other player chooses, too; then both look at the same time."""
        if seat != self.dealer:
            return self._await_move(hand_data, spades.LOOKING, self.dealer)
        seen = tuple([core.mask_of(dummy[: spades.TURNED_UP]) for dummy in hand_data.dummies])
        turned_up = tuple([(cards,) for cards in seen])
        return self._next_to_bid(spades.replace(hand_data, face_up=seen, turned_up=turned_up))

    def _next_to_bid(self, hand_data: spades.HandData) -> Self:
        """SP-7: the next player without a bid bids; after both bids, they raise or stand (SP-8)."""
        for player in (self.responder, self.dealer):
            if hand_data.bids[player] is None:
                return self._await_move(hand_data, spades.BID, player)
        return self._await_move(hand_data, spades.RAISING, self.responder)

    def _stand(self, seat: int, move: spades.Stand) -> Self:
        """SP-8: stand; when both stand in succession, the dealer's left leads (SP-9)."""
        after = spades.replace(self._hand_data, stands=self._hand_data.stands + 1)
        if after.stands < PLAYERS:
            return self._await_move(after, spades.RAISING, 1 - seat)
        return self._lead(after, self._first_order)

    def _bids_now(self, seat: int) -> tuple[spades.Bid, ...]:
        """SP-6 to SP-8: the legal bids of a player in this phase of the auction."""
        if self.phase is spades.LOOKING:
            return spades.bids_before_looking(self.scores[1 - seat] - self.scores[seat])
        bid = self.bids[seat]
        return spades.RAISES.get(bid, ()) if bid else spades.AFTER_LOOKING

    @property
    def _first_order(self) -> tuple[int, ...]:
        """SP-9: the numbers of the four hands, from the dealer's left."""
        return core.rotation(spades.NUMBER[self.responder, spades.DUMMY], len(spades.HANDS))

    @override
    def _next_decision(
        self,
        hand_data: spades.HandData,
        remaining: int,
        order: tuple[int, ...],
        tricks: tuple[Trick, ...],
        table: tuple[core.Card, ...],
        led: core.Suit | None,
    ) -> tuple[spades.HandData, Phase, int, int, core.Suit | None]:
        """SP-12: a dummy turns up cards first."""
        if table and led is None:
            led = spades.TRUMPS  # SP-10: a Joker was led
        number, phase = order[len(table)], spades.PLAY
        player, which = spades.HANDS[number]
        legal = hand_data.held[number] & remaining
        if which is spades.DUMMY:
            if not hand_data.face_up[player] & remaining & spades.WANTED[led]:
                hand_data = spades.turned_up(hand_data, player, remaining, spades.WANTED[led])
            legal = core.follow(hand_data.face_up[player] & remaining, spades.DUMMY_FOLLOWING[led])
        if self._match.rules.renege is spades.PENALISED:
            books = (*tricks, book_of(order, table, led))
            if renege_to_call(hand_data, player, books) is not None:
                phase = spades.CALL
        elif which is spades.ACTUAL:
            legal = core.follow(legal, spades.FOLLOWING[led])
        return hand_data, phase, player, legal, led

    @override
    def _hand_to_play_from(self) -> int:
        player, which = spades.HANDS[self._order[len(self._table)]]
        if which is spades.DUMMY:
            return self._hand_data.face_up[player] & self._remaining
        return super()._hand_to_play_from()

    @override
    def _refuse_play(self, move: core.Play, held: int) -> core.Reason:
        led, allowed = self._led, core.cards_in(self._legal)
        assert led is not None
        rule = self._following_rule if self.hand_to_play is spades.ACTUAL else "SP-13"
        if held & spades.OF_SUIT[led]:
            return core.reasons.MustFollow(rule, led, allowed)
        return core.reasons.MustTrump(rule, led, spades.TRUMPS, allowed)

    @override
    def _not_held(self, move: core.Play, held: int) -> core.reasons.NotHeld:
        """SP-12, SP-13: a dummy plays a card that lies face up."""
        unheld = super()._not_held(move, held)
        if self.hand_to_play is spades.ACTUAL:
            return attrs.evolve(unheld, place="in the actual hand")
        rule = "SP-13" if self._table else "SP-12"
        return attrs.evolve(unheld, rule=rule, place="face up in the dummy")

    @override
    def _complete(
        self, order: tuple[int, ...], table: tuple[core.Card, ...], led: core.Suit | None, won: int
    ) -> Trick:
        return book_of(order, table, led, won)

    @override
    @classmethod
    def _strengths(
        cls, rules: Rules, trumps: None, led: core.Suit | None, decider: core.Card | None
    ) -> core.Strengths:
        return spades.STRENGTHS[led]

    @override
    def _play_tables(self) -> core.PlayTables | None:
        if self._match.rules.renege is spades.PENALISED:
            return None
        return core.play_tables(
            self, following=spades.FOLLOWING, joker_led=spades.TRUMPS, dummies=spades.DUMMIES
        )

    @override
    def _tally(self) -> core.Tally:
        data = self._hand_data
        bids = tuple(filter(None, data.bids))  # both have bid
        return core.Tally(
            (bids, data.moved, data.overbooks, data.perfect_bids, self.rules.boston_failed),
            *counted_books(bids),
        )

    @override
    def _taker(self, trick: Trick) -> int:
        return spades.NUMBER[trick.winner, trick.winning_hand]

    @override
    def _taken_by(self, hand: int) -> Trick:
        return book_of(core.rotation(hand, len(spades.HANDS)), (), None, 0)

    def _call(self, caller: int, move: spades.Renege) -> Self:
        """SP-14: take books for a renege and stay to move; or call none after the last book."""
        to_ask = (self.responder, self.dealer)[caller == self.dealer :]
        if not move.books and not self._legal:
            return self._after_last_book(self._hand_data, self.tricks, to_ask[1:])
        self._check_offered(move, self._calls(caller), "SP-14")
        number = renege_to_call(self._hand_data, caller, (*self.tricks, self.trick))
        assert number is not None
        call = spades.Call(caller, len(self.tricks), len(self._table), move.books)
        data, other = self._hand_data, 1 - caller
        after = spades.replace(
            data,
            called=core.replace_at(data.called, other, (*data.called[other], number)),
            moved=data.moved + (-move.books if caller else move.books),
            calls=(*data.calls, call),
        )
        if not self._legal:
            return self._after_last_book(after, self.tricks, to_ask)
        return self._await_play(
            after, self._remaining, self._order, self.tricks, self._table, self._led
        )

    def _calls(self, caller: int) -> tuple[spades.Renege, ...]:
        """One to three books, at most as many as there are; after the last book, also none."""
        calls = spades.RENEGES[: self.books[1 - caller]]
        return calls if self._legal else (*calls, spades.NO_RENEGE)

    @override
    def _finish(self, tricks: tuple[Trick, ...], remaining: int = 0) -> Self:
        return self._after_last_book(self._hand_data, tricks, (self.responder, self.dealer))

    def _after_last_book(
        self, hand_data: spades.HandData, tricks: tuple[Trick, ...], to_ask: Sequence[int]
    ) -> Self:
        """SP-14: ask each player in turn who may still call a renege; then score the hand."""
        match, state = self._match, self._build
        for player in to_ask if match.rules.renege is spades.PENALISED else ():
            if renege_to_call(hand_data, player, tricks) is not None:
                called: Self = state(match, hand_data, spades.CALL, player, 0, 0, (), tricks)
                return called
        last: Self = state(match, hand_data, spades.PLAY)
        return super(State, last)._finish(tricks)

    _decisions: ClassVar = {
        spades.LOOKING: core.Decision(
            "",
            "SP-6",
            lambda state, seat: (spades.LOOK, *state._bids_now(seat)),
            {spades.Look: _look, spades.Bid: _bid},
        ),
        spades.BID: core.Decision("a bid", "SP-7", _bids_now, {spades.Bid: _bid}),
        spades.RAISING: core.Decision(
            "",
            "SP-8",
            lambda state, seat: (*state._bids_now(seat), spades.STAND),
            {spades.Bid: _bid, spades.Stand: _stand},
        ),
        spades.PLAY: core.Decision("a card", "SP-9"),
        spades.CALL: core.Decision(
            "",
            "SP-14",
            lambda state, seat: (*state._calls(seat), *core.PLAYS[state._legal]),
            {spades.Renege: _call},
        ),
    }

    @override
    @classmethod
    def _undealt(
        cls,
        hand_data: spades.HandData,
        rules: Rules,
        overbooks: Sequence[int] | None = None,
        perfect_bids: Sequence[int] | None = None,
    ) -> spades.HandData:
        books, bids = checked_counters(overbooks, perfect_bids)
        held = (0,) * len(spades.HANDS)
        return spades.replace(hand_data, held=held, overbooks=books, perfect_bids=bids)

    @override
    def _score(self, tricks: tuple[Trick, ...]) -> HandScore:
        return self._score_by([spades.NUMBER[trick.winner, trick.winning_hand] for trick in tricks])

    @override
    def _score_by(self, takers: Sequence[int]) -> HandScore:
        data = self._hand_data
        bids, boston_failed = tuple(filter(None, data.bids)), self._match.rules.boston_failed
        hands = tuple([spades.HANDS[hand] for hand in takers])
        return score_of(bids, hands, data.moved, data.overbooks, data.perfect_bids, boston_failed)

    @override
    def _after_hand(self, score: HandScore) -> spades.HandData:
        """SP-17, SP-18: overbooks and perfect bids count through the match."""
        books = zip(self.overbooks, score.seats, strict=True)
        overbooks = tuple(before + seat.overbooks for before, seat in books)
        perfect_bids = tuple(map(perfect_after, self.perfect_bids, score.seats))
        return spades.replace(self._hand_data, overbooks=overbooks, perfect_bids=perfect_bids)

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """SP-19: a player has reached the target."""
        return max(scores) >= self.rules.target

    @override
    def _leaders(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """SP-19: the most points, then the fewest overbooks."""
        standing = [(scores[player], -self.overbooks[player]) for player in range(PLAYERS)]
        return tuple(player for player in range(PLAYERS) if standing[player] == max(standing))


_Number: TypeAlias = Annotated[int, core.Between(0, spades.BOOKS)]


def _seen_hand(state: State, player: int) -> tuple[core.Card, ...] | None:
    """SP-5: a player's actual hand; ``None`` before both look."""
    looked = state._hand_data.face_up[player] > 0
    return state._cards_of(spades.NUMBER[player, spades.ACTUAL]) if looked else None


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, HandScore, State]):
    """The facts that one player may know in a game of Spades for two.

    The field ``hand_sizes`` covers the four hands round the table: the dummy and the actual hand
    of player 0, then those of player 1.

    Attributes:
        rules: the options of the game.
        hand: the player's actual hand, in the order of cards; ``None`` before looking, and for a
            spectator.
        score: the score of the hand that just ended; ``None`` during a hand.
        tricks: the complete books of the hand.
        trick: the book on the table.
        hand_to_play: the hand from which the player to move must play; ``None`` if no card is due.
        bids: the bid of each player after all raises so far; ``None`` before the bid.
        stands: the number of players in succession who stood.
        books: the number of books of each player, after the moves by calls of a renege.
        called: the called reneges of each player, as book numbers.
        face_up: the open cards of each dummy.
        face_down_sizes: the number of cards of each dummy that lie face down.
        overbooks: the overbooks of each player in the match so far.
        perfect_bids: the number of perfect bids in succession of each player.
        auction: all bids and raises of the hand, in order of time.
        turned_up: the cards that each dummy turned up at one time, played ones too, in order of
            time; the first six at looking.
        calls: the calls of a renege, in order of time.
    """

    hand: core.CardSet | None = core.private_fact(_seen_hand, "hand_data.held", "remaining")
    tricks: tuple[Trick, ...] = core.public_fact("tricks")
    trick: Trick = core.public_fact("trick", "table", "led", "order")
    hand_to_play: spades.Hand | None = core.public_fact("hand_to_play", "order")
    bids: core.PerSeat[spades.Bid | None] = core.public_fact("hand_data.bids")
    stands: Annotated[int, core.Between(0, PLAYERS)] = core.public_fact("hand_data.stands")
    books: core.PerSeat[_Number] = core.public_fact("books", "hand_data.moved")
    called: core.PerSeat[tuple[Annotated[int, core.Between(0, spades.BOOKS - 1)], ...]] = (
        core.public_fact("hand_data.called")
    )
    face_up: core.PerSeat[core.CardSet] = core.public_fact("face_up", "hand_data.face_up")
    face_down_sizes: core.PerSeat[_Number] = core.public_fact(
        "face_down_sizes", "hand_data.dummies"
    )
    overbooks: core.PerSeat[int] = core.public_fact("hand_data.overbooks")
    perfect_bids: core.PerSeat[int] = core.public_fact("hand_data.perfect_bids")
    # Views that 0.3.0 saved forget what came before, so they lack these three.
    auction: Annotated[tuple[spades.Said, ...], core.AtMost(spades.MOST_BIDS)] = core.public_fact(
        "hand_data.auction", absent=()
    )
    turned_up: core.PerSeat[tuple[core.CardSet, ...]] = core.public_fact(
        "turned_up", "hand_data.turned_up", absent=((), ())
    )
    calls: Annotated[tuple[spades.Call, ...], core.AtMost(spades.MOST_CALLS)] = core.public_fact(
        "hand_data.calls", absent=()
    )

    _suits: ClassVar = spades.OF_SUIT

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        """SP-8: the last bids are those in the auction. SP-12, SP-13: open cards were turned up."""
        if "auction" in changed or "bids" in changed:
            last = {said.seat: said.bid for said in self.auction}
            is_known = last == {seat: bid for seat, bid in enumerate(self.bids) if bid}
            if len(self.auction) > spades.MOST_BIDS or (self.auction and not is_known):
                return f"auction: expected those of {PLAYERS} seats that led to the bids"
        if "calls" in changed:
            seats, most = [call.seat for call in self.calls], spades.MOST_CALLS
            if len(seats) > most or not {*seats} <= {*range(PLAYERS)}:
                return f"calls: expected seats from 0 to {PLAYERS - 1}, at most {most} calls"
        for groups in self.turned_up if "turned_up" in changed else ():
            cards = [*chain.from_iterable(groups)]
            if len({*cards}) < len(cards) or not all(groups):
                return "turned_up, face_down_sizes: expected each card of a dummy once"
        return super()._contradiction(changed)

    @override
    def _duty(self, number: int, trick: core.Trick, place: int) -> tuple[core.Following, str]:
        """Actual hands must follow suit if reneges are impossible; a dummy shows its voids."""
        assert isinstance(trick, Trick)
        is_actual = trick.hands[place] is spades.ACTUAL
        bound = is_actual and self.rules.renege is not spades.PENALISED
        return spades.FOLLOWING[trick.led] if bound else (), self._state._following_rule


def new_game(
    rules: Rules | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    overbooks: Sequence[int] | None = None,
    perfect_bids: Sequence[int] | None = None,
    hands_played: int = 0,
) -> State:
    """Begin a game of Spades for two, or continue one; the state waits for its deal.

    Args:
        rules: the options; ``None`` for all the defaults.
        dealer: the player who deals first, 0 or 1.
        scores: the points of each player so far, below the target; ``None`` for 0 each.
        overbooks: the overbooks of each player so far, 0 to a billion (SP-17); ``None`` for 0.
        perfect_bids: the perfect bids in succession of each player, 0 to 2 (SP-18); ``None`` for
            0 each.
        hands_played: the number of hands already played; it counts against ``max_hands``.

    Raises:
        SeatError: if the dealer is not a player.
        RulesError: if the scores or one of the counts are impossible.

    >>> new_game(scores=[310, 475], overbooks=[4, 9])
    <Spades for two: deal, scores 310 475>
    """
    rules = core.checked_rules(Rules, rules)
    hand_data = State._undealt(_UNDEALT, rules, overbooks, perfect_bids)
    return core.begin_match(State, hand_data, rules, dealer, scores, hands_played, rule="SP-19")
