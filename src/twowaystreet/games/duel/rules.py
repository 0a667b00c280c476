"""The options, phases, bids and scoring of the Duel."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, ClassVar, Final, Self, cast

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games._twoway.rules import (
    TRICKS,
    Direction,
    Jokers,
    NamedSuit,
    direction_of,
    pack_of,
    typed_direction,
)


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
BID: Final = Phase.BID
CHOOSE: Final = Phase.CHOOSE
EXCHANGE: Final = Phase.EXCHANGE
NAME: Final = Phase.NAME
PLAY: Final = Phase.PLAY


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
    return None if value is None else direction_of(value)


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


FOR_EACH_TRICK: Final = 2
"""The points for each trick of difference."""
FOR_LEVEL: Final = 1
"""The points of the dealer if both players have the same number of tricks."""
MOST_POINTS: Final = max(FOR_EACH_TRICK * 2 * TRICKS, FOR_LEVEL)
"""A bound of the points of a hand: all tricks in the play, and as many from the stock."""


@attrs.frozen
class SeatScore(core.SeatScore):
    """One seat's score of one hand of the Duel.

    Attributes:
        direction: the direction of the hand, for both players.
        tricks: the number of tricks that the seat won in the play.
        captured: the number of tricks that the seat took from the stock.
        against: the number of the opponent's tricks, captured ones included.
        points: the change of the seat's total.
    """

    direction: Direction
    tricks: int
    captured: int
    against: int

    @property
    def total(self) -> int:
        """All tricks of the seat, captured ones included."""
        return self.tricks + self.captured

    @property
    def entry(self) -> str:
        """The entry of the score sheet, with the direction, both players' tricks and the points.

        >>> score("high", [7, 3], captured=[0, 3], dealer=0).seats[0].entry
        'H,7-6:2'
        """
        return f"{self.direction[0].upper()},{self.total}-{self.against}:{self.points}"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of the Duel.

    Attributes:
        direction: the direction of the hand.
        seats: the score of each seat, in the order of seats.
    """

    direction: Direction


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def score_of(
    direction: Direction, tricks: Sequence[int], captured: Sequence[int], dealer: int
) -> HandScore:
    """Score a hand whose facts have been checked (DU-11)."""
    totals = [won + free for won, free in zip(tricks, captured, strict=True)]
    lead = totals[0] - totals[1]
    better = dealer if not lead else int((lead > 0) is (direction is Direction.LOW))
    points = [0, 0]
    points[better] = FOR_EACH_TRICK * abs(lead) or FOR_LEVEL
    return _new_hand_score(
        tuple(
            _new_seat_score(points[seat], direction, tricks[seat], captured[seat], totals[1 - seat])
            for seat in range(2)
        ),
        direction,
    )


def score(
    direction: Direction | str,
    tricks: Sequence[int],
    captured: Sequence[int] = (0, 0),
    *,
    dealer: int,
) -> HandScore:
    """Score a hand of the Duel that was played with real cards.

    Args:
        direction: the direction of the hand, ``high`` or ``low``; also ``h`` or ``l``.
        tricks: the number of tricks that each player won in the play; ten in all.
        captured: the number of tricks that each player took from the stock; at least one of the
            two is 0, the other at most ten.
        dealer: the seat that dealt, 0 or 1.

    Raises:
        RulesError: if these facts are impossible in one hand.
        SeatError: if the dealer is not a seat.

    >>> score("low", [5, 5], captured=[2, 0], dealer=0).points
    (0, 4)
    """
    known = typed_direction(direction)
    if known is None:
        raise core.RulesError("direction", direction, "high or low", "DU-7")
    expected = f"two whole numbers, {TRICKS} in all"
    won = core.checked_counts("tricks", tricks, 2, TRICKS, expected, "DU-10")
    expected = f"two whole numbers, one of them 0, the other at most {TRICKS}"
    free = core.checked_counts("captured", captured, 2, None, expected, "DU-7")
    if min(free) > 0 or max(free) > TRICKS:
        raise core.RulesError("captured", captured, expected, "DU-7")
    return score_of(known, won, free, core.checked_seat(dealer, 2))
