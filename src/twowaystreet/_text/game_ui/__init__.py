"""The part of the display that depends on the game, with a module for each game."""

from __future__ import annotations

from typing import Final

from twowaystreet._text.game_ui import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet._text.game_ui.common import GameUI

_BY_GAME: Final = {
    "street": street.UI,
    "duel": duel.UI,
    "twos": twos.UI,
    "spades": spades.UI,
    "twenty_down": twenty_down.UI,
    "tien_len": tien_len.UI,
    "brag": brag.UI,
}
_NOTHING: Final = GameUI()


def game_ui_of(game: str) -> GameUI:
    """Return the display of a game by its name; a default one for other games."""
    return _BY_GAME.get(game, _NOTHING)
