"""Smaller packs, for which neither implementation has an option.

The deal goes card by card. Twos deals all cards; the other games deal one card per trick.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from itertools import combinations
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.reference import common
from twowaystreet._core.cards.masks import Pack, cards_in
from twowaystreet.games import street
from twowaystreet.games.duel import rules as duel_rules
from twowaystreet.games.duel import state as duel_state
from twowaystreet.games.street import rules as street_rules
from twowaystreet.games.street import state as street_state
from twowaystreet.games.twos import rules as twos_rules
from twowaystreet.games.twos import state as twos_state

TRICKS: Final = 3
"""Number of tricks of Two Way Street and the Duel with a smaller pack."""

# Any: a state of the package or a reference game.
Prepared = Callable[[Any], Any]


def _as_it_is(game: Any) -> Any:
    return game


def _exchanges(held: int) -> tuple[tws.Move, ...]:
    """Return all exchanges; the package's own table covers hands of ten only."""
    return tuple(map(street.Exchange, dict.fromkeys(combinations(cards_in(held), 2))))


def package(game: str, cards: str, stack: ExitStack) -> Prepared:
    """Make the package play a game with these cards."""
    pack = Pack(tws.cards(cards))

    def pack_of(decks: int, jokers: street.Jokers) -> Pack:
        return pack

    patch = stack.enter_context(pytest.MonkeyPatch.context())
    if game == "twos":
        patch.setattr(twos_rules, "PACK", pack)
        patch.setattr(twos_state, "ONE_BY_ONE", (1,) * (len(pack) // 4))
        return _as_it_is
    rules = {"street": street_rules, "duel": duel_rules}[game]
    state = {"street": street_state, "duel": duel_state}[game]
    patch.setattr(street_rules, "TRICKS", TRICKS)
    patch.setattr(rules, "pack_of", pack_of)
    patch.setattr(state, "PACKETS", (1,) * TRICKS)
    patch.setattr(state, "exchanges", _exchanges)
    return _as_it_is


def reference(game: str, cards: str, stack: ExitStack) -> Prepared:
    """Make the reference implementation play a game with these cards."""

    def deal_out(cards: list[str], players: int, first: int) -> tuple[list[list[str]], list[str]]:
        stock = list(cards)
        hands: list[list[str]] = [[] for _ in range(players)]
        for place in range(TRICKS * players):
            hands[(first + place) % players].append(stock.pop(0))
        return [common.in_order(hand) for hand in hands], stock

    def prepare(game: Any) -> Any:
        game._pack = common.in_order(cards.split())
        return game

    if game != "twos":  # Twos deals all cards
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(common, "deal_out", deal_out)
    return prepare


def end_if_out_of_cards(reference: Any) -> None:
    """End the hand of a reference game, which waits for the tricks of a full pack."""
    if reference.stage == "play" and not any(reference.hands):
        reference._end_hand()
