"""The hidden cards of Tien Len: the hands of the others."""

from __future__ import annotations

import random
from itertools import chain

from twowaystreet import authoring as core
from twowaystreet.games.tien_len.plays import LOWEST, PlayCards
from twowaystreet.games.tien_len.rules import PLAYERS, Phase
from twowaystreet.games.tien_len.state import HandData, State, View


def hidden(view: View) -> tuple[core.Hidden[State], ...]:
    """Return the unseen cards, which lie in the hands of the others.

    A pass proves nothing (TL-5). Until the first lead of the first deal, all know that the leader
    holds the lowest card (TL-2).
    """
    played, pack = _played(view), view.rules.pack
    known: list[tuple[core.Card, ...]] = [()] * PLAYERS
    tricks, trick = view.tricks, view.trick
    if trick.leader is not None and not tricks and not trick.plays and view.last_winner is None:
        known[trick.leader] = (LOWEST,)
    if view.seat is not None:
        known[view.seat] = view.hand or ()
    places, holdings, seats = list[core.Place](), list[core.Holding](), list[int]()
    for seat, size in enumerate(view.hand_sizes):
        missing = size - len(known[seat])
        holdings.append(core.Holding(known[seat], len(places) if missing else None))
        if missing:
            places.append(core.Place(missing))
            seats.append(seat)
    fixed = [played[seat] | core.card_types_among(known[seat]) for seat in range(PLAYERS)]
    seen = sum(fixed)
    is_dealt = view.phase is not Phase.DEAL
    unseen = tuple([card for card in pack.cards if is_dealt and not card._bit & seen])
    match = core.match_of(view)
    best = view.to_beat and PlayCards(view.to_beat.cards)
    fields = (trick, tricks, view.went_out, best)
    phase, actor, last_winner = view.phase, view.actor, view.last_winner
    remaining = pack._sum & ~sum(played) if is_dealt else 0

    def build(division: core.Division, rng: random.Random) -> State:
        held = fixed.copy()
        for seat, cards in zip(seats, division, strict=True):
            held[seat] += sum([card._bit for card in cards])
        hand_data = HandData(tuple(held) if is_dealt else (), (), last_winner)
        state: State = view._state._build(match, hand_data, phase, actor, remaining, *fields)
        return state

    return (core.Hidden(unseen, tuple(places), tuple(holdings), build),)


def _played(view: View) -> list[int]:
    played = [0] * PLAYERS
    for play in chain.from_iterable(trick.plays for trick in (*view.tricks, view.trick)):
        played[play.seat] |= core.card_types_among(play.cards)
    return played
