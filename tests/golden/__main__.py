"""Make anew what is derived from the rules, and show what changes: ``python -m tests.golden``.

These are the counts of perft, the watched hands of the command line and the words in pictures.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import twowaystreet as tws
from tests import test_perft
from tests.cli import test_screens
from tests.svg import test_contents
from tests.svg.positions import NAMES

TESTS = Path(__file__).parents[1]


def perft() -> str:
    """Return the positions with their counts, each on a line."""
    kind = {"format": "twowaystreet record", "version": 1}
    lines = list[str]()
    for position in test_perft.COUNTS:
        state = tws.Record.from_dict({**kind, **position["record"]}).state
        lines.append(json.dumps(position | test_perft.counted(state, position)))
    return "[\n" + ",\n".join(lines) + "\n]\n"


def derived() -> Iterator[tuple[Path, str]]:
    """Yield each file with its new text."""
    yield TESTS / "perft.json", perft()
    for name, words in test_screens.GOLDEN.items():
        yield TESTS / "cli" / "golden" / name, test_screens.watched(words)
    lines = [line for name in NAMES for line in test_contents.words_of_pictures(name)]
    yield test_contents.WORDS, "\n".join(lines) + "\n"


def main() -> None:
    """Write the files that change, and print the differences."""
    for file, new in derived():
        old = file.read_text("utf-8")
        name = file.relative_to(TESTS).as_posix()
        print(*unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm=""), sep="\n")
        if new != old:
            file.write_text(new, "utf-8")


if __name__ == "__main__":
    main()
