"""Worlds of Tien Len: only the deal is hidden, and a pass proves nothing."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import factorial

import pytest

import twowaystreet as tws
from tests.helpers import nightly_but_every
from tests.tien_len.table import SUITS, TO_THE_END, one_suit_each, second_deal
from tests.worlds import harness
from tests.worlds.by_deal import position_of
from tests.worlds.harness import check_position
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import rules, state

LOWEST = tws.Card.parse("3S")
VIEWERS = (None, 0, 1, 2, 3)


def small_game(monkeypatch: pytest.MonkeyPatch, cards: int) -> None:
    """Make the hands of Tien Len small."""
    pack = tws.Pack(tws.cards("3S 3C 4S 4C 5S 5C 5D 6S 6C 6D AH 2H 7S 7C 7D 7H")[: 4 * cards])
    monkeypatch.setattr(rules, "PACK", pack)
    monkeypatch.setattr(state, "ONE_BY_ONE", (1,) * cards)


def played(start: tien_len.State, rng: random.Random, most: int = 10**6) -> list[tws.Move]:
    """Return random moves of one hand, the deal first, up to a number of moves."""
    now, moves = start, list[tws.Move]()
    while len(moves) < most and not (moves and now.hand_over):
        move = tws.shuffle(now, rng) if now.needs_deal else rng.choice(tws.legal_moves(now))
        moves.append(move)
        now = tws.apply(now, move)
    return moves


def after_a_hand(start: tien_len.State, rng: random.Random) -> tien_len.State:
    """Return the state after a random hand."""
    for move in played(start, rng):
        start = tws.apply(start, move)
    return start


@pytest.mark.rule("TL-1", "TL-2", "TL-5", "TL-9")
@pytest.mark.parametrize(
    ("hands", "more", "viewer"),
    nightly_but_every(6, product((0, 1), (0, 1, 2, 4, 7, 100), VIEWERS)),
)
def test_worlds_are_the_histories_that_look_the_same(
    hands: int, more: int, viewer: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_game(monkeypatch, 2 if viewer is None else 3)
    start = tien_len.new_game(dealer=more % 4)
    rng = harness.generator("tien_len", hands, more)
    for _ in range(hands):
        start = after_a_hand(start, rng)
    moves = played(start, rng, more + 1)
    check_position(position_of(start, moves, viewer))


@pytest.mark.rule("TL-2")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_all_know_where_the_lowest_card_lies_until_the_first_lead(viewer: int | None) -> None:
    seen = tws.view(one_suit_each(), viewer)
    worlds = tws.worlds(seen)
    unseen = 52 if viewer is None else 39
    in_hands = factorial(13) ** (unseen // 13)
    ways = factorial(unseen) // in_hands
    assert worlds.count == (ways if viewer == 0 else ways * 13 // unseen)
    assert [worlds.chance(seat, LOWEST) for seat in range(4)] == [1, 0, 0, 0]
    after = tws.worlds(tws.view(one_suit_each("3S"), viewer))
    assert [after.chance(seat, LOWEST) for seat in range(4)] == [0, 0, 0, 0]


@pytest.mark.rule("TL-2")
def test_nobody_knows_where_the_lowest_card_lies_in_a_later_deal() -> None:
    now = second_deal(*SUITS)
    seen = tws.view(now, None)
    assert seen.last_winner == now.actor == now.last_winner
    assert tws.worlds(seen).count == factorial(52) // factorial(13) ** 4
    assert {tws.worlds(seen).chance(seat, LOWEST) for seat in range(4)} == {Fraction(1, 4)}
    assert tws.worlds(tws.view(now, 1)).chance(3, LOWEST) == Fraction(1, 3)


@pytest.mark.rule("TL-9")
def test_the_cards_of_the_loser_follow_from_the_plays() -> None:
    now = one_suit_each(TO_THE_END)
    assert now.hand_over
    worlds = tws.worlds(tws.view(now, None))
    assert worlds.count == 1 and list(worlds.all()) == [now]
    assert worlds.chance(3, now.hands[3][0]) == 1


@pytest.mark.parametrize("viewer", VIEWERS)
def test_before_the_deal_there_is_one_world(viewer: int | None) -> None:
    now = tien_len.new_game(dealer=2, scores=[1, 2, -3, 0], hands_played=1)
    worlds = tws.worlds(tws.view(now, viewer))
    assert worlds.count == 1 and list(worlds.all()) == [now]
    assert not worlds.chance(0, LOWEST)
