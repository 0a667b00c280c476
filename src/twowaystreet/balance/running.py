"""The pass over hands and the samples, with one or two rules on the same deals."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
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
from twowaystreet.balance import rows as tidy
from twowaystreet.balance import samples
from twowaystreet.balance.hands import BLOCK, Hands, Table
from twowaystreet.balance.measures import Bins, columns_of, measured
from twowaystreet.balance.reports import Comparison, Difference, Equality, Report
from twowaystreet.balance.sums import Key, Sums, holm, normal
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


@attrs.frozen
class _Plan:
    """Blocks of hands, or observations of another kind, with each rules."""

    kind: str
    tables: tuple[Table, ...]
    size: int
    phases: tuple[str, ...]

    time_limit: None = None

    def play(self, first: int, stop: int) -> Iterator[list[Any]]:  # Any: hands or columns
        for number in range(first, stop):
            if self.kind == HANDS:
                size = min(BLOCK, self.size - number * BLOCK)
                yield [table.play(number, size, self.phases) for table in self.tables]
            else:
                yield [samples.OBSERVED[self.kind](table, number) for table in self.tables]


@attrs.define
class Run:
    """What is known so far."""

    tables: tuple[Table, ...]
    labels: tuple[str, ...]
    phases: tuple[str, ...]
    sums: dict[str, Sums] = attrs.field(factory=lambda: {kind: Sums() for kind in SIZES})
    bins: Bins | None = None
    differing: int = 0
    kept: list[list[Hands]] = attrs.field(factory=list[list[Hands]])

    def add(self, together: list[Hands], *, keep: bool) -> None:
        """Add a block of hands, with each rules."""
        bins = self.bins = self.bins or Bins.of(together[0].points)
        pairs = zip(together, self.tables, strict=True)
        columns = [columns_of(each, table.course, self.phases, bins) for each, table in pairs]
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
            measures=tuple(measured(*each) for each in self.known(rules)),
            tests=tuple(self._tests(rules)),
            unused=tuple(self._unused(rules)),
            rows=tidy.joined(kept, self.phases) if kept else None,
        )

    def _tests(self, rules: int) -> Iterator[Equality]:
        sums = self.sums[HANDS]
        if sums.count < FEWEST:
            return
        known = [*sums.known(rules)]
        groups = [[each for each in known if each[1].group == name] for name in ("seats", "places")]
        tested = [(keys[0][1].group, sums.equality(keys)) for keys in groups if keys]
        corrected = holm([p for _, (_, _, p) in tested])
        for (name, one), p in zip(tested, corrected, strict=True):
            yield Equality(name, *one, p)

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
        tested = [
            (before, after.value, sums.difference(first, second))
            for sums, first in self.known(0)
            if (second := (1, first[1])) in others
            for before, after in [(measured(sums, first), measured(sums, second))]
            if min(before.count, after.count) >= FEWEST
        ]
        corrected = holm([normal(found) for _, _, found in tested])
        differences = [
            Difference(before.name, before.words, before.value, after, *found, p)
            for (before, after, found), p in zip(tested, corrected, strict=True)
        ]
        deals = [shuffle(table.start(), generator(table.seed)) for table in self.tables]
        return Comparison(
            first=self.report(0),
            second=self.report(1),
            shared=deals[0] == deals[1],
            differing=self.differing,
            differences=tuple(sorted(differences, key=_certainty, reverse=True)),
        )


def _certainty(found: Difference) -> float:
    if found.error:
        return abs(found.value) / found.error
    return float("inf") if found.value else 0.0


def run(
    game: Game | str, rules: Sequence[object], result: Callable[[Run], Result], settings: Settings
) -> Result:
    """Play with each rules; return the result, or give it to the exception that ends the run."""
    sizes: dict[str, Any] = {**SIZES}  # Any: not checked yet
    if settings.get("seconds") is not None:
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
    phases = tuple(dict.fromkeys(phase for table in tables for phase in table.course.options))
    state = Run(tables, _labels(found, [start.rules for start in starts]), phases)
    with carrying(lambda: result(state) if state.sums[HANDS].count else None):
        for kind, size in sizes.items():
            _play(state, _Plan(kind, tables, size, phases), settings)
    return result(state)


def _labels(game: Game, rules: Sequence[Any]) -> tuple[str, ...]:  # Any: options of a game
    """Return the options of each rules in words that differ from the other's, or the usual ones."""
    words = [chosen_options(game, each) for each in (*rules, game.new_game().rules)]
    others = words[1], words[0]
    pairs = zip(words[: len(rules)], others, strict=False)
    return tuple("; ".join(each for each in mine if each not in other) for mine, other in pairs)


def _play(state: Run, plan: _Plan, settings: Settings) -> None:
    seconds, csv = settings.get("seconds"), settings.get("csv")
    end = monotonic() + seconds if seconds is not None and plan.kind == HANDS else None
    sums, keep = state.sums[plan.kind], settings.get("rows", False)
    units = -(-plan.size // BLOCK) if plan.kind == HANDS else plan.size
    with contextlib.closing(hands_in_order(plan, 0, units, settings.get("executor"))) as played:
        for together in played:
            if plan.kind == HANDS:
                if csv:
                    tidy.write(csv, together, sums.count, state.phases, state.labels)
                state.add(together, keep=keep)
            else:
                sums.add(1, together)
            if progress := settings.get("progress"):
                progress(plan.kind, sums.count, plan.size)
            if end is not None and monotonic() > end:
                return
