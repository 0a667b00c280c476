"""Replays of saved games, with all cards or from the view of one seat."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from typing_extensions import override

from twowaystreet._cli.narrators import (
    Narrator,
    StepNarrator,
    StoryNarrator,
    narrate,
)
from twowaystreet._display.display import display_of
from twowaystreet._display.lines import BLANK, Line, Printer, plain
from twowaystreet._display.names import seat_names
from twowaystreet._display.screen import Screen, view_lines
from twowaystreet._engine.game import GAMES
from twowaystreet._engine.score_sheet import breaks_line
from twowaystreet._page.replay.steps import open_moves, seen_moves, turns
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._views.views import view

NarratorFor: TypeAlias = Callable[[Screen], Narrator]


def replay_whole(record: Record, printer: Printer, narrator_for: NarratorFor) -> None:
    """Show a record with all cards.

    Args:
        record: the record.
        printer: the printer that shows the lines.
        narrator_for: makes the narrator for a screen.
    """
    screen = Screen(record.game, view(record.start, None), printer, None, record.names)
    screen.show_title()
    screen.show_legend()
    narrate(narrator_for(screen), open_moves(turns(record), record.comments))


def replay_seen(record: SeatRecord, printer: Printer, narrator_for: NarratorFor) -> None:
    """Show the record of a seat or of a spectator.

    Args:
        record: the record.
        printer: the printer that shows the lines.
        narrator_for: makes the narrator for a screen.
    """
    screen = Screen(GAMES[record.game], record.start, printer, None, record.names)
    who = "everybody" if record.seat is None else screen.names[record.seat]
    screen.show_title(f", as {who} saw it")
    narrate(narrator_for(screen), seen_moves(record))


def can_be_shown(record: SeatRecord) -> bool:
    """Return True if the display can show every position of a seat's record.

    The rules cannot check a seat's record, because they need every card. So this function shows
    the whole record to a printer that discards the lines.
    """
    nowhere = _Nowhere()
    names = seat_names(len(record.start.scores), None)
    try:
        view_lines(display_of(record.start), record.start, names)
        replay_seen(record, nowhere, StoryNarrator)
        replay_seen(record, nowhere, lambda screen: StepNarrator(screen, pause=lambda: None))
    except Exception:  # unknown seats or missing scores can raise any error
        return False
    return True


class _Nowhere(Printer):
    """A printer that shows nothing, and refuses lines with control sequences for the terminal.

    A replay shows other seats' moves with the text of the file, which could contain them.
    """

    @override
    def show(self, line: Line = BLANK) -> None:
        if any(map(breaks_line, plain(line))):
            raise ValueError(plain(line))
