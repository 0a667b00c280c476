"""How what was drawn is shown when a test fails: in the words of the field, not as its insides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Protocol, TypeVar

import attrs
from hypothesis import strategies as st

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
