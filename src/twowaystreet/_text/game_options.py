"""The options of a game, as people write them at the command line and in forms.

The fields of the game's ``Rules`` give the possible values, so this module works for every game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from twowaystreet._engine.game import Game
from twowaystreet._engine.options import Option, options_of
from twowaystreet.errors import RulesError, quoted


class SettingError(ValueError):
    """An option with an impossible value; the message is a single line."""


def values_of(option: Option, none: str) -> str:
    """Return the values of an option as people write them, ``None`` as none.

    Args:
        option: the option.
        none: the meaning of none; empty if it needs no words.
    """
    meaning = f" ({none})" if none else ""
    return option.expected.replace("or None", f"or none{meaning}")


def rules_of(game: Game, settings: Iterable[str], shortcuts: Mapping[str, int | None]) -> Any:
    """Make the rules of a game.

    Args:
        game: the game.
        settings: options as ``name=value``.
        shortcuts: the values of options with their own switch, by name; ``None`` if not used.

    Returns:
        The rules. The type is Any, because each game has its own class.

    Raises:
        SettingError: if an option is unknown, or if its value is impossible.
    """
    texts = [(name, str(value)) for name, value in shortcuts.items() if value is not None]
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise SettingError(f"cannot read {quoted(setting)}: expected option=value")
        texts.append((name.strip(), value.strip()))
    options = options_of(game.Rules)
    values: dict[str, object] = {}
    for name, text in texts:
        if name not in options:
            known = ", ".join(options) or "none"
            raise SettingError(f"{game.name} has no option {quoted(name)}; its options: {known}")
        if name in values:
            raise SettingError(f"the option {name} is given twice")
        values[name] = options[name].read(text)
    try:
        return game.Rules(**values)
    except RulesError as error:
        raise SettingError(str(error)) from None
