"""Checks of the golden hands of the Duel, by file name."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

import twowaystreet as tws
from tests.golden.events import Check, Checks, end, is_shared, is_won, made, start, states, texts
from twowaystreet.games.duel import Bid, BidMarkers, Declare, Direction, Exchange, State, View


def _strengths(state: State) -> list[int]:
    return [bid.strength for bid in state.bids if bid is not None]


def _stronger_bid(way: Direction) -> Check:
    """Check captures and exchanges after a stronger bid in this direction."""

    def check(record: tws.Record) -> bool:
        state = end(record, State)
        zero, one = _strengths(state)
        winner = 0 if zero > one else 1
        captor = 1 - winner if way is Direction.HIGH else winner
        exchanging = [before.actor for before, _ in made(record, State, Exchange)]
        return (
            state.direction is way
            and [len(pairs) for pairs in (state.captured[captor], state.captured[1 - captor])]
            == [max(zero, one), 0]
            and exchanging == [winner]
        )

    return check


def _both_exchange(record: tws.Record) -> bool:
    """Check that both exchange, the dealer first, and that neither captures."""
    state = end(record, State)
    return (
        state.captured == ((), ())
        and len(set(state.bids)) == 1
        and all(_strengths(state))
        and [before.actor for before, _ in made(record, State, Exchange)]
        == [state.dealer, state.responder]
    )


def _dealer_chooses(record: tws.Record) -> bool:
    choosing = [state.actor == state.dealer for state, _ in made(record, State, Declare)]
    bids = [move for _, move in made(record, State, Bid)]
    return choosing == [True] and bids == [Bid(), Bid()]


def _redealt(record: tws.Record) -> bool:
    """Check a new deal after equal bids in opposite directions.

    The same dealer deals, no hand counts as played, and the markers are back in the pack.
    """
    deals = [state for state, _ in made(record, State, tws.Deal)]
    return (
        len(deals) == 2
        and {state.dealer for state in deals} == {record.state.dealer}
        and deals[1].hands_played == 0
        and _strengths(deals[1])[0] == _strengths(deals[1])[1] > 0
        and len(set(deals[1].bids)) == 2
        and deals[1].markers == ((), ())
    )


def _seen(state: State, seat: int) -> View:
    seen = tws.view(state, seat)
    assert isinstance(seen, View)
    return seen


def _markers(high: bool) -> Check:
    """Check the responder's view of the dealer's marker cards, before and after the reveal."""

    def check(record: tws.Record) -> bool:
        if start(record, State).rules.bid_markers is not BidMarkers.CARDS:
            return False
        (before, bid), (secret, _), *_ = made(record, State, Bid)
        assert isinstance(bid, Bid)
        dealer, responder = before.dealer, before.responder
        hidden, owner = _seen(secret, responder), _seen(secret, dealer)
        shown = _seen(end(record, State), responder)
        taken = before.stock[: bid.strength]
        return (
            bid.direction is (Direction.HIGH if high else Direction.LOW)
            and (hidden.markers[dealer], hidden.stock_size) == (None, None)
            and owner.stock_size == len(before.stock) - bid.strength
            and owner.markers[dealer] == shown.markers[dealer] == (taken if high else None)
        )

    return check


def _level(record: tws.Record) -> bool:
    state = end(record, State)
    points = tws.score_hand(state).points
    return sorted(points) == [0, 1] and points[state.dealer] == 1


def _at_most_two(record: tws.Record) -> bool:
    offered = [tws.legal_moves(state) for state, _ in made(record, State, Bid)]
    return max(move.strength for moves in offered for move in moves if isinstance(move, Bid)) == 2


def _names_a_suit(record: tws.Record) -> bool:
    return any(text.startswith("name") for text in texts(record))


def _below_target(record: tws.Record) -> bool:
    return max(record.state.scores) < start(record, State).rules.target


def _at_target(record: tws.Record) -> bool:
    dealers = [state.dealer for state in states(record, State) if state.hand_over]
    return (
        is_won(record)
        and max(record.state.scores) >= start(record, State).rules.target
        and all(one != other for one, other in pairwise(dealers))
    )


CHECKS: Final[Checks] = {
    "bid-high": (_stronger_bid(Direction.HIGH), _names_a_suit),
    "bid-low": (_stronger_bid(Direction.LOW), _at_most_two),
    "bids-identical": (_both_exchange,),
    "no-bids": (_dealer_chooses,),
    "redeal": (_redealt,),
    "markers-high": (_markers(high=True),),
    "markers-low": (_markers(high=False),),
    "level": (_level,),
    "match-target": (_at_target,),
    "match-shared": (is_shared, _below_target),
}
