"""Worlds of Twos and Oh Hell: games whose only hidden move is the deal."""

from __future__ import annotations

import random
from itertools import count
from operator import attrgetter

import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import AnyState, nightly_but_every
from tests.leaks.small import SMALL
from tests.testing.broken import hell
from tests.testing.faults import TwoDuties
from tests.worlds import harness
from tests.worlds.by_deal import check_samples, position_of
from tests.worlds.harness import Position, check_position
from twowaystreet.games import twos


def played(start: AnyState, rng: random.Random, left: int, more: int = 0) -> list[tws.Move]:
    """Return random moves until each hand has at most some cards left, and some moves more."""
    state, moves = start, list[tws.Move]()
    while state.needs_deal or max(state.hand_sizes) > left or (more := more - 1) >= 0:
        if state.hand_over:
            break
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        moves.append(move)
        state = tws.apply(state, move)
    return moves


@pytest.mark.rule("TW-3", "TW-4", "TW-5")
@pytest.mark.parametrize(
    ("number", "left"), nightly_but_every(7, [*((number, 2) for number in range(14)), (14, 3)])
)
def test_worlds_of_late_positions_of_twos_are_the_histories_that_look_the_same(
    number: int, left: int
) -> None:
    rng = harness.generator("twos", number)
    start = twos.new_game(dealer=number % 4)
    moves = played(start, rng, left, more=number % 8)
    viewer = None if number == 7 else rng.randrange(4)
    assert check_position(position_of(start, moves, viewer))


@pytest.mark.parametrize("number", range(10))
def test_worlds_of_late_positions_of_oh_hell_are_the_histories_that_look_the_same(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = tws.Pack(tws.cards("2C 3C 4C 2D 3D 4D 2H 3H 4H 5H"))
    monkeypatch.setattr(oh_hell, "PACK", pack)
    rng = harness.generator("oh_hell", number)
    start = oh_hell.new_game(oh_hell.Rules(players=3, cards=2 + number % 2), dealer=number % 3)
    moves = played(start, rng, left=3, more=2 * number)
    viewer = None if number == 7 else rng.randrange(3)
    assert check_position(position_of(start, moves, viewer))


@pytest.mark.parametrize("number", range(10))
@pytest.mark.parametrize("name", ["twos", "oh hell"])
def test_worlds_with_equal_cards_are_the_histories_that_look_the_same(
    name: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = SMALL[name]
    small.prepare(monkeypatch)
    rng = harness.generator(name, number)
    start = small.start()
    moves = played(start, rng, left=9, more=number)
    seats = start.rules.seats
    groups = [[hand, seats + hand] for hand in range(seats)]
    groups += [[place] for place in range(2 * seats, len(start.rules.pack))]
    viewer = None if number == 7 else rng.randrange(seats)
    position = Position(
        start=start, moves=tuple(moves), viewer=viewer, groups=groups, is_complete=True
    )
    assert check_position(position)


TWO_DUTIES = hell("two_duties_of_worlds", TwoDuties)


@pytest.mark.parametrize("number", range(6))
def test_cards_of_which_a_hand_holds_one_are_counted(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = tws.Pack(tws.cards("2C KC 3D KD 2H KH 2S 3S KS AS"))
    monkeypatch.setattr(oh_hell, "PACK", pack)
    rng = harness.generator("needs", number)
    start = TWO_DUTIES.new_game(oh_hell.Rules(players=3, cards=3))
    found = 0
    while not found:
        moves = played(start, rng, left=3, more=3 + rng.randint(2, 4))
        viewer = rng.randrange(3)
        position = position_of(start, moves, viewer)
        seen = tws.view(position.states()[-1], viewer)
        needs = any(place.needs for case in seen._hidden() for place in case.places)
        if needs and tws.worlds(seen).count > 1:
            found = check_position(position)


@pytest.mark.parametrize("game", [TWO_DUTIES, twos.GAME, oh_hell.GAME], ids=attrgetter("name"))
def test_samples_of_full_hands_are_dealt_and_played_again(game: tws.Game) -> None:
    checked = 0
    for number in count():
        rng = harness.generator(f"full {game.name}", number)
        checked += check_samples(game.new_game(), rng)
        if checked >= harness.SAMPLES:
            return
