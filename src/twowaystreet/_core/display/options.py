"""The options of a game in words, and as people write them at the command line and in forms."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

import attrs

from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.values import OptionWords
from twowaystreet._core.display.words import sentence
from twowaystreet._core.engine.fields import OPTION, RuleOption, option_text, options_of
from twowaystreet._core.engine.game import Game
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RulesError, quoted

_FLAGS: Final = MappingProxyType({"true": "Yes", "false": "No"})
_NO_LIMIT: Final = "No limit"


def defaults_of(game: Game) -> dict[str, str]:
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(game.Rules)
    return {field.name: option_text(field.default) for field in fields if OPTION in field.metadata}


def option_words_of(game: Game) -> dict[str, OptionWords]:
    """Return the words of each option of a game, in the order of its rules."""
    display = display_of(game)
    defaults = defaults_of(game)
    return {
        name: _filled(
            display.option_words.get(name, OptionWords()),
            name,
            defaults[name],
            option,
            display.none_means.get(name, ""),
        )
        for name, option in options_of(game.Rules).items()
    }


def _filled(
    given: OptionWords, name: str, default: str, option: RuleOption, none: str
) -> OptionWords:
    label = given.label or _words(name)
    wanted = [*option.choices, *(["none"] if option.may_be_none else []), default]
    missing = {
        value: _default_words(option, value, none) for value in wanted if value not in given.values
    }
    # The values that a game names keep their order; the others come before them.
    return OptionWords(label, {**missing, **given.values})


def _default_words(option: RuleOption, value: str, none: str) -> str:
    if value == "none" and option.may_be_none:
        return _words(none) if none else _NO_LIMIT
    if set(option.choices) == set(_FLAGS):
        return _FLAGS[value]
    return _words(value)


def _words(name: str) -> str:
    return sentence(name.replace("_", " "))


def chosen_options(game: Game, rules: OfGame) -> list[str]:
    shown: Mapping[str, OptionWords] = option_words_of(game)
    values = {name: option_text(getattr(rules, name)) for name in shown}
    return [
        f"{words.label}: {words.values.get(values[name], values[name])}"
        for name, words in shown.items()
    ]


class SettingError(ValueError):
    """An option with an impossible value; the message is a single line."""


def values_of(option: RuleOption, none: str) -> str:
    """Return the values of an option as people write them, ``None`` as none."""
    meaning = f" ({none})" if none else ""
    return option.expected.replace("or None", f"or none{meaning}")


def rules_of(game: Game, settings: Iterable[str], shortcuts: Mapping[str, int | None]) -> OfGame:
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
