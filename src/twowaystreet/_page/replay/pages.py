"""The page that steps through a saved game, with the pictures and words of each position."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from html import escape
from importlib import resources
from string import Template
from typing import Any, Final

from twowaystreet import svg
from twowaystreet._core.display.names import player_names
from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.records.records import Record
from twowaystreet._page.replay.steps import ReplayStep, Saved, steps_of
from twowaystreet.errors import RecordError

SIZES: Final = ((840, 600), (540, 360), (360, 360))
"""The sizes of the pictures on a page, the largest first; the page shows the one that fits best."""
_MARK: Final = re.compile(r'((?:id="|href="#))[A-Za-z1-9]{5}-')
"""The identifiers in a picture, whose checksums differ from picture to picture."""
_TAG: Final = re.compile("<(?=[/!sS])")
"""The beginnings of tags and comments that can end a script."""


def _picture(step: ReplayStep, names: Sequence[str], size: int | tuple[int, int]) -> str:
    """Draw the position of a step."""
    return svg.table(step.view, names=names, hands=step.hands, size=size)


def drawn(
    saved: Saved, names: Sequence[str], *sizes: int | tuple[int, int]
) -> list[tuple[ReplayStep, list[str]]]:
    """Return each step of a game with its pictures in these sizes.

    Raises:
        RecordError: if the record of a seat has an impossible position. The rules cannot check it.
    """
    try:
        return [
            (step, [_picture(step, names, size) for size in sizes])
            for step in steps_of(saved, names)
        ]
    except Exception as error:  # an impossible position can raise any error
        if isinstance(saved, Record):
            raise
        raise RecordError("cannot draw the record: its positions are impossible") from error


def named(saved: Saved, names: Sequence[str]) -> Sequence[str]:
    """Return the names of the players, or numbers if nobody knows the names."""
    return names or player_names(len(saved.start.scores))


def title_of(saved: Saved, names: Sequence[str]) -> str:
    if isinstance(saved, Record):
        return f"{saved.game.title}, all cards open"
    who = "everybody" if saved.start.seat is None else names[saved.start.seat]
    return f"{GAMES[saved.game].title}, as {who} saw it"


def page(saved: Saved, names: Sequence[str] = ()) -> str:
    r"""Return a page that steps through a game, in one file without links to others.

    Args:
        saved: the game.
        names: the names of the players; numbers if they are empty.

    Raises:
        RecordError: if the record of a seat has an impossible position.

    >>> from twowaystreet.games import duel
    >>> page(Record(duel.GAME.new_game()), ["Ann", "Ben"]).partition("\n")[0]
    '<!doctype html>'
    """
    players = named(saved, names)
    shown = drawn(saved, players, *SIZES)
    data = {
        "names": list(players),
        "first": 0,
        "total": len(shown),
        "steps": [words_of(step) for step, _ in shown],
    }
    return assembled("replay", title_of(saved, players), data, [pictures for _, pictures in shown])


def assembled(
    kind: str, title: str, data: Mapping[str, Any], pictures: Sequence[Sequence[str]]
) -> str:
    """Return a page in one file.

    Args:
        kind: the name of the files of this page alone: ``replay`` or ``review``.
        title: the title.
        data: the data of its script. Any: JSON.
        pictures: for each place the pictures in all sizes of ``SIZES``.
    """
    # Most lines of a picture are the same in the next position, so the page has each line once.
    lines: dict[str, int] = {}
    frames = [
        [
            [lines.setdefault(line, len(lines)) for line in _MARK.sub(r"\1-", each).split("\n")]
            for each in sizes
        ]
        for sizes in pictures
    ]
    return Template(part("page.html")).substitute(
        title=escape(title),
        style=part("page.css") + part(f"{kind}.css").rstrip(),
        side=part(f"{kind}.html").rstrip(),
        data=script_of({**data, "sizes": SIZES, "lines": list(lines), "frames": frames}),
        script="".join(map(part, ("page.js", "pictures.js", f"{kind}.js"))).rstrip(),
    )


def words_of(step: ReplayStep) -> dict[str, Any]:
    """Return the words of a step for the page; keys without content are left out. Any: JSON."""
    trick = step.last_trick
    words: dict[str, Any] = {
        "text": list(step.sentences),
        "result": list(step.result),
        "hand": step.hand,
        "part": step.part,
        "scores": list(step.view.scores),
        "gained": [f"{points:+}" for points in step.gained],
        "actor": step.view.actor,
        "trick": trick
        and {
            "title": trick.title,
            "plays": [[play.name, play.text, play.won] for play in trick.plays],
        },
    }
    return {key: value for key, value in words.items() if value not in ("", [], None)}


def part(name: str) -> str:
    """Return the text of a file of the page."""
    return resources.files("twowaystreet._page.replay").joinpath(name).read_text("utf-8")


def script_of(data: object) -> str:
    """Return data as JSON that cannot end the script around it."""
    return _TAG.sub(r"\\u003c", json.dumps(data, separators=(",", ":"), ensure_ascii=False))
