"""The words and facts of a game as values, and the text that shows them."""

from twowaystreet._core.display.display import AnyDisplay, Display, display_of, how_to_play_of

__all__ = ["AnyDisplay", "Display", "display_of", "how_to_play_of"]
