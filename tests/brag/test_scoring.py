"""Hands of three and the scoring of lays (BR-4 to BR-6, BR-9 to BR-12)."""

import random
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.brag.table import NINE, TIED, hands_of, played
from tests.helpers import Hostile, anything, refused_options, text_of
from tests.hostile import breaking
from tests.reference import brag as reference
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.games import brag
from twowaystreet.games.brag import HandOfThree, HighRank, Kind, Lay, Outcome, Rules, score

PRIALS = HighRank.PRIALS
SETTINGS = [(cards, high_rank) for cards in (9, 7, 6) for high_rank in HighRank]


def ranked(text: str, rules: Rules | None = None) -> HandOfThree:
    return brag.rank_hand(tws.cards(text), rules)


@cache
def all_hands(cards: int, high_rank: HighRank) -> tuple[HandOfThree, ...]:
    rules = Rules(cards=cards, high_rank=high_rank)
    return tuple(brag.rank_hand(three, rules) for three in combinations(FRENCH_DECK, 3))


def in_order(rules: Rules, lines: str) -> Iterator[HandOfThree]:
    """Yield the hands of these lines, and check that each is better than the next."""
    hands = [ranked(line, rules) for line in lines.strip().splitlines()]
    for better, worse in pairwise(hands):
        assert better.worth > worse.worth, (better, worse)
        assert not worse.worth > better.worth
    yield from hands


@pytest.mark.rule("BR-4", "BR-5", "BR-6")
@pytest.mark.parametrize(("cards", "high_rank"), SETTINGS)
def test_the_order_is_that_of_the_reference(cards: int, high_rank: HighRank) -> None:
    # All hands of three ranks: a value of the reference belongs to one worth, in the same order.
    order: dict[tuple[int, ...], set[tuple[int, ...]]] = defaultdict(set)
    for hand in all_hands(cards, high_rank)[:: 7 if cards != 9 else 1]:
        value = reference.value([str(card) for card in hand.cards], cards, high_rank)
        order[tuple(value)].add(hand.worth)
    assert all(len(worths) == 1 for worths in order.values())
    worths = [next(iter(order[value])) for value in sorted(order)]
    assert worths == sorted(worths) and len(set(worths)) == len(worths)


@pytest.mark.rule("BR-5")
def test_the_runs_in_their_order() -> None:
    runs = [*in_order(Rules(), "AC 2D 3H\nAC KD QH\nKC QD JH\nQC JD 10H\nJC 10D 9H\n10C 9D 8H")]
    runs += in_order(Rules(), "9C 8D 7H\n8C 7D 6H\n7C 6D 5H\n6C 5D 4H\n5C 4D 3H\n4C 3D 2H")
    assert {hand.kind for hand in runs} == {Kind.RUN} and len(runs) == 12
    assert [hand.worth for hand in runs] == sorted({hand.worth for hand in runs}, reverse=True)
    flushes = in_order(
        Rules(), "2C AC 3C\nAC KC QC\nKC QC JC\n4C 3C 2C\n2H AC 3C\n4C 3D 2H\n9C AC 2C"
    )
    assert [hand.kind for hand in flushes][3:] == ["running flush", "run", "run", "flush"]
    assert ranked("KC AD 2H").kind is Kind.HIGH_CARD and ranked("KC AC 2C").kind is Kind.FLUSH


@pytest.mark.rule("BR-6")
def test_the_cards_that_matter_most_stand_first() -> None:
    hand = ranked("3C 8S 8H")
    assert (hand.kind, text_of(hand.cards), str(hand)) == (Kind.PAIR, "8S 8H 3C", "pair 8 8 3")
    for text, shown in (
        ("9H 9C 9D", "prial 9 9 9"),
        ("QS AS KS", "running flush A K Q"),
        ("2C 3D AH", "run A 2 3"),
        ("AC 9C KC", "flush 9 A K"),
        ("5D JH 2C", "high card J 5 2"),
        ("10C 10D 9H", "pair 10 10 9"),
    ):
        assert str(ranked(text)) == shown
    assert str(ranked("AC 9C KC", Rules(high_rank=PRIALS))) == "flush A K 9"


@given(st.lists(st.sampled_from(FRENCH_DECK), min_size=3, max_size=3, unique=True))
def test_the_order_of_the_cards_does_not_matter(three: list[tws.Card]) -> None:
    hand = brag.rank_hand(three)
    assert sorted(hand.cards) == sorted(three)
    for other in (three[::-1], three[1:] + three[:1], sorted(three)):
        again = brag.rank_hand(other)
        assert (again.kind, again.worth) == (hand.kind, hand.worth)


@pytest.mark.rule("BR-8")
def test_other_than_three_different_cards_are_refused() -> None:
    three = tws.cards("2C 3C 4C")
    wrong: list[object] = [(), three[:2], (*three, *tws.cards("5C")), (*three[:2], three[1])]
    wrong += [tws.cards("2C 3C R*"), "2C 3C 4C", ["2C", "3C", "4C"], None, 7, set(three)]
    wrong += [[*three[:2], Hostile()], Hostile()]
    for value in wrong:
        with pytest.raises(tws.RulesError) as caught:
            brag.rank_hand(anything(value))
        assert (caught.value.field, caught.value.rule) == ("cards", "BR-8")
        assert caught.value.value is value
    with pytest.raises(tws.RulesError, match=r"^rules="):
        brag.rank_hand(three, anything(7))


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
def test_two_points_of_three_take_the_pot_and_a_tie_is_nobodys_point() -> None:
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
    # The case brag-tie-nobodys-point.
    found = scored(*TIED)
    assert (found.outcome, found.taker, found.points) == (Outcome.STAYS, None, (0, 0, 0))
    assert found.best == ((0, 1), (0,), (1,))
    assert [seat.hand_points for seat in found.seats] == [1, 1, 0]
    assert [seat.entry for seat in found.seats] == [
        "run Q J 10*, pair 8 8 4*, high card 7 6 2: +0",
        "run Q J 10*, pair 5 5 K, high card A 4 3*: +0",
        "pair 3 3 6, high card 9 K 2, high card J 7 5: +0",
    ]


@pytest.mark.rule("BR-11", "BR-9")
def test_six_cards_a_tie_and_a_win_take_the_pot() -> None:
    """The cases brag-six-tie-and-win and brag-six-two-tie-both."""
    found = scored("KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 3C", rules=SIX)
    assert (found.points, found.taker, found.best) == ((1, -1), 0, ((0, 1), (0,)))
    assert [seat.hand_points for seat in found.seats] == [2, 1]
    found = scored("KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 4C", rules=SIX)
    assert (found.points, found.outcome) == ((0, 0), "stays")
    assert found.best == ((0, 1), (0, 1)) and [seat.hand_points for seat in found.seats] == [2, 2]
    # A player may tie with two different players.
    rules = Rules(cards=6, players=3)
    found = scored("KC QC JC / 8C 8D 4H", "KD QD JD / 2C 3D 5H", "AC AD 2H / 8H 8S 4C", rules=rules)
    assert found.best == ((0, 1), (0, 2)) and found.taker == 0 and found.points == (2, -1, -1)
    # Two equal hands of one player.
    found = scored("KC QD JH / KD QH JS", "2C 3D 5H / 2D 3H 5S", rules=SIX)
    assert found.taker == 0 and found.seats[0].hands[0].worth == found.seats[0].hands[1].worth
    found = scored("KC QD JH / KD QH JS / 2H 4C 5D", "AC AD AH / KH QS JC / 2D 4S 5C")
    assert found.best == ((1,), (0, 1), (0, 1)) and found.taker is None


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
    given = {"laid": list(map(hands_of, NINE)), **facts, field: value}
    error = refused_options(anything(score), **given)
    assert error.field == field and error.rule
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
        whole = "of each of 4 players 3 hands of three different cards"
        stated = {"BR-8": whole, "BR-1": f"{whole} of the pack"}[error.rule or ""]
        assert error.expected.partition(", found ")[0] == stated
    for value in (None, "laid", Hostile()):
        stated = "the hands of each player; or a seat, or nobody"
        assert refused("laid", value).expected == stated
    with pytest.raises(tws.SeatError):
        score(7)
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
