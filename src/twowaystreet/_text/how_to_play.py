"""The rules of a game on one screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from twowaystreet._engine.game import Game
from twowaystreet._engine.parts import part_of
from twowaystreet._text.game_ui import game_ui_of


def how_to_play(game: Game) -> Sequence[str]:
    """Return the paragraphs that a game or its display gives; none for a game without them."""
    given = cast("Sequence[str] | None", part_of(game.State, "how_to_play"))
    return given or game_ui_of(game.name).how_to_play
