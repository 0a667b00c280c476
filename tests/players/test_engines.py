"""The same choices with compiled playouts and without, and exact endings of the Duel."""

from __future__ import annotations

import random
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.players.decisions import hand, some_decision
from tests.players.test_playouts import OPTIONS
from twowaystreet._playouts import results
from twowaystreet._playouts.policies import POLICIES
from twowaystreet.games import duel
from twowaystreet.players import MonteCarlo, PlayerError, by_name
from twowaystreet.players._candidates import candidates
from twowaystreet.players._estimates import estimate

NEEDS_NUMBA: Final = pytest.mark.skipif(not find_spec("numba"), reason="numba is not installed")

# Any: the state of any game, here and below.


@NEEDS_NUMBA
@pytest.mark.parametrize("name", OPTIONS)
def test_compiled_playouts_give_the_same_estimates_and_choices(name: str) -> None:
    rng = random.Random(name)
    for seed in range(3):
        state = some_decision(OPTIONS[name](), rng)
        seen = tws.view(state, state.actor)
        for policy in POLICIES:
            compiled, plain = (
                MonteCarlo(3, policy, engine=engine) for engine in ("fast", "python")
            )
            found = compiled.evaluate(seen, random.Random(seed))
            assert found == plain.evaluate(seen, random.Random(seed))
            assert compiled(seen, random.Random(seed)) == plain(seen, random.Random(seed))


def test_compiled_playouts_are_taken_where_they_are_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = next(hand(OPTIONS["twos"](), random.Random(1)))
    seen = tws.view(state, state.actor)
    asked: list[int] = []

    def recorded(states: list[Any], *_: object, **__: object) -> Any:
        asked.append(len(states))
        raise InterruptedError

    monkeypatch.setattr(results, "compiled", lambda: recorded)
    with pytest.raises(InterruptedError):
        MonteCarlo(2)(seen, random.Random(1))
    assert asked == [2 * len(tws.legal_moves(state))]
    MonteCarlo(2, engine="python")(seen, random.Random(1))
    assert len(asked) == 1


@pytest.fixture
def _without_numba(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(sys.modules, "twowaystreet.fast", None)
    results.compiled.cache_clear()
    yield
    results.compiled.cache_clear()


@pytest.mark.usefixtures("_without_numba")
def test_only_options_that_need_numba_are_refused_without_it() -> None:
    for name in ("montecarlo:engine=fast", "montecarlo:endgame=5"):
        with pytest.raises(PlayerError, match=r"twowaystreet\.fast"):
            by_name(name)
    with pytest.raises(ImportError):
        MonteCarlo(engine="fast")
    state = next(hand(OPTIONS["twos"](), random.Random(1)))
    seen = tws.view(state, state.actor)
    assert MonteCarlo(2)(seen, random.Random(1)) in tws.legal_moves(state)
    assert results.compiled() is None


def play_state(rng: random.Random, size: int, rules: duel.Rules | None = None) -> Any:
    """Return a state of the Duel in which the player to move holds this number of cards."""
    while True:
        for state in hand(duel.new_game(rules), rng):
            if state.phase == "play" and len(state.hands[state.actor]) == size:
                return state


@NEEDS_NUMBA
def test_endings_of_the_duel_are_solved_in_each_world() -> None:
    solve = import_module("twowaystreet.solve")
    rng = random.Random(6)
    differences = 0
    for seed in range(4):
        state = play_state(rng, 5)
        seen = tws.view(state, state.actor)
        found = MonteCarlo(6, endgame=5).evaluate(seen, random.Random(seed))
        source = random.Random(seed)
        compared = candidates(seen, source).moves
        worlds = [tws.worlds(seen).sample(source) for _ in range(6)]
        exact = [solve.values(world) for world in worlds]
        assert found == {
            move: estimate([float(values[move]) for values in exact]) for move in compared
        }
        played_out = MonteCarlo(6).evaluate(seen, random.Random(seed))
        differences += found != played_out
        assert MonteCarlo(6, endgame=4).evaluate(seen, random.Random(seed)) == played_out
    assert differences


@NEEDS_NUMBA
def test_other_hands_are_never_solved() -> None:
    """Two equal Jokers may be in one hand, which the solver refuses."""
    rules = duel.Rules(jokers=duel.Jokers.TWO_ALIKE)
    for state in (
        play_state(random.Random(1), 5, rules),
        next(hand(OPTIONS["twos"](), random.Random(2))),
    ):
        seen = tws.view(state, state.actor)
        solving, other = MonteCarlo(3, endgame=13), MonteCarlo(3)
        assert solving.evaluate(seen, random.Random(1)) == other.evaluate(seen, random.Random(1))
