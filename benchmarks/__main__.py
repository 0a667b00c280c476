"""Print how fast the games are beside OpenSpiel, as ratios of moves a second."""

from __future__ import annotations

import argparse
import platform
import random
import statistics
from collections.abc import Callable
from importlib.metadata import version
from typing import Final, TypeAlias

from benchmarks.playing import (
    Sample,
    hearts_hands,
    spades_plays,
    street_plays,
    view_in_plays,
    whole_hands,
)

Play: TypeAlias = Callable[[int, random.Random], Sample]

GAMES: Final = ("street", "duel", "twos", "spades", "twenty_down")
PAIRS: Final[tuple[tuple[str, Play, str, Play], ...]] = (
    *((name, whole_hands(name), "hearts", hearts_hands) for name in GAMES),
    ("street, the play alone", street_plays, "spades, the play alone", spades_plays),
)
OURS, THEIRS = 300, 150
"""How many hands a sample plays, so that both take about as long."""
VIEWED: Final = 20
"""In how many hands every position is viewed."""


def main() -> None:
    """Play each pair in turn, round by round, and print the medians."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="samples of each (default: 15)")
    rounds: int = parser.parse_args().rounds
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, open_spiel {version('open_spiel')}; medians of {rounds} alternating rounds")
    print("Microseconds for each decision of a player, and for each action, chance included;")
    print("ratios are moves a second, ours to theirs: above 1 we are faster.")
    for name, ours, their_name, theirs in PAIRS:
        rng = random.Random(1)
        ours(OURS * 5, rng)
        theirs(THEIRS, rng)
        pairs = [(ours(OURS, rng), theirs(THEIRS, rng)) for _ in range(rounds)]
        print(f"\n{name} : {their_name}")
        for title, count in (("decisions", _decisions), ("all actions", _actions)):
            each = [(a.seconds / count(a), b.seconds / count(b)) for a, b in pairs]
            us, them = (statistics.median(column) * 1e6 for column in zip(*each, strict=True))
            ratio = statistics.median(b / a for a, b in each)
            print(f"  by {title:<11}  {us:6.2f} : {them:5.2f}   ratio {ratio:.2f}")
    print("\nA view of the player to move takes as long as so many plays:")
    for name in GAMES:
        measure, rng = view_in_plays(name), random.Random(1)
        in_plays = statistics.median(measure(VIEWED, rng) for _ in range(rounds))
        print(f"  {name:<11}  {in_plays:5.1f}")


def _decisions(sample: Sample) -> int:
    return sample.decisions


def _actions(sample: Sample) -> int:
    return sample.actions


if __name__ == "__main__":
    main()
