"""The choices of a player in compiled playouts, from tables of the ranks of its plays."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from twowaystreet._core.playouts.ranks import COLUMNS
from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, Small, U, Unsigned, ones
from twowaystreet.fast.compiling import inlined

RANDOM: Final[Number] = U(2**31)
"""The style of a hand that is played at random."""
NEVER: Final[Number] = np.int64(2**31)
"""The number of further tricks that is never enough."""


class Choices(NamedTuple):
    """The choices of a player, as ranks: the player makes the legal play of the greatest rank.

    Attributes:
        rank: by row, the ranks of the cards if they lose, and then if they take the trick.
        row: by style and situation, the row of ``rank``.
        mark: the mark of each card.
        style: by start and hand the style; ``RANDOM`` for random play.
        side: the side of each hand.
        goal: by start and hand the number of further tricks after which its side has
            enough; ``NEVER`` if it never has.
    """

    rank: Small
    row: Unsigned
    mark: Unsigned
    style: Unsigned
    side: Unsigned
    goal: Signed


LEADS: Final[Number] = U(5)
"""The number of a lead among the suits led, after the four suits and no known suit."""
LEDS: Final[Number] = U(6)
ENOUGH: Final[Number] = U(4)
AHEAD: Final[Number] = U(2)
"""The parts of the number of a situation; the part of the last card is 1."""
SITUATIONS: Final[Number] = U(8) * LEDS
"""The number of situations with the same marks on the table."""
TAKES: Final[Number] = U(COLUMNS)
"""The number of columns before those of cards that take the trick."""


@inlined
def situation(
    left: Number, ahead: bool, last: bool, led: Number, marks: Number, sums: Number
) -> Number:
    """Return the number of a situation, in the order of ``_playouts.ranks``.

    Args:
        left: the number of tricks that the side of the hand still wants.
        ahead: True if it wins the trick so far.
        last: True if the card completes the trick.
        led: the number of the suit led; ``LEADS`` for a lead.
        marks: the sum of the marks of the cards on the table.
        sums: the number of different sums.
    """
    number = (ENOUGH if left <= 0 else ZERO) + (AHEAD if ahead else ZERO) + (ONE if last else ZERO)
    return (number * LEDS + led) * sums + marks


@inlined
def preferred(
    legal: Number,
    row: Number,
    played: Number,
    table: Unsigned,
    best: Number,
    t: Number,
    first: Number,
    decider: Number,
    lead: Unsigned,
    strength: Small,
    rank: Small,
) -> Number:
    """Return the legal card of the greatest rank.

    Args:
        legal: the legal cards.
        row: the row of the ranks.
        played: the number of cards on the table.
        table: the cards on the table.
        best: the strength of the best of them.
        t: the number of the tables.
        first: the first row of strengths for the suit led.
        decider: the first decider on the table.
        lead: the suit led and the decider, by the card.
        strength: the strength of each card.
        rank: the ranks.
    """
    highest, chosen = ZERO, ZERO
    while legal != ZERO:
        bit = legal & (~legal + ONE)
        legal ^= bit
        card = ones(bit - ONE)
        own, to_beat = decider, best
        if played != ZERO and decider == ZERO and lead[t, card, ONE] != ZERO:
            own, to_beat = lead[t, card, ONE], ZERO  # the card itself decides
            for place in range(played):
                to_beat = max(to_beat, U(strength[t, first + own, table[place]]))
        takes = played == ZERO or U(strength[t, first + own, card]) > to_beat
        found = U(rank[row, card + (TAKES if takes else ZERO)])
        if found > highest:
            highest, chosen = found, card
    return chosen
