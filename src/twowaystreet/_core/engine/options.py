"""Options of rules, declared as fields: possible values, default, rule.

A ``Rules`` class is a frozen attrs class with these fields. Each option checks its value, and the
command line and the documentation can list it.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final, TypeVar

import attrs

from twowaystreet._core.cards.reader import member_of
from twowaystreet._util.numbers import bounds_of, is_int, read_int
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError

__all__ = [
    "OPTION",
    "Option",
    "choice",
    "flag",
    "number",
    "option_text",
    "options_of",
    "truth",
    "word",
    "worded",
]

E = TypeVar("E", bound=StrEnum)

OPTION: Final = "twowaystreet.option"
"""The key under which a field's metadata holds its :class:`Option`."""


_NONE: Final = "none"


@attrs.frozen
class Option(Value):
    """An option without its name and default.

    Attributes:
        rule: the identifier of its rule.
        choices: the possible words; empty for a number.
        at_least: the least number; ``None`` for words.
        at_most: the greatest number; ``None`` for words.
        may_be_none: ``True`` if ``None`` is possible too.
        note: advice for messages.
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
        """Return the value of a text; for other texts the text, which the rules refuse."""
        if self.may_be_none and text.lower() == _NONE:
            return None
        number = None if self.choices else read_int(text)
        return text if number is None else number


def option_text(value: object) -> str:
    """Return the text of an option's value; :meth:`Option.read` reads it back."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def options_of(rules: type[Any]) -> dict[str, Option]:
    """Return the options of a game by name, in the order of its rules.

    Args:
        rules: the class of the rules. Any: each game has its own.
    """
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(rules)
    return {field.name: field.metadata[OPTION] for field in fields if OPTION in field.metadata}


def choice(words: type[E], *, rule: str) -> E:
    """Declare an option with the members of an enum as values, the first as default.

    The option accepts the words of the enum too, and stores members.
    """
    return _choice(next(iter(words)), rule=rule)


def _choice(default: E, *, rule: str) -> E:
    words = type(default)
    option = Option(rule, choices=tuple(member.value for member in words))

    def convert(value: object, field: attrs.Attribute[Any]) -> StrEnum:
        member = member_of(words, value)
        if member is None:
            raise RulesError(field.name, value, option.expected, rule)
        return member

    made: E = attrs.field(
        default=default,
        converter=attrs.Converter(convert, takes_field=True),
        repr=lambda member: repr(str(member)),
        metadata={OPTION: option},
    )
    return made


def flag(default: bool, *, rule: str) -> bool:
    """Declare an option that is true or false; it accepts the two words too."""
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
    """Declare an option with whole numbers as values, and ``None`` if that is the default.

    A missing bound is a billion, or minus a billion. The field is ``Any``, because its annotation
    says whether ``None`` is possible.
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


def word(value: str) -> Any:
    """Convert a word of an enum; for type checkers only, as :func:`worded` converts it."""


def truth(value: bool | str) -> bool:
    """Convert ``"true"`` or ``"false"``; for type checkers only."""
    return bool(value)


if TYPE_CHECKING:
    # mypy learns from attrs.field alone, called with a default and a converter, that the rules take
    # other values than they store.
    from attrs import field as worded
else:

    def worded(*, default, converter, metadata):
        """Declare a :func:`choice`, or a :func:`flag`, that type checkers also accept as a word.

        Args:
            default: the default, a member of an enum or a bool.
            converter: :func:`word` or :func:`truth`.
            metadata: the rule, as ``{"rule": "ST-3"}``.
        """
        declare = flag if converter is truth else _choice
        return declare(default, **metadata)
