"""Chains: cards that differ only in their rank, so that only their order counts.

Two cards of a chain obey the same duties and have the same points, and every card outside the
chain beats either both or none of them, in every trick. So if only one hand holds the cards between
them, they are equivalent. And two positions in which the same hands hold the cards of every chain
in the same order have the same value, with different cards. A chain has at most the 13 cards of a
suit and the three Jokers, as the card led decides the suit led. So the search can number all its
subsets.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.tricks.play_tables import PlayTables, TrickPoints
from twowaystreet.fast.arrays import tables_of
from twowaystreet.fast.bits import Unsigned
from twowaystreet.fast.kernel import Tables


@lru_cache(maxsize=256)
def arrays_of(tables: PlayTables, points: TrickPoints | None = None) -> tuple[Tables, Unsigned]:
    """Return the arrays of some tables, and the chains of their cards.

    Args:
        tables: the rules of the play.
        points: the points of the cards; ``None`` if only tricks count.

    Returns:
        The arrays, and the cards in the order of their chains, in each chain from the lowest: rows
        of the card and the number of its chain.
    """
    arrays = tables_of([(tables, points)])
    rows = [(card, number) for number, chain in enumerate(_chains(arrays)) for card in chain]
    return arrays, np.array(rows, np.uint64)


def _chains(tables: Tables) -> list[list[int]]:
    """Return the chains of all cards."""
    strengths = tables.strength[0][:, : len(CARDS)].astype(np.int16)
    # By row, card and other card: 1 if the card is stronger, -1 if it is weaker.
    beats = np.sign(strengths[:, :, None] - strengths[:, None, :]).astype(np.int8)
    chains: list[list[int]] = []
    signs: dict[int, Any] = {card: _duties(tables, card) for card in range(len(CARDS))}
    for card in sorted(signs, key=lambda card: strengths[:, card].sum()):
        for chain in chains:
            if signs[chain[0]] == signs[card] and all(
                _is_above(strengths[:, card], strengths[:, lower]) for lower in chain
            ):
                chain.append(card)
                break
        else:
            chains.append([card])
    whole: list[list[int]] = []
    while chains:
        chain = chains.pop()
        others = np.delete(beats, chain, axis=2)
        parts: dict[bytes, list[int]] = {}
        for card in chain:
            parts.setdefault(others[:, card].tobytes(), []).append(card)
        if len(parts) > 1:  # a card outside comes between
            chains += [*parts.values(), *whole]  # which may come between others
            whole = []
        else:
            whole.append(chain)
    return whole


def _is_above(higher: Any, lower: Any) -> bool:  # Any: the strengths of two cards by row
    """Return whether a card is stronger than another one wherever one of them can win."""
    neither = (higher == 0) & (lower == 0)
    return bool((neither | (higher > lower) & (lower > 0)).all())


def _duties(tables: Tables, card: int) -> tuple[object, ...]:
    """Return the rules for a card other than its strength, and its points."""
    masks = (tables.follow, tables.wanted, tables.naming[..., (0, 2)])
    found = [((mask >> np.uint64(card)) & np.uint64(1)).tobytes() for mask in masks]
    named = tables.naming[0, card].any() and card
    suit = tables.naming[..., 3].any() and CARDS[card].suit  # only suits held can be named
    worth = tables.worth[0, card].tobytes()
    return (*found, tables.lead[0, card].tobytes(), named, suit, worth)
