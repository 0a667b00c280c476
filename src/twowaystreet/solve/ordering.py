"""The order in which the search tries moves: the most promising ones first."""

from __future__ import annotations

from typing import Final

from twowaystreet.fast.bits import ZERO, Number, U
from twowaystreet.fast.compiling import compiled

BYTE: Final[Number] = U(255)
FIRST_CHOICE: Final[Number] = U(1 << 40)
GOOD: Final[Number] = U(1 << 32)
"""The scores that order moves; smaller parts are the history of cutoffs, and the rank."""


@compiled
def promise(
    high: Number,
    played: Number,
    rank: Number,
    is_lowest: bool,
    wins: bool,
    is_ahead: bool,
    is_last: bool,
) -> Number:
    """Return a number that is greater for more promising cards, which the search tries first.

    Args:
        high: 1 if the side wants a high value.
        played: the number of cards on the table.
        rank: the rank of the card in its chain.
        is_lowest: True if no other hand holds a lower card of the chain.
        wins: True if the card would win the trick so far.
        is_ahead: True if the side of the hand wins the trick so far.
        is_last: True if no hand of the other side plays after this one.
    """
    if played == ZERO:
        if high != ZERO:
            return rank
        return GOOD + BYTE - rank if is_lowest else ZERO
    if high != ZERO and wins and not is_ahead:
        return GOOD + (BYTE - rank if is_last else rank)
    if high != ZERO:
        return (GOOD if is_ahead and not wins else ZERO) + BYTE - rank
    if not wins or (is_ahead and is_last):
        return GOOD + rank
    return rank if is_last else BYTE - rank
