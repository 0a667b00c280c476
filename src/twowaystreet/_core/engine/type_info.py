"""Inspection of type annotations, for plain data, its schemas, and the scores of a game."""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from itertools import chain
from types import UnionType
from typing import Any, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.scores import HandScore
from twowaystreet._core.engine.state import ScoreT

Type: TypeAlias = Any
"""An annotation: a class, a tuple type or a union. Any: Python has no common type for them."""


def class_of(annotation: Type) -> Type:
    """Return the class of an annotation, without its type arguments."""
    origin = _origin(annotation)
    return origin if isinstance(origin, type) else annotation


def has_fields(annotation: Type) -> bool:
    """Return whether the annotation is a class with attrs fields."""
    cls = class_of(annotation)
    return isinstance(cls, type) and attrs.has(cls)


def is_enum(annotation: Type) -> bool:
    """Return whether the annotation is an enum of words."""
    return isinstance(annotation, type) and issubclass(annotation, StrEnum)


def is_move(annotation: Type) -> bool:
    """Return whether the annotation is a move type."""
    return isinstance(annotation, type) and issubclass(annotation, Move)


def is_tuple(annotation: Type) -> bool:
    """Return whether the annotation is a tuple type, of any or of fixed length."""
    return _origin(annotation) is tuple


def bare(annotation: Type) -> Type:
    """Return a type without its annotations."""
    return annotation.__origin__ if hasattr(annotation, "__metadata__") else annotation


def alternatives(annotation: Type) -> tuple[Type, ...]:
    """Return the members of a union, or ``()`` for other annotations."""
    return get_args(annotation) if _origin(annotation) in (Union, UnionType) else ()


def _origin(annotation: Type) -> Any:
    """Return the origin. Any: type checkers do not accept the origin of ``Any`` as a class."""
    return get_origin(annotation)


@cache
def field_types(annotation: Type, *, annotated: bool = False) -> dict[str, Type]:
    """Return the types of the fields of a class by name, in field order.

    Type arguments of subclasses replace the type variables of generic bases.

    Args:
        annotation: the class.
        annotated: True to keep the bounds that annotations give.

    >>> from twowaystreet._core.tricks.tricks import Trick
    >>> field_types(Trick)["seats"]
    tuple[int, ...]
    """
    cls = class_of(annotation)
    hints = get_type_hints(cls, include_extras=annotated)
    arguments = _type_arguments(cls, annotation)
    return {field.name: _substitute(hints[field.name], arguments) for field in attrs.fields(cls)}


def score_class(state: type[Any]) -> Type:
    """Return the class of the scores of a game, which its state class declares.

    Any: each game has its own state class.

    >>> from twowaystreet.games import duel
    >>> score_class(duel.State) is duel.HandScore
    True
    """
    declared = class_of(_type_arguments(state, state).get(ScoreT))
    return declared if isinstance(declared, type) else HandScore


def _type_arguments(cls: type[Any], annotation: Type) -> dict[Any, Type]:
    """Return the type argument of each type variable in a class and its bases."""
    arguments: dict[Any, Type] = {}
    for base in chain((annotation,), *(getattr(one, "__orig_bases__", ()) for one in cls.__mro__)):
        parameters = getattr(get_origin(base), "__parameters__", ())
        for parameter, given in zip(parameters, get_args(base), strict=False):
            arguments.setdefault(parameter, _substitute(given, arguments))
    return arguments


def _substitute(annotation: Type, arguments: dict[Any, Type]) -> Type:
    if isinstance(annotation, TypeVar):
        return arguments.get(annotation, annotation)
    parameters = getattr(annotation, "__parameters__", ())
    if not parameters:
        return annotation
    return annotation[tuple(arguments.get(each, each) for each in parameters)]
