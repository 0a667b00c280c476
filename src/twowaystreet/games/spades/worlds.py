"""The unseen cards of Spades for two, and the states that they lead to."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import card_types_among, cards_in
from twowaystreet._core.engine.seats import rotation
from twowaystreet._core.tricks.tricks import follow
from twowaystreet._core.views.trick_worlds import builder_of
from twowaystreet._core.worlds.places import Division, Hidden, Holding, Place
from twowaystreet.games.spades.books import books_won
from twowaystreet.games.spades.cards import (
    ACTUAL,
    DUMMY,
    DUMMY_FOLLOWING,
    HANDS,
    NUMBER,
    OF_SUIT,
    PACK,
    PLAYERS,
)
from twowaystreet.games.spades.hand_data import HandData, replace
from twowaystreet.games.spades.orders import Orders, Turn
from twowaystreet.games.spades.rules import Phase
from twowaystreet.games.spades.state import State, View

_ALL: Final = card_types_among(PACK.cards)


def hidden(view: View) -> tuple[Hidden[State], ...]:
    """Return the unseen cards: those of face-down heaps, and of actual hands that are not shown.

    Before looking these are all cards (SP-5). A face-down heap may hold any card. An actual hand
    holds no card of a suit in which it is void (SP-10).
    """
    barred = [0] * PLAYERS
    for void in view.voids:
        barred[void.seat] |= OF_SUIT[void.suit]
    numbers, places = list[int](), list[Place]()
    hands = list[Holding]()
    for number, (player, which) in enumerate(HANDS):
        if which is ACTUAL and player == view.seat and view.hand is not None:
            hands.append(Holding(view.hand))
            continue
        if which is ACTUAL:
            hands.append(Holding(place=len(places)))
            places.append(Place(view.hand_sizes[number], barred[player]))
        else:
            hands.append(Holding(view.face_up[player], len(places)))
            places.append(Place(view.face_down_sizes[player]))
        numbers.append(number)
    played, known = _played_and_known(view)
    is_dealt = view.phase is not Phase.DEAL
    unseen = cards_in(_ALL & ~sum(known)) if is_dealt else ()
    build = _builder(view, numbers, known, _ALL & ~played if is_dealt else 0)
    holdings = [hands[NUMBER[player, ACTUAL]] for player in range(PLAYERS)]
    return (Hidden(unseen, tuple(places), tuple(holdings), build, hands=tuple(hands)),)


def _played_and_known(view: View) -> tuple[int, list[int]]:
    """Return the cards played, and the known cards of each hand with those played, as masks."""
    known = [0] * len(HANDS)
    for book in (*view.tricks, view.trick):
        for seat, which, card in zip(book.seats, book.hands, book.cards, strict=True):
            known[NUMBER[seat, which]] |= card._bit
    played = sum(known)
    for player, some in enumerate(view.face_up):
        known[NUMBER[player, DUMMY]] |= card_types_among(some)
    if view.seat is not None:
        known[NUMBER[view.seat, ACTUAL]] |= card_types_among(view.hand or ())
    return played, known


def _builder(
    view: View, numbers: Sequence[int], known: Sequence[int], remaining: int
) -> Callable[[Division, random.Random], State]:
    """Return the function that builds the state of a division.

    Args:
        view: the view.
        numbers: the hand number of each place.
        known: the known cards of each hand as masks, with those played.
        remaining: the cards of all hands as a mask.
    """
    before_calls, _ = books_won(view.tricks, 0)
    open_cards = [known[NUMBER[player, DUMMY]] for player in range(PLAYERS)]
    heaps = [numbers.index(NUMBER[player, DUMMY]) for player in range(PLAYERS)]
    hand_data = HandData(
        face_up=tuple(open_cards),
        bids=view.bids,
        stands=view.stands,
        called=view.called,
        moved=view.books[0] - before_calls,
        overbooks=view.overbooks,
        perfect_bids=view.perfect_bids,
    )
    # Nobody is to play before the lead, nor after the last book, when players call reneges.
    order: tuple[int, ...] = ()
    if view.actor is not None and view.hand_to_play is not None:
        to_play = NUMBER[view.actor, view.hand_to_play]
        order = rotation(to_play - len(view.trick.cards), len(HANDS))
    build_state = builder_of(view, order)

    orders_of = [Orders(_turns(view, player), up) for player, up in enumerate(open_cards)]

    def dummy_of(player: int, heap: Iterable[Card], rng: random.Random) -> tuple[Card, ...]:
        orders = orders_of[player]
        first, later = orders.order(rng.randrange(orders.count))
        return (*_shuffled(first, rng), *later, *heap)  # the cards of a heap are in random order

    def build(division: Division, rng: random.Random) -> State:
        held = list(known)
        for number, some in zip(numbers, division, strict=True):
            held[number] |= card_types_among(some)
        dummies = tuple(
            [dummy_of(player, division[place], rng) for player, place in enumerate(heaps)]
        )
        state: State = build_state(replace(hand_data, held=tuple(held), dummies=dummies), remaining)
        return state

    return build


def _shuffled(some: Iterable[Card], rng: random.Random) -> list[Card]:
    return sorted(some, key=lambda card: rng.random())


def _turns(view: View, player: int) -> list[Turn]:
    """Return the turns of a dummy; if it is to play now, the last one with some legal card."""
    turns: list[Turn] = [
        (book.led if place else None, card)
        for book in (*view.tricks, view.trick)
        for place, card in enumerate(book.cards)
        if book.seats[place] == player and book.hands[place] is DUMMY
    ]
    if view.hand_to_play is DUMMY and view.actor == player:
        led = view.trick.led
        legal = follow(card_types_among(view.face_up[player]), DUMMY_FOLLOWING[led])
        turns.append((led, cards_in(legal)[0]))
    return turns
