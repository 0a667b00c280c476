"""Replays as pictures: a page to step through a game, or a file for each position."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from itertools import repeat
from pathlib import Path
from string import Template
from typing import Final

import attrs

from twowaystreet import svg
from twowaystreet._cards.cards import Card
from twowaystreet._cli.narrators import open_frames
from twowaystreet._cli.replays import seen_frames, turns
from twowaystreet._cli.save_files import Saved, SaveError
from twowaystreet._engine.game import GAMES
from twowaystreet._records.records import Record
from twowaystreet._text.names import seat_names
from twowaystreet._views.views import AnyView, view

_SIZES: Final = (720, 360)
"""The widths of the pictures on a page, for screens and for telephones."""
_MARK: Final = re.compile(r'((?:id="|href="#)t)[0-9a-f]{8}-')
"""The identifiers in a picture, whose checksums differ from picture to picture."""
_TAG: Final = re.compile("<(?=[/!sS])")
"""The beginnings of tags and comments that can end a script."""
_TEMPLATE: Final = "replay_page.html"


@attrs.frozen
class Position:
    """A position of a saved game.

    Attributes:
        caption: the move that led to it, in words.
        view: the view to show.
        hands: the open hands; ``None`` to show no hand but the viewer's.
    """

    caption: str
    view: AnyView
    hands: Sequence[Sequence[Card]] | None

    def picture(self, size: int) -> str:
        """Draw the position."""
        names = seat_names(len(self.view.scores), None)
        return svg.table(self.view, names=names, hands=self.hands, size=size)


def positions(saved: Saved) -> Iterator[Position]:
    """Yield every position of a game, with all cards open unless the record is a seat's."""
    opened: Iterator[Sequence[Sequence[Card]] | None]
    if isinstance(saved, Record):
        start, frames = view(saved.start, None), open_frames(saved.game, turns(saved))
        opened = (state.hands for state in (saved.start, *(after for _, _, after in turns(saved))))
    else:
        start, frames = saved.start, seen_frames(saved)
        opened = repeat(None)
    names = seat_names(len(start.scores), None)
    yield Position("Before the first move", start, next(opened))
    for frame, hands in zip(frames, opened, strict=False):
        caption = "The deal" if frame.seat is None else f"{names[frame.seat]}: {frame.move_text}"
        yield Position(caption, frame.view, hands)


def _drawn(saved: Saved, *sizes: int) -> list[tuple[str, list[str]]]:
    """Return for each position its caption, and its pictures in these sizes.

    Raises:
        SaveError: if the record of a seat has an impossible position, which the rules cannot check.
    """
    try:
        return [(at.caption, [at.picture(size) for size in sizes]) for at in positions(saved)]
    except Exception as error:  # an impossible position can raise any error
        if isinstance(saved, Record):
            raise
        raise SaveError("cannot draw the record: its positions are impossible") from error


def _title(saved: Saved) -> str:
    if isinstance(saved, Record):
        return f"{saved.game.title}, all cards open"
    who = "everybody" if saved.start.seat is None else f"seat {saved.start.seat}"
    return f"{GAMES[saved.game].title}, as {who} saw it"


def page(saved: Saved) -> str:
    """Return a page that steps through a game, in one file without links to others."""
    shown = _drawn(saved, *_SIZES)
    # Most lines of a picture are the same in the next position, so the page has each line once.
    lines: dict[str, int] = {}
    frames = [
        [
            [lines.setdefault(line, len(lines)) for line in _MARK.sub(r"\1-", each).split("\n")]
            for each in pictures
        ]
        for _, pictures in shown
    ]
    template = resources.files("twowaystreet._cli").joinpath(_TEMPLATE).read_text("utf-8")
    return Template(template).substitute(
        title=escape(_title(saved)),
        captions=_script([caption for caption, _ in shown]),
        lines=_script(list(lines)),
        frames=_script(frames),
    )


def _script(data: object) -> str:
    """Return data as JSON that cannot end the script around it."""
    return _TAG.sub(r"\\u003c", json.dumps(data, separators=(",", ":")))


def write_page(saved: Saved, path: Path) -> None:
    """Write the page of a game to a new file.

    Raises:
        SaveError: if the file exists already or cannot be written.
    """
    _write_new(path, page(saved))


def write_pictures(saved: Saved, folder: Path) -> int:
    """Write a picture of each position into a new or empty folder; return their number.

    Raises:
        SaveError: if the folder has files already or cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise SaveError(f"cannot save to {str(folder)!r}: expected a new or empty folder")
    except OSError as error:
        raise SaveError.writing(folder, error) from error
    shown = _drawn(saved, _SIZES[0])
    width = len(str(len(shown) - 1))
    for number, (_, pictures) in enumerate(shown):
        _write_new(folder / f"{number:0{width}}.svg", f"{pictures[0]}\n")
    return len(shown)


def _write_new(path: Path, text: str) -> None:
    """Write a text to a new file."""
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as error:
        raise SaveError.writing(path, error) from error
