"""The legal moves of a view as the page offers them: plays by card, and buttons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypedDict

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._engine.moves import Move
from twowaystreet._views.views import AnyView
from twowaystreet.table import Table
from twowaystreet.table._table import DEAL


class Choice(TypedDict):
    """A legal move.

    Attributes:
        move: the text of the move.
        groups: its cards, in groups that a person chooses one after the other; empty for a button.
    """

    move: str
    groups: list[list[str]]


def choices_of(table: Table, view: AnyView) -> list[Choice]:
    """Return the moves that the viewer can make now; a deal is one of them.

    >>> from twowaystreet.games import duel
    >>> table = Table(duel.GAME, bots={1: "simple"})
    >>> choices_of(table, table.view(table.join("Ann")))
    [{'move': 'deal', 'groups': []}]
    """
    if view.seat is None or table.free_seats:
        return []
    if view.actor is None and not view.is_over:
        return [Choice(move=DEAL, groups=[])]
    return [Choice(move=str(move), groups=_groups(move)) for move in view.legal_moves or ()]


def _groups(move: Move) -> list[list[str]]:
    """Return the cards of a move: each field with cards is a group, or a group for each part."""
    # Any: moves of every game, each with its own fields
    cls: Any = type(move)
    found = (_cards_in(getattr(move, field.name)) for field in attrs.fields(cls))
    return [list(map(str, group)) for groups in found for group in groups]


def _cards_in(value: Any) -> Iterator[Sequence[Card]]:  # Any: the value of a field
    """Yield the groups of cards in a value: a card, some cards, or several parts with cards."""
    if isinstance(value, Card):
        yield (value,)
    elif issubclass(type(value), tuple):
        if value and all(isinstance(part, Card) for part in value):
            yield value
        else:
            for part in value:
                yield from _cards_in(part)
