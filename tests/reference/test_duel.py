"""Tests of the reference Duel: the worked example, single cases and random games."""

import random

import pytest

from tests.helpers import nightly_but_every
from tests.reference import common, duel
from tests.reference.duel import ReferenceDuel
from tests.reference.table import (
    deal_text,
    duel_dealt,
    play_all,
    step,
)

# The worked example of the duel.

DUEL_ZAK = "AC 5S 7S QS AS KH AD R* 3H 6D"
DUEL_KATIE = "3C 5C 6C 8C 8S 10S 5H 2D 3D JD"
DUEL_PLAY = [  # Zak's card, Katie's card, the winner.
    ("AD", "2D", 0),
    ("AC", "8C", 0),
    ("AS", "8S", 0),
    ("R*", "5C", 0),
    ("QS", "10S", 0),
    ("7D", "6C", 1),
    ("KH", "5H", 0),
    ("5S", "3C", 1),
    ("7S", "3D", 0),
    ("8H", "JD", 1),
]


@pytest.mark.rule("DU-1", "DU-2", "DU-5", "DU-7", "DU-10", "DU-11")
@pytest.mark.parametrize("markers", ["paper", "cards"])
def test_the_worked_example(markers: str) -> None:
    aside = "2C 4C 7C 9C 10C" if markers == "cards" else ""
    stock = f"{aside} 2S 3S 4S 6S 9S JS 7D 8H"
    game = duel_dealt([DUEL_ZAK, DUEL_KATIE], stock, bid_markers=markers)
    game.play("bid 3 high")
    assert game.actor == 1
    assert game.markers == [aside.split()[:3], []]
    game.play("bid 2 low")
    assert game.markers == [aside.split()[:3], aside.split()[3:]]
    assert game.bids == ["bid 3 high", "bid 2 low"] and game.direction == "high"
    assert game.captured == [[], [["2S", "3S"], ["4S", "6S"], ["9S", "JS"]]]
    assert game.actor == 0 and game.stock[:2] == ["7D", "8H"]
    game.play("exchange 6D 3H")
    assert game.stock[-2:] == ["6D", "3H"]
    for number, (zak, katie, winner) in enumerate(DUEL_PLAY):
        assert game.actor == number % 2
        play_all(game, f"{zak} {katie}" if number % 2 == 0 else f"{katie} {zak}")
        assert game.tricks[-1]["winner"] == winner
    assert game.last_score == {"points": [2, 0]} and game.scores == [2, 0]
    assert game.hand_over and game.needs_deal and game.dealer == 0
    game.play(deal_text(game.pack(), [DUEL_ZAK, DUEL_KATIE], first=1))
    assert game.dealer == game.actor == 1 and game.bids == [None, None]


# Duel: bidding.


@pytest.mark.rule("DU-3", "DU-4")
def test_the_legal_bids() -> None:
    for markers, limit, most in [
        ("paper", None, 10),
        ("cards", None, 8),
        ("paper", 4, 4),
        ("cards", 8, 8),
    ]:
        game = duel_dealt([DUEL_ZAK, DUEL_KATIE], bid_markers=markers, max_strength=limit)
        assert len(game.legal()) == 2 * most + 1
        assert f"bid {most} low" in game.legal() and "no bid" in game.legal()
        assert f"bid {most + 1} low" not in game.legal()
        assert "bid 0 high" not in game.legal()
    for markers, limit in [("paper", 11), ("cards", 9), ("paper", 0)]:
        with pytest.raises(ValueError, match="max_strength"):
            ReferenceDuel(bid_markers=markers, max_strength=limit)


@pytest.mark.rule("DU-4", "DU-5")
def test_the_strongest_bids_with_cards_empty_the_stock() -> None:
    game = ReferenceDuel(bid_markers="cards", jokers="none", dealer=1)
    game.play("deal " + " ".join(game.pack()))
    stock = list(game.stock)
    game.play("bid 7 low")
    game.play("bid 8 low")
    assert game.markers == [stock[7:15], stock[:7]]
    assert len(game.captured[0]) == 8 and len(game.stock) == 1
    assert game.captured[0][0] == stock[15:17]
    assert game.actor == 0
    put = game.hands[0][:2]
    game.play(f"exchange {put[0]} {put[1]}")
    assert stock[-1] in game.hands[0] and put[0] in game.hands[0] and game.stock == [put[1]]


@pytest.mark.rule("DU-6")
@pytest.mark.parametrize("markers", ["paper", "cards"])
def test_equal_bids_in_opposite_directions_lead_to_a_new_deal(markers: str) -> None:
    game = duel_dealt(["", ""], dealer=1, bid_markers=markers, max_hands=1)
    game.play("bid 2 high")
    game.play("bid 2 low")
    assert game.needs_deal and not game.hand_over and not game.is_over
    assert game.actor is None and game.legal() == []
    assert game.bids == ["bid 2 low", "bid 2 high"]
    assert game.hands == [[], []]
    assert game.markers == [[], []]
    assert game.captured == [[], []]
    assert game.stock == [] and game.tricks == [] and game.direction is None
    assert game.hands_played == 0 and game.scores == [0, 0]
    game.play("deal " + " ".join(game.pack()))
    assert game.dealer == game.actor == 1


@pytest.mark.rule("DU-7")
@pytest.mark.parametrize(
    ("first", "second", "direction", "exchanger", "captured"),
    [
        ("bid 3 high", "bid 2 high", "high", 0, [0, 3]),
        ("bid 2 high", "bid 3 high", "high", 1, [3, 0]),
        ("bid 3 low", "bid 2 high", "low", 0, [3, 0]),
        ("no bid", "bid 1 low", "low", 1, [0, 1]),
        ("bid 1 high", "no bid", "high", 0, [0, 1]),
        ("bid 10 low", "bid 9 low", "low", 0, [10, 0]),
    ],
)
def test_the_stronger_bid_sets_direction_and_captures(
    first: str, second: str, direction: str, exchanger: int, captured: list[int]
) -> None:
    game = duel_dealt(["", ""])
    stock = list(game.stock)
    game.play(first)
    game.play(second)
    assert game.direction == direction and game.actor == exchanger
    assert [len(pairs) for pairs in game.captured] == captured
    taken = [card for pairs in game.captured for pair in pairs for card in pair]
    assert taken == stock[: len(taken)] and game.stock == stock[len(taken) :]
    game.play(game.legal()[0])
    assert game.actor == 0 and game.legal() == game.hands[0]


@pytest.mark.rule("DU-8")
def test_after_identical_bids_both_exchange() -> None:
    game = duel_dealt(["", ""], dealer=1)
    game.play("bid 4 low")
    game.play("bid 4 low")
    assert game.direction == "low" and game.captured == [[], []]
    assert game.actor == 1
    game.play(game.legal()[0])
    assert game.actor == 0
    game.play(game.legal()[0])
    assert game.actor == 1 and game.legal() == game.hands[1]


@pytest.mark.rule("DU-9")
@pytest.mark.parametrize("choice", ["high", "low"])
def test_without_bids_the_dealer_chooses_the_direction(choice: str) -> None:
    game = duel_dealt(["", ""], dealer=1)
    game.play("no bid")
    game.play("no bid")
    assert game.actor == 1 and game.legal() == ["high", "low"] and game.direction is None
    game.play(choice)
    assert game.direction == choice and game.captured == [[], []]
    for seat in [1, 0]:
        assert game.actor == seat and len(game.legal()) == 45
        game.play(game.legal()[0])
    assert game.actor == 1 and game.legal() == game.hands[1]


# Duel: play and score.


@pytest.mark.rule("DU-10")
def test_the_lead_alternates() -> None:
    game = ReferenceDuel(dealer=1)
    rng = random.Random(3)
    while not game.hand_over:
        step(game, rng)
    assert [trick["leader"] for trick in game.tricks] == [1, 0] * 5
    assert all(trick["seats"] == [trick["leader"], 1 - trick["leader"]] for trick in game.tricks)


@pytest.mark.rule("ST-16", "DU-10")
def test_a_suit_is_named_after_a_led_joker() -> None:
    game = duel_dealt(["R* 2C 3C 4C 5C 6C 7C 8C 9C 10C", "2D 2H 2S 3S 4S 5S 6S 7S 8S 9S"])
    for move in ["no bid", "no bid", "low", "exchange 2C 3C", "exchange 2S 3S", "R*"]:
        game.play(move)
    assert game.legal() == ["name D", "name H"]
    game.play("name H")
    assert game.trick["led"] == "H" and "2H" in game.legal() and "2D" not in game.legal()


@pytest.mark.rule("DU-11")
def test_the_score_of_a_hand() -> None:
    assert duel.score("high", [7, 3], [0, 3], 0) == {"points": [2, 0]}
    assert duel.score("low", [7, 3], [0, 3], 0) == {"points": [0, 2]}
    assert duel.score("high", [2, 8], [0, 5], 0) == {"points": [0, 22]}
    assert duel.score("low", [2, 8], [5, 0], 1) == {"points": [2, 0]}
    assert duel.score("high", [5, 5], [0, 0], 0) == {"points": [1, 0]}
    assert duel.score("low", [6, 4], [0, 2], 1) == ReferenceDuel.score("high", [6, 4], [0, 2], 1)
    assert duel.score("low", [6, 4], [0, 2], 1) == {"points": [0, 1]}


@pytest.mark.rule("DU-12", "AL-2")
def test_the_target_and_the_last_hand_end_the_game() -> None:
    rng = random.Random(11)
    game = ReferenceDuel(target=500, max_hands=3, hands_played=1, dealer=1)
    while not game.is_over:
        step(game, rng)
    assert game.hands_played == 3 and game.dealer == 0
    assert game.winners == common.best_seats(game.scores)
    game = ReferenceDuel(scores=[19, 0])
    while not game.is_over:
        step(game, rng)
    assert max(game.scores) >= 20


# Random games.


@pytest.mark.rule("DU-1", "DU-6", "DU-11")
@pytest.mark.parametrize("seed", nightly_but_every(10, range(60)))
def test_random_games_keep_all_cards(seed: int) -> None:
    rng = random.Random(seed)
    game = ReferenceDuel(
        jokers=rng.choice(list(common.JOKERS)),
        named_suit=rng.choice(["either", "held"]),
        bid_markers=rng.choice(["paper", "cards"]),
        max_strength=rng.choice([None, 1, 3]),
        target=rng.choice([12, 20, 50]),
        max_hands=6,
        dealer=rng.randrange(2),
    )
    while not game.is_over:
        step(game, rng)
        if game.hand_over:
            assert len(game.tricks) == 10 and game.hands == [[], []]
    assert game.winners
