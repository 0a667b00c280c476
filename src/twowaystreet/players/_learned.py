"""What searches take from learning: values of views in place of playouts, and chances of moves."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

import attrs

from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, payoffs
from twowaystreet._core.playouts import chance, policies
from twowaystreet._core.playouts.trials import Rows, Trials
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._core.worlds.weighted import Chances
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RulesError
from twowaystreet.players._network import Network, finite
from twowaystreet.players._searches import Given

KeyT = TypeVar("KeyT")
ViewValue: TypeAlias = Network | Callable[[Sequence[OfGame]], Iterable[float]] | None
"""A function of views of seats to move that returns the payoff to each of these seats."""
Prior: TypeAlias = Network | Chances | None
"""A function of the view of the seat to move that returns the chances of its legal moves."""
Begun: TypeAlias = tuple[AnyState, int]
"""A state from which a playout begins, and its key."""
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


def payoffs_at_turns(
    trials: Trials, value: ViewValue, begun: Iterable[Begun], seats: Collection[int]
) -> list[tuple[float, ...]]:
    """Play on by the policy until each of some seats has had a turn, or the hand is over.

    Return payoffs by seat: the value of its own view at its turn, or that of the whole hand.
    """
    turns: list[tuple[Mapping[int, AnyView], Sequence[float]]] = []
    for start, key in begun:
        state, views = start, dict[int, AnyView]()
        steps = policies.moves(trials.policy, state, key)
        while not state.hand_over:
            seat = state.actor
            if seat is not None and seat in seats and seat not in views:
                views[seat] = view(state, seat)
                if len(views) == len(seats):
                    break
            _, state = next(steps)
        turns.append((views, payoffs(state) if state.hand_over else (0.0,) * len(state.scores)))
    found = iter(_values(value, [each for views, _ in turns for each in views.values()]))
    by_seat = [(dict(zip(views, found, strict=False)), ends) for views, ends in turns]
    return [
        tuple([known.get(seat, end) for seat, end in enumerate(ends)]) for known, ends in by_seat
    ]


def _values(value: ViewValue, seen: Sequence[AnyView]) -> Sequence[float]:
    if not seen:
        return ()
    assert value is not None
    given = value.payoffs(seen) if isinstance(value, Network) else value(seen)
    found = finite(given)
    if found is None or len(found) != len(seen):
        raise RulesError("value", found or given, f"a finite number for each of {len(seen)} views")
    return found


def rows_at_turns(trials: Trials, value: ViewValue, first: int, count: int) -> Rows:
    """Return the rows of trials that end at the next turn of the player."""
    seat, worlds = trials.view.seat, trials.sample(first, count)
    assert seat is not None
    begun = [
        (apply(world, move), chance.key_of(trials.of_playouts, number, place))
        for place, move in enumerate(trials.moves)
        for number, world in enumerate(worlds, start=first)
    ]
    found = [row[seat] for row in payoffs_at_turns(trials, value, begun, (seat,))]
    return [found[start : start + count] for start in range(0, len(found), count)]


def proportions(option: str, found: Given, keys: Collection[KeyT], of: str) -> dict[KeyT, float]:
    """Return the numbers of some keys so that they add up to 1; a key without one has 0."""
    shares = finite(found.get(key, 0.0) for key in keys)
    if not shares or min(shares) < 0 or not (most := max(shares)):
        raise RulesError(option, found, f"a mapping of {of} to numbers, none below 0, not all 0")
    parts = [share / most for share in shares]  # whose sum is no infinity
    total = math.fsum(parts)
    return {key: part / total for key, part in zip(keys, parts, strict=True)}
