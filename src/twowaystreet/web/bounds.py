"""The bounds of a host for the options of tables that people make."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final

import attrs

from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.game import GAMES, Game
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RulesError
from twowaystreet.table import TableError
from twowaystreet.web.limits import Limits

HANDS: Final = "max_hands"
"""The option with the most hands of a game."""

# Any: JSON, and rules, as each game has its own class.


def _bounds(limits: Limits) -> dict[str, int]:
    return {"players": limits.players, "decks": limits.decks, HANDS: limits.hands}


def bounded_rules(game: Game, rules: Any, limits: Limits) -> Any:
    """Return rules within the bounds: usual values, and no limit of hands, become what fits.

    Raises:
        TableError: if another value of an option is above a bound.
    """
    options, usual = options_of(game.Rules), game.Rules()
    if rules.max_hands is None and HANDS in options:
        rules = attrs.evolve(rules, **{HANDS: limits.hands})
    for name, bound in _bounds(limits).items():
        value = rules.seats if name == "players" else getattr(rules, name, None)
        if is_int(value) and value > bound:
            if name not in options or value != getattr(usual, name):
                raise TableError(f"{name}={value}: expected at most {bound} on this server")
            rules = attrs.evolve(rules, **{name: bound})
    return rules


def bounded_catalogue(catalogue: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    """Return the content of the gallery with the bounds in its forms.

    >>> from twowaystreet._page.alone import catalogue
    >>> found = bounded_catalogue(catalogue(), Limits(players=5, hands=7))["games"]
    >>> found[0]["players"], found[0]["options"][0]["most"], [*found[0]["options"][0]["words"]]
    ('3 to 5 players', 5, ['3', '4', '5'])
    >>> [each["words"]["none"] for each in found[1]["options"] if each["name"] == "max_hands"]
    ['At most 7 hands']
    """
    games = [_bounded_game(game, limits) for game in catalogue["games"]]
    return {**catalogue, "games": [game for game in games if game["seats"] <= limits.players]}


def _bounded_game(game: Mapping[str, Any], limits: Limits) -> dict[str, Any]:
    bounds = {**_bounds(limits), "players": _most_players(GAMES[game["name"]], limits)}
    found = {
        option["name"]: _bounded_option(option, bounds[option["name"]])
        if option["name"] in bounds and not option["values"]
        else option
        for option in game["options"]
    }
    changed = {**game, "options": [*found.values()]}
    if "players" in found and not found["players"]["values"]:
        least, most = found["players"]["least"], bounds["players"]
        changed["seats"] = max(least, int(found["players"]["default"]))
        changed["players"] = f"{least if least == most else f'{least} to {most}'} players"
    return changed


def _most_players(game: Game, limits: Limits) -> int:
    """Return the greatest number of players for which a game is within the bounds; 0 for none.

    More players can need more decks.
    """
    option = options_of(game.Rules).get("players")
    if option is None or option.at_least is None or option.at_most is None:
        return limits.players
    for number in range(min(option.at_most, limits.players), option.at_least - 1, -1):
        with suppress(TableError):
            with suppress(RulesError):  # so many may need other options besides
                bounded_rules(game, game.Rules(players=number), limits)
            return number
    return 0


def _bounded_option(option: Mapping[str, Any], bound: int) -> dict[str, Any]:
    words = {
        value: text
        for value, text in option["words"].items()
        if value == "none" or int(value) <= bound
    }
    if option["name"] == HANDS and "none" in words:
        words["none"] = f"At most {bound} hand{'s' if bound > 1 else ''}"
    most = min(option["most"], bound)
    default = option["default"]
    if default != "none" and int(default) > most:
        default = str(most)
        words.setdefault(default, default)
    expected = option["expected"].replace(f" to {option['most']}", f" to {most}")
    return {**option, "words": words, "default": default, "most": most, "expected": expected}
