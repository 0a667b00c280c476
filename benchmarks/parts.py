"""Compare the speed of the games with OpenSpiel, and print their memory and import time."""

from __future__ import annotations

import argparse
import platform
import random
import statistics
from collections.abc import Callable
from importlib.metadata import version
from typing import Final, TypeAlias

from benchmarks import (
    arena,
    environments,
    fast,
    hosting,
    searching,
    solving,
    spiel,
)
from benchmarks.bare import bare_plays
from benchmarks.costs import bytes_a_state, import_seconds
from benchmarks.playing import (
    Sample,
    hearts_hands,
    hearts_in_place,
    legal_moves_in_deals,
    spades_plays,
    street_plays,
    view_in_plays,
    whole_hands,
)
from benchmarks.worlds import Cost, cost, open_spiel_cost

Play: TypeAlias = Callable[[int, random.Random], Sample]

GAMES: Final = ("street", "duel", "twos", "spades", "twenty_down", "tien_len", "brag")
PAIRS: Final[tuple[tuple[str, Play, str, Play], ...]] = (
    *((name, whole_hands(name), "hearts", hearts_hands) for name in GAMES),
    ("street, the play alone", street_plays, "spades, the play alone", spades_plays),
    ("a play with nothing around it", bare_plays, "spades, the play alone", spades_plays),
    ("hearts, in place", hearts_in_place, "hearts", hearts_hands),
)
OURS, THEIRS = 300, 150
"""The hands of a sample, chosen for about equal times."""
VIEWED: Final = 20
"""The hands of a sample of views."""
LISTED: Final = 40
"""The hands of a sample of lists of legal moves."""
SIZED: Final = 40
"""The hands of a sample with other numbers of players."""
SIZES: Final = (
    (3, 1),
    (4, 2),
    (4, 3),
    (4, 5),
    (6, None),
    (8, None),
    (11, None),
    (20, None),
    (50, None),
)
"""Players and decks."""


def _rounds(text: str) -> int:
    """Convert the value of an option; argparse shows the error."""
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number, 1 or more, not {text!r}")
    return number


def main() -> None:
    """Measure all parts, or one of them, and print the results."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--rounds", type=_rounds, default=15, help="samples of each (default: 15)")
    parser.add_argument("part", nargs="?", choices=PARTS, help="measure this (default: everything)")
    chosen = parser.parse_args()
    rounds: int = chosen.rounds
    python = f"{platform.python_implementation()} {platform.python_version()}"
    print(f"{python}, open_spiel {version('open_spiel')}; medians of {rounds} alternating rounds")
    for name, part in PARTS.items():
        if chosen.part in (None, name):
            part(rounds)


def _speed(rounds: int) -> None:
    print("\nMicroseconds for each decision of a player, and for each action, chance included;")
    print("ratios are moves a second, the first to the second: above 1 the first is faster.")
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


def _sizes(rounds: int) -> None:
    print("\nThe time of a decision in Two Way Street, relative to four players with one deck:")
    sizes: dict[str, Play] = {
        f"{players} players, {decks or 'fewest'} decks": whole_hands(
            "street", players=players, decks=decks
        )
        for players, decks in SIZES
    }
    usual, rng = whole_hands("street"), random.Random(1)
    for title, play in sizes.items():
        pairs = [(play(SIZED, rng), usual(SIZED, rng)) for _ in range(rounds)]
        each = [(a.seconds / a.decisions) / (b.seconds / b.decisions) for a, b in pairs]
        print(f"  {title:<26}  {statistics.median(each):5.2f}")


def _views(rounds: int) -> None:
    print("\nThe time of a view for the player to move, in plays:")
    for name in GAMES:
        measure, rng = view_in_plays(name), random.Random(1)
        in_plays = statistics.median(measure(VIEWED, rng) for _ in range(rounds))
        print(f"  {name:<11}  {in_plays:5.1f}")


def _worlds(rounds: int) -> None:
    print(
        "\nWorlds, means in deals of the same game: preparing a view with its count, and a sample;"
    )
    print("and the share of samples that would be impossible if the cards were dealt at random.")
    for name in GAMES:
        _print_cost(name, cost(name, rounds, random.Random(1)))
    for players in (3, 8, 20):
        title = f"street, {players} players"
        _print_cost(
            title, cost("street", max(1, rounds // players), random.Random(1), players=players)
        )
    print("OpenSpiel's resample_from_infostate, in deals of its game, and its impossible samples:")
    _print_cost("hearts", open_spiel_cost(rounds * 10, random.Random(1)))


def _print_cost(title: str, found: Cost) -> None:
    print(
        f"  {title:<22} deal {found.deal * 1e6:4.0f} us   prepare {found.prepare:7.1f}"
        f"   sample {found.sample:5.1f}"
        f"   impossible {found.impossible:4.0%}   {found.positions} positions"
    )


def _lists(rounds: int) -> None:
    print("\nThe time of legal_moves on average over random play, in deals with their shuffle:")
    for name in GAMES:
        measure, rng = legal_moves_in_deals(name), random.Random(1)
        in_deals = statistics.median(measure(LISTED, rng) for _ in range(rounds))
        print(f"  {name:<11}  {in_deals:5.2f}")


def _memory(rounds: int) -> None:
    print("\nBytes for each state, if all states of a hand stay in memory:")
    for name in GAMES:
        print(f"  {name:<11}  {bytes_a_state(name, rounds, random.Random(1)):5.0f}")


def _import(rounds: int) -> None:
    print("\nMilliseconds to import in a fresh interpreter:")
    for compiled in (True, False):
        each = [
            [
                import_seconds(module, compiled=compiled) * 1000
                for module in ("twowaystreet", "attrs")
            ]
            for _ in range(rounds)
        ]
        ours, attrs = (statistics.median(column) for column in zip(*each, strict=True))
        ratio = statistics.median(one / other for one, other in each)
        words = "with" if compiled else "without"
        print(f"  {words} bytecode: twowaystreet {ours:.0f}, attrs {attrs:.0f}, ratio {ratio:.2f}")


PARTS: Final[dict[str, Callable[[int], None]]] = {
    "speed": _speed,
    "sizes": _sizes,
    "views": _views,
    "worlds": _worlds,
    "lists": _lists,
    "memory": _memory,
    "import": _import,
    "fast": fast.measure,
    "solve": solving.measure,
    "arena": arena.measure,
    "players": searching.measure,
    "environments": environments.measure,
    "hosting": hosting.measure,
    "openspiel": spiel.measure,
}
"""The measurements, by name."""


def _decisions(sample: Sample) -> int:
    return sample.decisions


def _actions(sample: Sample) -> int:
    return sample.actions
