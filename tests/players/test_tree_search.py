from __future__ import annotations

import math
import random
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import shuffled
from tests.players.decisions import FIRST, decisions, some_decision
from twowaystreet._playouts.policies import POLICIES
from twowaystreet.games import street
from twowaystreet.players import Estimate, TreeSearch, simple
from twowaystreet.players._candidates import MOST, candidates
from twowaystreet.players._tree_search import Node, Range, chosen

# Any: the state of any game, here and below.


@pytest.mark.parametrize("name", FIRST)
@settings(max_examples=6)
@given(data=st.data())
def test_it_chooses_a_legal_move_of_those_that_it_compares(name: str, data: st.DataObject) -> None:
    state = data.draw(decisions(name))
    seen = tws.view(state, state.actor)
    player = TreeSearch(data.draw(st.sampled_from((1, 40))), data.draw(st.sampled_from(POLICIES)))
    seed = data.draw(st.integers(0, 10**6))
    offered = candidates(seen, random.Random(seed))
    compared = offered.moves
    found = player.evaluate(seen, random.Random(seed))
    assert tuple(found) == compared and set(compared) <= set(tws.legal_moves(state))
    move = player(seen, random.Random(seed))
    assert move == offered.first or not math.isnan(found[move].mean)
    assert offered.is_searched or move == offered.first
    assert sum(not math.isnan(each.mean) for each in found.values()) == min(
        player.iterations, len(compared)
    )
    assert player(seen, random.Random(seed)) == move
    again = player.evaluate(seen, random.Random(seed))
    assert list(map(str, again.items())) == list(map(str, found.items()))


@pytest.mark.parametrize("name", tws.GAMES)
def test_a_single_legal_move_costs_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(1)
    monkeypatch.setattr("twowaystreet.players._tree_search.worlds", None)
    state = shuffled(FIRST[name]())
    while not state.hand_over:
        if len(legal := tws.legal_moves(state)) == 1:
            before = rng.getstate()
            assert TreeSearch()(tws.view(state, state.actor), rng) == legal[0]
            assert rng.getstate() == before
        state = tws.apply(state, simple(tws.view(state, state.actor), rng))


def node(*results: float, available: int = 10) -> Node:
    """Return a node with some results."""
    made = Node()
    made.results, made.total, made.available = list(results), sum(results), available
    return made


def test_the_bound_is_that_of_the_paper() -> None:
    scale = Range()
    scale.add((-3.0, 1.0, 2.0))
    scale.add((5.0, 0.0, -1.0))
    tried = node(1.0, 3.0, available=8)
    assert scale.bound(tried) == (2 + 3) / 8 + 0.7 * math.sqrt(math.log(8) / 2)
    flat = Range()
    flat.add((0.0, 0.0))
    assert flat.bound(node(0.0, available=1)) == 0


def test_moves_that_are_not_legal_in_a_world_are_not_available() -> None:
    low, high, new = map(tws.Play, tws.cards("2C AC 3C"))
    scale = Range()
    scale.add((0.0, 1.0))
    root = Node()
    root.children = {low: node(0.0, available=5), high: node(1.0, available=5)}
    assert chosen(root, (low, high), scale) == high
    assert chosen(root, (low,), scale) == low
    assert chosen(root, (low, new), scale) is None
    assert [each.available for each in root.children.values()] == [8, 6]
    assert chosen(Node(), (low,), scale) is None


def test_each_move_is_judged_by_the_payoffs_of_the_seat_that_makes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def by_seat(state: Any, *_: object) -> tuple[float, ...]:
        return tuple(map(float, range(len(state.scores))))

    monkeypatch.setattr("twowaystreet.players._tree_search.payoffs_after", by_seat)
    state = shuffled(FIRST["twos"]())
    seen = tws.view(state, state.actor)
    root = TreeSearch(150)._search(seen, random.Random(1), candidates(seen, random.Random(1)))
    assert sum(len(each.results) for each in root.children.values()) == 150
    assert seen.seat is not None
    assert {result for each in root.children.values() for result in each.results} == {seen.seat}
    replies = [reply for each in root.children.values() for reply in each.children.values()]
    after = (seen.seat + 1) % 4
    assert {result for each in replies for result in each.results} == {after}
    # The first iteration through a move ends there.
    for each in root.children.values():
        visits = [len(reply.results) for reply in each.children.values()]
        assert sum(visits) == len(each.results) - 1
        assert each.available == 150 - list(root.children.values()).index(each)


def test_each_iteration_has_a_world_and_random_numbers_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    keys: list[int] = []

    def recorded(state: Any, key: int, _: object) -> tuple[float, ...]:
        keys.append(key)
        return (0.0,) * len(state.scores)

    monkeypatch.setattr("twowaystreet.players._tree_search.payoffs_after", recorded)
    state = shuffled(FIRST["twos"]())
    for _ in range(2):
        TreeSearch(20)(tws.view(state, state.actor), random.Random(4))
    assert len(set(keys[:20])) == 20
    assert keys[:20] == keys[20:]


CHOICES: Final = {
    "street": "KC: -0.1871345029239766",
    "duel": "KD: 2.9696969696969697",
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


def test_an_exchange_within_the_tree_has_few_moves() -> None:
    state = shuffled(street.new_game())
    found = TreeSearch(120).evaluate(tws.view(state, state.actor), random.Random(1))
    assert [str(move) for move in found] == ["high", "low"]
    state = tws.apply(state, street.Declare(street.Direction.LOW))
    found = TreeSearch(120).evaluate(tws.view(state, state.actor), random.Random(1))
    assert len(found) == MOST
    assert all(isinstance(each, Estimate) for each in found.values())


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"iterations": 0}, "iterations=0: expected a whole number, 1 to 1000000000"),
        ({"playouts": "clever"}, "playouts='clever': expected random, simple"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(tws.RulesError) as caught:
        TreeSearch(**options)
    assert str(caught.value) == message


def test_it_needs_the_view_of_the_seat_to_move() -> None:
    state = shuffled(street.new_game())
    for ask in (TreeSearch(1), TreeSearch(1).evaluate):
        with pytest.raises(tws.RulesError, match="expected the view of the seat to move"):
            ask(tws.view(state, None), random.Random(1))
