"""Hands of three and the facts of a score (BR-4 to BR-6, BR-8)."""

import random
from collections import defaultdict
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.brag.table import NINE, hands_of
from tests.helpers import Hostile, anything, refused_options, text_of
from tests.hostile import breaking
from tests.reference import brag as reference
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.games import brag
from twowaystreet.games.brag import HandOfThree, HighRank, Kind, Lay, Rules, score

PRIALS = HighRank.PRIALS
SETTINGS = [(cards, high_rank) for cards in (9, 7, 6) for high_rank in HighRank]


def ranked(text: str, rules: Rules | None = None) -> HandOfThree:
    return brag.rank_hand(tws.cards(text), rules)


@cache
def all_hands(cards: int, high_rank: HighRank) -> tuple[HandOfThree, ...]:
    rules = Rules(cards=cards, high_rank=high_rank)
    return tuple(brag.rank_hand(three, rules) for three in combinations(FRENCH_DECK, 3))


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
