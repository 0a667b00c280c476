from __future__ import annotations

import hashlib
import math
import os
import pickle
import random
import subprocess
import sys
from itertools import islice
from typing import Any, Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import OURS, facts_of
from tests.helpers import shuffled
from tests.players.decisions import FIRST, decisions, hand, some_decision, worlds_of
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import POLICIES, Policy, moves
from twowaystreet._core.playouts.trials import Trials
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.games import brag, duel, street, twenty_down
from twowaystreet.players import Estimate, MonteCarlo, TreeSearch, simple
from twowaystreet.players._searches import MOST, candidates, estimate, paired, some_of

# Any: the state of any game, here and below.


def decision(name: str, seed: int) -> tuple[Any, Any]:
    """Return a state in which a player has a choice, and the view of the player."""
    state = some_decision(FIRST[name](), random.Random(seed))
    return state, tws.view(state, state.actor)


@pytest.mark.parametrize("name", FIRST)
@settings(max_examples=4)
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
        offered = candidates(seen, rng)
        worlds = worlds_of(seen, rng, 3)
        playouts = rng.getrandbits(64)
        results: dict[Any, list[float]] = {move: [] for move in offered.moves}
        for place, move in enumerate(offered.moves):
            for number, world in enumerate(worlds):
                states: list[Any] = [tws.apply(world, move)]
                if not states[0].hand_over:
                    key = chance.key_of(playouts, number, place)
                    states += [each for _, each in moves(policy, states[0], key)]
                results[move].append(tws.payoffs(states[-1])[seat])
        assert found == paired(results, offered.first)


@pytest.mark.rule("DU-2", "BR-9")
@pytest.mark.parametrize(("game", "late"), [(duel, 1), (brag, 3)])
def test_moves_that_nobody_sees_yet_are_those_of_simple_players(game: Any, late: int) -> None:
    """In worlds of the view alone a sealed bid is each bid, and a hidden lay each lay."""
    rng, early, last = random.Random(5), list[float](), list[float]()
    for _ in range(24):
        state: Any = game.new_game()
        state = tws.apply(state, tws.shuffle(state, rng))
        for place in range(0 if state.hand_over else late + 1):
            seen = tws.view(state, state.actor)
            move = simple(seen, rng)
            if place in (0, late):
                found = MonteCarlo(8, engine="python").evaluate(seen, rng)
                (last if place else early).append(found[move].mean)
            state = tws.apply(state, move)
    worths = [mean_and_error(each) for each in (early, last)]
    assert all(abs(mean) < 4 * error for mean, error in worths), worths


def test_estimates_have_a_mean_and_its_standard_error() -> None:
    assert estimate([2.0, 4.0, 4.0, 6.0]) == Estimate(4.0, math.sqrt(8 / 3 / 4))
    assert estimate([1e16, 1.0, -1e16]).mean == 1 / 3
    one = estimate([5.0])
    assert one.mean == 5 and math.isnan(one.error)


FIRST_MOVE, *OTHERS = tuple[tws.Move, ...](map(tws.Play, tws.CARDS[:4]))


def test_a_loss_has_the_error_of_the_differences_in_the_same_worlds() -> None:
    """The luck of the worlds is the same for both moves, so that only the differences count."""
    results = {FIRST_MOVE: [10.0, -20.0, 31.0, 3.0], OTHERS[0]: [9.0, -21.0, 29.0, 3.0]}
    best, other = paired(results, OTHERS[0]).values()
    assert (best.mean, best.loss, best.loss_error) == (6, 0, 0)
    assert (other.mean, other.loss) == (5, 1)
    assert other.loss_error == mean_and_error([1, 1, 2, 0])[1] < 0.5
    assert best.error > 10 < other.error  # an unpaired error would be greater than both


def test_of_equal_means_the_move_of_the_simple_player_is_the_best() -> None:
    results = {FIRST_MOVE: [1.0, 2.0], OTHERS[0]: [2.0, 1.0], OTHERS[1]: [0.0, 0.0]}
    found = paired(results, OTHERS[0])
    assert [each.loss for each in found.values()] == [0, 0, 1.5]
    assert found[OTHERS[0]].loss_error == 0 < found[FIRST_MOVE].loss_error


def test_one_world_gives_no_error_of_a_loss() -> None:
    best, other = paired({FIRST_MOVE: [1.0], OTHERS[0]: [0.0]}, FIRST_MOVE).values()
    assert (best.loss, best.loss_error, other.loss) == (0, 0, 1)
    assert math.isnan(other.loss_error)


def by_the_clock(monkeypatch: pytest.MonkeyPatch, each: float) -> list[int]:
    """Let time pass by the number of worlds alone; return the list of the sizes of rounds."""
    now, sizes = [0.0], list[int]()

    class Equal:
        """Trials in which all moves are worth the same."""

        def __init__(self, trials: Trials, *_: object) -> None:
            self._moves = len(trials.moves)

        def rows(self, first: int, count: int) -> list[list[float]]:
            assert first in (0, sum(sizes)) and len(sizes) < 9  # it does end
            now[0] += each * count
            sizes.append(count)
            return [[0.0] * count] * self._moves

    monkeypatch.setattr("twowaystreet._core.playouts.trials.perf_counter", lambda: now[0])
    monkeypatch.setattr("twowaystreet.players._searches.in_fastest_way", Equal)
    return sizes


@pytest.mark.parametrize(
    ("options", "each", "sizes"),
    [
        ({"seconds": 0.1}, 0.001, [8, 24, 68]),
        ({"seconds": 0.1, "worlds": 40}, 0.001, [8, 24, 8]),
        ({"seconds": 0.1, "worlds": 5}, 0.001, [5]),
        ({"seconds": 0.1}, 1.0, [8]),
        ({"worlds": 2050}, 1.0, [1024, 1024, 2]),
    ],
)
def test_worlds_are_added_in_rounds_until_the_time_is_over(
    options: dict[str, Any], each: float, sizes: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, seen = decision("twos", 5)
    found = by_the_clock(monkeypatch, each)
    MonteCarlo(**options)(seen, random.Random(1))
    assert found == sizes


def test_rounds_do_not_change_the_worlds_and_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("street", "spades", "brag"):
        _, seen = decision(name, 3)
        whole = MonteCarlo(16).evaluate(seen, random.Random(1))
        with monkeypatch.context() as patch:
            patch.setattr("twowaystreet.players._monte_carlo.ROUND", 7)
            assert MonteCarlo(16).evaluate(seen, random.Random(1)) == whole
        long = MonteCarlo(16, seconds=1000).evaluate(seen, random.Random(1))
        assert long == whole


def test_without_a_number_of_worlds_only_a_clock_limits_them() -> None:
    short = MonteCarlo(seconds=0.05)
    assert attrs.evolve(short, seconds=None) == MonteCarlo() != short
    _, seen = decision("twos", 5)
    assert MonteCarlo().evaluate(seen, random.Random(1)) == MonteCarlo(50).evaluate(
        seen, random.Random(1)
    )
    assert pickle.loads(pickle.dumps(MonteCarlo(seconds=2))) == MonteCarlo(seconds=2)


def exchange() -> Any:
    """Return the view of a player of Two Way Street who is to exchange."""
    state = tws.apply(shuffled(street.new_game()), street.Declare(street.Direction.HIGH))
    return tws.view(state, state.actor)


def test_the_exchange_of_two_way_street_is_left_to_the_simple_player() -> None:
    seen = exchange()
    for player in (MonteCarlo(2), TreeSearch(2)):
        assert player(seen, random.Random(1)) == simple(seen, random.Random(1))
    searched = MonteCarlo(2, searched="declare+exchange")
    found = [searched(seen, random.Random(seed)) for seed in range(8)]
    assert any(move != simple(seen, random.Random(1)) for move in found)
    everywhere = MonteCarlo(2, searched=("all",))
    assert [everywhere(seen, random.Random(seed)) for seed in range(8)] == found


def test_phases_that_are_not_named_are_left_to_the_simple_player() -> None:
    state, rng = shuffled(street.new_game()), random.Random(1)
    player = MonteCarlo(2, searched="exchange")
    while not state.hand_over:
        assert state.actor is not None
        seen = tws.view(state, state.actor)
        if state.phase != "exchange":
            assert player(seen, random.Random(3)) == simple(seen, random.Random(3))
        state = tws.apply(state, simple(seen, rng))


def test_names_that_are_no_phases_of_the_game_are_refused() -> None:
    for names in ("declair", "trump", "declare+pley", "deal"):
        with pytest.raises(tws.RulesError, match="expected phases of Two Way Street: declare, ex"):
            MonteCarlo(2, searched=names)(exchange(), random.Random(1))
    MonteCarlo(2, searched="declare+trump")(exchange(), random.Random(1))  # Twenty Down has this
    listed: Any = ["declare", "play"]
    assert hash(MonteCarlo(searched=listed)) == hash(MonteCarlo(searched=("declare", "play")))


@pytest.mark.parametrize("name", tws.GAMES)
def test_a_single_legal_move_costs_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    monkeypatch.setattr("twowaystreet.players._searches.worlds", None)
    state = shuffled(FIRST[name]())
    while not state.hand_over:
        if len(legal := tws.legal_moves(state)) == 1:
            before = rng.getstate()
            for player in (MonteCarlo(), TreeSearch()):
                assert player(tws.view(state, state.actor), rng) == legal[0]
            assert rng.getstate() == before
        state = tws.apply(state, simple(tws.view(state, state.actor), rng))


def test_of_equally_good_moves_it_takes_that_of_the_simple_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for seed in range(20):
        by_the_clock(monkeypatch, 0)
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


@pytest.mark.parametrize(("search", "count"), [(MonteCarlo, "worlds"), (TreeSearch, "iterations")])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"count": 0}, "count=0: expected a whole number, 1 to 1000000000"),
        ({"count": True}, "count=True: expected a whole number"),
        ({"count": 2.0}, "count=2.0: expected a whole number"),
        ({"playouts": "clever"}, "playouts='clever': expected random, simple"),
        ({"engine": "slow"}, "engine='slow': expected auto, fast, python"),
        ({"seconds": 0}, "seconds=0: expected a number of seconds above 0, up to 86400"),
        ({"seconds": math.nan}, "seconds=nan: expected a number of seconds"),
        ({"seconds": True}, "seconds=True: expected a number of seconds"),
        ({"seconds": "1"}, "seconds='1': expected a number of seconds"),
        ({"threads": 0}, "threads=0: expected a whole number, 1 to 256"),
        ({"searched": ""}, "searched='': expected names of phases, such as 'declare+play'"),
        ({"searched": ()}, "searched=(): expected names of phases"),
        ({"searched": 3}, "searched=3: expected names of phases"),
    ],
)
def test_wrong_options_are_refused(
    options: dict[str, Any], message: str, search: Any, count: str
) -> None:
    named = {name.replace("count", count): value for name, value in options.items()}
    with pytest.raises(tws.RulesError) as caught:
        search(**named)
    assert str(caught.value).startswith(message.replace("count", count, 1))


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
