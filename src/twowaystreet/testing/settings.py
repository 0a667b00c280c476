"""Test values for the options of a game."""

from __future__ import annotations

from typing import Any, Final

import attrs

from twowaystreet._engine.game import Game
from twowaystreet._engine.options import Option, option_text, options_of
from twowaystreet._util.numbers import GREATEST
from twowaystreet.errors import RulesError

MANY: Final = 3
"""The greatest distance from the default at which a number is tried; from a bound, twice that."""


def values_of(option: Option, default: object) -> tuple[object, ...]:
    """Return test values for an option, the default first.

    For words these are all the choices, for numbers those near the least possible number.
    """
    if option.choices:
        return tuple(dict.fromkeys([option_text(default), *option.choices]))
    middle = default if isinstance(default, int) else 0
    assert option.at_least is not None and option.at_most is not None  # the option is a number
    has_bound = option.at_least > -GREATEST
    least = option.at_least if has_bound else middle - MANY
    most = min(option.at_most, least + 2 * MANY)
    none = [None] if option.may_be_none else []
    return tuple(dict.fromkeys([default, *none, *range(least, most + 1)]))


def settings_of(game: Game) -> dict[str, tuple[object, ...]]:
    """Return test values for each option of a game, by name."""
    defaults: dict[str, object] = {field.name: field.default for field in attrs.fields(game.Rules)}
    return {
        name: values_of(option, defaults[name]) for name, option in options_of(game.Rules).items()
    }


def rules_or_none(game: Game, settings: dict[str, object]) -> Any:
    """Return the rules with these settings; ``None`` if the settings contradict one another.

    Any: each game has its own class of rules.
    """
    try:
        return game.Rules(**settings)
    except RulesError:
        return None
