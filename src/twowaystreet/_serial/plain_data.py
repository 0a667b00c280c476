"""Values as plain data and back: what JSON can hold, made and read by their types alone.

Cards and moves are their text, enums their words, tuples lists, classes objects with every field.
Reading is strict: whatever is not exactly what writing makes is refused, with the place it has.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache, partial
from itertools import repeat
from typing import Any, Final, TypeAlias, TypeVar, cast, get_args

from twowaystreet._cards.cards import CARDS, Card
from twowaystreet._engine.game import Game, game_named
from twowaystreet._engine.moves import Move
from twowaystreet._engine.notation import read_move
from twowaystreet._serial.type_info import (
    Type,
    alternatives,
    class_of,
    field_types,
    is_fields,
    is_move,
    is_tuple,
)
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted, some_of

T = TypeVar("T")
Kinds: TypeAlias = tuple[type[Move], ...]
Object: TypeAlias = dict[str, Any]
"""An object of plain data. Any: what JSON can hold."""
Hook: TypeAlias = Callable[[Any, Type], Any]
"""What reads plain data as a type. Any: data of any kind, and a value of that type."""


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


def some_from_plain(types: Mapping[str, Type], data: object, kinds: Kinds) -> Object:
    """Read the values of an object by name, any of them and no others; as :func:`from_plain`."""
    reader = _reader(kinds)
    return _read(lambda: _values_from(reader, data, types, are_some=True))


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
    """What reads plain data, with these kinds of moves. Any: cattrs, as above.

    What reads a type is put together once for each type, so that an item of a list costs one call.
    """
    import cattrs  # noqa: PLC0415  # late: only plain data needs it

    reader = cattrs.Converter(detailed_validation=False)
    factories: tuple[tuple[Callable[[Type], bool], Callable[[Type], Hook]], ...] = (
        (is_fields, lambda kind: _fields_reader(reader, kind)),
        (is_tuple, lambda kind: _tuple_reader(reader, get_args(kind))),
        (lambda kind: bool(alternatives(kind)), lambda kind: _union_reader(reader, kind)),
        (is_move, lambda kind: partial(_move_from, kinds if kind is Move else (kind,))),
        (lambda kind: kind is Card, lambda kind: _card_from),
        (lambda kind: kind == Object, lambda kind: _object_from),
    )
    for applies, factory in factories:
        reader.register_structure_hook_factory(applies, factory)
    # By class: hooks for these, which would make numbers of texts, come before all of the above.
    for scalar in _NAMES:
        reader.register_structure_hook(scalar, _scalar_from)
    reader.register_structure_hook(StrEnum, _word_from)
    return reader


def _fields_reader(reader: Any, kind: Type) -> Hook:
    types, cls = field_types(kind), class_of(kind)
    return lambda data, _: cls(**_values_from(reader, data, types))


def _values_from(
    reader: Any, data: object, types: Mapping[str, Type], are_some: bool = False
) -> Object:
    """The values of an object, each by its type; what is wrong with one is told with its name."""
    found = _object_from(data, Object)
    if not (found.keys() <= types.keys() if are_some else found.keys() == types.keys()):
        missing = "" if are_some else ", ".join(name for name in types if name not in found)
        unknown = some_of([quoted(key) for key in found if key not in types])
        faults = (f"without {missing}" if missing else "", f"with {unknown}" if unknown else "")
        raise _Misfit(f"expected {', '.join(types)}; found it {' and '.join(filter(None, faults))}")
    values: Object = {}
    for name, kind in types.items():
        if name not in found:
            continue
        try:
            values[name] = reader.get_structure_hook(kind)(found[name], kind)
        except (TwoWayStreetError, _Misfit) as error:
            raise _within(f".{name}", error) from error
    return values


def _tuple_reader(reader: Any, kinds: tuple[Type, ...]) -> Hook:
    """What reads tuples, of any length or of a given one."""
    hooks = [reader.get_structure_hook(kind) for kind in kinds if kind is not Ellipsis]
    items = list(zip(hooks, kinds, strict=False))

    def read(data: object, _: Type) -> tuple[Any, ...]:
        if type(data) is not list:  # a class built on it may raise anything
            raise _Misfit(f"expected a list, found {quoted(data)}")
        found = cast(list[object], data)
        each = repeat(items[0], len(found)) if kinds[-1] is Ellipsis else items
        if kinds[-1] is not Ellipsis and len(items) != len(found):
            raise _Misfit(f"expected a list of {len(items)}, found one of {len(found)}")
        values: list[Any] = []
        try:
            for (hook, kind), item in zip(each, found, strict=True):
                values.append(hook(item, kind))
        except (TwoWayStreetError, _Misfit) as error:
            raise _within(f"[{len(values)}]", error) from error
        return tuple(values)

    return read


def _union_reader(reader: Any, kind: Type) -> Hook:
    """What reads one of several types: nothing, or the only one besides."""
    (other,) = (each for each in alternatives(kind) if each is not type(None))
    hook = reader.get_structure_hook(other)
    return lambda data, _: None if data is None else hook(data, other)


def _within(step: str, error: Exception) -> _Misfit:
    """What is wrong with a part of a whole, told with its place."""
    misfit = error if isinstance(error, _Misfit) else _Misfit(str(error))
    misfit.place.append(step)
    return misfit


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


def _object_from(data: object, kind: Type) -> Object:
    found: Any = data  # Any: an object, if the next line says so
    # A class that is built on dict or on str may raise anything.
    if type(data) is dict and all(type(key) is str for key in found):
        plain: Object = found
        return plain
    raise _Misfit(f"expected an object, found {quoted(found)}")


_CARDS: Final = {str(card): card for card in CARDS}


def _card_from(data: object, kind: type[Card]) -> Card:
    found = _CARDS.get(data) if type(data) is str else None
    return found or _exactly(data, Card.parse(cast(str, data)))


def _move_from(kinds: Kinds, data: object, kind: type[Move]) -> Move:
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

    if type(text) is not str:  # a class built on it may raise anything
        raise RecordError(f"expected a JSON text, not {quoted(text)}")
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_int=_number, parse_constant=_refuse
        )
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is no JSON text: {error}") from error


def game_in(data: object, form: str, version: int) -> Game:
    """The game that plain data is of, which has to be of this format and version.

    Raises:
        RecordError: if it is anything else, or of a game that is not registered.
    """
    found = from_plain(Object, data, ())
    named = found.get("format")
    if type(named) is not str or named != form:
        raise RecordError(f"format: expected {form!r}, found {quoted(named)}")
    given = found.get("version")
    if type(given) is not int or given != version:
        raise RecordError(f"version: expected {version}, found {quoted(given)}")
    return game_named(found.get("game"))


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key in times if times[key] > 1)
        raise ValueError(f"the key {quoted(twice)} stands twice")
    return found


def _number(digits: str) -> int:
    # The time grows with the square of the length, and a program may have lifted Python's bound.
    if len(digits) > sys.int_info.default_max_str_digits:
        raise ValueError(f"the number {quoted(digits)} has too many digits")
    return int(digits)


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is no number")
