"""Deep snapshots: the whole content of an object as text, and the cards in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from enum import Enum
from functools import cache, cached_property
from inspect import signature
from itertools import islice
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Final, TypeGuard, cast

import attrs

from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.views.facts import facts_of
from twowaystreet.testing.failures import error_report

WORDS: Final = (str, bytes, int, float, complex, type(None), Enum, Card)
"""Types of values without parts."""
CODE: Final = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
"""Types of program parts, which refer to the whole program."""


def snapshot(thing: object) -> str:
    """Return the whole content of an object as text, without values of ``cached_property``.

    >>> snapshot((1, ["a"], {"b": None}))
    "tuple(1, list('a', ), dict('b': None, ), )"
    """
    written: list[str] = []
    _write(thing, written.append, ())
    return "".join(written)


# Any: a game may store any objects.
def _write(thing: Any, write: Callable[[str], None], above: tuple[int, ...]) -> None:
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
            _write(part, write, inside)
            write(", ")
        write(")")


def parts_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of an object, each after its label. Any: parts of any types."""
    if isinstance(thing, (tuple, list)):
        for each in cast("tuple[object, ...]", thing):
            yield "", each
    elif isinstance(thing, Mapping):
        for key, value in cast(Mapping[object, object], thing).items():
            yield f"{snapshot(key)}: ", value
    elif isinstance(thing, Set):
        # Sorted by snapshots: the repr of a set within a set differs between processes.
        for each in sorted(cast(Set[object], thing), key=snapshot):
            yield "", each
    whole = cast(Any, thing)  # Any: an object may also have attributes of any types
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
    """Return the names of the stored attributes of a class, and of its cached properties."""
    places = [(name, value) for cls in object_type.__mro__ for name, value in vars(cls).items()]
    cached = frozenset(name for name, value in places if isinstance(value, cached_property))
    if attrs.has(object_type):
        return tuple(field.name for field in attrs.fields(object_type)), cached
    slots: list[str] = []
    for cls in object_type.__mro__:
        declared = vars(cls).get("__slots__", ())
        slots += (declared,) if isinstance(declared, str) else declared
    return tuple(name for name in slots if not name.startswith("__")), cached


WRITTEN: Final = frozenset({"to_dict", "to_json"})
"""The methods whose results checks compare under names of their own."""
MOST_ITEMS: Final = 1000
"""The greatest number of items taken from an iterator."""


def public_values(thing: object) -> Iterator[tuple[str, str]]:
    """Yield what an object shows besides its facts, by name, with snapshots.

    These are its public attributes and properties, and the results of its public methods that need
    no arguments. An error is described in place of its value.

    >>> from twowaystreet._core.engine.match import HandScore, SeatScore
    >>> dict(public_values(HandScore((SeatScore(1), SeatScore(0)))))["points"]
    'tuple(1, 0, )'
    """
    cls: Any = type(thing)  # Any: a class of the game
    facts = facts_of(cls) if attrs.has(cls) else {}
    for name in dir(thing):
        if name.startswith("_") or name in facts or name in WRITTEN:
            continue
        label = name
        try:
            value: object = getattr(thing, name)
            if callable(value):
                if not _needs_nothing(value):
                    continue
                label = f"{name}()"
                value = value()
            if isinstance(value, Iterator):
                value = tuple(islice(cast("Iterator[object]", value), MOST_ITEMS))
        except Exception as error:
            yield label, error_report(error)
        else:
            yield label, snapshot(value)


def _needs_nothing(value: object) -> TypeGuard[Callable[[], object]]:
    """Return whether a value is a method or a function that can be called without arguments."""
    if not isinstance(value, (FunctionType, MethodType)):
        return False
    try:
        signature(value).bind()
    except (TypeError, ValueError):
        return False
    return True


def cards_in(thing: Any) -> list[Card]:
    """Return every card in an object, in order, also from texts in it. Any: as above."""
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
    """Return the cards that a text names.

    >>> named_in("exchange 9S, 10S")
    [Card.parse('9S'), Card.parse('10S')]
    """
    return [_BY_TEXT[word] for word in text.replace(",", " ").split() if word in _BY_TEXT]


_BY_TEXT: Final = {str(card): card for card in CARDS}
