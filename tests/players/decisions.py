"""Decisions in random hands, for tests of players that search."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

from hypothesis import assume
from hypothesis import strategies as st

import twowaystreet as tws
from examples import oh_hell, put_away
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.players import own_rule_of
from twowaystreet._core.playouts import chance
from twowaystreet.players import Player, at_random, simple

# Any: the state of any game, here and below.
FIRST: Final[dict[str, Any]] = {
    **{name: game.new_game for name, game in tws.GAMES.items()},
    "oh_hell": oh_hell.GAME.new_game,
    "put_away": put_away.GAME.new_game,
}

HASHES: Final = Path(__file__).with_name("hashes.txt").read_text("ascii").splitlines()
"""What players do in hands of each game, the same on every Python."""


@st.composite
def rules(draw: st.DrawFn, game: tws.Game) -> Any:
    values: dict[str, object] = {}
    for name, option in options_of(game.Rules).items():
        if option.choices:
            values[name] = draw(st.sampled_from(option.choices))
        elif name in ("players", "cards"):
            values[name] = draw(st.integers(option.at_least or 0, min(option.at_most or 9, 9)))
    try:
        return game.Rules(**values)
    except tws.RulesError:
        assume(False)


def played_by(player_at: Callable[[Any], Player], state: Any, rng: random.Random) -> Iterator[Any]:
    """Yield the states of the rest of a hand: those in which a player is to move, and the last."""
    begun = not state.needs_deal
    while not (begun and state.hand_over):
        if state.needs_deal:
            begun, state = True, tws.apply(state, tws.shuffle(state, rng))
            continue
        yield state
        state = tws.apply(state, player_at(state)(tws.view(state, state.actor), rng))
    yield state


def hand(state: Any, rng: random.Random) -> Iterator[Any]:
    """Yield the states of a hand in which a player has a choice.

    Simple players and random players make the moves.
    """
    player = rng.choice((simple, at_random))
    for each in played_by(lambda _: player, state, rng):
        if not each.hand_over and len(tws.legal_moves(each)) > 1:
            yield each


def some_decision(state: Any, rng: random.Random) -> Any:
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
    rng = random.Random(draw(st.integers(0, 10**6)))
    game = tws.GAMES.get(name)
    state = game.new_game(draw(rules(game))) if game else FIRST[name]()
    return some_decision(state, rng)
