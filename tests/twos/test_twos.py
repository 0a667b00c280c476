"""Catches and targets of Twos; the reference implementation checks the play."""

import copy
import pickle
import random
from functools import partial

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, hand_played, refused_options
from twowaystreet import Rank
from twowaystreet.games import twos
from twowaystreet.games.twos import Phase

Catch = twos.Catch


@pytest.mark.rule("TW-9")
def test_a_catch() -> None:
    catch = Catch(catcher=0, victim=3, by=Rank.THREE)
    assert (catch.catcher, catch.victim, catch.by, catch.points) == (0, 3, Rank.THREE, 3)
    word = Catch(3, 0, anything("2"))
    assert word.by is Rank.TWO and word.points == 2
    assert copy.deepcopy(word) == pickle.loads(pickle.dumps(word)) == Catch(3, 0, Rank.TWO)
    assert len({word, catch, Catch(3, 0, Rank.TWO)}) == 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(word).victim = 1
    with pytest.raises(tws.RulesError, match=r"^victim=2: expected another seat than"):
        Catch(2, 2, Rank.THREE)
    for seat in map(anything, (4, -1, True, None, "0", Hostile())):
        for catcher, victim in ((seat, 1), (1, seat)):
            with pytest.raises(tws.SeatError, match="an int from 0 to 3"):
                Catch(catcher, victim, Rank.TWO)
    for by in map(anything, (2, "4", "A", "", "two", None, True, Rank.FOUR, [], Hostile())):
        with pytest.raises(tws.RulesError, match=r"^by=.*a two or a three, 2 or 3") as caught:
            Catch(0, 1, by)
        assert (caught.value.field, caught.value.rule) == ("by", "TW-9")
    four = [Catch(0, seat, Rank.THREE) for seat in (1, 2, 3, 1)]
    assert twos.score([16, 0, 0, 0], four).points == (28, -6, -3, -3)
    # Refused catches are shown as people write them.
    with pytest.raises(tws.RulesError, match=r"catches=\[Catch\(catcher=0, victim=3, by='3'\), "):
        twos.score([16, 0, 0, 0], [Catch(0, 3, Rank.THREE)] * 5)
    with pytest.raises(tws.RulesError, match="at most 4 twos"):
        twos.score([16, 0, 0, 0], [Catch(0, victim, Rank.TWO) for victim in (1, 2, 3, 1)])


@pytest.mark.rule("TW-11")
@pytest.mark.parametrize(
    ("target", "scores", "winners"),
    [
        (9, [7, -3, 3, 9], (3,)),  # reached exactly
        (10, [9, -6, 9, 9], ()),
        (10, [12, -3, 12, 10], (0, 2)),  # shared
        (10, [12, -3, 3, 13], (3,)),  # several reach the target: the highest wins
    ],
)
def test_games_to_a_target(target: int, scores: list[int], winners: tuple[int, ...]) -> None:
    rules = twos.Rules(target=target, max_hands=None)
    points = tws.score_hand(hand_played(twos.new_game(rules), random.Random(6))).points
    before = [score - gained for score, gained in zip(scores, points, strict=True)]
    start = twos.new_game(rules, scores=before, hands_played=7)
    state = hand_played(start, random.Random(6))
    assert list(state.scores) == scores
    assert (state.is_over, state.winners, state.hands_played) == (bool(winners), winners, 8)
    assert state.phase is (Phase.GAME_OVER if winners else Phase.HAND_OVER)


refusal = partial(refused_options, twos.Rules)


@pytest.mark.rule("TW-11")
def test_a_target_or_a_number_of_hands_is_needed() -> None:
    for options in ({"max_hands": None}, {"target": None, "max_hands": None}):
        error = refusal(**options)
        assert (error.field, error.rule, error.value) == ("max_hands", "TW-11", None)
        assert error.expected == "a whole number if there is no target"
