"""Counting of all sequences of moves from a position, and of their results."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Hashable, Sequence
from contextlib import ExitStack

from tests.perft.sides import Node, Outcome, Side
from tests.perft.table import Ends, Numbers, Position


def walk(side: Side, start: Node, depth: int | None) -> tuple[list[int], Counter[Outcome]]:
    """Walk through all sequences of moves within the hand.

    Args:
        side: the package or the reference.
        start: the first position.
        depth: maximum number of moves; ``None`` to continue to the end of the hand.

    Returns:
        The number of sequences of 1, 2, 3, ... moves, and the number with each result.
        The walk counts the moves at the greatest depth without making them.
    """
    counts: list[int] = []
    outcomes: Counter[Outcome] = Counter()
    moves_of, after, outcome = side.moves, side.after, side.outcome

    def visit(node: Node, made: int) -> None:
        moves = moves_of(node)
        if not moves:
            outcomes[outcome(node)] += 1
            return
        if made == len(counts):
            counts.append(0)
        counts[made] += len(moves)
        made += 1
        if made != depth:
            for move in moves:
                visit(after(node, move), made)

    visit(start, 0)
    return counts, outcomes


def leads(side: Side, start: Node) -> int:
    """Count the sequences of moves up to the first lead.

    Bids and raises give very many sequences, so the function counts equal positions only once.
    """
    known: dict[Hashable, int] = {}

    def count(node: Node) -> int:
        if side.in_play(node):
            return 1
        key = side.key(node)
        if key not in known:
            known[key] = sum(count(side.after(node, move)) for move in side.moves(node))
        return known[key]

    return count(start)


def ends_of(outcomes: Counter[Outcome], before: Sequence[int]) -> Ends:
    """Summarize the outcomes: their number, the points of each seat, and a digest."""
    points = [0] * len(before)
    for outcome, times in outcomes.items():
        for seat, score in enumerate(outcome[0]):
            points[seat] += times * (score - before[seat])
    text = "\n".join(sorted(f"{outcome} {times}" for outcome, times in outcomes.items()))
    digest = hashlib.sha256(text.encode()).hexdigest()[:12]
    return Ends(outcomes.total(), tuple(points), digest)


def counted(side: Side, position: Position) -> Numbers:
    """Repeat the counts of a position."""
    wanted = position.numbers
    depth = len(wanted.counts)
    with ExitStack() as stack:
        start = side.begin(position, stack)
        lead = None if wanted.lead is None else leads(side, start)
        if not wanted.counts and not wanted.ends:
            return Numbers((), lead)
        counts, outcomes = walk(side, start, None if wanted.ends else depth)
        counts += [0] * (depth - len(counts))
        ends = ends_of(outcomes, tuple(start.scores)) if wanted.ends else None
        return Numbers(tuple(counts[:depth]), lead, ends)


def divided(side: Side, position: Position, depth: int) -> dict[str, int]:
    """Count the sequences that begin with each move, to locate a difference."""
    with ExitStack() as stack:
        start = side.begin(position, stack)
        found: dict[str, int] = {}
        for move in side.moves(start):
            counts, _ = walk(side, side.after(start, move), depth - 1) if depth > 1 else ([1], None)
            found[str(move)] = counts[depth - 2] if len(counts) >= depth - 1 else 0
        return found
