"""The functions that play a match or a gauntlet, and read the file of one."""

from __future__ import annotations

import contextlib
import os
from array import array
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from hashlib import blake2b
from itertools import islice
from operator import sub
from pathlib import Path
from statistics import fmean

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.seats import Sides, leads
from twowaystreet._util.numbers import is_int
from twowaystreet.arena import running
from twowaystreet.arena.hands import HandLine, Seating, pairings
from twowaystreet.arena.luck import Share
from twowaystreet.arena.plan import MatchPlan, game_or_place
from twowaystreet.arena.played import Entrant, Given, Hand, PhaseResults
from twowaystreet.arena.results import (
    GauntletResults,
    Interrupted,
    MatchFileError,
    Results,
    SequentialTest,
    checked_test,
)
from twowaystreet.errors import RulesError, carrying


class _OfPlayer:
    def __init__(self) -> None:
        self.times: defaultdict[str, array[int]] = defaultdict(lambda: array("q"))
        self.faults = defaultdict[str, Counter[str]](Counter)
        self.all_faults = Counter[str]()
        self.firsts: dict[str, tuple[int, str]] = {}

    def by_phase(self) -> dict[str, PhaseResults]:
        return {
            phase: PhaseResults(
                times=tuple([spent / 10**9 for spent in self.times.get(phase, ())]),
                faults=dict(sorted(self.faults[phase].items())),
            )
            for phase in dict.fromkeys([*self.times, *self.faults])
        }


class _Tally:
    def __init__(self, plan: MatchPlan, test: SequentialTest | None = None) -> None:
        self.plan, self.test = plan, test
        self._digest = blake2b(running.line_of(plan.header()), digest_size=16)
        self._played: list[tuple[Hand, ...]] = []
        self._leads: list[tuple[float, ...]] = []
        self._known: dict[Hand, Hand] = {}
        self._of = [_OfPlayer() for _ in plan.names]
        self._share = Share()

    @property
    def deals(self) -> int:
        return len(self._played)

    @property
    def is_decided(self) -> bool:
        return self.test is not None and self.test.decision is not None

    def add(self, lines: Sequence[HandLine], line: bytes) -> None:
        self._digest.update(line)
        for hand in lines:
            seats = hand["seats"]
            for fault in hand["faults"]:
                found, kind = self._of[seats[fault["seat"]]], fault["kind"]
                found.faults[fault.get("phase", "unknown")][kind] += 1  # in files of version 0.2.0
                found.all_faults[kind] += 1
                found.firsts.setdefault(kind, (self.deals, fault["message"]))
            for phase, decisions in hand.get("times", {}).items():
                for seat, spent in decisions:
                    self._of[seats[seat]].times[phase].append(spent)
        # Equal hands are one object, as a long match has many of them.
        played = [Hand(tuple(hand["seats"]), tuple(hand["points"])) for hand in lines]
        if self.plan.adjusted:
            played = self._adjusted(played, [hand.get("luck", []) for hand in lines])
        hands = tuple([self._known.setdefault(hand, hand) for hand in played])
        self._played.append(hands)
        if self.plan.is_gauntlet:
            return
        leads = self._compared(hands)
        self._leads.append(leads)
        if self.test:
            others = fmean(leads[1:])
            self.test.add((1 - 1 / len(self.plan.sides)) * (leads[0] - others))

    def _adjusted(self, hands: Sequence[Hand], lucks: Sequence[list[float]]) -> list[Hand]:
        """Return the hands of a deal with the share of luck that earlier deals have shown."""
        share, before = self._share.now, self._compared(hands)
        after = self._compared(self._less(hands, lucks, 1))
        self._share.add(before, [*map(sub, before, after)])
        return self._less(hands, lucks, share)

    def _less(
        self, hands: Sequence[Hand], lucks: Sequence[list[float]], share: float
    ) -> list[Hand]:
        # Luck is in payoffs, which are leads over the others, not over the mean.
        part = share * self.plan.sign() * (1 - 1 / len(self.plan.sides))
        less = [[part * each for each in luck] for luck in lucks]
        return [
            attrs.evolve(hand, adjusted=tuple(map(sub, hand.points, each)))
            for hand, each in zip(hands, less, strict=True)
        ]

    def _compared(self, hands: Sequence[Hand]) -> tuple[float, ...]:
        """Return what a deal says of players: their leads, or in a gauntlet the differences."""
        if self.plan.is_gauntlet:
            return tuple([each for (each,) in differences(self.plan, [hands]).values()])
        return leads_of(hands, len(self.plan.names), self.plan.sign(), self.plan.sides)

    def results(self) -> Results | GauntletResults:
        plan, header, test = self.plan, self.plan.header(), self.test
        shared: plain_data.Object = {
            **{key: header[key] for key in ("game", "rules", "seed", "version")},
            "players": plan.names,
            "digests": plan.digests or (None,) * len(plan.names),
            "seats": plan.rules.seats,
            "sides": len(plan.sides),
            "played": tuple(self._played),
            "faults": tuple(dict(sorted(each.all_faults.items())) for each in self._of),
            "first_faults": tuple(dict(sorted(each.firsts.items())) for each in self._of),
            "digest": self._digest.hexdigest(),
            "phases": tuple(each.by_phase() for each in self._of),
            "plan": attrs.evolve(plan, players=()),
            "given": Given(plan.players),
        }
        if plan.is_gauntlet:
            return GauntletResults(**shared, differences=differences(plan, self._played))
        sprt, decision = ((test.low, test.high), test.decision) if test else (None, None)
        leads = tuple(self._leads)
        return Results(**shared, seating=plan.seating, leads=leads, sprt=sprt, decision=decision)

    def so_far(self) -> Results | GauntletResults | None:
        return self.results() if self.deals else None


def leads_of(hands: Sequence[Hand], players: int, sign: int, sides: Sides) -> tuple[float, ...]:
    """Return each player's lead in one deal: the mean of its payoffs."""
    sums: list[float] = [0] * players
    seats, size = [0] * players, 1
    for hand in hands:
        found, size = leads(hand.counted, sides)
        for player, lead in zip(hand.seats, found, strict=True):
            sums[player] += lead
            seats[player] += 1
    # Whole numbers up to the division, so that equal leads are equal numbers.
    return tuple(sign * each / (count * size) for each, count in zip(sums, seats, strict=True))


def differences(
    plan: MatchPlan, played: Sequence[Sequence[Hand]]
) -> dict[tuple[int, int, str], tuple[float, ...]]:
    """Return the points per hand of one player less those of another by deal, more if better."""
    found: dict[tuple[int, int, str], tuple[float, ...]] = {}
    sign, start = plan.sign(), 0
    for first, second, seating, ways in pairings(len(plan.names), plan.sides):
        part = slice(start, start := start + len(ways))
        found[first, second, seating] = tuple(
            [sign * _difference(hands[part], first) for hands in played]
        )
    return found


def _difference(hands: Sequence[Hand], first: int) -> float:
    total: float = 0
    share = 1
    for hand in hands:
        seats, own = len(hand.seats), hand.seats.count(first)
        pairs = zip(hand.counted, hand.seats, strict=True)
        of_first = sum(points for points, seat in pairs if seat == first)
        total += seats * of_first - own * sum(hand.counted)
        share = own * (seats - own)
    # Whole numbers up to the division, so that equal differences are equal numbers.
    return total / (share * len(hands))


def play(
    game: Game | str,
    players: Sequence[Entrant] | Mapping[str, Entrant],
    *,
    deals: int = 1000,
    rules: object = None,
    seed: int = 0,
    seating: Seating | str = Seating.ROTATE,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = True,
    progress: Callable[[int, int], object] | None = None,
    sprt: tuple[float, float] | None = None,
    time_limit: float | None = None,
    times: bool = False,
    adjusted: bool = False,
) -> Results:
    """Play a match and return its results.

    The results follow from the arguments and the version alone, and are equal with every executor,
    but for a time limit and players that use more than their view and their random numbers.

    Each hand is the first of a game with seat 0 as dealer. A player that makes a fault is replaced
    by a random player for the rest of the hand; ``Results.faults`` counts the faults. A hand in
    which 100 deals are thrown in gives no points.

    Args:
        game: the game, its name, or its place, such as ``whist.py:GAME`` or
            ``package.module:GAME``; a game at a place is added to ``GAMES``.
        players: two or more players, at most one a seat; in games with partners, at most one a
            side. Each is a function, a factory, a class or a name that
            :func:`~twowaystreet.players.by_name` reads. A dict gives them other names.
        deals: the number of deals, 1 or more.
        rules: the options of the game; ``None`` for the defaults.
        seed: the seed, any whole number.
        seating: the seating, as in :class:`Seating`.
        executor: an executor of :mod:`concurrent.futures`, of Dask or of another library, which
            plays the deals; ``None`` to play them here. For other processes, the game and the
            players need a name or a place in a module.
        out: a file for all hands; the format is on the page :doc:`/arena`.
        resume: True to go on with the match in the file. False to begin anew, and lose it.
        progress: a function that gets the numbers of finished and of all deals, after each deal.
        sprt: two differences between the first player and the others, in points per hand, the
            smaller first. A sequential test ends the match when it accepts one; 5 of 100 are wrong.
        time_limit: the most seconds for a move. Each player then plays in processes of its own.
        times: True to measure the thinking time of each decision, for ``Results.by_phase`` and the
            file, which then differs from run to run.
        adjusted: True to take the luck of the cards out of the payoffs, by playouts: that of draws,
            and that of deals if the seating is ``fresh``, as otherwise players share it. The means
            stay fair, exactly so if nobody sees a card of the stock before it is drawn. The page
            :doc:`/arena` says what it gains.

    Raises:
        RulesError: if an argument has another type or value.
        PlayerError: if a player is none, or there is none of this name.
        ArenaError: if the file has another header or is damaged; if a player in it has changed, or
            may have (see :func:`versioned`); if another process cannot load the game or a player;
            or if deals failed twice, as their worker died.
        OSError: if the file cannot be read or written.
        Interrupted: after Ctrl-C; a ``KeyboardInterrupt``.

    Each exception that ends a match, also one of ``progress`` or a ``MemoryError``, has the
    attribute ``results``: the results of the finished deals, or ``None`` before the first.

    >>> from twowaystreet.players import at_random, simple
    >>> results = play("twos", [simple, at_random], deals=30)
    >>> print(results)
    twos, rotate, seed 0: 30 deals, 60 hands
    points per hand          difference
    simple over at_random  +2.92 ± 0.41
    simple over at_random, 95 %: +2.16 to +3.85, as a few hands decide
    player     rating  faults
    simple       1182    none
    at_random     818    none
    >>> results.digest == play("twos", [simple, at_random], deals=30).digest
    True
    """
    plan = MatchPlan.checked(game, players, rules, seed, seating, time_limit, times, adjusted)
    found = _play(plan, deals, executor, out, resume, progress, checked_test(sprt))
    assert isinstance(found, Results)
    return found


def gauntlet(
    game: Game | str,
    players: Sequence[Entrant] | Mapping[str, Entrant],
    *,
    deals: int = 1000,
    rules: object = None,
    seed: int = 0,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = True,
    progress: Callable[[int, int], object] | None = None,
    time_limit: float | None = None,
    times: bool = False,
    adjusted: bool = False,
) -> GauntletResults:
    """Let each player play against each other in several seatings, and return the results.

    Two players at a time sit at the table. In a game with four seats the first has one seat and the
    second three (``1:3``), the converse (``3:1``), and each has two (``2:2``). A single player has
    each seat in turn; with half of the seats they sit in turn, and swap. In games with two seats
    the seating is ``1:1``, and in games with partners each player takes whole sides. All pairs in
    all seatings play the same deals: with four seats ten hands of each deal for a pair.

    There are 2 to 64 players, also more than seats. All other arguments are those of :func:`play`,
    and with the same seed the deals are those of a match.

    Raises:
        RulesError: as from :func:`play`, and so are the errors below.
        PlayerError: if a player is none, or there is none of this name.
        ArenaError: if the match cannot begin or go on.
        OSError: if the file cannot be read or written.
        Interrupted: after Ctrl-C.

    >>> results = gauntlet("twos", ["simple", "random"], deals=20)
    >>> print(results)
    twos, gauntlet, seed 0: 20 deals, 200 hands
    points per hand              1:3           3:1           2:2
    simple over random  +3.73 ± 0.44  +3.13 ± 0.31  +2.38 ± 0.31
    player  rating            95 %  faults
    simple   +1.54  +1.40 to +1.70    none
    random   -1.54  -1.70 to -1.40    none
    >>> results.warnings
    ()
    """
    plan = MatchPlan.checked(game, players, rules, seed, None, time_limit, times, adjusted)
    found = _play(plan, deals, executor, out, resume, progress, None)
    assert isinstance(found, GauntletResults)
    return found


def _play(
    plan: MatchPlan,
    deals: int,
    executor: Executor | None,
    out: str | os.PathLike[str] | None,
    resume: bool,
    progress: Callable[[int, int], object] | None,
    test: SequentialTest | None,
) -> Results | GauntletResults:
    if not is_int(deals) or deals < 1:
        raise RulesError("deals", deals, "a whole number, 1 or more")
    for field, given, is_right, expected in (
        ("executor", executor, executor is None or hasattr(executor, "submit"), "an executor"),
        ("out", out, out is None or isinstance(out, str | os.PathLike), "the path of a file"),
        ("resume", resume, type(resume) is bool, "True or False"),
        ("progress", progress, progress is None or callable(progress), "a function"),
    ):
        if not is_right:
            raise RulesError(field, given, expected)
    tally = _Tally(plan, test)
    try:
        with carrying(tally.so_far), contextlib.ExitStack() as stack:
            file = None
            if out is not None:
                file = stack.enter_context(running.match_file(out, plan, resume=resume))
                for hands, line in islice(file.kept(), deals):
                    tally.add(hands, line)
                    if tally.is_decided:
                        return tally.results()
            later = running.hands_in_order(plan.play, tally.deals, deals, executor, plan.time_limit)
            stack.callback(later.close)
            for deal, hands in enumerate(later, tally.deals):
                line = running.line_of({"deal": deal, "hands": hands})
                if file:
                    file.write(line)
                tally.add(hands, running.timeless_line(deal, hands, line))
                if progress:
                    progress(deal + 1, deals)
                if tally.is_decided:
                    break
    except KeyboardInterrupt as error:
        raise Interrupted(tally.so_far()).with_traceback(error.__traceback__) from None
    return tally.results()


def read(
    path: str | os.PathLike[str], *, game: Game | str | None = None
) -> Results | GauntletResults:
    """Return the results in the file of a match or a gauntlet, finished or not.

    They are equal to those that :func:`play` or :func:`gauntlet` returned, but for a sequential
    test, which is not in the file. The players are not needed. The file stays as it is; a last line
    without end does not count.

    Args:
        path: the path of the file.
        game: the game or its place, such as ``whist.py:GAME``, if it is not in ``GAMES``.

    Raises:
        RulesError: if there is no such game.
        ArenaError: if the file is damaged or no file of a match, if its game is not known, or
            before the end of the first deal. Its ``results`` are those of the deals before a
            damaged line.
        OSError: if the file cannot be opened.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     out = Path(folder) / "match.jsonl"
    ...     results = play("twos", ["simple", "random"], deals=5, out=out, times=True)
    ...     found = read(out)
    >>> found == results, len(found.by_phase("simple")["play"].times)
    (True, 260)
    """
    known = None if game is None else game_or_place(game)
    with Path(path).open("rb") as file:
        line = file.readline(running.LONGEST_HEADER)
        plan = running.plan_in(line, str(path), known)
        tally = _Tally(plan)
        with carrying(tally.so_far):
            for hands, line in running.kept_deals(file, str(path), plan):
                tally.add(hands, line)
    if not tally.deals:
        raise MatchFileError(f"{str(path)!r} has no finished deal")
    return tally.results()
