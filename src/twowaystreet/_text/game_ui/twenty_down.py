"""The display of Twenty Down: trumps, discards, and players in or out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import Suit, text_of
from twowaystreet._records.seat_records import Event
from twowaystreet._text.game_ui.common import GameUI, tell_move
from twowaystreet._text.output import Column, Line, plain
from twowaystreet._views.views import AnyView
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase
from twowaystreet.games.twenty_down.scoring import (
    DOUBLED,
    FOR_A_TRICK,
    FOR_NO_TRICK,
    FOR_STANDING_ALONE,
)

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


def tell(before: AnyView, event: Event) -> str:
    """Describe trumps, a draw with its number of cards, in or out, or a card."""
    match before.phase:
        case Phase.TRUMP:
            assert isinstance(event.move, twenty_down.Trump)
            return f"name {event.move.suit.word} as trumps"
        case Phase.DRAW:
            assert isinstance(event.view, twenty_down.View) and event.seat is not None
            drawn = event.view.discard_sizes[event.seat]
            return f"exchange {drawn} card{'s' * (drawn != 1)}" if drawn else "keep all five cards"
        case Phase.DECLARE:
            return "go in" if event.text == "in" else "stay out"
        case _:
            return tell_move(before, event)


def worth(view: AnyView) -> list[tuple[str, Line]]:
    """Return the points of a player who is in, or out (TD-5, TD-9)."""
    assert isinstance(view, twenty_down.View)
    if view.phase is not Phase.DECLARE or not view.legal_moves:
        return []
    times = 2 if view.trumps is DOUBLED else 1
    trick, none, alone = (
        f"{times * points:+}" for points in (FOR_A_TRICK, FOR_NO_TRICK, FOR_STANDING_ALONE)
    )
    return [
        ("Worth", (f"in: {trick} for each trick, {none} without a trick, {alone} if alone in",)),
        ("", ("out: no change; fewer points are better",)),
    ]


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


_HOW_TO_PLAY: Final = (
    "Four players begin with 20 points and want to get rid of them. The pack has 32 cards, from 7 "
    "to ace in each suit. The player at the dealer's left sees two cards, names trumps and leads "
    "first; then everybody gets three more cards. In turn you discard up to three cards and draw "
    "as many.",
    "Then you say in turn if you are in or out. With diamonds as trumps everybody is in, and the "
    "player who named trumps always is. If you are out, your points stay as they are.",
    "There are five tricks. Follow the suit led if you can; else play a trump if you have one "
    "(unless must_trump=false), else any card. The highest trump takes the trick, else the highest "
    "card of the suit led. The taker leads the next.",
    "Each trick takes a point off. If you are in and take no trick, 5 points are added. If only "
    "one player is in, 5 points come off that player's score and nothing is played. With hearts as "
    "trumps everything counts double.",
    "The first with 0 points or fewer wins; if there are several, the lowest. From the ninth hand "
    "on, hearts are always trumps and nobody may be out.",
)

UI: Final = GameUI(
    columns=columns,
    facts=facts,
    describe_move=describe_move,
    tell_move=tell,
    worth=worth,
    explain_score=explain_score,
    sheet_legend="tricks taken : points, or out; below it the total, where less is better",
    how_to_play=_HOW_TO_PLAY,
    phase_help={
        Phase.TRUMP: (
            "Name trumps on your first two cards; three more follow. With hearts everything counts "
            "double, with diamonds everybody has to be in. You have to be in with any trumps."
        ),
        Phase.DRAW: (
            "Discard up to three cards and draw as many, or keep all five. Nobody sees your "
            "discards."
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
    typing_help={Phase.DRAW: "Type only draw to keep all five cards."},
)
