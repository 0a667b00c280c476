"""Tests of the reference Twenty Down: single cases and random games."""

import random
from typing import Any

import pytest

from tests.helpers import nightly_but_every
from tests.reference import common, twenty_down
from tests.reference.table import all_cards, deal_any, filled
from tests.reference.twenty_down import ReferenceTwentyDown

# Helpers.


def dealt(
    hands: list[str], stock: str = "", dealer: int = 3, **options: Any
) -> ReferenceTwentyDown:
    """Start a game, and deal these hands, first two cards first; seat 0 is the namer."""
    game = ReferenceTwentyDown(dealer=dealer, **options)
    full, spare = filled(game.pack(), hands, 5, stock)
    seats = [(game.dealer + step) % 4 for step in [1, 2, 3, 4]]
    order = [card for seat in seats for card in full[seat][:2]]
    order += [card for seat in seats for card in full[seat][2:]]
    game.play(" ".join(["deal", *order, *stock.split(), *spare]))
    return game


def play_all(game: ReferenceTwentyDown, moves: str) -> None:
    """Make these moves, separated by commas."""
    for move in moves.split(", "):
        game.play(move)


NOBODY_DRAWS = "draw, draw, draw, draw"
SUIT_EACH = ["7C 8C 9C 10C JC", "7D 8D 9D 10D JD", "7H 8H 9H 10H JH", "7S 8S 9S 10S JS"]


# Cards, trumps and draws.


@pytest.mark.rule("TD-1", "TD-2")
def test_the_deal_continues_after_trumps_are_named() -> None:
    game = ReferenceTwentyDown(dealer=1)
    pack = game.pack()
    assert len(pack) == 32 and " ".join(pack[:8]) == "7C 8C 9C 10C JC QC KC AC"
    assert game.needs_deal and game.legal() == [] and game.scores == [20, 20, 20, 20]
    with pytest.raises(ValueError, match=r"^a deal is due"):
        game.play("trump C")
    with pytest.raises(ValueError, match="whole pack"):
        game.play("deal " + " ".join(pack[1:]))
    game.play("deal " + " ".join(pack))
    assert game.hands == [pack[4:6], pack[6:8], pack[0:2], pack[2:4]]
    assert game.stock == pack[8:] and game.trumps is None
    assert game.actor == game.trick["leader"] == 2
    assert game.legal() == ["trump C", "trump D", "trump H", "trump S"]
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("draw")
    game.play("trump S")
    assert game.trumps == "S" and game.actor == 2
    for place, seat in enumerate([2, 3, 0, 1]):
        first = pack[2 * place : 2 * place + 2]
        assert game.hands[seat] == first + pack[8 + 3 * place : 11 + 3 * place]
    assert game.stock == pack[20:] and game.is_in == [None, None, None, None]


@pytest.mark.rule("TD-3")
def test_a_draw_exchanges_up_to_three_cards() -> None:
    game = dealt(["AS 7C 8D 9H KC", "", "", ""], "QD QH QS")
    game.play("trump C")
    assert game.hands[0] == ["7C", "KC", "8D", "9H", "AS"]
    assert len(game.legal()) == 1 + 5 + 10 + 10
    assert {"draw", "draw AS", "draw 7C 8D", "draw KC 9H AS"} < set(game.legal())
    for text in ["draw 8D 7C", "draw 7C KC 8D 9H", "draw QD", "draw 7C 7C", "in", "7C"]:
        with pytest.raises(ValueError, match=r"^not legal"):
            game.play(text)
    game.play("draw 7C 8D")
    assert game.hands[0] == ["KC", "QD", "9H", "QH", "AS"]
    assert game.discards == [["7C", "8D"], [], [], []]
    assert game.stock[0] == "QS" and len(game.stock) == 10 and game.actor == 1
    game.play("draw")
    assert game.discards[1] == [] and len(game.stock) == 10 and game.actor == 2


@pytest.mark.rule("TD-3")
def test_the_stock_is_enough_for_all_draws() -> None:
    game = dealt(SUIT_EACH)
    game.play("trump S")
    assert " ".join(game.stock) == "QC KC AC QD KD AD QH KH AH QS KS AS"
    play_all(game, "draw 7C 8C 9C, draw 7D 8D 9D, draw 7H 8H 9H, draw 7S 8S 9S")
    assert game.stock == []
    assert game.hands[2] == ["10H", "JH", "QH", "KH", "AH"]
    assert game.discards[3] == ["7S", "8S", "9S"]


# In or out.


@pytest.mark.rule("TD-4", "TD-6")
def test_players_say_in_or_out_in_turn() -> None:
    game = dealt(["", "", "", ""], dealer=1)
    play_all(game, "trump H, draw, draw, draw")
    assert game.is_in == [None, None, None, None]
    game.play("draw")
    assert game.actor == 3 and game.legal() == ["in", "out"]  # Seat 2 named trumps.
    assert game.is_in == [None, None, True, None]
    game.play("out")
    assert game.actor == 0 and game.is_in == [None, None, True, False]
    game.play("in")
    assert game.actor == 1 and game.is_in == [True, None, True, False]
    game.play("out")
    assert game.is_in == [True, False, True, False]
    assert game.actor == game.trick["leader"] == 2 and game.legal() == game.hands[2]
    game.play(game.legal()[0])
    assert game.actor == 0  # Seat 3 is out.
    game.play(game.legal()[0])
    assert game.tricks[0]["seats"] == [2, 0]
    assert len(game.hands[1]) == len(game.hands[3]) == 5


@pytest.mark.rule("TD-4")
def test_with_diamonds_all_players_are_in() -> None:
    game = dealt(SUIT_EACH)
    play_all(game, f"trump D, {NOBODY_DRAWS}")
    assert game.is_in == [True, True, True, True]
    assert game.actor == 0 and game.legal() == SUIT_EACH[0].split()


@pytest.mark.rule("TD-2", "TD-5", "AL-2")
@pytest.mark.parametrize(("trumps", "points"), [("C", -5), ("S", -5), ("H", -10)])
def test_a_hand_without_play_if_all_others_are_out(trumps: str, points: int) -> None:
    game = dealt(SUIT_EACH, dealer=0)
    play_all(game, f"trump {trumps}, {NOBODY_DRAWS}, out, out, out")
    assert game.last_score == {"points": [0, points, 0, 0], "tricks": [0, 0, 0, 0]}
    assert game.scores == [20, 20 + points, 20, 20] and game.hands_played == 1
    assert game.tricks == [] and game.trick["cards"] == []
    assert game.hands == [text.split() for text in SUIT_EACH]
    assert game.hand_over and game.needs_deal and game.actor is None and game.dealer == 0
    assert not game.is_over and game.winners == []
    assert game.is_in == [False, True, False, False] and game.trumps == trumps
    game.play("deal " + " ".join(game.pack()))
    assert game.dealer == 1 and game.actor == 2 and not game.hand_over
    assert game.trumps is None and game.is_in == [None, None, None, None]


# Play and scores.


@pytest.mark.rule("TD-7")
def test_the_legal_cards() -> None:
    hand = ["AC", "7H", "KH", "9S"]
    assert twenty_down.playable(hand, None, "S", True) == hand
    assert twenty_down.playable(hand, "H", "S", True) == ["7H", "KH"]
    assert twenty_down.playable(hand, "D", "H", True) == [
        "7H",
        "KH",
    ]  # The player need not overtrump.
    assert twenty_down.playable(hand, "D", "H", False) == hand
    assert twenty_down.playable(hand, "S", "H", False) == ["9S"]
    assert twenty_down.playable(["AC", "9S"], "D", "H", True) == ["AC", "9S"]
    assert twenty_down.playable(["AC", "9S"], "H", "H", True) == ["AC", "9S"]


@pytest.mark.rule("TD-1", "TD-8")
def test_the_highest_trump_or_card_of_the_suit_takes_the_trick() -> None:
    assert twenty_down.best_card(["9C", "10C", "AC", "KC"], "C", "H") == "AC"
    assert twenty_down.best_card(["9C", "AS", "AD", "7C"], "C", "H") == "9C"
    assert twenty_down.best_card(["AC", "7H", "9H", "KC"], "C", "H") == "9H"
    assert twenty_down.best_card(["7H", "AC"], "H", "H") == "7H"


@pytest.mark.rule("TD-5", "TD-9")
@pytest.mark.parametrize(
    ("is_in", "tricks", "points"),
    [
        ("yyyy", [1, 3, 1, 0], [-1, -3, -1, 5]),
        ("yyny", [5, 0, 0, 0], [-5, 5, 0, 5]),
        ("nyyn", [0, 2, 3, 0], [0, -2, -3, 0]),
        ("nnyn", [0, 0, 0, 0], [0, 0, -5, 0]),
    ],
)
def test_the_score_of_a_hand(is_in: str, tricks: list[int], points: list[int]) -> None:
    said = [one == "y" for one in is_in]
    result = twenty_down.score("S", said, tricks)
    assert result == {"points": points, "tricks": tricks}
    doubled = twenty_down.score("H", said, tricks)
    assert doubled["points"] == [2 * one for one in points]


@pytest.mark.rule("TD-6", "TD-7", "TD-8", "TD-9")
def test_a_complete_hand() -> None:
    hands = ["AC KC 7D 8D 7S", "7C 8C 9D 10D AH", "9C KD AD 8S 9S", "10C JC QC 7H 8H"]
    game = dealt(hands)
    play_all(game, f"trump H, {NOBODY_DRAWS}, in, in, in")
    play_all(game, "AC, 7C, 9C, 10C, KC, 8C")
    assert "8S" in game.legal()  # Without clubs and trumps any card is legal.
    play_all(game, "8S, JC, 7D, 9D, AD")
    assert game.legal() == ["7H", "8H"]  # Without diamonds a trump is a duty, so not the QC.
    game.play("7H")
    assert game.actor == game.trick["leader"] == 3
    play_all(game, "8H, 7S, AH, KD")  # The higher trump takes the trick.
    play_all(game, "10D, 9S, QC, 8D")
    assert [trick["winner"] for trick in game.tricks] == [0, 0, 3, 1, 1]
    assert game.last_score == {"points": [-4, -4, 10, -2], "tricks": [2, 2, 0, 1]}
    assert game.scores == [16, 16, 30, 18] and game.hand_over and game.hands == [[], [], [], []]


@pytest.mark.rule("TD-7")
def test_the_option_sets_the_duty_to_trump() -> None:
    for must_trump, legal in [(True, "7H"), (False, "7C 8C 9C 10C 7H")]:
        game = dealt(["7D", "AD", "KD", "7H 7C 8C 9C 10C"], must_trump=must_trump)
        play_all(game, f"trump H, {NOBODY_DRAWS}, in, in, in, 7D, AD, KD")
        assert game.legal() == legal.split()


# The end of the game, and the hands from the ninth on.


@pytest.mark.rule("TD-10", "AL-2")
def test_the_end_of_the_game() -> None:
    game = dealt(SUIT_EACH, scores=[5, 1, 20, 20])
    play_all(game, f"trump S, {NOBODY_DRAWS}, out, out, out")
    assert game.scores == [0, 1, 20, 20] and game.is_over and game.winners == [0]
    assert game.hand_over and not game.needs_deal and game.legal() == []
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("deal " + " ".join(game.pack()))
    # Several players at zero: the lowest wins, equal scores share.
    assert ReferenceTwentyDown(scores=[0, -2, 3, -1]).winners == [1]
    shared = ReferenceTwentyDown(scores=[-2, 20, -2, 7])
    assert shared.is_over and shared.winners == [0, 2] and not shared.hand_over
    # A limit of hands: the fewest points win. Hands without play count.
    game = dealt(SUIT_EACH, scores=[15, 16, 10, 10], hands_played=2, max_hands=3)
    play_all(game, f"trump C, {NOBODY_DRAWS}, out, out, out")
    assert game.hands_played == 3 and game.is_over and game.winners == [0, 2, 3]


@pytest.mark.rule("TD-9", "TD-11")
def test_hearts_are_trumps_from_the_ninth_hand_on() -> None:
    hands = ["9C 10C 7H 8H JC", "7C 8C QC 9H 7D", "KC AC 8D 10H JH", "9D 10D JD QD KD"]
    assert dealt(hands, hands_played=7).legal() == ["trump C", "trump D", "trump H", "trump S"]
    game = dealt(hands, hands_played=8, scores=[20, 20, 20, 20])
    assert game.trumps == "H" and len(game.stock) == 12 and game.actor == 0
    assert [len(hand) for hand in game.hands] == [5, 5, 5, 5]
    play_all(game, NOBODY_DRAWS)
    assert game.is_in == [True, True, True, True] and game.actor == 0
    play_all(game, "9C, 7C, AC, 9D, KC, KD, 10C, 8C, JH, QD, 7H, 9H, 10H, 10D, 8H, 7D")
    play_all(game, "8D, JD, JC, QC")
    assert [trick["winner"] for trick in game.tricks] == [2, 2, 2, 2, 3]
    assert game.last_score == {"points": [10, 10, -8, -2], "tricks": [0, 0, 4, 1]}
    game.play("deal " + " ".join(game.pack()))  # The tenth hand.
    assert game.trumps == "H" and game.dealer == 0 and game.actor == 1


@pytest.mark.rule("TD-9", "AL-2")
def test_impossible_arguments_are_refused() -> None:
    refused: list[dict[str, Any]] = [
        {"max_hands": 0},
        {"dealer": 4},
        {"scores": [20, 20, 20]},
        {"hands_played": -1},
    ]
    for options in refused:
        with pytest.raises(ValueError, match=r"expected|dealer"):
            ReferenceTwentyDown(**options)


# Random games.


def step(game: ReferenceTwentyDown, rng: random.Random) -> None:
    """Make one random move, and check the position."""
    before = list(game.scores)
    if game.needs_deal:
        deal_any(game, rng)
    else:
        moves = game.legal()
        assert moves and len(moves) == len(set(moves))
        game.play(rng.choice(moves))
    assert all(hand == common.in_order(hand) for hand in [*game.hands, *game.discards])
    for trick in game.tricks:
        assert sorted(trick["seats"]) == [seat for seat in range(4) if game.is_in[seat]]
    assert all_cards(game, *game.discards) == game.pack()
    if not game.hand_over:
        assert game.scores == before
        return
    result = game.last_score
    assert result is not None
    assert game.scores == [before[seat] + result["points"][seat] for seat in range(4)]
    assert [len(hand) for hand in game.hands] == [
        0 if game.is_in[seat] and game.tricks else 5 for seat in range(4)
    ]
    # A hand changes the total by -5, plus 5 for each player in without a trick.
    nothing = [seat for seat in range(4) if game.is_in[seat] and result["tricks"][seat] == 0]
    total = -5 + 5 * len(nothing) if game.tricks else -5
    assert sum(result["tricks"]) == len(game.tricks) == (5 if game.is_in.count(True) > 1 else 0)
    assert sum(result["points"]) == (2 * total if game.trumps == "H" else total)


@pytest.mark.rule("TD-1", "TD-9", "TD-11")
@pytest.mark.parametrize("seed", nightly_but_every(10, range(60)))
def test_random_games_follow_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    dealer = rng.randrange(4)
    played = rng.choice([0, 0, 7])
    game = ReferenceTwentyDown(
        must_trump=rng.choice([True, False]),
        max_hands=rng.choice([played + 1, 12, 20]),
        dealer=dealer,
        scores=rng.choice([None, [3, 7, 1, 40]]),
        hands_played=played,
    )
    while not game.is_over:
        step(game, rng)
    assert game.dealer == (dealer + game.hands_played - played - 1) % 4
    assert game.winners and min(game.scores) == game.scores[game.winners[0]]
