"""Trees that grow in a compiled loop, against trees that grow through ``apply``."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import islice
from typing import Any, Final
from unittest.mock import Mock

import numpy as np
import pytest

import twowaystreet as tws
from tests.fast.replays import SEARCHED, SLOW, State, plays
from twowaystreet._core.playouts.policies import POLICIES
from twowaystreet._core.playouts.trials import logs_to
from twowaystreet.fast import scoring, trees
from twowaystreet.fast.batches import Batch
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.sampling import Sampler
from twowaystreet.players import TreeSearch, _searches, _tree_search

STATES: Final = 2 if IS_PLAIN else 3
ITERATIONS: Final = 60
worth_of: Final[Any] = trees.worth_of
draw: Final[Any] = Sampler.draw


def decisions(name: str, count: int) -> list[State]:
    """Return states in the play of random hands in which a player has a choice."""
    some = (state for state in plays(name, random.Random(name)) if len(tws.legal_moves(state)) > 1)
    return list(islice(some, count))


def is_equal(state: State, seed: int, policy: Any = "simple") -> bool:
    """Return whether both trees give the same estimates, to the last digit. Any: a policy."""
    seen = tws.view(state, state.actor)
    compiled, plain = (
        TreeSearch(ITERATIONS, policy, engine).evaluate(seen, random.Random(seed))
        for engine in ("fast", "python")
    )
    return list(map(str, compiled.items())) == list(map(str, plain.items()))


@pytest.mark.parametrize("name", SEARCHED)
def test_a_compiled_tree_is_the_same_as_one_through_apply(name: str) -> None:
    for seed, state in enumerate(decisions(name, STATES)):
        for policy in POLICIES:
            assert is_equal(state, seed, policy), state


def test_these_games_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No other tree helps where tables suffice, and worlds are sampled without states."""
    monkeypatch.setattr(_tree_search.TreeSearch, "_plain", None)
    for name in ("oh_hell", "street", "duel", "twos", "spades", "twenty_down"):
        (state,) = decisions(name, 1)
        TreeSearch(8, engine="fast")(tws.view(state, state.actor), random.Random(1))
        monkeypatch.setattr(trees.CompiledTree, "_encoded", None)


@pytest.mark.parametrize("name", ["twos", "street", "spades"])
def test_worlds_may_come_from_states(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The results are the same with compiled samples and without."""
    monkeypatch.setattr(trees.CompiledTree, "_opened", Mock(return_value=None))
    for seed, state in enumerate(decisions(name, 2)):
        assert is_equal(state, seed)


def test_worlds_without_tables_go_to_a_plain_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree that has begun is made once more, with the same worlds."""
    (state,) = decisions("twos", 1)
    seen = tws.view(state, state.actor)
    expected = TreeSearch(40).evaluate(seen, random.Random(1))
    monkeypatch.setattr(_tree_search, "ROUND", 20)
    grow, calls = trees.CompiledTree.grow, list[int]()

    def grows_once(tree: trees.CompiledTree, first: int, last: int) -> bool:
        calls.append(first)
        return not first and grow(tree, first, last)

    monkeypatch.setattr(trees.CompiledTree, "grow", grows_once)
    found = TreeSearch(40, engine="fast").evaluate(seen, random.Random(1))
    assert str(found) == str(expected) and calls == [0, 20]
    monkeypatch.setattr(trees, "positions_of", Mock(return_value=None))
    monkeypatch.setattr(trees.CompiledTree, "_opened", Mock(return_value=None))
    monkeypatch.setattr(trees.CompiledTree, "grow", grow)
    assert str(TreeSearch(40, engine="fast").evaluate(seen, random.Random(1))) == str(expected)


def test_a_tree_grows_beyond_its_first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither rounds nor threads change the results."""
    (state,) = decisions("twos", 1)
    seen = tws.view(state, state.actor)
    found = TreeSearch(500, "random", "fast").evaluate(seen, random.Random(1))
    assert found == TreeSearch(500, "random", "python").evaluate(seen, random.Random(1))
    monkeypatch.setattr(_tree_search, "ROUND", 70)
    again = TreeSearch(500, "random", "fast", threads=2).evaluate(seen, random.Random(1))
    assert again == found


def test_a_tree_may_have_fewer_nodes_than_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    late = (each for each in plays("duel", random.Random(2)) if len(each.tricks) == 8)
    state = next(each for each in late if len(tws.legal_moves(each)) > 1)
    seen = tws.view(state, state.actor)
    found = TreeSearch(600, engine="python").evaluate(seen, random.Random(1))
    monkeypatch.setattr(_tree_search, "ROUND", 20)
    assert TreeSearch(600, engine="fast").evaluate(seen, random.Random(1)) == found


def test_payoffs_that_are_forgotten_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "MOST", 3)
    monkeypatch.setattr(scoring, "FIRST_SIZE", 2)
    trees.memory.forget()
    for seed, state in enumerate(decisions("duel", 3)):
        assert is_equal(state, seed)
    trees.memory.forget()


def _other_logs(last: int) -> list[float]:
    return [4 * each for each in logs_to(last)]


def _without_tricks_before(batch: Batch, worlds: Any, seats: int) -> Any:
    """Return the rules of payoffs without what was won before. Any: as in the module."""
    rules, known = worth_of(batch, worlds, seats)
    before, tricks = np.zeros_like(rules.before), np.zeros_like(rules.tricks)
    return rules._replace(before=before, tricks=tricks), known


def _one_side(batch: Batch, worlds: Any, seats: int) -> Any:
    """Return the rules of payoffs with all seats but the last on one side."""
    rules, known = worth_of(batch, worlds, seats)
    return rules._replace(side=rules.side // (seats - 1)), known


def _next_worlds(sampler: Sampler, seed: int, first: int, *some: Any) -> Any:
    """Return the hands of the next worlds."""
    return draw(sampler, seed, first + 1, *some)


FAULTS: Final[dict[str, tuple[Any, str, Callable[..., Any]]]] = {
    "other bounds": (trees, "logs_to", _other_logs),
    "tricks before the search do not count": (trees, "worth_of", _without_tricks_before),
    "sides are wrong": (trees, "worth_of", _one_side),
    "the iterations take other worlds": (Sampler, "draw", _next_worlds),
}


@SLOW
@pytest.mark.parametrize("fault", FAULTS)
def test_a_tree_with_a_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    trees.memory.forget()
    monkeypatch.setattr(*FAULTS[fault])
    found = [
        is_equal(state, seed)
        for name in ("twos", "street", "spades")
        for seed, state in enumerate(decisions(name, 3))
    ]
    trees.memory.forget()
    assert not all(found)


class TrueWorlds:
    """Worlds of a cheat, who always draws the real one."""

    def __init__(self, state: State) -> None:
        self._state = state

    def sample(self, rng: random.Random) -> State:
        return self._state


@SLOW
@pytest.mark.parametrize("engine", ["fast", "python"])
def test_a_search_that_reads_the_hidden_cards_is_found(
    engine: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """States with the same view have the same estimates; a cheat has others. Any: an engine."""

    def estimates(state: State, cheats: bool) -> list[str]:
        with monkeypatch.context() as patch:
            if cheats:
                patch.setattr(_searches, "worlds", Mock(return_value=TrueWorlds(state)))
                patch.setattr(trees.CompiledTree, "_opened", Mock(return_value=None))
            seen = tws.view(state, state.actor)
            player = TreeSearch(ITERATIONS, engine=engine)
            return list(map(str, player.evaluate(seen, random.Random(5)).items()))

    for name in ("twos", "street", "duel"):
        caught = 0
        for state in decisions(name, 3):
            other = tws.determinize(tws.view(state, state.actor), random.Random(7))
            assert estimates(state, cheats=False) == estimates(other, cheats=False)
            caught += estimates(state, cheats=True) != estimates(other, cheats=True)
        assert caught
