"""Print one JSON Schema, such as ``street view`` or ``wire``, or types of TypeScript, or write all.

``wire`` has the messages of a table, ``typescript`` their types and those of the views of our
games, and ``typescript GAME`` those of the view of one game, which may be an author's, such as
``whist.py:GAME``.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.engine.game_places import game_at
from twowaystreet._util.modules import is_place
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.schemas import Form, schema_of, typescript, wire

_WIRE: Final = "wire"
_TYPES: Final = "typescript"


def text_of(game: str, form: str) -> str:
    """Return the text of the file with a schema."""
    return _text(schema_of(game, form))


def _text(schema: object) -> str:
    return json.dumps(schema, indent=1) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one schema or the types of one game, or write all schemas."""
    parser = argparse.ArgumentParser(prog="python -m twowaystreet.schemas", description=__doc__)
    names, words = list(GAMES), (_WIRE, _TYPES)
    parser.add_argument("game", nargs="?", choices=[*names, *words])
    # Plain words, as argparse would show the repr of enum members.
    forms = [form.value for form in Form]
    parser.add_argument("form", nargs="?", metavar="form", help=f"{', '.join(forms)}, or a game")
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write all schemas there")
    chosen = parser.parse_args(arguments)
    if (chosen.game is None) == (chosen.write is None):
        parser.error("expected the name of a game, or --write and a folder")
    possible = {_WIRE: [], _TYPES: names}.get(chosen.game, forms)
    place = chosen.form if chosen.game == _TYPES and is_place(chosen.form or "") else None
    if not place and chosen.form not in (None, *possible):
        parser.error(f"expected {' or '.join(possible) or 'nothing'} after {chosen.game}")
    if chosen.game == _WIRE:
        print(_text(wire()), end="")
    elif chosen.game == _TYPES:
        try:
            print(typescript(game_at(place) if place else chosen.form), end="")
        except TwoWayStreetError as error:
            parser.error(str(error))
    elif chosen.game:
        print(text_of(chosen.game, chosen.form or Form.VIEW), end="")
    else:
        _write(chosen.write)


def _write(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for form in Form:
            file = folder / f"{game}.{form}.json"
            file.write_text(text_of(game, form), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
