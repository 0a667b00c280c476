"""Python values that JSON cannot hold, written as marked JSON.

Every input is a text, so that a file can hold it. There are two marked forms: ``"@nan"`` for a
fixed value, and ``{"@tuple": [1, 2]}`` for a value made from others.
"""

from __future__ import annotations

import json
import math
import random
from collections import UserDict, UserList
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any, Final, TypeGuard

from tests.hostile import Dict, Hostile, List, Number, Sly, Text, breaking, endless_list
from twowaystreet import Card, TwoWayStreetError
from twowaystreet._core.cards.cards import Joker, Rank, Suit
from twowaystreet.games import spades, street, twos
from twowaystreet.games.spades import Bid
from twowaystreet.ratings import Scale

MARK: Final = "@"


class NoInput(Exception):
    """Error for a text that a target of values cannot use."""


# Any: foreign values have any type.
VALUES: Final[dict[str, Callable[[], Any]]] = {
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "bytes": lambda: b"QS",
    "bytearray": lambda: bytearray(b"\x00\x01"),
    "set": lambda: {0, 1},
    "frozenset": lambda: frozenset(("high",)),
    "object": object,
    "hostile": Hostile,
    "sly": Sly,
    "text": lambda: Text("high"),
    "number": lambda: Number(1),
    "list": lambda: List([0, 1]),
    "dict": lambda: Dict(format="twowaystreet record"),
    "user list": lambda: UserList([0, 1]),
    "user dict": lambda: UserDict({"seat": 0}),
    "decimal": lambda: Decimal(7),
    "not a decimal": lambda: Decimal("sNaN"),
    "fraction": lambda: Fraction(1, 2),
    "complex": lambda: 1j,
    "type": lambda: int,
    "game": lambda: street,
    "range": lambda: range(4),
    "generator": lambda: (number for number in (5, 5)),
    "breaks": breaking,
    "itself": endless_list,
    "large": lambda: 10**700,
    "random": lambda: random.Random(1),
    "high declared": lambda: street.Declaration.HIGH_DECLARED,
    "look": spades.Look,
    "empty tuple": tuple,
    "queen": lambda: Rank.QUEEN,
    "spades": lambda: Suit.SPADES,
    "joker": lambda: Joker.RED,
}
"""Makers of fixed values by their mark."""


def is_list(data: object) -> TypeGuard[list[Any]]:
    """Return True for a list."""
    return isinstance(data, list)


def is_dict(data: object) -> TypeGuard[dict[str, Any]]:
    """Return True for a JSON object."""
    return isinstance(data, dict)


def _card(parts: Any) -> Any:
    return Card.parse(parts) if isinstance(parts, str) else parts


def _catch(parts: Any) -> Any:
    return twos.Catch(*parts) if is_list(parts) and len(parts) == 3 else parts


def _bid(parts: Any) -> Any:
    return Bid(*parts) if is_list(parts) and 1 <= len(parts) <= 2 else parts


def _hand(parts: Any) -> Any:
    return street.score(*parts) if is_list(parts) and len(parts) == 2 else parts


def _scale(parts: Any) -> Any:
    known = ("several", "duel", "weights", "spread")
    if not is_dict(parts):
        return parts
    return Scale(**{name: parts[name] for name in known if name in parts})


MAKERS: Final[dict[str, Callable[[Any], Any]]] = {
    "tuple": lambda parts: tuple(parts) if is_list(parts) else parts,
    "iterator": lambda parts: iter(parts) if is_list(parts) else parts,
    "card": _card,
    "catch": _catch,
    "bid": _bid,
    "hand": _hand,
    "scale": _scale,
}
"""Makers of values from other values, by their mark."""


def decode(text: str) -> Any:
    """Return the value that an input stands for. Any: it can have any type.

    Raises:
        NoInput: if the text is not JSON, or if a library class refuses the values.
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise NoInput from error
    try:
        return _made(data)
    except (TwoWayStreetError, RecursionError) as error:
        raise NoInput from error


def _made(data: Any) -> Any:
    if isinstance(data, str) and data.startswith(MARK):
        return VALUES[data[1:]]() if data[1:] in VALUES else data
    if is_list(data):
        return [_made(each) for each in data]
    if is_dict(data):
        name = next(iter(data), "").removeprefix(MARK)
        if list(data) == [MARK + name] and name in MAKERS:
            return MAKERS[name](_made(data[MARK + name]))
        return {key: _made(value) for key, value in data.items()}
    return data
