"""Trials of moves in compiled loops, against the same ones through ``apply``."""

import random
from typing import Any, Final

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from tests.fast.replays import OPTIONS, SEARCHED, plays_of
from twowaystreet._core.playouts import table_play
from twowaystreet._core.playouts.trials import Trials
from twowaystreet._core.tricks.play_tables import is_open
from twowaystreet._core.worlds.worlds import Worlds
from twowaystreet.fast import arrays, matrix
from twowaystreet.fast.batches import ALONE
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.many_hands import position_of
from twowaystreet.fast.matrix import Matrix
from twowaystreet.games import street, twos
from twowaystreet.players import MonteCarlo, TreeSearch
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
    return table_play.tables_of(state), table_play.summary_of(state), describe(state)


@pytest.mark.parametrize("name", SEARCHED)
def test_the_worlds_of_a_view_share_what_our_games_declare_open(name: str) -> None:
    for state in choices(name, 1)[::3]:
        if not is_open(state) or table_play.tables_of(state) is None:
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
    new = tws.apply(street.new_game(), tws.shuffle(street.new_game(), random.Random(1)))
    for player, seen in ((MonteCarlo(2), trials.view), (TreeSearch(2), tws.view(new, new.actor))):
        python, fast = (attrs.evolve(player, engine=engine) for engine in ("python", "fast"))
        assert python.evaluate(seen, random.Random(1)) == fast.evaluate(seen, random.Random(1))


@pytest.mark.parametrize("name", TRICK_GAMES)
def test_hands_of_several_cases_are_sampled(name: str) -> None:
    """Few views in the play have several cases, so this one gets the same case three times."""
    trials = trials_in(choices(name, 1)[6])
    assert isinstance(trials.of_view, Worlds)
    trials.of_view._cases *= 3
    matrix = Matrix(trials, 1)
    assert matrix.begin and matrix.sampler and len(matrix.sampler.draws) == 3
    assert matrix.rows(0, COUNT) == trials.rows(0, COUNT)
