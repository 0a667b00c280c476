"""Checks of matches and gauntlets, and the injected faults that they find."""

from __future__ import annotations

import random
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from tests.arena import bots
from twowaystreet import arena
from twowaystreet._core.serial.plain_data import from_json
from twowaystreet.arena import hands, plan, playing, running
from twowaystreet.arena.hands import generator

DEALS = 12
GAUNTLET = 6
POOL: dict[str, arena.Entrant] = {"first": bots.first, "last": bots.last, "random": "random"}


def gauntlet(**changes: Any) -> arena.GauntletResults:
    arguments: dict[str, Any] = {"game": "twos", "players": POOL, "deals": GAUNTLET}
    return arena.gauntlet(**arguments | changes)


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


def check_that_random_numbers_are_separate(path: Path) -> None:
    """Replace a player by one that makes the same moves, but draws more random numbers."""
    one = arena.play("twos", {"a": "random", "b": bots.first}, deals=DEALS)
    other = arena.play("twos", {"a": "random", "b": bots.wasteful}, deals=DEALS)
    assert one.played == other.played


def check_that_seats_are_fair(path: Path) -> None:
    """Let equal players play, who have the same lead if everybody sits everywhere."""
    for seating in ("rotate", "mirror"):
        equal = arena.play("twos", {"a": bots.first, "b": bots.first}, deals=DEALS, seating=seating)
        assert set(equal.leads) == {(0.0, 0.0)}
    four = dict.fromkeys("abcd", bots.first)
    assert set(arena.play("twos", four, deals=DEALS).leads) == {(0.0,) * 4}


def check_that_no_deal_is_lost(path: Path) -> None:
    with ThreadPoolExecutor(2) as executor:
        for deals in (1, 2, 7, DEALS):
            found = arena.play("twos", ["random"] * 2, deals=deals, executor=executor)
            assert found.deals == deals
            assert found.digest == arena.play("twos", ["random"] * 2, deals=deals).digest


def check_that_deals_are_shared(path: Path) -> None:
    """Let equal players play, who have no difference if all seats get the same cards."""
    for seed in range(2):
        found = gauntlet(players={"a": bots.first, "b": bots.first}, seed=seed)
        assert all(set(found.deal_differences(0, 1, word)) == {0.0} for word in found.seatings)


def check_that_errors_are_paired(path: Path) -> None:
    """Compare differences, ratings and errors with those of a simple count over the file."""
    found = gauntlet(out=path, resume=False)
    _, *lines = map(from_json, path.read_text(encoding="utf-8").splitlines())
    seatings = {"1:3": 1, "3:1": 3, "2:2": 2}
    by_rating: dict[int, list[float]] = defaultdict(list)
    by_pair: dict[tuple[int, int, str], list[float]] = defaultdict(list)
    for line in lines:
        ratings = dict.fromkeys(range(len(POOL)), 0.0)
        for first, second in combinations(range(len(POOL)), 2):
            of_deal: list[float] = []
            for seating, seats in seatings.items():
                leads: list[float] = []
                for hand in line["hands"]:
                    at = Counter[int](hand["seats"])
                    if at == {first: seats, second: 4 - seats}:
                        points: dict[int, list[int]] = defaultdict(list)
                        for player, own in zip(hand["seats"], hand["points"], strict=True):
                            points[player].append(own)
                        leads.append(
                            statistics.fmean(points[first]) - statistics.fmean(points[second])
                        )
                assert len(leads) == (2 if seats == 2 else 4)
                by_pair[first, second, seating].append(statistics.fmean(leads))
                of_deal.append(statistics.fmean(leads))
            ratings[first] += statistics.fmean(of_deal) / len(POOL)
            ratings[second] -= statistics.fmean(of_deal) / len(POOL)
        for player, rating in ratings.items():
            by_rating[player].append(rating)
    for (first, second, seating), values in by_pair.items():
        wanted = pytest.approx((statistics.fmean(values), statistics.stdev(values) / GAUNTLET**0.5))
        assert found.difference(first, second, seating) == wanted
    for player, values in by_rating.items():
        wanted = pytest.approx((statistics.fmean(values), statistics.stdev(values) / GAUNTLET**0.5))
        assert found.ratings[player] == wanted


# Any: the arguments of the replaced functions, below.


def each_hand_alone() -> Any:
    """Take the hands of a deal as independent observations."""
    one_deal = playing.MatchTally.add

    def add_each(found: playing.MatchTally, of_deal: list[hands.HandLine], line: bytes) -> None:
        for hand in of_deal:
            one_deal(found, [hand], line)

    return add_each


def shared_numbers() -> Any:
    """Have one source of random numbers for all seats of a hand."""
    shared: dict[tuple[object, ...], random.Random] = {}

    def of_hand(*path: int | str) -> random.Random:
        return shared.setdefault(path[:3], generator(*path[:3]))

    return of_hand


def always(*seats: str) -> Callable[[], Any]:
    """Let the players sit in the same unfair seats in each deal."""

    def lineups(*_: object) -> list[tuple[int, ...]]:
        return [tuple(map(int, each)) for each in seats]

    return lambda: lineups


def without_last_chunk() -> Any:
    whole: Callable[..., Iterator[object]] = running._Work.in_order

    def in_order(work: Any, first: int, stop: int) -> Iterator[object]:
        return whole(work, first, max(first, stop - 1))

    return in_order


def other_cards() -> Any:
    """Deal other cards in each hand of a deal."""
    real = hands.play_hand

    def play(start: Any, seed: int, deal: int, rotation: int, players: Any, *, times: bool) -> Any:
        return real(start, seed, 1000 * deal + rotation, rotation, players)

    return play


def shifted_deals() -> Any:
    """Shift the deals of each pair by its number, so that ratings add leads of different deals."""
    real = arena.GauntletResults._column

    def column(found: Any, first: int, second: int, seating: str) -> list[float]:
        values, by = [*real(found, first, second, seating)], first + second
        return values[by:] + values[:by]

    return column


def unpaired_errors() -> Any:
    """Add the errors of the pairs of a rating as if they were independent."""

    def ratings(found: arena.GauntletResults) -> tuple[tuple[float, float], ...]:
        each: list[tuple[float, float]] = []
        for player in range(3):
            others = [found.difference(player, other) for other in range(3) if other != player]
            mean = sum(mean for mean, _ in others) / 3
            each.append((mean, sum(error**2 for _, error in others) ** 0.5 / 3))
        return tuple(each)

    return property(ratings)


def first_hand_alone() -> Any:
    """Take the difference of a pair from its first hand alone."""
    real = playing._difference

    def difference(found: Sequence[arena.Hand], first: int) -> float:
        return real(found[:1], first)

    return difference


CHECKS = (
    check_that_deals_are_the_observations,
    check_that_random_numbers_are_separate,
    check_that_seats_are_fair,
    check_that_no_deal_is_lost,
    check_that_deals_are_shared,
    check_that_errors_are_paired,
)


@pytest.mark.parametrize("check", CHECKS)
def test_the_arena_passes(check: Callable[[Path], None], tmp_path: Path) -> None:
    check(tmp_path / "match.jsonl")


@pytest.mark.parametrize(
    ("owner", "name", "fault", "check"),
    [
        (playing.MatchTally, "add", each_hand_alone, check_that_deals_are_the_observations),
        (hands, "generator", shared_numbers, check_that_random_numbers_are_separate),
        (plan, "lineups", always("0101", "0101"), check_that_seats_are_fair),
        (plan, "lineups", always("0110", "1010"), check_that_seats_are_fair),
        (running._Work, "in_order", without_last_chunk, check_that_no_deal_is_lost),
        (plan, "play_hand", other_cards, check_that_deals_are_shared),
        (arena.GauntletResults, "_column", shifted_deals, check_that_errors_are_paired),
        (arena.GauntletResults, "ratings", unpaired_errors, check_that_errors_are_paired),
        (playing, "_difference", first_hand_alone, check_that_errors_are_paired),
    ],
)
def test_a_fault_is_found(
    owner: Any,
    name: str,
    fault: Callable[[], Any],
    check: Callable[[Path], None],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.setattr(owner, name, fault())
    with pytest.raises(AssertionError):
        check(tmp_path / "match.jsonl")
