"""Events in sentences, as one person may know them."""

from __future__ import annotations

from collections.abc import Sequence

from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.sentences import Happening, sentences_of
from twowaystreet._core.display.words import YOU, sentence
from twowaystreet._core.engine.game import Game
from twowaystreet._core.records.seat_records import Event
from twowaystreet.table._events import Happened, TableEvent


def sentences_for(
    game: Game, event: TableEvent, names: Sequence[str], seat: int | None
) -> tuple[str, ...]:
    """Return an event and its effects as sentences.

    Args:
        game: the game.
        event: the event as the reader may know it.
        names: the names of the seats at the time of the event, with "You" for the reader.
        seat: the seat of the reader; ``None`` for a spectator.
    """
    if event.happened is Happened.REMATCH:
        return (f"{event.text.capitalize()}.",)
    if event.happened is not Happened.MOVE:
        assert event.seat is not None
        verb, blank, rest = event.text.partition(" ")
        if names[event.seat] == YOU:
            verb = verb.removesuffix("s")
        return (sentence(f"{names[event.seat]} {verb}{blank}{rest}."),)
    if event.seat is None:
        return ("New deal.",)
    human = seat if seat is not None and names[seat] == YOU else None
    seen = Event(event.seat, event.text, event.move, event.view)
    return tuple(sentences_of(display_of(game), Happening(event.before, seen), names, human))
