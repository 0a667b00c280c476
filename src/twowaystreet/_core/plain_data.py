"""Conversion between values and plain data, which is data that JSON can hold, by their types.

The reader accepts only the exact output of the writer, and its errors give the place of the fault.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from functools import cache, partial
from itertools import cycle
from typing import Any, Final, TypeAlias, TypeVar, cast, get_args

from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.engine import fields
from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.game import Game, game_named
from twowaystreet._core.engine.moves import Move, read_move
from twowaystreet._util.numbers import is_int, read_int
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted, some_of

T = TypeVar("T")
MoveTypes: TypeAlias = tuple[type[Move], ...]
Unchecked: TypeAlias = Any
"""Plain data, or what becomes or came of it. Any: all that JSON can hold, and all its values."""
Object: TypeAlias = dict[str, Unchecked]  # an object of plain data
Hook: TypeAlias = Callable[[Unchecked, Type], Unchecked]
"""A function that decodes plain data as a type."""


class _Misfit(ValueError):
    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.place: list[str] = []  # the path to it, innermost step first
        self.fault = fault

    def __str__(self) -> str:
        place = "".join(reversed(self.place)).lstrip(".")
        return f"{place}: {self.fault}" if place else self.fault


MOST_EXACT: Final = 2**53
"""The greatest whole number up to which readers of JSON in all languages round none."""
_DIGITS: Final = bytes(ord("0") if chr(code).isdecimal() else 0 for code in range(128)) + bytes(128)
"""A table for ``bytes.translate``, 40 times as fast as a regular expression, that shows digits."""
_LONG: Final = b"0" * len(str(MOST_EXACT))  # what the text of every greater number has then


def exact(data: Unchecked) -> Unchecked:
    """Return plain data with texts for whole numbers beyond 2**53.

    >>> exact({"seed": 2**53, "points": [-(2**60), True]})
    {'seed': 9007199254740992, 'points': ['-1152921504606846976', True]}
    """
    if issubclass(type(data), int):
        return data if -MOST_EXACT <= data <= MOST_EXACT else str(data)
    if issubclass(type(data), Mapping):
        return {key: exact(value) for key, value in data.items()}
    return [*map(exact, data)] if issubclass(type(data), (list, tuple)) else data


def to_plain(value: object) -> Unchecked:
    return _writer().unstructure(value)


@cache
def _writer() -> Unchecked:
    import cattrs  # noqa: PLC0415  # late: only plain data needs it

    writer = cattrs.Converter(unstruct_collection_overrides={tuple: list})
    for cls in (Card, Move):
        writer.register_unstructure_hook(cls, str)
    writer.register_unstructure_hook(StrEnum, lambda word: word.value)
    writer.register_unstructure_hook_func(fields.is_move, str)
    # Lists of what is plain already, and of cards, are most of a view.
    writer.register_unstructure_hook_func(_is_tuple_of(int, str, bool), list)
    writer.register_unstructure_hook_func(_is_tuple_of(Card), lambda cards: [*map(str, cards)])
    # By the class of the value, as cattrs before 25.2 cannot write type arguments and variables.
    writer.register_unstructure_hook_func(
        lambda annotation: any(
            fields.has_fields(annotation) or isinstance(each, TypeVar)
            for each in get_args(annotation)
        ),
        writer.unstructure,
    )
    return writer


def _is_tuple_of(*kinds: type[object]) -> Callable[[Type], bool]:
    return lambda annotation: get_args(annotation) in [(kind, ...) for kind in kinds]


def from_plain(annotation: Type, data: object, move_types: MoveTypes) -> Unchecked:
    """Decode a value of a type from plain data, or raise :class:`RecordError` with the place."""
    reader = _reader(move_types)
    return _decode(lambda: reader.structure(data, annotation))


def values_from_plain(
    types: Mapping[str, Type], data: object, move_types: MoveTypes, lacking: Collection[str] = ()
) -> Object:
    """Decode an object with these keys, of which it can lack some, as :func:`from_plain` does."""
    reader = _reader(move_types)
    return _decode(lambda: _values_from(reader, data, types, lacking))


def _decode(read: Callable[[], T]) -> T:
    try:
        return read()
    except (_Misfit, TwoWayStreetError) as error:
        raise RecordError(str(error)) from error
    except Exception as error:  # a game may define a type that cattrs cannot read
        raise RecordError(f"this cannot be read: {quoted(error)}") from error


@cache
def _reader(move_types: MoveTypes) -> Unchecked:
    import cattrs  # noqa: PLC0415  # late: only plain data needs it

    reader = cattrs.Converter(detailed_validation=False)
    factories: tuple[tuple[Callable[[Type], bool], Callable[[Type], Hook]], ...] = (
        (fields.has_fields, lambda cls: _fields_reader(reader, cls)),
        (fields.is_tuple, lambda annotation: _tuple_reader(reader, get_args(annotation))),
        (
            lambda union: bool(fields.alternatives(union)),
            lambda union: _union_reader(reader, union),
        ),
        (fields.is_move, lambda cls: partial(_move_from, move_types if cls is Move else (cls,))),
        (lambda cls: cls is Card, lambda _: _card_from),
        (lambda annotation: annotation == Object, lambda _: _object_from),
    )
    for applies, factory in factories:
        reader.register_structure_hook_factory(applies, factory)
    # Registered by class, to replace the hooks of cattrs, which convert texts to numbers.
    for scalar in _SCALAR_NAMES:
        reader.register_structure_hook(scalar, _scalar_from)
    reader.register_structure_hook(StrEnum, _enum_member_from)
    return reader


def _fields_reader(reader: Unchecked, annotation: Type) -> Hook:
    types, cls = fields.field_types(annotation), fields.class_of(annotation)
    absent = fields.absent_of(cls)

    def read(data: object, _: Type) -> Unchecked:
        values = _values_from(reader, data, types, absent)
        return cls(**(values if len(values) == len(types) else {**absent, **values}))

    return read


def _values_from(
    reader: Unchecked, data: object, types: Mapping[str, Type], lacking: Collection[str]
) -> Object:
    found = _object_from(data, Object)
    keys, known = found.keys(), types.keys()
    if keys != known and not known - lacking <= keys <= known:
        missing = ", ".join(each for each in types if each not in found and each not in lacking)
        faults = [*([f"missing {missing}"] if missing else ()), *unknown(found, types)]
        raise _Misfit(f"{'; '.join(faults)}; expected the keys {', '.join(types)}")
    values: Object = {}
    for name, annotation in types.items():
        if name not in found:
            continue
        try:
            values[name] = reader.get_structure_hook(annotation)(found[name], annotation)
        except (TwoWayStreetError, _Misfit) as error:
            raise _with_step(f".{name}", error) from error
    return values


def unknown(given: Collection[str], known: Collection[str]) -> list[str]:
    names = [name for name in given if name not in known]
    if not names:
        return []
    from difflib import get_close_matches  # noqa: PLC0415  # late: only faults need it

    # A long name would take a long time.
    others = [name for name in known if name not in given]
    (near,) = get_close_matches(names[0][:40], others, 1) or ["from a later version"]
    return [f"unknown {some_of([*map(quoted, names)])}, perhaps {near}"]


def _tuple_reader(reader: Unchecked, element_types: tuple[Type, ...]) -> Hook:
    any_length = element_types[-1] is Ellipsis
    types = element_types[:1] if any_length else element_types
    hooks = [(reader.get_structure_hook(each), each) for each in types]

    def read(data: object, _: Type) -> tuple[Unchecked, ...]:
        if type(data) is not list:  # a subclass may raise anything
            raise _Misfit(f"expected a list, found {quoted(data)}")
        found = cast(list[object], data)
        if not any_length and len(hooks) != len(found):
            raise _Misfit(f"expected a list of {len(hooks)}, found one of {len(found)}")
        values: list[Unchecked] = []
        try:
            for (hook, annotation), item in zip(cycle(hooks), found, strict=False):
                values.append(hook(item, annotation))
        except (TwoWayStreetError, _Misfit) as error:
            raise _with_step(f"[{len(values)}]", error) from error
        return tuple(values)

    return read


def _union_reader(reader: Unchecked, union: Type) -> Hook:
    (other,) = (each for each in fields.alternatives(union) if each is not type(None))
    hook = reader.get_structure_hook(other)
    return lambda data, _: None if data is None else hook(data, other)


def _with_step(step: str, error: Exception) -> _Misfit:
    misfit = error if isinstance(error, _Misfit) else _Misfit(str(error))
    misfit.place.append(step)
    return misfit


def _enum_member_from(data: object, cls: type[StrEnum]) -> StrEnum:
    for member in cls:
        if type(data) is str and data == member.value:
            return member
    raise _Misfit(f"expected one of {', '.join(cls)}, found {quoted(data)}")


def _scalar_from(data: object, cls: Type) -> object:
    if cls is int and type(data) is str:
        number = read_int(data)
        # The text of a number that JSON holds exactly is a number there.
        data = data if number is None or exact(number) != data else number
    if type(data) is cls and (cls is not int or is_int(data)):
        return data
    raise _Misfit(f"expected {_SCALAR_NAMES[cls]}, found {quoted(data)}")


_SCALAR_NAMES: Final[dict[Type, str]] = {
    int: "a whole number",
    str: "a string",
    bool: "true or false",
}


def _object_from(data: Unchecked, _: Type) -> Object:
    found: Object = data
    # A subclass of dict or of str may raise anything.
    if type(data) is dict and all(type(key) is str for key in found):
        return found
    raise _Misfit(f"expected an object, found {quoted(found)}")


_CARDS_BY_TEXT: Final = {str(card): card for card in CARDS}


def _card_from(data: object, _: type[Card]) -> Card:
    found = _CARDS_BY_TEXT.get(data) if type(data) is str else None
    return found or _canonical(data, Card.parse(cast(str, data)))


def _move_from(move_types: MoveTypes, data: object, _: type[Move]) -> Move:
    return _canonical(data, read_move(move_types, cast(str, data)))


def _canonical(data: object, found: T) -> T:
    if type(data) is not str or data != str(found):
        raise _Misfit(f"expected {str(found)!r}, found {quoted(data)}")
    return found


def to_json(data: object) -> str:
    """Write plain data, with :func:`exact` numbers, as a line of JSON, or raise RecordError."""
    import json  # noqa: PLC0415  # late: a tenth of the time to import the library

    try:
        text = json.dumps(data, allow_nan=False)
        is_exact = _LONG not in text.encode().translate(_DIGITS)
        return text if is_exact else json.dumps(exact(data))
    except (TypeError, ValueError) as error:
        raise RecordError(f"this cannot be written as JSON: {error}") from error


def from_json(text: str) -> Unchecked:
    """Read the plain data of a JSON text, or raise RecordError, also for repeated keys."""
    import json  # noqa: PLC0415  # as above

    if type(text) is not str:  # a subclass may raise anything
        raise RecordError(f"expected a JSON text, not {quoted(text)}")
    try:
        return json.loads(
            text.removeprefix("\ufeff"),
            object_pairs_hook=_object,
            parse_int=_number,
            parse_constant=_refuse_constant,
        )
    except (ValueError, RecursionError) as error:
        raise RecordError(f"invalid JSON: {error}") from error


def game_in(data: object, form: str, version: int) -> Game:
    found = from_plain(Object, data, ())
    if lacking := [key for key in ("format", "version", "game") if key not in found]:
        keys = some_of([*map(quoted, found)]) or "nothing"
        raise RecordError(f"missing {', '.join(lacking)}: expected a {form}, found {keys}")
    named = found.get("format")
    if type(named) is not str or named != form:
        raise RecordError(f"format: expected {form!r}, found {quoted(named)}")
    given = found.get("version")
    if type(given) is not int or given != version:
        raise RecordError(f"version: expected {version}, found {quoted(given)}")
    return game_named(found.get("game"))


def _object(pairs: list[tuple[str, Unchecked]]) -> Object:
    found = dict(pairs)
    if len(found) != len(pairs):
        times = Counter(key for key, _ in pairs)
        twice = next(key for key in times if times[key] > 1)
        raise ValueError(f"the key {quoted(twice)} occurs twice")
    return found


def _number(digits: str) -> int:
    # The time grows with the square of the length, and a program may lift Python's own limit.
    if len(digits) > sys.int_info.default_max_str_digits:
        raise ValueError(f"the number {quoted(digits)} has too many digits")
    return int(digits)


def _refuse_constant(constant: str) -> Unchecked:
    raise ValueError(f"{constant} is not a JSON number")
