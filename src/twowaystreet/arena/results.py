"""Results of a match, with one deal as one observation.

The hands of one deal share their cards, so they are not independent. A player's lead in a deal is
the mean of its payoffs over its seats in all hands of the deal; see
:func:`~twowaystreet.payoffs`. Means and standard errors come from these leads.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final

import attrs

from twowaystreet._core.engine.seats import Sides, leads
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.arena.bootstrap import LEVEL, bootstrap_interval, is_normal_misleading
from twowaystreet.arena.played import Hand, Played, plain_estimate, printable, shown, table_lines
from twowaystreet.ratings import rate

_TARGET: Final = 19
"""The target of a rated deal: the lowest with full weight (RA-5)."""
_AVERAGE: Final = 1000
"""The rating of every player before the match."""


def leads_of(hands: Sequence[Hand], players: int, sign: int, sides: Sides) -> tuple[float, ...]:
    """Return each player's lead in one deal: the mean of its payoffs, in points per hand.

    ``sign``: -1 if fewer points are better, else 1.
    """
    sums, seats, size = [0] * players, [0] * players, 1
    for hand in hands:
        found, size = leads(hand.points, sides)
        for player, lead in zip(hand.seats, found, strict=True):
            sums[player] += lead
            seats[player] += 1
    # Whole numbers up to the division, so that equal leads are equal numbers.
    return tuple(sign * each / (count * size) for each, count in zip(sums, seats, strict=True))


@attrs.frozen(kw_only=True)
class Results(Played):
    """The results of a match; ``print`` shows them as a table.

    All tuples by player are in the order in which the players were given.

    Attributes:
        game: the name of the game.
        rules: the options of the game as plain data.
        players: the names of the players.
        digests: for each player a digest of its source or its network; ``None`` if none is known.
        seed: the seed.
        seating: the seating.
        seats: the number of seats.
        sides: the number of sides: that of seats in games without partners.
        version: the version of the library.
        leads: for each deal the lead of each player. A lead is the mean payoff per hand over the
            seats of the player; leads are better if they are higher, in every game.
        played: for each deal its hands, with the players in their seats and the points.
        faults: for each player the number of faults of each kind; see :class:`Fault`.
        first_faults: for each player the deal and the message of the first fault of each kind. The
            file of the match has all messages.
        sprt: the two differences of the sequential test; ``None`` without a test.
        decision: the difference that the test accepted; ``None`` without a decision.
        digest: a hash of the whole match. Two matches have the same digest if all hands have the
            same players, points and faults. It is the BLAKE2b hash of the file of the match, as it
            is without thinking times.
    """

    seating: str
    leads: tuple[tuple[float, ...], ...] = attrs.field(repr=False)
    sprt: tuple[float, float] | None
    decision: float | None

    __hash__ = None  # it holds mappings

    @property
    def means(self) -> tuple[float, ...]:
        """The mean lead of each player, in points per hand."""
        return tuple(mean for mean, _ in self._estimates())

    @property
    def errors(self) -> tuple[float, ...]:
        """The standard error of each mean; nan with a single deal."""
        return tuple(error for _, error in self._estimates())

    def _estimates(self) -> list[tuple[float, float]]:
        return [
            mean_and_error([lead[player] for lead in self.leads])
            for player in range(len(self.players))
        ]

    def difference(self, a: int | str, b: int | str) -> tuple[float, float]:
        """Return by how much one player is better than another in points per hand, and its error.

        The first number is the mean of the points of one player less those of the other, with the
        sign reversed in games that count down; the second is its standard error. The comparison is
        paired: both play the same deals.

        Args:
            a: the number of a player, from 0, or its name if no other has it.
            b: another player.

        Raises:
            RulesError: if there is no such player.
        """
        first, second = self._number("a", a), self._number("b", b)
        return mean_and_error(self._differences(first, second))

    def _differences(self, first: int, second: int) -> list[float]:
        """Return for each deal the points per hand of one player less those of another.

        A lead compares a side with the mean of the others. So two leads are further apart than the
        points: by a third with four sides, twice as far with two.
        """
        share = 1 - 1 / self.sides
        return [share * (lead[first] - lead[second]) for lead in self.leads]

    def interval(self, a: int | str, b: int | str, *, level: float = LEVEL) -> tuple[float, float]:
        """Return an interval that holds the true difference with a given probability.

        It is a bootstrap over deals, bias-corrected and accelerated (BCa). Unlike two standard
        errors to both sides, it is honest where a few rare hands decide. With less than 20 deals no
        method is. The table of ``print`` has a line for each difference whose interval is clearly
        not in the middle.

        Args:
            a: the number of a player, from 0, or its name if no other has it.
            b: another player.
            level: the probability, between 0 and 1.

        Raises:
            RulesError: if there is no such player or probability.

        >>> from twowaystreet.arena import play
        >>> results = play("brag", ["simple", "random"], deals=40)
        >>> low, high = results.interval("simple", "random")
        >>> low < results.difference("simple", "random")[0] < high
        True
        """
        first, second = self._number("a", a), self._number("b", b)
        return bootstrap_interval(self._differences(first, second), level)

    @property
    def ratings(self) -> tuple[int, ...]:
        """The ratings after the match (RA-1 to RA-5), beginning with 1000.

        Each deal is rated as one game, to 19 points, in the order of deals. The players finish in
        the order of their leads. Late deals count more than early ones, so a rating moves by some
        points from deal to deal; the means are the better measure.
        """
        ratings = (_AVERAGE,) * len(self.players)
        for lead in self.leads:
            places = [sum(other < own for other in lead) for own in lead]
            ratings = rate(ratings, places, target=_TARGET)
        return ratings

    def to_dict(self) -> dict[str, Any]:
        """Return the results as plain data, with ``None`` for nan. Any: all that JSON can hold.

        Thinking times are no part of it, as they differ from run to run.
        """
        return self._plain() | {
            "seating": self.seating,
            "differences": [
                plain_estimate(*self.difference(0, other)) for other in range(1, len(self.players))
            ],
            "means": list(self.means),
            "errors": [None if math.isnan(error) else error for error in self.errors],
            "ratings": list(self.ratings),
            "sprt": list(self.sprt) if self.sprt else None,
            "decision": self.decision,
        }

    def __str__(self) -> str:
        others = range(1, len(self.players))
        rows = [(self.unit, "difference")]
        rows += [(self._over(0, other), shown(*self.difference(0, other))) for other in others]
        ratings = [("player", "rating", "faults")]
        for player, (name, rating) in enumerate(zip(self.players, self.ratings, strict=True)):
            ratings.append((printable(name), str(rating), self._fault_words(player)))
        deals = f"{self.deals} deals, {self.hands} hands"
        return "\n".join(
            [
                f"{self.game}, {self.seating}, seed {self.seed}: {deals}",
                *table_lines(rows),
                *self._intervals(),
                *table_lines(ratings),
                *self._messages(),
                *([self._verdict(*self.sprt)] if self.sprt else []),
            ]
        )

    def _intervals(self) -> Iterator[str]:
        """Yield the intervals of differences about which the errors say too little."""
        for other in range(1, len(self.players)):
            values = self._differences(0, other)
            if is_normal_misleading(values):
                low, high = bootstrap_interval(values)
                interval = f"{low:+.2f} to {high:+.2f}"
                yield f"{self._over(0, other)}, 95 %: {interval}, as a few hands decide"

    def _verdict(self, low: float, high: float) -> str:
        question = f"the difference of {printable(self.players[0])} is {low:g} or {high:g}"
        if self.decision is None:
            return f"No decision if {question}"
        return f"Decision if {question}: {self.decision:g}"
