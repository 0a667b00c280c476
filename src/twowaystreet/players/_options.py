"""Options of players, declared as fields that check their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

from twowaystreet._playouts.policies import Policy, policy_of
from twowaystreet._util.numbers import GREATEST, is_int
from twowaystreet.errors import RulesError

MOST_THREADS: Final = 256
LONGEST: Final = 86400
"""The greatest number of seconds: a day."""
READS: Final = "reads"
"""The key of the metadata of an option with the type by which its text is read."""


def number(default: int | None, *, at_least: int, at_most: int = GREATEST) -> int:
    """Declare an option with whole numbers as values.

    ``default``: the default; ``None`` if the player works it out from other options.
    """

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if value is None is default:
            return
        if not is_int(value) or not at_least <= value <= at_most:
            expected = f"a whole number, {at_least} to {at_most}"
            raise RulesError(field.name, value, expected)

    made: int = attrs.field(default=default, validator=check, metadata={READS: int})
    return made


def seconds() -> float | None:
    """Declare an option with a time in seconds; ``None`` stands for no limit."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if value is not None and not (type(value) in (int, float) and 0 < value <= LONGEST):  # type: ignore[operator]  # a number
            raise RulesError(field.name, value, f"a number of seconds above 0, up to {LONGEST}")

    made: float | None = attrs.field(default=None, validator=check, metadata={READS: float})
    return made


def phases() -> str | tuple[str, ...] | None:
    """Declare an option with the names of phases, as a tuple or as a text with plus signs."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        names = value.split("+") if isinstance(value, str) else value
        if value is not None and not _are_names(names):
            raise RulesError(field.name, value, "names of phases, such as 'declare+play', or 'all'")

    def convert(value: Any) -> Any:  # Any: not checked yet
        return tuple(value) if issubclass(type(value), list) else value

    made: str | tuple[str, ...] | None = attrs.field(
        default=None, converter=convert, validator=check
    )
    return made


def _are_names(found: Any) -> bool:  # Any: not checked yet
    """Return whether this is a list of texts."""
    if type(found) not in (list, tuple) or not found:
        return False
    return all(isinstance(each, str) and each for each in found)


def word(default: str, words: Sequence[str]) -> Any:  # Any: a literal type, which the field names
    """Declare an option with some words as values."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if not isinstance(value, str) or value not in words:
            raise RulesError(field.name, value, ", ".join(words))

    return attrs.field(default=default, validator=check)


def policy(default: Policy) -> Policy:
    """Declare an option with a policy of playouts as value; a list becomes a tuple."""

    def convert(value: object, field: attrs.Attribute[Any]) -> Policy:
        return policy_of(field.name, value)

    made: Policy = attrs.field(
        default=default, converter=attrs.Converter(convert, takes_field=True)
    )
    return made
