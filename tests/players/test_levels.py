"""Estimates of moves, and levels for people: plausible mistakes, fewer of them at each level."""

import math
import pickle
import random
from itertools import pairwise
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.players.decisions import FIRST, hand, some_decision
from twowaystreet import arena
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.games import twos
from twowaystreet.players import Estimate, Level, MonteCarlo, by_name, level, simple
from twowaystreet.players import _monte_carlo as levels
from twowaystreet.players._monte_carlo import OFFERS, softmax
from twowaystreet.players._names import is_installed
from twowaystreet.players._searches import paired, reason_unsearched

NUMBERS: Final = range(1, len(OFFERS) + 1)
MOVES: Final = tuple(map(tws.Play, tws.CARDS[:3]))


# Any: the views of any game, here and below.


def searched(name: str, count: int) -> list[Any]:
    """Return views of decisions in which a search chooses among at least three moves."""
    rng, found = random.Random(name), list[Any]()
    while len(found) < count:
        for state in list(hand(FIRST[name](), rng))[::4]:
            seen = tws.view(state, state.actor)
            if len(seen.legal_moves) > 2 and not reason_unsearched(seen._state, seen.phase):
                found.append(seen)
    return found[:count]


def test_estimates_have_a_mean_its_standard_error_and_a_paired_loss() -> None:
    assert mean_and_error([2.0, 4.0, 4.0, 6.0]) == (4.0, math.sqrt(8 / 3 / 4))
    assert mean_and_error([1e16, 1.0, -1e16])[0] == 1 / 3
    mean, error = mean_and_error([5.0])
    assert mean == 5 and math.isnan(error)
    # The luck of the worlds is the same for both moves, so that only the differences count.
    results = {FIRST_MOVE: [10.0, -20.0, 31.0, 3.0], OTHERS[0]: [9.0, -21.0, 29.0, 3.0]}
    best, other = paired(results, OTHERS[0]).values()
    assert (best.mean, best.loss, best.loss_error) == (6, 0, 0)
    assert (other.mean, other.loss) == (5, 1)
    assert other.loss_error == mean_and_error([1, 1, 2, 0])[1] < 0.5
    assert best.error > 10 < other.error  # an unpaired error would be greater than both


FIRST_MOVE, *OTHERS = tuple[tws.Move, ...](map(tws.Play, tws.CARDS[:4]))


def test_of_equal_means_the_simple_move_is_best_and_levels_have_words() -> None:
    results = {FIRST_MOVE: [1.0, 2.0], OTHERS[0]: [2.0, 1.0], OTHERS[1]: [0.0, 0.0]}
    found = paired(results, OTHERS[0])
    assert [each.loss for each in found.values()] == [0, 0, 1.5]
    assert found[OTHERS[0]].loss_error == 0 < found[FIRST_MOVE].loss_error
    # One world gives no error of a loss.
    best, other = paired({FIRST_MOVE: [1.0], OTHERS[0]: [0.0]}, FIRST_MOVE).values()
    assert (best.loss, best.loss_error, other.loss) == (0, 0, 1)
    assert math.isnan(other.loss_error)
    wrong: tuple[Any, ...] = (0, 6, True, "3")
    for number in wrong:
        with pytest.raises(tws.RulesError, match=r"number=.*: expected a whole number, 1 to 5"):
            level(number)
    assert [*OFFERS.values()] == ["Beginner", "Easy", "Medium", "Hard", "Strongest"]
    assert [by_name(name) for name in OFFERS] == [*map(Level, NUMBERS)]
    assert by_name("level:2") == by_name("level:number=2") == by_name("Easy") == level(2)
    assert is_installed("level:2") and is_installed("easy")
    assert by_name("level") == by_name(levels.USUAL) == level(3)
    assert pickle.loads(pickle.dumps(level(3))) == level(3) != level(4)


def estimates(*means: float, error: float) -> dict[tws.Move, Estimate]:
    found = [Estimate(mean, error, max(means) - mean) for mean in means]
    return dict(zip(MOVES, found, strict=False))


def test_chances_are_the_softmax_of_values_and_a_level_moves_by_them() -> None:
    """The payoffs of each move have the variance 4 * 0.5**2 = 1, and their means vary by 1."""
    first, second = softmax(estimates(3.0, 1.0, error=0.5), 4, 0.5).values()
    assert second / first == pytest.approx(math.exp(-2 / (0.5 * math.sqrt(2))))
    assert first + second == pytest.approx(1)

    # They do not depend on the unit of the points.
    points = softmax(estimates(3.0, 1.0, -2.0, error=0.5), 4, 0.8)
    tens = softmax(estimates(30.0, 10.0, -20.0, error=5.0), 4, 0.8)
    assert [*tens.values()] == pytest.approx([*points.values()])
    assert [*softmax(estimates(2.0, 2.0, 2.0, error=0.0), 4, 0.1).values()] == [1 / 3] * 3
    state = FIRST["street"]()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    seen = tws.view(state, state.actor)
    first, rngs = seen.legal_moves[0], [random.Random(seed) for seed in range(100)]
    chances = [level(2).chances(seen, random.Random(seed))[first] for seed in range(100)]
    error = math.sqrt(math.fsum(chance * (1 - chance) for chance in chances))
    assert abs(sum(level(2)(seen, rng) == first for rng in rngs) - sum(chances)) < 4 * error


@pytest.mark.nightly
def test_mistakes_are_plausible_and_fewer_at_each_level() -> None:
    """Even the lowest level loses clearly less than random moves do, in decisions that matter."""
    player, rng, lost, count = MonteCarlo(40, engine="python"), random.Random(1), [0.0] * 4, 0
    for seen in searched("duel", 24):
        worth = player.evaluate(seen, rng)
        worst = max(worth.values(), key=lambda each: each.loss)
        if worst.loss > 3 * worst.loss_error and count < 12:
            count += 1
            at_random = math.fsum(each.loss for each in worth.values()) / len(worth)
            for place, number in enumerate(NUMBERS[:-1]):
                chances = level(number).chances(seen, random.Random(1))
                assert math.fsum(chances.values()) == pytest.approx(1)
                loss = math.fsum(worth[move].loss * chance for move, chance in chances.items())
                lost[place] += loss / at_random / 12
    assert count == 12
    assert lost[0] < 0.85 and all(low > high + 0.01 for low, high in pairwise(lost))


def test_the_highest_level_makes_the_best_move(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def recorded(worlds: int, **_: object) -> MonteCarlo:
        asked.append(worlds)
        return MonteCarlo(8, engine="python")

    monkeypatch.setattr(levels, "MonteCarlo", recorded)
    found = searched("twos", 20)
    many = next(seen for seen in found if len(seen.legal_moves) > 10)
    few = next(seen for seen in found if len(seen.legal_moves) < 6)
    of_spades = max(searched("spades", 9), key=lambda seen: len(seen.legal_moves))
    for seen in (*searched("brag", 1), of_spades, many, few):
        best = MonteCarlo(8, engine="python")(seen, random.Random(1))
        assert level(5)(seen, random.Random(1)) == best
    assert asked == [16, 400 // len(of_spades.legal_moves), 500 // len(many.legal_moves), 100]


@pytest.mark.parametrize("name", ["street", "twenty_down"])
def test_a_level_moves_as_simple_does_where_a_search_does_not_help(name: str) -> None:
    checked = 0
    for seed in range(30):
        state = some_decision(FIRST[name](), random.Random(seed))
        seen = tws.view(state, state.actor)
        if reason_unsearched(seen._state, seen.phase):
            checked += 1
            move = simple(seen, random.Random(1))
            assert level(1).chances(seen, random.Random(1)) == {move: 1.0}
    assert checked


def test_a_level_moves_as_simple_without_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    (seen,) = searched("twos", 1)
    monkeypatch.setattr(twos.View, "no_worlds", "for this test")
    assert level(1)(seen, random.Random(1)) == simple(seen, random.Random(1))
    assert level(5)(seen, random.Random(1)) == simple(seen, random.Random(1))


@pytest.mark.nightly
@pytest.mark.parametrize("number", NUMBERS[1:])
@pytest.mark.parametrize("game", ["duel", "spades"])
def test_each_level_is_better_than_the_one_below(game: str, number: int) -> None:
    higher, lower = f"level:{number}", f"level:{number - 1}"
    deals = {"duel": 120, "spades": 60}[game]
    lead, error = arena.play(game, [higher, lower], deals=deals).difference(higher, lower)
    assert lead > 2 * error
