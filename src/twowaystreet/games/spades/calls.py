"""Calls of a renege in Spades for two (SP-14)."""

from __future__ import annotations

from collections.abc import Sequence

from twowaystreet._core.engine.seats import replace_at
from twowaystreet.games.spades.books import Trick, books_won, reneges
from twowaystreet.games.spades.hand_data import HandData, replace
from twowaystreet.games.spades.moves import NO_RENEGE, RENEGES, Renege


def renege_to_call(hand_data: HandData, caller: int, books: Sequence[Trick]) -> int | None:
    """Return the book number of the opponent's oldest renege that the caller can call, if any."""
    other = 1 - caller
    if not books_won(books, hand_data.moved)[other]:
        return None
    known = set(hand_data.called[other])
    return next((found for found in reneges(books, other) if found not in known), None)


def with_call(hand_data: HandData, caller: int, number: int, taken: int) -> HandData:
    """Take books for the renege in the book of this number."""
    other = 1 - caller
    called = replace_at(hand_data.called, other, (*hand_data.called[other], number))
    return replace(hand_data, called=called, moved=hand_data.moved + (-taken if caller else taken))


def calls_of(books: int, at_end: bool) -> tuple[Renege, ...]:
    """Return the legal calls: one to three books, at most as many as the opponent has.

    After the last book, the call of no renege is legal, too.
    """
    calls = RENEGES[:books]
    return (*calls, NO_RENEGE) if at_end else calls
