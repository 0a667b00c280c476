"""The parts of a finished game, which the page of a server shows one after the other.

A part has the words of some positions, and their scenes as differences, as the page of a table gets
them. A hand of 50 moves takes 70,000 bytes, and 10,000 when it is compressed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from html import escape
from itertools import islice
from string import Template
from typing import Any, Final

from twowaystreet._core.display.display import display_of
from twowaystreet._core.engine.moves import Deal
from twowaystreet._core.records.records import Record
from twowaystreet._page.replay.pages import SIZES, named, part, script_of, title_of, words_of
from twowaystreet._page.replay.steps import ReplayStep, steps_of
from twowaystreet._page.viewers import PageLook, SceneStep, Viewer
from twowaystreet.errors import RecordError
from twowaystreet.svg.elements import symbols
from twowaystreet.svg.geometry import clean
from twowaystreet.svg.stage import scene_of
from twowaystreet.svg.table_facts import TableFacts, facts_of
from twowaystreet.svg.table_facts import title_of as title_of_table

ENOUGH: Final = 75_000
"""The bytes after which a part ends with its trick, if its hand does not end before."""
MOST: Final = 95_000
"""The most bytes of a part, in the middle of a trick, too."""
CARDS: Final = 1000
"""The most cards of a hand that a part shows."""


def page(record: Record, names: Sequence[str], first: int = 0, size: int = 0) -> str:
    r"""Return the page of a part of a game, which needs the files of the server.

    Args:
        record: the game.
        names: the names of the players; numbers if they are empty.
        first: the number of the first position, from 0.
        size: the place of its size in ``SIZES``.

    Raises:
        RecordError: if the game has no such position, or too many cards.

    >>> from twowaystreet.games import duel
    >>> page(Record(duel.GAME.new_game()), ["Ann", "Ben"]).partition("\n")[0]
    '<!doctype html>'
    """
    if not 0 <= first <= len(record.moves):
        raise RecordError(f"position {first}: expected 0 to {len(record.moves)}")
    players = named(record, names)
    return Template(part("part.html")).substitute(
        title=escape(title_of(record, players)),
        side=part("replay.html").rstrip(),
        data=script_of(_data(record, players, first, size)),
    )


@cache
def script() -> str:
    """Return the script of these pages."""
    known = {"SYMBOLS": symbols(large=False)[0], "STYLE": symbols(large=False)[1]}
    consts = "".join(f"const {name} = {json.dumps(text)};\n" for name, text in known.items())
    files = map(part, ("page.js", "scenes.js", "replay.js"))
    return f'import {{ Scene }} from "./scene.js";\n{consts}{"".join(files)}'


@cache
def style() -> str:
    """Return the style of these pages."""
    return part("page.css") + part("replay.css")


# Any: JSON.
def _data(record: Record, names: Sequence[str], first: int, size: int) -> dict[str, Any]:
    total = len(record.moves) + 1
    deals = [number for number, move in enumerate(record.moves, 1) if isinstance(move, Deal)]
    hands = [0, *deals[1:]]
    end = next((each for each in hands if each > first), total)
    width, height = SIZES[size]
    viewer = Viewer(has_symbols=True)
    viewer.change(PageLook(width=width, height=height))
    steps: list[dict[str, Any]] = []
    scenes: list[Any] = []
    titles: list[str] = []
    length = 0
    for step in islice(steps_of(record, names, first), end - first):
        if length > ENOUGH and (step.hand or step.part):
            break
        facts = _facts(record, step, names)
        scene = scene_of(facts, width, height, before=viewer.scene)
        told = next(viewer.told([SceneStep(0, (), scene)]), None)
        words, title = words_of(step), title_of_table(facts)
        change = told and told.get("scene")
        length += len(script_of([words, title, change]).encode())
        if length > MOST and steps:
            break
        steps.append(words)
        titles.append(title)
        scenes.append(change)
    following = first + len(steps)
    return {
        "names": list(names),
        "sizes": SIZES,
        "size": size,
        "hands": hands,
        "first": first,
        "total": total,
        "next": following if following < total else None,
        "steps": steps,
        "titles": titles,
        "scenes": scenes,
    }


def _facts(record: Record, step: ReplayStep, names: Sequence[str]) -> TableFacts:
    if sum(step.view.hand_sizes) > CARDS:
        raise RecordError(f"{sum(step.view.hand_sizes)} cards: expected at most {CARDS}")
    assert step.hands is not None
    return facts_of(
        step.view,
        display_of(record.game),
        clean(record.game.title),
        tuple(map(clean, names)),
        step.hands,
    )
