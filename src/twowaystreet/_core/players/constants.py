"""The constants of rules of thumb: numbers with bounds, which can be changed."""

from __future__ import annotations

import math
from typing import Any, Final, TypeVar

import attrs

from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RulesError

NumberT = TypeVar("NumberT", int, float)


def constant(default: NumberT, least: float, most: float) -> NumberT:
    """Declare a constant of a rule of thumb, as a field of an attrs class.

    Args:
        default: the value; a whole number as an ``int`` if only whole numbers make sense.
        least: the least value.
        most: the greatest value.

    >>> import attrs
    >>> from twowaystreet._core.players.rules_of_thumb import RuleOfThumb
    >>> @attrs.frozen
    ... class Cautious(RuleOfThumb):
    ...     kept: float = constant(2.0, 0.0, 5.0)
    >>> Cautious(kept=9)
    Traceback (most recent call last):
    ...
    twowaystreet.errors.RulesError: kept=9: expected a number, 0 to 5
    """

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        check_number(field.name, value, default, least, most)

    made: NumberT = attrs.field(default=default, validator=check)
    return made


def check_number(
    name: str, value: object, like: float, least: float = -math.inf, most: float = math.inf
) -> None:
    """Refuse a value of a constant that is not a number, or out of bounds.

    Args:
        name: the name of the constant.
        value: the value.
        like: another value of the constant: if it is an ``int``, only whole numbers make sense.
        least: the least value.
        most: the greatest value.
    """
    is_whole = is_int(like)
    fits = is_int(value) if is_whole else is_number(value)
    if not fits or not least <= value <= most:  # type: ignore[operator]  # it is a number
        kind = "a whole number" if is_whole else "a number"
        bounds = f", {least:g} to {most:g}" if math.isfinite(least) else ""
        raise RulesError(name, value, kind + bounds)


def is_number(value: object) -> bool:
    """Return whether a value is a finite number; ``True`` and ``False`` are none."""
    return is_int(value) or (isinstance(value, float) and math.isfinite(value))


UNIT: Final = 1_000_000


def units(number: float) -> int:
    """Return a number in millionths, as constants are added up.

    Sums of whole numbers are exact. So decisions are the same in each order of cards, on each
    Python and in compiled code.

    >>> sum(map(units, (0.2, 0.2, 0.2, 0.4))) == units(1)
    True
    """
    return round(number * UNIT)
