"""Decisions in random hands, for tests of players that search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from hypothesis import strategies as st

import twowaystreet as tws
from examples import oh_hell, put_away
from tests.players.test_simple import rules
from twowaystreet._core.players import own_rule_of
from twowaystreet._core.playouts import chance
from twowaystreet.players import at_random, simple

# Any: the state of any game, here and below.
FIRST: Final[dict[str, Any]] = {
    **{name: game.new_game for name, game in tws.GAMES.items()},
    "oh_hell": oh_hell.new_game,
    "put_away": put_away.GAME.new_game,
}


def hand(state: Any, rng: random.Random) -> Iterator[Any]:
    """Yield the states of a hand in which a player has a choice.

    Simple players and random players make the moves.
    """
    player = rng.choice((simple, at_random))
    while not state.hand_over:
        if state.needs_deal:
            state = tws.apply(state, tws.shuffle(state, rng))
            continue
        if len(tws.legal_moves(state)) > 1:
            yield state
        state = tws.apply(state, player(tws.view(state, state.actor), rng))


def some_decision(state: Any, rng: random.Random) -> Any:
    """Return a state of a random hand in which a player has a choice."""
    found: list[Any] = []
    while not found:  # a hand of Brag can end with the deal
        found = list(hand(state, rng))
    return rng.choice(found)


def worlds_of(seen: Any, rng: random.Random, count: int) -> list[Any]:
    """Return the worlds in which a search by ``MonteCarlo`` tries moves. Any: of any game."""
    seed = rng.getrandbits(64)
    keys = [chance.key_of(seed, number, 0) for number in range(count)]
    return [sealed(tws.worlds(seen).sample(chance.Numbers(key))) for key in keys]


def sealed(world: Any) -> Any:
    """Return a world in which simple players have made the moves that nobody sees yet."""
    rule = own_rule_of(world.__class__)
    if rule is None or not rule.describes("unsealed"):
        return world
    state: Any = rule.unsealed(world)
    while state.actor != world.actor:
        state = tws.apply(state, simple(tws.view(state, state.actor), random.Random(1)))
    return state


@st.composite
def decisions(draw: st.DrawFn, name: str) -> Any:
    """States of games with random options in which a player has a choice."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    game = tws.GAMES.get(name)
    state = game.new_game(draw(rules(game))) if game else FIRST[name]()
    return some_decision(state, rng)
