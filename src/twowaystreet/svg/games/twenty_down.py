"""The pieces of Twenty Down: trumps, discards, and players in or out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from twowaystreet._views.views import AnyView
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase
from twowaystreet.svg.scenes import Fact, Pieces, Row


def _words(view: AnyView, seat: int) -> Iterator[str]:
    assert isinstance(view, twenty_down.View)
    status, size = view.statuses[seat], view.discard_sizes[seat]
    if status is not None:
        yield str(status)
    if size is not None and view.phase in (Phase.DRAW, Phase.DECLARE):
        yield f"drew {size}"


def _rows(view: AnyView, seat: int) -> Iterator[Row]:
    assert isinstance(view, twenty_down.View)
    if discards := view.discards[seat]:
        yield Row("discarded", discards)


def _facts(view: AnyView) -> Iterator[Fact]:
    assert isinstance(view, twenty_down.View)
    if view.trumps is not None:
        yield Fact("trumps", view.trumps)


PIECES: Final = Pieces(words=_words, rows=_rows, facts=_facts)
