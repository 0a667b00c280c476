"""Checks of an environment against the game itself, replayed through ``apply`` and ``view``."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

import twowaystreet as tws
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.observation import Observation


class Fault(AssertionError):
    """A difference between an environment and its game."""


def check(environment: Any, game: tws.Game, *, seed: int, hands: int = 1, worlds: int = 2) -> None:
    """Play an episode at random, and compare each step with a game of its own.

    Any: environments of PettingZoo have no checked types.

    Args:
        environment: an environment without wrappers.
        game: the game that it should be, with the default rules.
        seed: the seed of the deals and of the numbers.
        hands: the hands of an episode.
        worlds: the number of sampled worlds that must look the same to a seat, for each hand.

    Raises:
        Fault: at the first difference.
    """
    actions, layout = Actions(game), Observation(game)
    deals, choices = random.Random(seed), random.Random(seed + 1)
    seats: int = actions.rules.seats
    environment.reset(seed=seed)
    agents = [*environment.agents]
    state = game.new_game(dealer=deals.randrange(seats))
    begun: tuple[int, ...] = ()
    done, sampled = 0, 0
    owed = [0.0] * seats
    while state.actor is None:
        if state.is_over or done == hands:  # the deals have ended a whole episode
            state, done = game.new_game(dealer=(state.dealer + 1) % seats), 0
        state = tws.apply(state, tws.shuffle(state, deals))
        if state.hand_over:
            done += 1
            owed = [*map(sum, zip(owed, tws.payoffs(state), strict=True))]
    while True:
        actor = state.actor
        _equal("the agent to move", environment.agent_selection, agents[actor])
        seen = [environment.observe(agent) for agent in agents]
        for seat, each in enumerate(seen):
            own = begun if seat == actor else ()
            view = tws.view(state, seat)
            expected = np.zeros(actions.size, np.int8)
            for move in view.legal_moves or ():
                path = actions.path(move)
                if path[: len(own)] == own and len(path) > len(own):
                    expected[path[len(own)]] = 1
            _same("the mask", each["action_mask"], expected)
            _same("the observation", each["observation"], _flat(layout, view, own))
        _check_seats(layout, seen, actor)
        if sampled < worlds * (done + 1) and not begun and not game.View.no_worlds:
            sampled += 1
            seat = choices.randrange(seats)
            world = tws.determinize(tws.view(state, seat), choices)
            found = _flat(layout, tws.view(world, seat), ())
            _same("the observation in another world", seen[seat]["observation"], found)
        number = int(choices.choice(np.flatnonzero(seen[actor]["action_mask"])))
        step = actions.step(tws.view(state, actor), begun, number)
        environment.step(number)
        rewards, owed = owed, [0.0] * seats
        if isinstance(step, tuple):
            begun = step
        else:
            begun = ()
            due: tws.Move | None = step
            while due:
                state = tws.apply(state, due)
                due = None
                if state.hand_over:
                    done += 1
                    both = zip(rewards, tws.payoffs(state), strict=True)
                    rewards = [one + other for one, other in both]
                if state.needs_deal and done < hands:
                    due = tws.shuffle(state, deals)
        _equal("the rewards", [environment.rewards[agent] for agent in agents], rewards)
        is_over = state.is_over or done == hands
        _equal("the end", [*environment.terminations.values()], [is_over] * seats)
        if is_over:
            return


def _check_seats(layout: Observation, seen: list[Any], actor: int) -> None:
    """Check that the agent to move is the first seat for itself, and not for the others."""
    start = layout.pieces["actor"].start
    for seat, each in enumerate(seen):
        _equal("the first column of actor", each["observation"][start] == 1, seat == actor)


def _flat(layout: Observation, view: tws.View, begun: tuple[int, ...]) -> Any:
    return np.concatenate(layout.encode(view, begun)).astype(np.float32)


def _same(what: str, found: Any, expected: Any) -> None:
    if not np.array_equal(found, expected):
        places = np.flatnonzero(found != expected)
        raise Fault(f"{what} differs at {places[:9].tolist()}")


def _equal(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Fault(f"{what}: {found}, expected {expected}")
