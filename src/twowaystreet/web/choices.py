"""The legal moves of a view as the page offers them: plays by card, and buttons."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from twowaystreet._display.finding import display_of
from twowaystreet._engine.moves import Move, groups_of
from twowaystreet._views.views import AnyView
from twowaystreet.table import Table
from twowaystreet.table._table import DEAL


class Choice(TypedDict):
    """A legal move.

    Attributes:
        move: the text of the move.
        text: the move as people read it, if that is not its text.
        groups: its cards, in groups that a person chooses one after the other; empty for a button.
    """

    move: str
    text: NotRequired[str]
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
    display = display_of(table.game)
    return [_choice(move, display.move_text(move)) for move in view.legal_moves or ()]


def _choice(move: Move, text: str) -> Choice:
    choice = Choice(move=str(move), groups=_groups(move))
    if text != choice["move"]:
        choice["text"] = text
    return choice


def _groups(move: Move) -> list[list[str]]:
    return [list(map(str, group)) for group in groups_of(move)]
