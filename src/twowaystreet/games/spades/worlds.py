"""The unseen cards of Spades for two, and the orders of the open cards of a dummy.

A view shows which cards a dummy turned up at one time (SP-5, SP-12, SP-13), but not their order.
The last of them is the one that the turn needed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import Final, TypeAlias

from twowaystreet import authoring as core
from twowaystreet.games.spades import rules
from twowaystreet.games.spades.score import books_won
from twowaystreet.games.spades.state import State, View

Turn: TypeAlias = tuple[core.Suit | None, core.Card]
"""The turn of a dummy: the suit led, ``None`` if the dummy leads, and the card played."""

_ALL: Final = core.card_types_among(rules.PACK.cards)


def hidden(view: View) -> tuple[core.Hidden[State], ...]:
    """Before looking all cards are unseen (SP-5); an actual hand shows its voids (SP-10)."""
    barred = [0] * rules.PLAYERS
    for void in view.voids:
        barred[void.seat] |= rules.OF_SUIT[void.suit]
    numbers, places = list[int](), list[core.Place]()
    hands = list[core.Holding]()
    for number, (player, which) in enumerate(rules.HANDS):
        if which is rules.ACTUAL and player == view.seat and view.hand is not None:
            hands.append(core.Holding(view.hand))
            continue
        seen, place = view.face_up[player], core.Place(view.face_down_sizes[player])
        if which is rules.ACTUAL:
            seen, place = (), core.Place(view.hand_sizes[number], barred[player])
        hands.append(core.Holding(seen, len(places)))
        places.append(place)
        numbers.append(number)
    played, known = _played_and_known(view)
    is_dealt = view.phase is not rules.Phase.DEAL
    unseen = core.cards_in(_ALL & ~sum(known)) if is_dealt else ()
    build = _builder(view, numbers, known, _ALL & ~played if is_dealt else 0)
    holdings = [hands[rules.NUMBER[player, rules.ACTUAL]] for player in range(rules.PLAYERS)]
    return (core.Hidden(unseen, tuple(places), tuple(holdings), build, hands=tuple(hands)),)


def _played_and_known(view: View) -> tuple[int, list[int]]:
    known = [0] * len(rules.HANDS)
    for book in (*view.tricks, view.trick):
        for seat, which, card in zip(book.seats, book.hands, book.cards, strict=True):
            known[rules.NUMBER[seat, which]] |= card._bit
    played = sum(known)
    for player, some in enumerate(view.face_up):
        known[rules.NUMBER[player, rules.DUMMY]] |= core.card_types_among(some)
    if view.seat is not None:
        known[rules.NUMBER[view.seat, rules.ACTUAL]] |= core.card_types_among(view.hand or ())
    return played, known


def _builder(
    view: View, numbers: Sequence[int], known: Sequence[int], remaining: int
) -> Callable[[core.Division, random.Random], State]:
    before_calls, _ = books_won(view.tricks, 0)
    open_cards = [known[rules.NUMBER[player, rules.DUMMY]] for player in range(rules.PLAYERS)]
    heaps = [numbers.index(rules.NUMBER[player, rules.DUMMY]) for player in range(rules.PLAYERS)]
    groups = [[*map(core.card_types_among, each)] for each in view.turned_up]
    unknown = [up & ~sum(some) for up, some in zip(open_cards, groups, strict=True)]
    hand_data = rules.HandData(
        face_up=tuple(open_cards),
        bids=view.bids,
        stands=view.stands,
        called=view.called,
        moved=view.books[0] - before_calls,
        overbooks=view.overbooks,
        perfect_bids=view.perfect_bids,
        auction=view.auction,
        turned_up=tuple([tuple(accumulate(some)) for some in groups]),
        calls=view.calls,
    )
    # Nobody is to play before the lead, nor after the last book, when players call reneges.
    order: tuple[int, ...] = ()
    if view.actor is not None and view.hand_to_play is not None:
        to_play = rules.NUMBER[view.actor, view.hand_to_play]
        order = core.rotation(to_play - len(view.trick.cards), len(rules.HANDS))
    build_state = core.builder_of(view, order)

    orders = [_in_order(_turns(view, player), unknown[player], groups[player]) for player in (0, 1)]

    def build(division: core.Division, rng: random.Random) -> State:
        held = list(known)
        for number, some in zip(numbers, division, strict=True):
            held[number] |= core.card_types_among(some)
        dummies = list[tuple[core.Card, ...]]()
        for player, place in enumerate(heaps):
            turned = map(core.cards_in, orders[player])
            up = [sorted(group, key=lambda _: rng.random()) for group in turned]
            dummies.append((*chain(*up), *division[place]))  # a heap is in random order
        data = rules.replace(hand_data, held=tuple(held), dummies=tuple(dummies))
        state: State = build_state(data, remaining)
        return state

    return build


def _in_order(turns: Iterable[Turn], up: int, groups: Iterable[int]) -> list[int]:
    """Return the open cards of a dummy in the order of time, as masks of cards in any order."""
    later = iter(groups)
    up = up or next(later, 0)
    found = [up]
    for led, card in turns:
        wanted = rules.WANTED[led]
        if not up & wanted:
            some = next(later, 0)
            up |= some
            found += some & ~wanted, some & wanted
        up &= ~card._bit
    return found


def _turns(view: View, player: int) -> list[Turn]:
    turns: list[Turn] = [
        (book.led if place else None, card)
        for book in (*view.tricks, view.trick)
        for place, card in enumerate(book.cards)
        if book.seats[place] == player and book.hands[place] is rules.DUMMY
    ]
    if view.hand_to_play is rules.DUMMY and view.actor == player:
        led = view.trick.led
        legal = core.follow(core.card_types_among(view.face_up[player]), rules.DUMMY_FOLLOWING[led])
        turns.append((led, core.cards_in(legal)[0]))
    return turns
