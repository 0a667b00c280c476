"""The choices in compiled playouts, by the ranks of plays."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.playouts import table_play
from twowaystreet._core.playouts.table_play import COLUMNS, Ranks, ranks_of
from twowaystreet._core.tricks.play_tables import CardPlay
from twowaystreet.fast.bits import ONE, ZERO, Number, Signed, Small, U, Unsigned, ones
from twowaystreet.fast.compiling import inlined

RANDOM: Final[Number] = U(2**31)
"""The style of a hand that is played at random."""
NEVER: Final[Number] = np.int64(2**31)
"""The number of further tricks that is never enough."""


class Preferences(NamedTuple):
    """The choices of a player, as ranks: the player makes the legal play of the greatest rank."""

    rank: Small  # by row, the ranks of the cards if they lose, and then if they take the trick
    row: Unsigned  # by style and situation, the row of ``rank``
    mark: Unsigned  # the mark of each card
    style: Unsigned  # by start and hand the style; ``RANDOM`` for random play
    side: Unsigned  # the side of each hand
    # by start and hand the number of further tricks after which its side has enough; ``NEVER`` if
    # it never has
    goal: Signed


LEADS: Final[Number] = U(table_play.LEADS)
"""The number of a lead among the suits led, after the four suits and no known suit."""
LEDS: Final[Number] = U(table_play.LEDS_AND_LEAD)
ENOUGH: Final[Number] = U(table_play.ENOUGH)
AHEAD: Final[Number] = U(table_play.AHEAD)
LAST: Final[Number] = U(table_play.LAST)
SITUATIONS: Final[Number] = (ENOUGH + AHEAD + LAST + ONE) * LEDS
"""The number of situations with the same marks on the table."""
TAKES: Final[Number] = U(COLUMNS)
"""The number of columns before those of cards that take the trick."""


@inlined
def situation(
    left: Number, ahead: bool, last: bool, led: Number, marks: Number, sums: Number
) -> Number:
    """Return the number of a situation, in the order of ``table_play``."""
    number = (ENOUGH if left <= 0 else ZERO) + (AHEAD if ahead else ZERO) + (LAST if last else ZERO)
    return (number * LEDS + led) * sums + marks


@inlined
def preferred(
    legal: Number,
    row: Number,
    played: Number,
    table: Unsigned,
    best: Number,
    rules: Number,
    first: Number,
    decider: Number,
    lead: Unsigned,
    strength: Small,
    rank: Small,
) -> Number:
    """Return the legal card of the greatest rank, by a row of the ranks.

    ``played`` cards are on the table, the best of them has the strength ``best``, and ``first`` is
    the first row of strengths for the suit led.
    """
    highest, chosen = ZERO, ZERO
    while legal != ZERO:
        bit = legal & (~legal + ONE)
        legal ^= bit
        card = ones(bit - ONE)
        own, to_beat = decider, best
        if played != ZERO and decider == ZERO and lead[rules, card, ONE] != ZERO:
            own, to_beat = lead[rules, card, ONE], ZERO  # the card itself decides
            for place in range(played):
                to_beat = max(to_beat, U(strength[rules, first + own, table[place]]))
        takes = played == ZERO or U(strength[rules, first + own, card]) > to_beat
        found = U(rank[row, card + (TAKES if takes else ZERO)])
        if found > highest:
            highest, chosen = found, card
    return chosen


# Any: the states of any trick-taking game.
State: TypeAlias = Any
# Any: numpy knows the types of elements, but not of arrays of several dimensions.
Values: TypeAlias = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def choices_of(
    plays: Sequence[CardPlay], states: Sequence[State], which: Signed | None = None
) -> Preferences | None:
    """Return the tables of the card play from some starts of one game; ``None`` if it is random.

    There are states with all packs of the starts, and either the card play of each start, or that
    of each kind of start and the kinds.
    """
    first = plays[0]
    if not first.values:
        return None
    marks = first.marks or (0,) * len(CARDS)
    ranks, rows = _arrays(ranks_of(first, _all_cards(states)))
    goal: Signed = np.array(
        [[int(NEVER) if number is None else number for number in each.wanted] for each in plays],
        np.int64,
    )
    style: Unsigned = np.array(
        [[int(RANDOM) if number is None else number for number in each.of_hand] for each in plays],
        np.uint64,
    )
    mark, side = np.array(marks, np.uint64), np.array(first.sides, np.uint64)
    if which is not None:
        style, goal = style[which], goal[which]
    return Preferences(ranks, rows, mark, style, side, goal)


def _all_cards(states: Sequence[State]) -> Pack:
    found = (state.rules.pack for state in states)
    pack, *others = {id(pack): pack for pack in found}.values()
    return Pack(chain(pack.cards, *(each.cards for each in others))) if others else pack


@lru_cache(maxsize=64)
def _arrays(ranks: Ranks) -> Values:
    return np.array([list(row) for row in ranks.different], np.uint8), np.array(
        ranks.rows, np.uint64
    )
