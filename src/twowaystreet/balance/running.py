"""The pass over hands and the samples, with one or two rules on the same deals."""

from __future__ import annotations

import contextlib
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from time import monotonic
from typing import IO, Any, Final, TypedDict, TypeVar

import attrs
import numpy as np
from typing_extensions import Unpack

from twowaystreet._core import plain_data
from twowaystreet._core.display.options import chosen_options
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.verbs import shuffle
from twowaystreet._util.numbers import GREATEST, is_int, listed
from twowaystreet.arena.entrants import name_of
from twowaystreet.arena.hands import generator
from twowaystreet.arena.plan import checked_players, game_or_place
from twowaystreet.arena.played import Entrant, whole
from twowaystreet.arena.running import hands_in_order
from twowaystreet.balance.hands import Hands, Table, joined, write
from twowaystreet.balance.reports import TESTED, Comparison, Report
from twowaystreet.balance.samples import OBSERVED
from twowaystreet.balance.sums import Ints, Named, Sums, columns_of, tested
from twowaystreet.errors import RulesError, carrying

_BARS: Final = 24  # the bars of a distribution, or few more
HANDS: Final = "hands"
SIZES: Final = {HANDS: 10_000, "matches": 100, "information": 50, "skill": 0}  # usual numbers
_METHODS: Final = {"executor": "submit", "csv": "write", "progress": "__call__"}
Result = TypeVar("Result")


class Settings(TypedDict, total=False):
    """The settings of a report, which :func:`report` describes."""

    player: Entrant
    hands: int | None
    seconds: float | None
    seed: int
    matches: int
    information: int
    skill: int
    executor: Executor | None
    rows: bool
    csv: IO[str] | None
    progress: Callable[[str, int, int], object] | None


def _observed(
    observe: Callable[[Table, int], Any], tables: Sequence[Table], first: int, stop: int
) -> Iterator[list[Any]]:  # Any: a block of hands, or columns
    """Yield what is observed with each rules."""
    return ([observe(table, number) for table in tables] for number in range(first, stop))


@attrs.define
class Run:
    """What is known so far."""

    tables: tuple[Table, ...]
    labels: Sequence[str]  # the options in words that differ from the other's, or the usual ones
    sums: dict[str, Sums] = attrs.field(factory=lambda: {kind: Sums() for kind in SIZES})
    bars: Ints | None = None
    orders: list[set[tuple[int, ...]]] = attrs.field(factory=lambda: [set(), set()])
    differing: int = 0
    kept: list[list[Hands]] = attrs.field(factory=list[list[Hands]])

    def add(self, together: list[Hands], *, keep: bool) -> None:
        """Add a block of hands, with each rules."""
        if self.bars is None:
            low, high = np.quantile(together[0].points, [0.005, 0.995]).astype(np.int64).tolist()
            width = 1 + (high - low) // _BARS  # few points are beyond the ends
            self.bars = np.arange(low // width * width, high + 1, width, dtype=np.int64)
        for orders, hands in zip(self.orders, together, strict=False):
            orders.update(map(tuple, np.unique(hands.places, axis=0).tolist()))
        differs = together[0].payoffs != together[-1].payoffs
        self.differing += int(differs.any(axis=1).sum())
        self.sums[HANDS].add(len(differs), [columns_of(each, self.bars) for each in together])
        if keep:
            self.kept.append(together)

    def known(self, rules: int) -> Iterator[tuple[Sums, Named]]:
        """Yield the measures that have a value, each with its sums; seats may be places."""
        order, *others = self.orders[rules]
        for sums in self.sums.values():
            words = {each.name: each.words for each in sums.known(rules)}
            for each in sums.known(rules):
                if others or each.group not in TESTED:
                    yield sums, each
                elif each.group == "seats":
                    seat = int(each.name.rpartition(".")[2])
                    told = f"{words[f'payoff.place.{order[seat]}']} (seat {seat})"
                    yield sums, attrs.evolve(each, words=told)

    def report(self, rules: int = 0) -> Report:
        """Return the report about one of the rules."""
        table, kept = self.tables[rules], [each[rules] for each in self.kept]
        found = [sums.measure(each, rules) for sums, each in self.known(rules)]
        of_seats = tested([each for each in found if each.group in TESTED])
        measures = {each.name: each for each in (*found, *of_seats)}
        unused, player = list[str](), name_of(table.player)
        for phase, labels in table.course[0].items():
            if never := [repr(each) for each in labels if f"share.{phase}.{each}" not in measures]:
                chose = f"{player} never chose {listed(never, 'or')} in the phase {phase}"
                unused.append(f"{chose}: this report says nothing about it.")
        return Report(
            game=table.game.name, title=table.game.title, label=self.labels[rules],
            rules=plain_data.to_plain(table.start().rules), player=player, seed=table.seed,
            version=str(sys.modules[__name__.partition(".")[0]].__version__),
            seats=table.rules.seats, hands=self.sums[HANDS].count,
            measures=tuple(measures.values()), unused=tuple(unused),
            rows=joined(kept) if kept else None,
        )  # fmt: skip

    def comparison(self) -> Comparison:
        """Return what differs between both rules."""
        both = {each for _, each in self.known(1)}
        found = [sums.measure(each, 1, 0) for sums, each in self.known(0) if each in both]
        deals = [shuffle(table.start(), generator(table.seed)) for table in self.tables]
        return Comparison(
            first=self.report(0), second=self.report(1), shared=deals[0] == deals[1],
            differing=self.differing, differences=tuple(tested(found)),
        )  # fmt: skip


def report(game: Game | str, *, rules: object = None, **settings: Unpack[Settings]) -> Report:
    """Play many hands of a game and return what they say about it.

    Each hand is the first of a game with seat 0 as dealer. ``simple`` and ``at_random`` play
    compiled hands; other players go through ``apply``. The report follows from the arguments and
    the version, but for ``seconds``.

    Args:
        game: the game, its name, or its place, such as ``whist.py:GAME``.
        rules: the options of the game; ``None`` for the defaults.
        **settings: the settings, all of which may be left out. ``player`` is the player in all
            seats (``simple``), ``hands`` the number of hands (10 000), ``seconds`` the time after
            which no more are played, ``seed`` the seed. With ``seconds`` alone there are as many
            hands as the time allows. ``matches`` (100) are played for their length, the changes of
            the lead and legal moves, ``information`` hands (50) for the bits that a seat does not
            know, ``skill`` deals (0, as they take long) for the ladder of players. ``executor``
            plays the hands elsewhere, as in the arena. ``rows=True`` keeps all rows in
            ``Report.rows``, and ``csv`` is a text file to which they go. ``progress`` gets a word
            for what is played, and the numbers of what is done and of all.

    Raises:
        RulesError: if an argument has another type or value.
        PlayerError: if the player is none.
        ArenaError: if the player makes a fault, or another process cannot load it.

    Each exception, also Ctrl-C, has the attribute ``results``: the report so far, or ``None``.

    >>> found = report("street", hands=2000, matches=5, information=2)
    >>> print(found["payoff.seat.3"])
    payoff of the last to speak (seat 3): 1.023 ± 0.077
    """
    return _run(game, [rules], Run.report, settings)


def compare(
    game: Game | str, first: object, second: object, **settings: Unpack[Settings]
) -> Comparison:
    """Play the same deals with two rules and return the differences of all measures.

    Args:
        game: the game, its name or its place.
        first: the first rules.
        second: the second rules, with as many seats.
        **settings: the settings of :func:`report`.

    Raises:
        RulesError: if an argument has another type or value.
        PlayerError: if the player is none.
        ArenaError: if the player makes a fault, or another process cannot load it.

    >>> from twowaystreet.games import street
    >>> both = street.Rules(), street.Rules(exchange="optional")
    >>> found = compare("street", *both, hands=1000, matches=2, information=0)
    >>> found.shared, found.differing
    (True, 0)
    """
    return _run(game, [first, second], Run.comparison, settings)


def _run(
    game: Game | str, rules: Sequence[object], result: Callable[[Run], Result], settings: Settings
) -> Result:
    """Play with each rules; return the result, or give it to the exception that ends the run."""
    for name in settings.keys() - Settings.__annotations__.keys():
        raise RulesError(name, settings.get(name), f"one of {', '.join(Settings.__annotations__)}")
    for name, method in _METHODS.items():
        if (given := settings.get(name)) is not None and not hasattr(given, method):
            raise RulesError(name, given, f"an object with the method {method}")
    seconds: Any = settings.get("seconds")  # Any: not checked yet
    if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 0):
        raise RulesError("seconds", seconds, "a number, 0 or more")
    usual = SIZES if seconds is None else {**SIZES, HANDS: GREATEST}
    given = {kind: usual[kind] if (own := settings.get(kind)) is None else own for kind in SIZES}
    sizes = {kind: whole(kind, number, int(kind == HANDS)) for kind, number in given.items()}
    player, seed = settings.get("player", "simple"), settings.get("seed", 0)
    if not is_int(seed):
        raise RulesError("seed", seed, "a whole number")
    found = game_or_place(game)
    starts = [found.new_game(each) for each in rules]
    checked_players([player], starts[0])
    if len({*(seats := [start.rules.seats for start in starts])}) > 1:
        raise RulesError("rules", seats, "as many seats in both rules")
    tables = tuple(Table(found, start.rules, player, seed) for start in starts)
    words = [chosen_options(found, each.rules) for each in (*starts, found.new_game())]
    pairs = zip(words[:-1], (words[1], words[0]), strict=False)
    labels = ["; ".join(each for each in mine if each not in other) for mine, other in pairs]
    state = Run(tables, labels)
    with carrying(lambda: result(state) if state.sums[HANDS].count else None):
        for kind, size in sizes.items():
            _play(state, kind, size, settings)
    return result(state)


def _play(state: Run, kind: str, size: int, settings: Settings) -> None:
    seconds, csv = settings.get("seconds"), settings.get("csv")
    end = monotonic() + seconds if seconds is not None and kind == HANDS else math.inf
    sums = state.sums[kind]
    block = min(table.block for table in state.tables) if kind == HANDS else 1
    hands = partial(Table.play, most=block, hands=size)
    play = partial(_observed, OBSERVED.get(kind, hands), state.tables)
    stop, executor = -(-size // block), settings.get("executor")
    with contextlib.closing(hands_in_order(play, 0, stop, executor)) as played:
        for together in played:
            if kind == HANDS:
                if csv:
                    write(csv, together, sums.count, state.labels)
                state.add(together, keep=settings.get("rows", False))
            else:
                sums.add(1, together)
            if progress := settings.get("progress"):
                progress(kind, sums.count, size)
            if monotonic() > end:
                return
