"""Values as plain data and back: what JSON can hold, made and read by their types alone.

Cards and moves are their text, enums their words, tuples lists, classes objects with every field.
Reading is strict: whatever is not exactly what writing makes is refused, with the place it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar, cast, get_args

from twowaystreet.annotations import (
    Type,
    alternatives,
    class_of,
    field_types,
    is_fields,
    is_move,
    is_tuple,
)
from twowaystreet.cards import Card
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted, some_of
from twowaystreet.game import Game, game_named
from twowaystreet.moves import Move
from twowaystreet.notation import read_move
from twowaystreet.numbers import is_int

T = TypeVar("T")
Kinds: TypeAlias = tuple[type[Move], ...]
Object: TypeAlias = dict[str, Any]
"""An object of plain data. Any: what JSON can hold."""


class _Misfit(ValueError):
    """Plain data is not what it should be.

    Attributes:
        place: the way to it, the innermost step first.
        fault: what is wrong.
    """

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.place: list[str] = []
        self.fault = fault

    def __str__(self) -> str:
        place = "".join(reversed(self.place)).lstrip(".")
        return f"{place}: {self.fault}" if place else self.fault


def to_plain(value: object) -> Any:
    """Make plain data of a value. Any: what JSON can hold."""
    return _writer().unstructure(value)


@cache
def _writer() -> Any:
    """What makes plain data. Any: a converter of cattrs, whose hooks take whatever comes."""
    import cattrs  # noqa: PLC0415  # late: only plain data needs it

    writer = cattrs.Converter(unstruct_collection_overrides={tuple: list})
    for kind in (Card, Move):
        writer.register_unstructure_hook(kind, str)
    writer.register_unstructure_hook(StrEnum, lambda word: word.value)
    writer.register_unstructure_hook_func(is_move, str)
    return writer


def from_plain(kind: Type, data: object, kinds: Kinds) -> Any:
    """Read a value of a type back from plain data.

    Args:
        kind: the type. Any: what is returned is of it.
        data: the plain data.
        kinds: the kinds of moves that there may be.

    Raises:
        RecordError: if the data is anything else than what :func:`to_plain` makes of such a value,
            with the place of the fault.
    """
    reader = _reader(kinds)
    return _read(lambda: reader.structure(data, kind))


def values_from_plain(types: Mapping[str, Type], data: object, kinds: Kinds) -> Object:
    """Read the values of an object by name, all of them and no others; as :func:`from_plain`."""
    reader = _reader(kinds)
    return _read(lambda: _values_from(reader, data, types))


def _read(read: Callable[[], T]) -> T:
    """What has been read; whatever goes wrong in it is a :class:`RecordError`."""
    try:
        return read()
    except (_Misfit, TwoWayStreetError) as error:
        raise RecordError(str(error)) from error
    except Exception as error:
        # A type that a game has of its own may not be one that can be read, and raise anything.
        raise RecordError(f"this cannot be read: {quoted(error)}") from error


@cache
def _reader(kinds: Kinds) -> Any:
    """What reads plain data, with these kinds of moves. Any: cattrs, as above."""
    import cattrs  # noqa: PLC0415  # late: only plain data needs it

    reader = cattrs.Converter(detailed_validation=False)
    hooks: tuple[tuple[Callable[[Type], bool], Callable[[Any, Type], Any]], ...] = (
        (
            is_fields,
            lambda data, kind: class_of(kind)(**_values_from(reader, data, field_types(kind))),
        ),
        (is_tuple, lambda data, kind: tuple(_items_from(reader, data, kind))),
        (lambda kind: bool(alternatives(kind)), lambda data, kind: _one_from(reader, data, kind)),
        (is_move, lambda data, kind: _move_from(data, kinds if kind is Move else (kind,))),
        (lambda kind: kind is Card, _card_from),
        (lambda kind: kind == Object, _object_from),
    )
    for applies, hook in hooks:
        reader.register_structure_hook_func(applies, hook)
    # By class: hooks for these, which would make numbers of texts, come before all of the above.
    for scalar in _NAMES:
        reader.register_structure_hook(scalar, _scalar_from)
    reader.register_structure_hook(StrEnum, _word_from)
    return reader


def _values_from(reader: Any, data: object, types: Mapping[str, Type]) -> Object:
    found = cast(dict[object, object], _object_from(data, Object))
    if found.keys() != types.keys():
        missing = ", ".join(name for name in types if name not in found)
        unknown = some_of([quoted(key) for key in found if key not in types])
        faults = (f"without {missing}" if missing else "", f"with {unknown}" if unknown else "")
        raise _Misfit(f"expected {', '.join(types)}; found it {' and '.join(filter(None, faults))}")
    return {name: _at(f".{name}", reader, found[name], kind) for name, kind in types.items()}


def _items_from(reader: Any, data: object, kind: Type) -> Iterator[Any]:
    if type(data) is not list:  # a class built on it may raise anything
        raise _Misfit(f"expected a list, found {quoted(data)}")
    found = cast(list[object], data)
    kinds = get_args(kind)
    each = [kinds[0]] * len(found) if kinds[-1] is Ellipsis else list(kinds)
    if len(each) != len(found):
        raise _Misfit(f"expected a list of {len(each)}, found one of {len(found)}")
    for place, (item, item_kind) in enumerate(zip(found, each, strict=True)):
        yield _at(f"[{place}]", reader, item, item_kind)


def _one_from(reader: Any, data: object, kind: Type) -> Any:
    """One of several types: nothing, or the only one besides."""
    if data is None and type(None) in alternatives(kind):
        return None
    (other,) = (each for each in alternatives(kind) if each is not type(None))
    return reader.structure(data, other)


def _at(step: str, reader: Any, data: object, kind: Type) -> Any:
    """A part of a whole; what is wrong with it is told with its place."""
    try:
        return reader.structure(data, kind)
    except TwoWayStreetError as error:
        misfit = _Misfit(str(error))
        misfit.place.append(step)
        raise misfit from error
    except _Misfit as misfit:
        misfit.place.append(step)
        raise


def _word_from(data: object, kind: type[StrEnum]) -> StrEnum:
    for member in kind:
        if type(data) is str and data == member.value:
            return member
    raise _Misfit(f"expected one of {', '.join(kind)}, found {quoted(data)}")


def _scalar_from(data: object, kind: Type) -> object:
    if type(data) is kind and (kind is not int or is_int(data)):
        return data
    raise _Misfit(f"expected {_NAMES[kind]}, found {quoted(data)}")


_NAMES: Final[dict[type[Any], str]] = {
    int: "a whole number",
    str: "a text",
    bool: "true or false",
}


def _object_from(data: object, kind: Type) -> object:
    if type(data) is not dict:
        raise _Misfit(f"expected an object, found {quoted(data)}")
    return cast(object, data)


def _card_from(data: object, kind: type[Card]) -> Card:
    return _exactly(data, Card.parse(cast(str, data)))


def _move_from(data: object, kinds: Kinds) -> Move:
    return _exactly(data, read_move(kinds, cast(str, data)))


def _exactly(data: object, found: T) -> T:
    """What a text was read as, if it is that thing's own text."""
    if type(data) is not str or data != str(found):
        raise _Misfit(f"expected {str(found)!r}, found {quoted(data)}")
    return found


def to_json(data: object) -> str:
    """Plain data as JSON on one line."""
    import json  # noqa: PLC0415  # late: a tenth of what importing the library takes

    return json.dumps(data)


def from_json(text: str) -> Any:
    """The plain data of a JSON text. Any: it may be whatever the text says.

    Raises:
        RecordError: if it is no JSON text, or gives a key of an object twice.
    """
    import json  # noqa: PLC0415  # as above

    if not isinstance(text, str):
        raise RecordError(f"expected a JSON text, not {quoted(text)}")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is no JSON text: {error}") from error


def game_in(data: object, form: str, version: int) -> Game:
    """The game that plain data is of, which has to be of this format and version.

    Raises:
        RecordError: if it is anything else, or of a game that is not registered.
    """
    found = from_plain(Object, data, ())
    named = found.get("format")
    if not isinstance(named, str) or named != form:
        raise RecordError(f"format: expected {form!r}, found {quoted(named)}")
    given = found.get("version")
    if type(given) is not int or given != version:
        raise RecordError(f"version: expected {version}, found {quoted(given)}")
    return game_named(found.get("game"))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {quoted(twice)} stands twice")
    return found


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")
