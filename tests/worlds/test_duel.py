"""Worlds of the Duel, compared with all histories of small duels."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import pytest

import twowaystreet as tws
from tests.helpers import card, nightly_but_every, shuffled, texts
from tests.worlds.harness import LEAST, check_position
from tests.worlds.small_duel import Position
from twowaystreet.games import duel
from twowaystreet.games._twoway import worlds as twoway_worlds
from twowaystreet.testing.conformance.worlds import probability

NO_BIDS = ("no bid", "no bid", "high")
ONE_HIGH = ("bid 1 high", "no bid", "exchange KH 2C")
FOUR_PLAYS = ("R*", "name H", "4D", "5C", "3D")
STOCK = "8C 9C 2H 3D 7H 7C 8S"
TO_TWO = {"bid_markers": "cards", "max_strength": 2}
CARDS = {"bid_markers": "cards", "max_strength": 1}

POSITIONS = {
    "the dealer bids": Position(hands=("2C 3C KH", "4C 5C QH"), stock="6C 7C 8C 9C", moves=()),
    "a sealed bid on paper": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C",
        moves=["bid 1 low"],
        seat=1,
    ),
    "a sealed bid with cards": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C 9C",
        moves=["bid 2 high"],
        seat=1,
        options={"bid_markers": "cards", "max_strength": 2},
    ),
    "a sealed bid with cards and a spectator": Position(
        hands=("2C KH", "4C QH"), stock="6C 7C 8C", moves=["no bid"], seat=None, options=CARDS
    ),
    "the dealer's own low bid": Position(
        hands=("2C KH", "4C QH"), stock="6C 7C 8C", moves=["bid 2 low"], options=TO_TWO
    ),
    "the dealer's own high bid": Position(
        hands=("2C 3C KH", "4C 5C QH"), stock="6C 7C 8C 9C", moves=["bid 1 high"], options=CARDS
    ),
    "the dealer's choice": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C 9C",
        moves=["no bid", "no bid"],
        seat=1,
        options=CARDS,
    ),
    "one of two exchanges": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C 9C",
        moves=[*NO_BIDS, "exchange 2C 3C"],
        seat=1,
    ),
    "one's own exchange came first": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C 9C",
        moves=[*NO_BIDS, "exchange 2C 3C", "exchange 4C 5C"],
    ),
    "one's own exchange came second": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C 9C",
        moves=[*NO_BIDS, "exchange 2C 3C", "exchange 4C 5C"],
        seat=1,
    ),
    "equal bids with markers": Position(
        hands=("2C KH", "4C QH"),
        stock="6C 7C 8C 9C 10C",
        moves=["bid 1 low", "bid 1 low", "exchange 2C KH"],
        options=CARDS,
    ),
    "a low bid, and the other player's view": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C 9C 10C JC",
        moves=["bid 1 low", "no bid", "exchange 2C 3C", "KH"],
        seat=1,
        options=CARDS,
    ),
    "a low bid, and the winner's view": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C 9C 10C JC",
        moves=["bid 1 low", "no bid", "exchange 2C 3C", "KH", "QH"],
        options=CARDS,
    ),
    "a low bid and a spectator": Position(
        hands=("2C KH", "4C QH"),
        stock="6C 7C 8C 9C 10C",
        moves=["bid 1 low", "no bid", "exchange 2C KH", "9C"],
        seat=None,
        options=CARDS,
    ),
    "low and high markers": Position(
        hands=("2C 3C KH", "4C 5C QH"),
        stock="6C 7C 8C 9C 10C JC 2D 3D 4D 5D",
        moves=["bid 1 low", "bid 2 high", "exchange 4C QH", "KH"],
        options={"bid_markers": "cards"},
    ),
    "both hold a plain Joker": Position(
        hands=("2C X* KH", "4C X* QH"),
        stock="6C 7C 8C 9C",
        moves=[*NO_BIDS, "exchange 2C KH", "exchange 4C X*", "7C"],
        seat=0,
    ),
    "a plain Joker is given away": Position(
        hands=("2C X* KH", "4C X* QH"),
        stock="6C 7C 8C 9C",
        moves=[*NO_BIDS, "exchange 2C X*", "exchange 4C QH", "7C"],
        seat=0,
    ),
    "plain Jokers and a spectator": Position(
        hands=("X* KH", "X* 4C"),
        stock="6C 7C 8C 9C",
        moves=["bid 1 high", "no bid", "exchange X* KH", "8C"],
        seat=None,
    ),
    "a suit was named": Position(
        hands=("R* KH 2C", "4D 5C 6C"), stock=STOCK, moves=[*ONE_HIGH, "R*", "name H"]
    ),
    "a named suit was held": Position(
        hands=("R* KH 2C", "4D 6H 6C"),
        stock=STOCK,
        moves=[*ONE_HIGH, "R*", "name H"],
        options={"named_suit": "held", "max_strength": 1},
    ),
    "a suit was named while only the other one was held": Position(
        hands=("R* KH 2C", "4D 5C 6C"), stock=STOCK, moves=[*ONE_HIGH, "R*", "name H", "4D", "5C"]
    ),
    "a suit was named, and a Joker of the other colour was played": Position(
        hands=("R* KH 2C", "4D B* 6C"), stock=STOCK, moves=[*ONE_HIGH, "R*", "name H", "B*"]
    ),
    "a suit was named, and a plain Joker was played": Position(
        hands=("X* KH 2C", "4D X* 6C"), stock=STOCK, moves=[*ONE_HIGH, "X*", "name D", "X*"]
    ),
    "a plain Joker was played on a plain Joker": Position(
        hands=("X* KH 2C", "4D X* 6C"), stock=STOCK, moves=[*ONE_HIGH, "X*", "X*"]
    ),
    "a player did not name a suit": Position(
        hands=("R* KH 2C", "4C 5C 6C"), stock=STOCK, moves=[*ONE_HIGH, "R*", "4C"]
    ),
    "a player who may have to name a suit": Position(
        hands=("R* KH 2C", "4D 5C 6C"), stock=STOCK, moves=[*ONE_HIGH, "R*"]
    ),
    "a player who has to name a suit": Position(
        hands=("R* KH 2C", "4D 5C 6C"),
        stock="8C 9C 2H 3D 7H",
        moves=[*ONE_HIGH, "R*"],
        seat=1,
    ),
    "a player named suits of both colours": Position(
        hands=("R* B* 2C 3C", "4D 5C 6C 7C"),
        stock=STOCK,
        moves=["bid 1 high", "no bid", "exchange 2C 3C", *FOUR_PLAYS, "B*", "name S"],
    ),
    "named suits and a spectator": Position(
        hands=("R* 3H", "4D 5C"),
        stock="8C 9C 2H 3D",
        moves=["no bid", "bid 1 high", "exchange 4D 5C", "R*", "name H"],
        seat=None,
    ),
    "void after a suit was led": Position(
        hands=("KH 3H 2C", "4C 5C 6C"), stock=STOCK, moves=[*ONE_HIGH, "3H", "4C"]
    ),
    "a finished hand": Position(
        hands=("2C 3C", "4C QH"),
        stock="6C 7C 8C 9C 2D 3D",
        moves=["no bid", "bid 1 low", "exchange 4C QH", "2C", "9C", "2D", "3C"],
        options=CARDS,
    ),
    "a finished match and a spectator": Position(
        hands=("2C 3C", "4C QH"),
        stock="6C 7C 8C 9C 2D 3D",
        moves=["no bid", "bid 1 low", "exchange 4C QH", "2C", "9C", "2D", "3C"],
        seat=None,
        options=CARDS | {"max_hands": 1},
    ),
    "the last card of the stock": Position(
        hands=("2C 9C KH", "4C 5C QH"),
        stock="6C 7C 8C 3C 2D 3D 4D 5D",
        moves=["bid 2 high", "bid 1 high", "exchange 2C KH"],
        seat=1,
        options=TO_TWO,
    ),
    "the last card of the stock, after a play": Position(
        hands=("2C 9C KH", "4C 5C QH"),
        stock="6C 7C 8C 3C 2D 3D 4D 7D",
        moves=["bid 2 high", "bid 1 high", "exchange 2C KH", "7D"],
        seat=1,
        options=TO_TWO,
    ),
    "the last card of the stock, and two low bids": Position(
        hands=("3C 9C KH", "4C 5C QH"),
        stock="2C 7C 8C 6C 2D 3D 4D 7D",
        moves=["bid 1 low", "bid 2 low", "exchange 4C QH", "KH"],
        seat=0,
        options=TO_TWO,
    ),
    "the last card of the stock, and the winner": Position(
        hands=("2C 9C KH", "4C 5C QH"),
        stock="6C 7C 8C 3C 2D 3D 4D 5D",
        moves=["bid 2 low", "bid 1 high", "exchange 2C KH"],
        seat=0,
        options=TO_TWO,
    ),
    "the last card of the stock, and a spectator": Position(
        hands=("2C KH", "4C QH"),
        stock="6C 7C 8C 3C 2D 3D 4D 5D",
        moves=["bid 2 low", "bid 1 high", "exchange 2C KH", "2C"],
        seat=None,
        options=TO_TWO,
    ),
}


@pytest.mark.parametrize("name", nightly_but_every(4, POSITIONS))
def test_worlds_are_the_histories(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = POSITIONS[name]
    position.shrink(monkeypatch)
    assert check_position(position.reached())


@pytest.mark.rule("DU-7", "ST-11")
@pytest.mark.parametrize(
    "name", nightly_but_every(3, (name for name in POSITIONS if "the last card" in name))
)
def test_draws_by_weight_need_no_luck(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where quick draws fail, a sample comes from the weights of all divisions."""
    monkeypatch.setattr(twoway_worlds, "TRIES", 0)
    POSITIONS[name].shrink(monkeypatch)
    check_position(POSITIONS[name].reached(), 300)


@pytest.mark.rule("DU-6")
def test_a_hand_that_was_thrown_in_leaves_one_world() -> None:
    rules = duel.Rules(bid_markers=duel.BidMarkers.CARDS)
    state = shuffled(duel.new_game(rules))
    for text in ("bid 3 low", "bid 3 high"):
        state = tws.apply(state, tws.parse_move(state, text))
    for seat in (None, 0, 1):
        worlds = tws.worlds(tws.view(state, seat))
        assert worlds.count == 1 and list(worlds.all()) == [state]
        assert worlds.chance(1, card("2C")) == 0


@pytest.mark.rule("DU-2", "DU-5")
def test_a_secret_bid_is_uniform_and_its_markers_count_as_stock() -> None:
    rules = duel.Rules(bid_markers=duel.BidMarkers.CARDS, max_strength=3)
    state = shuffled(duel.new_game(rules))
    state = tws.apply(state, tws.parse_move(state, "bid 2 low"))
    worlds, rng = tws.worlds(tws.view(state, 1)), random.Random(0)
    assert worlds.count == comb(44, 10)
    found = Counter(str(worlds.sample(rng).bids[0]) for _ in range(700))
    bids = texts(shuffled(duel.new_game(rules)))
    assert len(bids) == 7
    assert probability(dict.fromkeys(bids, 1.0), found) > LEAST
    # The dealer knows how many markers lie face down.
    assert tws.worlds(tws.view(state, 0)).count == comb(44, 10) * comb(34, 2)


@pytest.mark.parametrize("sizes", [[10, 1000], [0, 60]])
def test_a_view_with_impossible_hands_has_no_worlds(sizes: list[int]) -> None:
    state = shuffled(duel.new_game(duel.Rules(bid_markers=duel.BidMarkers.CARDS)))
    state = tws.apply(state, duel.Bid())
    data = tws.view(state, None).to_dict()
    worlds = tws.worlds(duel.View.from_dict(data | {"hand_sizes": sizes}))
    assert worlds.count == 0
    with pytest.raises(tws.WorldsError):
        worlds.sample(random.Random(0))
