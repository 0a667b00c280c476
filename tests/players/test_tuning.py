"""Tuning: better constants, judged on deals that the search did not see."""

import math
import pickle
import random
from importlib import import_module
from itertools import combinations
from statistics import mean, stdev
from typing import Any, Final
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from twowaystreet import authoring as core
from twowaystreet.games import twos
from twowaystreet.players import Gain, RuleOfThumb, Tuned, _tuning, simple, tune

NEEDS: Final = "is missing; pip install 'twowaystreet[tune]'"
pytest.importorskip("cmaes", reason=f"cmaes {NEEDS}")
pytest.importorskip("numba", reason=f"numba {NEEDS}")
fast: Any = import_module("twowaystreet.fast")  # Any: a module

BAD: Final = RuleOfThumb.of("twos", preset="0.2.0", kept_two=-5.0)
"""A rule that plays its twos first."""
SEED: Final = 5
COMPILED: Final = pytest.mark.skipif(
    import_module("twowaystreet.fast.compiling").IS_PLAIN, reason="plain Python plays too slowly"
)


def tuned(**changes: Any) -> Tuned:  # Any: arguments of the function
    few: dict[str, Any] = {"deals": 4, "held_out": 4, "rounds": 1, "seed": SEED}
    return tune("twos", {"kept_two": (-5.0, 5.0)}, start=BAD, **{**few, **changes})


def measured(rule: RuleOfThumb[Any, Any], own: int, deals: int, seed: int) -> tuple[float, float]:
    """Return what a rule of Twos gains over the bad one, by its moves alone, with the error."""
    alone = list(combinations(range(4), 1))
    lineups = alone if own == 1 else [(0, 2), (1, 3)]
    gains = [0.0] * deals
    for seats in lineups:
        policy = [rule if seat in seats else BAD for seat in range(4)]
        for playout in range(deals):
            state = twos.new_game()
            for move in fast.playout_moves(state, playout, seed=seed, policy=policy):
                state = tws.apply(state, move)
            points = tws.score_hand(state).points
            mine = sum(points[seat] for seat in seats)
            gains[playout] += mine / own - (sum(points) - mine) / (4 - own)
    gains = [gain / len(lineups) for gain in gains]
    return mean(gains), stdev(gains) / math.sqrt(deals)


@COMPILED
def test_the_search_finds_better_constants() -> None:
    found = tuned(deals=10, held_out=100, rounds=2)
    assert found.constants["kept_two"] > 0
    assert found.rule.constants()["kept_two"] == found.constants["kept_two"]
    assert found.is_better and min(each.mean for each in found.held_out) > 1
    assert [each.deals for each in found.training + found.held_out] == [10, 10, 100, 100]
    assert pickle.loads(pickle.dumps(found)) == found


def test_what_ends_a_search_carries_the_best_rule_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = [(Gain("start", "1:3", 4, mean, 0.1),) for mean in (0.0, 2.0, 1.0)]
    judge = Mock(side_effect=[*gains, KeyboardInterrupt])
    monkeypatch.setattr("twowaystreet.players._tuning._gains", judge)
    with pytest.raises(KeyboardInterrupt) as caught:
        tuned()
    found: Any = caught.value
    assert found.results.rule is judge.call_args_list[1].args[-3]
    assert found.results.held_out == () and not found.results.is_better


@COMPILED
def test_the_gains_are_paired_on_shared_deals_held_out() -> None:
    found = tuned()
    for gains, seed in ((found.training, 2 * SEED), (found.held_out, 2 * SEED + 1)):
        for own, each in enumerate(gains, start=1):
            assert (each.mean, each.error) == pytest.approx(measured(found.rule, own, 4, seed))
    assert found == tuned(threads=2)
    assert found.training != tuned(seed=6).training


def test_each_opponent_is_played_in_each_seating_and_two_meet_once() -> None:
    found = tuned(opponents=["simple", BAD, "random"], deals=2, held_out=2, rounds=0)
    expected = ["start", "simple", "opponents[1]", "random"]
    assert found.rule == BAD
    assert [(each.opponent, each.seating) for each in found.held_out] == [
        (opponent, seating) for opponent in expected for seating in ("1:3", "2:2")
    ]
    few: Any = {"deals": 2, "held_out": 2, "rounds": 1}
    found = tune("duel", {"boldness": (0.0, 3.0)}, **few)
    assert [each.seating for each in found.held_out] == ["1:1"]
    found = tune("twenty_down", {"plays_on": (0, 1)}, **few)
    assert type(found.constants["plays_on"]) is int


@attrs.frozen
class Ambitious(RuleOfThumb[oh_hell.View, oh_hell.State]):
    """A player of Oh Hell who bids as many tricks as a constant says, and plays high cards."""

    wanted: float = core.constant(0.0, 0.0, 4.0)

    def __call__(self, view: oh_hell.View, rng: random.Random) -> tws.Move:
        def worth(move: tws.Move) -> float:
            if isinstance(move, oh_hell.Bid):
                return -abs(move.number - self.wanted)
            return move.card.index if isinstance(move, tws.Play) else 0

        return max(tws.legal_moves(view), key=worth)


def test_rules_of_other_authors_are_tuned_and_a_search_ends_early() -> None:
    found = tune(
        oh_hell.GAME,
        {"wanted": (0.0, 4.0)},
        start=Ambitious(2.6),
        rules=oh_hell.Rules(players=3, cards=4),
        deals=3,
        held_out=3,
        rounds=1,
    )
    assert isinstance(found.rule, Ambitious) and found.constants["wanted"] < 2.5
    assert [each.seating for each in found.held_out] == ["1:2", "2:1"]
    narrow = {"boldness": (1.5, 1.500000001)}
    found = tune("duel", narrow, deals=2, held_out=2, rounds=10**9)
    assert found.rule == RuleOfThumb.of("duel") and not found.is_better


@pytest.mark.parametrize(
    ("start", "other", "expected"),
    [(0.21, -0.2, True), (0.2, 0.0, False), (0.3, -0.21, False), (0.0, 5.0, False)],
)
def test_better_rules_gain_and_lose_to_nobody(start: float, other: float, expected: bool) -> None:
    lucky = Gain("start", "1:3", 9, 9.0, 0.1)
    gains = lucky, Gain("start", "2:2", 9, start, 0.1), Gain("simple", "2:2", 9, other, 0.1)
    found = Tuned(BAD, ("kept_two",), (lucky,), gains)
    assert found.is_better is expected
    assert str(found).endswith("better than the start")
    assert ("\nnot better" in str(found)) is not expected


# Any: arguments of any kind.
WRONG: Final[dict[str, dict[str, Any]]] = {
    "game='whist': expected a twowaystreet.Game, or one of ": {"game": "whist"},
    "game=.*: expected a game with a rule of thumb": {"game": oh_hell.GAME},
    "fear=0: expected no constants, as this rule has none": {
        "game": "brag",
        "parameters": {"fear": (0, 1)},
    },
    "start=.*: expected a rule of thumb$": {"start": simple},
    "start=.*: expected a rule of thumb of Twos, not of Duel": {
        "start": RuleOfThumb.of("duel"),
        "parameters": {"boldness": (0, 3)},
    },
    "parameters={}: expected constants by name": {"parameters": {}},
    "fear=0: expected kept_two, ": {"parameters": {"fear": (0, 1)}},
    "kept_two=90: expected a number, -10 to 10": {"parameters": {"kept_two": (0, 90)}},
    r"parameters\['kept_two'\]=\(3, 3\): expected the least": {"parameters": {"kept_two": (3, 3)}},
    r"parameters\['kept_two'\]=3: expected the least": {"parameters": {"kept_two": 3}},
    r"parameters\['kept_two'\]=.*: expected a range around 1.5": {
        "parameters": {"kept_two": (2, 3)}
    },
    "deals=1: expected a whole number, 2 to": {"deals": 1},
    "held_out=0.5: expected a whole number": {"held_out": 0.5},
    "rounds=-1: expected a whole number, 0 to": {"rounds": -1},
    "seed=-1: expected a whole number": {"seed": -1},
    "threads=0: expected a whole number": {"threads": 0},
    "opponents='simple': expected a list": {"opponents": "simple"},
    r"opponents\[1\]='best': expected random, simple": {"opponents": ["simple", "best"]},
    "expected a rule of thumb of Twos, not of Duel": {"opponents": [RuleOfThumb.of("duel")]},
}


@pytest.mark.parametrize("expected", WRONG)
def test_a_wrong_argument_is_refused(expected: str) -> None:
    # Any: arguments of any kind.
    usual: dict[str, Any] = {"game": "twos", "parameters": {"kept_two": (0.0, 4.0)}}
    with pytest.raises(tws.RulesError, match=expected):
        tune(**{**usual, **WRONG[expected]})


def test_a_missing_extra_and_a_game_for_one_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_tuning, "import_module", Mock(side_effect=ModuleNotFoundError("cmaes")))
    with pytest.raises(ImportError, match=r"pip install 'twowaystreet\[tune\]'"):
        tuned()
    with pytest.raises(tws.RulesError, match=r"game=.*: expected a game with opponents"):
        _tuning._pool(BAD, (), twos.GAME, 1)
