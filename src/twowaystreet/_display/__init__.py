"""The words and facts of a game as values, which text, pictures and the page render."""

from __future__ import annotations

from twowaystreet._display.display import AnyDisplay, Display
from twowaystreet._display.finding import display_of, how_to_play_of

__all__ = ["AnyDisplay", "Display", "display_of", "how_to_play_of"]
