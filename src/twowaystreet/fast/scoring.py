"""Points of playouts by the scoring of the library: each distinct result is scored once."""

from __future__ import annotations

import os
from collections.abc import Hashable, Sequence
from copy import copy
from threading import Lock
from typing import Final, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.engine.match import HandScore, SeatScore, payoffs_of
from twowaystreet._core.engine.seats import leads, rotate_to, sides_of
from twowaystreet._core.playouts.table_play import NOBODY, score_of, score_of_tricks
from twowaystreet._core.tricks.play_tables import Tally, class_of
from twowaystreet.fast.arrays import PlayoutStart, State
from twowaystreet.fast.bits import Counts, Floats, Number, Signed, Small, Unsigned, mixed
from twowaystreet.fast.compiling import compiled, embedded
from twowaystreet.fast.kernel import RawResults

ScalarT = TypeVar("ScalarT", bound=np.generic)

Scored: TypeAlias = tuple[Signed, Floats]  # points and payoffs, by playout and seat


@compiled
def hashed(row: Counts) -> Number:
    found: Number = np.int64(0)
    for place in range(row.size):
        found = (found * 1000003 + row[place]) & 0xFFFFFFFFFF
    return found ^ (found >> 17)


@compiled
def slot_of(row: Counts, rows: Counts, slots: Signed) -> Number:
    """Return the slot of a result in the hash table; it is empty if the result is new."""
    slot = hashed(row) & (slots.size - 1)
    while slots[slot] != 0:
        number, same = slots[slot] - 1, True
        for place in range(row.size):
            if rows[number, place] != row[place]:
                same = False
                break
        if same:
            break
        slot = (slot + 1) & (slots.size - 1)
    return slot


@compiled
def refill(rows: Counts, count: int, slots: Signed) -> None:
    for number in range(count):
        slots[slot_of(rows[number], rows, slots)] = number + 1


class Tallies(NamedTuple):
    """What decides the scores of some starts besides the tricks taken after them."""

    which: Signed  # the number of the tally of each start
    facts: Signed  # for each tally the number of its facts
    # for each tally and hand the first hand of its group; empty if all hands count on their own,
    # and all their tricks
    groups: Signed
    caps: Signed  # for each tally and hand the tricks of its group above which more do not matter
    first: Signed  # for each tally the number of first tricks whose takers matter
    before: Counts  # the tricks of each hand before the start; empty if there are none


@embedded
def summarise(row: Counts, playout: int, start: int, tallies: Tallies, out: RawResults) -> None:
    """Write the result of a playout: facts, tricks by group, takers of the first tricks."""
    hands, kind, groups = out.won.shape[1], tallies.which[start], tallies.groups
    row[0] = tallies.facts[kind]
    for hand in range(hands):
        before = tallies.before[start, hand] if tallies.before.size > 0 else 0
        row[1 + hand] = out.won[playout, hand] + before
    if groups.size > 0:
        for hand in range(hands):
            group = groups[kind, hand]
            if group != hand:
                row[1 + group] += row[1 + hand]
                row[1 + hand] = 0
        for hand in range(hands):
            row[1 + hand] = min(row[1 + hand], tallies.caps[kind, hand])
    for place in range(row.size - 1 - hands):
        taker = out.winners[playout, place] if place < tallies.first[kind] else NOBODY
        if taker != NOBODY and groups.size > 0:
            taker = groups[kind, taker]
        row[1 + hands + place] = taker


@compiled
def distinct(
    begin: int,  # the number of the first playout
    end: int,  # the number after the last playout
    n: int,  # the number of playouts of each start
    tallies: Tallies,
    out: RawResults,
    count: int,  # the number of results so far
    rows: Counts,  # the results
    slots: Signed,  # the hash table of the results
    which: Signed,  # the number of the result of each playout
    examples: Signed,  # for each new result the number of its first playout
) -> int:
    """Find the distinct results of playouts, add those that are new, and return their number."""
    old = count
    for playout in range(begin, end):
        summarise(rows[count], playout, playout // n, tallies, out)
        slot = slot_of(rows[count], rows, slots)
        if slots[slot] == 0:
            examples[count - old] = playout
            count += 1
            slots[slot] = count
        which[playout] = slots[slot] - 1
    return count


@compiled
def numbered(codes: Unsigned, found: Unsigned, which: Signed, examples: Signed) -> int:
    """Number the distinct codes of hands."""
    size = 16
    while size < 2 * codes.size:
        size *= 2
    slots = np.zeros(size, np.int64)
    count = 0
    for hand in range(codes.size):
        slot = np.int64(mixed(codes[hand])) & (size - 1)
        while slots[slot] != 0 and found[slots[slot] - 1] != codes[hand]:
            slot = (slot + 1) & (size - 1)
        if slots[slot] == 0:
            found[count], examples[count] = codes[hand], hand
            count += 1
            slots[slot] = count
        which[hand] = slots[slot] - 1
    return count


_NO_GROUPS: Final[Signed] = np.zeros((0, 0), np.int64)
_NOTHING_BEFORE: Final[Counts] = np.zeros((0, 0), np.int32)
UNCAPPED: Final = 2**31 - 1
CHUNK: Final = 65536  # the number of playouts whose results are looked up at once
FIRST_SIZE: Final = 1024
MOST: Final = 2_000_000  # the number of kept scores after which they are forgotten


def longer(array: npt.NDArray[ScalarT], size: int) -> npt.NDArray[ScalarT]:
    found: npt.NDArray[ScalarT] = np.zeros((size, *array.shape[1:]), array.dtype)
    found[: len(array)] = array
    return found


class KnownScores:
    """The scores of all results so far, of hands with the same numbers of seats and facts."""

    def __init__(self, seats: int, width: int) -> None:
        self.count = 0
        self.rows: Counts = np.empty((0, width), np.int32)
        self.slots: Signed = np.zeros(1, np.int64)
        self.points: Signed = np.empty((0, seats), np.int64)
        self.payoffs: Floats = np.empty((0, seats), np.float64)

    def reserve(self, more: int) -> None:
        size = len(self.rows)
        if self.count + more < size:
            return
        while size <= self.count + more:
            size = max(2 * size, FIRST_SIZE)
        self.rows = longer(self.rows, size)
        self.points = longer(self.points, size)
        self.payoffs = longer(self.payoffs, size)
        slots: Signed = np.zeros(2 * size, np.int64)
        refill(self.rows, self.count, slots)
        self.slots = slots


lock: Final = Lock()
if hasattr(os, "register_at_fork"):  # a child must not wait for a thread that it does not have
    os.register_at_fork(
        before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
    )
_facts: Final[dict[Hashable, int]] = {}  # the numbers of facts in results
_known: Final[dict[tuple[int, ...], KnownScores]] = {}  # the known scores, by the sizes of results


def _forget() -> None:
    _facts.clear()
    _known.clear()


class Tallied:
    """The scoring of playouts in which only numbers of tricks and takers of first ones count."""

    def __init__(
        self, states: Sequence[State], tallies: Sequence[Tally], which: Signed, hands: int
    ) -> None:
        self._states, self._tallies, self._hands = states, tallies, hands
        groups = caps = _NO_GROUPS
        if any(each.groups or each.caps for each in tallies):
            alone, uncapped = tuple(range(hands)), (UNCAPPED,) * hands
            groups = np.array([each.groups or alone for each in tallies], np.int64)
            caps = np.array([each.caps or uncapped for each in tallies], np.int64)
        first: Signed = np.array([each.first for each in tallies], np.int64)
        self.watched = int(first.max())
        self._arrays = Tallies(which, first, groups, caps, first, _NOTHING_BEFORE)

    def count_tricks(self, states: Sequence[State]) -> None:
        """Count the tricks before the start of each of these states."""
        if not any(state.tricks for state in states):
            return
        before: Counts = np.zeros((len(states), self._hands), np.int32)
        for row, state in zip(before, states, strict=True):
            for trick in state.tricks:
                row[state._taker(trick)] += 1
        self._arrays = self._arrays._replace(before=before)

    def repeated(self, count: int) -> Tallied:
        """Return the scoring of a number of starts that are as the only one of this scoring."""
        found, own = copy(self), self._arrays
        before = np.repeat(own.before, count, axis=0)
        found._arrays = own._replace(which=np.repeat(own.which, count), before=before)
        return found

    def __call__(self, n: int, out: RawResults) -> Scored:
        hands, seats = out.won.shape[1], len(self._states[0].scores)
        which: Signed = np.empty(len(out.won), np.int64)
        with lock:
            if len(_facts) > MOST or any(each.count > MOST for each in _known.values()):
                _forget()
            facts = [_facts.setdefault(each, len(_facts)) for each in self._all_facts()]
            tallies = self._arrays._replace(facts=np.array(facts, np.int64))
            width = 1 + hands + out.winners.shape[1]
            key = seats, hands, width
            known = _known.get(key) or _known.setdefault(key, KnownScores(seats, width))
            try:
                self._look_up(n, out, known, tallies, which)
            except BaseException:  # no score may stay without its points
                _forget()
                raise
            return known.points.take(which, 0), known.payoffs.take(which, 0)

    def _all_facts(self) -> list[Hashable]:
        """Return for each tally everything besides the tricks that decides its scores."""
        return [
            (class_of(state), sides_of(state.rules), each.facts)
            for state, each in zip(self._states, self._tallies, strict=True)
        ]

    def _scored(
        self, start: int, won: Counts, winners: Small
    ) -> tuple[HandScore[SeatScore], tuple[float, ...]]:
        own = self._arrays
        if own.before.size:
            won = won + own.before[start]
        state: State = self._states[int(own.which[start])]
        score = score_of(state, won.tolist(), winners.tolist())
        return score, payoffs_of(score, state.rules)

    def _look_up(
        self, n: int, out: RawResults, known: KnownScores, tallies: Tallies, which: Signed
    ) -> None:
        for begin in range(0, len(which), CHUNK):
            end = min(len(which), begin + CHUNK)
            known.reserve(end - begin)
            examples: Signed = np.empty(end - begin, np.int64)
            so_far = known.count, known.rows, known.slots
            count = distinct(begin, end, n, tallies, out, *so_far, which, examples)
            for number, example in enumerate(examples[: count - known.count], start=known.count):
                playout = example // n, out.won[example], out.winners[example]
                score, known.payoffs[number] = self._scored(*playout)
                known.points[number] = score.points
            known.count = count


def by_tricks(positions: Sequence[PlayoutStart], n: int, out: RawResults) -> Scored:
    points, worth = list[tuple[int, ...]](), list[tuple[float, ...]]()
    records = zip(out.record.tolist(), out.moves.tolist(), strict=True)
    for playout, (record, moves) in enumerate(records):
        each = positions[playout // n]
        score = replayed(each, record[: moves - each.made])
        points.append(score.points)
        worth.append(payoffs_of(score, each.state.rules))
    return np.array(points, np.int64), np.array(worth, np.float64)


def replayed(position: PlayoutStart, record: Sequence[int]) -> HandScore[SeatScore]:
    state, joker_led = position.state, position.tables.joker_led
    order, table, led, tricks = state._order, state._table, state._led, state.tricks
    for card in map(CARDS.__getitem__, record):
        if not table:
            led = card.suit or joker_led
        table += (card,)
        if len(table) == len(order):
            won = state._wins(table, led)
            tricks += (state._complete(order, table, led, won),)
            order = rotate_to(order, order[position.tables.leaders[won]])
            table = ()
    return score_of_tricks(state, tricks)


def has_usual_payoffs(states: Sequence[State]) -> bool:
    """Return whether payoffs are as in most games, and the sides the same in all states."""
    score: HandScore[SeatScore] = states[0]._score(())
    is_usual = type(score).payoffs is HandScore.payoffs
    return is_usual and len({sides_of(state.rules) for state in states}) == 1


def by_points(states: Sequence[State], n: int, out: RawResults) -> Scored:
    """Return the points and payoffs of playouts whose points the kernel has counted."""
    points = out.points
    for number, state in enumerate(states):
        if state.tricks:
            before = np.array(state._score(state.tricks).points, np.int64)
            points[number * n : number * n + n if len(states) > 1 else None] += before
    sign = -1 if states[0]._score(()).fewer_is_better else 1
    found, size = leads(list(points.T), sides_of(states[0].rules))
    return points, sign * np.stack(found, axis=1) / size
