"""Hands of Two Way Street at the first trick."""

from typing import Any

from tests.helpers import at, dealt, replay
from twowaystreet.games import street

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C"
SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S"
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D 10D"
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H"


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
