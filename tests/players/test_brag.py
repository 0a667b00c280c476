import random

import pytest

import twowaystreet as tws
from tests.brag.table import dealt
from twowaystreet.games import brag
from twowaystreet.games.brag.player import chance
from twowaystreet.players import simple


def laid(*hands: str, high_rank: str = "everywhere") -> set[frozenset[tws.Card]]:
    """Return the hands that the first of two players lays."""
    state = dealt(*hands, high_rank=high_rank)
    move = simple(tws.view(state, 0), random.Random(1))
    assert isinstance(move, brag.Lay)
    return {frozenset(hand) for hand in move.hands}


def hands_of(text: str) -> set[frozenset[tws.Card]]:
    return {frozenset(tws.cards(hand)) for hand in text.split("/")}


@pytest.mark.rule("BR-10")
def test_players_strengthen_two_hands_of_nine_cards() -> None:
    hand = "9C 9D 9H AS KS QS 2C 5D JH"
    assert laid(hand, "3C 4C 8D 10H JC 7H 6S 2D 5S") == hands_of("9C 9D 9H / AS KS QS / 2C 5D JH")

    # The prial of jacks would leave the nine, the ten and the seven with nothing.
    hand = "JC 9D 10D JD 3H JH 2S 4S 7S"
    assert laid(hand, "3C 4C 8D 10H 6C 7H 6S 2D 5S") == hands_of("9D 10D JD / 2S 3H 4S / JC JH 7S")


@pytest.mark.rule("BR-11")
def test_players_balance_two_hands_of_seven_cards() -> None:
    # Two runs, with an ace left out, rather than the prial of aces and a high card.
    hand = "AC AD AH KD QC 2H 3C"
    found = laid(hand, "4C 5D 8H 9C JC JD 10H")
    assert {frozenset(card.rank for card in each) for each in found} == {
        frozenset(["A", "K", "Q"]),
        frozenset(["A", "2", "3"]),
    }


@pytest.mark.rule("BR-4")
def test_players_know_the_high_rank() -> None:
    hand, other = "7C 9C 3D 4D 8H 6S", "2C 3C 5H QD QS KH"
    # With the six as the highest card, the hand of high cards keeps it out of the run.
    assert laid(hand, other) == hands_of("9C 8H 7C / 6S 4D 3D")
    assert laid(hand, other, high_rank="prials") == hands_of("8H 7C 6S / 9C 4D 3D")


@pytest.mark.parametrize("cards", [9, 7, 6])
def test_the_chance_to_take_the_pot_grows_with_each_hand(cards: int) -> None:
    rules = brag.Rules(cards=cards, players=3)
    fair = [0.9, 0.6, 0.3][: rules.hands]
    for place in range(rules.hands):
        better = [share + 0.05 * (number == place) for number, share in enumerate(fair)]
        assert 0 < chance(fair, rules) < chance(better, rules) < 1
    assert chance([1.0] * rules.hands, rules) == pytest.approx(1)
    assert chance(fair, brag.Rules(cards=cards, players=2)) > chance(fair, rules)
