"""Bids in the Duel: a strength with a direction, or no bid (DU-3 to DU-5)."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import Reader
from twowaystreet._core.engine.fields import Between
from twowaystreet._core.engine.moves import Move, malformed
from twowaystreet._util.numbers import is_int
from twowaystreet.games._twoway.cards import TRICKS
from twowaystreet.games._twoway.moves import Direction, direction_of


def _direction(value: Direction | None) -> Direction | None:
    return None if value is None else direction_of(value)


@attrs.frozen
class Bid(Move):
    """A bid: a strength with a direction, or no bid (DU-3).

    Args:
        strength: from 1 to 10; 0 for no bid.
        direction: high or low; ``None`` for no bid.

    Raises:
        IllegalMove: if the two do not make a bid.

    >>> str(Bid(3, Direction.HIGH)), str(Bid())
    ('bid 3 high', 'no bid')
    """

    strength: Annotated[int, Between(0, TRICKS)] = 0
    direction: Direction | None = attrs.field(default=None, converter=_direction)
    form: ClassVar[str] = "bid, a strength and high or low; or no bid"
    optional_word: ClassVar[str] = "bid"

    def __attrs_post_init__(self) -> None:
        """Refuse a strength without a direction, and impossible strengths."""
        if (
            not is_int(self.strength)
            or not 0 <= self.strength <= TRICKS
            or (self.strength == 0) is not (self.direction is None)
        ):
            given = (self.strength, self.direction)
            raise malformed(given, f"a strength from 1 to {TRICKS} and a direction, or no bid")

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        if reader.accept("no"):
            reader.take({"bid": None}, "no bid")
            return cls()
        if reader.accept("bid"):
            strength = reader.take(_STRENGTHS, f"a strength from 1 to {TRICKS}")
            return cls(strength, reader.take(_DIRECTIONS, "high or low"))
        return None

    def __str__(self) -> str:
        return f"bid {self.strength} {self.direction}" if self.strength else "no bid"


_STRENGTHS: Final = MappingProxyType({str(strength): strength for strength in range(1, TRICKS + 1)})
_DIRECTIONS: Final = MappingProxyType({direction.value: direction for direction in Direction})
BIDS: Final = (
    Bid(),
    *(Bid(strength, direction) for strength in range(1, TRICKS + 1) for direction in Direction),
)
"""No bid first, then all bids from the weakest to the strongest."""
