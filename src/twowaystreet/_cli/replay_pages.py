"""Files with pictures: the page of a replay or of a review, or a file for each position."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from twowaystreet._cli.save_files import SaveError
from twowaystreet._page.replay import reviews
from twowaystreet._page.replay.pages import drawn, named, page
from twowaystreet._page.replay.steps import Saved
from twowaystreet.players import Review

_FILE_SIZE: Final = 720
"""The width of pictures in files of their own."""


def write_page(saved: Saved, path: Path, names: Sequence[str] = ()) -> None:
    """Write the page of a game to a new file.

    Raises:
        SaveError: if the file exists already or cannot be written.
    """
    _write_new(path, page(saved, names))


def write_review(review: Review, path: Path, names: Sequence[str]) -> None:
    """Write the page of a review to a new file.

    Raises:
        SaveError: if the file exists already or cannot be written.
    """
    _write_new(path, reviews.page(review, names))


def write_pictures(saved: Saved, folder: Path, names: Sequence[str] = ()) -> int:
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
    shown = drawn(saved, named(saved, names), _FILE_SIZE)
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
