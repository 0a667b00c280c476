"""The pieces of Spades for two: bids, books, dummies, and the hand that plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import attrs

from twowaystreet._views.views import AnyView
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand
from twowaystreet.svg.scenes import Pieces, Played, Row, card_tricks, count


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


def _played(view: AnyView) -> Sequence[Played]:
    """Return the cards in the book; the word below them names the hand that led or took it."""
    assert isinstance(view, spades.View)
    played = card_tricks(view)
    if not any(each.note for each in played):
        return played
    hand = view.trick.hands[0] if view.trick.cards else view.tricks[-1].winning_hand
    words = "dummy" if hand is Hand.DUMMY else "actual hand"
    return [
        attrs.evolve(each, note=f"{words} {each.note}") if each.note else each for each in played
    ]


PIECES: Final = Pieces(
    words=_words,
    rows=_rows,
    played=_played,
    taken=_books,
    hands=(Hand.DUMMY, Hand.ACTUAL),
    own=1,
)
