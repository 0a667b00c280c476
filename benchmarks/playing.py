"""Timed random playouts of hands, in this library and in OpenSpiel."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

import attrs

import twowaystreet as tws
from twowaystreet.games import street

# Any: OpenSpiel has no annotations, and type checkers run without it.
_pyspiel: Final[Any] = importlib.import_module("pyspiel")


@attrs.frozen
class Sample:
    """The measurements of one run of random playouts.

    Attributes:
        seconds: the time of the run.
        actions: the number of actions, deals and other chance included.
        decisions: the number of actions by players.
    """

    seconds: float
    actions: int
    decisions: int


def whole_hands(name: str, **options: object) -> Callable[[int, random.Random], Sample]:
    """Return the playout of whole hands of one of our games, from new game to score."""
    game = tws.GAMES[name]
    rules = game.Rules(**options)
    return lambda hands, rng: _play_hands(lambda: game.new_game(rules), hands, rng)


def _play_hands(new_game: Callable[[], Any], hands: int, rng: random.Random) -> Sample:
    # Any: the game decides the class of the state.
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
    """Play forty cards of Two Way Street; the time excludes all moves before the first card."""
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
    """Play whole hands of OpenSpiel's hearts, with a new state for each action."""
    return _play_open_spiel("hearts", hands, rng, after_deal=False)


def hearts_in_place(hands: int, rng: random.Random) -> Sample:
    """Play whole hands of OpenSpiel's hearts, with one state that each action changes."""
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
    """Play OpenSpiel's spades without the deal, with a new state for each action."""
    return _play_open_spiel("spades", hands, rng, after_deal=True)


def legal_moves_in_deals(name: str) -> Callable[[int, random.Random], float]:
    """Return the measurement of a list of legal moves, in units of one shuffle and deal."""
    game = tws.GAMES[name]

    def measure(hands: int, rng: random.Random) -> float:
        positions: list[tws.AnyState] = []
        begun = perf_counter()
        dealt: list[tws.AnyState] = []
        for _ in range(hands):
            state = game.new_game()
            dealt.append(tws.apply(state, tws.shuffle(state, rng)))
        deals = perf_counter() - begun
        for each in dealt:
            state = each
            while state.actor is not None:
                positions.append(state)
                state = tws.apply(state, rng.choice(tws.legal_moves(state)))
        begun = perf_counter()
        for state in positions:
            tws.legal_moves(state)
        return (perf_counter() - begun) / len(positions) / (deals / hands)

    return measure


def view_in_plays(name: str) -> Callable[[int, random.Random], float]:
    """Return the measurement of a view for the player to move, in units of one move by a player."""
    game = tws.GAMES[name]

    def measure(hands: int, rng: random.Random) -> float:
        # In a game with tricks only the plays count, not the auction.
        move_types = tws.Play if issubclass(game.State, tws.TrickState) else game.State._move_types
        plays: list[tuple[Any, tws.Move]] = []  # Any: as above
        for _ in range(hands):
            state = game.new_game()
            while not state.hand_over:
                needs_deal = state.needs_deal
                move = tws.shuffle(state, rng) if needs_deal else rng.choice(tws.legal_moves(state))
                if isinstance(move, move_types):
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


def _play_open_spiel(name: str, hands: int, rng: random.Random, *, after_deal: bool) -> Sample:
    game = _pyspiel.load_game(name)
    choice = rng.choice
    actions = decisions = 0
    seconds = 0.0
    for _ in range(hands):
        state = game.new_initial_state()
        if after_deal:
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
