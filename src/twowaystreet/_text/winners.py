"""The line that names the winners of a game."""

from __future__ import annotations

from collections.abc import Sequence

from twowaystreet._display.lines import Line, Span, Style
from twowaystreet._display.people import many, sentence
from twowaystreet._engine.sides import sides_of
from twowaystreet._util.words import listed
from twowaystreet._views.views import AnyView


def winners_line(view: AnyView, names: Sequence[str]) -> Line:
    """Return the line that names the winners."""
    won = many(names[seat] for seat in view.winners)
    verb = "wins" if len(won) == 1 and won != ["you"] else "win"
    shared = "" if len(won) == len(sides_of(view.rules)[0]) else "; the win is shared"
    return (Span(f"{sentence(listed(won))} {verb} the game{shared}.", Style.STRONG),)
