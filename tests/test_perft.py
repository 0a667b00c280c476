"""Exact counts of the sequences of moves from a position: perft.

``perft.json`` has positions of each game with the numbers of sequences of 1, 2, 3, ... moves within
the hand. Some have the sequences to the end of the hand, and the points of each seat added over
all of them. The game and its reference implementation give the same numbers.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import rules_of
from tests.reference.pairs import reference_to

COUNTS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("perft.json").read_text(encoding="ascii")
)
BY_DAY = 400
"""Most sequences of a position that is counted by day."""


def record_of(position: dict[str, Any]) -> tws.Record:
    kind = {"format": "twowaystreet record", "version": 1}
    return tws.Record.from_dict({**kind, **position["record"]})


def counted(
    node: Any,
    moves_of: Callable[[Any], Sequence[Any]],
    after: Callable[[Any, Any], Any],
    position: dict[str, Any],
) -> dict[str, Any]:
    """Count the sequences again. Any: a state and moves of the package or of a reference."""
    counts = [0] * len(position["counts"])
    depth = len(counts) if position["ends"] is None else None
    ends, before, points = 0, list(node.scores), [0] * len(node.scores)

    def visit(node: Any, made: int) -> None:
        nonlocal ends
        moves = moves_of(node)
        if not moves:
            ends += 1
            for seat, score in enumerate(node.scores):
                points[seat] += score - before[seat]
            return
        if made < len(counts):
            counts[made] += len(moves)
        if made + 1 != depth:
            for move in moves:
                visit(after(node, move), made + 1)

    visit(node, 0)
    whole = position["ends"] is not None
    return {"counts": counts, "ends": ends if whole else None, "points": points if whole else None}


def expected(position: dict[str, Any]) -> dict[str, Any]:
    return {name: position[name] for name in ("counts", "ends", "points")}


def leaves(position: dict[str, Any]) -> int:
    return int(max(*position["counts"], position["ends"] or 0))


def positions(most: int) -> list[Any]:
    """Return the positions as parameters; those with more sequences are counted at night."""
    found = list[Any]()
    for position in COUNTS:
        game = position["record"]["game"]
        marks = [pytest.mark.rule(*rules_of(game))]
        if leaves(position) > most:
            marks.append(pytest.mark.nightly)
        found.append(pytest.param(position, id=f"{game}: {position['name']}", marks=marks))
    return found


@pytest.mark.rule("AL-2", "AL-4")
@pytest.mark.parametrize("position", positions(BY_DAY))
def test_the_game_has_exactly_these_sequences(position: dict[str, Any]) -> None:
    state = record_of(position).state
    assert counted(state, tws.legal_moves, tws.apply, position) == expected(position)


@pytest.mark.parametrize("position", positions(BY_DAY // 8))
def test_the_reference_has_exactly_these_sequences(position: dict[str, Any]) -> None:
    record = record_of(position)
    reference = reference_to(record)
    for move in record.moves:
        reference.play(str(move))

    def after(reference: Any, move: str) -> Any:
        other = pickle.loads(pickle.dumps(reference))
        other.play(move)
        return other

    assert counted(reference, lambda node: node.legal(), after, position) == expected(position)
