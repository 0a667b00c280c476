"""The search for the display of a game, and for its rules on one screen."""

from __future__ import annotations

from typing import Any, Final

from twowaystreet._display.display import AnyDisplay, Display
from twowaystreet._engine.game import Game
from twowaystreet._engine.parts import own_part_of, part_of
from twowaystreet.errors import quoted

_DEFAULT: Final[AnyDisplay] = Display()
"""The display of a game without one of its own; it shows the facts that the view declares."""
_made: Final[dict[Any, AnyDisplay]] = {}
"""The only object of each display class that a game gave instead of an object. Any: a class."""


def display_of(subject: object) -> AnyDisplay:
    """Return the display of a game, from the game itself, a state, a view or a trick.

    The display of a base of the state class counts if the game has none of its own.

    Raises:
        TypeError: if the part that the game names as its display is something else.

    >>> from twowaystreet.games import twos
    >>> from twowaystreet._views.views import view
    >>> display_of(twos.GAME) is display_of(view(twos.new_game(), 0))
    True
    """
    if isinstance(subject, Game):
        state = subject.State
    else:  # a class of tricks has no state, and stands beside the display itself
        state = getattr(type(subject), "_state", type(subject))
    part: Any = part_of(state, "display")  # Any: checked here
    if part is None:
        return _DEFAULT
    is_class = isinstance(part, type)
    if not issubclass(part if is_class else type(part), Display):
        raise TypeError(
            f"the display of {state.__module__}.{state.__qualname__}: found {quoted(part)}, "
            "expected an object of a class derived from twowaystreet.authoring.Display"
        )
    if is_class and part not in _made:
        _made[part] = part()
    display: AnyDisplay = _made[part] if is_class else part
    return display


def how_to_play_of(game: Game) -> tuple[str, ...]:
    """Return the rules of a game on one screen, as paragraphs; ``()`` if the game has none.

    Those of ``Game(how_to_play=...)`` come before those of its display, and those of a game before
    those of the game from which it derives.
    """
    for cls in game.State.__mro__:
        given: Any = own_part_of(cls, "how_to_play")  # Any: `Game` has checked it
        if given or own_part_of(cls, "display") is not None:
            return given or display_of(game).how_to_play
    return display_of(game).how_to_play
