"""Make anew what is derived from the rules, and show what changes: ``python -m tests.golden``.

``python -m tests.golden perft schemas`` makes only the files with one of these words in their path.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Sequence
from difflib import unified_diff
from functools import partial
from pathlib import Path

from tests import test_perft
from tests.cli import test_interactive, test_saved_games, test_screens
from tests.cli.helpers import output
from tests.games import OURS
from tests.golden import test_golden
from tests.players import test_rules_of_thumb, test_searches
from tests.svg import test_contents
from twowaystreet.schemas import Form, typescript
from twowaystreet.schemas.__main__ import text_of
from twowaystreet.schemas._typescript import FILE, made

ROOT = Path(__file__).parents[2]


def lines(each: Callable[[str], str]) -> str:
    return "".join(f"{each(name)}\n" for name in OURS)


def derived() -> dict[str, Callable[[], str]]:
    """Return the function that makes each file anew."""
    return {
        "tests/perft.json": test_perft.perft,
        "tests/players/hashes.txt": lambda: (
            lines(test_searches.searched) + lines(test_rules_of_thumb.earlier)
        ),
        "tests/svg/golden/words.txt": partial(lines, test_contents.words_of_pictures),
        "tests/cli/golden/screens.txt": test_screens.screens,
        "tests/cli/golden/sessions.txt": test_interactive.sessions,
        "tests/cli/golden/examples.txt": partial(output, "example"),
        **{
            f"tests/cli/golden/{name}": partial(test_screens.watched, words)
            for name, words in test_screens.GOLDEN.items()
        },
        **{
            f"tests/cli/golden/{name}": partial(test_saved_games.shown_of, name)
            for name in test_saved_games.GOLDEN
        },
        **{
            f"tests/golden/{name}.replay": partial(test_golden.replayed, name)
            for name in test_golden.PRINTED
        },
        **{
            f"src/twowaystreet/schemas/{game}.{form}.json": partial(text_of, game, form)
            for game in OURS
            for form in Form
        },
        # After the schemas, from which it is made.
        f"src/twowaystreet/schemas/{FILE}": types,
    }


def types() -> str:
    """Return the types of TypeScript; without npx, which makes them, those that are there."""
    if shutil.which("npx") is None:
        print(f"{FILE} stays as it is: npx is missing")
        return typescript()
    return made()


def main(words: Sequence[str]) -> None:
    """Write the files that change, and print the differences."""
    for name, make in derived().items():
        if words and not any(word in name for word in words):
            continue
        file, new = ROOT / name, make()
        old = file.read_text("utf-8") if file.exists() else ""
        if new != old:
            found = unified_diff(old.splitlines(), new.splitlines(), name, name, lineterm="")
            print(*found, sep="\n")
            file.write_text(new, "utf-8", newline="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
