"""Views as text: the display of the command line, which ``print(view)`` shows too."""

from __future__ import annotations

from twowaystreet._display.finding import display_of
from twowaystreet._display.lines import plain
from twowaystreet._text.display import view_lines
from twowaystreet._text.names import seat_names
from twowaystreet._views.views import AnyView


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
    lines = view_lines(display_of(view), view, seat_names(len(view.scores), None))
    return "\n".join(plain(line).rstrip() for line in lines)
