"""The scoring of lays (BR-9 to BR-12), and of hands with real cards."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.brag.table import NINE, TIED, hands_of, played
from tests.helpers import Hostile, anything
from tests.hostile import breaking
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.errors import quoted
from twowaystreet.games import brag
from twowaystreet.games.brag import Lay, Outcome, Rules, score

SIX, SEVEN = Rules(cards=6, players=2), Rules(cards=7, players=2)


def scored(*lays: str, antes: int = 1, rules: Rules | None = None) -> brag.HandScore:
    """Score these lays as real cards, and compare the score with that of a game."""
    found = score(list(map(hands_of, lays)), antes, rules)
    options = rules or Rules(players=len(lays))
    if options.cards != 7:
        high_rank = options.high_rank
        state = played(*lays, antes=antes - 1, high_rank=high_rank)
        assert tws.score_hand(state) == found
    return found


@pytest.mark.rule("BR-9", "BR-10", "BR-12")
def test_two_points_of_three_take_the_pot() -> None:
    """The case brag-nine-two-points."""
    found = scored(*NINE)
    assert found.points == (3, -1, -1, -1) and found.payoffs == (4, -4 / 3, -4 / 3, -4 / 3)
    assert (found.outcome, found.taker, found.antes) == (Outcome.TAKEN, 0, 1)
    assert found.best == ((0,), (0,), (2,))
    assert [seat.hand_points for seat in found.seats] == [2, 0, 1, 0]
    assert [seat.entry for seat in found.seats] == [
        "prial 9 9 9*, running flush A K Q*, high card J 5 2: +3",
        "run A 2 3, pair 7 7 K, high card Q 6 4: -1",
        "running flush 6 5 4, run Q J 10, pair 8 8 3*: -1",
        "pair K K 2, high card A 10 6, high card 7 4 3: -1",
    ]
    assert [hand.kind for hand in found.seats[0].hands] == ["prial", "running flush", "high card"]
    assert found.seats[0].best == (True, True, False)


@pytest.mark.rule("BR-10")
def test_a_tie_is_nobodys_point() -> None:
    """The case brag-tie-nobodys-point."""
    found = scored(*TIED)
    assert (found.outcome, found.taker, found.points) == (Outcome.STAYS, None, (0, 0, 0))
    assert found.best == ((0, 1), (0,), (1,))
    assert [seat.hand_points for seat in found.seats] == [1, 1, 0]
    assert [seat.entry for seat in found.seats] == [
        "run Q J 10*, pair 8 8 4*, high card 7 6 2: +0",
        "run Q J 10*, pair 5 5 K, high card A 4 3*: +0",
        "pair 3 3 6, high card 9 K 2, high card J 7 5: +0",
    ]


@pytest.mark.rule("BR-10")
def test_three_points_take_the_pot() -> None:
    found = scored("9C 9D 9H / AS KS QS / AC AD JH", "2C 3D 5H / 7C 7D KH / 4S 6H QD", antes=3)
    assert found.points == (3, -3) and found.best == ((0,), (0,), (0,))
    assert [seat.hand_points for seat in found.seats] == [3, 0]


@pytest.mark.rule("BR-11")
def test_six_cards_a_tie_and_a_win_take_the_pot() -> None:
    """The cases brag-six-tie-and-win and brag-six-two-tie-both."""
    found = scored("KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 3C", rules=SIX)
    assert (found.points, found.taker, found.best) == ((1, -1), 0, ((0, 1), (0,)))
    assert [seat.hand_points for seat in found.seats] == [2, 1]
    found = scored("KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 4C", rules=SIX)
    assert (found.points, found.outcome) == ((0, 0), "stays")
    assert found.best == ((0, 1), (0, 1)) and [seat.hand_points for seat in found.seats] == [2, 2]


@pytest.mark.rule("BR-11")
def test_a_player_may_tie_with_two_different_players() -> None:
    rules = Rules(cards=6, players=3)
    found = scored(
        "KC QC JC / 8C 8D 4H",
        "KD QD JD / 2C 3D 5H",
        "AC AD 2H / 8H 8S 4C",
        rules=rules,
    )
    assert found.best == ((0, 1), (0, 2)) and found.taker == 0 and found.points == (2, -1, -1)


@pytest.mark.rule("BR-11")
def test_one_best_hand_of_two_is_not_enough() -> None:
    found = scored("KC QC JC / 2C 5D 7H", "KD QD 9H / 8H 8S 3C", rules=SIX)
    assert found.taker is None and found.points == (0, 0)
    assert [seat.hand_points for seat in found.seats] == [1, 1]


@pytest.mark.rule("BR-4")
@pytest.mark.parametrize(("high_rank", "points"), [("everywhere", (-1, 1)), ("prials", (1, -1))])
def test_the_high_rank_decides(high_rank: str, points: tuple[int, int]) -> None:
    """The cases brag-high-rank-everywhere and brag-high-rank-prials."""
    rules = Rules(cards=6, players=2, high_rank=anything(high_rank))
    found = scored("AC AD KC / AH QD 9S", "6C 6D 2H / 6H 3D 4S", rules=rules)
    assert found.points == points


@pytest.mark.rule("BR-8", "BR-11")
def test_the_best_hand_first_is_not_the_best_lay() -> None:
    """The case brag-seven-not-the-best-first."""
    other = "JC JD KC / 4C 4D 9S"
    found = scored("AC KD QC / AD 2H 3C", other, rules=SEVEN)
    assert (found.points, found.taker) == ((1, -1), 0)
    assert [str(hand) for hand in found.seats[0].hands] == ["run A 2 3", "run A K Q"]
    found = scored("AC AD AH / KD QC 3C", other, rules=SEVEN)
    assert found.taker is None and found.best == ((0,), (1,))


@pytest.mark.rule("BR-9")
def test_two_equal_hands_of_one_player() -> None:
    found = scored("KC QD JH / KD QH JS", "2C 3D 5H / 2D 3H 5S", rules=SIX)
    assert found.taker == 0 and found.seats[0].hands[0].worth == found.seats[0].hands[1].worth
    found = scored("KC QD JH / KD QH JS / 2H 4C 5D", "AC AD AH / KH QS JC / 2D 4S 5C")
    assert found.best == ((1,), (0, 1), (0, 1)) and found.taker is None


@pytest.mark.rule("BR-12")
@pytest.mark.parametrize("antes", [1, 2, 7])
def test_the_taker_wins_the_antes_of_all_others(antes: int) -> None:
    found = scored(*NINE, antes=antes)
    assert found.points == (3 * antes, -antes, -antes, -antes) and found.antes == antes


def test_lays_and_hands_count_alike() -> None:
    hands = list(map(hands_of, NINE))
    found = score(hands)
    assert score(map(Lay, hands)) == found == score([Lay(hands[0]), *hands[1:]])
    assert score([hand[::-1] for hand in hands]) == found
    assert score([[cards[::-1] for cards in hand] for hand in hands]) == found
    assert score(hands, 1, Rules()) == found
    five = [
        [FRENCH_DECK[at : at + 3] for at in range(start, start + 9, 3)] for start in range(0, 45, 9)
    ]
    assert score(five) == score(five, 1, Rules(players=5))


def refused(field: str, value: object, **facts: object) -> tws.RulesError:
    """Check that the scoring function refuses this value."""
    given = {"laid": list(map(hands_of, NINE)), **facts, field: value}
    with pytest.raises(tws.RulesError) as caught:
        anything(score)(**given)
    error = caught.value
    assert error.field == field and error.value is value
    assert str(error) == f"{field}={quoted(value)}: expected {error.expected} ({error.rule})"
    return error


@pytest.mark.rule("BR-1", "BR-3", "BR-8")
def test_impossible_facts_are_refused() -> None:
    hands = list(map(hands_of, NINE))
    rng = random.Random(1)
    joker = hands_of(NINE[0].replace("9C", "R*"))
    twice = hands_of(NINE[0].replace("9C", "KC"))
    wrong: list[object] = [
        [*hands[:3], value]
        for value in (None, 7, Hostile(), "lay", hands[3][:2], hands[3][0], joker, twice, hands[0])
    ]
    wrong += [[*hands[:3], breaking()], [*hands[:3], [*hands[3][:2], hands[3][2][:2]]]]
    for value in wrong:
        error = refused("laid", value)
        assert error.rule == "BR-8"
        assert error.expected == "of each of 4 players 3 hands of three different cards"
    for value in (None, 7, "laid", Hostile()):
        assert refused("laid", value).expected == "the hands of each player"
    for count in (0, 1, 6):
        error = refused("laid", [rng.choice(hands) for _ in range(count)])
        assert (error.expected, error.rule) == ("the hands of 2 to 5 players", "BR-1")
    for rules in (Rules(players=3), Rules(cards=6), Rules(players=5)):
        assert refused("laid", hands, rules=rules).rule == "BR-8"
    for antes in (0, -1, True, 1.0, None, "1", 10**9 + 1):
        error = refused("antes", antes)
        assert (error.rule, error.expected) == ("BR-3", "a whole number, 1 to 1000000000")
    with pytest.raises(tws.RulesError, match=r"^rules="):
        score(hands, rules=anything(7))
