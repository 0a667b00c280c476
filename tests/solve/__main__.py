"""Compare many endings with brute force: ``python -m tests.solve --endings 300``."""

import argparse
import random
import sys
from itertools import islice

from tests.fast.replays import OPTIONS as PLAYED
from tests.fast.replays import plays_of
from tests.solve.references import OPTIONS, differences, endings, tricks_of_leader
from twowaystreet import solve


def main() -> int:
    """Compare the endings of every option set, and whole Duels, and print the differences."""
    parser = argparse.ArgumentParser(prog="python -m tests.solve", description=__doc__)
    parser.add_argument("--endings", type=int, default=300, help="of each set (default: 300)")
    parser.add_argument("--duels", type=int, default=30, help="whole Duels (default: 30)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="only option sets with this in their name")
    chosen = parser.parse_args()
    wrong = 0
    for name in OPTIONS:
        if chosen.only in name:
            rng, found = random.Random(f"{name}/{chosen.seed}"), list[str]()
            for state in islice(endings(name, chosen.seed), chosen.endings):
                found += differences(state, rng)
            line = f"{name:<24} {chosen.endings} endings, {len(found)} differences"
            print(line, *found[:3], flush=True)
            wrong += len(found)
    for seed in range(chosen.duels):
        state = next(plays_of(PLAYED["duel"], chosen.seed + seed))
        wrong += solve.tricks(state, {state.dealer}) != tricks_of_leader(state)
    print(f"{wrong} differences, {chosen.duels} whole Duels included")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main())
