"""Arenas that are broken on purpose, and the checks that catch them."""

from __future__ import annotations

import random
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.arena import bots
from twowaystreet import arena
from twowaystreet._core.serial.plain_data import from_json
from twowaystreet.arena import hands, plan, playing, running
from twowaystreet.arena.hands import Seating, generator

DEALS = 12


def check_that_deals_are_the_observations(path: Path) -> None:
    """Compare means and errors with those of a simple count over the lines of the file."""
    found = arena.play("twos", ["simple", "random", bots.last], deals=DEALS, out=path, resume=False)
    _, *lines = map(from_json, path.read_text().splitlines())
    assert len(lines) == DEALS
    leads: dict[int, list[float]] = defaultdict(list)
    for line in lines:
        of_deal: dict[int, list[float]] = defaultdict(list)
        for hand in line["hands"]:
            for seat, player in enumerate(hand["seats"]):
                others = [own for place, own in enumerate(hand["points"]) if place != seat]
                of_deal[player].append(hand["points"][seat] - statistics.fmean(others))
        for player, each in of_deal.items():
            leads[player].append(statistics.fmean(each))
    for player in range(3):
        assert found.means[player] == pytest.approx(statistics.fmean(leads[player]))
        error = statistics.stdev(leads[player]) / DEALS**0.5
        assert found.errors[player] == pytest.approx(error)


def check_that_random_numbers_are_separate() -> None:
    """Replace a player by one that makes the same moves, but draws more random numbers."""
    one = arena.play("twos", {"a": "random", "b": bots.first}, deals=DEALS)
    other = arena.play("twos", {"a": "random", "b": bots.wasteful}, deals=DEALS)
    assert one.played == other.played


def check_that_seats_are_fair() -> None:
    """Let equal players play, who have the same lead if everybody sits everywhere."""
    for seating in ("rotate", "mirror"):
        equal = arena.play("twos", {"a": bots.first, "b": bots.first}, deals=DEALS, seating=seating)
        assert set(equal.leads) == {(0.0, 0.0)}
    four = dict.fromkeys("abcd", bots.first)
    assert set(arena.play("twos", four, deals=DEALS).leads) == {(0.0,) * 4}


def check_that_no_deal_is_lost() -> None:
    with ThreadPoolExecutor(2) as executor:
        for deals in (1, 2, 7, DEALS):
            found = arena.play("twos", ["random"] * 2, deals=deals, executor=executor)
            assert found.deals == deals
            assert found.digest == arena.play("twos", ["random"] * 2, deals=deals).digest


def test_the_real_arena_passes(tmp_path: Path) -> None:
    check_that_deals_are_the_observations(tmp_path / "match.jsonl")
    check_that_random_numbers_are_separate()
    check_that_seats_are_fair()
    check_that_no_deal_is_lost()


def test_hands_as_independent_observations_are_caught(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one_deal = playing.MatchTally.add

    def add_each(found: playing.MatchTally, hands: list[hands.HandLine], line: bytes) -> None:
        for hand in hands:
            one_deal(found, [hand], line)

    monkeypatch.setattr(playing.MatchTally, "add", add_each)
    with pytest.raises(AssertionError):
        check_that_deals_are_the_observations(tmp_path / "match.jsonl")


def test_shared_random_numbers_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    shared: dict[tuple[object, ...], random.Random] = {}

    def of_hand(*path: int | str) -> random.Random:
        # One source for all seats of a hand.
        return shared.setdefault(path[:3], generator(*path[:3]))

    monkeypatch.setattr(hands, "generator", of_hand)
    with pytest.raises(AssertionError):
        check_that_random_numbers_are_separate()


@pytest.mark.parametrize("unfair", [[(0, 1, 0, 1)] * 2, [(0, 1, 1, 0), (1, 0, 1, 0)]])
def test_unfair_seats_are_caught(
    monkeypatch: pytest.MonkeyPatch, unfair: list[tuple[int, ...]]
) -> None:
    def always(seating: Seating, players: int, seats: int, deal: int) -> list[tuple[int, ...]]:
        return unfair

    monkeypatch.setattr(plan, "lineups", always)
    with pytest.raises(AssertionError):
        check_that_seats_are_fair()


def test_a_lost_chunk_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    whole: Callable[..., Iterator[object]] = running._Work.in_order

    def without_last(work: Any, first: int, stop: int) -> Iterator[object]:
        return whole(work, first, max(first, stop - 1))

    monkeypatch.setattr(running._Work, "in_order", without_last)
    with pytest.raises(AssertionError):
        check_that_no_deal_is_lost()
