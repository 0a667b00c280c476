"""Pictures in the pages: tables as a seat sees them, steps, and what invites to play.

A page has blocks for pictures, which the build replaces before it reads the page. The build replays
the moves of a picture. So an impossible picture is an error::

    ```{position}
    :names: Ann, Ben, Cem
    :seat: 1
    :seed: 7

    high; exchange 3D 2H
    ```

    ```{steps}
    :game: twos
    :names: Ann, Ben, Cem, Dot
    :seat: 0
    :seed: 7

    4C: Ben leads the four of clubs.
    QC; AC: Cem and Dot play higher clubs.
    ```

    ```{table-to-play}
    :game: street
    :names: Ann, Ben, Cem, Dot
    :tricks: 2
    ```

A position is one of Two Way Street, or of the game that the option ``game`` names. In place of
moves it may give a number of random ones, ``random``; in place of a seed and moves a worked example
and a number of its moves. It has a wide picture, and a narrow one for phones; the option ``arrows``
gives the cards with an arrow.

Steps are positions with a sentence each, after the moves before the colon; the option ``before``
has moves before the first one. A table to play is a moving picture with a button that opens the
page without a server in its place. The block ``games`` has a tile for each game.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from html import escape
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

import twowaystreet as tws
from docs._ext.moving import moving
from docs._ext.play_page import FOLDER
from twowaystreet import svg
from twowaystreet._core.records.records import example_record
from twowaystreet._page.alone import catalogue

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

BLOCK: Final = re.compile(
    r"^```\{(?P<picture>position|steps|table-to-play|games)\}\n"
    r"(?P<options>(?::\w+: [^\n]*\n)*)(?P<body>.*?)^```\n",
    re.MULTILINE | re.DOTALL,
)
_PLAY: Final = Path(__file__).with_name("play.html")
_OPTION: Final = re.compile(r"^:(\w+): (.*)$", re.MULTILINE)


def drawn(text: str) -> str:
    """Replace the blocks of a page by pictures."""

    def picture(block: re.Match[str]) -> str:
        options = dict(_OPTION.findall(block["options"]))
        return f"```{{raw}} html\n{_DRAW[block['picture']](options, block['body'])}\n```\n"

    return BLOCK.sub(picture, text)


def _position(options: Mapping[str, str], body: str) -> str:
    """Draw the view of a seat, in a worked example or in a hand dealt from a seed."""
    names = options["names"].split(", ")
    if "example" in options:
        state = example_record(tws.GAMES[options["example"]].State).state_at(int(options["after"]))
    else:
        state = _played(options, body, len(names))
    wide, narrow = (_table(state, options, width) for width in (720, 360))
    return (
        f'<div class="both"><div class="wide">{wide}</div><div class="narrow">{narrow}</div></div>'
    )


def _table(state: tws.AnyState, options: Mapping[str, str], width: int) -> str:
    """Draw what the seat of a block sees."""
    seen, names = tws.view(state, int(options["seat"])), options["names"].split(", ")
    arrows = tws.cards(options.get("arrows", ""))
    return svg.table(seen, names=names, size=width, arrows=arrows)


def _steps(options: Mapping[str, str], body: str) -> str:
    """Draw a position after each line of a block, with the sentence of the line."""
    state = _played(options, options.get("before", ""), len(options["names"].split(", ")))
    steps: list[str] = []
    for line in body.strip().split("\n"):
        moves, _, sentence = line.partition(": ")
        state = _after(state, moves)
        picture = _table(state, options, 360)
        steps.append(f"<li><p>{escape(sentence)}</p>{picture}</li>")
    return f'<ol class="steps" tabindex="0">{"".join(steps)}</ol>'


def _played(options: Mapping[str, str], body: str, players: int) -> tws.AnyState:
    """Deal a hand from a seed, and make the moves of a block."""
    game = tws.GAMES[options.get("game", "street")]
    rules = game.Rules() if game.Rules().seats == players else game.Rules(players=players)
    rng = random.Random(int(options["seed"]))
    state: tws.AnyState = game.new_game(rules)
    state = tws.apply(state, tws.shuffle(state, rng))
    for _ in range(int(options.get("random", 0))):
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    return _after(state, body)


def _after(state: tws.AnyState, moves: str) -> tws.AnyState:
    """Return the state after moves with semicolons between them."""
    for text in filter(None, moves.strip().split(";")):
        state = tws.apply(state, tws.parse_move(state, text))
    return state


def _table_to_play(options: Mapping[str, str], body: str) -> str:
    """Draw a moving picture above the button that opens the page without a server."""
    picture = moving(options["game"], options["names"].split(", "), int(options["tricks"]))
    return Template(_PLAY.read_text("utf-8")).substitute(picture=picture).rstrip()


def _games(options: Mapping[str, str], body: str) -> str:
    """Return a tile for each game, with its picture among the files of the page."""
    tiles = [
        _tile(
            f"games/{game['name']}", game["name"], game["title"], game["players"], game["summary"]
        )
        for game in catalogue()["games"]
    ]
    tiles.append(_tile("write-your-own", "", "Your own game", "any number of players", _OWN))
    return f'<ul class="game-tiles">{"".join(tiles)}</ul>'


_OWN: Final = "Oh Hell is one short file. Tables, pictures and bots work with it at once."


def _tile(page: str, picture: str, title: str, players: str, words: str) -> str:
    """Return a tile that leads to a page."""
    source = f"{FOLDER}/pictures/{picture}.svg"
    image = f'<img src="{source}" alt="" loading="lazy">' if picture else "<i>+</i>"
    told = f"<b>{escape(title)}</b> <small>{escape(players)}</small><span>{escape(words)}</span>"
    return f'<li><a href="{page}.html">{image}{told}</a></li>'


_DRAW: Final[Mapping[str, Callable[[Mapping[str, str], str], str]]] = MappingProxyType(
    {
        "position": _position,
        "steps": _steps,
        "table-to-play": _table_to_play,
        "games": _games,
    }
)


def complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the pictures to a page."""
    source[0] = drawn(source[0])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx."""
    app.connect("source-read", complete)
    return {"parallel_read_safe": True}
