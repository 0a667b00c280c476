"""The same course in another process, in which texts have other hashes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib import import_module
from typing import Final

from twowaystreet.errors import RecordError
from twowaystreet.game import Game
from twowaystreet.records import Record
from twowaystreet.testing.conformance.courses import Course
from twowaystreet.testing.conformance.trial import fail, registered
from twowaystreet.verbs import legal_moves
from twowaystreet.views import view

SECONDS: Final = 120
"""How long the other process may take."""
PROGRAM: Final = "from twowaystreet.testing.conformance.elsewhere import main; main()"


def told_here(course: Course) -> list[list[str]]:
    """For each state of a course what is told of it: the legal moves, and the view to move by."""
    return [
        [repr(state), *map(str, legal_moves(state)), view(state, state.actor).to_json()]
        for state in course.states
    ]


def told_elsewhere(game: Game, course: Course) -> list[list[str]] | None:
    """The same as told in another process; ``None`` if it cannot import the game there."""
    where = _place_of(game)
    if where is None:
        return None
    record = Record(course.start, course.moves).to_text()
    seed = "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2"
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        input=json.dumps([where, record]),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths},
    )
    if done.returncode:
        return None
    found: list[list[str]] | str = json.loads(done.stdout.splitlines()[-1])
    if isinstance(found, str):
        fail(f"the same moves cannot be made in another process, with other hashes: {found}")
    return found


def _place_of(game: Game) -> str | None:
    """The module and the name in it under which a game can be imported; ``None`` if nowhere."""
    for name, module in list(sys.modules.items()):
        if name != "__main__":
            for attribute, value in list(vars(module).items()):
                if value is game:
                    return f"{name}:{attribute}"
    return None


def main() -> None:
    """Read a game and a record, and write what is told of every state, or what is wrong."""
    where, text = json.loads(sys.stdin.read())
    module, _, name = where.partition(":")
    with registered(getattr(import_module(module), name)):
        try:
            record = Record.from_text(text)
        except RecordError as error:
            print(json.dumps(str(error)))
            return
        states = (*(state for state, _ in record), record.state)
        print(json.dumps(told_here(Course(states, record.moves))))
