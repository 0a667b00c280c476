"""Estimates of the width of texts, and texts cut to a width.

A picture is made without a browser, so the width of a text is not known. The estimates here are
those of a wide font, such as DejaVu Sans, so that texts do not run out of their boxes elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final
from unicodedata import category, combining, east_asian_width

_PER_CHAR: Final = (
    (frozenset("ijlI|.,:;' ·"), 0.36),
    (frozenset("ftrJ!()[]"), 0.45),
    (frozenset("wŵŉħĦM+<=>~^#÷×±¬&"), 0.89),
    (frozenset("mW@%—…©®æœÆŒŴ¼½¾"), 1.07),
    (frozenset("ǄǅǆǇǈǉǊǋǌǱǲǳ"), 1.45),
)
_UPPER: Final = 0.79
_OTHER: Final = 0.64
_FULL: Final = 1.05
_LATIN: Final = "\u024f"
"""The last Latin letter of the usual blocks."""
_FOREIGN: Final = 1.65
"""The factor for letters of other scripts, some of which are as wide as a Cyrillic Zhe."""
_BOLD: Final = 1.12
LONGEST: Final = 120
"""The greatest number of characters of a text."""
_REPLACED: Final = frozenset({"Cc", "Cs", "Cn", "Co", "Zl", "Zp"})
"""The categories of characters that XML or the layout does not allow in a text."""
_OVERRIDES: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")
"""Characters that change the direction of the text round them."""


@lru_cache(256)  # a page has the same names with each move
def clean(text: str) -> str:
    r"""Return a text on one line, without characters that XML forbids or that turn texts round.

    >>> clean("Ann\n\x00 B\u202een")
    'Ann � B�en'
    """
    kept = (" " if char.isspace() else "\ufffd" if _is_unfit(char) else char for char in text)
    return " ".join("".join(kept).split())[:LONGEST]


def _is_unfit(char: str) -> bool:
    return category(char) in _REPLACED or char in _OVERRIDES


@lru_cache(4096)  # other texts have the same characters
def _em(char: str) -> float:
    """Return the width of a character in heights of the font."""
    if combining(char) or category(char) in ("Cf", "Mn", "Me"):
        return 0.0
    if east_asian_width(char) in "WF":
        return _FULL
    for chars, width in _PER_CHAR:
        if char in chars:
            return width
    foreign = _FOREIGN if char > _LATIN else 1.0
    return foreign * (_UPPER if char.isupper() else _OTHER)


@lru_cache(2048)  # names, points and facts are measured again with each move
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return the greatest width that a text is likely to have.

    >>> width_of("Ann", 10) < width_of("Ann", 10, bold=True) < 30
    True
    """
    return sum(map(_em, text)) * size * (_BOLD if bold else 1)


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return a text, cut so that it fits into a width.

    >>> fitted("Bartholomew", 60, 13), fitted("Ben", 60, 13)
    ('Barth…', 'Ben')
    """
    if width_of(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and width_of(f"{kept}…", size, bold=bold) > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def wrapped(parts: Iterable[str], width: float, size: float, separator: str = " · ") -> list[str]:
    """Return texts joined by a separator, in as many lines as they need.

    >>> wrapped(["high", "2 tricks", "dealer"], 100, 11)
    ['high · 2 tricks', 'dealer']
    """
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{separator}{part}" if lines else ""
        if longer and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines += broken(part, width, size)
    return lines


def broken(text: str, width: float, size: float) -> list[str]:
    """Return the words of a text in as many lines as they need; a longer word is cut.

    >>> broken("one for the last card", 60, 11)
    ['one for', 'the last', 'card']
    """
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else ""
        if longer and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(fitted(word, width, size))
    return lines
