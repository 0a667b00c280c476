"""Checks of an environment against its game, replayed through ``apply``, and faults for them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np

import twowaystreet as tws
from examples import whist
from twowaystreet import authoring
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.observation import Observation
from twowaystreet.rl import _episodes


class Fault(AssertionError):
    """A difference between an environment and its game."""


def check(environment: Any, game: tws.Game, *, seed: int, hands: int = 1, worlds: int = 2) -> None:
    """Compare each step of a random episode with a game of its own.

    ``worlds`` sampled worlds of each hand must look the same to a seat. Any: environments of
    PettingZoo have no checked types.
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


HANDS: Final = 2
FAULTS: Final = dict[str, Callable[[], _episodes.Episode]]()
"""Episodes of Whist with one fault each, by the name of the fault."""


class _Whist(_episodes.Episode):
    """Whist for environments that replace their episode by one with a fault."""

    def __init__(self) -> None:
        super().__init__(whist.GAME, None, HANDS)


# Any: methods of an episode.
def _fault(method: str) -> Callable[[Callable[..., Any]], None]:
    """Add an episode in which a function of the episode and the base method takes its place."""

    def add(change: Callable[..., Any]) -> None:
        def changed(self: Any, *given: Any) -> Any:
            return change(self, partial(getattr(_Whist, method), self), *given)

        FAULTS[change.__name__] = type(change.__name__, (_Whist,), {method: changed})

    return add


def _number(episode: Any, card: authoring.Card) -> int:
    number: int = episode.actions.path(authoring.PLAYS[card._bit][0])[0]
    return number


@_fault("observe")
def leaked_card(self: Any, right: Any, seat: int) -> Any:
    """Show the first card of the next seat in the own hand."""
    found, held = right(seat), self.view((seat + 1) % self.seats).hand
    if held:
        found[self.layout.pieces["hand"].start + _number(self, held[0])] = 1
    return found


@_fault("mask")
def mask_too_small(self: Any, right: Any, seat: int) -> Any:
    """Leave out the last of several legal numbers."""
    found = right(seat)
    if found.sum() > 1:
        found[np.flatnonzero(found)[-1]] = 0
    return found


@_fault("mask")
def mask_too_large(self: Any, right: Any, seat: int) -> Any:
    """Offer all cards of the hand."""
    found = right(seat)
    if found.any():
        found[[_number(self, card) for card in self.view(seat).hand]] = 1
    return found


@_fault("enter")
def shifted_numbers(self: Any, right: Any, number: int) -> Any:
    """Play the legal card after the one that was meant."""
    legal = np.flatnonzero(self.mask(self.actor)).tolist()
    if number in legal:
        number = legal[(legal.index(number) + 1) % len(legal)]
    return right(number)


@_fault("enter")
def swapped_payoffs(self: Any, right: Any, number: int) -> Any:
    """Exchange the payoffs of the first two seats."""
    worth = right(number)
    return (worth[1], worth[0], *worth[2:]) if worth else ()


class _LowWins(whist.State):
    """Whist in which the lowest trump takes the trick, or the lowest card of the suit led."""

    @classmethod
    def _strengths(cls, rules: Any, trumps: Any, led: Any, decider: Any) -> authoring.Strengths:
        strengths = super()._strengths(rules, trumps, led, decider)
        most = max(strengths) + 1
        return tuple(each and most - each for each in strengths)


@_fault("begin")
def wrong_winner(self: Any, right: Any, rng: random.Random, dealer: int) -> Any:
    begin = authoring.new_game_for(whist.Rules, _LowWins, whist.HandData(), rule="WH-5")
    self.game = authoring.Game(
        name="whist", Rules=whist.Rules, State=_LowWins, View=whist.View, new_game=begin
    )
    return right(rng, dealer)


@_fault("mask")
def stale_mask_after_a_new_deal(self: Any, right: Any, seat: int) -> Any:
    """Return the last mask of the hand before, after a new deal."""
    found = right(seat)
    if seat == self.state.actor:
        old = getattr(self, "old", (0, found))
        if self.state.hands_played != old[0]:
            return old[1]
        self.old = self.state.hands_played, found
    return found


@_fault("observe")
def seats_not_relative(self: Any, right: Any, seat: int) -> Any:
    """Show who is to move as the table sees it."""
    found, piece = right(seat), self.layout.pieces["actor"]
    found[piece.start : piece.stop] = np.roll(found[piece.start : piece.stop], seat)
    return found
