"""Ranks in words, such as "queen" and "queens"."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from twowaystreet._cards.cards import Card, Rank

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
