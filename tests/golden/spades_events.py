"""Checks of the golden hands of Spades for two, by file name."""

from __future__ import annotations

from typing import Final

import twowaystreet as tws
from tests.golden.events import Check, Checks, end, is_shared, is_won, made, start, states, steps
from twowaystreet._core.cards.cards import Suit
from twowaystreet.games.spades import (
    Bid,
    BidType,
    Hand,
    Phase,
    Renege,
    RenegeRule,
    SeatScore,
    Stand,
    State,
    Trick,
)


def _seats(record: tws.Record) -> tuple[SeatScore, ...]:
    return tws.score_hand(end(record, State)).seats


def _takers(record: tws.Record) -> list[tuple[int | None, Hand | None]]:
    return [(book.winner, book.winning_hand) for book in end(record, State).tricks]


def _suit(card: tws.Card) -> Suit:
    return card.suit or Suit.SPADES


def _bid(bid_type: BidType, points: int, books: int = 0) -> Check:
    """Check that a player made this bid and scored these points for it."""

    def check(record: tws.Record) -> bool:
        found = [seat.contract for seat in _seats(record) if seat.bid == Bid(bid_type, books)]
        return found == [points]

    return check


def _numbers_made(record: tws.Record) -> bool:
    """Check two number bids made: 10 points per book bid, 1 per overbook, 13 books."""
    return all(
        seat.bid.bid_type is BidType.NUMBER
        and seat.bid.books < 10
        and seat.points == 10 * seat.bid.books + seat.books - seat.bid.books > 0
        for seat in _seats(record)
    )


def _number_failed(record: tws.Record) -> bool:
    return any(
        seat.books < seat.bid.books and seat.points == -10 * seat.bid.books
        for seat in _seats(record)
        if seat.bid.bid_type is BidType.NUMBER
    )


def _raised(record: tws.Record) -> bool:
    raises = [move for state, move in made(record, State, Bid) if state.phase is Phase.RAISE]
    stood = [move for _, move in made(record, State, Stand)]
    return bool(raises) and len(stood) > 2


def _blind(record: tws.Record) -> bool:
    """Check that a blind bidder is 100 points behind and bids once, before looking."""
    bids = [(state, move) for state, move in made(record, State, Bid)]
    before_looking = [(state, bid) for state, bid in bids if state.phase is Phase.LOOK]
    if len(before_looking) != 1:
        return False
    ((state, bid),) = before_looking
    assert isinstance(bid, Bid) and state.actor is not None
    behind = state.scores[1 - state.actor] - state.scores[state.actor]
    mine = [move for before, move in bids if before.actor == state.actor]
    return bid.bid_type is BidType.BLIND and behind >= 100 and mine == [bid]


def _move_types(record: tws.Record) -> list[BidType]:
    return [seat.bid.bid_type for seat in _seats(record)]


def _empty(record: tws.Record, player: int) -> int:
    """Count the hands of a player that took no book."""
    return sum((player, hand) not in _takers(record) for hand in Hand)


def _first_books(record: tws.Record, player: int) -> int:
    """Count the books that a player took before the other's first book."""
    taken = [winner == player for winner, _ in _takers(record)]
    return [*taken, False].index(False)


def _bemo_against_bemo(record: tws.Record) -> bool:
    """Check two Bemo bids: one takes the first four books with both hands."""
    made = sorted((_first_books(record, place), place) for place in range(2))[1]
    contracts = [seat.contract for seat in _seats(record)]
    hands = {hand for _, hand in _takers(record)[:4]}
    return (
        _move_types(record) == [BidType.BEMO] * 2
        and made[0] >= 4
        and (contracts[made[1]], contracts[1 - made[1]]) == (100, -100)
        and len(hands) == 2
    )


def _six_first_books(record: tws.Record) -> bool:
    """Check a Big Bemo raised from a Bemo."""
    said = [move for _, move in made(record, State, Bid)]
    return (
        Bid(BidType.BEMO) in said
        and _first_books(record, _move_types(record).index(BidType.BIG_BEMO)) >= 6
    )


def _nil_against_nil(record: tws.Record) -> bool:
    """Check two Nil bids, of which only one is made."""
    found = [(_empty(record, place), seat.contract) for place, seat in enumerate(_seats(record))]
    return _move_types(record) == [BidType.NIL] * 2 and sorted(found) == [(0, -50), (1, 300)]


def _naughts(record: tws.Record) -> bool:
    """Check Naught made and Double Naught failed, each with one hand without a book."""
    return [_empty(record, player) for player in range(2)] == [1, 1]


def _must_follow(record: tws.Record) -> bool:
    """Check that actual hands must follow suit, and that offered dummy cards are legal."""
    return start(record, State).rules.renege is RenegeRule.IMPOSSIBLE and any(
        state.hand_to_play is Hand.ACTUAL
        and {_suit(move.card) for move in tws.legal_moves(state) if isinstance(move, tws.Play)}
        == {state.trick.led}
        != {_suit(card) for card in state.hand_of(2 * state.actor + 1)}
        for state, _ in steps(record, State)
        if state.actor is not None
    )


def _only_call(record: tws.Record) -> tuple[State, Renege] | None:
    found = made(record, State, Renege)
    if len(found) != 1:
        return None
    ((state, call),) = found
    assert isinstance(call, Renege)
    return state, call


def _called(record: tws.Record) -> bool:
    """Check a correct call: a visible renege, and the called number of books moves."""
    if (only := _only_call(record)) is None:
        return False
    state, call = only
    assert state.actor is not None
    caller, other = state.actor, 1 - state.actor
    books = [winner for winner, _ in _takers(record)]
    now = end(record, State).books
    return (
        call.books > 0
        and bool(_reneges((*state.tricks, state.trick), other))
        and now[caller] == books.count(caller) + call.books
        and now[other] == books.count(other) - call.books
    )


def _reneges(books: tuple[Trick, ...], player: int) -> list[int]:
    """Return the books in which an actual hand reneged and showed the suit later."""
    cards = [
        (book.led, _suit(card))
        for book in books
        for card, seat, hand in zip(book.cards, book.seats, book.hands, strict=False)
        if seat == player and hand is Hand.ACTUAL
    ]
    return [
        number
        for number, (led, suit) in enumerate(cards)
        if led is not suit and led in [later for _, later in cards[number + 1 :]]
    ]


def _refused_until_seen(record: tws.Record) -> bool:
    """Check that a call becomes legal only after the player shows the suit."""
    if (only := _only_call(record)) is None:
        return False
    called, _ = only
    assert called.actor is not None
    caller = called.actor
    number = _reneges((*called.tricks, called.trick), 1 - caller)[0]
    early = [
        state
        for state, _ in steps(record, State)
        if number < len(state.tricks) and state.actor == caller
    ]
    refused = [state for state in early if Renege(1) not in tws.legal_moves(state)]
    for state in refused:
        try:
            tws.apply(state, Renege(1))
        except tws.IllegalMove:
            continue
        return False
    return bool(refused)


def _called_at_the_end(record: tws.Record) -> bool:
    only = _only_call(record)
    return only is not None and len(only[0].tricks) == 13


def _not_called(record: tws.Record) -> bool:
    """Check a renege that the other player does not call after the last book."""
    if (only := _only_call(record)) is None:
        return False
    state, call = only
    assert state.actor is not None
    taken = [winner for winner, _ in _takers(record)]
    return (
        len(state.tricks) == 13
        and call.books == 0
        and bool(_reneges(state.tricks, 1 - state.actor))
        and list(end(record, State).books) == [taken.count(0), taken.count(1)]
    )


def _nil_stays(record: tws.Record) -> bool:
    """Check that books moved by a call do not break a Nil."""
    if (only := _only_call(record)) is None:
        return False
    caller = only[0].actor
    assert caller is not None
    return (
        _move_types(record)[caller] is BidType.NIL
        and _seats(record)[caller].made
        and any(winner == 1 - caller for winner, _ in _takers(record))
    )


def _turned_up(record: tws.Record, least: int, leading: bool) -> bool:
    """Find a dummy that turns up at least this many cards at once, to lead or to follow."""
    before: tuple[int, ...] = ()
    for state in states(record, State):
        turned = [old - new for old, new in zip(before, state.face_down_sizes, strict=False)]
        dummy = state.hand_to_play is Hand.DUMMY and state.actor is not None
        if dummy and leading is (not state.trick.cards) and max(turned, default=0) >= least:
            return True
        before = state.face_down_sizes if state.actor is not None and state.tricks else ()
    return False


def _turns_up_to_follow(record: tws.Record) -> bool:
    return _turned_up(record, 4, leading=False)


def _turns_up_to_lead(record: tws.Record) -> bool:
    return _turned_up(record, 1, leading=True)


def _dummy_must_trump(record: tws.Record) -> bool:
    """Check a dummy without the suit led that must play a face-up spade."""
    for state, _ in steps(record, State):
        if state.hand_to_play is Hand.DUMMY and state.actor is not None:
            up = {_suit(card) for card in state.face_up[state.actor]}
            moves = [move.card for move in tws.legal_moves(state) if isinstance(move, tws.Play)]
            led = state.trick.led
            if led not in (None, *up) and {*map(_suit, moves)} == {Suit.SPADES} != up:
                return True
    return False


def _joker_led(record: tws.Record) -> bool:
    """Check a led Joker that a spade follows."""
    return any(
        book.cards[0].joker and book.led is Suit.SPADES and book.cards[1].suit is Suit.SPADES
        for book in end(record, State).tricks
    )


def _perfect_bids(record: tws.Record) -> bool:
    """Check the third perfect bid in succession."""
    return any(seat.bonus == 80 and seat.is_perfect for seat in _seats(record))


def _ten_overbooks(record: tws.Record) -> bool:
    """Check the penalty of 100 for the tenth overbook of the match."""
    before = start(record, State).overbooks
    return any(
        seat.penalty == -100 and total < 10 <= total + seat.overbooks
        for seat, total in zip(_seats(record), before, strict=True)
    )


def _at_target(record: tws.Record) -> bool:
    return is_won(record) and max(record.state.scores) >= start(record, State).rules.target


def _same_points(record: tws.Record) -> bool:
    return len(set(record.state.scores)) == 1 and record.state.is_over


def _fewer_overbooks(record: tws.Record) -> bool:
    state = record.state
    assert isinstance(state, State)
    return _same_points(record) and state.winners == (state.overbooks.index(min(state.overbooks)),)


CHECKS: Final[Checks] = {
    "numbers-made": (_numbers_made, _turns_up_to_follow),
    "number-raised": (_raised, _number_failed),
    "blind-made": (_blind, _bid(BidType.BLIND, 100, 6)),
    "blind-failed": (_blind, _bid(BidType.BLIND, -70, 7), _perfect_bids),
    "boston-and-double-nil": (_bid(BidType.NUMBER, 500, 13), _bid(BidType.DOUBLE_NIL, 500)),
    "boston-failed": (_bid(BidType.NUMBER, -130, 13),),
    "boston-failed-for-nothing": (_bid(BidType.NUMBER, 0, 13),),
    "bemo-made-and-failed": (_bemo_against_bemo,),
    "big-bemo": (_bid(BidType.BIG_BEMO, 200), _six_first_books),
    "nil-made-and-failed": (_nil_against_nil,),
    "naughts": (_bid(BidType.NAUGHT, 200), _bid(BidType.DOUBLE_NAUGHT, -100), _naughts),
    "renege-impossible": (_must_follow, _joker_led),
    "renege-called": (_called, _refused_until_seen),
    "renege-called-at-the-end": (_called, _called_at_the_end),
    "renege-not-called": (_not_called,),
    "renege-leaves-nil": (_called, _nil_stays),
    "overbooks-ten": (_ten_overbooks,),
    "dummies": (_turns_up_to_lead, _dummy_must_trump),
    "match-target": (_at_target,),
    "match-fewer-overbooks": (_fewer_overbooks,),
    "match-shared": (is_shared, _same_points),
}
