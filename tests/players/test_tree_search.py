from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import shuffled
from tests.players.decisions import FIRST, decisions, hand, some_decision
from twowaystreet._core.playouts.policies import POLICIES
from twowaystreet.games import street
from twowaystreet.players import Estimate, TreeSearch, _tree_search, simple
from twowaystreet.players._searches import MOST, candidates
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


@pytest.mark.parametrize("name", FIRST)
@settings(max_examples=4)
@given(data=st.data())
def test_it_chooses_a_legal_move_of_those_that_it_compares(name: str, data: st.DataObject) -> None:
    state = data.draw(decisions(name))
    seen = tws.view(state, state.actor)
    iterations = data.draw(st.sampled_from((1, 25)))
    player = TreeSearch(iterations, data.draw(st.sampled_from(POLICIES)))
    seed = data.draw(st.integers(0, 10**6))
    offered = candidates(seen, random.Random(seed))
    compared = offered.moves
    found = player.evaluate(seen, random.Random(seed))
    assert tuple(found) == compared and set(compared) <= set(tws.legal_moves(state))
    move = player(seen, random.Random(seed))
    assert move == offered.first or not math.isnan(found[move].mean)
    assert offered.is_searched or move == offered.first
    assert sum(not math.isnan(each.mean) for each in found.values()) == min(
        iterations, len(compared)
    )
    assert player(seen, random.Random(seed)) == move
    again = player.evaluate(seen, random.Random(seed))
    assert list(map(str, again.items())) == list(map(str, found.items()))


def node(*results: float, available: int = 10) -> Node:
    """Return a node with some results."""
    made = Node()
    made.visits = made.valued = len(results)
    made.total, made.available = sum(results), available
    return made


def row_of(root: Node, *moves: tws.Move) -> list[Node | None]:
    return root.row_of(moves)


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


def test_equal_payoffs_are_in_the_middle_of_nothing() -> None:
    flat = PayoffRange()
    flat.add((0.0, 0.0))
    assert best_of([node(0.0, available=1), node(0.0, available=2)], flat) == 1
    assert best_of([node(0.0, available=2), node(0.0, available=2)], flat) == 0


def test_iterations_of_a_batch_count_as_visits_before_their_payoffs_are_known() -> None:
    scale = PayoffRange()
    scale.add((0.0, 1.0))
    good, fair = node(0.6, 0.6), node(0.5, 0.5)
    assert best_of([fair, good], scale) == 1
    good.visits += 1
    assert best_of([fair, good], scale) == 0
    new = Node()
    new.visits = new.available = 1
    assert best_of([new, node(0.4, available=1)], PayoffRange()) == 0  # no payoffs are known at all


def test_moves_that_are_not_legal_in_a_world_are_not_available() -> None:
    low, high, new = map(tws.Play, tws.cards("2C AC 3C"))
    scale = PayoffRange()
    scale.add((0.0, 1.0))
    root = Node()
    root.children = {low: node(0.0, available=5), high: node(1.0, available=5)}
    assert best_of(row_of(root, low, high), scale) == 1
    assert best_of(row_of(root, low), scale) == 0
    assert best_of(row_of(root, low, new), scale) == -1
    assert [each.available for each in root.children.values()] == [8, 6]
    assert best_of(row_of(Node(), low), scale) == -1


def test_each_move_is_judged_by_the_payoffs_of_the_seat_that_makes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def by_seat(_: Any, state: Any, key: int) -> tuple[float, ...]:
        return tuple(map(float, range(len(state.scores))))

    monkeypatch.setattr("twowaystreet._core.playouts.trials.PlainPlayouts.payoffs", by_seat)
    made: list[MoveTree] = []

    class Kept(MoveTree):
        def __init__(self, *some: Any, **named: Any) -> None:
            super().__init__(*some, **named)
            made.append(self)

    monkeypatch.setattr("twowaystreet.players._tree_search.MoveTree", Kept)
    state = shuffled(FIRST["twos"]())
    seen = tws.view(state, state.actor)
    found = TreeSearch(150, engine="python").evaluate(seen, random.Random(1))
    (tree,) = made
    root = tree.root
    assert seen.seat is not None
    assert {each.mean for each in found.values()} == {seen.seat}
    assert sum(each.visits for each in root.children.values()) == 150
    after = (seen.seat + 1) % 4
    for each in root.children.values():
        assert each.total == seen.seat * each.visits
        assert each.available == 150 - list(root.children.values()).index(each)
        # The first iteration through a move ends there.
        assert sum(reply.visits for reply in each.children.values()) == each.visits - 1
        for reply in each.children.values():
            assert reply.total == after * reply.visits


@pytest.mark.parametrize(
    ("name", "share"), [("twos", 1), ("oh_hell", 1), ("street", SHARE), ("tien_len", SHARE)]
)
def test_iterations_share_worlds_before_the_play(
    name: str, share: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the play of cards each iteration has a world of its own."""
    used: list[Any] = []

    class Recorded(MoveTree):
        def _walk(self, state: Any, iteration: int) -> Any:
            used.append(state)
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


def test_each_iteration_has_random_numbers_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys: list[int] = []

    def recorded(_: Any, state: Any, key: int) -> tuple[float, ...]:
        keys.append(key)
        return (0.0,) * len(state.scores)

    monkeypatch.setattr("twowaystreet._core.playouts.trials.PlainPlayouts.payoffs", recorded)
    state = shuffled(FIRST["twos"]())
    for _ in range(2):
        TreeSearch(20, engine="python")(tws.view(state, state.actor), random.Random(4))
    assert len(set(keys[:20])) == 20
    assert keys[:20] == keys[20:]


CHOICES: Final = {
    "street": "4H: 1.5238095238095237",
    "duel": "KD: 2.6451612903225805",
    "tien_len": "KD KH: 1.3333333333333333",
}
"""The choices at one decision of some games; the same on every Python."""


def choice(name: str) -> str:
    state = some_decision(FIRST[name](), random.Random(2))
    seen = tws.view(state, state.actor)
    found = TreeSearch(100).evaluate(seen, random.Random(3))
    move = TreeSearch(100)(seen, random.Random(3))
    return f"{move}: {found[move].mean!r}"


def test_the_same_seed_gives_the_same_choices() -> None:
    assert {name: choice(name) for name in CHOICES} == CHOICES


def test_the_search_compares_few_exchanges() -> None:
    """An exchange is searched only if the player is asked to."""
    state = shuffled(street.new_game())
    found = TreeSearch(120).evaluate(tws.view(state, state.actor), random.Random(1))
    assert [str(move) for move in found] == ["high", "low"]
    state = tws.apply(state, street.Declare(street.Direction.LOW))
    seen = tws.view(state, state.actor)
    found = TreeSearch(120, searched="all").evaluate(seen, random.Random(1))
    assert len(found) == MOST
    assert all(isinstance(each, Estimate) for each in found.values())
    rng = random.Random(1)
    assert TreeSearch(searched="declare+play")(seen, rng) == simple(seen, random.Random(1))
    assert rng.getstate() == random.Random(1).getstate()


def test_a_search_by_the_clock_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It does as many iterations as the time allows, and at least one round."""
    now = [0.0]

    def counted(trials: Any, states: Sequence[Any], first: int) -> Any:
        now[0] += len(states) * 0.001
        assert now[0] < 9  # it does end
        return [(0.0,) * len(states[0].scores)] * len(states)

    monkeypatch.setattr("twowaystreet._core.playouts.trials.perf_counter", lambda: now[0])
    monkeypatch.setattr("twowaystreet.players._tree_search._one_by_one", counted)
    state = shuffled(FIRST["twos"]())
    seen = tws.view(state, state.actor)
    for limit, most, expected in ((0.5, None, 500), (0.5, 90, 90), (0.001, None, 20)):
        now[0] = 0.0
        TreeSearch(most, seconds=limit, engine="python")(seen, random.Random(1))
        assert round(now[0] * 1000) in range(expected - 2, expected + 1)


def test_a_search_before_the_play_leaves_exchanges_and_the_play_to_playouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
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


def test_it_needs_the_view_of_the_seat_to_move() -> None:
    state = shuffled(street.new_game())
    for ask in (TreeSearch(1), TreeSearch(1).evaluate):
        with pytest.raises(tws.RulesError, match="expected the view of the seat to move"):
            ask(tws.view(state, None), random.Random(1))
