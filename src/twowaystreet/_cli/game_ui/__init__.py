"""The part of the display that differs from game to game, with a module for each game."""

from __future__ import annotations

from typing import Final

from twowaystreet._cli.game_ui import duel, spades, street, twenty_down, twos
from twowaystreet._cli.game_ui.common import GameUI

_BY_GAME: Final = {
    "street": street.UI,
    "duel": duel.UI,
    "twos": twos.UI,
    "spades": spades.UI,
    "twenty_down": twenty_down.UI,
}
_NOTHING: Final = GameUI()


def game_ui_of(game: str) -> GameUI:
    """Return the additions of a game by its name; empty ones if it has none."""
    return _BY_GAME.get(game, _NOTHING)
