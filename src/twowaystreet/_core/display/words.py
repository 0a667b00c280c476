"""Words for cards, and for players in sentences: by their names, and the reader as "you"."""

from __future__ import annotations

import re
from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from twowaystreet._core.cards.cards import CARDS, Card, Joker, place_by_suit

_JOKERS: Final = MappingProxyType(
    {Joker.RED: "Red Joker", Joker.BLACK: "Black Joker", Joker.PLAIN: "Joker"}
)


_MINUS: Final = re.compile(r"(?<![^\s(])-(?=\d)")


_SIGNED: Final = tuple(_JOKERS[card.joker] if card.joker else card.pretty for card in CARDS)
"""Each card by its index."""


def sign_text(card: Card) -> str:
    """Return a card with the sign of its suit; a Joker in words."""
    return _SIGNED[card.index]


def card_words(card: Card) -> str:
    """Return a card in words.

    >>> card_words(Card.parse("QS")), card_words(Card.parse("R*"))
    ('queen of spades', 'Red Joker')
    """
    if card.joker:
        return "plain Joker" if card.joker is Joker.PLAIN else _JOKERS[card.joker]
    assert card.suit
    return f"{card.rank.name.lower()} of {card.suit.word}"


def minus(text: str) -> str:
    """Return a text whose negative numbers have the sign that people read.

    >>> minus("-3: lost 1 two (-2)"), minus("rule TW-9, 2-3, to-day, -")
    ('−3: lost 1 two (−2)', 'rule TW-9, 2-3, to-day, -')
    """
    return _MINUS.sub("−", text) if "-" in text else text


def set_text(cards: Iterable[Card]) -> str:
    """Return a set of cards in the order for people, with the signs of their suits.

    >>> set_text([Card.parse("9C"), Card.parse("R*"), Card.parse("KS")])
    'K♠ 9♣ Red Joker'
    """
    return signs_text(sorted(cards, key=place_by_suit))


def signs_text(cards: Iterable[Card]) -> str:
    """Return cards in their order with the signs of their suits; Jokers in words.

    >>> signs_text([Card.parse("9C"), Card.parse("KS")])
    '9♣ K♠'
    """
    return " ".join([_SIGNED[card.index] for card in cards])


def rank_words(card: Card) -> str:
    """Return the plural of the rank of a card in words.

    >>> rank_words(Card.parse("6S")), rank_words(Card.parse("QS")), rank_words(Card.parse("R*"))
    ('sixes', 'queens', 'Jokers')
    """
    word = "Joker" if isinstance(card.rank, Joker) else card.rank.word
    return f"{word}es" if word.endswith("x") else f"{word}s"


YOU: Final = "You"  # the reader in lists of names


def whom(name: str) -> str:
    """Return a player inside a sentence, but not as its subject.

    >>> f"2 points to {whom('Ben')}", f"2 points to {whom('You')}"
    ('2 points to Ben', '2 points to you')
    """
    return "you" if name == YOU else name


def possessive(name: str) -> str:
    """Return the word that says whose a thing is, before the thing.

    >>> possessive("Ben"), possessive("You")
    ("Ben's", 'your')
    """
    return "your" if name == YOU else f"{name}'s"


def does(name: str, action: str) -> str:
    """Return a player with an action, whose verb comes first in the basic form.

    >>> does("Ben", "catch a two"), does("You", "catch a two")
    ('Ben catches a two', 'you catch a two')
    """
    return f"you {action}" if name == YOU else f"{name} {third_person(action)}"


def third_person(action: str) -> str:
    """Return an action with its first word, a verb, in the third person.

    >>> third_person("pass"), third_person("play Q♠"), third_person("go out")
    ('passes', 'plays Q♠', 'goes out')
    >>> third_person("have no hearts"), third_person("carry on")
    ('has no hearts', 'carries on')
    """
    verb, blank, rest = action.partition(" ")
    return f"{_third(verb)}{blank}{rest}"


def _third(verb: str) -> str:
    if verb == "have":
        return "has"
    if verb.endswith("y") and not verb.endswith(("ay", "ey", "oy", "uy")):
        return f"{verb[:-1]}ies"
    return f"{verb}{'es' if verb.endswith(('s', 'sh', 'ch', 'x', 'o')) else 's'}"


def many(names: Iterable[str]) -> list[str]:
    """Return several players inside a sentence, with the reader last.

    >>> many(["You", "Ann"])
    ['Ann', 'you']
    """
    return sorted(map(whom, names), key="you".__eq__)


def sentence(text: str) -> str:
    """Return a text with a capital at its beginning.

    >>> sentence("you catch a two")
    'You catch a two'
    """
    return f"{text[:1].upper()}{text[1:]}"


def player_names(seats: int) -> tuple[str, ...]:
    return tuple(f"Player {number}" for number in range(1, seats + 1))
