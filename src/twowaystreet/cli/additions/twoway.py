"""What there is to say of Two Way Street and of the Duel in the same words."""

from __future__ import annotations

from typing import Final

from twowaystreet._cards.cards import Suit

EXCHANGE: Final = "Two cards of yours go under the stock, and you draw its top two."
NAME: Final = (
    "A Joker was led and you hold a card of a suit that it stands for: name the suit led, "
    "then play. On a plain Joker you may play another one instead."
)
FOLLOW: Final = (
    "Follow the suit led if you can; a Joker of its colour, or a plain one, follows too."
)


def named(suit: Suit) -> str:
    """The naming of a suit in words."""
    return f"name {suit.word} as the suit led"
