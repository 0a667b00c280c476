"""The column of this library."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import twowaystreet as tws
from benchmarks.comparison import tools
from twowaystreet import fast, players, svg
from twowaystreet.testing import conformance

COMPILED: Final = ("street", "duel", "twos", "spades", "twenty_down")


def _dealt(name: str = "twos", seed: int = 1) -> Any:
    state = tws.GAMES[name].new_game()
    return tws.apply(state, tws.shuffle(state, random.Random(seed)))


def _states() -> str:
    before, same = _dealt(), _dealt()
    after = tws.apply(before, tws.legal_moves(before)[0])
    kept = before == same and hash(before) == hash(same) and before != after
    return "immutable; `==` compares values; hashable" if kept else "changed"


def _refuses(state: Any, move: tws.Move) -> bool:
    try:
        tws.apply(state, move)
    except tws.IllegalMove as error:
        return bool(error.reason)
    return False


def _refuses_all(name: str) -> bool:
    """Try a second deal and every illegal card, at each decision of a random hand."""
    state, rng = _dealt(name), random.Random(1)
    while state.actor is not None:
        legal = tws.legal_moves(state)
        strays = {tws.shuffle(state, rng), *map(tws.Play, tws.CARDS)} - {*legal}
        if not all(_refuses(state, move) for move in strays):
            return False
        state = tws.apply(state, rng.choice(legal))
    return True


def _illegal() -> str:
    refusing = sum(map(_refuses_all, tws.GAMES))
    return (
        "refused in every game, with a reason as a value and the rule"
        if refusing == len(tws.GAMES)
        else f"refused in {refusing} games"
    )


def _hidden() -> str:
    rng = random.Random(1)
    exact = 0
    for name in tws.GAMES:
        view = tws.view(_dealt(name), 0)
        worlds = tws.worlds(view)
        exact += worlds.count > 0 and tws.view(worlds.sample(rng), 0) == view
    return f"in {exact} of {len(tws.GAMES)} games, uniform, with exact counts and chances"


def _playout(name: str, rng: random.Random) -> Callable[[], int]:
    def play() -> int:
        state: Any = tws.GAMES[name].new_game()
        decisions = 0
        while not state.hand_over:
            if state.needs_deal:
                state = tws.apply(state, tws.shuffle(state, rng))
            else:
                state = tws.apply(state, rng.choice(tws.legal_moves(state)))
                decisions += 1
        return decisions

    return play


def _speed() -> str:
    rng = random.Random(1)
    rates = [tools.rate(_playout(name, rng)) for name in tws.GAMES]
    seeds = iter(range(1_000_000))

    def batch(name: str) -> int:
        return int(fast.hands(name, 20_000, seed=next(seeds)).moves.sum())

    compiled = [tools.rate(partial(batch, name)) for name in COMPILED]
    return f"{tools.span(rates)}; {tools.span(compiled)} in batches (five games)"


def _information() -> str:
    view = tws.view(_dealt(), 1)
    conformance.check("twos")  # its promise `secrets` compares views of states with other secrets
    same = tws.View.from_json(view.to_json()) == view
    return "a typed view, also as JSON, also for spectators" if same else "-"


def _pictures() -> str:
    drawn = sum(svg.table(tws.view(_dealt(name), 0)).startswith("<svg") for name in tws.GAMES)
    tools.module("twowaystreet.web.server")
    return f"pictures of {drawn} games; games between people in browsers"


def _learning() -> str:
    state, rng = _dealt(), random.Random(1)
    view = tws.view(state, state.actor)
    searching = (players.MonteCarlo(worlds=2), players.TreeSearch(iterations=5))
    moves = [player(view, rng) for player in searching]
    learned = players.Network.__name__
    return f"deep Monte Carlo in train.py, played by {learned}; {len(moves)} players that search"


COLUMN: Final = tools.Library(
    "twowaystreet",
    "twowaystreet",
    "twowaystreet",
    games=lambda: str(len(tws.GAMES)),
    states=_states,
    illegal=_illegal,
    hidden=_hidden,
    speed=_speed,
    information=_information,
    pictures=_pictures,
    learning=_learning,
)
