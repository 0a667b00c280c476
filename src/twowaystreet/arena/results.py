"""Results of a match, with one deal as one observation.

The hands of one deal share their cards, so they are not independent. A player's lead in a deal is
the mean of its payoffs over its seats in all hands of the deal; see
:func:`~twowaystreet.payoffs`. Means and standard errors come from these leads.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final

import attrs

from twowaystreet._engine.sides import Sides, leads
from twowaystreet._util.numbers import is_int, mean_and_error
from twowaystreet._util.values import Value
from twowaystreet.arena.hands import HandLine
from twowaystreet.arena.sprt import SequentialTest
from twowaystreet.errors import RulesError, TwoWayStreetError
from twowaystreet.ratings import rate

_TARGET: Final = 19
"""The target of a rated deal: the lowest with full weight (RA-5)."""
_AVERAGE: Final = 1000
"""The rating of every player before the match."""


class ArenaError(TwoWayStreetError):
    """A match that cannot begin or go on.

    Attributes:
        reason: the fault, in words.
        results: the results of the deals that are finished; ``None`` before the first.
    """

    def __init__(self, reason: str, results: Results | None = None) -> None:
        super().__init__(reason, results)
        self.reason = reason
        self.results = results

    def __str__(self) -> str:
        return self.reason


def leads_of(hands: Sequence[HandLine], players: int, sign: int, sides: Sides) -> tuple[float, ...]:
    """Return each player's lead in one deal: the mean of its payoffs, in points per hand.

    Args:
        hands: the hands of the deal; every player has a seat in one of them.
        players: the number of players.
        sign: -1 if fewer points are better, else 1.
        sides: the seats of each side.
    """
    sums, seats, size = [0] * players, [0] * players, 1
    for hand in hands:
        found, size = leads(hand["points"], sides)
        for player, lead in zip(hand["seats"], found, strict=True):
            sums[player] += lead
            seats[player] += 1
    # Whole numbers up to the division, so that equal leads are equal numbers.
    return tuple(sign * each / (count * size) for each, count in zip(sums, seats, strict=True))


@attrs.frozen(kw_only=True)
class Results(Value):
    """The results of a match; ``print`` shows them as a table.

    All tuples by player are in the order in which the players were given.

    Attributes:
        game: the name of the game.
        rules: the options of the game as plain data.
        players: the names of the players.
        seed: the seed.
        seating: the seating.
        seats: the number of seats.
        sides: the number of sides: that of seats in games without partners.
        version: the version of the library.
        leads: for each deal the lead of each player. A lead is the mean payoff per hand over the
            seats of the player; leads are better if they are higher, in every game.
        hands: the number of hands played.
        faults: for each player the number of faults of each kind; see :class:`Fault`.
        first_faults: for each player the deal and the message of the first fault of each kind. The
            file of the match has all messages.
        sprt: the two leads of the sequential test; ``None`` without a test.
        decision: the lead that the test accepted; ``None`` without a decision.
        digest: a hash of the whole match. Two matches have the same digest if all hands have the
            same players, points and faults. It is the BLAKE2b hash of the file of the match.
    """

    game: str
    rules: Mapping[str, Any] = attrs.field(repr=False)  # Any: plain data
    players: tuple[str, ...]
    seed: int
    seating: str
    seats: int
    version: str
    leads: tuple[tuple[float, ...], ...] = attrs.field(repr=False)
    hands: int
    faults: tuple[Mapping[str, int], ...]
    first_faults: tuple[Mapping[str, tuple[int, str]], ...] = attrs.field(repr=False)
    sprt: tuple[float, float] | None
    decision: float | None
    digest: str
    sides: int = attrs.field(default=attrs.Factory(lambda self: self.seats, takes_self=True))

    __hash__ = None  # type: ignore[assignment]  # it holds mappings

    @property
    def deals(self) -> int:
        """The number of deals, which are the observations."""
        return len(self.leads)

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

    def _number(self, field: str, player: int | str) -> int:
        if is_int(player) and 0 <= player < len(self.players):
            return player
        if isinstance(player, str) and self.players.count(player) == 1:
            return self.players.index(player)
        expected = f"0 to {len(self.players) - 1}, or a name of {', '.join(self.players)}"
        raise RulesError(field, player, f"{expected} that only one player has")

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
        """Return the results as plain data, with ``None`` for nan. Any: all that JSON can hold."""
        return {
            "game": self.game,
            "rules": dict(self.rules),
            "players": list(self.players),
            "seed": self.seed,
            "seating": self.seating,
            "seats": self.seats,
            "version": self.version,
            "deals": self.deals,
            "hands": self.hands,
            "means": list(self.means),
            "errors": [None if math.isnan(error) else error for error in self.errors],
            "ratings": list(self.ratings),
            "faults": list(map(dict, self.faults)),
            "first_faults": [
                {kind: list(first) for kind, first in firsts.items()}
                for firsts in self.first_faults
            ],
            "sprt": list(self.sprt) if self.sprt else None,
            "decision": self.decision,
            "digest": self.digest,
        }

    def __str__(self) -> str:
        deals = f"{self.deals} deals, {self.hands} hands"
        lines = [f"{self.game}, {self.seating}, seed {self.seed}: {deals}"]
        width = max(6, *map(len, self.players))
        lines.append(f"{'player':<{width}}    lead  ± error  rating  faults")
        rows = zip(self.players, self._estimates(), self.ratings, self.faults, strict=True)
        for name, (mean, error), rating, faults in rows:
            found = ", ".join(f"{count} {kind}" for kind, count in faults.items()) or "none"
            lines.append(f"{name:<{width}}  {mean:+6.2f}  {error:7.2f}  {rating:6}  {found}")
        lines += self._messages()
        if self.sprt:
            lines.append(self._verdict(*self.sprt))
        return "\n".join(lines)

    def _messages(self) -> Iterator[str]:
        """Yield the first message of each kind of fault, and the place of the others."""
        for name, firsts in zip(self.players, self.first_faults, strict=True):
            for kind, (deal, message) in firsts.items():
                # A player in a process of its own can send any characters.
                shown = message if message.isprintable() else repr(message)
                yield f"{name}, {kind}, first in deal {deal}: {shown}"
        if any(self.first_faults):
            yield "All messages are in the file of the match: out=, or --out at the command line"

    def _verdict(self, low: float, high: float) -> str:
        question = f"the lead of {self.players[0]} is {low:g} or {high:g}"
        if self.decision is None:
            return f"No decision if {question}"
        return f"Decision if {question}: {self.decision:g}"


@attrs.define
class Tally:
    """The results of a match in progress.

    Attributes:
        header: the header of the match.
        sign: -1 if fewer points are better, else 1.
        sides: the seats of each side.
        test: the sequential test of the first player's lead; ``None`` without a test.
    """

    header: Mapping[str, Any]
    sign: int
    sides: Sides
    test: SequentialTest | None
    _digest: Any = attrs.field(
        factory=lambda: blake2b(digest_size=16)
    )  # Any: hashlib names no type
    _leads: list[tuple[float, ...]] = attrs.field(factory=list[tuple[float, ...]])
    _hands: int = 0
    _seats: int = 0
    _faults: list[Counter[str]] = attrs.field(
        default=attrs.Factory(
            lambda self: [Counter() for _ in self.header["players"]], takes_self=True
        )
    )

    _firsts: list[dict[str, tuple[int, str]]] = attrs.field(
        default=attrs.Factory(lambda self: [{} for _ in self.header["players"]], takes_self=True)
    )

    @property
    def deals(self) -> int:
        """The number of deals so far."""
        return len(self._leads)

    @property
    def is_decided(self) -> bool:
        """``True`` if the sequential test has decided."""
        return self.test is not None and self.test.decision is not None

    def begin(self, line: bytes) -> None:
        """Count the line of the header."""
        self._digest.update(line)

    def add(self, hands: Sequence[HandLine], line: bytes) -> None:
        """Count a deal.

        Args:
            hands: the hands of the deal.
            line: the line of the deal.
        """
        self._digest.update(line)
        self._hands += len(hands)
        self._seats = len(hands[0]["seats"])
        for hand in hands:
            for fault in hand["faults"]:
                player, kind = hand["seats"][fault["seat"]], fault["kind"]
                self._faults[player][kind] += 1
                self._firsts[player].setdefault(kind, (self.deals, fault["message"]))
        found = leads_of(hands, len(self.header["players"]), self.sign, self.sides)
        self._leads.append(found)
        if self.test:
            self.test.add(found[0])

    def results(self) -> Results:
        """Return the results so far."""
        header, test = self.header, self.test
        return Results(
            **{key: header[key] for key in ("game", "rules", "seed", "seating", "version")},
            players=tuple(header["players"]),
            seats=self._seats,
            sides=len(self.sides),
            leads=tuple(self._leads),
            hands=self._hands,
            faults=tuple(dict(sorted(counter.items())) for counter in self._faults),
            first_faults=tuple(dict(sorted(firsts.items())) for firsts in self._firsts),
            sprt=(test.low, test.high) if test else None,
            decision=test.decision if test else None,
            digest=self._digest.hexdigest(),
        )
