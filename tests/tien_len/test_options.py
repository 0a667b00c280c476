"""Valid and invalid options of Tien Len, and openings of a match."""

from __future__ import annotations

import copy
import pickle

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.hostile import Hostile
from tests.tien_len.table import trick
from twowaystreet.games import tien_len, twos


@pytest.mark.rule("TL-1", "TL-6")
def test_defaults() -> None:
    rules = tien_len.Rules()
    assert attrs.asdict(rules) == {"max_hands": 4}
    assert (rules.seats, len(rules.pack)) == (4, 52)
    assert rules == tien_len.Rules(max_hands=4) != tien_len.Rules(max_hands=5)
    assert tien_len.Rules(max_hands=1).max_hands == 1
    assert tien_len.Rules(max_hands=10**9).max_hands == 10**9


@pytest.mark.rule("TL-6")
@pytest.mark.parametrize(
    "value",
    [None, True, 0, -1, 10**9 + 1, 10**640, 4.0, "4", "none", "", b"4", [4], (), {}, Hostile()],
)
def test_impossible_numbers_of_hands(value: object) -> None:
    with pytest.raises(tws.RulesError) as caught:
        tien_len.Rules(max_hands=anything(value))
    error = caught.value
    assert (error.field, error.rule) == ("max_hands", "TL-6") and error.value is value
    assert error.expected == "a whole number, 1 to 1000000000"


def test_rules_are_values() -> None:
    rules = tien_len.Rules(max_hands=7)
    twins: list[tien_len.Rules] = [copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))]
    for twin in (*twins, eval(repr(rules), {"Rules": tien_len.Rules})):
        assert twin == rules and hash(twin) == hash(rules)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(rules).max_hands = 1
    for options in ({"players": 4}, {"target": 20}):
        with pytest.raises(TypeError):
            tien_len.Rules(**anything(options))


@pytest.mark.rule("TL-6")
def test_new_game_with_the_defaults() -> None:
    state = tien_len.new_game()
    assert (state.rules, state.dealer, state.scores) == (tien_len.Rules(), 0, (0, 0, 0, 0))
    assert (state.hands_played, state.phase, state.actor) == (0, tien_len.Phase.DEAL, None)
    assert state == tien_len.new_game(tien_len.Rules(), dealer=0, scores=[0] * 4, hands_played=0)
    assert (state.hands, state.stock, state.winners, state.score) == (((),) * 4, (), (), None)
    assert (state.tricks, state.trick, state.went_out) == ((), trick(None), ())
    assert repr(state) == "<Tien Len: deal, scores 0 0 0 0>"
    with pytest.raises(TypeError, match=r"expected new_game\(\)"):
        anything(tien_len.State)()
    with pytest.raises(TypeError):
        anything(tien_len.new_game)(tien_len.Rules(), 0)


@pytest.mark.rule("TL-6", "AL-2")
def test_a_match_continues() -> None:
    state = tien_len.new_game(dealer=2, scores=(-7, 5, 1, 1), hands_played=3)
    assert (state.dealer, state.scores, state.hands_played) == (2, (-7, 5, 1, 1), 3)


@pytest.mark.rule("TL-6", "AL-2")
@pytest.mark.parametrize(
    ("argument", "value", "rule"),
    [
        *(("scores", [0] * 3, "TL-6"), ("scores", [0, 0, 0, None], "TL-6")),
        *(("scores", "0000", "TL-6"), ("scores", [0, 0, 0, 10**9 + 1], "TL-6")),
        *(
            ("hands_played", 4, "AL-2"),
            ("hands_played", -1, "AL-2"),
            ("hands_played", True, "AL-2"),
        ),
        *(("rules", twos.Rules(), None), ("rules", 7, None), ("rules", Hostile(), None)),
    ],
)
def test_impossible_openings(argument: str, value: object, rule: str | None) -> None:
    with pytest.raises(tws.RulesError) as caught:
        tien_len.new_game(**anything({argument: value}))
    assert (caught.value.field, caught.value.rule) == (argument, rule)
    assert caught.value.value is value


@pytest.mark.rule("TL-1")
@pytest.mark.parametrize("dealer", [-1, 4, True, None, "0", 0.0, [0], Hostile()])
def test_impossible_dealers(dealer: object) -> None:
    with pytest.raises(tws.SeatError) as caught:
        tien_len.new_game(dealer=anything(dealer))
    assert caught.value.seat is dealer and caught.value.seats == 4
