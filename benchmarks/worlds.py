"""The time of worlds in deals of the same game, and OpenSpiel's hearts beside it."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any, Final

import attrs

import twowaystreet as tws
from twowaystreet._core.worlds.ways import Place, Ways

# Any: OpenSpiel has no annotations, and type checkers run without it.
_pyspiel: Final[Any] = importlib.import_module("pyspiel")

DEALS: Final = 200
"""The deals that are timed to get the unit."""
SAMPLES: Final = 5
"""The samples of each position."""
SHARE: Final = 0.2
"""The share of all positions that are measured."""


@attrs.frozen
class Cost:
    """The mean times over random positions, in deals of the same game.

    Attributes:
        deal: the seconds to shuffle and deal once.
        prepare: the time to prepare a view, its count included.
        sample: the time of one sample.
        impossible: the share of impossible samples, if the unseen cards are dealt at random; for
            OpenSpiel, the share of its own samples.
        positions: the number of positions.
    """

    deal: float
    prepare: float
    sample: float
    impossible: float
    positions: int


def _seconds(call: Callable[[], object], times: int) -> float:
    begun = process_time()
    for _ in range(times):
        call()
    return (process_time() - begun) / times


def _views(name: str, options: dict[str, object], hands: int, rng: random.Random) -> Iterator[Any]:
    """Yield views of random seats at random moments. Any: of any game."""
    game = tws.GAMES[name]
    for _ in range(hands):
        state: Any = game.new_game(game.Rules(**options))
        while not state.hand_over:
            move = (
                tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
            )
            state = tws.apply(state, move)
            if rng.random() < SHARE:
                yield tws.view(state, rng.randrange(state.rules.seats))


def cost(name: str, hands: int, rng: random.Random, **options: object) -> Cost:
    """Measure the worlds of one of our games over some random hands."""
    game = tws.GAMES[name]
    new: Any = game.new_game(game.Rules(**options))
    unit = _seconds(lambda: tws.apply(new, tws.shuffle(new, rng)), DEALS)
    prepare = sample = impossible = 0.0
    for view in _views(name, options, hands, rng):  # fills the tables that positions share
        tws.worlds(view).sample(rng)
    views = list[Any]()  # Any: as above
    while not views:  # a short hand may give none
        views += _views(name, options, hands, rng)
    for view in views:
        begun = process_time()
        worlds = tws.worlds(view)
        count = worlds.count
        prepare += process_time() - begun
        sample += _seconds(partial(worlds.sample, rng), SAMPLES)
        case = worlds._cases[0]
        free = Ways(case.unseen, [Place(place.size) for place in case.places]).count
        impossible += 1 - count / free
    number = len(views)
    return Cost(unit, prepare / number / unit, sample / number / unit, impossible / number, number)


def open_spiel_cost(hands: int, rng: random.Random) -> Cost:
    """Measure ``resample_from_infostate`` of OpenSpiel's hearts; it prepares nothing."""
    game = _pyspiel.load_game("hearts")

    def dealt() -> Any:  # Any: as above
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        return state

    unit = _seconds(dealt, DEALS)
    sample, impossible, number = 0.0, 0, 0
    for _ in range(hands):
        state = dealt()
        while not state.is_terminal():
            if rng.random() < SHARE:
                begun = process_time()
                found = state.resample_from_infostate(state.current_player(), rng.random)
                sample += process_time() - begun
                impossible += not _is_legal(game.new_initial_state(), found.history())
                number += 1
            state.apply_action(rng.choice(state.legal_actions()))
    return Cost(unit, 0.0, sample / number / unit, impossible / number, number)


def _is_legal(state: Any, actions: list[int]) -> bool:
    """Return whether each action is legal in turn. Any: a state of OpenSpiel."""
    for action in actions:
        if action not in state.legal_actions():
            return False
        state.apply_action(action)
    return True
