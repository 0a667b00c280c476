"""Write the file of fixed numbers and layouts: new ones are added at the end."""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from twowaystreet._core import plain_data
from twowaystreet._core.engine.game import GAMES
from twowaystreet._spaces import types
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.observation import Observation
from twowaystreet._spaces.types import sizes_of
from twowaystreet._util.values import OfGame

FIXED: Final[Mapping[str, Sequence[Mapping[str, int]]]] = {
    "street": (
        *({"players": players} for players in range(3, 12)),
        *({"players": players, "decks": 2} for players in range(3, 6)),
    ),
    # The layout depends on the players alone, and six cards go with most players.
    "brag": tuple({"players": players, "cards": 6} for players in range(2, 9)),
}
"""The rules with a fixed layout, as options that differ from the defaults."""


def fixed_rules() -> Iterator[tuple[str, OfGame]]:
    for name, game in GAMES.items():
        for options in FIXED.get(name, ({},)):
            yield name, game.Rules(**options)


def grown() -> plain_data.Object:
    data: plain_data.Object = json.loads(json.dumps(types.contents()))
    columns = data["columns"]
    for name, rules in fixed_rules():
        actions, observation = Actions(name, rules), Observation(name, rules)
        game = data["games"].setdefault(name, {"numbers": [], "grown": [], "layouts": {}})
        game["numbers"] = list(actions.names)
        _note(game["grown"], actions.size, actions.digest)
        new: plain_data.Object = {"pieces": {}, "grown": []}
        layout = game["layouts"].setdefault(sizes_of(name, rules).key, new)
        for piece in observation.pieces.values():
            if list(piece.columns) not in columns:
                columns.append(list(piece.columns))
            place = columns.index(list(piece.columns))
            layout["pieces"].setdefault(piece.name, [piece.array, place, *piece.shape[:-1]])
        _note(layout["grown"], len(observation.pieces), observation.digest)
    return data


def _note(history: list[list[object]], length: int, digest: str) -> None:
    """Add a length and its digest to a history, unless they are its end."""
    if not history or history[-1] != [length, digest]:
        history.append([length, digest])


def text_of(data: Mapping[str, object]) -> str:
    text = json.dumps(data, indent=1)
    return re.sub(r"\[[^][{}]*\]", lambda found: re.sub(r"\s*\n\s*", " ", found[0]), text) + "\n"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m twowaystreet._spaces", description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="write to this file")
    chosen = parser.parse_args(arguments)
    text = text_of(grown())
    if chosen.write:
        chosen.write.write_text(text, encoding="utf-8", newline="\n")
    else:
        print(text, end="")


if __name__ == "__main__":
    main()
