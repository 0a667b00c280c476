from __future__ import annotations

import hashlib
import math
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import OURS, facts_of
from tests.helpers import shuffled
from tests.players.decisions import FIRST, decisions, hand, some_decision
from twowaystreet._playouts import chance
from twowaystreet._playouts.policies import POLICIES, Policy, moves
from twowaystreet.games import brag, duel, street, tien_len, twenty_down
from twowaystreet.players import Estimate, MonteCarlo, TreeSearch, simple
from twowaystreet.players._candidates import MOST, candidates, some_of
from twowaystreet.players._estimates import estimate

# Any: the state of any game, here and below.


def decision(name: str, seed: int) -> tuple[Any, Any]:
    """Return a state in which a player has a choice, and the view of the player."""
    state = some_decision(FIRST[name](), random.Random(seed))
    return state, tws.view(state, state.actor)


@pytest.mark.parametrize("name", FIRST)
@settings(max_examples=8)
@given(data=st.data())
def test_it_chooses_the_best_of_the_legal_moves_that_it_compares(
    name: str, data: st.DataObject
) -> None:
    state = data.draw(decisions(name))
    seen = tws.view(state, state.actor)
    player = MonteCarlo(2, data.draw(st.sampled_from(POLICIES)), engine="python")
    seed = data.draw(st.integers(0, 10**6))
    offered = candidates(seen, random.Random(seed))
    compared, legal = offered.moves, tws.legal_moves(state)
    found = player.evaluate(seen, random.Random(seed))
    assert tuple(found) == compared
    assert [move for move in legal if move in compared] == list(compared)
    assert len(compared) == min(len(legal), MOST)
    move = player(seen, random.Random(seed))
    if offered.is_searched:
        assert found[move].mean == max(each.mean for each in found.values())
    else:
        assert move == offered.first
    assert player(seen, random.Random(seed)) == move
    assert player.evaluate(seen, random.Random(seed)) == found


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", FIRST)
def test_an_estimate_is_the_mean_payoff_of_playouts_from_the_same_worlds(
    name: str, policy: Policy
) -> None:
    """Each playout is made again through ``apply``."""
    for seed in range(2):
        state, seen = decision(name, seed)
        seat: int = state.actor
        player = MonteCarlo(3, policy, engine="python")
        found = player.evaluate(seen, random.Random(seed))
        rng = random.Random(seed)
        compared = candidates(seen, rng).moves
        worlds = [tws.worlds(seen).sample(rng) for _ in range(player.worlds)]
        playouts = rng.getrandbits(64)
        after = [(move, tws.apply(world, move)) for move in compared for world in worlds]
        begun = [each for _, each in after if not each.hand_over]
        results: dict[Any, list[float]] = {move: [] for move in compared}
        for move, first in after:
            states: list[Any] = [first]
            if not first.hand_over:
                key = chance.key_of(playouts, begun.index(first), 0)
                states += [each for _, each in moves(policy, first, key)]
            last: Any = states[-1]
            results[move].append(tws.payoffs(last)[seat])
        # Equal states after the same move have equal means, but other random numbers.
        if len(set(begun)) == len(begun):
            assert found == {move: estimate(each) for move, each in results.items()}


def test_estimates_have_a_mean_and_its_standard_error() -> None:
    assert estimate([2.0, 4.0, 4.0, 6.0]) == Estimate(4.0, math.sqrt(8 / 3 / 4))
    assert estimate([1e16, 1.0, -1e16]).mean == 1 / 3
    one = estimate([5.0])
    assert one.mean == 5 and math.isnan(one.error)


@pytest.mark.parametrize("name", tws.GAMES)
def test_a_single_legal_move_costs_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    monkeypatch.setattr("twowaystreet.players._monte_carlo.worlds", None)
    state = shuffled(FIRST[name]())
    while not state.hand_over:
        if len(legal := tws.legal_moves(state)) == 1:
            before = rng.getstate()
            assert MonteCarlo()(tws.view(state, state.actor), rng) == legal[0]
            assert rng.getstate() == before
        state = tws.apply(state, simple(tws.view(state, state.actor), rng))


def test_of_equally_good_moves_it_takes_that_of_the_simple_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def equal(states: Sequence[Any], *_: object) -> list[float]:
        return [0.0] * len(states)

    monkeypatch.setattr("twowaystreet.players._monte_carlo.payoffs_of", equal)
    for seed in range(20):
        _, seen = decision("twos", seed)
        assert MonteCarlo(1)(seen, random.Random(1)) == simple(seen, random.Random(1))


def test_of_many_moves_it_compares_those_near_that_of_the_simple_player_and_others() -> None:
    state = shuffled(street.new_game())
    state = tws.apply(state, street.Declare(street.Direction.HIGH))
    seen = tws.view(state, state.actor)
    found = candidates(seen, random.Random(1))
    assert len(tws.legal_moves(state)) == 45 and len(found.moves) == MOST
    assert found.first == simple(seen, random.Random(1)) and found.first in found.moves
    given = set(tws.cards_of(found.first))
    shared = [len(given & set(tws.cards_of(move))) for move in found.moves]
    # Of the 16 exchanges that share one card, half of the compared moves less one are near.
    assert shared.count(1) >= MOST // 2 - 1
    assert {card for move in found.moves for card in tws.cards_of(move)} == set(state.hands[0])


def test_the_choice_of_the_simple_player_is_compared_even_if_others_share_as_much() -> None:
    """All moves without cards share as much as the choice itself."""
    moves = tuple(duel.Bid(strength, way) for strength in range(1, 11) for way in duel.Direction)
    many = tuple(attrs.evolve(move) for move in moves) + tuple(map(tws.Play, tws.CARDS[:20]))
    for first in (many[0], many[19], many[25], many[-1]):
        assert first in some_of(many, first)
        assert len(some_of(many, first)) == MOST


@pytest.mark.parametrize("new_game", [brag.new_game, tien_len.new_game])
def test_games_without_tricks_of_single_cards_are_searched_too(new_game: Any) -> None:
    state = shuffled(new_game())
    seen = tws.view(state, state.actor)
    found = MonteCarlo(2).evaluate(seen, random.Random(1))
    assert 1 < len(found) <= MOST


CHOICES: Final = {name: facts_of(name).choices for name in OURS}
"""The hash of the choices in one hand, by game; the same on every Python."""


def choices(name: str) -> str:
    """Return the hash of the choices and estimates of a hand."""
    rng = random.Random(f"choices in {name}")
    found = hashlib.sha256()
    for state in islice(hand(FIRST[name](), random.Random(1)), 0, None, 3):
        estimates = MonteCarlo(3).evaluate(tws.view(state, state.actor), rng)
        move = MonteCarlo(3)(tws.view(state, state.actor), rng)
        found.update(repr((str(move), *attrs.astuple(estimates[move]))).encode())
    return found.hexdigest()[:16]


def test_the_same_seed_gives_the_same_choices_in_every_process() -> None:
    assert {name: choices(name) for name in CHOICES} == CHOICES
    code = f"from {__name__} import *\nprint(choices('street'), choices('tien_len'))"
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "1",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    assert done.stdout.decode().split() == [CHOICES["street"], CHOICES["tien_len"]]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"worlds": 0}, "worlds=0: expected a whole number, 1 to 1000000000"),
        ({"worlds": True}, "worlds=True: expected a whole number"),
        ({"worlds": 2.0}, "worlds=2.0: expected a whole number"),
        ({"playouts": "clever"}, "playouts='clever': expected random, simple"),
        ({"endgame": -1}, "endgame=-1: expected a whole number, 0 to"),
        ({"engine": "slow"}, "engine='slow': expected auto, fast, python"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(tws.RulesError) as caught:
        MonteCarlo(**options)
    assert str(caught.value).startswith(message)


def test_only_the_view_of_the_seat_to_move_is_enough() -> None:
    state = shuffled(street.new_game())
    others = [seat for seat in range(4) if seat != state.actor]
    for seat in (*others, None):
        for ask in (MonteCarlo(1), MonteCarlo(1).evaluate):
            with pytest.raises(tws.RulesError, match="expected the view of the seat to move"):
                ask(tws.view(state, seat), random.Random(1))


def test_it_is_a_value() -> None:
    player = MonteCarlo(7, "random")
    assert pickle.loads(pickle.dumps(player)) == player == MonteCarlo(7, "random")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        player.worlds = 8  # type: ignore[misc]  # frozen


@pytest.mark.parametrize("player", [MonteCarlo(worlds=3), TreeSearch(iterations=3)])
def test_before_the_play_of_twenty_down_the_move_is_that_of_the_simple_player(
    player: MonteCarlo | TreeSearch,
) -> None:
    state, rng = shuffled(twenty_down.new_game()), random.Random(1)
    while state.phase != "play":
        assert state.actor is not None
        seen = tws.view(state, state.actor)
        move = player(seen, rng)
        assert move == simple(seen, rng)
        assert list(player.evaluate(seen, rng)) == list(candidates(seen, rng).moves)
        state = tws.apply(state, move)
