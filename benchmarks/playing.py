"""Random play of whole hands, by this library and by OpenSpiel, counted and timed."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

import attrs

import twowaystreet as tws
from twowaystreet.games import street

# Any: OpenSpiel has no type annotations, and need not be installed for these to be checked.
_pyspiel: Final[Any] = importlib.import_module("pyspiel")


@attrs.frozen
class Sample:
    """What one run of random play came to.

    Attributes:
        seconds: how long it took.
        actions: every state that was made, those by chance included.
        decisions: those that a player chose.
    """

    seconds: float
    actions: int
    decisions: int


def whole_hands(name: str, **options: object) -> Callable[[int, random.Random], Sample]:
    """Whole hands of a game of ours, from a new game to the score, deals thrown in included."""
    game = tws.GAMES[name]
    rules = game.Rules(**options)
    return lambda hands, rng: _ours(lambda: game.new_game(rules), hands, rng)


def _ours(new_game: Callable[[], Any], hands: int, rng: random.Random) -> Sample:
    # Any: the state is that of the game.
    apply, legal_moves, shuffle, choice = tws.apply, tws.legal_moves, tws.shuffle, rng.choice
    deals = decisions = 0
    begun = perf_counter()
    for _ in range(hands):
        state = new_game()
        while not state.hand_over:
            state = apply(state, shuffle(state, rng))
            deals += 1
            while state.actor is not None:
                state = apply(state, choice(legal_moves(state)))
                decisions += 1
        tws.score_hand(state)
    return Sample(perf_counter() - begun, deals + decisions, decisions)


def street_plays(hands: int, rng: random.Random) -> Sample:
    """The play of Two Way Street alone: forty cards from the end of the exchanges."""
    apply, legal_moves, choice = tws.apply, tws.legal_moves, rng.choice
    decisions = 0
    seconds = 0.0
    for _ in range(hands):
        state = street.new_game()
        state = apply(state, tws.shuffle(state, rng))
        while state.phase != "play":
            state = apply(state, choice(legal_moves(state)))
        begun = perf_counter()
        while state.actor is not None:
            state = apply(state, choice(legal_moves(state)))
            decisions += 1
        seconds += perf_counter() - begun
    return Sample(seconds, decisions, decisions)


def hearts_hands(hands: int, rng: random.Random) -> Sample:
    """Whole hands of OpenSpiel's hearts, a fresh state for each action."""
    return _theirs("hearts", hands, rng, dealt=False)


def hearts_in_place(hands: int, rng: random.Random) -> Sample:
    """Whole hands of OpenSpiel's hearts, one state that each action changes."""
    game = _pyspiel.load_game("hearts")
    choice = rng.choice
    actions = decisions = 0
    begun = perf_counter()
    for _ in range(hands):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(choice(state.legal_actions()))
            actions += 1
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            decisions += 1
        state.returns()
    return Sample(perf_counter() - begun, actions + decisions, decisions)


def spades_plays(hands: int, rng: random.Random) -> Sample:
    """OpenSpiel's spades without the deal, a fresh state for each action."""
    return _theirs("spades", hands, rng, dealt=True)


def view_in_plays(name: str) -> Callable[[int, random.Random], float]:
    """How many plays the view of the player to move takes as long as, in hands of a game."""
    game = tws.GAMES[name]

    def measure(hands: int, rng: random.Random) -> float:
        plays: list[tuple[Any, tws.Play]] = []  # Any: the state is that of the game
        for _ in range(hands):
            state = game.new_game()
            while not state.hand_over:
                due = state.needs_deal
                move = tws.shuffle(state, rng) if due else rng.choice(tws.legal_moves(state))
                if isinstance(move, tws.Play):
                    plays.append((state, move))
                state = tws.apply(state, move)
        begun = perf_counter()
        for state, move in plays:
            tws.apply(state, move)
        between = perf_counter()
        for state, _ in plays:
            tws.view(state, state.actor)
        return (perf_counter() - between) / (between - begun)

    return measure


def _theirs(name: str, hands: int, rng: random.Random, *, dealt: bool) -> Sample:
    game = _pyspiel.load_game(name)
    choice = rng.choice
    actions = decisions = 0
    seconds = 0.0
    for _ in range(hands):
        state = game.new_initial_state()
        if dealt:
            while state.is_chance_node():
                state.apply_action(choice(state.legal_actions()))
        deal = actions
        begun = perf_counter()
        while state.is_chance_node():
            state = state.child(choice(state.legal_actions()))
            actions += 1
        decisions -= actions - deal
        while not state.is_terminal():
            state = state.child(choice(state.legal_actions()))
            actions += 1
        state.returns()
        seconds += perf_counter() - begun
        decisions += actions - deal
    return Sample(seconds, actions, decisions)
