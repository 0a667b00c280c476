"""The pass over hands and the samples, with one or two rules on the same deals."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from functools import partial
from time import monotonic
from typing import IO, Any, Final, TypedDict, TypeVar

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.display.options import chosen_options
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.verbs import shuffle
from twowaystreet._util.numbers import GREATEST, is_int, listed
from twowaystreet.arena.entrants import name_of
from twowaystreet.arena.hands import generator
from twowaystreet.arena.plan import checked_players, game_or_place
from twowaystreet.arena.played import Entrant
from twowaystreet.arena.running import hands_in_order
from twowaystreet.balance import samples
from twowaystreet.balance.hands import Hands, Table, joined, write
from twowaystreet.balance.reports import TESTED, Comparison, Report
from twowaystreet.balance.sums import Ints, Key, Sums, bars_of, columns_of, tested
from twowaystreet.errors import RulesError, carrying

FEWEST: Final = 30  # observations of a measure that is tested
HANDS: Final = "hands"
SIZES: Final = {HANDS: 10_000, "matches": 100, "information": 50, "skill": 0}
"""How often each kind of observation is made, if a call says nothing."""
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
    kind: str, tables: tuple[Table, ...], size: int, first: int, stop: int
) -> Iterator[list[Any]]:  # Any: hands or columns
    """Yield blocks of hands, or observations of another kind, with each rules."""
    for number in range(first, stop):
        if kind == HANDS:
            block = min(tables[0].block, size - number * tables[0].block)
            yield [table.play(number, block) for table in tables]
        else:
            yield [samples.OBSERVED[kind](table, number) for table in tables]


@attrs.define
class Run:
    """What is known so far."""

    tables: tuple[Table, ...]
    labels: tuple[str, ...]
    sums: dict[str, Sums] = attrs.field(factory=lambda: {kind: Sums() for kind in SIZES})
    bars: Ints | None = None
    differing: int = 0
    kept: list[list[Hands]] = attrs.field(factory=list[list[Hands]])

    def add(self, together: list[Hands], *, keep: bool) -> None:
        """Add a block of hands, with each rules."""
        bars = self.bars = bars_of(together[0].points) if self.bars is None else self.bars
        pairs = zip(together, self.tables, strict=True)
        columns = [columns_of(each, table.course, bars) for each, table in pairs]
        first, second = together[0].payoffs, together[-1].payoffs
        self.differing += int((first != second).any(axis=1).sum())
        self.sums[HANDS].add(len(first), columns)
        if keep:
            self.kept.append(together)

    def known(self, rules: int) -> Iterator[tuple[Sums, Key]]:
        """Yield the measures that have a value, without payoffs of a choice that all seats make."""
        for sums in self.sums.values():
            for key in sums.known(rules):
                choices = key[1].below.startswith("share.")
                if not choices or sums.divisor(key) < sums.total((rules, key[1].group)):
                    yield sums, key

    def report(self, rules: int = 0) -> Report:
        """Return the report about one of the rules."""
        table = self.tables[rules]
        kept = [each[rules] for each in self.kept]
        found = [sums.measure(key) for sums, key in self.known(rules)]
        of_seats = [each for each in found if each.group in TESTED and each.count >= FEWEST]
        corrected = {each.name: each for each in tested(of_seats)}
        return Report(
            game=table.game.name,
            title=table.game.title,
            label=self.labels[rules],
            rules=plain_data.to_plain(table.start().rules),
            player=name_of(table.player),
            seed=table.seed,
            version=str(sys.modules[__name__.partition(".")[0]].__version__),
            seats=table.seats,
            hands=self.sums[HANDS].count,
            measures=tuple(corrected.get(each.name, each) for each in found),
            unused=tuple(self._unused(rules)),
            rows=joined(kept) if kept else None,
        )

    def _unused(self, rules: int) -> Iterator[str]:
        table, known = self.tables[rules], {named.name for _, (_, named) in self.known(rules)}
        for phase, labels in table.course.options.items():
            if unused := [each for each in labels if f"share.{phase}.{each}" not in known]:
                never = listed([*map(repr, unused)], "or")
                chose = f"{name_of(table.player)} never chose {never} in the phase {phase}"
                yield f"{chose}: this report says nothing about it."

    def comparison(self) -> Comparison:
        """Return what differs between both rules."""
        others = dict.fromkeys(key for _, key in self.known(1))
        found = [
            sums.difference(first, (1, first[1]))
            for sums, first in self.known(0)
            if (1, first[1]) in others
        ]
        deals = [shuffle(table.start(), generator(table.seed)) for table in self.tables]
        return Comparison(
            first=self.report(0),
            second=self.report(1),
            shared=deals[0] == deals[1],
            differing=self.differing,
            differences=tuple(tested([each for each in found if each.count >= FEWEST])),
        )


def run(
    game: Game | str, rules: Sequence[object], result: Callable[[Run], Result], settings: Settings
) -> Result:
    """Play with each rules; return the result, or give it to the exception that ends the run."""
    for name in settings.keys() - Settings.__annotations__.keys():
        raise RulesError(name, settings.get(name), f"one of {', '.join(Settings.__annotations__)}")
    seconds: Any = settings.get("seconds")  # Any: not checked yet
    if seconds is not None and not (isinstance(seconds, int | float) and seconds >= 0):
        raise RulesError("seconds", seconds, "a number, 0 or more")
    sizes: dict[str, Any] = {**SIZES}  # Any: as above
    if seconds is not None:
        sizes[HANDS] = GREATEST
    sizes |= {kind: settings.get(kind) for kind in SIZES if settings.get(kind) is not None}
    for name, number in sizes.items():
        least = int(name == HANDS)
        if not is_int(number) or number < least:
            raise RulesError(name, number, f"a whole number, {least} or more")
    player, seed = settings.get("player", "simple"), settings.get("seed", 0)
    if not is_int(seed):
        raise RulesError("seed", seed, "a whole number")
    found = game_or_place(game)
    starts = [found.new_game(each) for each in rules]
    checked_players([player], starts[0])
    tables = tuple(Table(found, start.rules, player, seed) for start in starts)
    if len({table.seats for table in tables}) > 1:
        raise RulesError("rules", [table.seats for table in tables], "as many seats in both rules")
    state = Run(tables, _labels(found, [start.rules for start in starts]))
    with carrying(lambda: result(state) if state.sums[HANDS].count else None):
        for kind, size in sizes.items():
            _play(state, kind, size, settings)
    return result(state)


def _labels(game: Game, rules: Sequence[Any]) -> tuple[str, ...]:  # Any: options of a game
    """Return the options of each rules in words that differ from the other's, or the usual ones."""
    words = [chosen_options(game, each) for each in (*rules, game.new_game().rules)]
    others = words[1], words[0]
    pairs = zip(words[: len(rules)], others, strict=False)
    return tuple("; ".join(each for each in mine if each not in other) for mine, other in pairs)


def _play(state: Run, kind: str, size: int, settings: Settings) -> None:
    seconds, csv = settings.get("seconds"), settings.get("csv")
    end = monotonic() + seconds if seconds is not None and kind == HANDS else None
    sums, keep = state.sums[kind], settings.get("rows", False)
    units = -(-size // state.tables[0].block) if kind == HANDS else size
    play = partial(_observed, kind, state.tables, size)
    with contextlib.closing(hands_in_order(play, 0, units, settings.get("executor"))) as played:
        for together in played:
            if kind == HANDS:
                if csv:
                    write(csv, together, sums.count, state.labels)
                state.add(together, keep=keep)
            else:
                sums.add(1, together)
            if progress := settings.get("progress"):
                progress(kind, sums.count, size)
            if end is not None and monotonic() > end:
                return
