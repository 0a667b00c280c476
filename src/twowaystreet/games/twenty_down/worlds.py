"""The hidden cards of Twenty Down: the hands and discards of the others, and the stock."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Final

from twowaystreet._core.cards.masks import card_types_among, cards_in
from twowaystreet._core.engine.seats import rotation
from twowaystreet._core.views import trick_worlds
from twowaystreet._core.worlds.places import Division, Hidden, Holding, Place
from twowaystreet._util.values import fast_replace
from twowaystreet.games.twenty_down.rules import PLAY, PLAYERS, Phase, Status
from twowaystreet.games.twenty_down.state import HandData, State, View

IN: Final = Status.IN
_replace: Final = fast_replace(HandData)


def hidden(view: View) -> tuple[Hidden[State], ...]:
    """Return the unseen cards of a view, and the states that they lead to.

    The places are the hands of the others, their discards, and the stock. A player drew any cards
    of the hand for the discards (TD-3), so all divisions have equally many histories.
    """
    if view.phase is Phase.DEAL:
        return trick_worlds.before_deal(view, HandData())
    own, hand, stock = view.seat, view.hand or (), view.stock_size
    assert stock is not None
    others = tuple([seat for seat in range(PLAYERS) if seat != own])
    discarded = () if own is None else view.discards[own] or ()
    played = [card for _, card in trick_worlds.plays_of(view)]
    unseen = trick_worlds.unseen_cards(view.rules.pack, [*hand, *discarded, *played])
    holdings = [Holding((), place) for place in range(len(others))]
    if own is not None:
        holdings.insert(own, Holding(hand))
    places = [*[Place(view.discard_sizes[seat] or 0) for seat in others], Place(stock)]
    build = _builder(view, others)
    return tuple(
        Hidden(
            unseen,
            (*[Place(view.hand_sizes[seat], *limits[seat]) for seat in others], *places),
            tuple(holdings),
            build,
        )
        for limits in trick_worlds.cases_of(trick_worlds.limits_of(view))
    )


def _builder(view: View, others: Sequence[int]) -> Callable[[Division, random.Random], State]:
    in_play = view.phase is PLAY
    order = [seat for seat in rotation(view.trick.leader, PLAYERS) if view.statuses[seat] is IN]
    public = HandData(trumps=view.trumps, statuses=view.statuses)
    make = trick_worlds.builder_of(view, tuple(order) if in_play else (), hand_data=public)
    known = card_types_among(view.hand or ())
    fixed = [0] * PLAYERS
    for seat, card in trick_worlds.plays_of(view):
        fixed[seat] += card._bit
    if view.seat is not None:
        fixed[view.seat] += known
    drawn = [view.discard_sizes[seat] is not None for seat in others]

    def build(division: Division, rng: random.Random) -> State:
        held, discards, remaining = fixed.copy(), list(view.discards), known
        discarded = division[len(others) : -1]
        for seat, some, has_drawn, cards in zip(others, division, drawn, discarded, strict=False):
            hand = card_types_among(some)
            held[seat] += hand
            remaining += hand
            if has_drawn:
                discards[seat] = cards_in(card_types_among(cards))
        hand_data = _replace(public, held=tuple(held), stock=division[-1], discards=tuple(discards))
        state: State = make(hand_data, remaining)
        return state

    return build
