"""Views as text: the display of the command line, which ``print(view)`` shows too."""

from __future__ import annotations

import attrs

from twowaystreet._engine.game import game_with_view
from twowaystreet._text.display import Named, view_lines
from twowaystreet._text.names import seat_names
from twowaystreet._text.output import plain
from twowaystreet._util.values import Value
from twowaystreet._views.views import AnyView


@attrs.frozen
class _Unregistered(Value):
    """A game that is not in ``GAMES``; its display has nothing of its own."""

    name: str = ""


def picture(view: AnyView) -> str:
    """Return a view as the command ``twowaystreet view`` shows it in plain text.

    >>> from twowaystreet._views.views import view
    >>> from twowaystreet.games import twos
    >>> print(picture(view(twos.new_game(), None)))
    Deal      cards  tricks  score  honours  caught  lost
      Seat 0      0       0      0        0       0     0
      Seat 1      0       0      0        0       0     0
      Seat 2      0       0      0        0       0     0
      Seat 3      0       0      0        0       0     0
    """
    game: Named = game_with_view(type(view)) or _Unregistered()
    lines = view_lines(game, view, seat_names(len(view.scores), None))
    return "\n".join(plain(line).rstrip() for line in lines)
