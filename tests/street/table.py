"""Hands of Two Way Street at the first trick."""

from __future__ import annotations

from typing import Any

from tests.helpers import at, dealt, replay
from twowaystreet.games import street


def playing(*hands: str, fill: str = "", **options: Any) -> street.State:
    """Return a state in which seats 0, 1, ... have kept these hands and seat 0 leads.

    ``fill`` completes the hand of seat 0. Three play, unless there are more hands or options.
    """
    options.setdefault("players", max(len(hands), 3))
    options.setdefault("exchange", street.ExchangeRule.OPTIONAL)
    first = " ".join([*hands[0].split(), *fill.split()][:10])
    state = dealt(street.new_game(street.Rules(**options)), [first, *hands[1:]])
    ways = ["high", "low"] * options["players"]
    while not at(state, street.Phase.PLAY):
        if at(state, street.Phase.DECLARE):
            state = replay(state, [ways.pop()])
        state = replay(state, ["keep"])
    return state
