"""The pieces of the Duel: bids, markers, captured cards and the direction."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final

from twowaystreet._views.views import AnyView
from twowaystreet.games import duel
from twowaystreet.svg.games._twoway import named_suit, put_away
from twowaystreet.svg.scenes import Fact, Pieces, Row


def _words(view: AnyView, seat: int) -> Iterator[str]:
    assert isinstance(view, duel.View)
    bid, captured = view.bids[seat], len(view.captured[seat])
    if bid is not None:
        yield str(bid)
    if captured:
        yield f"{captured} captured"


def _rows(view: AnyView, seat: int) -> Iterator[Row]:
    assert isinstance(view, duel.View)
    if view.captured[seat]:
        yield Row("captured", tuple(chain.from_iterable(view.captured[seat])))
    if markers := view.markers[seat]:
        yield Row("markers", markers)
    yield from put_away(view, seat)


def _facts(view: AnyView) -> Iterator[Fact]:
    assert isinstance(view, duel.View)
    if view.direction is not None:
        yield Fact(f"direction {view.direction}")
    yield from named_suit(view)


PIECES: Final = Pieces(words=_words, rows=_rows, facts=_facts)
