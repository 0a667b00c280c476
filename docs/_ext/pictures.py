"""Pictures in the pages: tables as a seat sees them, and score sheets.

A page has blocks for pictures, which the build replaces before it reads the page. The build replays
the moves and scores the hands of a picture. So an impossible picture is an error::

    ```{position}
    :names: Ann, Ben, Cem
    :seat: 1
    :seed: 7

    high; exchange 3D 2H
    ```

    ```{score-sheet}
    :names: Ann, Ben, Cem

    HD 2 LD 1 HD 7
    ```

A position is one of Two Way Street, or of the game that the option ``game`` names. In place of
moves it may give a number of random ones, ``random``; in place of a seed and moves a worked example
and a number of its moves. The option ``size`` gives the width, ``arrows`` the cards with an arrow.
"""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING, Final

import twowaystreet as tws
from twowaystreet import svg
from twowaystreet._core.records.examples import example_record
from twowaystreet.games import street

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

BLOCK: Final = re.compile(
    r"^```\{(?P<picture>position|score-sheet)\}\n"
    r"(?P<options>(?::\w+: [^\n]*\n)+)(?P<body>.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)
_OPTION: Final = re.compile(r"^:(\w+): (.*)$", re.MULTILINE)


def drawn(text: str) -> str:
    """Replace the blocks of a page by pictures."""

    def picture(block: re.Match[str]) -> str:
        options = dict(_OPTION.findall(block["options"]))
        draw = _position if block["picture"] == "position" else _score_sheet
        return f"```{{raw}} html\n<p>{draw(options, block['body'])}</p>\n```\n"

    return BLOCK.sub(picture, text)


def _position(options: Mapping[str, str], body: str) -> str:
    """Draw the view of a seat, in a worked example or in a hand dealt from a seed."""
    names = options["names"].split(", ")
    if "example" in options:
        state = example_record(tws.GAMES[options["example"]].State).state_at(int(options["after"]))
    else:
        state = _played(options, body, len(names))
    seen = tws.view(state, int(options["seat"]))
    arrows = tws.cards(options.get("arrows", ""))
    return svg.table(seen, names=names, size=int(options.get("size", 720)), arrows=arrows)


def _played(options: Mapping[str, str], body: str, players: int) -> tws.AnyState:
    """Deal a hand from a seed, and make the moves of a block."""
    game = tws.GAMES[options.get("game", "street")]
    rules = game.Rules() if game.Rules().seats == players else game.Rules(players=players)
    rng = random.Random(int(options["seed"]))
    state: tws.AnyState = game.new_game(rules)
    state = tws.apply(state, tws.shuffle(state, rng))
    for _ in range(int(options.get("random", 0))):
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    for text in filter(None, body.strip().split(";")):
        state = tws.apply(state, tws.parse_move(state, text))
    return state


def _score_sheet(options: Mapping[str, str], body: str) -> str:
    """Draw a score sheet; each line is a hand, with the declaration and tricks of each seat."""
    lines = [line.split() for line in body.split("\n") if line]
    hands = [street.score(words[::2], list(map(int, words[1::2]))) for words in lines]
    return svg.score(hands, names=options["names"].split(", "))


def complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the pictures to a page."""
    source[0] = drawn(source[0])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx."""
    app.connect("source-read", complete)
    return {"parallel_read_safe": True}
