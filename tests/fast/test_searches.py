"""Searches of moves in compiled loops, against the same ones through ``apply``."""

import random
from itertools import islice
from typing import Any, Final
from unittest.mock import Mock

import numpy as np
import pytest

import twowaystreet as tws
from tests.fast.replays import OPTIONS, SEARCHED, SLOW, State, plays, plays_of
from twowaystreet._core.playouts import scores, table_play
from twowaystreet._core.playouts.policies import POLICIES
from twowaystreet._core.playouts.trials import Trials
from twowaystreet._core.tricks.play_tables import is_open
from twowaystreet._core.worlds.worlds import Worlds
from twowaystreet.fast import arrays, matrix, scoring, trees
from twowaystreet.fast.batches import ALONE
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.many_hands import position_of
from twowaystreet.fast.matrix import Matrix
from twowaystreet.games import twos
from twowaystreet.players import TreeSearch, _tree_search
from twowaystreet.players._searches import candidates

# Any: the states and views of any game, here and below.
TRICK_GAMES: Final = ("street", "duel", "twos", "spades", "twenty_down")
COUNT: Final = 12


def choices(name: str, hands: int) -> list[Any]:
    """Return the states in the play of some hands in which a player has a choice of cards."""
    found = (state for seed in range(hands) for state in plays_of(OPTIONS[name], seed))
    return [state for state in found if len(tws.legal_moves(state)) > 1]


def trials_in(state: Any, seed: int = 1) -> Trials:
    seen = tws.view(state, state.actor)
    moves = candidates(seen, random.Random(seed)).moves
    return Trials(seen, tws.worlds(seen), moves, seed, seed + 1, "simple")


def held_in(trials: Trials, first: int, levels: int) -> Any:
    """Return the hands of the states of worlds, with this number of levels."""
    found = arrays.held_in(trials.sample(first, COUNT))
    padded = np.zeros((COUNT, levels, found.shape[2]), np.uint64)
    padded[:, : found.shape[1]] = found
    return padded


@pytest.mark.parametrize("name", SEARCHED)
def test_compiled_samples_are_the_hands_of_the_states(name: str) -> None:
    sampled = 0
    for state in choices(name, 2):
        trials = trials_in(state)
        matrix = Matrix(trials, 1)
        sampler = matrix.sampler if matrix.begin else None
        if sampler:
            sampled += 1
            held, piles = sampler.draw(trials.of_worlds, 5, COUNT, ALONE)
            assert (held == held_in(trials, 5, held.shape[1])).all()
            if piles is not None:
                assert matrix.begin
                tables = matrix.begin.tables
                known = [(world, tables) for world in trials.sample(5, COUNT)]
                turned, expected = arrays.dummies_in(known, held.shape[2])
                assert (piles == expected).all() and (turned == turned[0]).all()
    if name in TRICK_GAMES:
        assert sampled > 10


def facts(state: Any) -> tuple[Any, ...]:
    """Return all that a playout of simple players knows of a state besides the hands."""
    describe = table_play.card_play_of("simple", state)
    assert describe
    return scores.tables_of(state), scores.summary_of(state), describe(state)


@pytest.mark.parametrize("name", SEARCHED)
def test_the_worlds_of_a_view_share_what_our_games_declare_open(name: str) -> None:
    for state in choices(name, 1)[::3]:
        if not is_open(state) or scores.tables_of(state) is None:
            continue
        trials = trials_in(state)
        tables, summary, play = facts(state)
        for world in trials.sample(0, COUNT):
            found = facts(world)
            assert found[0] is tables and found[1] == summary
            assert found[2].of_hand == play.of_hand and found[2].wanted == play.wanted


def test_a_derived_game_is_not_open_by_itself() -> None:
    class Derived(twos.State):
        """A game that may hide more than its base."""

        __slots__ = ()

    state = choices("twos", 1)[0]
    assert is_open(state)
    assert not is_open(object.__new__(Derived))


@pytest.mark.parametrize("name", ["twenty_down"] if IS_PLAIN else TRICK_GAMES)
def test_threads_and_rounds_and_samples_do_not_change_payoffs(name: str) -> None:
    for number, state in enumerate(choices(name, 1)[::6]):
        trials = trials_in(state, number)
        whole = Matrix(trials, 1).rows(0, COUNT)
        assert Matrix(trials, 3).rows(0, COUNT) == whole
        rounds = Matrix(trials, 1)
        parts = [rounds.rows(0, 5), rounds.rows(5, COUNT - 5)]
        assert [one + other for one, other in zip(*parts, strict=True)] == whole
        by_states, alone = Matrix(trials, 1), Matrix(trials, 1)
        by_states.__dict__["sampler"] = None
        alone.__dict__["open_batch"] = None
        assert by_states.rows(0, COUNT) == alone.rows(0, COUNT) == whole
        through_apply = Matrix(trials, 1)
        through_apply.__dict__["_cards"] = None
        assert through_apply.rows(0, COUNT) == whole == trials.rows(0, COUNT)


def test_worlds_without_tables_are_played_through_apply(monkeypatch: pytest.MonkeyPatch) -> None:
    trials = trials_in(choices("twos", 1)[4])
    whole = Matrix(trials, 1).rows(0, COUNT)

    def of_even_worlds(state: Any, policy: Any, number: int, *some: int) -> Any:
        return None if number % 2 else position_of(state, policy, number, *some)

    monkeypatch.setattr(matrix, "position_of", of_even_worlds)
    some = Matrix(trials, 1)
    some.__dict__["open_batch"] = None
    assert some.rows(0, COUNT) == whole


@pytest.mark.parametrize("name", TRICK_GAMES)
def test_hands_of_several_cases_are_sampled(name: str) -> None:
    """Few views in the play have several cases, so this one gets the same case three times."""
    trials = trials_in(choices(name, 1)[6])
    assert isinstance(trials.of_view, Worlds)
    trials.of_view._cases *= 3
    matrix = Matrix(trials, 1)
    assert matrix.begin and matrix.sampler and len(matrix.sampler.draws) == 3
    assert matrix.rows(0, COUNT) == trials.rows(0, COUNT)


STATES: Final = 2 if IS_PLAIN else 3
ITERATIONS: Final = 60


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


def test_a_tree_grows_and_may_have_few_nodes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Neither rounds nor threads change the results."""
    (state,) = decisions("twos", 1)
    seen = tws.view(state, state.actor)
    found = TreeSearch(500, "random", "fast").evaluate(seen, random.Random(1))
    assert found == TreeSearch(500, "random", "python").evaluate(seen, random.Random(1))
    monkeypatch.setattr(_tree_search, "ROUND", 70)
    again = TreeSearch(500, "random", "fast", threads=2).evaluate(seen, random.Random(1))
    assert again == found
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


@SLOW
@pytest.mark.parametrize("engine", ["fast", "python"])
@pytest.mark.parametrize("name", ["twos", "street", "duel"])
def test_states_with_the_same_view_have_the_same_estimates(name: str, engine: Any) -> None:
    for state in decisions(name, 3):
        seen = tws.view(state, state.actor)
        other = tws.determinize(seen, random.Random(7))
        player = TreeSearch(ITERATIONS, engine=engine)
        found, again = (
            player.evaluate(tws.view(each, state.actor), random.Random(5))
            for each in (state, other)
        )
        assert str(found) == str(again)
