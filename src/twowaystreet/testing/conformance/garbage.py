"""What is given in place of moves, seats, texts and options: foreign objects, and nonsense."""

from __future__ import annotations

from typing import Any, Final, NoReturn

from twowaystreet._cards.cards import CARDS
from twowaystreet._engine.moves import Deal, Move, Play


def _never(self: object, *_: object) -> NoReturn:
    raise RuntimeError("nobody may ask this of a foreign object")


class Hostile:
    """An object that cannot be looked at in any way."""

    __repr__ = _never
    __str__ = _never
    __eq__ = _never
    __hash__ = _never
    __bool__ = _never
    __len__ = _never
    __iter__ = _never


class Foreign(Play):
    """A kind of play that no game has."""


HUGE: Final = "QS " * 5000
MANY: Final = 10**30
GARBAGE: Final[tuple[Any, ...]] = (  # Any: whatever a caller may give
    None,
    0,
    -1,
    MANY,
    0.5,
    float("nan"),
    True,
    "",
    "QS",
    HUGE,
    b"QS",
    (),
    ["x", None],
    {"a": 1},
    object(),
    object,
    Hostile(),
    Hostile,
    Deal,
    Play,
    Foreign(CARDS[0]),
    Move(),
)
"""What is given in place of moves, seats, texts, states."""
NO_SEATS: Final = (-1, MANY)
TEXTS: Final = ("", " ", "nonsense", "QS QS", "deal", "deal QS", HUGE, "\0", "♠", "99999999999999")
FIELDS: Final = (None, "x", -1, 99, MANY, "", ())
"""What the parts of a move are replaced by."""
