"""Repeat all counts: ``python -m tests.perft --help``."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

import attrs

from tests.perft.count import counted, divided
from tests.perft.sides import SIDES
from tests.perft.table import Numbers, Position, Table, path_of, tables


def try_position(side: str, position: Position) -> tuple[Numbers | None, str, float]:
    """Repeat the counts of one position; return numbers or error, and the seconds."""
    began = time.process_time()
    try:
        found, fault = counted(SIDES[side], position), ""
    except Exception as error:
        found, fault = None, f"{type(error).__name__}: {str(error)[:1000]}"
    return found, fault, time.process_time() - began


def differences(side: str, position: Position, found: Numbers | None, fault: str) -> list[str]:
    """Return lines that show differences from the table; none if the numbers agree."""
    if found == position.numbers:
        return []
    actual = [fault] if found is None else [f"found    {line}" for line in found.lines()]
    wanted = [f"expected {line}" for line in position.numbers.lines()]
    return [f"{position.game}, {position.name}, {side}:", *wanted, *actual]


def divide(position: Position, sides: Sequence[str], depth: int) -> None:
    """Print the number of sequences that begin with each move, for each side."""
    found = [divided(SIDES[side], position, depth) for side in sides]
    for move in dict.fromkeys(move for each in found for move in each):
        print(f"{move:<20}", *(f"{each.get(move, '-'):>12}" for each in found))


def main(arguments: Sequence[str] | None = None) -> int:
    """Repeat the requested counts; return 1 if any differs from the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.perft", description=__doc__)
    side = parser.add_mutually_exclusive_group()
    side.add_argument(
        "--reference", action="store_true", help="count with the reference implementation"
    )
    side.add_argument(
        "--both", action="store_true", help="count with the package and the reference"
    )
    parser.add_argument(
        "--game", choices=[*tables(), "all"], default="all", help="game to count (all)"
    )
    parser.add_argument("--name", default="", help="only positions whose name contains this")
    parser.add_argument("--most", type=int, help="only positions with at most this many leaves")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of processes")
    parser.add_argument(
        "--divide", type=int, metavar="DEPTH", help="count per first move, this many moves deep"
    )
    parser.add_argument("--write", action="store_true", help="write the counts into the tables")
    options = parser.parse_args(arguments)

    games = {game: table for game, table in tables().items() if options.game in (game, "all")}
    chosen = [
        position
        for table in games.values()
        for position in table.positions
        if options.name in position.name
        and (options.most is None or position.numbers.leaves <= options.most)
    ]
    sides = ["reference"] if options.reference else ["package", "reference"][: 1 + options.both]
    if options.divide:
        for position in chosen:
            print(f"{position.game}, {position.name}, {options.divide} moves: {', '.join(sides)}")
            divide(position, sides, options.divide)
        return 0

    # The largest positions first, so that all processes end at about the same time.
    chosen.sort(key=lambda position: position.numbers.leaves, reverse=True)
    found: dict[tuple[str, str], set[Numbers]] = {}
    faults = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for side_of in sides:
            began, worked = time.monotonic(), 0.0
            count = partial(try_position, side_of)
            results = pool.map(count, chosen) if options.jobs > 1 else map(count, chosen)
            for position, (numbers, fault, seconds) in zip(chosen, results, strict=True):
                worked += seconds
                if numbers:
                    found.setdefault((position.game, position.name), set()).add(numbers)
                lines = differences(side_of, position, numbers, fault)
                faults += bool(lines)
                if lines and not (options.write and numbers):
                    print(*lines, sep="\n", flush=True)
            entries = sum(len(position.numbers) for position in chosen)
            leaves = sum(position.numbers.leaves for position in chosen)
            print(
                f"{side_of}: {entries} numbers from {len(chosen)} positions, {leaves} leaves, "
                f"{worked:.1f} s of work in {time.monotonic() - began:.1f} s"
            )
    if options.write:
        return max([write(table, found) for table in games.values()], default=0)
    print(f"{faults} positions differ from the tables")
    return 1 if faults else 0


def write(table: Table, found: dict[tuple[str, str], set[Numbers]]) -> int:
    """Write the counts into a table; return 1 if the two sides disagree somewhere."""
    positions: list[Position] = []
    disputed = 0
    for position in table.positions:
        numbers = found.get((position.game, position.name), {position.numbers})
        if len(numbers) > 1:
            disputed = 1
            print(f"{position.game}, {position.name}: not written: the two sides disagree")
        positions.append(
            position if len(numbers) > 1 else attrs.evolve(position, numbers=next(iter(numbers)))
        )
    text = str(attrs.evolve(table, positions=tuple(positions)))
    path_of(table.game).write_text(text, encoding="ascii")
    return disputed


if __name__ == "__main__":
    sys.exit(main())
