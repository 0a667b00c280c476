"""Objects that no careful reader trusts: they raise, lie, or only look like plain values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, NoReturn


def fail(self: object, *_: object, **__: object) -> NoReturn:
    """Raise, in place of any method."""
    raise RuntimeError("nobody may ask this of a foreign object")


class Hostile:
    """An object that cannot be looked at in any way."""

    __repr__ = fail
    __str__ = fail
    __eq__ = fail
    __hash__ = fail
    __bool__ = fail
    __len__ = fail


class Faceless:
    """An object that raises when it is asked for its class."""

    __class__: Any = property(fail)  # Any: it is no class


_SPARED: Final = frozenset(
    ("__new__", "__init__", "__class__", "__init_subclass__", "__getattribute__", "__doc__")
)
_RAISING: Final = dict.fromkeys((name for name in dir(str) if name not in _SPARED), fail)
# Any: classes that are made here.
Raising: Any = type("Raising", (str,), {**_RAISING, "__hash__": fail, "__bool__": fail})
"""Texts every method of which raises."""
Hashed: Any = type("Hashed", (str,), {**_RAISING, "__hash__": str.__hash__})
"""The same, but a key of a dict like the text itself."""


class Sly:
    """An object that equals everything, and is hashed like a common word."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("high")


class Text(str):
    """A text of a subclass that adds nothing."""

    __slots__ = ()


class Number(int):
    """A number of a subclass that adds nothing."""


class List(list[Any]):
    """A list of a subclass that adds nothing."""


class Dict(dict[str, Any]):
    """A dict of a subclass that adds nothing."""


def breaking() -> Iterator[int]:
    """An iterator that raises after its first number."""
    yield 1
    raise RuntimeError("an iterator that breaks")


def endless_list() -> list[Any]:
    """A list that holds itself."""
    found: list[Any] = []
    found.append(found)
    return found
