"""The worked examples of Two Way Street, by Galen Kaup (2000); the records replay them.

The source leaves the order of some hidden cards open; the records add one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, cast

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games._twoway.display import hand_in_lines
from twowaystreet.games.street.score import HandScore, score
from twowaystreet.games.street.state import State
from twowaystreet.ratings import rounds

LATER_HANDS: Final = (
    (("LD", "HD", "LD", "LD"), (0, 8, 1, 1)),
    (("LD", "LD", "HD", "HD"), (0, 0, 5, 5)),
    (("LD", "HD", "HD", "LD"), (0, 8, 2, 0)),
)
"""The facts of the second to the fourth hand, for which the source gives no cards."""

RATINGS: Final = (1125, 1076, 1011, 958)


def _hands() -> list[HandScore]:
    first = tws.score_hand(cast(State, core.example_record(State).state))
    return [first, *(score(*facts) for facts in LATER_HANDS)]


def _street() -> Iterator[str]:
    game = core.example_record(State)
    over = cast(State, game.state)
    yield "One deck with a Red and a Black Joker, target 20. Zak is the first declarer."
    yield from hand_in_lines(
        game.state_at(1),
        over,
        [(said.direction.value if said else "",) for said in over.declarations],
        "Katie's last card is the 8C. The source names the 8H, but Jen has played that before.",
    )
    yield from tws.score_sheet(core.Example.players, _hands()).splitlines()
    yield ""
    yield "Katie has reached 20: the game is over, and she has won."


def _ratings() -> Iterator[str]:
    final = [sum(points) for points in zip(*(hand.points for hand in _hands()), strict=True)]
    yield "The game went to 20, so it counts as one of 19 points or more."
    yield ""
    rows: list[tuple[str, Sequence[int]]] = [("points", final), ("before", RATINGS)]
    for after in rounds(RATINGS, final, target=20):
        rows.append((f"{core.Example.players[after.settled]} gives", after.ratings))
    lines = [(title, *map(str, numbers)) for title, numbers in rows]
    yield from core.columns([("", *core.Example.players), *lines])


EXAMPLES: Final = (
    core.Example("street", "Two Way Street: four players, four hands", _street),
    core.Example("ratings", "Ratings: the changes after the game for four", _ratings),
)
