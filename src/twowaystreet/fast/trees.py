"""Searches of trees in the play of cards: walks, playouts and results in one compiled loop.

:class:`twowaystreet.players.TreeSearch` does the same through ``apply`` where no tables exist. Its
choices are equal. The payoffs of a playout are counted from points, or looked up by its result. The
first playout with each result is scored by the library, outside the loop.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Final, NamedTuple

import attrs
import numpy as np

from twowaystreet._core.engine.match import payoffs_of
from twowaystreet._core.engine.moves import Move, Play, SuitMove
from twowaystreet._core.engine.seats import leads, sides_of
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.trials import NEW_MOVE, Trials, logs_to
from twowaystreet.fast import kernel, scoring
from twowaystreet.fast.arrays import PlayoutStart, State
from twowaystreet.fast.batches import NO_CARDS, Batch, batch_of, quiet, workers_of
from twowaystreet.fast.bits import ONE, STEP, ZERO, Counts, Number, Signed, U, Unsigned, key_of
from twowaystreet.fast.choices import (
    DEPTH,
    DRAW,
    FACTS,
    NODE,
    NODES,
    SUITS,
    WALKS,
    Floats,
    Preferences,
    WalkArrays,
)
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.kernel import STATE, RawResults, Starts, Tables
from twowaystreet.fast.many_hands import divided, position_of
from twowaystreet.fast.matrix import Matrix
from twowaystreet.fast.scoring import KnownScores, ScoreMemory, Tallied, longer, sought

_NUMBERS: Final[Signed] = np.zeros(0, np.int64)
_ROWS: Final[Signed] = np.zeros((0, 0), np.int64)
_COUNTS: Final[Counts] = np.zeros((0, 0), np.int32)


class PayoffArrays(NamedTuple):
    """The rules by which the loop finds the payoffs of a playout, and their place."""

    facts: Signed  # the numbers below
    found: Floats  # the place for the payoffs of a playout
    before: Signed = _ROWS  # by start the points of each seat before it
    side: Signed = _NUMBERS  # the side of each seat
    which: Signed = _NUMBERS  # by start the number of the tally
    tally: Signed = _NUMBERS  # by tally the number of its facts
    groups: Signed = _ROWS  # by tally and hand the first hand of its group
    caps: Signed = _ROWS  # by tally and hand the number of tricks above which more do not matter
    first: Signed = _NUMBERS  # by tally the number of first tricks whose takers matter
    tricks: Counts = _COUNTS  # the tricks of each hand before the start
    rows: Counts = _COUNTS  # the known results
    slots: Signed = _NUMBERS  # their hash table
    payoffs: Floats = np.zeros((0, 0), np.float64)  # their payoffs
    row: Counts = np.zeros(0, np.int32)  # the place for a result


KIND: Final = 0
SIDES: Final = 1
SIZE: Final = 2
SIGN: Final = 3
"""The columns of ``facts``: one of the kinds below, the number of sides, the number by which leads
are divided, and -1 if fewer points are better, else 1."""
BY_POINTS: Final = 0
BY_TALLY: Final = 1
BY_TRICKS: Final = 2


@compiled
def is_valued(start: int, worth: PayoffArrays, out: RawResults) -> bool:
    """Find the payoffs of the playout from a start; return whether they are known."""
    found = worth.found
    kind = worth.facts[KIND]
    if kind == BY_POINTS:
        total, points = np.int64(0), out.points
        for seat in range(found.size):
            points[start, seat] += worth.before[start, seat]
            total += points[start, seat]
        for seat in range(found.size):
            of_side = np.int64(0)
            for other in range(found.size):
                if worth.side[other] == worth.side[seat]:
                    of_side += points[start, other]
            lead = worth.facts[SIGN] * (worth.facts[SIDES] * of_side - total)
            found[seat] = lead / worth.facts[SIZE]
        return True
    if kind == BY_TRICKS:
        return False
    tally = worth.which[start]
    row = worth.row
    row[0] = worth.tally[tally]
    scoring.summarise(
        row,
        start,
        start,
        tally,
        worth.groups,
        worth.caps,
        worth.first,
        worth.tricks,
        out.won,
        out.winners,
    )
    number = sought(row, worth.rows, worth.slots)
    if number < 0:
        return False
    for seat in range(found.size):
        found[seat] = worth.payoffs[number, seat]
    return True


MOST: Final = 500_000
"""The number of kept payoffs after which they are forgotten."""
memory: Final = ScoreMemory()


def _with_known(worth: PayoffArrays, known: KnownScores) -> PayoffArrays:
    """Return the rules of payoffs with the results so far.

    The slots come first, as another thread may make all arrays longer meanwhile, these last.
    """
    return worth._replace(slots=known.slots, rows=known.rows, payoffs=known.payoffs)


def worth_of(
    batch: Batch, worlds: Sequence[State], seats: int
) -> tuple[PayoffArrays, KnownScores | None]:
    """Return the rules of the payoffs of a batch, and the known payoffs if it has some.

    The batch has a playout of each world. There is one world for all if they differ in their hands
    alone.
    """
    facts = np.array([BY_TRICKS, 0, 0, 0], np.int64)
    worth = PayoffArrays(facts, np.empty(seats, np.float64))
    score = batch.score
    if isinstance(score, Tallied):
        hands = batch.starts.held.shape[2]
        width = 1 + hands + batch.starts.winners.shape[1]
        with scoring.lock:
            known, tally = memory.known_of(score.facts(), seats, hands, width, MOST)
        worth.facts[KIND] = BY_TALLY
        worth = worth._replace(
            which=score.which,
            tally=tally,
            groups=score.groups,
            caps=score.caps,
            first=score.first,
            tricks=score.before,
            row=np.empty(width, np.int32),
        )
        return _with_known(worth, known), known
    if batch.points:
        sides = sides_of(worlds[0].rules)
        _, size = leads([0] * seats, sides)
        sign = -1 if worlds[0]._score(()).fewer_is_better else 1
        worth.facts[:] = BY_POINTS, len(sides), size, sign
        side, before = np.zeros(seats, np.int64), np.zeros((len(worlds), seats), np.int64)
        for number, several in enumerate(sides):
            side[list(several)] = number
        for row, world in zip(before, worlds, strict=True):
            if world.tricks:
                row[:] = world._score(world.tricks).points
        before = np.repeat(before, len(batch.starts.facts) // len(worlds), axis=0)
        worth = worth._replace(before=before, side=side)
    return worth, None


@compiled
def note(walk: WalkArrays, found: Floats) -> None:
    """Add the payoffs of a playout to all moves of the walk."""
    scale = walk.scale
    for payoff in found:
        scale[0] = min(scale[0], payoff)
        scale[1] = max(scale[1], payoff)
    for place in range(walk.facts[DEPTH]):
        node = walk.path[place]
        walk.visits[node] += 1
        walk.total[node] += found[walk.mover[place]]


@compiled
def grow(
    begin: int,  # the number of the first iteration
    end: int,  # the number after the last one
    first: int,  # the number of the first iteration of the round, which has a start for each
    is_played: bool,  # True if the first iteration is played, and its payoffs are found
    seed: Number,  # the mixed seed
    starts: Starts,  # the worlds
    tables: Tables,  # the rules of the play
    choices: Preferences | None,  # the preferences of the player
    forced: Unsigned,  # no cards
    walk: WalkArrays,  # the tree
    worth: PayoffArrays,  # the rules of payoffs
    out: RawResults,  # the results of the playouts, one for each world
    moves: Signed,  # for each iteration of the round the code of the first move
    results: Floats,  # for each iteration the payoff to the seat that makes this move
) -> int:
    """Do iterations until the payoffs of one are unknown; return its number, or else ``end``."""
    facts = walk.facts
    for iteration in range(begin, end):
        start = iteration - first
        if iteration > begin or not is_played:
            starts.facts[start, STATE] = U(iteration)
            facts[WALKS], facts[NODE], facts[DEPTH] = ONE, ZERO, ZERO
            facts[DRAW] = key_of(seed, U(iteration), U(NEW_MOVE)) + STEP
            kernel.play(start, start + 1, 1, seed, starts, tables, choices, forced, out, walk)
            if not is_valued(start, worth, out):
                return iteration
        note(walk, worth.found)
        moves[start] = walk.code[walk.path[0]]
        results[start] = worth.found[walk.mover[0]]
    return end


def code_of(move: Move) -> int | None:
    """Return the code of a move in the play of cards; ``None`` if it has none."""
    if isinstance(move, Play):
        return int(SUITS) + move.card.index
    return move.suit.place if isinstance(move, SuitMove) else None


def _most_moves(world: State) -> int:
    """Return a bound of the number of legal moves in the rest of a hand."""
    sizes = [(cards & world._remaining).bit_count() for cards in world._hand_data.held]
    most: int = max(sizes) + int(SUITS)
    return most


def positions_of(worlds: Sequence[State], policy: Policy) -> list[PlayoutStart] | None:
    """Return the positions of some worlds; ``None`` if one loop cannot play them."""
    found = [position_of(world, policy, 0) for world in worlds]
    kept = [each for each in found if each]
    return kept if len(kept) == len(found) and len(divided(kept)) == 1 else None


class CompiledTree:
    """A tree that grows in a compiled loop, each iteration in a world of its own.

    The results are for each move at the root that was tried the payoffs to the seat that makes it.
    """

    def __init__(self, trials: Trials, most: int, threads: int) -> None:
        self._trials, self._most, self._threads = trials, most, threads
        self._matrix = Matrix(trials, threads)
        self._moves = {code_of(move): move for move in trials.moves}
        self._seed = np.uint64(chance.mixed(trials.of_playouts))
        self._walk: WalkArrays | None = None
        self.results: dict[Move, array[float]] = {}

    def grow(self, first: int, last: int) -> bool:
        """Do some iterations."""
        begin = self._matrix.begin
        if begin is None or None in self._moves or _most_moves(begin.state) > self._most:
            return False
        found = self._opened(first, last - first) or self._encoded(first, last - first)
        if found is None:
            return False
        batch, positions = found
        hands, seats = batch.starts.held.shape[2], len(begin.state.scores)
        walk = self._reserved(begin.state, hands, last - first, last)
        worlds = [each.state for each in positions]
        out = batch.results()
        worth, known = worth_of(batch, worlds, seats)
        moves, results = np.empty(last - first, np.int64), np.empty(last - first, np.float64)
        done, is_played = first, False
        while True:
            with quiet():
                done = grow(
                    done,
                    last,
                    first,
                    is_played,
                    self._seed,
                    batch.starts,
                    batch.tables,
                    batch.choices,
                    NO_CARDS,
                    walk,
                    worth,
                    out,
                    moves,
                    results,
                )
            if done == last:
                break
            is_played, start = True, done - first
            if known is None:
                record = out.record[start, : out.moves[start]].tolist()
                score = scoring.replayed(positions[start], record)
                worth.found[:] = payoffs_of(score, worlds[start].rules)
                continue
            assert isinstance(batch.score, Tallied)
            _, payoffs = batch.score.scored(start, out.won[start], out.winners[start])
            worth.found[:] = payoffs
            with scoring.lock:
                known.add(worth.row, worth.found)
            worth = _with_known(worth, known)
        for code, result in zip(moves.tolist(), results.tolist(), strict=True):
            self.results.setdefault(self._moves[code], array("d")).append(result)
        return True

    def _opened(self, first: int, count: int) -> tuple[Batch, list[PlayoutStart]] | None:
        """Return worlds as a batch, and the position of one; ``None`` without compiled samples."""
        batch, begin = self._matrix.open_batch, self._matrix.begin
        sampler = self._matrix.sampler if batch else None
        if batch is None or sampler is None or begin is None:
            return None
        alone = attrs.evolve(batch, n=1)
        with workers_of(self._threads) as workers:
            held, piles = sampler.draw(self._trials.of_worlds, first, count, workers)
        return alone.in_worlds(held, first, NO_CARDS, piles), [begin]

    def _encoded(self, first: int, count: int) -> tuple[Batch, list[PlayoutStart]] | None:
        """Return worlds as a batch and their positions; ``None`` if one loop cannot play them."""
        worlds = self._trials.sample(first, count)
        positions = positions_of(worlds, self._trials.policy)
        return (batch_of(positions, 1), positions) if positions else None

    def _reserved(self, world: State, hands: int, count: int, last: int) -> WalkArrays:
        walk = self._walk
        if walk is None:
            nodes, longest = count + 1, 2 * world._remaining.bit_count() + 2
            walk = WalkArrays(
                facts=np.zeros(FACTS, np.uint64),
                code=np.zeros(nodes, np.uint64),
                child=np.zeros(nodes, np.uint64),
                sibling=np.zeros(nodes, np.uint64),
                visits=np.zeros(nodes, np.int64),
                available=np.zeros(nodes, np.int64),
                total=np.zeros(nodes, np.float64),
                scale=np.array([np.inf, -np.inf]),
                logs=np.array(logs_to(last)),
                path=np.zeros(longest, np.uint64),
                mover=np.zeros(longest, np.uint64),
                seat=np.array([world._seat_of(hand) for hand in range(hands)], np.uint64),
            )
            walk.facts[int(NODES)] = 1
        nodes = int(walk.facts[int(NODES)]) + count
        if nodes > len(walk.code):
            size = max(nodes, 2 * len(walk.code))
            walk = walk._replace(
                code=longer(walk.code, size),
                child=longer(walk.child, size),
                sibling=longer(walk.sibling, size),
                visits=longer(walk.visits, size),
                available=longer(walk.available, size),
                total=longer(walk.total, size),
            )
        if last >= len(walk.logs):  # a move is available in each iteration, with or without a node
            walk = walk._replace(logs=np.array(logs_to(last)))
        self._walk = walk
        return walk
