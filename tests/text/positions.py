"""Positions of whole hands of every game, with the views of all seats and of a spectator."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import twowaystreet as tws
from examples import high_card, oh_hell, whist
from tests.helpers import AnyState, AnyView
from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet.players import simple

NAMES: Final = ("Ann", "Ben", "Cem", "Dana", "Eva", "Finn", "Gil", "Hana")
EXAMPLES: Final = {game.name: game for game in (oh_hell.GAME, high_card.GAME, whist.GAME)}
"""Games without words of their own."""
# Any: the options of each game.
OPTIONS: Final[Mapping[str, tuple[Mapping[str, Any], ...]]] = {
    "street": (
        {},
        {"players": 3, "exchange": "optional", "jokers": "two_alike"},
        {"players": 7},
        {"players": 5, "decks": 2, "jokers": "one", "named_suit": "held"},
    ),
    "duel": ({}, {"bid_markers": "cards", "jokers": "two_alike"}),
    "spades": ({}, {"renege": "penalised"}),
    "twenty_down": ({}, {"must_trump": False}),
    "brag": ({}, {"cards": 7, "players": 6}, {"cards": 6, "players": 2, "high_rank": "prials"}),
}
HANDS: Final = 6
"""The number of hands with each set of options."""


def game_of(name: str) -> tws.Game:
    return EXAMPLES.get(name) or tws.GAMES[name]


def display(name: str) -> AnyDisplay:
    return display_of(game_of(name))


def names_for(view: AnyView) -> list[str]:
    """Return names with "You" for the viewer."""
    seats = range(len(view.scores))
    return ["You" if seat == view.seat else NAMES[seat] for seat in seats]


@cache
def states(name: str) -> tuple[AnyState, ...]:
    """Return the states of some hands, played by simple and by random players in turn."""
    return tuple(_states(name))


def _states(name: str) -> Iterator[AnyState]:
    game = game_of(name)
    for number, options in enumerate(OPTIONS.get(name, ({},))):
        state: AnyState = game.new_game(game.Rules(**options))
        rng = random.Random(number)
        yield state
        hands = 0
        while hands < HANDS and not state.is_over:
            if state.needs_deal:
                state = tws.apply(state, tws.shuffle(state, rng))
            else:
                assert state.actor is not None
                bold = hands % 2 and rng.random() < 0.5
                legal = tws.legal_moves(state)
                best = simple(tws.view(state, state.actor), rng)
                state = tws.apply(state, rng.choice(legal) if bold else best)
            hands += state.hand_over
            yield state


@cache
def views(name: str) -> tuple[AnyView, ...]:
    """Return the views of the seat to move in each state, and some of the others."""
    return tuple(_views(name))


def _views(name: str) -> Iterator[AnyView]:
    for number, state in enumerate(states(name)):
        if state.actor is not None:
            yield tws.view(state, state.actor)
        yield tws.view(state, number % len(state.scores))
        if state.hand_over or number % 5 == 0:
            yield tws.view(state, None)
