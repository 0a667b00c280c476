"""The display of the Duel: bids and their markers, the direction, captured tricks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import text_of
from twowaystreet._records.seat_records import Event
from twowaystreet._text.game_ui.common import (
    EXCHANGE_HELP,
    FOLLOW_HELP,
    NAME_HELP,
    TELL_EXCHANGE,
    GameUI,
    describe_naming,
    tell_move,
)
from twowaystreet._text.output import Column, Line, faint, joined, padded
from twowaystreet._views.views import AnyView
from twowaystreet.games import duel
from twowaystreet.games._twoway.cards import TRICKS
from twowaystreet.games.duel import Phase

_BETTER: Final = {
    duel.Direction.HIGH: "more tricks",
    duel.Direction.LOW: "fewer tricks",
}


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
        lines.append(("Direction", (f"{view.direction}, {_BETTER[view.direction]} are better",)))
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


def tell(before: AnyView, event: Event) -> str:
    """Describe a bid, a chosen direction, an exchange, or another move."""
    match before.phase:
        case Phase.BID:
            return {"bid": "bid in secret", "no bid": "make no bid"}.get(event.text, event.text)
        case Phase.EXCHANGE:
            return TELL_EXCHANGE
        case _ if isinstance(event.move, duel.NameSuit):
            return describe_naming(event.move.suit)
        case _:
            return tell_move(before, event)


def tell_events(before: AnyView, after: AnyView, names: Sequence[str]) -> list[str]:
    """Describe the result of the bidding (DU-6 to DU-9)."""
    assert isinstance(before, duel.View) and isinstance(after, duel.View)
    if before.direction is not None or after.direction is None or before.phase is not Phase.BID:
        return []
    made = zip(names, after.bids, strict=True)
    bids = ", ".join(f"{str(bid).removeprefix('bid ')} ({name})" for name, bid in made)
    captured = [
        f"{len(tricks)} trick{'s' * (len(tricks) > 1)} from the stock for {name}"
        for name, tricks in zip(names, after.captured, strict=True)
        if tricks
    ]
    return [f"the bids are {bids}", f"the direction is {after.direction}", *captured]


def worth(view: AnyView) -> list[tuple[str, Line]]:
    """Return a table of the tricks that each strength needs, and of the points (DU-11)."""
    assert isinstance(view, duel.View)
    bids = [move for move in view.legal_moves or () if isinstance(move, duel.Bid)]
    strengths = sorted({bid.strength for bid in bids if bid.strength})
    if not strengths:
        return []
    rows: dict[str, Sequence[object]] = {"strength": strengths, **_goals(strengths)}
    lines: list[Line] = [
        (
            *padded((faint(title),), max(map(len, rows))),
            *(piece for cell in cells for piece in padded((f"{cell}",), 4, to_right=True)),
        )
        for title, cells in rows.items()
    ]
    note = "2 points for each trick of difference; if level, 1 for the dealer"
    return [("Worth", (note,)), *(("", line) for line in lines)]


def _goals(strengths: Sequence[int]) -> dict[str, list[object]]:
    """Return for bids of these strengths the tricks to win, and the least and the most points."""
    goals: dict[str, list[object]] = {
        "high: take at least": [],
        "low: take at most": [],
        "then points": [],
        "at best": [],
    }
    for strength in strengths:
        # A high bid gives tricks to the opponent, a low one to the bidder: mirror images.
        points = [
            duel.score("high", (won, TRICKS - won), (0, strength), dealer=1).points[0]
            for won in range(TRICKS + 1)
        ]
        least = next((won for won, gained in enumerate(points) if gained), None)
        row = ("-",) * 2 if least is None else (least, TRICKS - least)
        worth = ("-",) * 2 if least is None else (f"+{points[least]}", f"+{points[-1]}")
        for cells, cell in zip(goals.values(), (*row, *worth), strict=True):
            cells.append(cell)
    return goals


_HOW_TO_PLAY: Final = (
    "Both players get ten cards; the rest is the stock. The dealer bids in secret, then the "
    "responder openly: a strength and high or low, or no bid. The greater strength decides: in a "
    "high hand more tricks are better, in a low hand fewer. It has a price: the opponent of a high "
    "bid, or the maker of a low bid, takes as many tricks from the stock at once. Then only the "
    "winner of the bidding exchanges two cards with the stock.",
    "Equal strengths with opposite directions: the same dealer deals again. Equal bids: nobody "
    "takes tricks, and both exchange. No bid at all: the dealer chooses high or low, and both "
    "exchange.",
    "There are ten tricks. The dealer leads the odd ones, the responder the even ones. Follow the "
    "suit led if you hold it, with a card of the suit or a Joker of its colour (a plain Joker fits "
    "every suit); else play any card. The Red Joker takes the trick, else another Joker, else the "
    "highest card of the suit led. Aces are high. After a Joker led, the other player names the "
    "suit that it stands for, if able.",
    "The player with more tricks, captured ones included, gets 2 points for each trick of "
    "difference; in a low hand the player with fewer. If both have as many, the dealer gets 1. The "
    "game ends when somebody has the target. The most points win.",
)

UI: Final = GameUI(
    columns=columns,
    facts=facts,
    describe_move=describe_move,
    tell_move=tell,
    tell_events=tell_events,
    worth=worth,
    explain_score=explain_score,
    sheet_legend=(
        "H high or L low, own tricks - the opponent's, captured ones included : points; below it "
        "the total"
    ),
    how_to_play=_HOW_TO_PLAY,
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
