"""Deep snapshots: all that an object stores, as text to be compared, and the cards in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from enum import Enum
from functools import cache, cached_property
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final, cast

import attrs

from twowaystreet._cards.cards import CARDS, Card

WORDS: Final = (str, bytes, int, float, complex, type(None), Enum, Card)
"""What has no parts."""
CODE: Final = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
"""What is part of a program, and leads to all of it."""


def snapshot(thing: object) -> str:
    """Everything that an object stores, down to the last part.

    What a ``cached_property`` has kept is no part of it.

    >>> snapshot((1, ["a"], {"b": None}))
    "tuple(1, list('a', ), dict('b': None, ), )"
    """
    written: list[str] = []
    _tell(thing, written.append, ())
    return "".join(written)


# Any: whatever a game stores.
def _tell(thing: Any, write: Callable[[str], None], above: tuple[int, ...]) -> None:
    if isinstance(thing, WORDS):
        write(repr(thing))
    elif isinstance(thing, CODE):
        write(f"<code {id(thing)}>")
    elif id(thing) in above:
        write("<itself>")
    else:
        inside = (*above, id(thing))
        write(f"{type(thing).__name__}(")
        for name, part in parts_of(thing):
            write(name)
            _tell(part, write, inside)
            write(", ")
        write(")")


def parts_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """The parts of an object, each with what is written before it. Any: whatever it stores."""
    if isinstance(thing, (tuple, list)):
        for each in cast("tuple[object, ...]", thing):
            yield "", each
    elif isinstance(thing, Mapping):
        for key, value in cast(Mapping[object, object], thing).items():
            yield f"{snapshot(key)}: ", value
    elif isinstance(thing, Set):
        # By snapshots, as the text of a set within a set differs from process to process.
        for each in sorted(cast(Set[object], thing), key=snapshot):
            yield "", each
    whole = cast(Any, thing)  # Any: whatever else it is besides a tuple, a list and so on
    object_type: Any = whole.__class__
    names, cached = _stored(object_type)
    for name in names:
        if hasattr(whole, name):
            yield f"{name}=", getattr(whole, name)
    for name, value in getattr(whole, "__dict__", {}).items():
        if name not in cached and name not in names:
            yield f"{name}=", value


@cache
def _stored(object_type: type[Any]) -> tuple[tuple[str, ...], frozenset[str]]:
    """The names under which a class stores things, and those of things that it only keeps."""
    places = [(name, value) for cls in object_type.__mro__ for name, value in vars(cls).items()]
    cached = frozenset(name for name, value in places if isinstance(value, cached_property))
    if attrs.has(object_type):
        return tuple(field.name for field in attrs.fields(object_type)), cached
    slots: list[str] = []
    for cls in object_type.__mro__:
        own = vars(cls).get("__slots__", ())
        slots += (own,) if isinstance(own, str) else own
    return tuple(name for name in slots if not name.startswith("__")), cached


def cards_in(thing: Any) -> list[Card]:
    """Every card that an object shows or stores, in the order in which it does. Any: as above."""
    found: list[Card] = []
    left: list[Any] = [thing]
    seen = set[int]()
    while left:
        each = left.pop()
        if isinstance(each, Card):
            found.append(each)
        elif isinstance(each, WORDS):
            if type(each) is str:
                found += named_in(each)
        elif not isinstance(each, CODE) and id(each) not in seen:
            seen.add(id(each))
            left += reversed([part for _, part in parts_of(each)])
    return found


def named_in(text: str) -> list[Card]:
    """The cards that a text names, word by word.

    >>> named_in("exchange 9S, 10S")
    [Card.parse('9S'), Card.parse('10S')]
    """
    return [_BY_TEXT[word] for word in text.replace(",", " ").split() if word in _BY_TEXT]


_BY_TEXT: Final = {str(card): card for card in CARDS}
