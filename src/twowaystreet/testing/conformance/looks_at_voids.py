"""The promise that voids are true, and shown by a card."""

from __future__ import annotations

from twowaystreet._cards.cards import text_of
from twowaystreet._views.views import view
from twowaystreet.testing.conformance.looks_at_cards import hands_of
from twowaystreet.testing.conformance.trial import Moment, see, viewers, whose


def voids(moment: Moment) -> int:
    """Voids that are shown are true, and shown by the cards that they name."""
    state, found = moment.state, 0
    for viewer in viewers(state):
        told = view(state, viewer).voids
        said = [(void.seat, void.suit) for void in told]
        see(len(set(said)) == len(said), f"{whose(viewer)} is told a void twice: {told}")
        for void in told:
            suit = type(view(state, viewer))._suits[void.suit]
            hands = hands_of(state, void.seat)
            held = [text_of(hand) for hand in hands if any(card._bit & suit for card in hand)]
            see(len(held) < len(hands), f"{whose(viewer)} is told: {void}; and it holds {held}")
            played = (*state.tricks, state.trick)
            see(
                void.trick < len(played)
                and (void.seat, void.card)
                in zip(played[void.trick].seats, played[void.trick].cards, strict=True),
                f"{whose(viewer)} is told: {void}; and that card was not played so",
            )
            see(bool(void.rule), f"{whose(viewer)} is told: {void}; and no rule says so")
            found += 1
    return found
