"""Ratings of players, and the draw for the first dealer that goes by them.

Source: the closing paragraphs of the worked example in *Two Way Street*, version 2.1, by Galen Kaup
(2000). They print the ratings of four players after every step, and not the formula: what is here
is a reconstruction that gives every number printed there.

A game is rated from the lowest finisher upwards (RA-3). The player who is to be settled exchanges
points with everybody who is not settled yet: gives some to those who finished higher, and draws
with equals (RA-2). How many is a matter of the two ratings (RA-4), of the target that was agreed
upon (RA-1, RA-5), and of how many play: two, or any greater number (RA-5, RA-6). The numbers that
are not in the source are a :class:`Scale`.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat
from operator import add
from typing import Any, Final, Generic, TypeAlias, TypeGuard, TypeVar, final

import attrs

from twowaystreet._util.numbers import is_int
from twowaystreet._util.rng import checked_generator
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, as_tuple

__all__ = ["SCALE", "Round", "Scale", "draw_dealer", "rate", "rounds"]


def __dir__() -> list[str]:
    return __all__


RatingT = TypeVar("RatingT", int, float)

_MOST: Final = 1_000_000
"""The greatest number in a scale: a bound that keeps exchanges finite whatever the ratings are."""
_WIN: Final = 1.0
_DRAW: Final = 0.5


def _is_number(value: object) -> TypeGuard[float]:
    """Whether this is a number that can be reckoned with."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:  # a whole number beyond every float
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
    """How much a game counts: what the source does not tell of its ratings (RA-4, RA-5).

    Args:
        several: the most points that one exchange can move in a game of three or more players.
        duel: the same for two players.
        weights: pairs of a target and the weight of a game that was played to it or to more, the
            targets rising. A game with a lower target than the first does not count (RA-1).
        spread: the standard deviation of one player's performance, in rating points.

    Raises:
        RulesError: if one of the numbers is not above 0, or the pairs are none.

    >>> Scale(spread=0)
    Traceback (most recent call last):
    ...
    twowaystreet.errors.RulesError: spread=0: expected a number above 0, up to 1000000 (RA-5)
    """

    several: float = attrs.field(default=16, validator=_check_amount)
    duel: float = attrs.field(default=32, validator=_check_amount)
    weights: tuple[tuple[int, float], ...] = attrs.field(
        default=((12, 0.75), (19, 1), (25, 1.25)), converter=_weights
    )
    spread: float = attrs.field(default=200, validator=_check_amount)

    def factor(self, players: int, target: int) -> float:
        """The most points that one exchange can move, 0 if the game does not count (RA-1, RA-5).

        Args:
            players: how many played, 2 or more; three are rated like eleven (RA-6).
            target: how many points the game was to be played to.

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
        """The score that a player may expect against another: 1 a win, 0 a loss (RA-4).

        It is the probability that one normally distributed performance is better than another.

        >>> Scale().expected(1000, 1000), round(Scale().expected(1200, 1000), 2)
        (0.5, 0.76)
        """
        return self._expected([rating], other)[0]

    def _expected(self, ratings: Sequence[float], other: float) -> list[float]:
        """The scores that several players may expect against another one."""
        erfc, spread, mean = math.erfc, self.spread, float(other)
        # Divided twice, as the spread times two could be too great; the difference may be inf.
        return [erfc((mean - float(rating)) / spread / 2) / 2 for rating in ratings]


SCALE: Final = Scale()
"""The scale that gives the numbers of the worked example."""


@attrs.frozen
class Round(Value, Generic[RatingT]):
    """One round of a rating: a player exchanges points with all who are yet to be settled (RA-3).

    Attributes:
        settled: the seat that was settled.
        gains: what every seat gained, in the order of seats; what a seat gave is negative. Their
            sum is 0.
        ratings: the ratings after the round, in the order of seats.
    """

    settled: int
    gains: tuple[int, ...]
    ratings: tuple[RatingT, ...]


# One round: the seats that exchange points, their gains and their ratings after it. Any: these are
# ints or floats, as they were given.
_Exchange: TypeAlias = tuple[list[int], list[int], list[Any]]


def _to_whole(points: Iterable[float]) -> list[int]:
    """The nearest whole numbers, halves away from zero (RA-4), which ``round`` does not do."""
    # Exact, as doubling is. Adding a half is not: just below a half it would give 1.
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
        target: how many points it was agreed to play to, 1 or more, whatever was reached.
        lowest_wins: whether fewer points are better, as in a game that counts down.
        scale: how much a game counts.

    Returns:
        One round for each player but the last who is left, in the order in which they are settled.
        The fewest points come first, among equals the lower rated as the ratings then stand, then
        the lower seat (RA-5). ``()`` if the game does not count.

    Raises:
        RulesError: if something else is given.

    >>> for each in rounds([1076, 1125, 958, 1011], [20, 16, 12, 4], target=20):
    ...     print(each.settled, each.gains, each.ratings)
    3 (7, 5, 9, -21) (1083, 1130, 967, 990)
    2 (5, 5, -10, 0) (1088, 1135, 957, 990)
    1 (9, -9, 0, 0) (1097, 1126, 957, 990)
    """
    standing, exchanges = _played(ratings, scores, target, lowest_wins, scale)
    found: list[Round[RatingT]] = []
    for seats, gains, ratings_after in exchanges:
        of_seat = dict(zip(seats, gains, strict=True))
        after = dict(zip(seats, ratings_after, strict=True))
        standing = tuple(after.get(seat, rating) for seat, rating in enumerate(standing))
        everybody = tuple(of_seat.get(seat, 0) for seat in range(len(standing)))
        found.append(Round(seats[0], everybody, standing))
    return tuple(found)


def _played(
    ratings: Sequence[RatingT],
    scores: Sequence[int],
    target: int,
    lowest_wins: bool,
    scale: Scale,
) -> tuple[tuple[RatingT, ...], Iterator[_Exchange]]:
    """The ratings before a game, and the rounds of its rating; all that is given is checked."""
    before = _checked_ratings(ratings)
    points = _checked_scores(scores, len(before))
    finish = tuple(-one for one in points) if lowest_wins else points
    factor = _factor(scale, len(before), target)
    return before, _exchanges(finish, before, factor, scale) if factor else iter(())


def _exchanges(
    finish: Sequence[int], standing: Sequence[float], factor: float, scale: Scale
) -> Iterator[_Exchange]:
    """The rounds of a rating, as those who exchange points, their gains and ratings after it.

    The player who is settled stands first, then all who are left in the order of their finish.
    """
    seats = sorted(range(len(finish)), key=finish.__getitem__)
    ratings: list[Any] = [standing[seat] for seat in seats]  # Any: as above
    ties = Counter(finish)
    equals = 0
    while len(seats) > 1:
        if not equals:
            equals = ties[finish[seats[0]]]
        lowest = min(ratings[:equals])
        place = ratings.index(lowest)  # the lowest seat of those with that rating
        del ratings[place]
        settled = seats.pop(place)
        equals -= 1
        results = chain(repeat(_DRAW, equals), repeat(_WIN, len(ratings) - equals))
        chances = zip(results, scale._expected(ratings, lowest), strict=True)
        gains = _to_whole([factor * (result - chance) for result, chance in chances])
        given = -sum(gains)
        ratings = list(map(add, ratings, gains))
        yield [settled, *seats], [given, *gains], [lowest + given, *ratings]


def rate(
    ratings: Sequence[RatingT],
    scores: Sequence[int],
    *,
    target: int,
    lowest_wins: bool = False,
    scale: Scale = SCALE,
) -> tuple[RatingT, ...]:
    """The ratings after a game (RA-1 to RA-5); :func:`rounds` shows how they come about.

    Only whole points change hands, so the sum of whole-numbered ratings stays what it was.

    Args:
        ratings: every seat's rating before the game, two or more, ints or floats; 1000 is average.
        scores: every seat's final points, whole numbers.
        target: how many points it was agreed to play to, 1 or more; a game to fewer than 12 leaves
            the ratings as they are.
        lowest_wins: whether fewer points are better, as in a game that counts down.
        scale: how much a game counts.

    Returns:
        The new ratings in the order of seats.

    Raises:
        RulesError: if something else is given.

    >>> rate([1076, 1125, 958, 1011], [20, 16, 12, 4], target=20)
    (1097, 1126, 957, 990)
    >>> rate([1000, 1000], [11, 8], target=11)
    (1000, 1000)
    >>> rate([1000, float("nan")], [20, 8], target=20)
    Traceback (most recent call last):
    ...
    twowaystreet.errors.RulesError: ratings=[1000, nan]: expected two or more finite numbers, ...
    """
    before, exchanges = _played(ratings, scores, target, lowest_wins, scale)
    after = list(before)
    for seats, _, ratings_after in exchanges:
        # Of the others only the last round counts: after it one is left.
        after[seats[0]], after[seats[1]] = ratings_after[:2]
    return tuple(after)


def draw_dealer(ratings: Sequence[float | None], rng: random.Random) -> int:
    """Find who deals first, or declares first: the highest rated player (AL-1, ST-6).

    If nobody is rated, or the highest tie, one of them is drawn.

    Args:
        ratings: every seat's rating, one at the least; ``None`` for a player without one, who is
            drawn only if nobody has any.
        rng: where chance comes from, any :class:`random.Random`. While there is one player to be
            drawn, no random number is.

    Returns:
        The seat, to be handed to a game as its ``dealer``.

    Raises:
        RulesError: if there are no players, or something else than ratings is given.
        TypeError: if chance is to come from something else.

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
