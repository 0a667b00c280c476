"""Options of rules, declared as fields: what is possible, the default, the rule that says so.

A ``Rules`` class is a frozen attrs class whose fields are made here, so that each option checks
itself and can be listed with its meaning (by the command line, by the documentation).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, TypeVar

import attrs

from twowaystreet._util.numbers import bounds_of, is_int, read_int
from twowaystreet._util.reader import member_of
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError

E = TypeVar("E", bound=StrEnum)

OPTION: Final = "twowaystreet.option"
"""The key under which a field's metadata holds its :class:`Option`."""


_NONE: Final = "none"


@attrs.frozen
class Option(Value):
    """What is to be known of an option besides its name and default.

    Attributes:
        rule: the identifier of the rule it belongs to.
        choices: the words it is chosen from; empty for a number.
        at_least: the least number; ``None`` for words.
        at_most: the greatest number; ``None`` for words.
        may_be_none: whether ``None`` is possible, too.
        note: a word of advice for who gave something else.
    """

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
        """What a text means for the option; the text itself if nothing, for rules to refuse."""
        if self.may_be_none and text.lower() == _NONE:
            return None
        number = None if self.choices else read_int(text)
        return text if number is None else number


def option_text(value: object) -> str:
    """An option's value as it is written in text, which :meth:`Option.read` reads back."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def options_of(rules: type[Any]) -> dict[str, Option]:
    """The options of a game by name, in the order of its rules.

    Args:
        rules: the class of the rules. Any: each game has its own.
    """
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(rules)
    return {field.name: field.metadata[OPTION] for field in fields if OPTION in field.metadata}


def choice(kind: type[E], *, rule: str) -> E:
    """An option that is one of the members of an enum, the first of them by default.

    The words of the enum are taken as well and kept as its members.
    """
    option = Option(rule, choices=tuple(member.value for member in kind))

    def convert(value: object, field: attrs.Attribute[Any]) -> StrEnum:
        member = member_of(kind, value)
        if member is None:
            raise RulesError(field.name, value, option.expected, rule)
        return member

    made: E = attrs.field(
        default=next(iter(kind)),
        converter=attrs.Converter(convert, takes_field=True),
        repr=lambda member: repr(str(member)),
        metadata={OPTION: option},
    )
    return made


def flag(default: bool, *, rule: str) -> bool:
    """An option that is true or false; the two words are taken as well."""
    option = Option(rule, choices=("true", "false"))
    meanings: dict[object, bool] = {True: True, False: False, "true": True, "false": False}

    def convert(value: object, field: attrs.Attribute[Any]) -> bool:
        if type(value) not in (bool, str) or value not in meanings:
            raise RulesError(field.name, value, option.expected, rule)
        return meanings[value]

    made: bool = attrs.field(
        default=default,
        converter=attrs.Converter(convert, takes_field=True),
        metadata={OPTION: option},
    )
    return made


def number(
    default: int | None,
    *,
    at_least: int | None = None,
    at_most: int | None = None,
    or_none: bool = False,
    note: str = "",
    rule: str,
) -> Any:
    """An option that is a whole number within bounds; ``None`` too if that is the default.

    Where no bound is given it is a billion, or minus a billion.

    The field is returned as ``Any``, as its annotation says whether ``None`` is possible.
    """
    may_be_none = or_none or default is None
    least, most = bounds_of(at_least, at_most)
    option = Option(rule, (), least, most, may_be_none, note)

    def convert(value: object, field: attrs.Attribute[Any]) -> int | None:
        if value is None and may_be_none:
            return None
        if not is_int(value) or not least <= value <= most:
            raise RulesError(field.name, value, option.expected, rule)
        return value

    return attrs.field(
        default=default,
        converter=attrs.Converter(convert, takes_field=True),
        metadata={OPTION: option},
    )
