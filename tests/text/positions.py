"""Positions of whole hands of every game, with the views of all seats and of a spectator."""

import random
from collections.abc import Mapping
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
    seats = range(len(view.scores))
    return ["You" if seat == view.seat else NAMES[seat] for seat in seats]


@cache
def states(name: str) -> list[AnyState]:
    """Return the states of some hands, played by simple and by random players in turn."""
    found, game = list[AnyState](), game_of(name)
    for number, options in enumerate(OPTIONS.get(name, ({},))):
        state: AnyState = game.new_game(game.Rules(**options))
        rng, hands = random.Random(number), 0
        found.append(state)
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
            found.append(state)
    return found


@cache
def views(name: str) -> list[AnyView]:
    """Return the views of the seat to move in each state, and some of the others."""
    found = list[AnyView]()
    for number, state in enumerate(states(name)):
        seats: list[int | None] = [] if state.actor is None else [state.actor]
        seats += [number % len(state.scores), *[None] * (state.hand_over or number % 5 == 0)]
        found += [tws.view(state, seat) for seat in seats]
    return found
