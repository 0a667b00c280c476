"""Replay many compiled playouts through ``apply``: ``python -m tests.fast --playouts 1000000``."""

import argparse
import random
import sys
from itertools import islice

from tests.fast.replays import (
    OPTIONS,
    differences,
    opening_states,
    plays,
    result_differences,
    whole_differences,
)
from twowaystreet._core.playouts.policies import POLICIES

EACH = {"random": 50, "simple": 2}
"""The playouts of each state, in the play or before it, and of each seed of whole hands.

Simple players draw random numbers only to name a suit, so few playouts of a state differ.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fast", description=__doc__)
    parser.add_argument("--playouts", type=int, default=26_000, help="in all (default: 26000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only option sets with this in their name")
    parser.add_argument("--policy", choices=POLICIES, default="random")
    chosen = parser.parse_args()
    names = [name for name in OPTIONS if chosen.only in name]
    each = EACH[chosen.policy]
    rounds = max(1, chosen.playouts // (3 * each * len(names)))
    wrong = 0
    for name in names:
        found: list[str] = []
        states = plays(name, random.Random(f"{name}/{chosen.seed}"))
        for number, state in enumerate(islice(states, rounds)):
            seed = chosen.seed + number
            found += differences(state, each, seed, number, chosen.policy)
            found += whole_differences(name, each, seed, chosen.policy)
        begun = opening_states(name, rounds, chosen.seed)
        found += result_differences(begun, each, chosen.seed, chosen.policy)
        print(f"{name:<28} {3 * rounds * each:>8} playouts, {len(found)} differences", *found[:3])
        wrong += len(found)
    print(f"{3 * rounds * each * len(names)} playouts, {wrong} differences")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
