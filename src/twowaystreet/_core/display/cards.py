"""Cards in words: with the signs of their suits, and by rank."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from twowaystreet._core.cards.cards import Card, Joker, Rank

_JOKERS: Final = MappingProxyType(
    {Joker.RED: "Red Joker", Joker.BLACK: "Black Joker", Joker.PLAIN: "Joker"}
)


def sign_text(card: Card) -> str:
    """Return a card with the sign of its suit; a Joker in words.

    >>> sign_text(Card.parse("8S")), sign_text(Card.parse("R*")), sign_text(Card.parse("X*"))
    ('8♠', 'Red Joker', 'Joker')
    """
    return _JOKERS[card.joker] if card.joker else card.pretty


def signs_text(cards: Iterable[Card]) -> str:
    """Return cards with the signs of their suits, with blanks between them.

    >>> from twowaystreet._core.cards.cards import cards
    >>> signs_text(cards("8S 6C"))
    '8♠ 6♣'
    """
    return " ".join(map(sign_text, cards))


_WORDS: Final = (
    *("two", "three", "four", "five", "six", "seven", "eight"),
    *("nine", "ten", "jack", "queen", "king", "ace"),
)
RANK_WORDS: Final = MappingProxyType(
    {rank.value: word for rank, word in zip(Rank, _WORDS, strict=True)}
)
"""The word for each rank, by its sign on the cards."""


def rank_word(card: Card) -> str:
    """Return the rank of a card in words.

    >>> rank_word(Card.parse("QS")), rank_word(Card.parse("R*"))
    ('queen', 'Joker')
    """
    return RANK_WORDS.get(card.rank, "Joker")


def rank_words(card: Card) -> str:
    """Return the plural of the rank of a card in words.

    >>> rank_words(Card.parse("6S")), rank_words(Card.parse("QS"))
    ('sixes', 'queens')
    """
    word = rank_word(card)
    return f"{word}es" if word.endswith("x") else f"{word}s"
