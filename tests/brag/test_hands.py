"""Hands of three: their kinds and their order (BR-4 to BR-6)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import Hostile, anything, text_of
from tests.reference import brag as reference
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.games import brag
from twowaystreet.games.brag import HandOfThree, HighRank, Kind, Rules

EVERYWHERE, PRIALS = HighRank
SETTINGS = [(cards, high_rank) for cards in (9, 7, 6) for high_rank in HighRank]


def ranked(text: str, rules: Rules | None = None) -> HandOfThree:
    """Return the kind and the worth of three cards."""
    return brag.rank_hand(tws.cards(text), rules)


@cache
def all_hands(cards: int, high_rank: HighRank) -> tuple[HandOfThree, ...]:
    """Return all 22,100 hands of three."""
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


@pytest.mark.rule("BR-4", "BR-6")
def test_hands_in_their_order_with_nine_cards() -> None:
    lines = """
9C 9D 9H
AC AD AH
2C 2D 2H
2C 3C AC
2C 3C 4C
2C 3C AD
2C 3C 4D
9C AC KC
9C AC 2C
9C KC QC
AC KC JC
5C 3C 2C
9C 9D 2H
AC AD 9H
AC AD KH
KC KD AH
2C 2D 9H
2C 2D AH
2C 2D 3H
9C AD KH
9C AD 2H
9C 10D 8S
9C 3D 2H
AC KD JH
5C 3D 2H
"""
    # 8-9-10 is a run, in which the nine keeps its place.
    hands = list(in_order(Rules(), lines.replace("9C 10D 8S", "9C 10D 7S")))
    assert Counter(hand.kind for hand in hands) == dict(zip(Kind, (3, 2, 2, 5, 7, 6), strict=True))
    assert ranked("8C 9D 10H").worth < ranked("9C 10D JH").worth < ranked("AC KD QH").worth


@pytest.mark.rule("BR-4")
@pytest.mark.parametrize(("cards", "high"), [(9, "9"), (7, "7"), (6, "6")])
def test_the_high_rank_by_kind_and_option(cards: int, high: str) -> None:
    everywhere = Rules(cards=cards, high_rank=EVERYWHERE)
    prials = Rules(cards=cards, high_rank=PRIALS)
    # Prials: in both cases. Runs: in neither case.
    for rules in (everywhere, prials):
        assert rules.highest == high
        assert ranked(f"{high}C {high}D {high}H", rules).worth > ranked("AC AD AH", rules).worth
        run = f"{high}C {int(high) - 1}D {int(high) - 2}H"
        assert ranked(run, rules).worth < ranked("10C JD QH", rules).worth
        assert ranked(run, rules).kind is Kind.RUN
    # Flushes, pairs, odd cards of pairs, and high cards: as the option says.
    for better, worse in (
        (f"{high}C 3C 2C", "AC KC JC"),
        (f"{high}C {high}D 2H", "AC AD KH"),
        (f"5C 5D {high}H", "5C 5H AD"),
        (f"{high}C 3D 2H", "AC KD JH"),
    ):
        assert ranked(better, everywhere).worth > ranked(worse, everywhere).worth
        assert ranked(better, prials).worth < ranked(worse, prials).worth


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


HANDS = st.lists(st.sampled_from(FRENCH_DECK), min_size=9, max_size=9, unique=True)


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
