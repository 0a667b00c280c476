"""Hypothesis draws: random numbers from byte strings, and readable values in failing tests.

Hypothesis treats a byte string as one choice. A choice costs much more time than a move of the
library. So a state is drawn several times as fast as with one choice for each card.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import attrs
from hypothesis import strategies as st

from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine.match import GameRules
from twowaystreet._core.engine.moves import Deal, Move, deal_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves

T = TypeVar("T")


class Printer(Protocol):
    """The part of a pretty printer that this module uses."""

    def text(self, obj: str) -> object:
        """Print a text unchanged."""
        ...


@attrs.frozen(eq=False)
class Described(Generic[T]):
    """A value with its description, which is computed only for printing."""

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
    """Return a strategy whose elements a failing test prints as ``name(text)``.

    Hypothesis prints a result of ``map`` as the call that made it. Any: ``value`` returns any type;
    by default it returns the drawn element.
    """

    def make(described: Described[T]) -> Any:  # Any: as above
        return value(described.thing)

    make.__name__ = name
    return strategy.map(lambda drawn: Described(drawn, text)).map(make)


def quoted_text(thing: object) -> str:
    """Return the text of an object in quotes, such as ``'QS'``."""
    return repr(str(thing))


def rows(size: int) -> st.SearchStrategy[bytes]:
    """Return a strategy for byte strings of this size; zeros are the simplest."""
    return st.binary(min_size=size, max_size=size)


class Chances:
    """Random choices from byte strings, which are drawn as needed.

    A zero byte chooses the first option. A smaller byte never chooses a later option.
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
        """Choose one element of a sequence."""
        size, chance, bits = len(some), 0, 0
        while size > 1 << bits:
            chance, bits = chance << 8 | self._byte(), bits + 8
        return some[chance * size >> bits]

    def move(self, state: AnyState, among: Sequence[Move] = ()) -> Move:
        """Choose a deal if one is due, else one of the given or of all legal moves."""
        if state.needs_deal:
            return self._draw(deals(state.rules))
        return self.one_of(among or legal_moves(state))


def deals(rules: GameRules) -> st.SearchStrategy[Deal]:
    """Deals of the pack of a game; the sorted pack is the simplest.

    Args:
        rules: the rules of the game.

    >>> from hypothesis import find
    >>> from twowaystreet.games import twos
    >>> str(find(deals(twos.Rules()), lambda deal: deal.cards[0].suit == "S"))[:20]
    'deal 2S 2C 3C 4C 5C '
    """
    pack = rules.pack
    width = 1 if len(pack) <= 256 else 2

    def shuffled(row: bytes) -> Deal:
        return _shuffled(pack, row, width)

    return shown(
        rows(width * len(pack)), "deal", lambda row: repr(text_of(shuffled(row).cards)), shuffled
    )


def _shuffled(pack: Pack, row: bytes, width: int) -> Deal:
    """Return the deal in which each number of a byte string picks one of the cards left."""
    left = list(pack.cards)
    order = [
        left.pop(int.from_bytes(row[at : at + width]) * len(left) >> 8 * width)
        for at in range(0, len(row), width)
    ]
    return deal_of(tuple(order), pack)
