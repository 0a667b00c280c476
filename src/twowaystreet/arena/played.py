"""The base of the results of matches and gauntlets: hands by player, seat, place and phase."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any, TypeAlias

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.display.values import count
from twowaystreet._core.engine.seats import leads
from twowaystreet._core.records.records import Record
from twowaystreet._util.numbers import as_int, is_int, mean_and_error
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError
from twowaystreet.players import has_rule_of_thumb, simple
from twowaystreet.players._seated import Made

Entrant: TypeAlias = Made | str
"""A player of a match, its factory, its class or its name."""


Above: TypeAlias = Any
"""The plan of a match and its players, whose classes stand above. Any: nothing here knows them."""


@attrs.frozen
class Hand(Value):
    """A hand of a match.

    Attributes:
        seats: the number of the player in each seat.
        points: the points of each seat.
        adjusted: the points less the luck in an adjusted match; otherwise ``()``.
    """

    seats: tuple[int, ...]
    points: tuple[int, ...]
    adjusted: tuple[float, ...] = ()

    @property
    def counted(self) -> Sequence[float]:
        """The points that the results count."""
        return self.adjusted or self.points


@attrs.frozen(kw_only=True)
class PhaseResults(Value):
    """The decisions of a player in one phase.

    Attributes:
        times: the thinking time of each decision, in seconds and in order.
        faults: the number of faults of each kind.
    """

    times: tuple[float, ...] = attrs.field(default=(), repr=False)
    faults: Mapping[str, int] = attrs.field(factory=dict[str, int])

    __hash__ = None  # type: ignore[assignment]  # it holds a mapping

    @property
    def mean(self) -> float:
        """The mean thinking time in seconds; nan without times."""
        return fmean(self.times) if self.times else math.nan

    @property
    def percentile_95(self) -> float:
        """The time in seconds that 95 of 100 decisions did not exceed; nan without times."""
        place = math.ceil(0.95 * len(self.times)) - 1
        return sorted(self.times)[place] if self.times else math.nan

    @property
    def most(self) -> float:
        """The longest time in seconds; nan without times."""
        return max(self.times, default=math.nan)


@attrs.frozen
class Verified(Value):
    """The result of :meth:`Played.verify`; ``print`` shows it.

    Attributes:
        hands: the number of hands that were played again.
        differing: for each hand that differs its deal, its rotation, the name of the player whose
            move is the first that differs, and how. The name is ``None`` if only points differ.
        not_alone: why the players had no processes of their own; empty if they had.
    """

    hands: int
    differing: tuple[tuple[int, int, str | None, str], ...] = ()
    not_alone: str = ""

    def __str__(self) -> str:
        again = f"{count(self.hands, 'hand')} played again"
        lines = [f"{again}: {len(self.differing) or 'none'} differ"]
        for name in dict.fromkeys(each[2] for each in self.differing):
            found = [each for each in self.differing if each[2] == name]
            deal, rotation, _, how = found[0]
            where = f"{count(len(found), 'hand')}, first deal {deal}, rotation {rotation}"
            lines.append(f"{'a player' if name is None else printable(name)} in {where}: {how}")
        if self.not_alone:
            lines.append(f"In one process: {self.not_alone}")
        return "\n".join(lines)


class Given(tuple[Entrant, ...]):
    """The players of a match, which do not go with its results to other processes."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type["Given"], tuple[()]]:
        return Given, ()


@attrs.frozen(kw_only=True)
class Played(Value):
    """The hands of a match or a gauntlet: the base of both kinds of results.

    Tuples by player are in the order of the players. Methods take a player by its number, from 0,
    or by its name if no other has it.

    Attributes:
        game: the name of the game.
        rules: the options of the game as plain data.
        players: the names of the players.
        digests: what the file knows of each player: ``version 3``, or a digest of its options, its
            network or its code; ``None`` if nobody can tell whether it is the same.
        seed: the seed.
        seats: the number of seats.
        sides: the number of sides: that of seats in games without partners.
        version: the version of the library.
        played: for each deal its hands, with the players in their seats and the points.
        faults: for each player the number of faults of each kind; see :class:`Fault`.
        first_faults: for each player the deal and the message of the first fault of each kind. The
            file of the match has all messages.
        digest: the BLAKE2b hash of the file without thinking times. Two matches have the same
            digest if all hands have the same players, points and faults.
    """

    game: str
    rules: plain_data.Object = attrs.field(repr=False)
    players: tuple[str, ...]
    digests: tuple[str | None, ...] = attrs.field(repr=False)
    seed: int
    seats: int
    sides: int
    version: str
    played: tuple[tuple[Hand, ...], ...] = attrs.field(repr=False)
    faults: tuple[Mapping[str, int], ...]
    first_faults: tuple[Mapping[str, tuple[int, str]], ...] = attrs.field(repr=False)
    digest: str
    _phases: tuple[Mapping[str, PhaseResults], ...] = attrs.field(repr=False, eq=False)
    _plan: Above = attrs.field(repr=False, eq=False)
    _given: Above = attrs.field(repr=False, eq=False)

    __hash__ = None  # type: ignore[assignment]  # it holds mappings

    @property
    def deals(self) -> int:
        """The number of deals, which are the observations."""
        return len(self.played)

    @property
    def hands(self) -> int:
        """The number of hands played."""
        return sum(map(len, self.played))

    def by_phase(self, player: int | str) -> dict[str, PhaseResults]:
        """Return the thinking times and the faults of a player in each phase.

        The times are those that ``times=True`` measured, in this run and in earlier ones of its
        file. A substitute's decisions do not count.

        Raises:
            RulesError: if there is no such player.

        >>> from twowaystreet.arena import play
        >>> found = play("twos", ["simple", "random"], deals=2, times=True).by_phase("simple")
        >>> len(found["play"].times), found["play"].most >= found["play"].mean > 0
        (104, True)
        """
        return dict(self._phases[self._number("player", player)])

    def by_seat(self, player: int | str) -> tuple[tuple[float, float], ...]:
        """Return the mean payoff of a player in each seat, in points per hand, and its error.

        The dealer of each hand sits in seat 0. Both numbers are nan for a seat that the player
        never had, and the error is nan with a single deal.

        Raises:
            RulesError: if there is no such player.

        >>> from twowaystreet.arena import play
        >>> found = play("twos", {"a": "random", "b": "random"}, deals=20).by_seat("a")
        >>> [f"{mean:+.1f} ± {error:.1f}" for mean, error in found]
        ['+0.1 ± 1.0', '-0.4 ± 0.7', '+0.1 ± 1.0', '-0.7 ± 0.8']
        """
        return self._by_shift(player, lambda _: 0)

    def by_place(self, player: int | str) -> tuple[tuple[float, float], ...]:
        """Return the mean payoff of a player by the order of speaking, and its error.

        Place 0 has the first decision after the cards are dealt, and the other places follow around
        the table. In games where the cards choose who begins, the seat of a place differs from deal
        to deal. Numbers are nan as in :meth:`by_seat`.

        Raises:
            RulesError: if there is no such player.
        """
        return self._by_shift(player, self._plan.first_to_speak)

    def _by_shift(
        self, player: int | str, first_of: Callable[[int], int]
    ) -> tuple[tuple[float, float], ...]:
        number, sign = self._number("player", player), self._plan.sign()
        values: list[list[float]] = [[] for _ in range(self.seats)]
        for deal, hands in enumerate(self.played):
            first = first_of(deal)
            of_deal = defaultdict[int, list[float]](list)
            for hand in hands:
                found, size = leads(hand.counted, self._plan.sides)
                for seat, lead in enumerate(found):
                    if hand.seats[seat] == number:
                        of_deal[(seat - first) % self.seats].append(sign * lead / size)
            for place, each in of_deal.items():
                values[place].append(fmean(each))
        return tuple(mean_and_error(each) if each else (math.nan, math.nan) for each in values)

    def record(
        self,
        deal: int,
        rotation: int,
        players: Sequence[Entrant] | Mapping[str, Entrant] | None = None,
    ) -> Record:
        """Play a hand of the match again, and return it as a record.

        Args:
            deal: the number of the deal, from 0.
            rotation: the number of the hand among those of the deal, from 0.
            players: the players of the match in their order, as in :func:`play`; ``None`` for those
                that played, or that have the names in the file.

        Raises:
            RulesError: if there is no such hand, or the number of players differs.
            PlayerError: if there is no player of a name; pass ``players`` then.
            RecordError: if the game is not in ``GAMES``.
            ArenaError: if the points differ from those of the match, or a player has changed since,
                or uses more than the view and the random numbers.

        >>> from twowaystreet.arena import play
        >>> results = play("twos", ["simple", "random"], deals=2)
        >>> results.record(1, 0).state.scores == results.played[1][0].points
        True
        """
        deal = whole("deal", deal, 0, self.deals - 1)
        rotation = whole("rotation", rotation, 0, len(self.played[0]) - 1)
        points = self.played[deal][rotation].points
        record: Record = self._plan_with(players).record(deal, rotation, points)
        return record

    def verify(
        self, hands: int = 50, players: Sequence[Entrant] | Mapping[str, Entrant] | None = None
    ) -> Verified:
        """Play hands of the match again, and find players that use more than their view.

        Each hand is of another deal. It is played here after another hand of its deal, and alone:
        each player has a process in which the deal was not played. A player that moves otherwise
        there kept something of the deal, read what is not in its view, looked at a clock, such as
        a search with ``seconds``, or took the order of a set. Other faults, such as late moves, are
        told as such. Of players that no other process can load, only the points can differ.

        Args:
            hands: the most hands, 1 or more, which follow from the seed.
            players: the players of the match, as in :meth:`record`.

        Raises:
            RulesError: if the number of hands is below 1, or that of players differs.
            PlayerError: if there is no player of a name; pass ``players`` then.
            RecordError: if the game is not in ``GAMES``.
            ArenaError: if a player has changed since the match.

        >>> from twowaystreet.arena import play
        >>> print(play("twos", ["simple", "random"], deals=5).verify(hands=2))
        2 hands played again: none differ
        """
        hands = whole("hands", hands, 1)
        found: Verified = self._plan_with(players).verify(self.played, hands)
        return found

    def _plan_with(self, players: object) -> Above:
        given = (self._given or self.players) if players is None else players
        return self._plan.with_players(given)

    def times_table(self) -> str:
        """Return the thinking times in milliseconds as a table, by player and phase."""
        rows: list[Sequence[str]] = [("player", "phase", "decisions", "mean", "95 %", "most")]
        for name, phases in zip(self.players, self._phases, strict=True):
            for phase, found in phases.items():
                if found.times:
                    times = (found.mean, found.percentile_95, found.most)
                    shown = [f"{1000 * time:.3g} ms" for time in times]
                    rows.append((printable(name), printable(phase), f"{len(found.times)}", *shown))
        return "\n".join(table_lines(rows, words=2))

    def _number(self, field: str, player: int | str) -> int:
        number = as_int(player)
        if is_int(number) and 0 <= number < len(self.players):
            return number
        if isinstance(player, str) and self.players.count(player) == 1:
            return self.players.index(player)
        expected = f"0 to {len(self.players) - 1}, or a name of {', '.join(self.players)}"
        raise RulesError(field, player, f"{expected} that only one player has")

    def to_dict(self) -> plain_data.Object:
        """Return the results as plain data, without thinking times and with ``None`` for nan."""
        names = (
            "game rules players digests seed seats version deals hands faults first_faults digest"
        )
        found = {name: getattr(self, name) for name in names.split()}
        found["adjusted"] = self._plan.adjusted
        exact: plain_data.Object = plain_data.exact(found | self._estimates_as_plain())
        return exact

    def _estimates_as_plain(self) -> plain_data.Object:
        raise NotImplementedError

    def _title(self, seating: str) -> str:
        deals = f"{self.deals} deals, {self.hands} hands"
        adjusted = ", adjusted" if self._plan.adjusted else ""
        return f"{self.game}, {seating}{adjusted}, seed {self.seed}: {deals}"

    def _over(self, first: int, second: int) -> str:
        return " over ".join(printable(self.players[each]) for each in (first, second))

    @property
    def unit(self) -> str:
        """The unit of differences; in games that count down points are saved."""
        return "points per hand" if self._plan.sign() > 0 else "points saved per hand"

    def _fault_words(self, player: int) -> str:
        faults = self.faults[player].items()
        return ", ".join(f"{count} {kind}" for kind, count in faults) or "none"

    def _messages(self) -> Iterator[str]:
        if not has_rule_of_thumb(self._plan.game):
            both = zip(self.players, self._given or self.players, strict=True)
            for name in dict.fromkeys([name for name, one in both if _is_simple(one)]):
                told = f"{self.game} has no rule of thumb, which Game(player=...) gives"
                yield f"{printable(name)} plays at random, as {told}"
        for name, firsts in zip(self.players, self.first_faults, strict=True):
            for kind, (deal, message) in firsts.items():
                yield f"{printable(name)}, {kind}, first in deal {deal}: {printable(message)}"
        if any(self.first_faults):
            yield "All messages are in the file of the match: out=, or --out at the command line"


def _is_simple(entrant: object) -> bool:
    return entrant is simple or (isinstance(entrant, str) and entrant == "simple")


def whole(field: str, given: object, least: int, most: int | None = None) -> int:
    """Check a whole number."""
    number = as_int(given)
    if not is_int(number) or number < least or (most is not None and number > most):
        span = f", {least} or more" if most is None else f" from {least} to {most}"
        raise RulesError(field, given, f"a whole number{span}")
    return number


def table_lines(rows: Sequence[Sequence[str]], words: int = 1) -> Iterator[str]:
    """Yield the lines of a table, its first columns of words and the others of numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = zip(row, widths, strict=True)
        yield "  ".join(
            f"{cell:<{width}}" if at < words else f"{cell:>{width}}"
            for at, (cell, width) in enumerate(cells)
        ).rstrip()


def shown(mean: float, error: float) -> str:
    """Return a mean and its error for a table; a single deal has no error."""
    return f"{mean:+.2f}" if math.isnan(error) else f"{mean:+.2f} ± {error:.2f}"


def printable(text: str) -> str:
    """Return a text from a player or a file, which can hold any characters, for the terminal."""
    return text if text.isprintable() else repr(text)


def plain_estimate(mean: float, error: float) -> dict[str, float | None]:
    """Return a mean and its error as plain data, with ``None`` for nan."""
    return {"mean": mean, "error": None if math.isnan(error) else error}
