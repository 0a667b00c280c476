"""What is to be seen of Two Way Street: declarations, exchanges, the penalty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet.cards import text_of
from twowaystreet.cli.additions.twoway import EXCHANGE, FOLLOW, NAME
from twowaystreet.cli.lines import Column, Line
from twowaystreet.games import street
from twowaystreet.phases import Phase
from twowaystreet.seat_records import Event
from twowaystreet.views import View

PHASES: Final[dict[str, str]] = {
    Phase.DECLARE: (
        "High wants tricks, low avoids them. Once more than half of the players have declared "
        "the same, the rest are forced the other way, which counts three instead of two."
    ),
    Phase.EXCHANGE: EXCHANGE,
    Phase.NAME: NAME,
    Phase.PLAY: (
        f"{FOLLOW} "
        "The Red Joker takes the trick, else another Joker, else the highest card of the suit led."
    ),
}


def _declared(declaration: street.Declaration | None) -> str:
    if declaration is None:
        return "-"
    return f"{declaration.direction}{', forced' if declaration.forced else ''}"


def columns(view: View) -> list[Column]:
    """What each seat has declared."""
    assert isinstance(view, street.View)
    return [Column("declared", [(_declared(each),) for each in view.declarations])]


def facts(view: View, names: Sequence[str]) -> list[tuple[str, Line]]:
    """The stock, while cards are drawn from it."""
    assert isinstance(view, street.View)
    if view.phase in (Phase.DECLARE, Phase.EXCHANGE):
        return [("Stock", (f"{view.stock_size} cards",))]
    return []


def told(before: View, event: Event) -> str:
    """An exchange with the cards drawn, if known, and with the direction if it was forced."""
    after, seat = event.view, event.seat
    assert isinstance(after, street.View) and seat is not None
    exchanged, declaration = after.exchanged[seat], after.declarations[seat]
    if before.phase is not Phase.EXCHANGE or declaration is None:
        return event.text
    forced = f"forced {declaration.direction}, " if declaration.forced else ""
    drawn = sorted(exchanged.drawn) if exchanged else ()
    drawing = f", drawing {text_of(drawn)}" if drawn else ""
    return f"{forced}{event.text}{drawing}"


def verdict(view: View, names: Sequence[str]) -> list[str]:
    """The penalty, which is taken from everybody's raw score."""
    assert isinstance(view.score, street.HandScore)
    return [f"Penalty {view.score.penalty} (case {view.score.case})"]
