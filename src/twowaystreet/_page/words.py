"""The words of the page: the log, the task of the reader, and requests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.lines import plain
from twowaystreet._core.display.sentences import winners_line
from twowaystreet._core.display.values import hand_number
from twowaystreet._core.display.words import YOU, third_person
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.words import listed
from twowaystreet.table import Table

_MANY: Final = 100
"""So many hands are a bound of a server, which hardly any game reaches, and no length of a game."""


def names_for(table: Table, seat: int | None) -> list[str]:
    """Return the names of the seats, with "You" for the reader."""
    return [YOU if each == seat else name for each, name in enumerate(table.names)]


def task_text(table: Table, view: AnyView, names: Sequence[str], away: Sequence[int] = ()) -> str:
    """Return what the reader has to do now, or the people for whom the table waits.

    Args:
        table: the table.
        view: the view of the reader.
        names: the names of the players, with "You" for the reader.
        away: the seats of people whose page is not open.
    """
    if table.free_seats:
        return f"Waiting for {listed(names[seat] for seat in table.free_seats)}"
    if not table.hand_scores and view.actor is None and away:
        return f"{listed(names[seat] for seat in away)} {_have(away)} not come yet"
    if view.is_over:
        return plain(winners_line(view, names)).removesuffix(".")
    return display_of(table.game).task(view, names)


def hand_text(table: Table, view: AnyView) -> str:
    """Return the number of the hand, such as "Hand 2 of 4"."""
    most = getattr(table.rules, "max_hands", None)
    is_limit = most is not None and most < _MANY
    return f"Hand {hand_number(view)}{f' of {most}' if is_limit else ''}"


def sheet_legend(table: Table) -> str:
    """Return the legend of the score sheet."""
    legend = display_of(table.game).sheet_legend
    return f"{legend}; a ring marks the best total" if legend else "A ring marks the best total"


def _have(seats: Sequence[int]) -> str:
    """Return the verb for some players."""
    return "has" if len(seats) == 1 else "have"


def undo_line(table: Table, seat: int | None) -> str:
    """Return the request to take back a move in words; empty without one.

    People who have agreed read for whom the request still waits.
    """
    asked = table.asked
    if asked is None:
        return ""
    names = names_for(table, seat)
    verb = "ask" if asked.seat == seat else third_person("ask")
    words = f"{names[asked.seat]} {verb} to take back a move."
    return words + _missing(table, seat, asked.agreed)


def again_line(table: Table, seat: int | None) -> str:
    """Return who wants to play again, and who has not agreed yet; empty without a request."""
    again = table.again
    if not table.is_over or not again:
        return ""
    names = names_for(table, seat)
    verb = "wants" if len(again) == 1 and seat not in again else "want"
    words = f"{listed(names[each] for each in again)} {verb} to play again."
    return words + _missing(table, seat, again)


def _missing(table: Table, seat: int | None, agreed: Sequence[int]) -> str:
    """Return the people who have not agreed yet, for those who have."""
    if seat not in agreed:
        return ""
    missing = [names_for(table, seat)[each] for each in table.people if each not in agreed]
    return f" Waiting for {listed(missing)} to agree." if missing else ""
