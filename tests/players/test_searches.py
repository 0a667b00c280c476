"""The players that search: flat Monte Carlo, and a search in a tree of moves."""

import hashlib
import math
import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import shuffled
from tests.players.decisions import (
    FIRST,
    HASHES,
    decisions,
    hand,
    played_by,
    some_decision,
    worlds_of,
)
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import POLICIES, Policy, moves
from twowaystreet._core.playouts.trials import Trials
from twowaystreet.games import duel, street
from twowaystreet.players import MonteCarlo, TreeSearch, _tree_search, simple
from twowaystreet.players._searches import MOST, candidates, paired, some_of
from twowaystreet.players._tree_search import (
    BATCH,
    SHARE,
    SHARED,
    MoveTree,
    Node,
    PayoffRange,
    best_of,
)

# Any: the state of any game, here and below.


def decision(name: str, seed: int) -> tuple[Any, Any]:
    """Return a state in which a player has a choice, and the view of the player."""
    state = some_decision(FIRST[name](), random.Random(seed))
    return state, tws.view(state, state.actor)


@pytest.mark.parametrize("name", FIRST)
@settings(max_examples=4)
@given(data=st.data())
def test_a_search_chooses_the_best_of_the_moves_it_compares(name: str, data: st.DataObject) -> None:
    state = data.draw(decisions(name))
    seen = tws.view(state, state.actor)
    policy, seed = data.draw(st.sampled_from(POLICIES)), data.draw(st.integers(0, 10**6))
    iterations = data.draw(st.sampled_from((1, 25)))
    offered, legal = candidates(seen, random.Random(seed)), tws.legal_moves(state)
    compared = offered.moves
    assert [move for move in legal if move in compared] == list(compared)
    assert len(compared) == min(len(legal), MOST)
    for player in (
        MonteCarlo(2, policy, engine="python"),
        TreeSearch(iterations, policy, engine="python"),
    ):
        found, again = (player.evaluate(seen, random.Random(seed)) for _ in range(2))
        assert tuple(found) == compared and str(again) == str(found)
        move = player(seen, random.Random(seed))
        assert player(seen, random.Random(seed)) == move
        is_known = {each: not math.isnan(found[each].mean) for each in compared}
        if not offered.is_searched:
            assert move == offered.first
        elif isinstance(player, MonteCarlo):
            assert found[move].mean == max(each.mean for each in found.values())
        else:
            assert is_known[move]
            assert sum(is_known.values()) == min(iterations, len(compared))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("name", FIRST)
def test_an_estimate_is_a_mean_of_playouts_from_the_same_worlds(name: str, policy: Policy) -> None:
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


def test_rounds_change_no_worlds_and_only_a_clock_limits_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("street", "spades", "brag"):
        _, seen = decision(name, 3)
        whole = MonteCarlo(16).evaluate(seen, random.Random(1))
        with monkeypatch.context() as patch:
            patch.setattr("twowaystreet.players._monte_carlo.ROUND", 7)
            assert MonteCarlo(16).evaluate(seen, random.Random(1)) == whole
        long = MonteCarlo(16, seconds=1000).evaluate(seen, random.Random(1))
        assert long == whole
    assert attrs.evolve(MonteCarlo(seconds=0.05), seconds=None) == MonteCarlo()
    _, seen = decision("twos", 5)
    one, other = (each.evaluate(seen, random.Random(1)) for each in (MonteCarlo(), MonteCarlo(50)))
    assert one == other


def exchange() -> Any:
    state = tws.apply(shuffled(street.new_game()), street.Declare(street.Direction.HIGH))
    return tws.view(state, state.actor)


def test_the_exchange_is_left_to_the_simple_player_unless_the_search_names_the_phase() -> None:
    seen = exchange()
    for player in (MonteCarlo(2), TreeSearch(2)):
        assert player(seen, random.Random(1)) == simple(seen, random.Random(1))
    searched = MonteCarlo(2, searched="declare+exchange")
    found = [searched(seen, random.Random(seed)) for seed in range(8)]
    assert any(move != simple(seen, random.Random(1)) for move in found)
    everywhere = MonteCarlo(2, searched=("all",))
    assert [everywhere(seen, random.Random(seed)) for seed in range(8)] == found
    for names in ("declair", "trump", "declare+pley", "deal"):
        with pytest.raises(tws.RulesError, match="expected phases of Two Way Street: declare, ex"):
            MonteCarlo(2, searched=names)(exchange(), random.Random(1))
    MonteCarlo(2, searched="declare+trump")(exchange(), random.Random(1))  # Twenty Down has this


@pytest.mark.parametrize("name", ["street", "tien_len"])
def test_a_single_legal_move_costs_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    monkeypatch.setattr("twowaystreet.players._searches.worlds", None)
    for state in played_by(lambda _: simple, shuffled(FIRST[name]()), rng):
        if len(legal := tws.legal_moves(state)) == 1:
            before = rng.getstate()
            for player in (MonteCarlo(), TreeSearch()):
                assert player(tws.view(state, state.actor), rng) == legal[0]
            assert rng.getstate() == before


def test_of_many_moves_it_compares_those_near_that_of_the_simple_player_and_others() -> None:
    seen = exchange()
    found = candidates(seen, random.Random(1))
    assert len(tws.legal_moves(seen)) == 45 and len(found.moves) == MOST
    assert found.first == simple(seen, random.Random(1)) and found.first in found.moves
    given = set(tws.cards_of(found.first))
    shared = [len(given & set(tws.cards_of(move))) for move in found.moves]
    # Of the 16 exchanges that share one card, half of the compared moves less one are near.
    assert shared.count(1) >= MOST // 2 - 1
    assert {card for move in found.moves for card in tws.cards_of(move)} == set(seen.hand)
    # All moves without cards share as much as the choice of the simple player, which is compared.
    moves = tuple(duel.Bid(strength, way) for strength in range(1, 11) for way in duel.Direction)
    many = tuple(attrs.evolve(move) for move in moves) + tuple(map(tws.Play, tws.CARDS[:20]))
    for first in (many[0], many[19], many[25], many[-1]):
        assert first in some_of(many, first)
        assert len(some_of(many, first)) == MOST


def searched(name: str) -> str:
    """Return a line with the hash of the choices of Monte Carlo in one hand."""
    rng, found = random.Random(f"choices in {name}"), hashlib.sha256()
    for state in islice(hand(FIRST[name](), random.Random(1)), 0, None, 3):
        estimates = MonteCarlo(3).evaluate(tws.view(state, state.actor), rng)
        move = MonteCarlo(3)(tws.view(state, state.actor), rng)
        found.update(repr((str(move), *attrs.astuple(estimates[move]))).encode())
    return f"searched {name} {found.hexdigest()[:16]}"


@pytest.mark.parametrize("name", OURS)
def test_the_same_seed_gives_the_same_choices_on_every_python_in_every_process(name: str) -> None:
    assert searched(name) in HASHES


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
        ({"searched": ""}, "searched='': expected names of phases, such as 'declare+play'"),
        ({"searched": ()}, "searched=(): expected names of phases"),
        ({"searched": 3}, "searched=3: expected names of phases"),
    ],
)
def test_no_wrong_options(options: dict[str, Any], message: str, search: Any, count: str) -> None:
    named = {name.replace("count", count): value for name, value in options.items()}
    with pytest.raises(tws.RulesError) as caught:
        search(**named)
    assert str(caught.value).startswith(message.replace("count", count, 1))
    with pytest.raises(tws.RulesError, match=r"^threads=0: expected a whole number, 1 to 256$"):
        MonteCarlo(threads=0)


def node(*results: float, available: int = 10) -> Node:
    made = Node()
    made.visits = made.valued = len(results)
    made.total, made.available = sum(results), available
    return made


def test_the_bound_is_that_of_the_paper() -> None:
    """A move is chosen exactly where its bound is the greater one."""
    scale = PayoffRange()
    scale.add((-3.0, 1.0, 2.0))
    scale.add((5.0, 0.0, -1.0))
    differences = set[int]()
    for available in range(2, 60):
        tried, other = node(1.0, 3.0, available=available), node(*[3.5] * 7, available=30)
        bound = (2 + 3) / 8 + 0.7 * math.sqrt(math.log(available + 1) / 2)
        bound_of_other = (3.5 + 3) / 8 + 0.7 * math.sqrt(math.log(31) / 7)
        best = int(bound > bound_of_other)
        assert best_of([other, tried], scale) == best
        differences.add(best)
    assert differences == {0, 1}


def test_equal_payoffs_and_visits_of_a_batch_decide_by_the_bound_alone() -> None:
    flat, scale = PayoffRange(), PayoffRange()
    flat.add((0.0, 0.0))
    assert best_of([node(0.0, available=1), node(0.0, available=2)], flat) == 1
    assert best_of([node(0.0, available=2), node(0.0, available=2)], flat) == 0
    scale.add((0.0, 1.0))
    good, fair, new = node(0.6, 0.6), node(0.5, 0.5), Node()
    assert best_of([fair, good], scale) == 1
    good.visits += 1  # an iteration of a batch counts before its payoffs are known
    assert best_of([fair, good], scale) == 0
    new.visits = new.available = 1
    assert best_of([new, node(0.4, available=1)], PayoffRange()) == 0  # no payoffs are known at all


def test_moves_that_are_not_legal_in_a_world_are_not_available() -> None:
    low, high, new = map(tws.Play, tws.cards("2C AC 3C"))
    scale = PayoffRange()
    scale.add((0.0, 1.0))
    root = Node()
    root.children = {low: node(0.0, available=5), high: node(1.0, available=5)}
    assert best_of(root.row_of((low, high)), scale) == 1
    assert best_of(root.row_of((low,)), scale) == 0
    assert best_of(root.row_of((low, new)), scale) == -1
    assert [each.available for each in root.children.values()] == [8, 6]
    assert best_of(Node().row_of((low,)), scale) == -1


@pytest.mark.parametrize(
    ("name", "share"), [("twos", 1), ("oh_hell", 1), ("street", SHARE), ("tien_len", SHARE)]
)
def test_iterations_share_worlds(name: str, share: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the play of cards each iteration has a world of its own."""
    used, roots = list[Any](), set[Node]()

    class Recorded(MoveTree):
        def _walk(self, state: Any, iteration: int) -> Any:
            used.append(state)
            roots.add(self.root)
            return super()._walk(state, iteration)

    monkeypatch.setattr("twowaystreet.players._tree_search.MoveTree", Recorded)
    state = next(hand(FIRST[name](), random.Random(1)))
    if name == "oh_hell":
        state = next(each for each in hand(state, random.Random(1)) if each._order)
    seen, count = tws.view(state, state.actor), SHARE * SHARED + 70
    TreeSearch(count, engine="python").evaluate(seen, random.Random(4))
    numbers = [
        number if share == 1 else number // 200 * SHARED + number % SHARED
        for number in range(count)
    ]
    worlds = dict(zip(numbers, used, strict=True))
    assert used == [worlds[number] for number in numbers]
    assert len(set(used)) > 0.9 * len(worlds)  # few worlds are equal
    (root,) = roots
    tried = root.children.values()
    assert sum(each.visits for each in tried) == sum(each.valued for each in tried) == count


TREE_CHOICES: Final = {
    "street": "4H: 1.5238095238095237",
    "duel": "KD: 2.6451612903225805",
    "tien_len": "KD KH: 1.3333333333333333",
}


@pytest.mark.parametrize("name", TREE_CHOICES)
def test_the_same_seed_gives_the_same_choices_of_a_tree(name: str) -> None:
    _, seen = decision(name, 2)
    found = TreeSearch(100).evaluate(seen, random.Random(3))
    move = TreeSearch(100)(seen, random.Random(3))
    assert f"{move}: {found[move].mean!r}" == TREE_CHOICES[name]


def test_a_search_by_the_clock_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does as many iterations as the time allows, and at least one round."""
    now = [0.0]

    def counted(trials: Any, states: Sequence[Any], first: int) -> Any:
        now[0] += len(states) * 0.001
        assert now[0] < 9  # it does end
        return [(0.0,) * len(states[0].scores)] * len(states)

    monkeypatch.setattr("twowaystreet._core.playouts.trials.perf_counter", lambda: now[0])
    monkeypatch.setattr("twowaystreet.players._tree_search._one_by_one", counted)
    _, seen = decision("twos", 5)
    for limit, most, expected in ((0.5, None, 500), (0.5, 90, 90), (0.001, None, 20)):
        now[0] = 0.0
        TreeSearch(most, seconds=limit, engine="python")(seen, random.Random(1))
        assert round(now[0] * 1000) in range(expected - 2, expected + 1)


def test_playouts_have_the_exchanges_and_the_play(monkeypatch: pytest.MonkeyPatch) -> None:
    ends: list[Any] = []
    values = _tree_search._together

    def recorded(trials: Any, compiles: bool, states: Sequence[Any], first: int) -> Any:
        ends.append(list(states))
        return values(trials, compiles, states, first)

    monkeypatch.setattr(_tree_search, "_together", recorded)
    phases: dict[str, set[str]] = {}
    for name in ("street", "spades"):
        state = shuffled(FIRST[name]())
        ends.clear()
        TreeSearch(90)(tws.view(state, state.actor), random.Random(1))
        assert list(map(len, ends)) == [BATCH] * 4 + [10]
        phases[name] = {str(each.phase) for batch in ends for each in batch}
    assert phases == {"street": {"exchange"}, "spades": {"look", "bid", "raise", "play"}}
