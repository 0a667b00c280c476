"""The bounds of a host for the options of tables that people make."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import attrs

from twowaystreet._engine.game import Game
from twowaystreet._engine.options import options_of
from twowaystreet.table import TableError
from twowaystreet.web.limits import Limits

HANDS: Final = "max_hands"
"""The option with the most hands of a game."""

# Any: JSON, and rules, as each game has its own class.


def _bounds(limits: Limits) -> dict[str, int]:
    return {"players": limits.players, "decks": limits.decks, HANDS: limits.hands}


def bounded_rules(game: Game, rules: Any, limits: Limits) -> Any:
    """Return rules within the bounds; a game without a most number of hands gets that of the host.

    Raises:
        TableError: if an option is above a bound.
    """
    bounds = _bounds(limits)
    found = {"players": rules.seats, HANDS: rules.max_hands}
    found |= {name: getattr(rules, name) for name in options_of(game.Rules) if name in bounds}
    for name, value in found.items():
        if value is not None and value > bounds[name]:
            raise TableError(f"{name}={value}: expected at most {bounds[name]} on this server")
    if rules.max_hands is None and HANDS in options_of(game.Rules):
        return attrs.evolve(rules, **{HANDS: limits.hands})
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
    games = [_bounded_game(game, _bounds(limits)) for game in catalogue["games"]]
    return {**catalogue, "games": [game for game in games if game["seats"] <= limits.players]}


def _bounded_game(game: Mapping[str, Any], bounds: Mapping[str, int]) -> dict[str, Any]:
    options = [
        _bounded_option(option, bounds[option["name"]]) if option["name"] in bounds else option
        for option in game["options"]
    ]
    players = next((each for each in options if each["name"] == "players"), None)
    words = (
        game["players"] if players is None else f"{players['least']} to {players['most']} players"
    )
    return {**game, "players": words, "options": options}


def _bounded_option(option: Mapping[str, Any], bound: int) -> dict[str, Any]:
    words = {
        value: text
        for value, text in option["words"].items()
        if value == "none" or int(value) <= bound
    }
    if option["name"] == HANDS and "none" in words:
        words["none"] = f"At most {bound} hands"
    most = min(option["most"], bound)
    expected = option["expected"].replace(f" to {option['most']}", f" to {most}")
    return {**option, "words": words, "most": most, "expected": expected}
