"""The sums of a score of Spades for two in words."""

from __future__ import annotations

from twowaystreet._display.choices import ScoreRow, points_text
from twowaystreet._display.values import count
from twowaystreet.games.spades.scoring import SeatScore


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
