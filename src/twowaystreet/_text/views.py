"""Views as text: the display of the command line, which ``print(view)`` shows too."""

from __future__ import annotations

from collections.abc import Sequence

from twowaystreet._display.finding import display_of
from twowaystreet._display.lines import plain
from twowaystreet._engine.score_sheet import score_sheet
from twowaystreet._text.display import view_lines
from twowaystreet._text.names import seat_names
from twowaystreet._views.views import AnyView
from twowaystreet.errors import RulesError, as_tuple


def picture(view: AnyView, names: Sequence[str] | None = None) -> str:
    """Return a view as the command ``twowaystreet view`` shows it in plain text.

    Args:
        view: the view.
        names: the names of the players; ``None`` for the numbers of the seats.

    Raises:
        RulesError: if these are not names for a score sheet, one for each seat.

    >>> from twowaystreet._views.views import view
    >>> from twowaystreet.games import twos
    >>> print(picture(view(twos.new_game(), None)))
    Deal      cards  tricks  score  honours  caught  lost
      Seat 0      0       0      0        0       0     0
      Seat 1      0       0      0        0       0     0
      Seat 2      0       0      0        0       0     0
      Seat 3      0       0      0        0       0     0
    """
    lines = view_lines(display_of(view), view, _checked(names, len(view.scores)))
    return "\n".join(plain(line).rstrip() for line in lines)


def _checked(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    if names is None:
        return seat_names(seats, None)
    given = as_tuple("names", names, f"{seats} names, as texts")
    if len(given) != seats:
        raise RulesError("names", names, f"{seats} names, as texts")
    score_sheet(given, [])  # it refuses texts that would damage the columns
    return tuple(map(str.__str__, given))
