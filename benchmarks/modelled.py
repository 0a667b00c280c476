"""What a search gains by worlds that are weighted by a model of the players.

Each deal is played twice, with the same cards: ``MonteCarlo`` has one seat, once with a model and
once with equal weights, and all other seats have one kind of player. The seat goes round.

``python -m benchmarks.modelled twos --others simple --deals 100``
"""

from __future__ import annotations

import argparse
import random
from time import process_time

import twowaystreet as tws
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.players import MonteCarlo, Player, by_name, fresh


def payoff(game: tws.Game, players: list[Player], deal: int, seat: int) -> float:
    """Play a deal; return the payoff of a seat."""
    cards, state = random.Random(f"deal {deal}"), game.new_game()
    rngs = [random.Random(f"{deal} {number}") for number in range(len(players))]
    while not state.hand_over:
        actor = state.actor
        if actor is None:
            state = tws.apply(state, tws.shuffle(state, cards))
        else:
            state = tws.apply(state, players[actor](tws.view(state, actor), rngs[actor]))
    found: float = tws.payoffs(state)[seat]
    return found


def compare(game: tws.Game, others: str, deals: range, searches: list[MonteCarlo]) -> None:
    """Print the payoffs of searches, and how much each leads the first one."""
    seats, found = game.new_game().rules.seats, list[list[float]]()
    times = [0.0] * len(searches)
    for deal in deals:
        seat, row = deal % seats, list[float]()
        for number, search in enumerate(searches):
            players = [fresh(by_name(others)) for _ in range(seats)]
            players[seat] = search
            begun = process_time()
            row.append(payoff(game, players, deal, seat))
            times[number] += process_time() - begun
        found.append(row)
    for number, search in enumerate(searches):
        mean, error = mean_and_error([row[number] for row in found])
        lead, lead_error = mean_and_error([row[number] - row[0] for row in found])
        print(
            f"{game.name} against {others}, {len(deals)} deals, model {search.model}, "
            f"slip {search.slip}: {mean:+.2f} ± {error:.2f}, lead {lead:+.2f} ± {lead_error:.2f}, "
            f"{times[number] / len(deals):.2f} s of processor time a hand",
            flush=True,
        )


def main() -> None:
    """Read the arguments and compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--others", default="simple")
    parser.add_argument("--model", default="simple")
    parser.add_argument("--slips", type=float, nargs="+", default=[0.1])
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal")
    parser.add_argument("--worlds", type=int, default=200)
    found = parser.parse_args()
    equal = MonteCarlo(found.worlds, engine="python")
    searches = [
        MonteCarlo(found.worlds, engine="python", model=found.model, slip=slip)
        for slip in found.slips
    ]
    deals = range(found.first, found.first + found.deals)
    compare(tws.GAMES[found.game], found.others, deals, [equal, *searches])


if __name__ == "__main__":
    main()
