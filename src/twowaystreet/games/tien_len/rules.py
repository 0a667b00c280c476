"""The options, phases and pack of Tien Len, and the scoring by the order of running out (TL-6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attrs

from twowaystreet import authoring as core

PLAYERS: Final = 4
HAND_SIZE: Final = 13
STAKE: Final = 1
"""The points that the loser pays to each other player (TL-6)."""
PACK: Final = core.Pack(core.FRENCH_DECK)


class Phase(core.Phase):
    """The phases of Tien Len."""

    DEAL = "deal"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# A module constant: Python 3.11 takes 60 to 130 ns to find a member through its enum.
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(core.Value):
    """The options of Tien Len.

    Args:
        max_hands: the number of hands in a game (TL-6), 1 to a billion.

    Raises:
        RulesError: if the value of an option is impossible.

    >>> Rules(max_hands=8)
    Rules(max_hands=8)
    """

    max_hands: int = core.number(4, at_least=1, rule="TL-6")

    @property
    def seats(self) -> int:
        """The number of players, always four (TL-1)."""
        return PLAYERS

    @property
    def pack(self) -> core.Pack:
        """The 52 cards without a Joker (TL-1)."""
        return PACK


@attrs.frozen
class SeatScore(core.SeatScore):
    """One seat's score of one hand of Tien Len.

    Attributes:
        place: the place in the order of running out, 1 to 4; the loser has the last.
        points: the change of the seat's total.
    """

    place: int

    @property
    def entry(self) -> str:
        """The entry of the score sheet, with the place and the points.

        >>> [seat.entry for seat in score([2, 0, 3]).seats]
        ['2: +1', '4: -3', '1: +1', '3: +1']
        """
        return f"{self.place}: {self.points:+}"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of Tien Len.

    Attributes:
        seats: the score of each seat, in the order of seats.
        went_out: the three seats that ran out of cards, in this order.
    """

    went_out: tuple[int, ...]

    @property
    def loser(self) -> int:
        """The seat that alone kept cards.

        >>> score([2, 0, 3]).loser
        1
        """
        return loser_of(self.went_out)


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def loser_of(went_out: Sequence[int]) -> int:
    """Return the seat that is missing among the three that ran out."""
    return sum(range(PLAYERS)) - sum(went_out)


def score_of(went_out: tuple[int, ...]) -> HandScore:
    """Score a hand whose facts have been checked."""
    order = (*went_out, loser_of(went_out))
    lost = -STAKE * len(went_out)
    seats = [
        _new_seat_score(lost if place == PLAYERS else STAKE, place)
        for place in [order.index(seat) + 1 for seat in range(PLAYERS)]
    ]
    return _new_hand_score(tuple(seats), went_out)


def score(went_out: Sequence[int]) -> HandScore:
    """Score a hand of Tien Len that was played with real cards.

    Args:
        went_out: the three seats that ran out of cards, in this order.

    Raises:
        RulesError: if these are not three different seats.

    >>> score([2, 0, 3]).points
    (1, -3, 1, 1)
    """
    expected = f"{PLAYERS - 1} different seats from 0 to {PLAYERS - 1}, the first to run out first"
    seen: list[int] = []

    def read(value: object) -> int | None:
        seat = core.as_int(value)
        if type(seat) is not int or not 0 <= seat < PLAYERS or seat in seen:
            return None
        seen.append(seat)
        return seat

    return score_of(
        core.checked_entries(
            *("went_out", went_out, read, expected, "TL-6"),
            count=PLAYERS - 1,
            name="in place",
            first=1,
        )
    )
