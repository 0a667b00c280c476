"""The hidden cards of the Duel: hands, exchanges, a sealed bid, and markers that lie face down."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final

from twowaystreet import authoring as core
from twowaystreet.games._twoway import worlds as twoway
from twowaystreet.games._twoway.rules import Exchange
from twowaystreet.games.duel.rules import BID, BIDS, EXCHANGE, NAME, PLAY, BidMarkers, Phase
from twowaystreet.games.duel.state import HandData, State, View

SEATS: Final = (0, 1)
_replace: Final = core.fast_replace(HandData)


def hidden(view: View) -> tuple[core.Hidden[State], ...]:
    """The places are the hands of the others, the markers of each low bid, and the stock.

    The markers of a sealed bid are the top of the stock. An exchange gave any two cards of the
    stock for any two of the hand, so all divisions have equally many histories.
    """
    if view.phase is Phase.DEAL:
        return (twoway.before_deal(view, HandData(bids=view.bids)),)
    others = tuple([seat for seat in SEATS if seat != view.seat])
    # DU-5: nobody has seen the markers of a low bid.
    bids = zip(view.bids, view.markers, strict=True)
    low = {seat: bid.strength for seat, (bid, shown) in enumerate(bids) if bid and shown is None}
    known = view.hand, *twoway.played_by(view), *chain(*view.captured), *view.markers
    seen = [*chain(*filter(None, known)), *filter(None, view.stock or ())]
    unseen = core.unseen_cards(view.rules.pack, seen)
    needs = twoway.naming_needs(view)
    holdings = [core.Holding((), others.index(seat) if seat in others else None) for seat in SEATS]
    if view.seat is not None:
        holdings[view.seat] = core.Holding(view.hand or ())
    cases = list[core.Hidden[State]]()
    for limits in core.cases_of(core.limits_of(view)):
        places = [
            core.Place(view.hand_sizes[seat], limits[seat][0], needs.get(seat, ()))
            for seat in others
        ]
        places += map(core.Place, low.values())
        rest = max(0, len(unseen) - sum([place.size for place in places]))
        places.append(core.Place(rest if view.stock is None else view.stock.count(None)))
        ways = _split_ways(view, unseen, places, others)
        build = _builder(view, others, tuple(low), ways)
        cases.append(core.Hidden(unseen, tuple(places), tuple(holdings), build, ways))
    return tuple(cases)


def _split_ways(
    view: View, unseen: Sequence[core.Card], places: Sequence[core.Place], others: Sequence[int]
) -> twoway.SplitWays | None:
    """DU-7, ST-11: a stock of one card is the upper one of a pair; the player drew the lower."""
    exchangers = _exchangers(view)
    if not exchangers or view.stock != (None,):
        return None
    (seat,) = exchangers
    hand, shown = others.index(seat), list[tuple[core.Card, ...]]([()] * len(places))
    shown[hand] = tuple(twoway.played_by(view)[seat])
    return twoway.SplitWays(unseen, places, shown, [twoway.Link(1, hand, len(places) - 1)])


def _exchangers(view: View) -> tuple[int, ...]:
    first, second = view.bids
    if view.direction is None or first is None or second is None:
        return ()
    in_turn = core.rotation(view.dealer, 2)
    if first != second:
        in_turn = (0,) if first.strength > second.strength else (1,)
    return in_turn[: len(in_turn) - len(view.to_exchange)]


def _builder(
    view: View, others: Sequence[int], low: Sequence[int], ways: twoway.SplitWays | None
) -> Callable[[core.Division, random.Random], State]:
    match, played = core.match_of(view), twoway.played_by(view)
    in_turn = core.rotation(view.dealer, 2)
    is_played = view.phase in (PLAY, NAME)
    finished = core.builder_of(view, core.rotation(view.trick.leader, 2) if is_played else ())
    sure = [
        [*some, *((view.hand or ()) if seat == view.seat else ())]
        for seat, some in enumerate(played)
    ]
    exchangers = _exchangers(view)
    is_sealed = view.phase is BID and view.actor != view.dealer != view.seat
    possible = BIDS[: 1 + 2 * view.rules.max_strength]
    by_cards = view.rules.bid_markers is BidMarkers.CARDS
    public = HandData(
        exchanged=(None, None),
        named=view.named,
        direction=view.direction,
        captured=view.captured,
        to_exchange=view.to_exchange,
    )

    def build(division: core.Division, rng: random.Random) -> State:
        hands = [*sure]
        for seat, some in zip(others, division, strict=False):
            hands[seat] = [*sure[seat], *some]
        bids, markers = view.bids, [shown or () for shown in view.markers]
        for seat, some in zip(low, division[len(others) :], strict=False):
            markers[seat] = some
        stock = [*division[-1]]
        if view.stock is not None:
            unseen = iter(stock)
            stock = [card or next(unseen) for card in view.stock]
        if is_sealed:
            bid = rng.choice(possible)
            bids = core.replace_at(bids, view.dealer, bid)
            if by_cards:
                markers[view.dealer] = tuple(stock[: bid.strength])
                del stock[: bid.strength]

        # The cards that were drawn, above the stock as it is now: the tape of all exchanges.
        tape: list[Any] = [None] * (2 * len(exchangers)) + stock  # Any: no place stays empty
        if ways:
            ways.lay(division, tape, rng)
        for number, seat in enumerate(exchangers):
            own, draw = view.exchanged[seat], slice(2 * number, 2 * number + 2)
            tape[draw] = own.drawn if own else _drawn(hands[seat], tape[draw], rng)
        top, exchanges = len(stock), list[Exchange]()
        for number, seat in enumerate(exchangers):
            drawn, given = 2 * number, top + 2 * number
            exchanges.append(Exchange(tape[given : given + 2]))
            hands[seat] = [*hands[seat], *tape[given : given + 2]]
            for card in tape[drawn : drawn + 2]:
                hands[seat].remove(card)

        held, used = [0, 0], 0
        for seat in in_turn:
            held[seat] = core.mask_of(hands[seat], used)
            used |= held[seat]
        hand_data = _replace(
            public, held=tuple(held), stock=tuple(tape[:top]), bids=bids, markers=tuple(markers)
        )
        for seat, move in zip(exchangers, exchanges, strict=True):
            before: State = view._state._build(
                match, hand_data, EXCHANGE, seat, sum(hand_data.held)
            )
            after, left, exchanged, _ = before._after_exchange(seat, move)
            hand_data = _replace(hand_data, held=after, stock=left, exchanged=exchanged)
        state: State = finished(hand_data, twoway.remaining_after(hand_data.held, played))
        return state

    return build


def _drawn(
    hand: Sequence[core.Card], known: Sequence[core.Card | None], rng: random.Random
) -> list[core.Card]:
    left = [*hand]
    for card in filter(None, known):
        left.remove(card)
    some = iter(rng.sample(left, known.count(None)))
    return [card or next(some) for card in known]
