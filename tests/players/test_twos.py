import random

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import shuffled
from twowaystreet.games import twos
from twowaystreet.players import simple


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        ("5H KH QH", "3H AH", "AH"),  # takes three honours
        ("5H 6H 7H", "3H AH", "AH"),  # the last player's ace is safe
        ("5H KH", "3H QH", "QH"),  # keeps the three
        ("5H AH KH", "2C 3H 4S", "2C"),  # spends a two on two honours
        ("5H 6H 7H", "2H 3S 4S", "4S"),  # saves it, and the three
        ("5H 2H 7H", "3H 8H", "3H"),  # catches a two
        ("5H 2H 2S", "3H AH", "3H"),  # and another one with it
        ("AH 2H", "2S 6H", "6H"),  # loses no two to a two
        ("", "4C QD 9S", "4C"),  # leads low
        ("", "4C KD AS", "4C"),  # and keeps the ace
    ],
)
def test_players_choose_the_expected_card(table: str, hand: str, expected: str) -> None:
    held, laid = tws.cards(hand), tws.cards(table)
    seats = (1, 2, 3)[: len(laid)]
    trick = tws.Trick(1, laid, seats, laid[0].suit if laid else None)
    state = shuffled(twos.new_game(dealer=3))
    plays = tuple(map(tws.Play, held))
    seen = attrs.evolve(tws.view(state, 0), hand=held, trick=trick, legal_moves=plays)
    assert str(simple(seen, random.Random(1))) == expected
