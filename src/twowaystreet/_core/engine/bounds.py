"""Annotations that bound the values of views and moves: seats, numbers and lengths.

Arrays need bounds that Python's types do not have. An annotation gives them:

- :data:`Seat` is a number that is a seat.
- :data:`PerSeat` is a tuple with one value for each seat, and :data:`PerHand` one for each hand,
  where a seat may play several hands.
- :data:`CardSet` is a tuple of cards whose order tells nothing.
- ``Annotated[int, Between(0, 13)]`` is a number in a range.
- ``Annotated[tuple[Naming, ...], AtMost(4)]`` is a tuple of at most this length.

A bound may follow from the rules: ``Between(0, lambda rules: rules.cards)``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._util.values import Value

T = TypeVar("T")

# Any: the rules of the game that uses the bound.
Bound: TypeAlias = int | Callable[[Any], int]
"""A number, or a function of the rules that returns it."""


@attrs.frozen
class Between(Value):
    """The bounds of a whole number.

    Attributes:
        least: the least number.
        most: the greatest number.
    """

    least: Bound
    most: Bound


@attrs.frozen
class AtMost(Value):
    """The bound of the length of a tuple.

    Attributes:
        length: the greatest length.
    """

    length: Bound


@attrs.frozen
class Role(Value):
    """A role of a value that its type alone does not tell.

    Attributes:
        name: the role in words.
    """

    name: str


SEAT: Final = Role("a seat")
PER_SEAT: Final = Role("one for each seat")
PER_HAND: Final = Role("one for each hand")
CARD_COUNT: Final = Role("a number of cards of the pack")
CARD_SET: Final = Role("cards whose order tells nothing")

Seat: TypeAlias = Annotated[int, SEAT]
"""A number that is a seat."""
PerSeat: TypeAlias = Annotated[tuple[T, ...], PER_SEAT]
"""A tuple with one value for each seat."""
PerHand: TypeAlias = Annotated[tuple[T, ...], PER_HAND]
"""A tuple with one value for each hand, the hands of each seat in succession."""
CardCount: TypeAlias = Annotated[int, CARD_COUNT]
"""A number of cards of the pack."""
CardSet: TypeAlias = Annotated[tuple[Card, ...], CARD_SET]
"""Cards whose order tells nothing, such as those of a hand in the order of cards."""
