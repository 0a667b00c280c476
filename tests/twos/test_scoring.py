"""Scoring, whole games and options."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything
from tests.twos.table import POINTS, after_trick, playing, scripted
from twowaystreet import Rank
from twowaystreet.errors import quoted
from twowaystreet.games import twos
from twowaystreet.games.twos import Phase

Catch = twos.Catch


@pytest.mark.rule("TW-9")
def test_refused_catches_are_shown_as_people_write_them() -> None:
    with pytest.raises(tws.RulesError, match=r"catches=\[Catch\(catcher=0, victim=3, by='3'\), "):
        twos.score([16, 0, 0, 0], [Catch(0, 3, Rank.THREE)] * 5)


@pytest.mark.rule("TW-8", "TW-9")
def test_a_whole_hand() -> None:
    state = scripted()
    score = tws.score_hand(state)
    assert state.score == score and state.scores == score.points == POINTS
    assert [seat.honours for seat in score.seats] == [6, 0, 3, 7]
    assert [seat.caught for seat in score.seats] == [3, 0, 0, 2]
    assert [seat.lost for seat in score.seats] == [2, 3, 0, 0]
    assert score.catches == state.catches == (Catch(0, 1, Rank.THREE), Catch(3, 0, Rank.TWO))
    assert score == twos.score([6, 0, 3, 7], state.catches)


@pytest.mark.rule("TW-9", "TW-10")
@pytest.mark.parametrize(
    ("plays", "catches"),
    [
        # The examples of the source; the first has no catch.
        ("6H QH 5H 2D", ""),
        ("KD 2H 2D 3D", "122"),
        ("AH 3H 5H 2H", "133"),
        ("AH 2C 3C 2S", "213 233"),
        # A two catches one or several twos.
        ("2C 2D 2H 2S", "012 022 032"),
        ("AS 2C 5S 2D", "132"),
        ("2S AS KS QS", ""),
        # Threes that do not take the trick catch nothing.
        ("2H 3C 3D 3S", ""),
        ("2H 2C 3D 3C", "012"),
        # A three catches twos of every suit.
        ("2H 2S 3S 3H", "303 313"),
        ("2C 2D 2H 3C", "303 313 323"),
        ("3D 2D 2C 2S", "013 023 033"),
        ("3S 2H 2S 3H", "313 323"),
        # Other cards that win the trick catch no twos.
        ("AH KH 3H 4H", ""),
    ],
)
@pytest.mark.parametrize("dealer", [0, 3])
def test_catches(plays: str, catches: str, dealer: int) -> None:
    state = after_trick(plays, dealer)
    first = dealer + 1
    wanted = tuple(
        Catch((first + int(one[0])) % 4, (first + int(one[1])) % 4, anything(one[2]))
        for one in catches.split()
    )
    assert state.catches == wanted
    assert [one.points for one in state.catches] == [int(one[2]) for one in catches.split()]
    assert playing("2H").catches == ()
    for seat in (None, 0, 1, 2, 3):
        assert anything(tws.view(state, seat)).catches == wanted


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


@pytest.mark.rule("TW-9")
@pytest.mark.parametrize(
    "by", [2, 3, "4", "A", "", "two", "TWO", None, True, Rank.FOUR, Rank.ACE, [], Hostile()]
)
def test_other_ranks_catch_no_two(by: object) -> None:
    with pytest.raises(tws.RulesError) as caught:
        Catch(0, 1, anything(by))
    assert (caught.value.field, caught.value.rule) == ("by", "TW-9")
    assert caught.value.value is by and "by=" in str(caught.value)
    assert "a two or a three, 2 or 3" in str(caught.value)


@pytest.mark.rule("TW-9")
@pytest.mark.parametrize("seat", [4, -1, True, None, "0", 1.0, Hostile()])
def test_catches_with_invalid_seats_are_refused(seat: object) -> None:
    for catcher, victim in ((seat, 1), (1, seat)):
        with pytest.raises(tws.SeatError, match="an int from 0 to 3") as caught:
            Catch(anything(catcher), anything(victim), Rank.TWO)
        assert caught.value.seat is seat and caught.value.seats == 4


@pytest.mark.rule("TW-9")
@pytest.mark.parametrize("seat", range(4))
def test_players_do_not_catch_their_own_twos(seat: int) -> None:
    with pytest.raises(tws.RulesError) as caught:
        Catch(seat, seat, Rank.THREE)
    error = caught.value
    assert (error.field, error.value, error.rule) == ("victim", seat, "TW-9")
    assert str(error) == f"victim={seat}: expected another seat than the catcher's (TW-9)"


@pytest.mark.rule("TW-8", "TW-9", "TW-10")
def test_entries() -> None:
    hand = twos.score([7, 3, 6, 0], [Catch(0, 3, Rank.THREE), Catch(0, 3, Rank.THREE)])
    assert [seat.entry for seat in hand.seats] == ["7+6-0:13", "3+0-0:3", "6+0-0:6", "0+0-6:-6"]
    assert tws.score_sheet(["A", "B", "C", "D"], [hand]).splitlines()[1:] == [
        "7+6-0:13 | 3+0-0:3 | 6+0-0:6 | 0+0-6:-6",
        "13       | 3       | 6       | -6",
    ]


@pytest.mark.rule("TW-11")
@pytest.mark.parametrize(
    ("target", "scores", "winners"),
    [
        (9, [0, 0, 0, 0], (3,)),  # reached exactly
        (8, [0, 0, 0, 0], (3,)),
        (10, [0, 0, 0, 0], ()),
        (10, [2, 9, 6, 0], ()),
        (10, [3, 9, 6, 0], (0,)),
        (9, [2, 0, 0, 0], (0, 3)),  # shared
        (10, [4, 0, 0, 2], (0, 3)),
        (10, [5, 0, 9, 1], (0, 2)),
        (10, [5, 0, 0, 4], (3,)),  # several reach the target: the highest wins
        (1, [-6, -9, -2, -9], (0, 2)),
        (1, [-6, -9, -1, -9], (2,)),
        (1, [-7, -9, -3, -9], ()),
    ],
)
def test_games_to_a_target(target: int, scores: list[int], winners: tuple[int, ...]) -> None:
    rules = twos.Rules(target=target, max_hands=None)
    state = scripted(rules, scores=scores, hands_played=7)
    assert list(state.scores) == [a + b for a, b in zip(scores, POINTS, strict=True)]
    assert (state.is_over, state.winners, state.hands_played) == (bool(winners), winners, 8)
    assert state.phase is (Phase.GAME_OVER if winners else Phase.HAND_OVER)


@pytest.mark.rule("TW-11", "AL-2")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([0, 0, 0, 0], (3,)),
        ([2, 0, 0, 0], (0, 3)),
        ([2, 12, 6, 0], (0, 1, 2, 3)),
        ([-30, -1, -12, -16], (1,)),  # -23 -4 -9 -7
        ([-30, -1, -7, -16], (1, 2)),
        ([100, 0, 0, 0], (0,)),
    ],
)
def test_games_of_a_fixed_number_of_hands(scores: list[int], winners: tuple[int, ...]) -> None:
    state = scripted(twos.Rules(max_hands=3), scores=scores, hands_played=2)
    assert state.is_over and state.winners == winners and state.hands_played == 3
    assert list(state.scores) == [a + b for a, b in zip(scores, POINTS, strict=True)]
    early = scripted(twos.Rules(max_hands=3), scores=scores, hands_played=1)
    assert not early.is_over and early.winners == () and early.hands_played == 2


@pytest.mark.rule("TW-11", "AL-2")
def test_a_target_and_a_number_of_hands_together() -> None:
    both: dict[str, Any] = {"target": 9, "max_hands": 3}
    assert scripted(twos.Rules(**both)).is_over
    for played, over in ((0, False), (1, False), (2, True)):
        state = scripted(twos.Rules(target=10, max_hands=3), hands_played=played)
        assert state.is_over is over and state.winners == ((3,) if over else ())


# Valid and invalid options of Twos, and openings of a match.


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        twos.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    assert str(error) == f"{error.field}={quoted(error.value)}: expected {error.expected} (TW-11)"
    return error


@pytest.mark.rule("TW-11")
def test_a_target_or_a_number_of_hands_is_needed() -> None:
    for options in ({"max_hands": None}, {"target": None, "max_hands": None}):
        error = refusal(**options)
        assert (error.field, error.value) == ("max_hands", None)
        assert error.expected == "a whole number if there is no target"


# The opening of a match.
