"""The tables by which the kernel chooses the moves of a policy.

They come from the functions by which the player of the policy values its plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, TypeAlias

import numpy as np

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.playouts.ranks import Ranks, ranks_of
from twowaystreet._core.tricks.play_tables import CardPlay
from twowaystreet.fast.arrays import State
from twowaystreet.fast.bits import Signed, Unsigned
from twowaystreet.fast.choices import NEVER, RANDOM, Choices

# Any: numpy knows the types of elements, but not of arrays of several dimensions.
Values: TypeAlias = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def choices_of(
    plays: Sequence[CardPlay], states: Sequence[State], which: Signed | None = None
) -> Choices | None:
    """Return the tables of the card play from some starts of one game; ``None`` if it is random.

    Args:
        plays: the card play of each start, or of each kind of start.
        states: states with all packs of the starts.
        which: for each start the number of its kind; ``None`` if each is of its own kind.
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
    return Choices(ranks, rows, mark, style, side, goal)


def _all_cards(states: Sequence[State]) -> Pack:
    """Return a pack of all cards that occur in the packs of some states."""
    found = (state.rules.pack for state in states)
    pack, *others = {id(pack): pack for pack in found}.values()
    return Pack(chain(pack.cards, *(each.cards for each in others))) if others else pack


@lru_cache(maxsize=64)
def _arrays(ranks: Ranks) -> Values:
    """Return the rows of ranks, and the row for each function and situation."""
    return np.array([list(row) for row in ranks.different], np.uint8), np.array(
        ranks.rows, np.uint64
    )
