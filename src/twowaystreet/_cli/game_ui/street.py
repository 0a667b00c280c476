"""The display of Two Way Street: declarations, exchanges, the penalty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import text_of
from twowaystreet._cli.game_ui.common import (
    EXCHANGE_HELP,
    FOLLOW_HELP,
    NAME_HELP,
    GameUI,
    describe_naming,
)
from twowaystreet._cli.output import Column, Line
from twowaystreet._records.seat_records import Event
from twowaystreet._views.views import AnyView
from twowaystreet.games import street
from twowaystreet.games.street import Phase


def _declared(declaration: street.Declaration | None) -> str:
    if declaration is None:
        return "-"
    return f"{declaration.direction}{', forced' if declaration.forced else ''}"


def columns(view: AnyView) -> list[Column]:
    """Return a column of declarations."""
    assert isinstance(view, street.View)
    return [Column("declared", [(_declared(made),) for made in view.declarations])]


def facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    """Return a line with the stock, while players draw from it."""
    assert isinstance(view, street.View)
    if view.phase in (Phase.DECLARE, Phase.EXCHANGE):
        return [("Stock", (f"{view.stock_size} cards",))]
    return []


def describe_move(before: AnyView, event: Event) -> str:
    """Describe a move in words, with the known drawn cards and a forced direction."""
    if isinstance(event.move, street.NameSuit):
        return describe_naming(event.move.suit)
    after, seat = event.view, event.seat
    assert isinstance(after, street.View) and seat is not None
    exchanged, declaration = after.exchanged[seat], after.declarations[seat]
    if before.phase is not Phase.EXCHANGE or declaration is None:
        return event.text
    forced = f"forced {declaration.direction}, " if declaration.forced else ""
    drawn = sorted(exchanged.drawn) if exchanged else ()
    drawing = f", drawing {text_of(drawn)}" if drawn else ""
    return f"{forced}{event.text}{drawing}"


_PENALTIES: Final = {
    street.Case.A: "the third best count",
    street.Case.B: "the fourth best count, as the second and the third are equal",
    street.Case.C: "the second best count, which several have",
    street.Case.D: "as the highest count is that of several",
}


def explain_score(view: AnyView, names: Sequence[str]) -> list[str]:
    """Explain the penalty, and the points of each seat."""
    score = view.score
    assert isinstance(score, street.HandScore)
    penalty = f"Penalty {score.penalty}: {_PENALTIES[score.case]} (ST-21, case {score.case})"
    width = max(map(len, names))
    return [
        penalty,
        *(
            f"  {name:{width}}  {_calculation(seat)}"
            for name, seat in zip(names, score.seats, strict=True)
        ),
    ]


def _calculation(seat: street.SeatScore) -> str:
    """Explain a seat's points in words (ST-20 to ST-23)."""
    tricks = "1 trick" if seat.tricks == 1 else f"{seat.tricks} tricks"
    high = seat.direction is street.Direction.HIGH
    count = tricks if high else f"{seat.raw + seat.tricks} - {tricks}"
    rest = seat.raw - seat.penalty
    if rest > 0:
        note = ", tripled" if seat.forced else ", doubled"
    elif seat.points:
        note = ", forced and in the tie"
    else:
        note = ", which counts as 0" if rest else ""
    points = "1 point" if seat.points == 1 else f"{seat.points} points"
    came_about = "forced" if seat.forced else "declared"
    return (
        f"{seat.direction}, {came_about}: {count} - penalty {seat.penalty} = {rest}{note}: {points}"
    )


UI: Final = GameUI(
    columns=columns,
    facts=facts,
    describe_move=describe_move,
    explain_score=explain_score,
    sheet_legend=(
        "H high or L low, D declared or F forced, count - penalty : rest; below it the total"
    ),
    phase_help={
        Phase.DECLARE: (
            "High wants tricks, low avoids them. Once more than half of the players have declared "
            "the same, the rest are forced the other way, and their counts are tripled instead of "
            "doubled."
        ),
        Phase.EXCHANGE: EXCHANGE_HELP,
        Phase.NAME: NAME_HELP,
        Phase.PLAY: (
            f"{FOLLOW_HELP} "
            "The Red Joker takes the trick, else another Joker, else the highest card of the suit "
            "led."
        ),
    },
    none_means={"decks": "as few as the players need"},
)
