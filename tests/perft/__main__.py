"""Count everything again: ``python -m tests.perft --help``."""

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


def count_or_tell(side: str, position: Position) -> tuple[Numbers | None, str, float]:
    """Count again from one position: the numbers, or what went wrong; and the seconds it took."""
    began = time.process_time()
    try:
        found, fault = counted(SIDES[side], position), ""
    except Exception as error:
        found, fault = None, f"{type(error).__name__}: {str(error)[:1000]}"
    return found, fault, time.process_time() - began


def differences(side: str, position: Position, found: Numbers | None, fault: str) -> list[str]:
    """What is not as the table has it, in words."""
    if found == position.numbers:
        return []
    told = [fault] if found is None else [f"found    {line}" for line in found.lines()]
    wanted = [f"expected {line}" for line in position.numbers.lines()]
    return [f"{position.game}, {position.name}, {side}:", *wanted, *told]


def divide(position: Position, sides: Sequence[str], depth: int) -> None:
    """Print the sequences that begin with each move, one side beside the other."""
    found = [divided(SIDES[side], position, depth) for side in sides]
    for move in dict.fromkeys(move for each in found for move in each):
        print(f"{move:<20}", *(f"{each.get(move, '-'):>12}" for each in found))


def main(arguments: Sequence[str] | None = None) -> int:
    """Count what is asked for; the exit status tells whether all is as in the tables."""
    parser = argparse.ArgumentParser(prog="python -m tests.perft", description=__doc__)
    side = parser.add_mutually_exclusive_group()
    side.add_argument("--reference", action="store_true", help="by the reference implementation")
    side.add_argument("--both", action="store_true", help="by both, not by the package alone")
    parser.add_argument("--game", choices=[*tables(), "all"], default="all", help="which (all)")
    parser.add_argument("--name", default="", help="only positions with this in their name")
    parser.add_argument("--most", type=int, help="only positions with no more leaves than this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    parser.add_argument(
        "--divide", type=int, metavar="DEPTH", help="show what begins with each move instead"
    )
    parser.add_argument("--write", action="store_true", help="write what was counted")
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

    # The longest first, so that no process is left with them at the end.
    chosen.sort(key=lambda position: position.numbers.leaves, reverse=True)
    found: dict[tuple[str, str], set[Numbers]] = {}
    faults = 0
    with ProcessPoolExecutor(options.jobs) as pool:
        for side_of in sides:
            began, worked = time.monotonic(), 0.0
            count = partial(count_or_tell, side_of)
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
    print(f"{faults} of them are not as in the tables")
    return 1 if faults else 0


def write(table: Table, found: dict[tuple[str, str], set[Numbers]]) -> int:
    """Write what was counted into a table, where nobody disagrees; 1 if somebody does."""
    positions: list[Position] = []
    disputed = 0
    for position in table.positions:
        numbers = found.get((position.game, position.name), {position.numbers})
        if len(numbers) > 1:
            disputed = 1
            print(f"{position.game}, {position.name}: not written, as the two do not agree")
        positions.append(
            position if len(numbers) > 1 else attrs.evolve(position, numbers=next(iter(numbers)))
        )
    text = str(attrs.evolve(table, positions=tuple(positions)))
    path_of(table.game).write_text(text, encoding="ascii")
    return disputed


if __name__ == "__main__":
    sys.exit(main())
