"""Tools for the tests of the games of OpenSpiel; importing them skips the tests without it."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
import pytest

import twowaystreet as tws
from examples import oh_hell, whist
from tests.games import OURS
from tests.rl import five_cards
from twowaystreet.rl import Actions, Observation

# Any: OpenSpiel has no types.
pyspiel: Final[Any] = pytest.importorskip(
    "pyspiel", reason="open_spiel is missing; pip install open_spiel"
)
# After the check, as it needs the package.
from twowaystreet.rl import openspiel as openspiel  # noqa: E402, PLC0414  # exported

GAMES: Final = {
    **{name: tws.GAMES[name] for name in OURS},
    **{each.GAME.name: each.GAME for each in (oh_hell, whist, five_cards)},
}
"""The games by name."""
OPTIONS: Final = {
    "street": "players=3,exchange=optional,jokers=none",
    "duel": "bid_markers=cards",
    "twos": "dealer=2",
    "spades": "renege=penalised",
    "twenty_down": "must_trump=false",
    "tien_len": "dealer=1",
    "brag": "cards=6,players=3",
    "oh_hell": "players=3",
    "whist": "dealer=1",
    "five_cards": "dealer=1",
}
"""Parameters other than the defaults, by the name of the game."""


def loaded(name: str, parameters: str = "") -> Any:
    """Return a game of OpenSpiel. Any: OpenSpiel has no types."""
    return pyspiel.load_game(f"{openspiel.register(GAMES[name])}({parameters})")


def dealt(game: Any, rng: random.Random) -> Any:
    """Return a state after a random deal. Any: OpenSpiel has no types."""
    state = game.new_initial_state()
    while state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(*rng.choices(numbers, chances))
    return state


def check_hand(game: Any, rng: random.Random) -> int:
    """Play a hand at random beside the library itself, and compare the two at each action.

    Any: OpenSpiel has no types.

    Returns:
        The number of actions.
    """
    theirs = dealt(game, rng)
    ours: Any = theirs._position.state  # Any: a state of any game
    of_game, rules = theirs._position.setting.game, ours.rules
    actions, layout = Actions(of_game, rules), Observation(of_game, rules)
    begun: tuple[int, ...] = ()
    count = 0
    while not theirs.is_terminal():
        seat = theirs.current_player()
        assert seat == ours.actor
        moves = tws.legal_moves(ours)
        paths = [actions.path(move) for move in moves]
        nexts = {path[len(begun)] for path in paths if path[: len(begun)] == begun}
        assert theirs.legal_actions() == sorted(nexts)
        for player in range(rules.seats):
            seen = tws.view(ours, player)
            found = layout.encode(seen, begun if player == seat else ())
            expected = np.concatenate(found).astype(np.float32).tolist()
            assert theirs.information_state_tensor(player) == expected
            assert theirs.observation_tensor(player) == expected
        number = rng.choice(sorted(nexts))
        names = actions.names[number]
        assert theirs.action_to_string(number) == names
        entered = actions.step(tws.view(ours, seat), begun, number)
        if isinstance(entered, tuple):
            begun = entered
        else:
            ours, begun = tws.apply(ours, entered), ()
        theirs.apply_action(number)
        assert theirs._position.state == ours
        count += 1
    payoffs = tws.payoffs(ours) if ours.hand_over else (0.0,) * rules.seats
    assert theirs.returns() == list(payoffs)
    assert game.min_utility() <= min(payoffs) and max(payoffs) <= game.max_utility()
    return count


def check_worlds(game: Any, rng: random.Random) -> int:
    """Compare the knowledge of a player in worlds that the player cannot tell apart.

    Any: OpenSpiel has no types.

    Returns:
        The number of worlds with other hands than the real ones.
    """
    state = dealt(game, rng)
    others = 0
    while not state.is_terminal():
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            others += str(other) != str(state)
            assert told(other, player) == told(state, player)
        for _ in range(5):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
    return others


def told(state: Any, player: int) -> list[object]:
    """Return everything that OpenSpiel tells a player. Any: OpenSpiel has no types."""
    own_turn = state.current_player() == player
    return [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(player) if own_turn else None,
        own_turn,
    ]
