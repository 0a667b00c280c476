"""Results of a gauntlet: the differences of all pairs in all seatings, and ratings from them."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any, Final

import attrs

from twowaystreet._core.engine.seats import patterns
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.arena.bootstrap import LEVEL, bootstrap_interval, shown_interval
from twowaystreet.arena.plan import Plan
from twowaystreet.arena.played import Hand, Played, plain_estimate, printable, shown, table_lines
from twowaystreet.arena.seating import pairings
from twowaystreet.errors import RulesError

_CLEAR: Final = 3
"""The number of standard errors from which two seatings differ clearly."""

_FEWEST: Final = 30
"""The fewest deals for a warning; with fewer the errors themselves are too uncertain."""


def differences(
    plan: Plan, played: Sequence[Sequence[Hand]]
) -> dict[tuple[int, int, str], tuple[float, ...]]:
    """Return the points per hand of one player less those of another, for each pair and seating.

    Returns:
        By the two players, the lower number first, and their seating: a number for each deal, more
        for the better player in every game.
    """
    found: dict[tuple[int, int, str], tuple[float, ...]] = {}
    sign, start = plan.sign(), 0
    for first, second, seating, ways in pairings(len(plan.names), plan.sides):
        stop = start + len(ways)
        values = [sign * _difference(hands[start:stop], first) for hands in played]
        found[first, second, seating] = tuple(values)
        start = stop
    return found


def _difference(hands: Sequence[Hand], first: int) -> float:
    """Return the mean points of the first player less those of the other, per hand."""
    total, share = 0, 1
    for hand in hands:
        own = hand.seats.count(first)
        others = len(hand.seats) - own
        pairs = zip(hand.points, hand.seats, strict=True)
        of_first = sum(points for points, seat in pairs if seat == first)
        total += others * of_first - own * (sum(hand.points) - of_first)
        share = own * others
    # Whole numbers up to the division, so that equal differences are equal numbers.
    return total / (share * len(hands))


@attrs.frozen(kw_only=True)
class GauntletResults(Played):
    """The results of a gauntlet; ``print`` shows them as a table.

    All tuples by player are in the order in which the players were given. Each deal is one
    observation, and all pairs in all seatings play the same deals. So every error is paired.

    Attributes:
        game: the name of the game.
        rules: the options of the game as plain data.
        players: the names of the players.
        digests: for each player a digest of its source or its network; ``None`` if none is known.
        seed: the seed.
        seats: the number of seats.
        sides: the number of sides: that of seats in games without partners.
        version: the version of the library.
        played: for each deal its hands, with the players in their seats and the points.
        faults: for each player the number of faults of each kind; see :class:`Fault`.
        first_faults: for each player the deal and the message of the first fault of each kind. The
            file of the gauntlet has all messages.
        digest: a hash of the whole gauntlet; it is the BLAKE2b hash of its file, as it is without
            thinking times.
    """

    _differences: dict[tuple[int, int, str], tuple[float, ...]] = attrs.field(
        repr=False, eq=False, alias="differences"
    )

    __hash__ = None  # it holds mappings

    @property
    def seatings(self) -> tuple[str, ...]:
        """The seatings of two players, such as ``("1:3", "3:1", "2:2")``."""
        return tuple(patterns(self.sides))

    def difference(
        self, a: int | str, b: int | str, seating: str | None = None
    ) -> tuple[float, float]:
        """Return by how much one player is better than another in points per hand, and its error.

        Args:
            a: the number of a player, from 0, or its name if no other has it.
            b: another player.
            seating: the seats of the first and of the second player: ``"1:3"`` is one seat for the
                first. ``None`` for the mean of all seatings.

        Raises:
            RulesError: if there is no such player or seating.

        >>> from twowaystreet.arena import gauntlet
        >>> results = gauntlet("twos", ["simple", "random"], deals=10)
        >>> mean, error = results.difference("simple", "random", "2:2")
        >>> mean > 2 * error
        True
        """
        return mean_and_error(self.deal_differences(a, b, seating))

    def deal_differences(
        self, a: int | str, b: int | str, seating: str | None = None
    ) -> tuple[float, ...]:
        """Return for each deal the points per hand of one player less those of another.

        The arguments are those of :meth:`difference`. Two such tuples belong to the same deals, so
        the error of a comparison comes from the differences between them, deal by deal.

        Raises:
            RulesError: if there is no such player or seating.
        """
        first, second = self._number("a", a), self._number("b", b)
        if seating is not None and seating not in self.seatings:
            raise RulesError("seating", seating, f"one of {', '.join(self.seatings)}")
        words = self.seatings if seating is None else (seating,)
        found = [self._column(first, second, word) for word in words]
        return tuple(map(fmean, zip(*found, strict=True)))

    def _column(self, first: int, second: int, seating: str) -> Sequence[float]:
        if first == second:
            return [0.0] * self.deals
        if first < second:
            return self._differences[first, second, seating]
        turned = ":".join(reversed(seating.split(":")))
        return [-each for each in self._differences[second, first, turned]]

    @property
    def ratings(self) -> tuple[tuple[float, float], ...]:
        """The rating of each player in points per hand, and its error; the sum of all is 0.

        Ratings are numbers whose differences are as close as possible to those of all pairs in all
        seatings, by least squares. As each pair plays each seating equally often, this is the mean
        difference to all players, with 0 for the player itself.
        """
        return tuple(mean_and_error(self._ratings(each)) for each in range(len(self.players)))

    def _ratings(self, player: int) -> list[float]:
        """Return the rating of a player by each deal alone; their mean is the rating."""
        others = [other for other in range(len(self.players)) if other != player]
        found = [self.deal_differences(player, other) for other in others]
        return [sum(each) / len(self.players) for each in zip(*found, strict=True)]

    def interval(
        self,
        a: int | str,
        b: int | str | None = None,
        seating: str | None = None,
        *,
        level: float = LEVEL,
    ) -> tuple[float, float]:
        """Return an interval that holds the true difference or rating with a given probability.

        It is a bootstrap over deals, as in :meth:`Results.interval`.

        Args:
            a: the number of a player, from 0, or its name if no other has it.
            b: another player, for the interval of their :meth:`difference`; ``None`` for that of
                the rating.
            seating: the seats of both, as in :meth:`difference`.
            level: the probability, between 0 and 1.

        Raises:
            RulesError: if there is no such player or seating, or no such probability.
        """
        if b is not None:
            return bootstrap_interval(self.deal_differences(a, b, seating), level)
        if seating is not None:
            raise RulesError("seating", seating, "None without another player")
        return bootstrap_interval(self._ratings(self._number("a", a)), level)

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each pair whose difference has another sign in another seating.

        A player that gains alone among copies of another, but loses with half of the seats,
        exploits a fault of the other or profits from being in the minority. It is not stronger.
        Such a pair counts from 30 deals on, if its two differences are more than three paired
        standard errors apart. Chance alone shows a given pair with a probability of 1 in 100.
        """
        return tuple(self._warnings())

    def _warnings(self) -> Iterator[str]:
        if self.deals < _FEWEST:
            return
        for first, second in combinations(range(len(self.players)), 2):
            columns = {word: self._column(first, second, word) for word in self.seatings}
            means = {word: fmean(column) for word, column in columns.items()}
            high, low = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
            gap = [one - two for one, two in zip(columns[high], columns[low], strict=True)]
            mean, error = mean_and_error(gap)
            if means[low] < 0 < means[high] and mean > _CLEAR * error:
                gain, loss = (shown(*mean_and_error(columns[word])) for word in (high, low))
                name, other = (printable(self.players[each]) for each in (first, second))
                yield (
                    f"Warning: {name} gains on {other} in {high} ({gain}), "
                    f"but loses in {low} ({loss})"
                )

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain data, with ``None`` for nan. Any: all that JSON can hold.

        Thinking times are no part of it, as they differ from run to run.
        """
        return self._plain() | {
            "seatings": list(self.seatings),
            "differences": [
                {
                    "first": self.players[first],
                    "second": self.players[second],
                    "seating": seating,
                    **plain_estimate(*mean_and_error(values)),
                }
                for (first, second, seating), values in self._differences.items()
            ],
            "ratings": [plain_estimate(*each) for each in self.ratings],
            "warnings": list(self.warnings),
        }

    def __str__(self) -> str:
        pairs = list(combinations(range(len(self.players)), 2))
        rows = [(self.unit, *self.seatings)]
        for first, second in pairs:
            cells = [shown(*self.difference(first, second, word)) for word in self.seatings]
            rows.append((self._over(first, second), *cells))
        ratings = [("player", "rating", "95 %", "faults")]
        for player, name in enumerate(self.players):
            low, high = shown_interval(self._ratings(player))
            words = (
                f"{self.ratings[player][0]:+.2f}",
                "" if math.isnan(low) else f"{low:+.2f} to {high:+.2f}",
            )
            ratings.append((printable(name), *words, self._fault_words(player)))
        return "\n".join(
            [
                f"{self.game}, gauntlet, seed {self.seed}: {self.deals} deals, {self.hands} hands",
                *table_lines(rows),
                *table_lines(ratings),
                *self.warnings,
                *self._messages(),
            ]
        )
