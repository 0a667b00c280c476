"""Points of playouts by the scoring of the library: each distinct result is scored once."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from twowaystreet._cards.cards import CARDS
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._engine.seats import rotate_to
from twowaystreet._tricks.play_tables import LEDS, SCORE_HOOKS, Tally, TrickPoints, is_described
from twowaystreet.fast.arrays import Position, State
from twowaystreet.fast.bits import Counts, Signed, Small
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.kernel import NAMED, NOBODY, Results

Scored: TypeAlias = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]
"""Points and payoffs, by playout and seat."""


def summary_of(state: State) -> Tally | TrickPoints | None:
    """Return the facts that decide the score of a hand; ``None`` if all cards may."""
    if not is_described(type(state), "_tally", SCORE_HOOKS):
        return None
    found: Tally | TrickPoints | None = state._tally()
    return found


@compiled
def distinct(
    n: int,
    facts: Signed,
    groups: Signed,
    before: Counts,
    first: Signed,
    won: Counts,
    winners: Small,
    rows: Counts,
    which: Signed,
) -> int:
    """Find the distinct results of playouts.

    Args:
        n: the number of playouts of each start.
        facts: the number of the facts of each start.
        groups: for each start and hand the first hand of its group.
        before: the tricks of each hand before the start.
        first: for each start the number of first tricks whose takers matter.
        won: the tricks of each hand, by playout.
        winners: the hands that took the first tricks, by playout.
        rows: the distinct results: facts, tricks by group, takers of the first tricks.
        which: the number of the result of each playout.

    Returns:
        The number of distinct results.
    """
    playouts, hands = won.shape
    width = rows.shape[1]
    size = 16
    while size < 2 * playouts:
        size *= 2
    slots = np.zeros(size, np.int64)
    found = 0
    for q in range(playouts):
        s = q // n
        row = rows[found]
        row[0] = facts[s]
        for place in range(1, width):
            row[place] = 0
        for hand in range(hands):
            row[1 + groups[s, hand]] += before[s, hand] + won[q, hand]
        for place in range(first[s]):
            if winners[q, place] != NOBODY:
                row[1 + hands + place] = 1 + groups[s, winners[q, place]]
        slot = 0
        for place in range(width):
            slot = (slot * 1000003 + row[place]) & 0x3FFFFFFFFFFF
        slot = (slot ^ (slot >> 17)) & (size - 1)
        while True:
            known = slots[slot]
            if known == 0:
                slots[slot] = found + 1
                which[q] = found
                found += 1
                break
            same = True
            for place in range(width):
                if rows[known - 1, place] != row[place]:
                    same = False
                    break
            if same:
                which[q] = known - 1
                break
            slot = (slot + 1) & (size - 1)
    return found


class _Scores:
    """The scores of all results so far, of games with the same number of seats."""

    def __init__(self, seats: int) -> None:
        self.places: dict[tuple[int, ...], int] = {}
        self.points = np.zeros((64, seats), np.int64)
        self.payoffs = np.zeros((64, seats), np.float64)

    def add(self, row: tuple[int, ...], score: HandScore[SeatScore]) -> int:
        """Keep a score, and return its place."""
        place = len(self.places)
        if place == len(self.points):
            self.points = np.concatenate([self.points, np.zeros_like(self.points)])
            self.payoffs = np.concatenate([self.payoffs, np.zeros_like(self.payoffs)])
        self.points[place] = score.points
        self.payoffs[place] = score.payoffs
        self.places[row] = place
        return place


MOST: Final = 1_000_000
"""The number of kept scores after which they are forgotten."""
_facts: Final[dict[Hashable, int]] = {}
_scores: Final[dict[int, _Scores]] = {}


def _forget() -> None:
    """Forget all scores when there are too many."""
    if len(_facts) > MOST or sum(len(each.places) for each in _scores.values()) > MOST:
        _facts.clear()
        _scores.clear()


class Tallied:
    """The scoring of playouts in which only the numbers of tricks count.

    Args:
        states: a state for each distinct tally.
        tallies: the tallies.
        which: the number of the tally of each start.
        hands: the number of hands.
    """

    def __init__(
        self, states: Sequence[State], tallies: Sequence[Tally], which: Sequence[int], hands: int
    ) -> None:
        _forget()
        alone = tuple(range(hands))
        keys = [(type(state), each.facts) for state, each in zip(states, tallies, strict=True)]
        facts = [_facts.setdefault(key, len(_facts)) for key in keys]
        self._state_of = dict(zip(facts, states, strict=True))
        self._facts: Signed = np.array(facts, np.int64)[which]
        self._groups: Signed = np.array([each.groups or alone for each in tallies], np.int64)[which]
        first: Signed = np.array([each.first for each in tallies], np.int64)
        self._first: Signed = first[which]
        self.watched = int(first.max())
        self._before: Counts = np.zeros((len(which), hands), np.int32)

    def count_tricks(self, states: Sequence[State]) -> None:
        """Count the tricks before the start from each of these states."""
        for row, state in zip(self._before, states, strict=True):
            for trick in state.tricks:
                row[state._taker(trick)] += 1

    def __call__(self, n: int, out: Results) -> Scored:
        """Return the points and payoffs of playouts, ``n`` of each start."""
        playouts, hands = out.won.shape
        rows: Counts = np.empty((playouts + 1, 1 + hands + out.winners.shape[1]), np.int32)
        which: Signed = np.empty(playouts, np.int64)
        start = self._facts, self._groups, self._before, self._first
        found = distinct(n, *start, out.won, out.winners, rows, which)
        seats = len(next(iter(self._state_of.values())).scores)
        kept = _scores.setdefault(seats, _Scores(seats))
        places: list[int] = []
        for result in rows[:found].tolist():
            row = tuple(result)
            place = kept.places.get(row)
            if place is None:
                state = self._state_of[row[0]]
                place = kept.add(row, _score_of(state, row[1 : 1 + hands], row[1 + hands :]))
            places.append(place)
        chosen = np.array(places, np.int64)[which]
        return kept.points[chosen], kept.payoffs[chosen]


def _score_of(state: State, counts: Sequence[int], takers: Sequence[int]) -> HandScore[SeatScore]:
    """Return the score of a hand from the numbers of tricks and the takers of the first ones."""
    if state.score is not None:  # nobody had to play
        known: HandScore[SeatScore] = state.score
        return known
    left = list(counts)
    order = [taker - 1 for taker in takers if taker]
    for taker in order:
        left[taker] -= 1
    for hand, count in enumerate(left):
        order += [hand] * count
    tricks = {hand: state._taken_by(hand) for hand in set(order)}
    score: HandScore[SeatScore] = state._score(tuple(tricks[hand] for hand in order))
    return score


def by_tricks(positions: Sequence[Position], n: int, out: Results) -> Scored:
    """Return the points and payoffs of recorded playouts, each scored with its real tricks."""
    records = zip(out.record.tolist(), out.moves.tolist(), strict=True)
    scores = [
        _replayed(each := positions[q // n], record[: moves - each.made])
        for q, (record, moves) in enumerate(records)
    ]
    points = np.array([score.points for score in scores], np.int64)
    return points, np.array([score.payoffs for score in scores], np.float64)


def _replayed(position: Position, record: Sequence[int]) -> HandScore[SeatScore]:
    """Return the score of one recorded playout."""
    state, joker_led = position.state, position.tables.joker_led
    named = int(NAMED)
    order, table, led, tricks = state._order, state._table, state._led, state.tricks
    for code in record:
        if code >= named:
            led = LEDS[code - named]
            continue
        card = CARDS[code]
        if not table:
            led = card.suit or joker_led
        table += (card,)
        if len(table) == len(order):
            trick = state._complete(order, table, led)
            tricks += (trick,)
            order = rotate_to(order, state._next_leader(trick))
            table = ()
    score: HandScore[SeatScore] = state._score(tricks)
    return score


def by_points(states: Sequence[State], n: int, out: Results) -> Scored:
    """Return the points and payoffs of playouts whose points the kernel has counted.

    Args:
        states: the state of each start, with the tricks so far; or one without tricks for all.
        n: the number of playouts of each start.
        out: the results of the kernel.
    """
    points = out.points
    for number, state in enumerate(states):
        if state.tricks:
            before = np.array(state._score(state.tricks).points, np.int64)
            points[number * n : number * n + n] += before
    sign = -1 if states[0]._score(()).fewer_is_better else 1
    seats = points.shape[1]
    total = points.sum(axis=1, keepdims=True)
    return points, sign * (seats * points - total) / max(seats - 1, 1)
