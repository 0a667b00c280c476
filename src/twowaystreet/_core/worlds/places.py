"""The unseen cards of a view, and the places where they may lie."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final, Generic, TypeAlias, TypeVar

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._util.values import Value
from twowaystreet.errors import WorldsError

StateT_co = TypeVar("StateT_co", covariant=True)

Division: TypeAlias = tuple[tuple[Card, ...], ...]
"""The unseen cards of each place, in the order of the places."""


@attrs.frozen
class Place(Value):
    """A set of unseen cards: a hand, the stock, a pair put away, a face-down heap.

    Attributes:
        size: the number of unseen cards in it.
        barred: the card types that it cannot hold, as a mask.
        needs: masks of card types; the place holds at least one card of each mask.
    """

    size: int
    barred: int = 0
    needs: tuple[int, ...] = ()


@attrs.frozen
class Holding(Value):
    """The cards that a seat may hold now.

    Attributes:
        known: the cards that the viewer knows to be in the hand.
        place: the number of the place with the unseen cards of the hand; ``None`` if there are
            none.
        share: the probability that a card of the place is still in the hand. It is less than 1
            where the place holds cards that were laid face down.
    """

    known: tuple[Card, ...] = ()
    place: int | None = None
    share: Fraction = Fraction(1)


@attrs.frozen
class Hidden(Value, Generic[StateT_co]):
    """The unseen cards of a view, and the states that they lead to.

    A view has one such case, or several disjoint ones if the viewer cannot tell which copy of a
    card was played. Every division of every case has the same weight.

    Attributes:
        unseen: the unseen physical cards, without those whose place the viewer knows.
        places: the places where they may lie; their sizes add up to the number of the cards.
        holdings: the cards that each seat may hold now.
        build: a function that makes the state of a division. It draws the orders and the past
            choices that the division leaves open from the generator.
        ways: the weighted ways to divide the cards; ``None`` if all divisions weigh the same.
        hands: the cards of each hand of the states, if a game has more hands than seats. Cards that
            a hand turns up lie in the order of their place. ``None`` if the hands are those of
            seats.
    """

    unseen: tuple[Card, ...]
    places: tuple[Place, ...]
    holdings: tuple[Holding, ...]
    build: Callable[[Division, random.Random], StateT_co]
    ways: Any = None  # Any: Ways, which build on this module
    hands: tuple[Holding, ...] | None = None


ADVICE: Final = (
    "write View._hidden, which returns a tuple of Hidden(unseen, places, holdings, build), as the "
    "guide Write your own game describes it; or the reason in View.no_worlds, if the hidden cards "
    "can never be sampled"
)
"""The end of the message about a game that does not declare its hidden cards."""


def undeclared(title: str, hidden: Iterable[str]) -> WorldsError:
    """Return the error for a game that does not say where its hidden cards may lie.

    Args:
        title: the title of the game.
        hidden: the parts of the game that hide something.
    """
    return WorldsError(f"{title} does not declare {', '.join(hidden)} for worlds: {ADVICE}")
