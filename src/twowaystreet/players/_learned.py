"""What searches take from learning: values of views in place of playouts, and chances of moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, payoffs
from twowaystreet._core.playouts import chance, policies
from twowaystreet._core.playouts.trials import Rows, Trials
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RulesError
from twowaystreet.players._network import Network
from twowaystreet.players._searches import Given

ViewValue: TypeAlias = Network | Callable[[Sequence[OfGame]], Iterable[float]] | None
"""A function of views of seats to move that returns the payoff to each of these seats."""
Prior: TypeAlias = Network | Callable[[OfGame], Mapping[Move, float]] | None
"""A function of the view of the seat to move that returns the chances of its legal moves."""
FILES: Final = ("value", "prior")
"""The options that a name gives by the file of a network."""


def learned(takes: str) -> Given:
    """Declare an option with a network, its file, or a function of views."""

    def convert(value: object) -> object:
        return Network(value) if isinstance(value, str) else value

    def check(_: object, field: attrs.Attribute[Given], value: object) -> None:
        if value is not None and (isinstance(value, type) or not callable(value)):
            raise RulesError(field.name, value, f"a Network, its file, or a function of {takes}")

    return attrs.field(default=None, converter=convert, validator=check)


@attrs.frozen
class Turns:
    """The views of some seats at their next turns, and the state where all had theirs."""

    views: Mapping[int, AnyView]
    last: AnyState


def next_turns(trials: Trials, state: AnyState, key: int, seats: Collection[int]) -> Turns:
    """Play on by the policy until each of the seats has had a turn, or the hand is over."""
    views: dict[int, AnyView] = {}
    steps = policies.moves(trials.policy, state, key)
    while not state.hand_over:
        seat = state.actor
        if seat is not None and seat in seats and seat not in views:
            views[seat] = view(state, seat)
            if len(views) == len(seats):
                break
        _, state = next(steps)
    return Turns(views, state)


def payoffs_at(value: ViewValue, turns: Sequence[Turns]) -> list[tuple[float, ...]]:
    """Return the payoffs by seat: the value of its view at its turn, or those of the whole hand."""
    seen = [each for turn in turns for each in turn.views.values()]
    found = iter(_values(value, seen))
    rows: list[tuple[float, ...]] = []
    for turn in turns:
        by_seat = dict(zip(turn.views, found, strict=False))
        last = turn.last
        ends = payoffs(last) if last.hand_over else (0.0,) * len(last.scores)
        rows.append(tuple([by_seat.get(seat, payoff) for seat, payoff in enumerate(ends)]))
    return rows


def _values(value: ViewValue, seen: Sequence[AnyView]) -> Sequence[float]:
    if not seen:
        return ()
    assert value is not None
    found = list(value.payoffs(seen) if isinstance(value, Network) else value(seen))
    if len(found) != len(seen) or not all(map(math.isfinite, found)):
        raise RulesError("value", found, f"a finite number for each of {len(seen)} views")
    return found


class ValuedTrials:
    """Trials that end at the next turn of the player, with the value of its view there."""

    def __init__(self, trials: Trials, value: ViewValue) -> None:
        self._trials, self._value = trials, value

    def rows(self, first: int, count: int) -> Rows:
        trials, seat = self._trials, self._trials.view.seat
        assert seat is not None
        worlds = list(enumerate(trials.sample(first, count), start=first))
        turns = [
            next_turns(
                trials,
                apply(world, move),
                chance.key_of(trials.of_playouts, number, place),
                (seat,),
            )
            for place, move in enumerate(trials.moves)
            for number, world in worlds
        ]
        found = [row[seat] for row in payoffs_at(self._value, turns)]
        return [found[start : start + count] for start in range(0, len(found), count)]


def values_of_walks(
    trials: Trials, value: ViewValue, states: Sequence[AnyState], first: int
) -> list[tuple[float, ...]]:
    """Return the payoffs of each seat by its own view at its next turn after the ends of walks."""
    seats = range(len(trials.view.scores))
    turns = [
        next_turns(trials, state, chance.key_of(trials.of_playouts, number, 0), seats)
        for number, state in enumerate(states, start=first)
    ]
    return payoffs_at(value, turns)


def chances_in(prior: Prior, state: AnyState) -> Mapping[Move, float]:
    """Return the chances of the moves of the seat to move, by its own view."""
    assert prior is not None
    seen = view(state, state.actor)
    found = prior.chances(seen) if isinstance(prior, Network) else prior(seen)
    if not all(math.isfinite(each) and each >= 0 for each in found.values()):
        raise RulesError("prior", found, "a chance of 0 or more for each move")
    return found
