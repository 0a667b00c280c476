"""Exact counts of the sequences of moves from a position: perft.

``perft.json`` has positions of each game with the numbers of sequences of 1, 2, 3, ... moves within
the hand. Some have the sequences to the end of the hand, and the points of each seat added over
all of them.
"""

import json
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import rules_of

COUNTS: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("perft.json").read_text(encoding="ascii")
)
BY_DAY = 400
"""Most sequences of a position that is counted by day."""


def counted(state: Any, position: dict[str, Any]) -> dict[str, Any]:
    """Count the sequences again. Any: a state of any game."""
    counts = [0] * len(position["counts"])
    depth = len(counts) if position["ends"] is None else None
    ends, points = 0, [0] * len(state.scores)

    def visit(node: Any, made: int) -> None:
        nonlocal ends
        moves = tws.legal_moves(node)
        if not moves:
            ends += 1
            for seat, score in enumerate(node.scores):
                points[seat] += score - state.scores[seat]
            return
        if made < len(counts):
            counts[made] += len(moves)
        if made + 1 != depth:
            for move in moves:
                visit(tws.apply(node, move), made + 1)

    visit(state, 0)
    whole = {"ends": ends, "points": points} if depth is None else {"ends": None, "points": None}
    return {"counts": counts, **whole}


def state_of(position: dict[str, Any]) -> Any:
    kind = {"format": "twowaystreet record", "version": 1}
    return tws.Record.from_dict({**kind, **position["record"]}).state


def perft() -> str:
    """Return the text of ``perft.json``: the positions with their counts, each on a line."""
    lines = [json.dumps(each | counted(state_of(each), each)) for each in COUNTS]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def positions() -> list[Any]:
    """Return the positions as parameters; those with more sequences are counted at night."""
    found = list[Any]()
    for position in COUNTS:
        game = position["record"]["game"]
        marks = [pytest.mark.rule(*rules_of(game))]
        if max(*position["counts"], position["ends"] or 0) > BY_DAY:
            marks.append(pytest.mark.nightly)
        found.append(pytest.param(position, id=f"{game}: {position['name']}", marks=marks))
    return found


@pytest.mark.rule("AL-2", "AL-4")
@pytest.mark.parametrize("position", positions())
def test_the_game_has_exactly_these_sequences(position: dict[str, Any]) -> None:
    wanted = {name: position[name] for name in ("counts", "ends", "points")}
    assert counted(state_of(position), position) == wanted
