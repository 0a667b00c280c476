"""The hidden cards of Two Way Street and the Duel: the evidence of named suits."""

from __future__ import annotations

from typing import Any

from twowaystreet._core.cards.cards import Joker
from twowaystreet._core.cards.masks import SUIT, card_types_among
from twowaystreet.games._twoway.cards import DUTY
from twowaystreet.games._twoway.rules import NamedSuit
from twowaystreet.games._twoway.state import TwoWayView


def naming_needs(view: TwoWayView[Any, Any]) -> dict[int, tuple[int, ...]]:
    """Return the cards of which a player who named a suit must still hold one (ST-16 to ST-18).

    A player who named a suit held a card of either suit of the Joker's colour, or of the named suit
    itself after a plain Joker or where the options demand it. A card that the player has played
    since then may have been this card.

    Args:
        view: the view. Any: of either game.

    Returns:
        For each such seat masks of card types; the hand holds at least one card of each mask.
    """
    needs: dict[int, tuple[int, ...]] = {}
    if not view.named:
        return needs
    tricks = (*view.tricks, view.trick)
    for naming in view.named:
        seat, joker = naming.seat, tricks[naming.trick].cards[0].joker
        is_held = joker is Joker.PLAIN or view.rules.named_suit is NamedSuit.HELD
        need = SUIT[naming.suit] if is_held else DUTY[joker]
        played = [
            card
            for trick in tricks[naming.trick :]
            for player, card in zip(trick.seats, trick.cards, strict=True)
            if player == seat
        ]
        if not card_types_among(played) & need:
            needs[seat] = tuple(dict.fromkeys((*needs.get(seat, ()), need)))
    return needs
