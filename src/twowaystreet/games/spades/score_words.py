"""The sums of a score of Spades for two in words."""

from __future__ import annotations

from collections.abc import Sequence

from twowaystreet._display.choices import ScoreRow, points_text
from twowaystreet._display.people import whom
from twowaystreet._display.values import count
from twowaystreet.games.spades.scoring import (
    FOR_PERFECT_BIDS,
    FOR_TEN_OVERBOOKS,
    SeatScore,
)
from twowaystreet.games.spades.state import View


def row_of(seat: SeatScore) -> ScoreRow:
    """Return the points of a player in words (SP-15 to SP-18)."""
    bid = str(seat.bid).removeprefix("bid ")
    contract = points_text(seat.contract)
    if seat.bid.is_number:
        words = f"bid {bid}, took {seat.books}: {contract}"
    else:
        words = f"{bid} {'made' if seat.made else 'failed'}: {contract}"
    if seat.overbooks:
        words += f" and {count(seat.overbooks, 'overbook')}"
    if seat.penalty:
        words += f", {points_text(seat.penalty)} for ten overbooks"
    if seat.bonus:
        words += f", {seat.bonus} more for three perfect bids"
    rule = "SP-17" if seat.overbooks else "SP-18" if seat.bonus else "SP-15"
    return ScoreRow(words, rule)


def lines_of(view: View, names: Sequence[str]) -> list[str]:
    """Return the counts of the match so far, with their meaning (SP-17, SP-18)."""
    lines = list[str]()
    for numbers, title, meaning in (
        (view.overbooks, "Overbooks so far", f"every ten cost {-FOR_TEN_OVERBOOKS} points"),
        (view.perfect_bids, "Perfect bids in a row", f"the third brings {FOR_PERFECT_BIDS} points"),
    ):
        if any(numbers):
            made_by = zip(names, numbers, strict=True)
            each = (f"{number} for {whom(name)}" for name, number in made_by)
            lines.append(f"{title}: {', '.join(each)}; {meaning}")
    return lines
