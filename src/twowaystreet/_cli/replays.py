"""Saved games shown again: with all cards, or as one seat has seen them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, pairwise
from typing import TypeAlias

from typing_extensions import override

from twowaystreet._cli.display import Screen, seat_names, view_lines
from twowaystreet._cli.narrators import (
    Frame,
    Narrator,
    StepNarrator,
    StoryNarrator,
    Turn,
    frame_of,
    narrate,
    open_frames,
)
from twowaystreet._cli.output import BLANK, Line, Printer, plain
from twowaystreet._engine.game import GAMES
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._views.views import view

NarratorFor: TypeAlias = Callable[[Screen], Narrator]


def replay_whole(record: Record, printer: Printer, narrator_for: NarratorFor) -> None:
    """Show a record with everything that is in it.

    Args:
        record: the record.
        printer: where to show it.
        narrator_for: makes the narrator for a screen.
    """
    screen = Screen(record.game, view(record.start, None), printer)
    screen.show_title()
    screen.show_legend()
    narrate(narrator_for(screen), open_frames(record.game, _turns(record)))


def _turns(record: Record) -> Iterator[Turn]:
    for (before, move), (after, _) in pairwise(chain(record, [(record.state, None)])):
        assert move is not None
        yield before, move, after


def replay_seen(record: SeatRecord, printer: Printer, narrator_for: NarratorFor) -> None:
    """Show the record of a seat, or of a spectator, and nothing that is not in it.

    Args:
        record: the record.
        printer: where to show it.
        narrator_for: makes the narrator for a screen.
    """
    screen = Screen(GAMES[record.game], record.start, printer)
    who = "everybody" if record.seat is None else screen.names[record.seat]
    screen.show_title(f", as {who} saw it")
    narrate(narrator_for(screen), _frames(record))


def _frames(record: SeatRecord) -> Iterator[Frame]:
    before = record.start
    for event in record:
        shown = {} if record.seat is None else {record.seat: event.view.hand or ()}
        yield frame_of(GAMES[record.game], before, event, event.view, shown)
        before = event.view


def can_be_shown(record: SeatRecord) -> bool:
    """Return whether a seat's record is one of positions that there can be.

    Rules cannot tell, as they need to know every card. So it is shown once to nobody.
    """
    nowhere = _Nowhere()
    names = seat_names(len(record.start.scores), None)
    try:
        view_lines(GAMES[record.game], record.start, names)
        replay_seen(record, nowhere, StoryNarrator)
        replay_seen(record, nowhere, lambda screen: StepNarrator(screen, pause=lambda: None))
    except Exception:  # whatever comes of a seat that there is not, of too few scores
        return False
    return True


class _Nowhere(Printer):
    """Shows nothing, and refuses everything that is not a line of text.

    The moves of others are shown in the words of the file, which might be orders to a terminal.
    """

    @override
    def show(self, line: Line = BLANK) -> None:
        if not plain(line).isprintable():
            raise ValueError(plain(line))
