"""Tricks, the cards that follow suit, and the comparator that finds the winner."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar, Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import CARDS, SUITS, Card, Suit
from twowaystreet._core.cards.masks import SUIT
from twowaystreet._core.engine.fields import Seat
from twowaystreet._util.values import Pictured, fast_constructor

Following: TypeAlias = tuple[tuple[int, int], ...]
"""The cards that follow a suit led, as pairs of masks of card types (duty, allowed).

A player who holds a card of the duty must play one of the allowed cards; otherwise the next pair
decides. After the last pair any card may be played.
"""

Strengths: TypeAlias = tuple[int, ...]
"""The strength of each card in a trick, by its index; a card of strength 0 cannot win."""


@attrs.frozen
class Trick(Pictured):
    """A trick, complete or still open.

    Attributes:
        leader: the seat that led.
        cards: the cards in order of play.
        seats: the seat that played each card.
        led: the suit led; ``None`` before the lead, or if a Joker was led and no suit was named.
        winner: the seat that took the trick; ``None`` while it is open.
    """

    _drawn_by: ClassVar = "trick"
    leader: Seat
    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    led: Suit | None
    winner: Seat | None = None

    @property
    def _hands(self) -> Iterable[int]:
        """The number of the hand that played each card."""
        return self.seats

    @property
    def _plays(self) -> Iterable[tuple[int, tuple[Card, ...]]]:
        """The number of the hand and the cards of each play."""
        return zip(self._hands, zip(self.cards, strict=True), strict=True)

    @property
    def _taker(self) -> int | None:
        """The number of the hand that took the trick; ``None`` while it is open."""
        return self.winner


build_trick: Final = fast_constructor(Trick)


def follow(hand: int, following: Following) -> int:
    """Return the cards of a hand that may be played, as masks of card types.

    >>> follow(0b1101, ((0b0100, 0b0110),)), follow(0b1001, ((0b0100, 0b0110),))
    (4, 9)
    """
    for duty, allowed in following:
        if hand & duty:
            return hand & allowed
    return hand


def ordering(*ascending: Card | Iterable[Card]) -> Strengths:
    """Return the strengths of an order of cards.

    Args:
        ascending: cards, or groups of equally strong cards, from the lowest to the highest. The
            last place of a repeated card counts. All other cards have strength 0.

    >>> from twowaystreet import cards
    >>> strengths = ordering(*cards("2C 3C"), cards("B* X*"))
    >>> [strengths[card.index] for card in cards("2C 3C B* X* 4C")]
    [1, 2, 3, 3, 0]
    """
    strengths = [0] * len(CARDS)
    for strength, group in enumerate(ascending, start=1):
        for card in (group,) if isinstance(group, Card) else group:
            strengths[card.index] = strength
    return tuple(strengths)


FOLLOW_SUIT: Final[Mapping[Suit | None, Following]] = MappingProxyType(
    {None: (), **{led: ((SUIT[led], SUIT[led]),) for led in Suit}}
)
"""Players follow with the suit led if they can; else, and to lead, they play any card."""
GAME_DECIDES: Final[Mapping[Suit | None, None]] = MappingProxyType(
    {None: None, **dict.fromkeys(Suit)}
)
"""For games in which legal plays depend on more than the suit led; ``_may_play`` says on what."""
SUIT_LED: Final[Mapping[Suit, Strengths]] = MappingProxyType(
    {led: ordering(*SUITS[led]) for led in Suit}
)
"""The strengths by the suit led, that suit with ace high."""
TRUMPED: Final[Mapping[tuple[Suit, Suit], Strengths]] = MappingProxyType(
    {(trumps, led): ordering(*SUITS[led], *SUITS[trumps]) for trumps in Suit for led in Suit}
)
"""The strengths by trumps and the suit led, the trumps above that suit, ace high."""


def winning_index(cards: Iterable[Card], strengths: Strengths) -> int:
    """Return the place of the winning card in a trick; among equals the card played first."""
    best = winner = -1
    place = 0
    # Tricks are short. Measured for four cards on CPython 3.11, in microseconds: 0.3 for this
    # loop, 0.5 with enumerate, 0.7 with a list of strengths and max.
    for card in cards:
        strength = strengths[card.index]
        if strength > best:
            best = strength
            winner = place
        place += 1  # noqa: SIM113  # see above
    return winner


def tricks_won(tricks: Iterable[Trick], seats: int) -> list[int]:
    """Return the number of tricks that each seat has won."""
    winners = [trick.winner for trick in tricks]
    return [winners.count(seat) for seat in range(seats)]
