"""The pass over hands and the samples, with one or two rules on the same deals."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import chain
from time import monotonic
from typing import IO, Any, Final, TypedDict

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._core import plain_data
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.verbs import shuffle
from twowaystreet._util.numbers import is_int, listed
from twowaystreet.arena.entrants import name_of
from twowaystreet.arena.hands import generator
from twowaystreet.arena.plan import checked_players, game_or_place
from twowaystreet.arena.played import Entrant
from twowaystreet.arena.running import hands_in_order
from twowaystreet.balance import rows as tidy
from twowaystreet.balance import samples
from twowaystreet.balance.hands import BLOCK, Hands, Table
from twowaystreet.balance.measures import Bins, Definition, columns_of, fixed_speaker, of_seats
from twowaystreet.balance.measures import definitions as of_hands
from twowaystreet.balance.reports import Comparison, Difference, Equality, Report
from twowaystreet.balance.sums import Key, Sums, holm, normal
from twowaystreet.errors import RulesError, carrying

FEWEST: Final = 30  # observations of a measure that is tested
SAMPLES: Final = {"matches": ("matches", 100), "information": ("hands", 50), "skill": ("deals", 0)}
"""For each sample what is observed, and how often."""


class Settings(TypedDict, total=False):
    """The settings of a report, which :func:`report` describes."""

    player: Entrant
    hands: int
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
class _Pass:
    """The hands with each rules, block by block."""

    tables: tuple[Table, ...]
    hands: int
    phases: tuple[str, ...]
    phase_of: tuple[dict[type[Move], str], ...]

    time_limit: None = None

    def play(self, first: int, stop: int) -> Iterator[list[Hands]]:
        for block in range(first, stop):
            size = min(BLOCK, self.hands - block * BLOCK)
            pairs = zip(self.tables, self.phase_of, strict=True)
            yield [table.play(block, size, self.phases, phase_of) for table, phase_of in pairs]


@attrs.define
class Run:
    """What is known so far."""

    tables: tuple[Table, ...]
    labels: tuple[str, ...]
    options: dict[str, list[str]]
    legal: list[dict[str, list[str]]]  # by rules
    sums: Sums = attrs.field(factory=Sums)
    bins: Bins | None = None
    differing: int = 0
    kept: list[list[Hands]] = attrs.field(factory=list[list[Hands]])
    observed: dict[str, list[list[samples.Numbers]]] = attrs.field(
        factory=dict[str, list[list[samples.Numbers]]]
    )

    def add(self, together: list[Hands], *, keep: bool) -> None:
        """Add a block of hands, with each rules."""
        self.bins = self.bins or Bins.of(together[0].points)
        columns: dict[Key, npt.NDArray[np.generic]] = {}
        for rules, hands in enumerate(together):
            columns |= columns_of(hands, list(self.options), self.bins, rules)
            for at, phase in enumerate(self.options):
                codes: list[int] = np.unique(hands.chosen[:, :, at]).tolist()
                used = {hands.labels[code] for code in codes if code >= 0}
                self.options[phase] += sorted(used - {*self.options[phase]})
        first, second = together[0].payoffs, together[-1].payoffs
        self.differing += int((first != second).any(axis=1).sum())
        self.sums.add(len(first), columns)
        if keep:
            self.kept.append(together)

    def parts(self, rules: int) -> Iterator[tuple[Sums, list[Definition]]]:
        """Yield the sums of hands and of samples, each with its measures."""
        if self.bins:
            seats = self.tables[rules].seats
            found = of_hands(self.sums, self.options, self.bins, seats, rules)
            yield self.sums, list(found)
        for kind, observed in self.observed.items():
            if observed:
                sums = samples.sums_of(observed)
                yield sums, list(samples.definitions(kind, SAMPLES[kind][0], sums, rules))

    def report(self, rules: int = 0) -> Report:
        """Return the report about one of the rules."""
        table = self.tables[rules]
        measures = [each.measure(sums) for sums, found in self.parts(rules) for each in found]
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
            hands=self.sums.count,
            measures=tuple(measures),
            tests=tuple(self._tests(rules)),
            unused=tuple(self._unused(rules)),
            rows=tidy.joined(kept, list(self.options)) if kept else None,
        )

    def _tests(self, rules: int) -> Iterator[Equality]:
        if self.sums.count < FEWEST:
            return
        seats = self.tables[rules].seats
        found = [("seats", of_seats(seats, rules, "seat"))]
        if fixed_speaker(self.sums, seats, rules) is None:
            found.append(("places", of_seats(seats, rules, "place")))
        tested = [self.sums.equality(ratios) for _, ratios in found]
        corrected = holm([p for _, _, p in tested])
        for (name, _), one, p in zip(found, tested, corrected, strict=True):
            yield Equality(name, *one, p)

    def _unused(self, rules: int) -> Iterator[str]:
        player = name_of(self.tables[rules].player)
        for phase, labels in self.legal[rules].items():
            used = [each for each in labels if self.sums.total((rules, phase, each, "count"))]
            if self.sums.count and len(used) < len(labels):
                never = listed([repr(each) for each in labels if each not in used], "or")
                chose = f"{player} never chose {never} in the phase {phase}"
                yield f"{chose}: this report says nothing about it."

    def comparison(self) -> Comparison:
        """Return what differs between both rules."""
        pairs = list[tuple[Definition, Definition, Sums]]()
        for (sums, first), (_, second) in zip(self.parts(0), self.parts(1), strict=True):
            others = {each.name: each for each in second}
            pairs += [(each, others[each.name], sums) for each in first if each.name in others]
        tested = [
            (before, after.value, sums.difference(one.ratio, other.ratio))
            for one, other, sums in pairs
            for before, after in [(one.measure(sums), other.measure(sums))]
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
    given: Sequence[tuple[Game | str, object, str]],
    result: Callable[[Run], Any],  # Any: a report or a comparison
    settings: Settings,
) -> Any:  # Any: as above
    """Play with each rules; return the result, or give it to the exception that ends the run."""
    player, seed = settings.get("player", "simple"), settings.get("seed", 0)
    tables = list[Table]()
    for game, rules, _ in given:
        found = game_or_place(game)
        start = found.new_game(rules)
        checked_players([player], start)
        tables.append(Table(found, start.rules, player, seed))
    sizes: dict[str, Any] = {"hands": settings.get("hands", 10_000)}  # Any: not checked yet
    sizes |= {kind: settings.get(kind, usual) for kind, (_, usual) in SAMPLES.items()}
    for name, number in sizes.items():
        least = int(name == "hands")
        if not is_int(number) or number < least:
            raise RulesError(name, number, f"a whole number, {least} or more")
    if not is_int(seed):
        raise RulesError("seed", seed, "a whole number")
    if len({table.seats for table in tables}) > 1:
        raise RulesError("rules", [table.seats for table in tables], "as many seats in both rules")
    found_phases = [table.phases() for table in tables]
    legal = [options for options, _ in found_phases]
    phases = dict.fromkeys(phase for each in legal for phase in each)
    options = {
        phase: [*dict.fromkeys(chain(*[each.get(phase, ()) for each in legal]))] for phase in phases
    }
    state = Run(tuple(tables), tuple(label for _, _, label in given), options, legal)
    plan = _Pass(state.tables, sizes["hands"], (*options,), tuple(each for _, each in found_phases))
    executor, progress = settings.get("executor"), settings.get("progress")
    with carrying(lambda: result(state) if state.sums.count else None):
        _play_hands(state, plan, settings)
        for kind in SAMPLES:
            sample, size = samples.Sample(kind, state.tables), sizes[kind]
            with contextlib.closing(hands_in_order(sample, 0, size, executor)) as each_of:
                for number, each in enumerate(each_of, 1):
                    state.observed.setdefault(kind, []).append(each)
                    if progress:
                        progress(kind, number, size)
    return result(state)


def _play_hands(state: Run, plan: _Pass, settings: Settings) -> None:
    seconds, csv = settings.get("seconds"), settings.get("csv")
    progress = settings.get("progress")
    end = None if seconds is None else monotonic() + seconds
    if csv and not (csv.seekable() and csv.tell()):  # reports may follow one another
        csv.write(tidy.csv_header(plan.phases))
    blocks = hands_in_order(plan, 0, -(-plan.hands // BLOCK), settings.get("executor"))
    with contextlib.closing(blocks):
        for together in blocks:
            first = state.sums.count
            state.add(together, keep=settings.get("rows", False))
            for label, hands in zip(state.labels, together, strict=True):
                if csv:
                    csv.writelines(tidy.csv_lines(hands, first, plan.phases, label))
            if progress:
                progress("hands", state.sums.count, plan.hands)
            if end is not None and monotonic() > end:
                return
