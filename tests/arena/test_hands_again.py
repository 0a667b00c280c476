"""Tests of hands that are played again, and of results by seat and place."""

from __future__ import annotations

import math
import pickle
import random
import statistics
from typing import Any

import pytest

import twowaystreet as tws
from tests.arena import bots
from tests.helpers import AnyView
from twowaystreet import arena
from twowaystreet.arena import ArenaError
from twowaystreet.arena.hands import generator
from twowaystreet.players import PlayerError

PLAYERS: list[arena.Entrant] = ["random", bots.Alternating, "random"]


@pytest.mark.parametrize("game", tws.GAMES)
def test_a_hand_is_played_again_as_a_record(game: str) -> None:
    results = arena.play(game, ["simple", "random"], deals=2, seed=3)
    record = results.record(1, 1)
    assert record.state.hand_over and record.game.name == game
    assert tws.score_hand(record.state).points == results.played[1][1].points
    assert tws.Record.from_text(record.to_text()) == record


def test_the_hands_of_a_gauntlet_are_played_again() -> None:
    results = arena.gauntlet("twos", PLAYERS, deals=1)
    for rotation in (0, 29):
        record = results.record(0, rotation)
        assert tws.score_hand(record.state).points == results.played[0][rotation].points


def test_a_fault_is_repeated_by_the_substitute() -> None:
    results = arena.play("twos", {"a": bots.broken, "b": "random"}, deals=1)
    record = results.record(0, 0)
    assert tws.score_hand(record.state).points == results.played[0][0].points


def test_other_players_are_refused() -> None:
    results = arena.play("twos", [bots.last, bots.first], deals=3)
    with pytest.raises(ArenaError, match=r"player 'tests\.arena\.bots\.last' is not as it was"):
        results.record(2, 1, ["random", bots.first])
    with pytest.raises(ArenaError, match="is not as it was in the match"):
        results.record(2, 1, [bots.wasteful, bots.first])


def test_results_in_another_process_need_their_players() -> None:
    def local(view: AnyView, rng: random.Random) -> tws.Move:
        return tws.legal_moves(view)[0]

    players: dict[str, arena.Entrant] = {"a": bots.last, "b": local}
    results = arena.play("twos", players, deals=1)
    found = pickle.loads(pickle.dumps(results))
    assert found == results
    with pytest.raises(PlayerError, match="player 'a': expected simple"):
        found.record(0, 0)
    assert found.record(0, 0, players) == results.record(0, 0)


def test_a_player_that_remembers_is_refused() -> None:
    calls = 0

    def remembering(view: AnyView, rng: random.Random) -> tws.Move:
        nonlocal calls
        calls += 1
        return tws.legal_moves(view)[-1 if calls > 26 else 0]

    results = arena.play("twos", {"a": remembering, "b": bots.first}, deals=1)
    with pytest.raises(
        ArenaError,
        match=r"deal 0, rotation 0 differs from the match: expected the points \(.*random numbers",
    ):
        results.record(0, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((2, 0, ["random"] * 2), "deal=2: expected a whole number from 0 to 1"),
        ((-1, 0, ["random"] * 2), "deal=-1: expected a whole number from 0 to 1"),
        ((0, 2, ["random"] * 2), "rotation=2: expected a whole number from 0 to 1"),
        ((0, True, ["random"] * 2), "rotation=True: expected a whole number from 0 to 1"),
        ((0, 0, ["random"] * 3), "players=3: expected the 2 players of the match"),
    ],
)
def test_impossible_hands(arguments: Any, message: str) -> None:
    results = arena.play("twos", ["random", "random"], deals=2)
    with pytest.raises(tws.RulesError) as caught:
        results.record(*arguments)
    assert str(caught.value) == message


def _leads(hand: arena.Hand) -> list[float]:
    total = sum(hand.points)
    return [own - (total - own) / 3 for own in hand.points]


def test_results_by_seat_are_those_of_a_count() -> None:
    results = arena.play("twos", ["random", bots.first], deals=5)
    for player in (0, 1):
        for seat, (mean, error) in enumerate(results.by_seat(player)):
            values = [
                _leads(hand)[seat]
                for hands in results.played
                for hand in hands
                if hand.seats[seat] == player
            ]
            assert mean == pytest.approx(statistics.fmean(values))
            assert error == pytest.approx(statistics.stdev(values) / 5**0.5)
    total = statistics.fmean(mean for mean, _ in results.by_seat(0))
    assert total == pytest.approx(results.means[0])


def test_a_seat_that_a_player_never_had_is_nan() -> None:
    found = arena.play("twos", ["random", "random"], deals=1, seating="fresh").by_seat(0)
    assert [math.isnan(mean) for mean, _ in found] == [False, True, False, True]


def test_places_begin_with_the_first_decision() -> None:
    results = arena.play("tien_len", ["random", bots.first], deals=6, seed=2)
    firsts: list[int] = []
    for deal in range(6):
        state = tws.GAMES["tien_len"].new_game()
        state = tws.apply(state, tws.shuffle(state, generator(2, deal)))
        assert state.actor is not None
        firsts.append(state.actor)
        assert results.record(deal, 0).state_at(1).actor == state.actor
    assert len(set(firsts)) > 1
    for place, (mean, _) in enumerate(results.by_place(0)):
        values = [
            _leads(hand)[(first + place) % 4]
            for hands, first in zip(results.played, firsts, strict=True)
            for hand in hands
            if hand.seats[(first + place) % 4] == 0
        ]
        assert mean == pytest.approx(statistics.fmean(values))


def test_places_in_a_game_that_counts_down_have_the_sign_of_leads() -> None:
    results = arena.play("twenty_down", ["simple", "random"], deals=10)
    mean = statistics.fmean(mean for mean, _ in results.by_place("simple"))
    assert mean == pytest.approx(results.means[0]) and mean > 0
