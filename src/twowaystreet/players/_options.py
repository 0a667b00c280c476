"""Options of players, declared as fields that check their values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from twowaystreet._util.numbers import GREATEST, is_int
from twowaystreet.errors import RulesError


def number(default: int, *, at_least: int) -> int:
    """Declare an option with whole numbers as values, up to a billion."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if not is_int(value) or not at_least <= value <= GREATEST:
            expected = f"a whole number, {at_least} to {GREATEST}"
            raise RulesError(field.name, value, expected)

    made: int = attrs.field(default=default, validator=check)
    return made


def word(default: str, words: Sequence[str]) -> Any:  # Any: a literal type, which the field names
    """Declare an option with some words as values."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if value not in words:
            raise RulesError(field.name, value, ", ".join(words))

    return attrs.field(default=default, validator=check)
