"""Print a schema, such as that of ``street view``; without words, write all of them here."""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

from twowaystreet.game import GAMES
from twowaystreet.schemas import Form, schema_of


def _text(game: str, form: str) -> str:
    return json.dumps(schema_of(game, form), indent=1) + "\n"


def main(arguments: Sequence[str] | None = None, folder: Path = Path(__file__).parent) -> None:
    """Print one schema, or write all of them beside this file."""
    parser = argparse.ArgumentParser(prog="python -m twowaystreet.schemas", description=__doc__)
    parser.add_argument("game", nargs="?", choices=list(GAMES))
    parser.add_argument("form", nargs="?", choices=list(Form), default=Form.VIEW)
    chosen = parser.parse_args(arguments)
    if chosen.game:
        print(_text(chosen.game, chosen.form), end="")
        return
    for game in GAMES:
        for form in Form:
            text = _text(game, form)
            (folder / f"{game}.{form}.json").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
