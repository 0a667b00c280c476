"""The match, the hand data and the scores, which all states of a hand share.

A state refers to the match and the hand data, so playing a card copies neither.
"""

from typing import ClassVar, Generic, Protocol, TypeAlias

import attrs
from typing_extensions import TypeVar

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine.seats import HasSeats, Sides, alone, leads, sides_of
from twowaystreet._util.values import Pictured, Value, fast_constructor


@attrs.frozen
class SeatScore(Value):
    """One seat's score of one hand; games add the parts of their scores.

    Attributes:
        points: the change of the seat's total.
    """

    points: int

    @property
    def entry(self) -> str:
        """The entry on the score sheet, above the total."""
        return f"{self.points:+}"


SeatScoreT = TypeVar("SeatScoreT", bound=SeatScore, covariant=True)


@attrs.frozen
class HandScore(Pictured, Generic[SeatScoreT]):
    """The score of one hand.

    Attributes:
        seats: the score of each seat, in the order of seats.
    """

    _drawn_by: ClassVar = "score"
    seats: tuple[SeatScoreT, ...]

    fewer_is_better: ClassVar[bool] = False
    """``True`` in games in which few points are good, such as games that count down."""
    starts_at: ClassVar[int] = 0
    """The total with which each seat begins the game."""

    @property
    def points(self) -> tuple[int, ...]:
        """The change of each seat's total."""
        return tuple(seat.points for seat in self.seats)

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The worth of the hand to each seat alone, higher being better in every game.

        A payoff is the seat's points minus the mean of the others' points, with the sign reversed
        if ``fewer_is_better``. They sum to zero, apart from rounding. :func:`twowaystreet.payoffs`
        knows the partners of a game, too.

        >>> HandScore((SeatScore(4), SeatScore(0), SeatScore(2))).payoffs
        (3.0, -3.0, 0.0)
        """
        return self._payoffs_of(alone(len(self.seats)))

    def _payoffs_of(self, sides: Sides) -> tuple[float, ...]:
        sign = -1 if self.fewer_is_better else 1
        found, size = leads(self.points, sides)
        # Whole numbers up to the division, so only the result is rounded.
        return tuple([sign * lead / size for lead in found])


def payoffs_of(score: HandScore[SeatScore], rules: HasSeats) -> tuple[float, ...]:
    sides = sides_of(rules)
    return score.payoffs if len(sides) == len(score.seats) else score._payoffs_of(sides)


class GameRules(Protocol):
    """The members that the rules of every game have.

    >>> from twowaystreet.games import brag
    >>> rules: GameRules = brag.Rules(players=3)
    >>> rules.max_hands, rules.seats, len(rules.pack)
    (12, 3, 52)
    """

    @property
    def max_hands(self) -> int | None:
        """The number of hands after which a game ends; ``None`` for no limit (AL-2)."""
        ...

    @property
    def seats(self) -> int:
        """The number of players."""
        ...

    @property
    def pack(self) -> Pack:
        """The cards of the game."""
        ...


RulesT = TypeVar("RulesT", bound=GameRules, default=GameRules, covariant=True)


@attrs.frozen
class Match(Value, Generic[RulesT]):
    """The part of a game that changes only between hands."""

    rules: RulesT
    dealer: int
    scores: tuple[int, ...]
    hands_played: int = 0
    score: HandScore[SeatScore] | None = None
    game_over: bool = False


build_match = fast_constructor(Match)


@attrs.frozen
class HandData(Value):
    """The data of a hand that most plays leave unchanged; games add fields.

    Attributes:
        held: the cards of each hand as masks: in games with tricks, and in those with a
            ``_hidden`` of their own, played cards included; in others those held now.
        stock: the cards that nobody was dealt, from the top.
    """

    held: tuple[int, ...] = ()
    stock: tuple[Card, ...] = ()


Score: TypeAlias = HandScore[SeatScore]
"""The score of a hand in games whose seats score points alone."""
HandDataT = TypeVar("HandDataT", bound=HandData, default=HandData, covariant=True)
