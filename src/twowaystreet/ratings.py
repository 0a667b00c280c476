"""Ratings of players, and the draw for the first dealer, which uses them.

Source: the closing paragraphs of the worked example in *Two Way Street*, version 2.1, by Galen Kaup
(2000). They print the ratings of four players after every step, but not the formula. This one gives
every printed number, with a :class:`Scale` for what the source does not give.

A game is rated in rounds, from the lowest finisher upwards (RA-3). In each round one player
exchanges points with all remaining players, and then leaves the rating. The player loses to those
who finished higher, and draws with equals (RA-2). The points of an exchange depend on the two
ratings (RA-4), on the agreed target (RA-1, RA-5), and on the number of players (RA-5, RA-6).
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from operator import add
from typing import Any, Final, Generic, TypeGuard, TypeVar, cast, final

import attrs

from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, as_tuple, checked_generator

__all__ = ["SCALE", "Round", "Scale", "draw_dealer", "rate", "rounds"]
__dir__ = __all__.copy


RatingT = TypeVar("RatingT", int, float)

_MOST: Final = 1_000_000
"""The greatest number in a scale; this bound keeps every exchange finite."""
_WIN: Final = 1.0
_DRAW: Final = 0.5


def _is_number(value: object) -> TypeGuard[float]:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # an int beyond the range of floats
        return False


def _is_amount(value: object) -> TypeGuard[float]:
    return _is_number(value) and 0 < value <= _MOST


def _check_amount(_: object, field: attrs.Attribute[Any], value: float) -> None:
    if not _is_amount(value):
        raise RulesError(field.name, value, f"a number above 0, up to {_MOST}", "RA-5")


def _weights(value: Sequence[tuple[int, float]]) -> tuple[tuple[int, float], ...]:
    expected = f"pairs of a target and a weight up to {_MOST}, the targets rising from 1 or more"
    refused = RulesError("weights", value, expected, "RA-5")
    found: list[tuple[int, float]] = []
    least = 1
    for pair in as_tuple("weights", value, expected, "RA-5"):
        try:
            target, weight = pair
        except (TypeError, ValueError):
            raise refused from None
        if not is_int(target) or target < least or not _is_amount(weight):
            raise refused
        found.append((target, weight))
        least = target + 1
    if not found:
        raise refused
    return tuple(found)


@final
@attrs.frozen(kw_only=True)
class Scale(Value):
    """The numbers of the rating formula that the source does not give (RA-4, RA-5).

    Args:
        several: the most points of one exchange in a game of three or more players.
        duel: the most points of one exchange in a game of two players.
        weights: pairs of a target and a weight, in rising order of targets. A game has the weight
            of the highest target that its own reaches, and does not count below the first (RA-1).
        spread: the standard deviation of one player's performance, in rating points.

    Raises:
        RulesError: if one of the numbers is not above 0, or ``weights`` are no such pairs.

    >>> Scale(spread=0)
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: spread=0: expected a number above 0, up to 1000000 (RA-5)
    """

    several: float = attrs.field(default=16, validator=_check_amount)
    duel: float = attrs.field(default=32, validator=_check_amount)
    weights: tuple[tuple[int, float], ...] = attrs.field(
        default=((12, 0.75), (19, 1), (25, 1.25)), converter=_weights
    )
    spread: float = attrs.field(default=200, validator=_check_amount)

    def factor(self, players: int, target: int) -> float:
        """Return the most points of one exchange, or 0 if the game does not count (RA-1, RA-5).

        There are 2 or more players; all numbers above 2 give the same result (RA-6).

        >>> [Scale().factor(4, target) for target in (11, 12, 19, 25)]
        [0, 12.0, 16, 20.0]
        >>> Scale().factor(2, 20)
        32
        """
        reached = [weight for least, weight in self.weights if target >= least]
        if not reached:
            return 0
        return (self.duel if players == 2 else self.several) * reached[-1]

    def expected(self, rating: float, other: float) -> float:
        """Return the expected score of one player against another, from 0 to 1 (RA-4).

        It is the probability that the first of two normally distributed performances is better.

        >>> Scale().expected(1000, 1000), round(Scale().expected(1200, 1000), 2)
        (0.5, 0.76)
        """
        return self._expected([rating], other)[0]

    def _expected(self, ratings: Sequence[float], other: float) -> list[float]:
        erfc, spread, mean = math.erfc, self.spread, float(other)
        # Two divisions, as twice the spread may overflow; the difference may be inf.
        return [erfc((mean - float(rating)) / spread / 2) / 2 for rating in ratings]


SCALE: Final = Scale()
"""The scale that reproduces the worked example."""


@attrs.frozen
class Round(Value, Generic[RatingT]):
    """One round of a rating: a player exchanges points with all remaining players (RA-3).

    Attributes:
        settled: the seat of this player, whose rating is final after the round.
        gains: the points that each seat gains, in the order of seats; their sum is 0.
        ratings: the ratings after the round, in the order of seats.
    """

    settled: int
    gains: tuple[int, ...]
    ratings: tuple[RatingT, ...]


def _to_whole(points: Iterable[float]) -> list[int]:
    """Round to whole numbers, halves away from zero (RA-4), unlike ``round``."""
    # Doubling is exact. The addition of a half would round 0.49999999999999994 to 1.
    return [
        (halves + 1) // 2 if (halves := int(one + one)) >= 0 else -((1 - halves) // 2)
        for one in points
    ]


def _checked_ratings(ratings: Sequence[RatingT]) -> tuple[RatingT, ...]:
    expected = "two or more finite numbers, one a seat"
    checked = as_tuple("ratings", ratings, expected, "RA-4")
    if len(checked) < 2 or not all(map(_is_number, checked)):
        raise RulesError("ratings", ratings, expected, "RA-4")
    return checked


def _checked_scores(scores: Sequence[int], players: int) -> tuple[int, ...]:
    expected = f"{players} whole numbers, one a seat"
    checked = as_tuple("scores", scores, expected, "RA-2")
    if len(checked) != players or not all(map(is_int, checked)):
        raise RulesError("scores", scores, expected, "RA-2")
    return checked


def _factor(scale: Scale, players: int, target: int) -> float:
    if not isinstance(scale, Scale):
        raise RulesError("scale", scale, "a twowaystreet.ratings.Scale", "RA-5")
    if not is_int(target) or target < 1:
        raise RulesError("target", target, "a whole number, 1 or more", "RA-1")
    return scale.factor(players, target)


def rounds(
    ratings: Sequence[RatingT],
    scores: Sequence[int],
    *,
    target: int,
    lowest_wins: bool = False,
    scale: Scale = SCALE,
) -> tuple[Round[RatingT], ...]:
    """Rate a game round by round, from the lowest finisher upwards (RA-1 to RA-5).

    Args:
        ratings: every seat's rating before the game, two or more, ints or floats.
        scores: every seat's final points, whole numbers.
        target: the agreed target in points, 1 or more, even if no player reached it.
        lowest_wins: ``True`` if fewer points are better, as in a game that counts down.
        scale: the numbers of the rating formula.

    Returns:
        One round for each player but the last, none if the game does not count. The player with the
        fewest points comes first, then the lower current rating, then the lower seat (RA-5).

    Raises:
        RulesError: if an argument has another type or value.

    >>> for each in rounds([1076, 1125, 958, 1011], [20, 16, 12, 4], target=20):
    ...     print(each.settled, each.gains, each.ratings)
    3 (7, 5, 9, -21) (1083, 1130, 967, 990)
    2 (5, 5, -10, 0) (1088, 1135, 957, 990)
    1 (9, -9, 0, 0) (1097, 1126, 957, 990)
    """
    return tuple(_rounds(ratings, scores, target, lowest_wins, scale))


def _rounds(
    ratings: Sequence[RatingT], scores: Sequence[int], target: int, lowest_wins: bool, scale: Scale
) -> Iterator[Round[RatingT]]:
    standing = _checked_ratings(ratings)
    points = _checked_scores(scores, len(standing))
    finish = tuple(-one for one in points) if lowest_wins else points
    factor = _factor(scale, len(standing), target)
    seats = sorted(range(len(finish)), key=finish.__getitem__) if factor else []
    ties = Counter(finish)
    equals = 0
    while len(seats) > 1:
        equals = equals or ties[finish[seats[0]]]
        settled = min(seats[:equals], key=standing.__getitem__)  # among equals the lowest seat
        seats.remove(settled)
        equals -= 1
        chances = scale._expected([standing[seat] for seat in seats], standing[settled])
        results = chain(repeat(_DRAW, equals), repeat(_WIN))
        won = [factor * (result - chance) for chance, result in zip(chances, results, strict=False)]
        gains = [0] * len(finish)
        for seat, gain in zip(seats, _to_whole(won), strict=True):
            gains[seat] = gain
        gains[settled] = -sum(gains)
        standing = cast("tuple[RatingT, ...]", tuple(map(add, standing, gains)))
        yield Round(settled, tuple(gains), standing)


def rate(
    ratings: Sequence[RatingT],
    scores: Sequence[int],
    *,
    target: int,
    lowest_wins: bool = False,
    scale: Scale = SCALE,
) -> tuple[RatingT, ...]:
    """Return the ratings after a game (RA-1 to RA-5); :func:`rounds` returns each step.

    Players exchange whole points, therefore the sum of whole-numbered ratings does not change.

    Args:
        ratings: every seat's rating before the game, two or more, ints or floats; 1000 is average.
        scores: every seat's final points, whole numbers.
        target: the agreed target in points, 1 or more; a game to fewer than 12 changes no rating.
        lowest_wins: ``True`` if fewer points are better, as in a game that counts down.
        scale: the numbers of the rating formula.

    Returns:
        The new ratings in the order of seats.

    Raises:
        RulesError: if an argument has another type or value.

    >>> rate([1076, 1125, 958, 1011], [20, 16, 12, 4], target=20)
    (1097, 1126, 957, 990)
    >>> rate([1000, 1000], [11, 8], target=11)
    (1000, 1000)
    >>> rate([1000, float("nan")], [20, 8], target=20)
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: ratings=[1000, nan]: expected two or more finite numbers, ...
    """
    standing = _checked_ratings(ratings)
    for each in _rounds(standing, scores, target, lowest_wins, scale):
        standing = each.ratings
    return standing


def draw_dealer(ratings: Sequence[float | None], rng: random.Random) -> int:
    """Return the first dealer or declarer: the seat with the highest rating (AL-1, ST-6).

    Among equals, or if no player has a rating, the function draws a seat at random. The seat is for
    the argument ``dealer`` of a game.

    Args:
        ratings: every seat's rating, one or more; ``None`` for a player without one.
        rng: the random generator, used only to draw among two or more seats.

    Raises:
        RulesError: if ``ratings`` is empty or contains other values.
        TypeError: if ``rng`` is not a :class:`random.Random`.

    >>> draw_dealer([1076, 1125, None, 1011], random.Random(7))
    1
    >>> draw_dealer([1076, 1125, 1125], random.Random(7)) in (1, 2)
    True
    """
    expected = "a finite number or None for each seat"
    all_ratings = as_tuple("ratings", ratings, expected, "AL-1")
    if not all_ratings or not all(one is None or _is_number(one) for one in all_ratings):
        raise RulesError("ratings", ratings, expected, "AL-1")
    highest = max((rating for rating in all_ratings if rating is not None), default=None)
    tied = [seat for seat, rating in enumerate(all_ratings) if rating == highest]
    chance = checked_generator(rng)
    return tied[0] if len(tied) == 1 else chance.choice(tied)
