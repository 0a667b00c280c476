"""The options, phases and bids of the Duel."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Self, cast

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games._twoway import rules as twoway
from twowaystreet.games._twoway.rules import TRICKS, Direction, Jokers, NamedSuit, pack_of


class BidMarkers(StrEnum):
    """The form of bids (DU-5): written on paper, or laid out in cards from the stock."""

    PAPER = "paper"
    CARDS = "cards"


GREATEST_STRENGTH: Final = MappingProxyType({BidMarkers.PAPER: TRICKS, BidMarkers.CARDS: 8})
"""The greatest strength of a bid that the stock can always pay (DU-4)."""


class Phase(core.Phase):
    """The phases of the Duel."""

    DEAL = "deal"
    BID = "bid"
    CHOOSE = "choose"
    EXCHANGE = "exchange"
    NAME = "name"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Module constants: Python 3.11 takes 60 to 130 ns to find a member through its enum.
DEAL, BID, CHOOSE, EXCHANGE, NAME, PLAY, HAND_OVER, GAME_OVER = Phase


@attrs.frozen(kw_only=True)
class Rules(core.Value):
    """The options of the Duel.

    Args:
        jokers: the Jokers of the deck (ST-3).
        named_suit: the suits that a player may name after a coloured Joker led (ST-17).
        bid_markers: the form of bids, ``paper`` or ``cards`` (DU-5).
        max_strength: the greatest strength of a bid; 10 by default and at most, or 8 with cards
            as markers (DU-4).
        target: the number of points that ends the game, 1 to a billion (DU-12).
        max_hands: the greatest number of hands; ``None`` for no limit (AL-2).

    Raises:
        RulesError: if the value of an option is impossible.

    >>> Rules(bid_markers="cards").max_strength
    8
    """

    jokers: Jokers = core.worded(
        default=Jokers.RED_AND_BLACK, converter=core.word, metadata={"rule": "ST-3"}
    )
    named_suit: NamedSuit = core.worded(
        default=NamedSuit.EITHER, converter=core.word, metadata={"rule": "ST-17"}
    )
    bid_markers: BidMarkers = core.worded(
        default=BidMarkers.PAPER, converter=core.word, metadata={"rule": "DU-5"}
    )
    max_strength: int = core.number(None, at_least=1, at_most=TRICKS, rule="DU-4")
    target: int = core.number(20, at_least=1, rule="DU-12")
    max_hands: int | None = core.number(None, at_least=1, rule="AL-2")

    def __attrs_post_init__(self) -> None:
        """Find the greatest strength, or check the given one."""
        greatest = GREATEST_STRENGTH[self.bid_markers]
        strength = cast("int | None", self.max_strength)
        if strength is None:
            object.__setattr__(self, "max_strength", greatest)
        elif strength > greatest:
            expected = f"a whole number, 1 to {greatest} with bid_markers={self.bid_markers}"
            raise core.RulesError("max_strength", strength, expected, "DU-4")

    @property
    def seats(self) -> int:
        """The number of players, always two."""
        return 2

    @property
    def pack(self) -> core.Pack:
        """The cards of one deck."""
        return pack_of(1, self.jokers)


def _direction(value: Direction | None) -> Direction | None:
    return None if value is None else twoway.direction_of(value)


@attrs.frozen
class Bid(core.Move):
    """A bid: a strength with a direction, or no bid (DU-3).

    Args:
        strength: from 1 to 10; 0 for no bid.
        direction: high or low; ``None`` for no bid.

    Raises:
        IllegalMove: if the two do not make a bid.

    >>> str(Bid(3, Direction.HIGH)), str(Bid())
    ('bid 3 high', 'no bid')
    """

    strength: Annotated[int, core.Between(0, TRICKS)] = 0
    direction: Direction | None = attrs.field(default=None, converter=_direction)
    form: ClassVar[str] = "bid, a strength and high or low; or no bid"
    optional_word: ClassVar[str] = "bid"

    @override
    @classmethod
    def form_of(cls, legal: Sequence[core.Move]) -> str:
        most = max(move.strength for move in legal if isinstance(move, Bid))
        return f"bid, a strength from 1 to {most} and high or low; or no bid"

    def __attrs_post_init__(self) -> None:
        """Refuse a strength without a direction, and impossible strengths."""
        if (
            type(self.strength) is not int
            or not 0 <= self.strength <= TRICKS
            or (self.strength == 0) is not (self.direction is None)
        ):
            given = (self.strength, self.direction)
            raise core.malformed(given, f"a strength from 1 to {TRICKS} and a direction, or no bid")

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        if reader.accept("no"):
            reader.take({"bid": None}, "no bid")
            return cls()
        if reader.accept("bid"):
            strengths = {str(strength): strength for strength in range(1, TRICKS + 1)}
            strength = reader.take(strengths, f"a strength from 1 to {TRICKS}")
            return cls(strength, reader.take({str(way): way for way in Direction}, "high or low"))
        return None

    def __str__(self) -> str:
        return f"bid {self.strength} {self.direction}" if self.strength else "no bid"


BIDS: Final = (
    Bid(),
    *(Bid(strength, direction) for strength in range(1, TRICKS + 1) for direction in Direction),
)
"""From the weakest to the strongest."""
