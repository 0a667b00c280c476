"""Tests of the seats of players."""

from __future__ import annotations

from collections import Counter

import pytest

from twowaystreet import arena
from twowaystreet._core.engine.seats import alone
from twowaystreet.arena.hands import Seating, lineups

SIZES = [(players, seats) for seats in range(2, 8) for players in range(2, seats + 1)]


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_with_rotate_every_player_sits_once_in_every_seat(players: int, seats: int) -> None:
    hands = lineups(Seating.ROTATE, players, alone(seats), 17)
    times = Counter((seat, who) for hand in hands for seat, who in enumerate(hand))
    assert times == {(seat, who): 1 for seat in range(seats) for who in range(players)}


@pytest.mark.parametrize(("players", "seats"), SIZES)
def test_with_fresh_it_takes_as_many_deals_as_players(players: int, seats: int) -> None:
    hands = [lineups(Seating.FRESH, players, alone(seats), deal) for deal in range(players)]
    assert [hand for (hand,) in hands] == lineups(Seating.ROTATE, players, alone(seats), 0)


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (2, 4), (4, 4), (2, 6), (6, 6), (4, 8)])
def test_with_mirror_two_teams_swap_the_cards(players: int, seats: int) -> None:
    before, after = lineups(Seating.MIRROR, players, alone(seats), 3)
    assert [who % 2 for who in before] == [1 - who % 2 for who in after]
    assert Counter(before) == Counter(after) == Counter(list(range(players)) * (seats // players))


def test_mirror_and_fresh_in_a_match() -> None:
    both = {
        seating: arena.play("twos", ["simple", "random"] * 2, deals=20, seating=seating)
        for seating in ("mirror", "fresh")
    }
    assert both["mirror"].hands == 40 and both["fresh"].hands == 20
    for results in both.values():
        assert min(results.means[0], results.means[2]) > max(results.means[1], results.means[3])
