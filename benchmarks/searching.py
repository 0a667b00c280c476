"""The time of players that search: of a decision, and of a playout."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any, Final

import twowaystreet as tws
from twowaystreet import fast
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.trials import Trials
from twowaystreet.fast.matrix import Matrix
from twowaystreet.players import MonteCarlo, simple
from twowaystreet.players._searches import candidates, trials_in

HANDS: Final = 4
"""The hands whose decisions are measured."""
WORLDS: Final = 50
CLOCK: Final = 0.05
"""The seconds of a decision by the clock."""
PLAYERS: Final[dict[str, MonteCarlo]] = {
    f"{WORLDS} worlds": MonteCarlo(WORLDS, engine="python"),
    f"{WORLDS} worlds, compiled": MonteCarlo(WORLDS, engine="fast"),
    f"{CLOCK * 1000:.0f} ms": MonteCarlo(seconds=CLOCK),
}
"""The players, by their title."""
CARDS: Final = ("play", "name", "lay", "call")
"""The phases of the play of cards."""
POLICY: Final[Policy] = "simple"
TRICK_GAMES: Final = ("street", "duel", "twos", "spades", "twenty_down")

# Any: the view of any game.
View = Any


def measure(rounds: int) -> None:
    """Print the processor time of a playout and of a decision.

    Args:
        rounds: the more, the more runs, whose median counts.
    """
    runs = 1 + rounds // 5
    _measure_parts(runs)
    _measure_decisions(runs)


def _measure_parts(runs: int) -> None:
    """Print the time of a playout, in the play and before it."""
    print("\nMicroseconds of processor time, sampled worlds included, in the play of cards and")
    print("before it: a playout of the kernel from one state, a playout with a state for each move")
    print("in each world, and one of MonteCarlo.")
    for name in TRICK_GAMES:
        for before in (False, True):
            views = [
                seen
                for seen in _decisions(name)
                if (seen.phase not in CARDS) is before
                and candidates(seen, random.Random(1)).is_searched
            ]
            if not views:
                continue
            trials = list(map(_trials, views))
            playouts = WORLDS * sum(len(each.moves) for each in trials)
            ways: tuple[tuple[Callable[[], None], int], ...] = (
                (partial(_each, _kernel, trials), playouts),
                (partial(_each, _by_states, trials), playouts),
                (partial(_each, _in_one_call, trials), playouts),
            )
            found = [f"{_microseconds(way, runs) / count:7.1f}" for way, count in ways]
            print(f"  {name:<12} {'before' if before else 'play':<7} {' '.join(found)}")


def _measure_decisions(runs: int) -> None:
    print("\nMilliseconds of processor time for a card, and for a decision before the play:")
    for name in tws.GAMES:
        decisions = list(_decisions(name))
        for title, player in PLAYERS.items():
            parts: list[str] = []
            for before in (False, True):
                views = [seen for seen in decisions if (seen.phase not in CARDS) is before]
                if views:
                    way = partial(_each, partial(_decide, player), views)
                    parts.append(f"{_microseconds(way, runs) / len(views) / 1000:7.1f}")
            print(f"  {name:<12}  {title:<20}  {'  '.join(parts)}")


def _each(way: Callable[[Any], None], things: list[Any]) -> None:  # Any: what the way takes
    for each in things:
        way(each)


def _decide(player: MonteCarlo, seen: View) -> None:
    player(seen, random.Random(1))


def _trials(seen: View) -> Trials:
    moves = candidates(seen, random.Random(1)).moves
    return trials_in(seen, moves, random.Random(1), POLICY, "fast")


def _kernel(trials: Trials) -> None:
    """Finish the hand of one world as often as a search does."""
    (world,) = trials.sample(0, 1)
    fast.playouts(world, WORLDS * len(trials.moves), seed=1, policy=POLICY)


def _by_states(trials: Trials) -> None:
    """Finish the hands after each move in each world, as version 0.2.0 did."""
    rng = random.Random(1)
    worlds = [trials.of_view.sample(rng) for _ in range(WORLDS)]
    after = [tws.apply(world, move) for move in trials.moves for world in worlds]
    begun = [state for state in after if not state.hand_over]
    if begun:
        fast.playouts(begun, 1, seed=1, policy=POLICY)


def _in_one_call(trials: Trials) -> None:
    Matrix(trials, 1).rows(0, WORLDS)


def _microseconds(way: Callable[[], None], runs: int) -> float:
    """Return the median time of some runs, after one that loads the compiled code."""
    times: list[float] = []
    for _ in range(1 + runs):
        begun = process_time()
        way()
        times.append(process_time() - begun)
    return statistics.median(times[1:]) * 1e6


def _decisions(name: str) -> Iterator[View]:
    """Yield the views of one seat with a choice, in hands of simple players."""
    rng = random.Random(1)
    seats: int = tws.GAMES[name].Rules().seats
    for hand in range(HANDS):
        state = tws.GAMES[name].new_game(dealer=hand % seats)
        while not state.hand_over:
            if state.needs_deal:
                state = tws.apply(state, tws.shuffle(state, rng))
                continue
            seen = tws.view(state, state.actor)
            if state.actor == 0 and len(seen.legal_moves) > 1:
                yield seen
            state = tws.apply(state, simple(seen, rng))
