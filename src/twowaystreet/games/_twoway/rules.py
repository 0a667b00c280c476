"""The options, cards and moves that Two Way Street and the Duel share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import Any, ClassVar, Final, Protocol, Self, TypeVar

import attrs
from typing_extensions import override

from twowaystreet import authoring as core


class Jokers(StrEnum):
    """The Jokers of each deck (ST-3)."""

    RED_AND_BLACK = "red_and_black"
    TWO_ALIKE = "two_alike"
    ONE = "one"
    NONE = "none"


_IN_EACH_DECK: Final = MappingProxyType(
    {
        Jokers.RED_AND_BLACK: core.cards("R* B*"),
        Jokers.TWO_ALIKE: core.cards("X* X*"),
        Jokers.ONE: core.cards("X*"),
        Jokers.NONE: (),
    }
)


@lru_cache(maxsize=16)
def pack_of(decks: int, jokers: Jokers) -> core.Pack:
    """Return a pack of several decks, each with these Jokers (ST-1, ST-3)."""
    return core.Pack((*core.FRENCH_DECK, *_IN_EACH_DECK[jokers]), decks=decks)


def most_jokers(rules: core.GameRules) -> int:
    """Return the number of Jokers that the decks of these rules have at most."""
    return max(map(len, _IN_EACH_DECK.values())) * (len(rules.pack) // len(core.FRENCH_DECK))


PACKETS: Final = (1, 2, 3, 4)
"""The number of cards that each player gets in each round of the deal (ST-5)."""
TRICKS: Final = sum(PACKETS)
"""The number of tricks in a hand, and of cards that each player holds before the play."""


def most_left(rules: core.GameRules) -> int:
    """Return the number of cards that the deal leaves, with as many Jokers as possible."""
    without = len(rules.pack) // len(core.FRENCH_DECK) * len(core.FRENCH_DECK)
    return without + most_jokers(rules) - rules.seats * TRICKS


NAMEABLE: Final[Mapping[core.Joker | None, tuple[core.Suit, ...]]] = MappingProxyType(
    {
        core.Joker.RED: (core.Suit.DIAMONDS, core.Suit.HEARTS),
        core.Joker.BLACK: (core.Suit.CLUBS, core.Suit.SPADES),
        core.Joker.PLAIN: tuple(core.Suit),
    }
)
"""The suits that a Joker led can stand for (ST-16, ST-18)."""


def _standing_for(suit: core.Suit) -> int:
    return sum(core.JOKER[joker] for joker, suits in NAMEABLE.items() if joker and suit in suits)


FOLLOWING: Final[Mapping[core.Suit | None, core.Following | None]] = MappingProxyType(
    {
        None: (),
        **{led: ((core.SUIT[led], core.SUIT[led] | _standing_for(led)),) for led in core.Suit},
    }
)
"""A Joker follows a suit that it stands for, but does not oblige its holder (ST-13, ST-14)."""

DUTY: Final[Mapping[core.Joker | None, int]] = MappingProxyType(
    {joker: sum(core.SUIT[suit] for suit in suits) for joker, suits in NAMEABLE.items()}
)
"""The cards that oblige their holder to name the suit, or to play a plain Joker on a plain one."""

STRENGTHS: Final[Mapping[core.Suit | None, core.Strengths]] = MappingProxyType(
    {
        led: core.ordering(*(core.SUITS[led] if led else ()), core.cards("B* X*"), core.cards("R*"))
        for led in (*core.Suit, None)
    }
)
"""The suit led up to its ace, then the Black and the plain Jokers, then the Red Joker (ST-15)."""


class NamedSuit(StrEnum):
    """The suits that a player may name after a coloured Joker led (ST-17)."""

    EITHER = "either"
    HELD = "held"


NAMING: Final = MappingProxyType(
    {
        named: core.NamingRule(DUTY, NAMEABLE, only_held, core.JOKER[core.Joker.PLAIN])
        for named, only_held in (
            (NamedSuit.EITHER, frozenset({core.Joker.PLAIN})),
            (NamedSuit.HELD, frozenset(core.Joker)),
        )
    }
)
"""The naming of the suit led, by the option, for compiled playouts (ST-16 to ST-18)."""


class TwoWayRules(core.GameRules, Protocol):
    """The options that the play of both games depends on."""

    # Any: to pyright a field with a converter is a descriptor, which fits no other property.
    @property
    def named_suit(self) -> Any: ...

    @property
    def target(self) -> int: ...


TwoWayRulesT = TypeVar("TwoWayRulesT", bound=TwoWayRules, covariant=True)


class Direction(StrEnum):
    """A player's aim: many tricks (high) or few (low) (ST-7)."""

    HIGH = "high"
    LOW = "low"

    @property
    def other(self) -> Direction:
        """The opposite direction."""
        return Direction.LOW if self is Direction.HIGH else Direction.HIGH


def typed_direction(value: object) -> Direction | None:
    letters = {"h": Direction.HIGH, "l": Direction.LOW}
    letter = letters.get(value.lower()) if type(value) is str else None
    return letter or core.member_of(Direction, value, any_case=True)


def direction_of(value: Direction) -> Direction:
    if (direction := core.member_of(Direction, value)) is None:
        raise core.malformed(value, "high or low")
    return direction


def _pair(value: Iterable[core.Card]) -> tuple[core.Card, core.Card]:
    chosen = core.card_tuple(value)
    if len(chosen) != 2:
        raise core.malformed(value, "two cards")
    low, high = sorted(chosen)
    return low, high


@attrs.frozen
class Declare(core.Move):
    """Declare a direction; in a duel without bids the dealer chooses it with this move.

    Args:
        direction: high or low.

    Raises:
        IllegalMove: if ``direction`` is not high or low.

    >>> str(Declare(Direction.HIGH))
    'high'
    """

    direction: Direction = attrs.field(converter=direction_of)
    form: ClassVar[str] = "high or low"

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        return next((cls(word) for word in Direction if reader.accept(word)), None)

    def __str__(self) -> str:
        return self.direction.value


@attrs.frozen
class Exchange(core.Move):
    """Put two cards under the stock and draw the top two (ST-9).

    Args:
        cards: the two cards in any order; the move stores them in the order of cards (ST-11).

    Raises:
        IllegalMove: if these are not two cards.

    >>> from twowaystreet import cards
    >>> str(Exchange(cards("10S 9S")))
    'exchange 9S 10S'
    """

    cards: tuple[core.Card, core.Card] = attrs.field(converter=_pair)
    form: ClassVar[str] = "exchange and two cards"
    optional_word: ClassVar[str] = "exchange"

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        if not reader.accept("exchange"):
            return None
        chosen = core.read_cards(reader, 2)
        if len(chosen) != 2:
            raise reader.error("two cards to exchange")
        return cls(chosen)

    def __str__(self) -> str:
        return f"exchange {core.text_of(self.cards)}"


_new_exchange: Final = core.fast_constructor(Exchange)


@attrs.frozen
class Keep(core.WordMove):
    """Keep all ten cards, where the exchange is optional (ST-10)."""


@attrs.frozen
class NameSuit(core.SuitMove):
    """Name the suit led, after a Joker was led (ST-16 to ST-18).

    Args:
        suit: the suit.

    Raises:
        IllegalMove: if ``suit`` is not a suit.

    >>> str(NameSuit(core.Suit.HEARTS))
    'name H'
    """

    word: ClassVar[str] = "name"


DECLARATIONS: Final = tuple(map(Declare, Direction))
KEEP: Final = Keep()
NAMES: Final = MappingProxyType({suit: NameSuit(suit) for suit in core.Suit})


def declarations(state: object, seat: int) -> tuple[Declare, ...]:
    return DECLARATIONS


@cache
def _rows() -> tuple[tuple[Exchange, ...], ...]:
    """Return all exchanges: one row for each card, one entry for each second card."""
    return tuple(
        tuple(_new_exchange((min(one, other), max(one, other))) for other in core.CARDS)
        for one in core.CARDS
    )


_PLACES: Final = core.PerCardType(range(len(core.CARDS)))
_NO_COPIES: Final = core.mask_of(core.CARDS)


def exchanges(held: int) -> tuple[Exchange, ...]:
    """Return every exchange of a hand once: one by one, in half of the time of two loops."""
    row = _rows()
    if held > _NO_COPIES:  # two equal cards would give the same exchange twice
        pairs = combinations([card.index for card in core.cards_in(held)], 2)
        return tuple([row[one][other] for one, other in dict.fromkeys(pairs)])
    a, b, c, d, e, f, g, h, i, j = _PLACES[held]
    # fmt: off
    ra, rb, rc, rd, re, rf, rg, rh, ri = (
        row[a], row[b], row[c], row[d], row[e], row[f], row[g], row[h], row[i]
    )
    return (
        ra[b], ra[c], ra[d], ra[e], ra[f], ra[g], ra[h], ra[i], ra[j],
        rb[c], rb[d], rb[e], rb[f], rb[g], rb[h], rb[i], rb[j],
        rc[d], rc[e], rc[f], rc[g], rc[h], rc[i], rc[j],
        rd[e], rd[f], rd[g], rd[h], rd[i], rd[j],
        re[f], re[g], re[h], re[i], re[j],
        rf[g], rf[h], rf[i], rf[j],
        rg[h], rg[i], rg[j],
        rh[i], rh[j],
        ri[j],
    )
    # fmt: on
