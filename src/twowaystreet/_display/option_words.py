"""The words of an option, which a game can declare beside its other words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import attrs

from twowaystreet._util.values import Value


def _read_only(words: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(dict(words))


@attrs.frozen
class OptionWords(Value):
    """The words of an option for people, who see no name of the program.

    Attributes:
        label: the name of the option, such as ``Length of the game``; by default the name in the
            rules, with blanks.
        values: the words of its usual values by their text, such as ``{"10": "Short, to 10"}``, in
            the order of a list to choose from. Values of a choice without words show their text.

    >>> OptionWords("Length of the game", {"10": "Short, to 10"}).values["10"]
    'Short, to 10'
    """

    label: str = ""
    values: Mapping[str, str] = attrs.field(
        factory=dict[str, str], converter=_read_only, hash=False
    )
