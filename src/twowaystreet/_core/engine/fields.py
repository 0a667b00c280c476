"""The fields of rules, views and moves: options, bounds, and the inspection of their types.

Annotations give arrays the bounds that Python's types do not have: ``Annotated[int, Between(0,
13)]``, or ``Between(0, lambda rules: rules.cards)`` for a bound that follows from the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from itertools import chain
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    Final,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import attrs

from twowaystreet._core.cards.cards import Card, member_of
from twowaystreet._core.engine.moves import Move
from twowaystreet._util.numbers import bounds_of, is_int, typed_number
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import RulesError

# For type checkers, which export no name that a module imports under another one.
__all__ = ["worded"]

E = TypeVar("E", bound=StrEnum)

# The keys of a field's metadata for its RuleOption, and for its value in what was saved before it
# came; `...` for a field of all versions.
OPTION: Final = "twowaystreet.option"
ABSENT: Final = "absent"
_NONE: Final = "none"


@attrs.frozen
class RuleOption(Value):
    """An option without its name and default; bounds are ``None`` for words, ``note`` is advice."""

    rule: str
    choices: tuple[str, ...] = ()
    at_least: int | None = None
    at_most: int | None = None
    may_be_none: bool = False
    note: str = ""

    @property
    def expected(self) -> str:
        """The possible values in words."""
        if self.choices:
            return "one of " + ", ".join(self.choices)
        none = ", or None" if self.may_be_none else ""
        note = f"; {self.note}" if self.note else ""
        return f"a whole number, {self.at_least} to {self.at_most}{none}{note}"

    def read(self, text: str) -> object:
        """Return the value of a text; for other texts the text, which the rules refuse."""
        if self.may_be_none and text.lower() == _NONE:
            return None
        return text if self.choices else typed_number(text)


def option_text(value: object) -> str:
    """Return the text of an option's value; :meth:`RuleOption.read` reads it back."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def options_of(rules: type[Any]) -> dict[str, RuleOption]:
    """Return the options of a game by name, in the order of its rules.

    Args:
        rules: the class of the rules.
    """
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(rules)
    return {field.name: field.metadata[OPTION] for field in fields if OPTION in field.metadata}


def absent_of(cls: Type) -> dict[str, OfGame]:
    """Return the values of the fields of a class that saved data can lack, by name."""
    found = {each.name: each.metadata.get(ABSENT, ...) for each in attrs.fields(cls)}
    return {name: value for name, value in found.items() if value is not ...}


_WRONG: Final = object()  # what stands for a value that an option does not have


def _field(
    option: RuleOption,
    default: object,
    read: Callable[[OfGame], object],
    absent: object,
    **more: OfGame,
) -> OfGame:
    """Declare an option, and the function that returns what it stores for a value, or `_WRONG`."""

    def convert(value: object, field: attrs.Attribute[OfGame]) -> object:
        found = read(value)
        if found is _WRONG:
            raise RulesError(field.name, value, option.expected, option.rule)
        return found

    converter: OfGame = attrs.Converter(convert, takes_field=True)
    metadata = {OPTION: option, ABSENT: default if absent is ... else absent}
    return attrs.field(default=default, converter=converter, metadata=metadata, **more)


def choice(words: type[E], *, rule: str, absent: Any = ...) -> E:
    """Declare an option with the members of an enum as values, the first as default.

    The option accepts the words of the enum too, and stores members. ``absent`` is its value in
    games that were saved before there was the option; by default they have the default.
    """
    return _choice(next(iter(words)), rule=rule, absent=absent)


def _choice(default: E, *, rule: str, absent: Any = ...) -> E:
    words = type(default)
    option = RuleOption(rule, choices=tuple(member.value for member in words))

    def read(value: object) -> object:
        member = member_of(words, value)
        return _WRONG if member is None else member

    def shown(member: StrEnum) -> str:
        return repr(str(member))

    made: E = _field(option, default, read, absent, repr=shown)
    return made


def flag(default: bool, *, rule: str, absent: Any = ...) -> bool:
    """Declare an option, as :func:`choice` does, that is true or false, or one of the words."""
    option = RuleOption(rule, choices=("true", "false"))
    meanings: dict[object, bool] = {True: True, False: False, "true": True, "false": False}

    def read(value: object) -> object:
        return meanings.get(value, _WRONG) if type(value) in (bool, str) else _WRONG

    made: bool = _field(option, default, read, absent)
    return made


def number(
    default: int | None,
    *,
    at_least: int | None = None,
    at_most: int | None = None,
    or_none: bool = False,
    note: str = "",
    rule: str,
    absent: Any = ...,
) -> Any:
    """Declare an option with whole numbers as values, and ``None`` if that is the default.

    A missing bound is a billion, or minus a billion. The field is ``Any``, because its annotation
    says whether ``None`` is possible. ``absent`` is as for :func:`choice`.
    """
    may_be_none = or_none or default is None
    least, most = bounds_of(at_least, at_most)
    option = RuleOption(rule, (), least, most, may_be_none, note)

    def read(value: object) -> object:
        is_right = is_int(value) and least <= value <= most
        return value if is_right or (value is None and may_be_none) else _WRONG

    return _field(option, default, read, absent)


def word(value: str) -> Any:
    """Stand for the converter of a choice in :func:`worded`; for type checkers only."""


if TYPE_CHECKING:
    # mypy learns from attrs.field alone, called with a default and a converter, that the rules take
    # other values than they store.
    from attrs import field as worded
else:

    def worded(*, default, converter, metadata):
        """Declare a choice, or a flag, that type checkers also accept as a word.

        Args:
            default: the default, a member of an enum, or True or False.
            converter: :func:`word`; for a flag a function of a ``bool | str`` that returns a
                ``bool``. It is never called.
            metadata: the rule, and ``absent`` if need be, as for :func:`choice`.

        >>> class Length(StrEnum):
        ...     SHORT = "short"
        ...     LONG = "long"
        >>> @attrs.frozen
        ... class Rules:
        ...     length: Length = worded(
        ...         default=Length.LONG, converter=word, metadata={"rule": "X-1"}
        ...     )
        >>> Rules("short").length
        <Length.SHORT: 'short'>
        """
        declare = flag if isinstance(default, bool) else _choice
        return declare(default, **metadata)


T = TypeVar("T")

Bound: TypeAlias = int | Callable[[OfGame], int]  # a number, or a function of the rules


@attrs.frozen
class Between(Value):
    """The bounds of a whole number.

    Attributes:
        least: the least number, or a function of the rules.
        most: the greatest number, or a function of the rules.
    """

    least: Bound
    most: Bound


@attrs.frozen
class AtMost(Value):
    """The bound of the length of a tuple.

    Attributes:
        length: the greatest length, a number or a function of the rules.
    """

    length: Bound


@attrs.frozen
class Role(Value):
    """A role of a value that its type alone does not tell."""

    name: str


SEAT: Final = Role("a seat")
PER_SEAT: Final = Role("one for each seat")
PER_HAND: Final = Role("one for each hand")
CARD_COUNT: Final = Role("a number of cards of the pack")
CARD_SET: Final = Role("cards whose order tells nothing")

Seat: TypeAlias = Annotated[int, SEAT]
"""A number that is a seat."""
PerSeat: TypeAlias = Annotated[tuple[T, ...], PER_SEAT]
"""A tuple with one value for each seat."""
PerHand: TypeAlias = Annotated[tuple[T, ...], PER_HAND]
"""A tuple with one value for each hand, the hands of each seat in succession."""
CardCount: TypeAlias = Annotated[int, CARD_COUNT]
"""A number of cards of the pack."""
CardSet: TypeAlias = Annotated[tuple[Card, ...], CARD_SET]
"""Cards whose order tells nothing, such as those of a hand in the order of cards."""


Type: TypeAlias = OfGame  # an annotation: a class, a tuple type or a union


def class_of(annotation: Type) -> Type:
    origin = _origin(annotation)
    return origin if isinstance(origin, type) else annotation


def has_fields(annotation: Type) -> bool:
    cls = class_of(annotation)
    return isinstance(cls, type) and attrs.has(cls)


def is_enum(annotation: Type) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, StrEnum)


def is_move(annotation: Type) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Move)


def is_tuple(annotation: Type) -> bool:
    return _origin(annotation) is tuple


def bare(annotation: Type) -> Type:
    return annotation.__origin__ if hasattr(annotation, "__metadata__") else annotation


def alternatives(annotation: Type) -> tuple[Type, ...]:
    """Return the members of a union, or ``()`` for other annotations."""
    return get_args(annotation) if _origin(annotation) in (Union, UnionType) else ()


def _origin(annotation: Type) -> Type:
    return get_origin(annotation)


@cache
def field_types(annotation: Type, *, annotated: bool = False) -> dict[str, Type]:
    """Return the types of the fields of a class by name; ``annotated`` keeps their bounds."""
    cls = class_of(annotation)
    hints = get_type_hints(cls, include_extras=annotated)
    arguments = type_arguments(cls, annotation)
    return {field.name: _substitute(hints[field.name], arguments) for field in attrs.fields(cls)}


def type_arguments(cls: type, annotation: Type) -> dict[Type, Type]:
    """Return the type argument of each type variable in a class and its bases."""
    arguments: dict[Type, Type] = {}
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
