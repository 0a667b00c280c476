"""Options of a rule, and the options that its text mentions."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any, Final

import attrs

from twowaystreet._core.engine.fields import RuleOption, option_text, options_of
from twowaystreet._core.engine.game import GAMES, OURS, Game

PAGES: Final = {
    "AL": "common-rules",
    "ST": "games/street",
    "DU": "games/duel",
    "RA": "score-real-cards",
    "TW": "games/twos",
    "SP": "games/spades",
    "TD": "games/twenty_down",
    "TL": "games/tien_len",
    "BR": "games/brag",
}
"""The page with the rules for each prefix."""

GAMES_OF: Final = {
    "AL": tuple(OURS),
    **{prefix: (page.partition("/")[2],) for prefix, page in PAGES.items() if "/" in page},
    "ST": ("street", "duel"),
}
"""The games for the rules with each prefix; the Duel shares the rules of cards and play."""

_SPOKEN_OF: Final = re.compile(r"`(?P<name>[a-z_]+)(?:=(?P<value>[^`]+))?`")
"""Pattern of an option in the text of a rule, alone or with a Python value."""


@attrs.frozen
class Setting:
    """An option of a game.

    Attributes:
        game: the game.
        name: the name of the option.
        option: the declaration of the option.
        default: the default value in words.
    """

    game: Game
    name: str
    option: RuleOption
    default: str

    @property
    def values(self) -> str:
        """The possible values in words."""
        if not self.option.choices:
            return self.option.expected
        return ", ".join(f"`{choice}`" for choice in self.option.choices)


def settings() -> Iterator[Setting]:
    """Yield every option of every game."""
    for name in GAMES_OF["AL"]:
        game = GAMES[name]
        fields: dict[str, attrs.Attribute[Any]] = attrs.fields_dict(game.Rules)
        for each, option in options_of(game.Rules).items():
            yield Setting(game, each, option, _default(game, each, fields[each].default))


def _default(game: Game, name: str, default: object) -> str:
    """Return the default; if other options decide it, also the value from their defaults."""
    found = getattr(game.Rules(), name)
    if default is None:
        return "`None`" if found is None else f"`None`, which comes to {found}"
    return f"`{option_text(default)}`"


def settings_of(rule: str) -> tuple[Setting, ...]:
    """Return the options that name a rule."""
    return tuple(setting for setting in settings() if setting.option.rule == rule)


def misspoken(rule: str, text: str) -> list[str]:
    """Return the unknown options and values in the text of a rule.

    Parameters of ``new_game``, such as ``dealer``, are known, too.
    """
    games = [GAMES[name] for name in GAMES_OF.get(rule.partition("-")[0], ())]
    return [
        found[0]
        for found in _SPOKEN_OF.finditer(text)
        if not any(_is_known(game, found["name"], found["value"]) for game in games)
    ]


def _is_known(game: Game, name: str, value: str | None) -> bool:
    option = options_of(game.Rules).get(name)
    if option is None or value is None:
        return value is None and (
            option is not None or name in inspect.signature(game.new_game).parameters
        )
    return value.strip('"').lower() in option.choices
