"""Matches that take the luck of the cards out of payoffs: fair, in files, and never at random."""

import json
import pickle
import random
import statistics
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from operator import sub
from pathlib import Path
from typing import Any

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from examples import crazy_eights, scopa, whist
from tests.arena import bots
from tests.helpers import AnyState, made_again, nightly_but_every
from tests.worlds import test_new_stocks
from twowaystreet import arena, authoring
from twowaystreet._core.engine import seats
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.arena import ArenaError, luck
from twowaystreet.arena.hands import play_hand
from twowaystreet.arena.luck import Baseline, Share
from twowaystreet.arena.played import Hand
from twowaystreet.arena.playing import differences, leads_of
from twowaystreet.games import duel, street
from twowaystreet.players import Player, at_random, simple

PLAYERS: dict[str, arena.Entrant] = {"a": "simple", "b": "random"}
DEALS = 16


class Anew(test_new_stocks.State):
    """A game with a new stock in mid hand: a point for each card, and after it six for seat 0."""

    __slots__ = ()

    @override
    def _finish_hand(self, score: Any, *others: Any, **fields: Any) -> Any:
        data = fields["hand_data"]
        first, second = [each.bit_count() for each in data.held]
        points = tws.SeatScore(first + 6 * (data.anew > 0)), tws.SeatScore(second)
        return super()._finish_hand(authoring.HandScore(points), *others, **fields)


GAMES: dict[str, tuple[tws.Game, object]] = {
    "a new stock": (
        made_again(test_new_stocks, "anew", state=Anew, rules=test_new_stocks.Rules),
        None,
    ),
    "equal cards": (street.GAME, street.Rules(players=6)),
    "partners": (whist.GAME, None),
    "markers": (duel.GAME, duel.Rules(bid_markers=duel.BidMarkers.CARDS)),
    "fewer points": (tws.GAMES["twenty_down"], None),
    "draws": (crazy_eights.GAME, None),
    "exchanges": (street.GAME, None),
    "packets of a stock": (scopa.GAME, None),
}


@pytest.fixture(autouse=True)
def _(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let few playouts do, as their number changes the noise and not the mean."""
    if "exact" not in request.fixturenames:
        monkeypatch.setattr(luck, "_DEAL_PLAYOUTS", 4)
        monkeypatch.setattr(luck, "_DRAW_PLAYOUTS", 2)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "match.jsonl"


def match(path: Path | None = None, **changes: Any) -> arena.Results:
    arguments: dict[str, Any] = {"game": "twos", "players": PLAYERS, "deals": DEALS, "out": path}
    arguments |= {"seating": "fresh", "adjusted": True}
    return arena.play(**arguments | changes)


def plain(results: arena.Results) -> arena.Results:
    """Return the same hands with their whole payoffs."""
    hands = [[attrs.evolve(hand, adjusted=()) for hand in of_deal] for of_deal in results.played]
    plan = results._plan
    leads = [leads_of(each, len(plan.names), plan.sign(), plan.sides) for each in hands]
    return attrs.evolve(results, leads=tuple(leads), played=tuple(map(tuple, hands)))


def _maker(player: Player) -> Callable[[], Player]:
    return lambda: player


def lucks(game: str, deals: int, kind: type[Baseline] = Baseline) -> list[list[float]]:
    """Return the luck of hands in which seat 0 and its partner play better than the others."""
    start = GAMES[game][0].new_game(GAMES[game][1])
    better = seats.side_of(start.rules, 0)
    makers = [_maker(simple if seat in better else at_random) for seat in range(start.rules.seats)]
    baseline = kind(start, 1, first=True)
    return [
        baseline.luck(play_hand(start, 1, deal, 0, [*enumerate(makers)]).moves, deal)
        for deal in range(deals)
    ]


def is_fair(found: Sequence[Sequence[float]]) -> bool:
    of_seats = [mean_and_error(each) for each in zip(*found, strict=True)]
    return all(abs(mean) <= 5 * error + 1e-6 for mean, error in of_seats)


@pytest.mark.parametrize("game", nightly_but_every(3, GAMES))
def test_luck_adds_up_to_0_in_each_hand_and_over_all_hands(game: str) -> None:
    found = lucks(game, 30)
    assert all(abs(sum(each)) < 1e-4 for each in found)
    assert is_fair(found) and len({each[0] for each in found}) > 10


class Watched(Baseline):
    """A baseline that keeps the states from which it plays."""

    @override
    def _value(self, state: AnyState, deal: int, number: int) -> Any:
        STATES.append(state)
        return super()._value(state, deal, number)


STATES: list[AnyState] = []


def test_a_deal_in_mid_hand_is_compared_with_others_in_mid_hand() -> None:
    STATES.clear()
    lucks("a new stock", 3, Watched)
    assert {sum(state.hand_sizes) > 0 for state in STATES if state.needs_deal} == {False, True}


class Forgetful(Baseline):
    """A baseline that leaves out what could have come."""

    calls = 0

    @override
    def _mean_after(self, *given: Any, **named: Any) -> Any:
        self.calls += 1
        return [each * (self.calls % 2 == 0) for each in super()._mean_after(*given, **named)]


class Hindsight(Baseline):
    """A baseline that looks at the moves made later."""

    @override
    def luck(self, moves: Any, deal: int) -> list[float]:
        state = self._start
        for move in moves:
            state = tws.apply(state, move)
        return [*tws.payoffs(state)]


@pytest.mark.parametrize("fault", [Forgetful, Hindsight])
def test_a_baseline_that_is_not_fair_is_found(fault: type[Baseline]) -> None:
    assert is_fair(lucks("a new stock", 40)) and not is_fair(lucks("a new stock", 40, fault))


@pytest.mark.nightly
def test_adjusted_and_plain_means_agree_in_many_matches() -> None:
    found = [match(seed=seed, deals=30) for seed in range(40)]
    differences = [each.means[0] - plain(each).means[0] for each in found]
    mean, error = mean_and_error(differences)
    assert any(differences) and abs(mean) < 5 * error
    errors = [
        statistics.fmean(each.errors[0] for each in some) for some in (found, map(plain, found))
    ]
    assert errors[0] < 1.02 * errors[1]  # with these playouts luck tells nearly nothing


@pytest.mark.nightly
def test_the_error_of_fresh_deals_falls_and_that_of_luckless_games_stays(exact: None) -> None:
    twos = match(deals=300)
    assert twos.errors[0] < 0.95 * plain(twos).errors[0]
    duels = match(game="duel", deals=300)
    assert duels.errors[0] < 1.01 * plain(duels).errors[0]


@pytest.fixture
def exact() -> None:
    """Let a test have all playouts."""


def test_gauntlets_and_shared_deals_lose_luck(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for seating in ("rotate", "mirror"):
        shared = match(path, seating=seating, deals=3, resume=False)
        assert path.read_text("utf-8").count('"luck": [0.0, 0.0, 0.0, 0.0]') == shared.hands == 6
        assert shared.leads == plain(shared).leads
    monkeypatch.setattr(Share, "now", 0.5)
    arguments: Any = {"game": GAMES["markers"][0], "players": PLAYERS, "deals": 14}
    found, usual = [arena.gauntlet(**arguments, adjusted=word) for word in (True, False)]
    assert str(found).startswith("duel, gauntlet, adjusted, seed 0: 14 deals, 28 hands")
    less = list[float]()
    for deal, hands in enumerate(found.played):
        less.append(statistics.fmean(taken(hand, found)[hand.seats.index(0)] for hand in hands))
        # With two seats a payoff is the difference of points.
        before, after = [each.deal_differences(0, 1)[deal] for each in (usual, found)]
        assert before - after == pytest.approx(less[-1])
    assert any(less)


def payoffs(points: Sequence[float], results: Any) -> list[float]:
    """Return the payoff of each seat. Any: results of a match or a gauntlet."""
    found, size = seats.leads(points, results._plan.sides)
    return [results._plan.sign() * lead / size for lead in found]


def taken(hand: Hand, results: Any) -> list[float]:
    """Return what an adjusted match takes from the payoff of each seat. Any: as above."""
    return [*map(sub, payoffs(hand.points, results), payoffs(hand.counted, results))]


@pytest.mark.parametrize("game", ["partners", "fewer points", "a new stock"])
def test_payoffs_lose_their_luck(game: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Share, "now", 0.5)
    found = match(path, game=GAMES[game][0], deals=6)
    lines = map(json.loads, path.read_text("utf-8").splitlines()[1:])
    kept = [line["hands"][0]["luck"] for line in lines]
    assert any(map(any, kept))
    for of_seats, (hand,) in zip(kept, found.played, strict=True):
        assert taken(hand, found) == pytest.approx([each / 2 for each in of_seats], abs=1e-5)


def test_luck_follows_from_earlier_deals_alone(path: Path) -> None:
    found = match(path, deals=24, seed=3)
    (hand,) = found.played[-1]
    assert any(taken(hand, found))
    of_seats = zip(hand.seats, payoffs(hand.counted, found), strict=True)
    own = statistics.fmean(payoff for player, payoff in of_seats if player == 0)
    assert found.leads[-1][0] == pytest.approx(own)
    *lines, last = path.read_text("utf-8").splitlines(keepends=True)
    points = str([*hand.points])
    path.write_text("".join([*lines, last.replace(points, "[90, -50, 7, 0]")]), "utf-8")
    other = arena.read(path)
    assert other.played[-1][0].points == (90, -50, 7, 0)
    assert taken(other.played[-1][0], other) == pytest.approx(taken(hand, found))


def test_the_luck_of_a_deal_is_that_of_its_cards_whoever_plays(tmp_path: Path) -> None:
    found = list[list[Any]]()
    for number, player in enumerate((bots.last, "simple")):
        out = tmp_path / str(number)
        match(out, players={"a": bots.first, "b": player}, deals=4)
        deals = map(json.loads, out.read_text("utf-8").splitlines()[1:])
        found.append([deal["hands"][0] for deal in deals])
    (points, lucks), (other_points, other_lucks) = [
        [[hand[key] for hand in hands] for key in ("points", "luck")] for hands in found
    ]
    assert lucks == other_lucks and points != other_points


@pytest.mark.parametrize("game", ["twos", whist.GAME])
def test_luck_counts_in_a_gauntlet_like_points(game: Any) -> None:
    found = arena.gauntlet(game, [*PLAYERS.values()], deals=1)
    (played,) = found.played
    points = [
        tuple([each - number * less for each, less in zip(hand.points, (7, 1, 0, -2), strict=True)])
        for number, hand in enumerate(played)
    ]
    adjusted = [
        attrs.evolve(hand, adjusted=less) for hand, less in zip(played, points, strict=True)
    ]
    same = [attrs.evolve(hand, points=less) for hand, less in zip(played, points, strict=True)]
    assert differences(found._plan, [adjusted]) == differences(found._plan, [same])
    assert differences(found._plan, [adjusted]) != differences(found._plan, [played])


def test_the_share_of_luck_is_the_slope_once_it_is_known() -> None:
    exact, unknown, rng = Share(), Share(), random.Random(1)
    for deal in range(40):
        assert (exact.now == unknown.now == 0) == (deal < 10)
        luck = rng.gauss(0, 1)
        exact.add([3 + luck / 2, -3 - luck / 2], [luck, -luck])
        unknown.add([3 + (lead := rng.gauss(0, 1)), -3 - lead], [luck, -luck])
    assert exact.now == pytest.approx(0.5, abs=0.1) and abs(unknown.now) < 0.2


def test_a_match_goes_on_in_its_file_and_in_executors(path: Path) -> None:
    whole = match()
    match(path, deals=12)
    assert match(path) == whole == arena.read(path) == pickle.loads(pickle.dumps(whole))
    assert str(whole) == str(arena.read(path)) and ", fresh, adjusted, seed 0: " in str(whole)
    assert whole.digest != match(adjusted=False).digest
    assert (plan := whole._plan) == pickle.loads(pickle.dumps(plan)) != match(adjusted=False)._plan
    with ThreadPoolExecutor(1) as executor:
        assert match(executor=executor) == whole
    assert whole.record(11, 0).state.scores == whole.played[11][0].points
    with pytest.raises(ArenaError, match="cannot go on: adjusted is True, expected None; resume"):
        match(path, adjusted=False)
    match(path, adjusted=False, resume=False, deals=1)
    with pytest.raises(ArenaError, match="cannot go on: adjusted is None, expected True; resume"):
        match(path)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(('"luck": [', '"luck": [1e999, '), ('"luck": [', '"luck": [1, '), ("luck", "lack")),
        *(
            ('"luck": [', '"luck": [0.5, '),
            ("}]}", ', "times": {}}]}'),
            ('"luck": [', '"luck": [[], '),
        ),
        ('"faults": [], ', '"faults": [], "luck": [], '),
    ],
)
def test_damaged_luck_is_refused(old: str, new: str, path: Path) -> None:
    match(path, deals=2)
    header, one, other = path.read_text("utf-8").splitlines(keepends=True)
    assert old in other
    path.write_text(header + one + other.replace(old, new), "utf-8")
    with pytest.raises(ArenaError, match="line 3: expected deal 1 of this match"):
        arena.read(path)
    path.write_text(header.replace('"adjusted": true, ', "") + one, "utf-8")
    with pytest.raises(ArenaError, match="line 2: expected deal 0 of this match"):
        arena.read(path)


def test_deals_that_are_all_thrown_in_and_other_words_than_true() -> None:
    def stubborn(view: duel.View, rng: random.Random) -> tws.Move:
        return duel.Bid(1, duel.Direction.HIGH if view.seat else duel.Direction.LOW)

    found = match(game="duel", players={"a": stubborn, "b": stubborn}, deals=1)
    assert found.leads == ((0.0, 0.0),)
    with pytest.raises(tws.RulesError, match="adjusted=1: expected True or False"):
        match(adjusted=1)
