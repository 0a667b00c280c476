"""Compiled openings: from any move of an auction, by any rule, in many worlds at once."""

from __future__ import annotations

import random
from typing import Any, Final

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from tests.fast.replays import (
    OPTIONS,
    SEARCHED,
    State,
    opening_states,
    result_differences,
    whole_differences,
)
from tests.fast.test_policies import CHANGED, mixture
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.policies import moves as policy_moves
from twowaystreet._core.playouts.trials import Trials
from twowaystreet.fast import arrays, many_hands
from twowaystreet.fast.batches import ALONE
from twowaystreet.fast.kernel import COUNT, MADE
from twowaystreet.fast.matrix import Matrix
from twowaystreet.fast.openings import Opening, OpeningFinder, Task
from twowaystreet.games import duel, spades, street
from twowaystreet.games.street.player import StreetPlayer
from twowaystreet.players._searches import candidates

COMPILED: Final = [name for name in OPTIONS if not name.startswith(("twos", "oh_hell", "odd"))]
"""The option sets with moves between the deal and the play."""
STATES: Final = 8


@pytest.fixture(autouse=True)
def _no_openings_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what other tests opened, and what wrong tables opened here."""
    monkeypatch.setattr("twowaystreet.fast.openings._opened_before", {})


def policies_for(name: str) -> list[Policy]:
    return ["random", "simple", CHANGED[name.partition(",")[0]], mixture(name)]


@pytest.mark.nightly
@pytest.mark.parametrize("name", COMPILED)
def test_playouts_from_every_move_of_an_opening_equal_apply(name: str) -> None:
    states = opening_states(name, STATES)
    for seed, policy in enumerate(policies_for(name)):
        assert not list(result_differences(states, 2, seed, policy))


def test_all_phases_between_the_deal_and_the_play_are_tested() -> None:
    for name in ("street", "duel, low bids", "spades", "twenty_down"):
        found = {str(state.phase) for state in opening_states(name, 200)}
        opening: Opening = OpeningFinder("simple").of(OPTIONS[name]()).opening  # type: ignore[union-attr]  # it has one
        assert found == {"deal", *map(str, opening.phases)}


def _after_opening(state: State, policy: Policy, key: int) -> tuple[State, int]:
    """Return the state after the opening, and the number of moves up to there."""
    moves, made = policy_moves(policy, state, key), 0
    last: State = state
    while not (last.hand_over or last._order):
        _, last = next(moves)
        made += 1
    return last, made


@pytest.mark.parametrize("name", COMPILED)
def test_hands_after_an_opening_equal_those_of_apply(name: str) -> None:
    """The cards, the players, the number of moves and the code are the same."""
    states = opening_states(name, STATES)[1:]
    for seed, policy in enumerate(policies_for(name)):
        ways = OpeningFinder(policy)
        for number, state in enumerate(states):
            way = ways.of(state)
            assert way
            task = Task(way, [state], [number], 1, seed)
            ((_, batch),) = task.batches(ALONE)
            last, made = _after_opening(state, policy, chance.key_of(seed, number, 0))
            held, facts = batch.starts.held[0], batch.starts.facts[0]
            expected = np.zeros_like(held)
            hands = arrays.held_in([last])[0] if last._order else expected
            expected[: len(hands)] = hands
            assert facts[MADE] == made
            if last._order:
                assert (held == expected).all()
                assert facts[COUNT] == len(last._order)
                assert tuple(batch.starts.ring[0, : len(last._order)]) == last._order
            else:
                assert last.hand_over and facts[COUNT] < 2


@pytest.mark.parametrize("name", [name for name in COMPILED if name in SEARCHED])
def test_moves_times_worlds_equal_apply(name: str) -> None:
    """The compiled opening makes the candidate moves itself, in all worlds."""
    for seed, state in enumerate(opening_states(name, STATES // 2 + 1)[1:]):
        seen, rng = tws.view(state, state.actor), random.Random(seed)
        some = candidates(seen, rng).moves
        moves = tuple(rng.sample(some, min(len(some), 4)))
        for policy in ("simple", "random") if seed % 2 else ("simple", mixture(name)):
            trials = Trials(seen, tws.worlds(seen), moves, seed, seed + 1, policy)
            matrix = Matrix(trials, 1)
            assert matrix._way
            assert matrix.rows(3, 4) == trials.rows(3, 4)


def test_matches_with_equal_values_go_the_same_way() -> None:
    ways = OpeningFinder("simple")
    first, other = spades.new_game(), spades.new_game()
    assert first._match is not other._match and ways.of(first) is ways.of(other)
    assert ways.of(first) is not ways.of(spades.new_game(overbooks=[1, 0]))
    assert ways.of(first) is not ways.of(spades.new_game(dealer=1))


def test_scores_of_another_match_are_not_mixed_up() -> None:
    """Overbooks and perfect bids before the hand decide its score, too."""
    states = [
        tws.apply(state, tws.shuffle(state, random.Random(seed)))
        for seed in range(STATES)
        for state in (
            spades.new_game(),
            spades.new_game(overbooks=[9, 9], perfect_bids=[2, 2]),
            spades.new_game(scores=[0, 0], overbooks=[0, 9]),
        )
    ]
    assert not list(result_differences(states, 1, 2, "simple"))


@attrs.frozen
class _Contrary(StreetPlayer):
    """A player of Two Way Street that declares the other direction."""

    def __call__(self, view: Any, rng: random.Random) -> tws.Move:
        move = super().__call__(view, rng)
        return street.Declare(move.direction.other) if isinstance(move, street.Declare) else move


def test_a_rule_with_other_choices_than_its_tables_is_asked_itself() -> None:
    rule = _Contrary()
    assert StreetPlayer().describes("opening") and not rule.describes("opening")
    assert OpeningFinder(rule).of(street.new_game()) is None
    assert not list(whole_differences("street", 5, seed=1, policy=rule))


def test_large_games_go_through_apply() -> None:
    assert OpeningFinder("simple").of(street.new_game(street.Rules(players=32))) is None


def test_openings_are_forgotten_if_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twowaystreet.fast.openings.MOST", 3)
    monkeypatch.setattr("twowaystreet.fast.openings.MOST_DEALINGS", 1)
    for name in ("street", "twenty_down", "duel"):
        assert not list(result_differences(opening_states(name, 10), 3, 4, "simple"))


@pytest.mark.rule("DU-6")
def test_bids_thrown_in_are_dealt_again() -> None:
    """The last bid may throw in the hand, from a state in the middle of the bidding."""
    rules = duel.Rules(max_strength=1, bid_markers=duel.BidMarkers.CARDS)
    states: list[State] = []
    for seed in range(STATES):
        state = duel.new_game(rules, dealer=seed % 2)
        state = tws.apply(state, tws.shuffle(state, random.Random(seed)))
        states.append(tws.apply(state, duel.Bid(1, duel.Direction.HIGH)))
    found = many_hands.playouts(states, 4, seed=1)
    assert found.moves.max() > found.moves.min() + 2
    assert not list(result_differences(states, 4, 1, "random"))
