"""Print one JSON Schema, for example ``street view``, or write all of them to a folder."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from twowaystreet._core.engine.game import GAMES
from twowaystreet.schemas import Form, schema_of


def text_of(game: str, form: str) -> str:
    """Return the text of the file with a schema."""
    return json.dumps(schema_of(game, form), indent=1) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print one schema, or write all of them."""
    parser = argparse.ArgumentParser(prog="python -m twowaystreet.schemas", description=__doc__)
    parser.add_argument("game", nargs="?", choices=list(GAMES))
    # Plain words, as argparse would show the repr of enum members.
    forms = [form.value for form in Form]
    parser.add_argument("form", nargs="?", choices=forms, default=Form.VIEW.value)
    parser.add_argument("--write", type=Path, metavar="FOLDER", help="write all schemas there")
    chosen = parser.parse_args(arguments)
    if (chosen.game is None) == (chosen.write is None):
        parser.error("expected the name of a game, or --write and a folder")
    if chosen.game:
        print(text_of(chosen.game, chosen.form), end="")
        return
    chosen.write.mkdir(parents=True, exist_ok=True)
    for game in GAMES:
        for form in Form:
            file: Path = chosen.write / f"{game}.{form}.json"
            file.write_text(text_of(game, form), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
