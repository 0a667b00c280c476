"""Tests of the reference Twos: the examples of the rules, single cases, random games."""

import random
from typing import Any

import pytest

from tests.helpers import nightly_but_every
from tests.reference import common, twos
from tests.reference.common import Trick
from tests.reference.table import all_cards, deal_any, filled, play_all
from tests.reference.twos import ReferenceTwos

# Helpers.


def dealt(hands: list[str], dealer: int = 3, **options: Any) -> ReferenceTwos:
    """Start a game, and deal these hands, filled up from the pack; seat 0 leads."""
    game = ReferenceTwos(dealer=dealer, **options)
    full, _ = filled(game.pack(), hands, 13)
    order: list[str] = []
    for number in range(13):
        for step in [1, 2, 3, 4]:
            order.append(full[(game.dealer + step) % 4][number])
    game.play("deal " + " ".join(order))
    return game


def trick_of(cards: str) -> Trick:
    """Return a complete trick with these cards, led by seat 0."""
    laid = cards.split()
    led = common.suit_of(laid[0])
    return twos.completed({"leader": 0, "cards": laid, "seats": [0, 1, 2, 3], "led": led})


def may(hand: str, led: str | None) -> list[str]:
    """Return the legal cards of this hand."""
    return twos.playable(hand.split(), led)


# Single cases.


@pytest.mark.rule("TW-1", "TW-2")
def test_the_deal_starts_left_of_the_dealer_with_one_card_at_a_time() -> None:
    game = ReferenceTwos(dealer=1)
    pack = game.pack()
    assert len(pack) == 52 and pack[0] == "2C" and pack[-1] == "AS"
    assert game.needs_deal and game.legal() == [] and game.actor is None
    with pytest.raises(ValueError, match=r"^a deal is due"):
        game.play("2C")
    with pytest.raises(ValueError, match="whole pack"):
        game.play("deal " + " ".join(pack[1:]))
    game.play("deal " + " ".join(pack))
    for place, seat in enumerate([2, 3, 0, 1]):
        assert game.hands[seat] == pack[place::4]
    assert game.stock == [] and game.actor == game.trick["leader"] == 2
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("deal " + " ".join(pack))


@pytest.mark.rule("TW-3", "TW-4", "TW-5")
def test_the_legal_cards() -> None:
    assert may("KH 3H 5S 2S", None) == ["3H", "KH", "2S", "5S"]
    assert may("KH 3H 5S AS", "H") == ["3H", "KH"]
    assert may("KH 3H 2C 5S 2S", "H") == ["2C", "3H", "KH", "2S"]
    assert may("2H KH 5S", "H") == ["2H", "KH"]
    assert may("4D 5S 2S", "H") == ["4D", "2S", "5S"]
    assert may("2H 4D 5S", "H") == ["2H"]  # The only heart is the two.
    assert may("2H 4D 2D 5S", "H") == ["2D", "2H"]


@pytest.mark.rule("TW-2", "TW-5")
def test_a_led_two_sets_its_suit() -> None:
    game = dealt(["2H 2D 4C", "5H KH 6S", "2S 7H", "3H 8H"])
    game.play("2H")
    assert game.trick["led"] == "H" and game.legal() == ["5H", "KH"]
    play_all(game, "KH 7H 3H")
    assert game.tricks == [
        {
            "leader": 0,
            "cards": ["2H", "KH", "7H", "3H"],
            "seats": [0, 1, 2, 3],
            "led": "H",
            "winner": 3,
        }
    ]
    assert game.actor == game.trick["leader"] == 3  # The taker of a trick leads the next.


@pytest.mark.rule("TW-6", "TW-7", "TW-9", "TW-10")
@pytest.mark.parametrize(
    ("cards", "winner", "honours", "caught", "lost"),
    [
        # The four examples.
        ("6H QH 5H 2D", 3, 1, 0, [0, 0, 0, 0]),
        ("KD 2H 2D 3D", 1, 1, 2, [0, 0, 2, 0]),
        ("AH 3H 5H 2H", 1, 1, 3, [0, 0, 0, 3]),
        ("AH 2C 3C 2S", 2, 1, 6, [0, 3, 0, 3]),
        # Without twos: the highest card of the suit led; threes are ordinary cards.
        ("9H 10H 3H 8H", 1, 0, 0, [0, 0, 0, 0]),
        ("9H AS KS QS", 0, 3, 0, [0, 0, 0, 0]),
        ("3H AS 3S JD", 0, 2, 0, [0, 0, 0, 0]),
        ("KH AH QH JH", 1, 4, 0, [0, 0, 0, 0]),
        # The first two of any suit wins, and catches later twos for 2 points each.
        ("2H 3S AH KH", 0, 2, 0, [0, 0, 0, 0]),
        ("2S 2C 2D 2H", 0, 0, 6, [0, 2, 2, 2]),
        ("4S 2H 2S 2D", 1, 0, 4, [0, 0, 2, 2]),
        ("3S 2H 2S AS", 1, 1, 2, [0, 0, 2, 0]),  # The three belongs to the second two.
        # The three of the first two wins, in any place and suit.
        ("2S 3S AS KS", 1, 2, 3, [3, 0, 0, 0]),
        ("3D AD 2D 4D", 0, 1, 3, [0, 0, 3, 0]),
        ("KS 3D 2D AS", 1, 2, 3, [0, 0, 3, 0]),
        ("2D 2S 2H 3D", 3, 0, 9, [3, 3, 3, 0]),
        (
            "2D 3S 2S 3D",
            3,
            0,
            6,
            [3, 0, 3, 0],
        ),  # The three of the first two wins, not the first three.
    ],
)
def test_winner_catches_and_honours_of_a_trick(
    cards: str, winner: int, honours: int, caught: int, lost: list[int]
) -> None:
    trick = trick_of(cards)
    assert trick["winner"] == winner
    result = twos.score([trick])
    assert result["honours"] == [honours if seat == winner else 0 for seat in range(4)]
    assert result["caught"] == [caught if seat == winner else 0 for seat in range(4)]
    assert result["lost"] == lost
    gained = [honours + caught if seat == winner else 0 for seat in range(4)]
    assert result["points"] == [gained[seat] - lost[seat] for seat in range(4)]


@pytest.mark.rule("TW-4", "TW-6")
def test_the_last_example_of_the_rules_is_legal() -> None:
    game = dealt(["AH", "2C 4H", "3C 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", "2S 5H"])
    play_all(game, "AH 2C 3C")
    assert "2S" in game.legal() and "5H" in game.legal()
    game.play("2S")
    assert game.tricks[0]["winner"] == game.actor == 2


SUIT_EACH = [" ".join(rank + suit for rank in common.RANKS) for suit in common.SUITS]


@pytest.mark.rule("TW-2", "TW-8", "TW-9", "TW-11")
def test_a_complete_hand() -> None:
    game = dealt(SUIT_EACH, scores=[5, 0, 0, 0])  # Clubs, diamonds, hearts, spades.
    play_all(game, "AC 2D 2H 3S")  # The 2D catches the 2H.
    play_all(game, "3D AH 2S 2C")  # The 2S catches the 2C.
    assert [trick["winner"] for trick in game.tricks] == [1, 3]
    while game.actor is not None:
        assert game.trick["leader"] == 3  # No other player has spades.
        game.play(game.legal()[0])
    assert game.last_score == {
        "points": [-2, 3, -2, 17],
        "honours": [0, 1, 0, 15],
        "caught": [0, 2, 0, 2],
        "lost": [2, 0, 2, 0],
    }
    assert game.scores == [3, 3, -2, 17] and game.hands_played == 1
    assert game.hand_over and game.needs_deal and not game.is_over and game.winners == []
    assert game.dealer == 3 and game.legal() == []
    game.play("deal " + " ".join(game.pack()))
    assert game.dealer == 0 and game.actor == 1 and not game.hand_over and game.tricks == []


@pytest.mark.rule("TW-11", "AL-2")
def test_the_end_of_the_game() -> None:
    rng = random.Random(5)
    game = ReferenceTwos(dealer=2)
    dealers: list[int] = []
    while not game.is_over:
        step(game, rng)
        if game.hand_over:
            dealers.append(game.dealer)
    assert dealers == [2, 3, 0, 1]  # Each deals once.
    assert game.winners == common.best_seats(game.scores)
    assert game.hand_over and not game.needs_deal and game.actor is None
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("deal " + " ".join(game.pack()))

    # A target ends the game sooner; a target alone is enough.
    for most in [4, None]:
        game = dealt(SUIT_EACH, target=17, max_hands=most)
        play_all(game, "AC 2D 2H 3S 3D AH 2S 2C")
        while not game.is_over:
            step(game, rng)
        assert game.hands_played == 1 and game.winners == [3]

    last = ReferenceTwos(hands_played=3, target=1000)
    while not last.is_over:
        step(last, rng)
    assert last.hands_played == 4


@pytest.mark.rule("TW-11", "AL-2")
def test_a_match_starts_from_given_totals() -> None:
    shared = ReferenceTwos(target=10, scores=[12, -3, 4, 12])
    assert shared.is_over and shared.winners == [0, 3] and not shared.hand_over
    assert ReferenceTwos(hands_played=4, scores=[-1, -5, -2, -3]).winners == [0]
    assert ReferenceTwos(max_hands=None, target=20, hands_played=9).needs_deal
    refused: list[dict[str, Any]] = [
        {"max_hands": None},
        {"max_hands": 0},
        {"target": 0},
        {"dealer": 4},
        {"dealer": -1},
        {"scores": [0, 0, 0]},
        {"hands_played": -1},
    ]
    for options in refused:
        with pytest.raises(ValueError, match=r"expected|dealer"):
            ReferenceTwos(**options)


# Random games.


def step(game: ReferenceTwos, rng: random.Random) -> None:
    """Make one random move, and check the position."""
    before = list(game.scores)
    if game.needs_deal:
        deal_any(game, rng)
    else:
        moves = game.legal()
        assert moves == common.each_once(moves) != []
        assert game.actor is not None
        twos_held = [card for card in game.hands[game.actor] if twos.is_two(card)]
        assert all(two in moves for two in twos_held)  # TW-4
        game.play(rng.choice(moves))
    assert all(hand == common.in_order(hand) for hand in game.hands)
    assert all_cards(game) == game.pack()
    if not game.hand_over:
        assert game.scores == before
        return
    result = game.last_score
    assert result is not None
    assert len(game.tricks) == 13 and game.hands == [[], [], [], []]
    assert [trick["leader"] for trick in game.tricks[1:]] == [
        trick["winner"] for trick in game.tricks[:-1]
    ]
    # Catches add up to 0, and there are sixteen honours.
    assert sum(result["honours"]) == sum(result["points"]) == 16
    assert sum(result["caught"]) == sum(result["lost"])
    assert game.scores == [before[seat] + result["points"][seat] for seat in range(4)]


@pytest.mark.rule("TW-1", "TW-8", "TW-9")
@pytest.mark.parametrize("seed", nightly_but_every(10, range(40)))
def test_random_games_follow_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    dealer = rng.randrange(4)
    target = rng.choice([None, 1, 10, 25])
    most = rng.choice([4, 2]) if target is None else rng.choice([4, None])
    game = ReferenceTwos(target=target, max_hands=most, dealer=dealer)
    while not game.is_over:
        step(game, rng)
    assert sum(game.scores) == 16 * game.hands_played
    assert game.dealer == (dealer + game.hands_played - 1) % 4
    assert game.winners == common.best_seats(game.scores)
