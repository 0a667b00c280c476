"""Games that authors break by one small edit of an example: the kit must find them.

The files in ``edited`` hold the edits, one file for each kind of promise. An edit begins with its
name, the example, the promise that should find it and, if known, a part of the message. A star says
that authors may mean it so: then the part tells them what to look at. The next line says what is
wrong. Then lines with ``-``, which stand once in the example, are replaced by those with ``+``.
"""

from __future__ import annotations

import re
import sys
import warnings
from itertools import groupby
from pathlib import Path
from types import ModuleType

import attrs

import examples
from tests.testing.faults import Fault
from twowaystreet import Game

FOLDER = Path(__file__).with_name("edited")
KINDS = ("cards", "secrets", "chance", "turns", "moves", "scores", "values", "forms")
HEAD = re.compile(r"(?P<star>\*?)(?P<name>\w+): (?P<base>\w+), (?P<promise>\w+)(, (?P<says>.+))?")


@attrs.frozen
class Edit(Fault):
    """An edited game, its kind, and what is wrong in words."""

    kind: str = attrs.field(kw_only=True)
    does: str = attrs.field(kw_only=True)


EDITS: dict[str, Edit] = {}
"""The games that the kit must find, by name."""
SEEN: dict[str, Edit] = {}
"""The games that may be meant so; ``says`` is what their authors should look at."""
REFUSED: dict[str, tuple[str, str]] = {}
"""The reasons why there is no game after an edit, each with the part that must be in it."""


def changed(text: str, lines: list[str]) -> str:
    """Return the text of an example after the changes of an edit."""
    parts = [
        (sign, "\n".join(line[2:] for line in some))
        for sign, some in groupby(lines, lambda line: line[0])
    ]
    while parts:
        (_, old), *parts = parts
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
        new = parts.pop(0)[1] if parts and parts[0][0] == "+" else ""
        text = text.replace(old, new)
    return text


def made(name: str, text: str) -> Game:
    """Return the game of a module with this text, which this module names, too."""
    module = ModuleType(f"{__name__}.{name}")
    sys.modules[module.__name__] = module  # pickle finds its classes there
    with warnings.catch_warnings():  # such as that a fact leaves worlds unknown
        warnings.simplefilter("ignore")
        exec(compile(text, f"{name}.py", "exec", dont_inherit=True), vars(module))
    game: Game = vars(module).pop("GAME")  # another process finds it here alone
    globals()[f"GAME_{name}"] = game
    return game


def add(kind: str, edit: str) -> None:
    """Add the game of an edit."""
    first, does, *lines = edit.splitlines()
    found = HEAD.fullmatch(first)
    assert found, first
    name, base, says = found["name"], found["base"], found["says"] or ""
    source = Path(examples.__path__[0], f"{base}.py").read_text(encoding="utf-8")
    text = changed(source, [f'- name="{base}"', f'+ name="{name}"', *lines])
    try:
        game = made(name, text)
    except Exception as error:
        if found["promise"] != "refused":
            raise
        REFUSED[name] = str(error), says
        return
    chosen = SEEN if found["star"] else EDITS
    chosen[name] = Edit(game, found["promise"], says, kind=kind, does=does.strip())


for _kind in KINDS:
    for _edit in (FOLDER / f"{_kind}.txt").read_text(encoding="utf-8").strip().split("\n\n"):
        add(_kind, _edit)
