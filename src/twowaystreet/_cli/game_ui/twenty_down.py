"""The display of Twenty Down: trumps, discards, and players in or out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import Suit, text_of
from twowaystreet._cli.game_ui.common import GameUI
from twowaystreet._cli.output import Column, Line, plain
from twowaystreet._records.seat_records import Event
from twowaystreet._views.views import AnyView
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase

_NOTES: Final = {Suit.HEARTS: ", everything counts double", Suit.DIAMONDS: ", everybody is in"}


def columns(view: AnyView) -> list[Column]:
    """Return columns of the number of discards, and of in or out."""
    assert isinstance(view, twenty_down.View)
    sizes = ["-" if size is None else str(size) for size in view.discard_sizes]
    return [
        Column("discarded", [(size,) for size in sizes], to_right=True),
        Column("status", [(status or "-",) for status in view.statuses]),
    ]


def facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    """Return a line with trumps and their consequences."""
    assert isinstance(view, twenty_down.View)
    if view.trumps is None:
        return []
    return [("Trumps", (f"{view.trumps.word}{_NOTES.get(view.trumps, '')}",))]


def describe_move(before: AnyView, event: Event) -> str:
    """Describe a draw with its discards and drawn cards; other moves as the viewer saw them."""
    after, move = event.view, event.move
    if not isinstance(move, twenty_down.Draw):
        return event.text
    if not move.cards:
        return "keep all"
    assert before.hand is not None and after.hand is not None
    drawn = sorted(set(after.hand) - set(before.hand))
    return f"discard {text_of(move.cards)}, drawing {text_of(drawn)}"


def explain_score(view: AnyView, names: Sequence[str]) -> list[str]:
    """Return the trumps of the hand, and the only player who was in, if there was one."""
    assert isinstance(view, twenty_down.View)
    lines = [f"{label}: {plain(line)}" for label, line in facts(view, names)]
    playing = [
        name
        for name, status in zip(names, view.statuses, strict=True)
        if status is twenty_down.Status.IN
    ]
    return [*lines, f"Only {playing[0]} in: nothing was played"] if len(playing) == 1 else lines


UI: Final = GameUI(
    columns=columns,
    facts=facts,
    describe_move=describe_move,
    explain_score=explain_score,
    sheet_legend="tricks taken : points, or out; below it the total, where less is better",
    phase_help={
        Phase.TRUMP: (
            "Name trumps on your first two cards; three more follow. With hearts everything counts "
            "double, with diamonds everybody has to be in. You have to be in with any trumps."
        ),
        Phase.DRAW: (
            "Discard up to three cards and draw as many; type only draw to keep all five. Nobody "
            "sees your discards."
        ),
        Phase.DECLARE: (
            "In or out? If you are out, your points stay as they are. If you are in, each trick "
            "takes a point off, and no trick at all adds five; with hearts as trumps everything "
            "counts double. A player who is in alone has five points less, or ten with hearts."
        ),
        Phase.PLAY: (
            "Follow the suit led if you can, otherwise play a trump if you have one (unless the "
            "rules say must_trump=false). The highest trump takes the trick, else the highest card "
            "of the suit led. The winner of a trick leads the next. The first player without "
            "points left wins."
        ),
    },
)
