"""Whole matches: their numbers, their estimates, and their hands that are played again."""

import copy
import math
import pickle
import random
import statistics
from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests import shapes
from tests.arena import bots
from tests.helpers import AnyView
from twowaystreet import arena
from twowaystreet._core.engine.seats import alone
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.arena import ArenaError
from twowaystreet.arena.hands import SUBSTITUTE, Seating, generator, lineups
from twowaystreet.arena.plan import TOGETHER
from twowaystreet.arena.results import LEAST_DEALS, SequentialTest, interval_of, is_skewed, student
from twowaystreet.games import street, twos
from twowaystreet.players import Factory, PlayerError, at_random, simple


def test_what_changes_a_match_changes_its_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    base: dict[str, Any] = {"game": "twos", "players": [simple, at_random], "deals": 3}
    changes: list[dict[str, Any]] = [
        {"game": "spades"},
        {"players": [at_random, simple]},
        {"players": {"simple": simple, "renamed": at_random}},
        {"deals": 4},
        {"seed": 1},
        {"rules": twos.Rules(max_hands=5)},
        {"seating": "fresh"},
    ]
    digests = {arena.play(**base | change).digest for change in [{}, {}, *changes]}
    assert len(digests) == 1 + len(changes)
    before = arena.play(**base)
    monkeypatch.setattr(tws, "__version__", "0.1.1")
    after = arena.play(**base)
    assert (before.leads, after.version) == (after.leads, "0.1.1")
    assert before.digest != after.digest


def test_the_order_of_players_changes_nothing_and_that_of_hands_has_a_seed() -> None:
    one = arena.play("twos", {"a": bots.first, "b": bots.last}, deals=5)
    other = arena.play("twos", {"c": bots.last, "d": bots.first}, deals=5)
    assert [leads[::-1] for leads in one.leads] == list(other.leads)
    found: set[tuple[tuple[int, int, tuple[int, ...]], ...]] = set()
    for seed in range(3):
        plan = arena.play("twos", ["random"] * 3, deals=1, seed=seed)._plan
        order = tuple(plan._order(range(8, 8 + TOGETHER)))
        hands = [(deal, *each) for deal in range(8, 12) for each in enumerate(plan.lineups(deal))]
        assert sorted(order) == hands and order == tuple(plan._order(range(8, 12)))
        assert all(one[0] != other[0] for one, other in pairwise(order))
        found.add(order)
    assert len(found) == 3


def test_a_player_with_a_memory_is_new_in_every_seat_of_every_hand() -> None:
    made: list[bots.Alternating] = []

    def make() -> bots.Alternating:
        made.append(bots.Alternating())
        return made[-1]

    found = arena.play("twos", {"memory": Factory(make), "first": bots.first}, deals=3)
    assert [player.moves for player in made] == [13] * 12  # 3 deals, 2 hands, 2 seats
    others: list[arena.Entrant] = [bots.Alternating, "tests.arena.bots:Alternating"]
    for other in others:
        assert arena.play("twos", [other, bots.first], deals=3).played == found.played


def test_a_sequential_test_ends_the_match(tmp_path: Path) -> None:
    match: Any = {"game": "twos", "players": ["simple", "random"], "out": tmp_path / "match.jsonl"}
    results, again = (arena.play(**match, deals=1000, sprt=(0, 1)) for _ in range(2))
    assert results == again  # which comes from the file
    assert results.decision == 1 and results.deals < 1000
    assert "Decision if the difference of simple is 0 or 1: 1" in str(results)
    few = arena.play("twos", ["simple", "random"], deals=10, sprt=(0, 0.5))
    assert few.decision is None
    assert "No decision if the difference of simple is 0 or 0.5" in str(few)


def test_results_as_plain_data_and_as_a_table() -> None:
    rules = street.Rules(players=3)
    results = arena.play("street", {"A": simple, "B": bots.broken}, rules=rules, deals=2)
    data = results.to_dict()
    assert data["means"] == list(results.means) and data["digest"] == results.digest
    assert data["rules"]["players"] == 3 and data["faults"] == [{}, {"exception": 6}]
    title, unit, over, heads, *rows, first, _ = str(results).splitlines()
    assert title == "street, rotate, seed 0: 2 deals, 4 hands"
    assert unit.split() == ["points", "per", "hand", "difference"]
    mean, error = results.difference("A", "B")
    assert over.split() == ["A", "over", "B", f"{mean:+.2f}", "±", f"{error:.2f}"]
    assert heads.split() == ["player", "rating", "faults"]
    assert [row.split()[0] for row in rows] == ["A", "B"]
    assert rows[1].endswith("6 exception")
    assert first.startswith("B, exception, first in deal 0: LookupError: no idea about <object")
    assert arena.play("twos", ["simple", "random"], deals=1).to_dict()["errors"] == [None, None]


# Any: arguments of any kind, in the tables below.
PLAY: dict[str, dict[str, Any]] = {
    "game='bridge': expected a twowaystreet.Game, or one of street": {"game": "bridge"},
    "deals=0: expected a whole number, 1 or more": {"deals": 0},
    "seed=1.5: expected a whole number": {"seed": 1.5},
    "seating='mirrored': expected one of rotate, mirror, fresh": {"seating": "mirrored"},
    "players=1: expected 2 to 4 players, as the game has 4 seats": {"players": [simple]},
    "players=5: expected 2 to 4 players": {"players": [simple] * 5},
    "players=1: expected a game with two seats or more": {
        "game": shapes.GAME,
        "rules": shapes.Rules(players=1),
        "players": [simple],
    },
    "players='simple': expected players, or a dict": {"players": "simple"},
    "seating='mirror': expected rotate or": {"players": [simple] * 3, "seating": "mirror"},
    "expected a twowaystreet.games.twos.Rules": {"rules": street.Rules()},
    "time_limit=0: expected seconds above 0, up to 86400": {"time_limit": 0},
    "time_limit=True: expected seconds above 0": {"time_limit": True},
    "(1, 0): expected two differences": {"sprt": (1, 0)},
    "(0, nan): expected two differences": {"sprt": (0, float("nan"))},
    "sprt=5: expected two differences": {"sprt": 5},
    "executor=2: expected an executor": {"executor": 2},
    "out=2: expected the path of a file": {"out": 2},
    "resume=0: expected True or False": {"resume": 0},
    "progress='bar': expected a function": {"progress": "bar"},
}
INTERVAL: dict[str, dict[str, Any]] = {
    "a=2: expected 0 to 1, or a name": {"a": 2},
    "b='c': expected 0 to 1, or a name": {"b": "c"},
    "level=0.0: expected a number between 0 and 1": {"level": 0.0},
    "level=nan: expected a number between 0 and 1": {"level": float("nan")},
    "level='0.9': expected a number between 0 and 1": {"level": "0.9"},
}
RECORD: dict[str, dict[str, Any]] = {
    "deal=2: expected a whole number from 0 to 1": {"deal": 2},
    "deal=-1: expected a whole number from 0 to 1": {"deal": -1},
    "rotation=True: expected a whole number from 0 to 1": {"rotation": True},
    "players=3: expected the 2 players of the match": {"players": ["random"] * 3},
}


def test_impossible_arguments() -> None:
    results = arena.play("twos", ["random", "random"], deals=2)
    match = {"game": "twos", "players": [simple, at_random], "deals": 1}
    calls: list[tuple[Callable[..., object], dict[str, Any], dict[str, dict[str, Any]]]] = [
        (arena.play, match, PLAY),
        (results.interval, {"a": 0, "b": 1}, INTERVAL),
        (results.record, {"deal": 0, "rotation": 0}, RECORD),
    ]
    for call, usual, table in calls:
        for message, changes in table.items():
            with pytest.raises(tws.RulesError) as caught:
                call(**usual | changes)
            assert message in str(caught.value)
    for player in ("random", 3, -1, True, "simpel"):
        with pytest.raises(tws.RulesError, match="0 to 1, or a name of random, random"):
            results.difference(0, player)
    for none in (7, "simpel"):
        with pytest.raises(PlayerError):
            arena.play("twos", [none, simple])  # type: ignore[list-item]  # no player


@pytest.mark.parametrize("game", tws.GAMES)
def test_a_hand_is_played_again_as_a_record(game: str) -> None:
    results = arena.play(game, ["simple", "random"], deals=2, seed=3)
    record = results.record(1, 1)
    assert record.state.hand_over and record.game.name == game
    assert tws.score_hand(record.state).points == results.played[1][1].points
    if game == "twos":
        gauntlet = arena.gauntlet(game, ["random", bots.Alternating, "random"], deals=1)
        faulty = arena.play(game, {"a": bots.broken, "b": "random"}, deals=1)
        for found, rotation in ((gauntlet, 0), (gauntlet, 29), (faulty, 0)):
            record = found.record(0, rotation)
            assert tws.score_hand(record.state).points == found.played[0][rotation].points


def test_other_players_and_one_that_remembers_are_refused() -> None:
    results = arena.play("twos", [bots.last, bots.first], deals=3)
    with pytest.raises(ArenaError, match=r"player 'tests\.arena\.bots\.last' is not as it was"):
        results.record(2, 1, ["random", bots.first])
    with pytest.raises(ArenaError, match="is not as it was in the match"):
        results.record(2, 1, [bots.wasteful, bots.first])
    calls = 0

    def remembering(view: AnyView, rng: random.Random) -> tws.Move:
        nonlocal calls
        calls += 1
        return tws.legal_moves(view)[-1 if calls > 52 else 0]  # 2 hands, 2 seats

    results = arena.play("twos", {"a": remembering, "b": bots.first}, deals=1)
    expected = r"deal 0, rotation 0 differs from the match: expected the points \(.*random numbers"
    with pytest.raises(ArenaError, match=expected):
        results.record(0, 0)


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


def _leads(hand: arena.Hand) -> list[float]:
    total = sum(hand.points)
    return [own - (total - own) / 3 for own in hand.points]


def test_results_by_seat_are_those_of_a_count() -> None:
    results = arena.play("twos", ["random", bots.first], deals=5)
    hands = [hand for hands in results.played for hand in hands]
    for player in (0, 1):
        for seat, (mean, error) in enumerate(results.by_seat(player)):
            values = [_leads(hand)[seat] for hand in hands if hand.seats[seat] == player]
            assert mean == pytest.approx(statistics.fmean(values))
            assert error == pytest.approx(statistics.stdev(values) / 5**0.5)
    total = statistics.fmean(mean for mean, _ in results.by_seat(0))
    assert total == pytest.approx(results.means[0])
    never = arena.play("twos", ["random", "random"], deals=1, seating="fresh").by_seat(0)
    assert [math.isnan(mean) for mean, _ in never] == [False, True, False, True]


def test_places_begin_with_the_first_decision() -> None:
    results = arena.play("tien_len", ["random", bots.first], deals=6, seed=2)
    firsts: list[int] = []
    for deal in range(6):
        state = tws.GAMES["tien_len"].new_game()
        state = tws.apply(state, tws.shuffle(state, generator(2, deal)))
        assert state.actor is not None
        firsts.append(state.actor)
    assert len(set(firsts)) > 1
    for place, (mean, _) in enumerate(results.by_place(0)):
        values = [
            _leads(hand)[(first + place) % 4]
            for hands, first in zip(results.played, firsts, strict=True)
            for hand in hands
            if hand.seats[(first + place) % 4] == 0
        ]
        assert mean == pytest.approx(statistics.fmean(values))
    # In a game that counts down they have the sign of leads.
    results = arena.play("twenty_down", ["simple", "random"], deals=10)
    mean = statistics.fmean(mean for mean, _ in results.by_place("simple"))
    assert mean == pytest.approx(results.means[0]) and mean > 0


# Random numbers. A source that is seeded late is the same as one that is seeded at once.

PATH = (0, 17, 1, 3)
USES: list[Callable[[random.Random], object]] = [
    *(lambda rng: rng.random(), lambda rng: rng.getrandbits(100), lambda rng: rng.getstate()),
    *(lambda rng: rng.choice(range(100)), lambda rng: rng.choices(range(100), k=9)),
    *(lambda rng: rng.sample(range(100), 9), lambda rng: rng.randrange(7)),
    *(lambda rng: rng.randbytes(9), lambda rng: [rng.gauss(0, 1) for _ in range(3)]),
    lambda rng: pickle.loads(pickle.dumps(rng)).random(),
    lambda rng: copy.copy(rng).random(),
    lambda rng: (rng.seed(5), rng.random()),  # type: ignore[func-returns-value]  # two calls
    lambda rng: (rng.setstate(random.Random(5).getstate()), rng.random()),  # type: ignore[func-returns-value]
]


@pytest.mark.parametrize("use", USES)
def test_a_source_seeded_late_has_the_same_numbers(use: Callable[[random.Random], object]) -> None:
    digest = blake2b("/".join(map(str, PATH)).encode(), digest_size=16).digest()
    rng, other = generator(*PATH), random.Random(int.from_bytes(digest, "big"))
    assert use(rng) == use(other)
    assert rng.getstate() == other.getstate()
    assert type(rng) is random.Random


def test_every_part_of_the_path_counts_and_the_numbers_stay_the_same() -> None:
    changed = [(*PATH[:n], 5, *PATH[n + 1 :]) for n in range(4)]
    paths = [PATH, PATH[:2], (*PATH, SUBSTITUTE), *changed]
    assert len({generator(*path).random() for path in paths}) == len(paths)
    # Digests of files from other versions of Python depend on them.
    assert generator(0, 0).getrandbits(64) == 1534089434355083159
    assert generator(0, 0, 0, 0).getrandbits(64) == 11502739212921361026


BOUNDS: dict[float, list[float]] = {
    0.5: [1, 0.8165, 0.7649, 0.7407, 0.7267, 0.7027, 0.6876, 0.6757],
    0.95: [12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.2622, 2.093, 1.9718],
    0.999: [636.6192, 31.5991, 12.924, 8.6103, 6.8688, 4.7809, 3.8834, 3.3396],
}
"""Bounds of Student's t with 1, 2, 3, 4, 5, 9, 19 and 201 degrees of freedom, from SciPy."""


@pytest.mark.parametrize("level", BOUNDS)
def test_the_bounds_are_those_of_the_tables(level: float) -> None:
    found = [student(level, freedom) for freedom in (1, 2, 3, 4, 5, 9, 19, 201)]
    assert found == pytest.approx(BOUNDS[level], abs=5e-5)
    assert student(level, 200) == pytest.approx(student(level, 201), rel=1e-4)


def share_held(values: Sequence[float], deals: int) -> float:
    """Return the share of intervals that hold the mean of the values, from some of them at random.

    Its standard error is 0.34 %.
    """
    rng, truth = random.Random(deals), statistics.fmean(values)
    found = [interval_of(rng.choices(values, k=deals)) for _ in range(4000)]
    return sum(low - 1e-9 <= truth <= high + 1e-9 for low, high in found) / 4000


@pytest.mark.parametrize("deals", [5, 10])
def test_intervals_of_few_normal_values_hold_the_truth(deals: int) -> None:
    values = [statistics.NormalDist().inv_cdf((n + 0.5) / 2000) for n in range(2000)]
    assert 0.93 < share_held(values, deals) < 0.97


RARE = [0.0] * 19 + [20.0]
"""Values with the mean 1: most hands give nothing, and one of twenty much."""


def test_few_values_give_the_interval_of_student_and_rare_ones_are_noticed() -> None:
    results = arena.play("twos", [simple, at_random], deals=5)
    mean, error = results.difference(0, 1)
    wanted = mean - 2.776445 * error, mean + 2.776445 * error
    assert results.interval(0, 1) == pytest.approx(wanted)
    values = [random.Random(each).gauss(3, 2) for each in range(400)]
    mean, error = mean_and_error(values)
    wanted = mean - 1.96 * error, mean + 1.96 * error
    assert interval_of(values) == pytest.approx(wanted, abs=0.01)
    assert not is_skewed(values)
    assert is_skewed(RARE) and is_skewed([each + 100 for each in RARE])
    assert not is_skewed(RARE[-10:])  # too few to say
    (low, high), (lower, higher) = (interval_of(RARE * 3, level) for level in (0.9, 0.99))
    assert lower < low < high < higher and high - 1 > 1.5 * (1 - low)
    # The exact interval of 3 in 60, by Clopper and Pearson.
    assert interval_of(RARE * 3) == pytest.approx((20 * 0.0104, 20 * 0.1392), abs=0.3)
    turned = interval_of([-each for each in RARE * 3], 0.9)
    assert turned == pytest.approx((-high, -low))
    assert interval_of([2.0] * 5) == interval_of([2.0] * 50) == (2, 2)
    assert all(map(math.isnan, interval_of([2.0])))


def test_the_table_shows_the_intervals_that_differ() -> None:
    results = arena.play("brag", {"a": bots.first, "b": bots.last}, deals=2)
    changed = attrs.evolve(results, leads=tuple((each, -each) for each in RARE * 2))
    text, (low, high) = str(changed), changed.interval("a", "b")
    assert low <= changed.difference("a", "b")[0] <= high
    assert f"a over b, 95 %: {low:+.2f} to {high:+.2f}, as a few hands decide" in text.splitlines()
    even = attrs.evolve(results, leads=tuple((each, -each) for each in (1.0, -1.0) * 20))
    assert "as a few hands decide" not in str(even)


LOW, HIGH = 0.0, 0.5


def _decided(lead: Callable[[random.Random], float], seed: int) -> tuple[float, int]:
    rng, test, deals = random.Random(seed), SequentialTest(LOW, HIGH), 0
    while test.decision is None:
        test.add(lead(rng))
        deals += 1
    return test.decision, deals


@pytest.mark.parametrize("truth", [LOW, HIGH])
def test_the_error_rates_are_at_most_five_percent_with_fewer_deals(truth: float) -> None:
    found = [_decided(lambda rng: rng.gauss(truth, 3), seed) for seed in range(400)]
    # The share of wrong decisions agrees with an error rate of 5 %.
    share = sum(decision != truth for decision, _ in found) / 400
    assert share <= 0.05 + 2.5 * (0.05 * 0.95 / 400) ** 0.5
    # With errors of 5 % a match of fixed length needs (2 * 1.645 * 3 / 0.5) ** 2 deals.
    assert statistics.fmean(deals for _, deals in found) < 0.75 * (2 * 1.645 * 3 / 0.5) ** 2
    assert min(deals for _, deals in found) >= LEAST_DEALS


@pytest.mark.parametrize(("lead", "decision"), [(0.0, LOW), (0.2, LOW), (0.3, HIGH), (2.0, HIGH)])
def test_equal_leads_leave_no_doubt_and_a_decision_is_final(lead: float, decision: float) -> None:
    assert _decided(lambda rng: lead, 0) == (decision, LEAST_DEALS)
    test = SequentialTest(LOW, HIGH)
    for each in [lead] * LEAST_DEALS + [(0.25 - lead) * 1000] * 10:
        test.add(each)
    assert test.decision == decision
    middle = SequentialTest(-1, 1)
    for _ in range(1000):
        middle.add(0)
    assert (middle.ratio, middle.decision) == (0, None)


@pytest.mark.parametrize("seats", range(2, 8))
def test_every_player_sits_once_in_every_seat(seats: int) -> None:
    for players in range(2, seats + 1):
        hands = lineups(Seating.ROTATE, players, alone(seats), 17)
        times = Counter((seat, who) for hand in hands for seat, who in enumerate(hand))
        assert times == {(seat, who): 1 for seat in range(seats) for who in range(players)}
        fresh = [lineups(Seating.FRESH, players, alone(seats), deal) for deal in range(players)]
        assert [hand for (hand,) in fresh] == lineups(Seating.ROTATE, players, alone(seats), 0)


@pytest.mark.parametrize(("players", "seats"), [(2, 2), (2, 4), (4, 4), (2, 6), (6, 6), (4, 8)])
def test_with_mirror_two_teams_swap_the_cards(players: int, seats: int) -> None:
    before, after = lineups(Seating.MIRROR, players, alone(seats), 3)
    assert [who % 2 for who in before] == [1 - who % 2 for who in after]
    assert Counter(before) == Counter(after) == Counter(list(range(players)) * (seats // players))
