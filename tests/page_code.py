"""Modules with the Python code of the documentation pages, for the type checkers.

A module has the same line numbers as its page. So a type checker names the line of the page.
``python -m tests.page_code`` checks all pages, and the word of each option of each game.
"""

import ast
import doctest
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from twowaystreet import GAMES
from twowaystreet._core.engine.fields import options_of

ROOT: Final = Path(__file__).resolve().parents[1]
CHECKERS: Final = ("mypy", "pyright")
_BLOCK: Final = re.compile(r"^( *)```python\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_SETTINGS: Final = {
    "include": ["."],
    "typeCheckingMode": "strict",
    "pythonVersion": "3.11",
    "extraPaths": [str(ROOT / "src"), str(ROOT)],
}


def code_of(page: str) -> str:
    """Return the module with the code of a page: doctest sessions and other Python blocks.

    Pieces of an example are left out, as they are checked there. The module prints the values that
    a session shows, since checkers reject unused expressions.

    >>> code_of("One:\\n\\n>>> 1 + 1\\n2\\n")
    '\\n\\nprint(1 + 1)'
    """
    lines = [""] * len(page.splitlines())
    for block in other_blocks(page):
        first = page.count("\n", 0, block.start(2))
        for number, line in enumerate(block[2].splitlines(), first):
            lines[number] = line.removeprefix(block[1])
    for example in doctest.DocTestParser().get_examples(page):
        source = example.source.splitlines()
        match ast.parse(example.source).body:
            case [ast.Expr(value)] if example.want and not isinstance(value, ast.Call):
                source[0] = f"print({source[0]}"
                source[-1] += ")"
            case _:
                pass
        lines[example.lineno : example.lineno + len(source)] = source
    return "\n".join(lines).rstrip()


def _lines(code: str) -> str:
    return "\n".join(filter(None, map(str.strip, code.splitlines()))) + "\n"


EXAMPLES: Final = tuple(
    _lines(each.read_text("utf-8")) for each in sorted((ROOT / "examples").glob("*.py"))
)


def is_piece(block: str) -> bool:
    """Say whether a block of a page is a piece of an example."""
    return any(_lines(block) in each for each in EXAMPLES)


def other_blocks(page: str) -> Iterator[re.Match[str]]:
    """Find the Python blocks of a page that are neither sessions nor pieces of examples."""
    for block in _BLOCK.finditer(page):
        if ">>>" not in block[2] and not is_piece(block[2]):
            yield block


def modules() -> Iterator[tuple[str, str]]:
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        code = code_of(path.read_text(encoding="utf-8"))
        if code:
            name = "_".join(path.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
            yield name, code + "\n"


def words() -> str:
    """Return a module that makes rules with each word of each option of each game."""
    return "".join(
        f"from twowaystreet.games import {name}\n{name}.Rules({option}={word!r})\n"
        for name, game in GAMES.items()
        for option, each in options_of(game.Rules).items()
        for word in each.choices
    )


def complaints(code: Mapping[str, str]) -> dict[str, str]:
    """Return the output of each type checker that finds errors, by its name."""
    found: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        for name, text in code.items():
            place.joinpath(f"{name}.py").write_text(text, encoding="utf-8")
        settings = place / "pyrightconfig.json"
        settings.write_text(json.dumps(_SETTINGS), encoding="utf-8")
        mypy = ("--config-file", str(ROOT / "pyproject.toml"), str(place))
        for checker, arguments in zip(CHECKERS, (mypy, ("-p", str(settings))), strict=True):
            command = [sys.executable, "-m", checker, *arguments]
            done = subprocess.run(
                command, check=False, cwd=ROOT, capture_output=True, encoding="utf-8"
            )
            if done.returncode:
                found[checker] = done.stdout + done.stderr
    return found


def main() -> None:
    code = dict(modules())
    assert len(code) > 12
    code["words"] = words()
    found = complaints(code)
    for checker, output in found.items():
        print(f"{checker}:\n{output}")
    print(f"{len(code)} modules, {len(found)} of {len(CHECKERS)} checkers complain")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
