"""What annotations say: of which sort a type is, and the types of the fields of a class.

Whatever is made from types alone asks here: plain data and its schemas.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from itertools import chain
from types import UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from twowaystreet._engine.moves import Move

Type: TypeAlias = Any
"""What an annotation says: a class, a tuple of something, a union. Any: there is no name for it."""


def class_of(kind: Type) -> Type:
    """The class of a type, which may have been given what its type variables stand for."""
    origin = _origin(kind)
    return origin if isinstance(origin, type) else kind


def is_fields(kind: Type) -> bool:
    """Whether a type is a class with fields."""
    cls = class_of(kind)
    return isinstance(cls, type) and attrs.has(cls)


def is_words(kind: Type) -> bool:
    """Whether a type is an enum of words."""
    return isinstance(kind, type) and issubclass(kind, StrEnum)


def is_move(kind: Type) -> bool:
    """Whether a type is one of moves, which are written as their text."""
    return isinstance(kind, type) and issubclass(kind, Move)


def is_tuple(kind: Type) -> bool:
    """Whether a type is that of tuples, of any or of a given length."""
    return _origin(kind) is tuple


def alternatives(kind: Type) -> tuple[Type, ...]:
    """The types of a union; none if it is no union."""
    return get_args(kind) if _origin(kind) in (Union, UnionType) else ()


def _origin(kind: Type) -> Any:
    """What a type was made of. Any: a type checker takes the origin of ``Any`` for no class."""
    return get_origin(kind)


@cache
def field_types(kind: Type) -> dict[str, Type]:
    """The types of the fields of a class, by name and in their order.

    What a generic base leaves open is filled in from the classes that are built on it.

    >>> from twowaystreet._tricks.tricks import Trick
    >>> field_types(Trick)["seats"]
    tuple[int, ...]
    """
    cls = class_of(kind)
    hints, filled = get_type_hints(cls), _filled_in(cls, kind)
    names = [field.name for field in attrs.fields(cls)]
    return {name: _with(hints[name], filled) for name in names}


def _filled_in(cls: type[Any], kind: Type) -> dict[Any, Type]:
    """What stands for each type variable of a class and in its bases."""
    filled: dict[Any, Type] = {}
    for base in chain((kind,), *(getattr(one, "__orig_bases__", ()) for one in cls.__mro__)):
        parameters = getattr(get_origin(base), "__parameters__", ())
        for parameter, given in zip(parameters, get_args(base), strict=False):
            filled.setdefault(parameter, _with(given, filled))
    return filled


def _with(kind: Type, filled: dict[Any, Type]) -> Type:
    if isinstance(kind, TypeVar):
        return filled.get(kind, kind)
    parameters = getattr(kind, "__parameters__", ())
    return kind[tuple(filled.get(each, each) for each in parameters)] if parameters else kind
