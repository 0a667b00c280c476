"""Hands of Twenty Down before the play."""

from collections.abc import Sequence
from typing import Any

import twowaystreet as tws
from tests.helpers import AnyState, filled, next_dealer, replay
from twowaystreet.games import twenty_down


def deal_of(state: AnyState, hands: Sequence[str] = (), stock: str = "") -> tws.Deal:
    """Return a deal that gives seats 0, 1, ... these hands and puts these cards on the stock.

    The first two cards of a hand are dealt before trumps are named. Each hand shorter than five
    cards is filled up with the lowest cards left.
    """
    chosen, rest = filled(state, hands, 5, stock=stock)
    order = [chosen[(next_dealer(state) + 1 + place) % 4] for place in range(4)]
    first = [one for hand in order for one in hand[:2]]
    more = [one for hand in order for one in hand[2:]]
    return tws.Deal([*first, *more, *rest])


def dealt(*hands: str, stock: str = "", dealer: int = 3, **options: Any) -> twenty_down.State:
    """Return a state after two cards each; by default seat 0 names trumps."""
    state = twenty_down.new_game(twenty_down.Rules(**options), dealer=dealer)
    return tws.apply(state, deal_of(state, hands, stock))


def drawing(*hands: str, trumps: str = "S", **how: Any) -> twenty_down.State:
    """Return a state after trumps were named; no player has drawn."""
    return replay(dealt(*hands, **how), [f"trump {trumps}"])
