"""What a search gains by worlds that are weighted by a model of the players.

One kind of player plays hands. At a few random decisions of each hand, ``MonteCarlo`` chooses a
move with equal worlds, and with the same worlds weighted. The gain is the difference of the payoffs
in the real hand, if everybody plays it to the end by a policy. Matches need many more hands.

``python -m benchmarks.modelled twos --others random --rest random --decisions 500``
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import count
from statistics import fmean
from typing import Any, Final

import twowaystreet as tws
from twowaystreet._core.playouts.trials import payoffs_after
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.players import MonteCarlo, by_name, fresh
from twowaystreet.players._searches import reason_unsearched

OF_A_HAND: Final = 3
PLAYOUTS: Final = {"simple": 1, "random": 20}  # simple players make no choices by chance
EVERY: Final = 25
State = Any  # of any game


def decisions(game: tws.Game, others: str) -> Iterator[State]:
    """Yield random decisions that a search makes, a few of each hand."""
    for deal in count():
        rng, found = random.Random(f"deal {deal}"), list[State]()
        state: State = game.new_game()
        players = [fresh(by_name(others)) for _ in state.scores]
        while not state.hand_over:
            if state.needs_deal:
                state, found = tws.apply(state, tws.shuffle(state, rng)), []
                continue
            if len(tws.legal_moves(state)) > 1 and not reason_unsearched(type(state), state.phase):
                found.append(state)
            seat: int = state.actor
            seen: Any = tws.view(state, seat)
            state = tws.apply(state, players[seat](seen, rng))
        yield from rng.sample(found, min(OF_A_HAND, len(found)))


def worth(state: State, move: tws.Move, rest: Any) -> float:
    """Return the mean payoff of a move to its seat, by a policy for the rest of the hand."""
    after: State = tws.apply(state, move)
    found: list[float] = [
        payoffs_after(after, key, rest)[state.actor] for key in range(PLAYOUTS[rest])
    ]
    return fmean(found)


def main() -> None:
    """Read the arguments and print the gain of each slip, again and again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--others", default="simple", help="who plays the hands")
    parser.add_argument("--rest", choices=PLAYOUTS, default="simple")
    parser.add_argument("--model", default="simple")
    parser.add_argument("--slips", type=float, nargs="+", default=[0.5])
    parser.add_argument("--decisions", type=int, default=500)
    parser.add_argument("--worlds", type=int, default=200)
    given = parser.parse_args()
    equal = MonteCarlo(given.worlds)
    searches = {
        slip: MonteCarlo(given.worlds, model=given.model, slip=slip) for slip in given.slips
    }
    gains: dict[float, list[float]] = {slip: [] for slip in searches}
    some = decisions(tws.GAMES[given.game], given.others)
    for number, state in zip(range(1, given.decisions + 1), some, strict=False):
        seen = tws.view(state, state.actor)
        usual = equal(seen, random.Random(number))
        for slip, search in searches.items():
            move = search(seen, random.Random(number))
            same = move == usual
            worths = [0.0] if same else [worth(state, each, given.rest) for each in (usual, move)]
            gains[slip].append(worths[-1] - worths[0])
        if number % EVERY == 0 or number == given.decisions:
            for slip, values in gains.items():
                mean, error = mean_and_error(values)
                print(
                    f"{given.game}, {given.others}, rest {given.rest}: {number} decisions, "
                    f"slip {slip}: {mean:+.3f} ± {error:.3f}, "
                    f"{sum(value != 0 for value in values)} with another payoff",
                    flush=True,
                )


if __name__ == "__main__":
    main()
