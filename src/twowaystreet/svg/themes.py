"""Themes of pictures: four colours, and large numbers on cards."""

from __future__ import annotations

from typing import Final

import attrs

from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError

_WORDS: Final = ("four_colour", "large")
_EXPECTED: Final = '"four_colour", "large", or both with a blank between them'


@attrs.frozen(kw_only=True)
class Theme(Value):
    """The look of the cards of a picture.

    Attributes:
        is_four: True for a colour for each suit.
        is_large: True for large numbers and signs, without pips.
    """

    is_four: bool = False
    is_large: bool = False


USUAL: Final = Theme()


def theme_of(text: str) -> Theme:
    """Read a theme.

    Args:
        text: ``four_colour``, ``large``, both with a blank between them, or nothing.

    Raises:
        RulesError: if it is something else.

    >>> theme_of("four_colour large")
    Theme(is_four=True, is_large=True)
    >>> theme_of("dark")
    Traceback (most recent call last):
    ...
    twowaystreet.errors.RulesError: theme='dark': expected "four_colour", "large", ...
    """
    if not isinstance(text, str):
        raise RulesError("theme", text, _EXPECTED)
    words = str.__str__(text).split()
    if not {*words} <= {*_WORDS}:
        raise RulesError("theme", text, _EXPECTED)
    return Theme(is_four="four_colour" in words, is_large="large" in words)
