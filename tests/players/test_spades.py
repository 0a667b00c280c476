import random
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import replay, shuffled
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand
from twowaystreet.players import simple


def chosen(seen: Any, **facts: object) -> str:
    return str(simple(attrs.evolve(seen, **facts), random.Random(1)))


def test_players_look_first() -> None:
    assert chosen(tws.view(shuffled(spades.new_game()), 1)) == "look"


@pytest.mark.parametrize(
    ("actual", "dummy", "bid"),
    [
        ("3C 4C 5C 6C 7C 8C 9C 3D 4D 5D 6D 7D 8D", "3H 4H 5H 6H 7H 8H", "bid 4"),
        ("R* B* 2S AS AC AD AH KC KD KH 3C 3D 3H", "4C 4D 4H 5C 5D 5H", "bid 7"),
        ("R* B* 2S AS KS QS JS 10S 9S 8S 7S 6S 5S", "4S 3S AC AD AH KC", "bid 12"),
    ],
)
def test_players_bid_the_likely_books(actual: str, dummy: str, bid: str) -> None:
    seen = tws.view(replay(shuffled(spades.new_game()), ["look", "look"]), 1)
    assert chosen(seen, hand=tws.cards(actual), face_up=((), tws.cards(dummy))) == bid


def test_players_stand_after_bidding() -> None:
    state = replay(shuffled(spades.new_game()), ["look", "look", "bid 4", "bid 5"])
    assert chosen(tws.view(state, 1)) == "stand"


def test_players_call_reneges_for_as_many_books_as_possible() -> None:
    state = replay(
        shuffled(spades.new_game()), ["look", "look", "naught", "naught", "stand", "stand"]
    )
    plays = (tws.Play(tws.Card.parse("3C")),)
    moves = (spades.Renege(1), spades.Renege(2), *plays)
    seen = tws.view(state, 1)
    assert chosen(seen, phase=spades.Phase.CALL, legal_moves=moves) == "renege 2"
    last = (spades.Renege(1), spades.Renege())
    assert chosen(seen, phase=spades.Phase.CALL, legal_moves=last) == "renege 1"


def test_players_do_not_renege() -> None:
    rules = spades.Rules(renege=spades.RenegeRule.PENALISED)
    rng = random.Random(4)
    state = spades.new_game(rules)
    for _ in range(10):
        state = tws.apply(state, tws.shuffle(state, rng))
        while not state.hand_over:
            state = tws.apply(state, simple(tws.view(state, state.actor), rng))
            assert state.phase is not spades.Phase.CALL


ACTUAL, DUMMY = Hand.ACTUAL, Hand.DUMMY


@pytest.mark.parametrize(
    ("table", "hands", "books", "legal", "expected"),
    [
        ("", (), 0, "3C KD AS", "KD"),  # leads high, but no spades
        ("", (), 0, "3S AS", "AS"),  # unless there is nothing else
        ("", (), 4, "3C KD AS", "3C"),  # leads low with books enough
        ("5H 9H", ((0, DUMMY), (0, ACTUAL)), 0, "3H JH KH", "JH"),  # takes it cheaply
        ("5H AH", ((0, DUMMY), (0, ACTUAL)), 0, "3H JH KH", "3H"),  # cannot win
        ("5H AH", ((0, DUMMY), (0, ACTUAL)), 0, "3C 4S R*", "4S"),  # trumps
        (
            "5H AH 6H",
            ((0, ACTUAL), (1, DUMMY), (0, DUMMY)),
            0,
            "3C 4S R*",
            "3C",
        ),  # the partner hand wins already
        ("5H 9H", ((0, DUMMY), (0, ACTUAL)), 4, "3H JH KH", "3H"),  # has books enough
    ],
)
def test_players_choose_the_expected_card(
    table: str, hands: tuple[tuple[int, Hand], ...], books: int, legal: str, expected: str
) -> None:
    state = replay(
        shuffled(spades.new_game()), ["look", "look", "bid 4", "bid 4", "stand", "stand"]
    )
    cards = tws.cards(table)
    trick = spades.Trick(
        0,
        cards,
        tuple(player for player, _ in hands),
        cards[0].suit if cards else None,
        hands=tuple(hand for _, hand in hands),
    )
    moves = tuple(map(tws.Play, tws.cards(legal)))
    seen = tws.view(state, 1)
    assert chosen(seen, trick=trick, books=(0, books), legal_moves=moves) == expected
