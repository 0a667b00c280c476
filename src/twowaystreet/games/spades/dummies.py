"""The dummies of Spades for two, which turn up cards when they need them."""

from __future__ import annotations

from typing import Any, Final

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import cards_in
from twowaystreet._core.engine.seats import replace_at
from twowaystreet._core.tricks.play_tables import Dummies
from twowaystreet.games.spades.cards import DUMMY, DUMMY_FOLLOWING, HANDS, WANTED
from twowaystreet.games.spades.hand_data import HandData, replace


def turned_up(hand_data: HandData, player: int, remaining: int, wanted: int) -> HandData:
    """SP-12, SP-13: turn up cards of a dummy until a wanted card appears, or all are open."""
    up = hand_data.face_up[player]
    for card in hand_data.dummies[player][up.bit_count() :]:
        up |= card._bit
        if up & remaining & wanted:
            break
    return replace(hand_data, face_up=replace_at(hand_data.face_up, player, up))


def face_up_cards(hand_data: HandData, remaining: int) -> tuple[tuple[Card, ...], ...]:
    """Return the open cards of each dummy, in the order of cards."""
    return tuple(cards_in(up & remaining) for up in hand_data.face_up)


def face_down_sizes(hand_data: HandData) -> tuple[int, ...]:
    """Return the number of cards of each dummy that lie face down."""
    return tuple(
        len(dummy) - up.bit_count()
        for dummy, up in zip(hand_data.dummies, hand_data.face_up, strict=True)
    )


def _dummy_cards(state: Any, number: int) -> tuple[int, tuple[Card, ...]]:  # Any: builds on this
    """Return the cards of a dummy turned up so far, as a mask, and all its cards in order."""
    hand_data: HandData = state._hand_data
    player, _ = HANDS[number]
    return hand_data.face_up[player], hand_data.dummies[player]


DUMMIES: Final = Dummies(
    hands=tuple(number for number, (_, which) in enumerate(HANDS) if which is DUMMY),
    following=DUMMY_FOLLOWING,
    wanted=WANTED,
    cards=_dummy_cards,
)
"""The rules of the dummies for compiled playouts (SP-12, SP-13)."""
