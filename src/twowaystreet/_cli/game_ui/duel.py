"""The display of the Duel: bids and their markers, the direction, captured tricks."""

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
from twowaystreet._cli.output import Column, Line, joined
from twowaystreet._records.seat_records import Event
from twowaystreet._views.views import AnyView
from twowaystreet.games import duel
from twowaystreet.games.duel import Phase


def columns(view: AnyView) -> list[Column]:
    """Return columns of the known bids and of the captured tricks."""
    assert isinstance(view, duel.View)
    return [
        Column(
            "bid", [("-" if bid is None else str(bid).removeprefix("bid "),) for bid in view.bids]
        ),
        Column("captured", [(str(len(tricks)),) for tricks in view.captured], to_right=True),
    ]


def facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    """Return lines with the direction, captured tricks, markers, and the stock before the play."""
    assert isinstance(view, duel.View)
    lines: list[tuple[str, Line]] = []
    if view.direction is not None:
        lines.append(("Direction", (str(view.direction),)))
    for name, tricks, markers in zip(names, view.captured, view.markers, strict=True):
        if tricks:
            pairs = [joined(pair) for pair in tricks]
            lines.append(("Captured", (f"{name}: ", *_joined_pairs(pairs))))
        if markers:
            lines.append(("Markers", (f"{name}: ", *joined(markers))))
    if view.stock_size is not None and not (view.tricks or view.phase is Phase.PLAY):
        lines.append(("Stock", (f"{view.stock_size} cards",)))
    return lines


def explain_score(view: AnyView, names: Sequence[str]) -> list[str]:
    """Explain the points (DU-11)."""
    score = view.score
    assert isinstance(score, duel.HandScore)
    winner, seat = max(enumerate(score.seats), key=lambda entry: entry[1].points)
    difference = abs(seat.total - seat.against)
    if not difference:
        return [f"Tricks are level: 1 point to the dealer, {names[winner]} (DU-11)"]
    better = "more" if seat.total > seat.against else "fewer"
    points = f"2 x {difference} = {seat.points} points to {names[winner]} (DU-11)"
    return [f"2 points for each trick {better}, captured ones included: {points}"]


def _joined_pairs(pairs: Sequence[Line]) -> Line:
    """Return captured tricks side by side."""
    line: Line = ()
    for pair in pairs:
        line = (*line, ", ", *pair) if line else pair
    return line


def describe_move(before: AnyView, event: Event) -> str:
    """Describe exchanges with the drawn cards, and named suits in words; other moves as seen."""
    if isinstance(event.move, duel.NameSuit):
        return describe_naming(event.move.suit)
    after = event.view
    assert isinstance(after, duel.View) and event.seat is not None
    exchanged = after.exchanged[event.seat]
    if not isinstance(event.move, duel.Exchange) or exchanged is None:
        return event.text
    return f"{event.text}, drawing {text_of(sorted(exchanged.drawn))}"


UI: Final = GameUI(
    columns=columns,
    facts=facts,
    describe_move=describe_move,
    explain_score=explain_score,
    sheet_legend=(
        "H high or L low, own tricks - the opponent's, captured ones included : points; below it "
        "the total"
    ),
    phase_help={
        Phase.BID: (
            "The greater strength decides the direction for both. With high your opponent captures "
            "as many tricks from the stock as your bid says, with low you capture them. The "
            "dealer's bid is secret at first."
        ),
        Phase.CHOOSE: "Nobody has bid, so you choose the direction of the hand as the dealer.",
        Phase.EXCHANGE: EXCHANGE_HELP,
        Phase.NAME: NAME_HELP,
        Phase.PLAY: (
            f"{FOLLOW_HELP} "
            "The dealer leads the odd tricks, the responder the even ones. Each trick of "
            "difference is worth two points to the player with more tricks in a high hand, with "
            "fewer in a low one."
        ),
    },
)
