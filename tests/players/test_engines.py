"""The same choices with compiled playouts and without."""

from __future__ import annotations

import random
import sys
from importlib.util import find_spec
from typing import Any, Final
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests.players.decisions import hand, some_decision
from tests.players.test_playouts import OPTIONS
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import POLICIES
from twowaystreet._core.playouts.trials import Trials
from twowaystreet.players import MonteCarlo, PlayerError, _searches, by_name

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

    def recorded(of_moves: Trials, *_: object) -> Any:
        asked.append(len(of_moves.moves))
        raise InterruptedError

    monkeypatch.setattr(_searches, "compiled", lambda: recorded)
    monkeypatch.setattr(_searches, "policy_for", Mock(return_value="simple"))
    monkeypatch.setattr(_searches, "streams_for", Mock(return_value=chance.streams))
    with pytest.raises(InterruptedError):
        MonteCarlo(2)(seen, random.Random(1))
    assert asked == [len(tws.legal_moves(state))]
    MonteCarlo(2, engine="python")(seen, random.Random(1))
    assert len(asked) == 1


@pytest.fixture
def _without_numba(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setitem(sys.modules, "twowaystreet.fast", None)
    _searches.compiled.cache_clear()
    yield
    _searches.compiled.cache_clear()


@pytest.mark.usefixtures("_without_numba")
def test_only_options_that_need_numba_are_refused_without_it() -> None:
    with pytest.raises(PlayerError, match=r"twowaystreet\.fast"):
        by_name("montecarlo:engine=fast")
    with pytest.raises(ImportError):
        MonteCarlo(engine="fast")
    state = next(hand(OPTIONS["twos"](), random.Random(1)))
    seen = tws.view(state, state.actor)
    assert MonteCarlo(2)(seen, random.Random(1)) in tws.legal_moves(state)
    assert _searches.compiled() is None
