"""Saved games shown again: with all cards, or as one seat has seen them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from typing_extensions import override

from twowaystreet._engine.game import GAMES
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._views.views import view
from twowaystreet.cli import auto, pictures
from twowaystreet.cli.lines import BLANK, Line, plain
from twowaystreet.cli.printers import Printer
from twowaystreet.cli.screens import Screen
from twowaystreet.cli.sources import Recorded
from twowaystreet.cli.steps import Steps
from twowaystreet.cli.story import Story
from twowaystreet.cli.tables import Table
from twowaystreet.cli.telling import Scene, Teller, scene_of, tell

Telling: TypeAlias = Callable[[Screen], Teller]


def replay_whole(record: Record, printer: Printer, telling: Telling) -> None:
    """Show a record with everything that is in it.

    Args:
        record: the record.
        printer: where to show it.
        telling: how to tell it.
    """
    screen = Screen(record.game, view(record.start, None), printer)
    screen.show_title()
    table = Table(Record(record.start), Recorded(record), screen)
    auto.play(table, teller=telling)


def replay_seen(record: SeatRecord, printer: Printer, telling: Telling) -> None:
    """Show the record of a seat, or of a spectator, and nothing that is not in it.

    Args:
        record: the record.
        printer: where to show it.
        telling: how to tell it.
    """
    screen = Screen(GAMES[record.game], record.start, printer)
    who = "everybody" if record.seat is None else screen.names[record.seat]
    screen.show_title(f", as {who} saw it")
    tell(telling(screen), _scenes(record))


def can_be_shown(record: SeatRecord) -> bool:
    """Whether a seat's record is one of positions that there can be.

    Rules cannot tell, as they need to know every card; so it is told once to nobody.
    """
    nowhere = _Nowhere()
    names = pictures.seat_names(len(record.start.scores), None)
    try:
        pictures.all_of(GAMES[record.game], record.start, names)
        replay_seen(record, nowhere, Story)
        replay_seen(record, nowhere, lambda screen: Steps(screen, pause=lambda: None))
    except Exception:  # whatever comes of a seat that there is not, of too few scores
        return False
    return True


class _Nowhere(Printer):
    """Shows nothing, and sees to it that nothing else than lines of text would be shown.

    What others did is told in the words of the file, which might be orders to a terminal.
    """

    @override
    def show(self, line: Line = BLANK) -> None:
        if not plain(line).isprintable():
            raise ValueError(plain(line))


def _scenes(record: SeatRecord) -> Iterator[Scene]:
    before = record.start
    for event in record:
        shown = {} if record.seat is None else {record.seat: event.view.hand or ()}
        yield scene_of(GAMES[record.game], before, event, event.view, shown)
        before = event.view
