"""The pieces of Tien Len: plays, passes, the play to beat, and the order of running out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from twowaystreet._cards.cards import Card
from twowaystreet._views.views import AnyView
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import TrickPlay, kind_of
from twowaystreet.games.tien_len.kinds import PLACES
from twowaystreet.svg.scenes import Pieces, Row

_PLACES: Final = ("first out", "second out", "third out")


def _last_play(view: tien_len.View, seat: int) -> TrickPlay | None:
    """Return the last play or pass of a seat in the trick on the table."""
    return next((play for play in reversed(view.trick.plays) if play.seat == seat), None)


def _words(view: AnyView, seat: int) -> Iterator[str]:
    assert isinstance(view, tien_len.View)
    if seat in view.went_out:
        yield _PLACES[view.went_out.index(seat)]
    play = _last_play(view, seat)
    if play is not None and not play.cards:
        yield "pass"
    if view.to_beat is not None and seat == view.to_beat.seat:
        yield "to beat"
    if not view.trick.plays and seat == view.trick.leader:
        yield "leads"


def _rows(view: AnyView, seat: int) -> Iterator[Row]:
    assert isinstance(view, tien_len.View)
    play = _last_play(view, seat)
    if play is not None and play.cards and play != view.to_beat:
        yield Row("played", _ascending(play.cards))


def _middle(view: AnyView) -> Iterator[Row]:
    assert isinstance(view, tien_len.View)
    if view.to_beat is not None:
        yield Row(f"to beat: {kind_of(view.to_beat.cards)}", _ascending(view.to_beat.cards))
    elif view.tricks and (last := view.tricks[-1].to_beat):
        yield Row("last trick", _ascending(last.cards))


def _place(card: Card) -> int:
    return PLACES[card.index]


def _ascending(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=_place))


PIECES: Final = Pieces(words=_words, rows=_rows, middle=_middle, played=None, order=_place)
