"""Draws of Hypothesis: chance as rows of bytes, and values that failing tests print in words.

To Hypothesis a row is a single choice. Choices cost it much more time than moves cost the library:
a state at any point of a hand is drawn several times as fast as with a choice for each card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import attrs
from hypothesis import strategies as st

from twowaystreet._cards.cards import text_of
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.match import GameRules
from twowaystreet._engine.moves import Deal, Move, deal_of
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves

T = TypeVar("T")


class Printer(Protocol):
    """What a pretty printer offers that is used here."""

    def text(self, obj: str) -> object:
        """Print a text as it is."""
        ...


@attrs.frozen(eq=False)
class Told(Generic[T]):
    """A thing with what is to be said of it, which is worked out only when it is printed."""

    thing: T
    text: Callable[[T], str]

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        printer.text(self.text(self.thing))


def shown(
    strategy: st.SearchStrategy[T],
    name: str,
    text: Callable[[T], str],
    value: Callable[[T], Any] = lambda drawn: drawn,
) -> st.SearchStrategy[Any]:
    """A strategy whose elements a failing test shows as ``name(text)``.

    Hypothesis shows what comes out of ``map`` as the call that has made it, unless only the
    ``repr`` of the thing is valid Python. Any: what ``value`` makes of what is drawn, which is the
    same thing unless it is given.
    """

    def made(told: Told[T]) -> Any:  # Any: as above
        return value(told.thing)

    made.__name__ = name
    return strategy.map(lambda drawn: Told(drawn, text)).map(made)


def quoted_text(thing: object) -> str:
    """The text of a thing as Python writes it, such as ``'QS'``."""
    return repr(str(thing))


def rows(size: int) -> st.SearchStrategy[bytes]:
    """Rows of so many bytes; that of zeros is the simplest."""
    return st.binary(min_size=size, max_size=size)


class Chances:
    """Numbers from rows of bytes that are drawn when they are needed.

    Zeros mean the first of whatever is chosen from, smaller bytes never a later one.
    """

    def __init__(self, draw: st.DrawFn, size: int) -> None:
        self._draw = draw
        self._rows = rows(size)
        self._row = iter(b"")

    def _byte(self) -> int:
        byte = next(self._row, None)
        if byte is None:
            self._row = iter(self._draw(self._rows))
            byte = next(self._row)
        return byte

    def one_of(self, some: Sequence[T]) -> T:
        """One of some things."""
        size, chance, bits = len(some), 0, 0
        while size > 1 << bits:
            chance, bits = chance << 8 | self._byte(), bits + 8
        return some[chance * size >> bits]

    def move(self, state: AnyState, among: Sequence[Move] = ()) -> Move:
        """A deal if one is due, else one of some legal moves, or of all of them."""
        if state.needs_deal:
            return self._draw(deals(state.rules))
        return self.one_of(among or legal_moves(state))


def deals(rules: GameRules) -> st.SearchStrategy[Deal]:
    """The deals of a pack: every order of it can come, and the sorted one is the simplest."""
    pack = rules.pack
    width = 1 if len(pack) <= 256 else 2

    def shuffled(row: bytes) -> Deal:
        return _shuffled(pack, row, width)

    return shown(
        rows(width * len(pack)), "deal", lambda row: repr(text_of(shuffled(row).cards)), shuffled
    )


def _shuffled(pack: Pack, row: bytes, width: int) -> Deal:
    """The pack in the order in which a row of bytes picks its cards, each from those left."""
    left = list(pack.cards)
    order = [
        left.pop(int.from_bytes(row[at : at + width]) * len(left) >> 8 * width)
        for at in range(0, len(row), width)
    ]
    return deal_of(tuple(order), pack)
