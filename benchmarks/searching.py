"""The time of players that search: for a card, and for a decision before the play."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from time import process_time
from typing import Any, Final

import twowaystreet as tws
from twowaystreet.players import MonteCarlo, TreeSearch, simple

HANDS: Final = 4
"""The hands whose decisions are measured."""
WORLDS: Final = 50
PLAYERS: Final[dict[str, MonteCarlo | TreeSearch]] = {
    f"{WORLDS} worlds": MonteCarlo(WORLDS, engine="python"),
    f"{WORLDS} worlds, compiled": MonteCarlo(WORLDS, engine="fast"),
    "200 iterations": TreeSearch(200),
}
"""The players, by their title."""
CARDS: Final = ("play", "name", "lay", "call")
"""The phases of the play of cards."""


def measure(rounds: int) -> None:
    """Print the processor time of a decision, forced ones included."""
    print("\nMilliseconds of processor time for a card, and for a decision before the play:")
    for name in tws.GAMES:
        decisions = list(_decisions(name, random.Random(1)))
        for title, player in PLAYERS.items():
            parts: list[str] = []
            for before in (False, True):
                views = [seen for seen in decisions if (seen.phase not in CARDS) is before]
                if views:
                    player(views[0], random.Random(1))  # compiled functions are loaded once
                    each = [_milliseconds(player, views) for _ in range(1 + rounds // 5)]
                    parts.append(f"{statistics.median(each):7.1f}")
            print(f"  {name:<12}  {title:<20}  {'  '.join(parts)}")


def _decisions(name: str, rng: random.Random) -> Iterator[Any]:  # Any: views of any of the games
    """Yield the views of one seat in each hand of simple players."""
    seats: int = tws.GAMES[name].Rules().seats
    for hand in range(HANDS):
        state = tws.GAMES[name].new_game(dealer=hand % seats)
        while not state.hand_over:
            if state.needs_deal:
                state = tws.apply(state, tws.shuffle(state, rng))
                continue
            seen = tws.view(state, state.actor)
            if state.actor == 0:
                yield seen
            state = tws.apply(state, simple(seen, rng))


def _milliseconds(player: MonteCarlo | TreeSearch, views: list[Any]) -> float:  # Any: as above
    begun = process_time()
    for seen in views:
        player(seen, random.Random(1))
    return (process_time() - begun) / len(views) * 1000
