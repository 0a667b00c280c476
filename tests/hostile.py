"""Hostile objects for tests: they raise errors, lie, or imitate plain values."""

from collections.abc import Iterator
from typing import Any, Final, NoReturn


def fail(self: object, *_: object, **__: object) -> NoReturn:
    """Raise an error in place of any method."""
    raise RuntimeError("this object allows no operation")


class Hostile:
    """An object that raises an error at every operation."""

    __repr__ = fail
    __str__ = fail
    __eq__ = fail
    __hash__ = fail
    __bool__ = fail
    __len__ = fail


class Faceless:
    """An object whose ``__class__`` raises an error."""

    __class__: Any = property(fail)  # Any: a property is not a class


_SPARED: Final = frozenset(
    ("__new__", "__init__", "__class__", "__init_subclass__", "__getattribute__", "__doc__")
)
_RAISING: Final = dict.fromkeys((name for name in dir(str) if name not in _SPARED), fail)
# Any: type checkers cannot see these classes.
Raising: Any = type("Raising", (str,), {**_RAISING, "__hash__": fail, "__bool__": fail})
"""Strings whose methods all raise an error."""
Hashed: Any = type("Hashed", (str,), {**_RAISING, "__hash__": str.__hash__})
"""Strings whose methods raise an error, except the hash, so a dict accepts them as keys."""


class Sly:
    """An object that equals every object, with the hash of a common word."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("high")


class Text(str):
    """A plain subclass of ``str``."""

    __slots__ = ()


class Number(int):
    """A plain subclass of ``int``."""


class List(list[Any]):
    """A plain subclass of ``list``."""


class Dict(dict[str, Any]):
    """A plain subclass of ``dict``."""


def breaking() -> Iterator[int]:
    """Yield a number, then raise an error."""
    yield 1
    raise RuntimeError("an iterator that breaks")


def endless_list() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found
