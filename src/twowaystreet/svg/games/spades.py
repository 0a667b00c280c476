"""The pieces of Spades for two: bids, books, dummies, and the hand that plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from twowaystreet._views.views import AnyView
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand
from twowaystreet.svg.scenes import Pieces, Row, count


def _words(view: AnyView, seat: int) -> Iterator[str]:
    assert isinstance(view, spades.View)
    bid = view.bids[seat]
    if bid is not None:
        yield str(bid)
    if view.overbooks[seat]:
        yield count(view.overbooks[seat], "overbook")
    if view.perfect_bids[seat]:
        yield count(view.perfect_bids[seat], "perfect bid")
    if view.called[seat]:
        yield f"{count(len(view.called[seat]), 'renege')} called"
    if seat == view.actor and view.hand_to_play:
        yield f"{view.hand_to_play} hand to play"


def _rows(view: AnyView, seat: int) -> Iterator[Row]:
    assert isinstance(view, spades.View)
    up, down = view.face_up[seat], view.face_down_sizes[seat]
    if up or down:
        yield Row(Hand.DUMMY, (*up, *(None,) * down), is_hand=True)


def _books(view: AnyView) -> Sequence[str]:
    assert isinstance(view, spades.View)
    return [count(books, "book") for books in view.books]


PIECES: Final = Pieces(
    words=_words, rows=_rows, taken=_books, hands=(Hand.DUMMY, Hand.ACTUAL), own=1
)
