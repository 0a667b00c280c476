"""Tests of the reference Two Way Street: the worked example, single cases, random games."""

import random

import pytest

from tests.helpers import nightly_but_every
from tests.reference import common, street
from tests.reference.street import ReferenceStreet
from tests.reference.table import (
    deal_text,
    may,
    play_all,
    step,
    street_dealt,
    street_playing,
    taker,
)

# The worked example of Two Way Street.

ZAK = "5C 6C 2S 4S 6S 9S 10S 3H 6H 3D"
KATIE = "4C 8C QC KC 3S 7S JS 10H KH AD"
JEN = "2C 3C 7C 9C AC 5S 8S 2H 2D 4D"
DEREK = "JC KS AS QH AH 9D 10D QD R* B*"
EXAMPLE_TRICKS = [
    ("QS 7S 5S KS", 3),
    ("AD 4D R* 3D", 3),
    ("2D 9D 10C JD", 1),
    ("AH 6H 10H JH", 3),
    ("6C QC 9C B*", 3),
    ("KH 8H QH 3H", 1),
    ("2C JC 5C KC", 1),
    ("QD 6S 7D 7C", 3),
    ("2S JS 3C AS", 3),
    ("8C 2H 10D 4S", 1),
]


@pytest.mark.rule("ST-5", "ST-7", "ST-9", "ST-10", "ST-12", "ST-13", "ST-15")
def test_the_hand_of_the_worked_example() -> None:
    game = street_dealt(
        [ZAK, KATIE, JEN, DEREK], "10C QS 7D JD 8H JH", exchange="optional", max_hands=4
    )
    assert game.hands[3] == ["JC", "9D", "10D", "QD", "QH", "AH", "KS", "AS", "R*", "B*"]
    moves = ["low", "exchange 9S 10S", "high", "exchange 4C 3S", "low", "exchange AC 8S"]
    for move in [*moves, "high", "keep"]:
        assert move in game.legal()
        game.play(move)
    assert game.stock[-6:] == ["9S", "10S", "4C", "3S", "AC", "8S"]
    assert "8H" in game.hands[2] and "JH" in game.hands[2]
    assert "8C" in game.hands[1] and "8H" not in game.hands[1]
    for number, (cards, winner) in enumerate(EXAMPLE_TRICKS):
        assert game.actor == number % 4
        play_all(game, cards)
        assert game.tricks[-1]["winner"] == winner
    assert game.declarations == ["LD", "HD", "LD", "HD"]
    assert game.last_score is not None
    assert game.last_score["entries"] == ["LD,6-4:2", "HD,4-4:0", "LD,6-4:2", "HD,6-4:2"]
    assert game.last_score["points"] == game.scores == [4, 0, 4, 4]
    assert game.hand_over and game.needs_deal and not game.is_over
    assert game.dealer == 0 and game.actor is None and game.legal() == []
    game.play(deal_text(game.pack(), [ZAK, KATIE, JEN, DEREK], first=1))
    assert game.dealer == game.actor == 1 and not game.hand_over


@pytest.mark.rule("ST-20", "ST-21", "ST-23", "ST-25")
def test_the_score_sheet_of_the_worked_example() -> None:
    sheet = [
        ("LD HD LD HD", [0, 4, 0, 6], "LD,6-4:2 HD,4-4:0 LD,6-4:2 HD,6-4:2", [4, 0, 4, 4]),
        ("LD HD LD LD", [0, 8, 1, 1], "LD,6-5:1 HD,8-5:3 LD,5-5:0 LD,5-5:0", [6, 6, 4, 4]),
        ("LD LD HD HD", [0, 0, 5, 5], "LD,6-5:1 LD,6-5:1 HD,5-5:0 HD,5-5:0", [8, 8, 4, 4]),
        ("LD HD HD LD", [0, 8, 2, 0], "LD,6-2:4 HD,8-2:6 HD,2-2:0 LD,6-2:4", [16, 20, 4, 12]),
    ]
    total = [0, 0, 0, 0]
    for declarations, tricks, entries, after in sheet:
        result = ReferenceStreet.score(declarations.split(), tricks)
        assert result["entries"] == entries.split()
        total = [total[seat] + result["points"][seat] for seat in range(4)]
        assert total == after


# Dealing, declaring and exchanging.


@pytest.mark.rule("ST-1", "ST-2", "ST-3", "ST-4")
def test_packs_by_decks_and_jokers() -> None:
    sizes = {3: 54, 5: 54, 6: 108, 10: 108, 11: 162}
    assert {n: len(ReferenceStreet(players=n).pack()) for n in sizes} == sizes
    assert ReferenceStreet(jokers="one").pack()[-2:] == ["AS", "X*"]
    assert ReferenceStreet(jokers="two_alike").pack()[-3:] == ["AS", "X*", "X*"]
    assert ReferenceStreet(players=5, decks=2).pack()[-4:] == ["R*", "R*", "B*", "B*"]
    assert len(ReferenceStreet(players=5, jokers="none").pack()) == 52
    with pytest.raises(ValueError, match="Duel"):
        ReferenceStreet(players=2)
    with pytest.raises(ValueError, match="not enough"):
        ReferenceStreet(players=6, decks=1)


@pytest.mark.rule("ST-5")
def test_the_deal_gives_packets_from_the_first_declarer() -> None:
    game = ReferenceStreet(players=3, dealer=1)
    pack = game.pack()
    game.play("deal " + " ".join(pack))
    assert game.hands[1] == common.in_order([pack[i] for i in [0, 3, 4, 9, 10, 11, *range(18, 22)]])
    assert game.hands[2] == common.in_order(
        [pack[i] for i in [1, 5, 6, 12, 13, 14, *range(22, 26)]]
    )
    assert game.hands[0] == common.in_order(
        [pack[i] for i in [2, 7, 8, 15, 16, 17, *range(26, 30)]]
    )
    assert game.stock == pack[30:]
    assert game.actor == 1


@pytest.mark.rule("ST-7", "ST-8", "ST-9")
@pytest.mark.parametrize(
    ("players", "said", "result"),
    [
        (3, "high high", "HD HD LF"),
        (3, "low low", "LD LD HF"),
        (3, "high low high", "HD LD HD"),
        (4, "high high", "HD HD"),  # Two of four are not a majority.
        (4, "low low low", "LD LD LD HF"),
        (4, "high low high high", "HD LD HD HD"),
        (5, "low low low", "LD LD LD HF HF"),
        (5, "high low high high", "HD LD HD HD LF"),
        (6, "high high high", "HD HD HD"),
        (6, "low low low low", "LD LD LD LD HF HF"),
    ],
)
def test_a_majority_forces_the_remaining_players(players: int, said: str, result: str) -> None:
    game = ReferenceStreet(players=players)
    game.play("deal " + " ".join(game.pack()))
    for word in said.split():
        assert game.legal() == ["high", "low"]
        game.play(word)
        game.play(game.legal()[0])
    wanted = result.split()
    done = len(said.split())
    for seat in range(done, len(wanted)):  # Forced players only exchange.
        assert game.actor == seat
        assert game.declarations == [*wanted[: seat + 1], *[None] * (players - seat - 1)]
        game.play(game.legal()[0])
    if len(wanted) == players:
        assert game.declarations == wanted
        assert game.actor == 0 and game.legal() == common.each_once(game.hands[0])
    else:
        assert game.legal() == ["high", "low"]


@pytest.mark.rule("ST-9", "ST-10", "ST-11", "AL-4")
def test_an_exchange_puts_two_cards_under_the_stock() -> None:
    game = street_dealt([ZAK, KATIE, JEN, DEREK], "10C QS")
    game.play("low")
    assert len(game.legal()) == 45 and "keep" not in game.legal()
    with pytest.raises(ValueError, match="not legal"):
        game.play("exchange 10S 9S")  # Not in the order of cards.
    game.play("exchange 6H 2S")
    assert game.stock[-2:] == ["6H", "2S"]
    assert "10C" in game.hands[0] and "QS" in game.hands[0] and "2S" not in game.hands[0]
    assert common.exchanges(["2C", "2C", "2C", "R*", "B*"]) == [
        "exchange 2C 2C",
        "exchange 2C R*",
        "exchange 2C B*",
        "exchange R* B*",
    ]


@pytest.mark.rule("ST-11")
def test_an_exchange_with_an_empty_stock_returns_the_same_cards() -> None:
    hand = ["2C", "3C", "4C"]
    stock: list[str] = []
    common.do_exchange("exchange 2C 4C", hand, stock)
    assert hand == ["2C", "3C", "4C"] and stock == []


@pytest.mark.rule("ST-11")
def test_a_short_stock_passes_exchanged_cards_on() -> None:
    game = ReferenceStreet(players=5, jokers="none")
    game.play("deal " + " ".join(game.pack()))
    top = list(game.stock)
    assert len(top) == 2
    game.play("low")
    put = game.hands[0][:2]
    game.play(f"exchange {put[0]} {put[1]}")
    assert game.stock == put and all(card in game.hands[0] for card in top)
    game.play("low")
    game.play(game.legal()[0])
    assert all(card in game.hands[1] for card in put)


# Play.


@pytest.mark.rule("ST-12")
def test_the_lead_moves_left_after_every_trick() -> None:
    game = street_playing([ZAK, KATIE, JEN, DEREK])
    play_all(game, "2S 7S 8S AS")
    assert game.tricks[0]["winner"] == 3 and game.tricks[0]["seats"] == [0, 1, 2, 3]
    assert game.actor == game.trick["leader"] == 1 and game.trick["cards"] == []
    play_all(game, "AD 2D 9D 3D")
    assert game.tricks[1]["winner"] == 1 and game.tricks[1]["seats"] == [1, 2, 3, 0]
    assert game.actor == 2


@pytest.mark.rule("ST-13")
def test_a_player_must_follow_suit() -> None:
    assert may("2H KH 5D 5S R* B*", "3H", "H") == ["2H", "KH", "R*"]
    assert may("2S KS 5D R* B*", "3S", "S") == ["2S", "KS", "B*"]
    assert may("2C 5D R*", "3C", "C") == ["2C"]
    assert may("2C 5D X* X*", "3C", "C") == ["2C", "X*"]
    assert may("5D 5S R* B*", "3H", "H") == ["5D", "5S", "R*", "B*"]
    assert may("2H 2H 5S", "3H", "H") == ["2H"]
    assert may("2H 5S R*", "", None) == ["2H", "5S", "R*"]


@pytest.mark.rule("ST-14")
def test_a_joker_need_not_be_played_to_follow_suit() -> None:
    assert may("2C 5S R*", "3H", "H") == ["2C", "5S", "R*"]
    assert may("2C 5S X*", "3H", "H") == ["2C", "5S", "X*"]


@pytest.mark.rule("ST-15")
def test_the_highest_card_takes_the_trick() -> None:
    assert taker("3H AH 2H KH", "H") == 1
    assert taker("3H AS 2D KC", "H") == 0
    assert taker("9C 10C JC", "C") == 2
    assert taker("3H B* R* AH", "H") == 2
    assert taker("3H AS B* AH", "H") == 2
    assert taker("B* AS R*", "S") == 2
    assert taker("R* B* R*", "D") == 0
    assert taker("2S X* X*", "S") == 1
    assert taker("2S KS KS 3S", "S") == 1
    assert taker("2S B* B*", "S") == 1
    assert taker("B* 2H 3H", None) == 0


@pytest.mark.rule("ST-16", "ST-17")
def test_after_a_coloured_joker_a_holder_of_the_colour_names_a_suit() -> None:
    assert may("2H 5S R*", "B*", None) == ["name C", "name S"]
    assert may("2H 5S B*", "B*", None, "held") == ["name S"]
    assert may("2H 5D", "R*", None, "held") == ["name D", "name H"]
    assert may("2H 5S", "R*", None) == ["name D", "name H"]


@pytest.mark.rule("ST-16", "ST-17", "ST-19")
def test_the_first_holder_of_the_colour_names_a_suit() -> None:
    game = street_playing(
        ["R* 2C 3C", "4C 5C 6C 7C 8C 9C 10C 2S 3S B*", "QH 4S 5S 6S 7S 8S 9S 10S JS QS"]
    )
    game.play("R*")
    assert game.trick["led"] is None
    assert game.legal() == common.in_order(
        game.hands[1]
    )  # Without a red suit the player need not name one.
    game.play("B*")
    assert game.actor == 2 and game.legal() == ["name D", "name H"]
    game.play("name D")
    assert game.actor == 2 and game.trick["led"] == "D"
    assert len(game.legal()) == 10  # Without diamonds any card is legal.
    game.play("4S")
    assert game.tricks == [
        {"leader": 0, "cards": ["R*", "B*", "4S"], "seats": [0, 1, 2], "led": "D", "winner": 0}
    ]
    assert game.actor == 1


@pytest.mark.rule("ST-13", "ST-16", "ST-17")
def test_later_players_follow_the_named_suit() -> None:
    game = street_playing(["B*", "4C 5C AS R*", "2C 3S 4S"], named_suit="held")
    game.play("B*")
    game.play("name S")
    assert "4C" not in game.legal() and "AS" in game.legal() and "R*" not in game.legal()
    game.play("AS")
    assert {common.suit_of(card) for card in game.legal()} == {"S"}


@pytest.mark.rule("ST-18")
def test_after_a_plain_joker_the_next_player_names_a_suit() -> None:
    assert may("2H 5S 6S", "X*", None) == ["name H", "name S"]
    assert may("2H 5S X*", "X*", None, "held") == ["name H", "name S", "X*"]
    assert may("2H 5S X*", "X*", "S") == ["5S", "X*"]
    assert may("2H 5S", "X* X*", None) == ["name H", "name S"]  # The duty moves to this hand.
    assert taker("X* X* AS", "S") == 0


@pytest.mark.rule("ST-18")
def test_a_second_plain_joker_passes_the_duty_on() -> None:
    game = street_playing(["X* 2C", "X* 3C", "4D 5D 6D AD"], jokers="two_alike")
    game.play("X*")
    assert "X*" in game.legal() and "name C" in game.legal() and "3C" not in game.legal()
    game.play("X*")
    assert game.trick["led"] is None and "name D" in game.legal()
    game.play("name D")
    assert game.legal() == [card for card in game.hands[2] if common.suit_of(card) == "D"]
    game.play("AD")
    assert game.tricks[0]["winner"] == 0


@pytest.mark.rule("ST-19")
def test_any_card_is_legal_without_the_duty_to_name() -> None:
    assert may("2H 5D R*", "B*", None) == ["5D", "2H", "R*"]
    assert may("X*", "X*", None) == ["X*"]
    assert may("R* B*", "R*", None) == ["R*", "B*"]


@pytest.mark.rule("ST-15", "ST-19")
def test_a_trick_without_a_named_suit() -> None:
    game = street_playing(
        ["B* 2C", "2H 3H 4H 5H 6H 7H 8H 9H 10H JH", "2D 3D 4D 5D 6D 7D 8D 9D 10D JD"]
    )
    play_all(game, "B* 2H 2D")
    assert game.tricks[0]["led"] is None and game.tricks[0]["winner"] == 0


# Scores.


@pytest.mark.rule("ST-20")
def test_the_start_score_of_low_players() -> None:
    for players, start in zip(range(3, 13), [8, 6, 5, 4, 3, 3, 2, 2, 1, 1], strict=True):
        taken = [10] + [0] * (players - 1)
        assert street.score(["LD"] * players, taken)["raw"] == [start - 10] + [start] * (
            players - 1
        )


@pytest.mark.rule("ST-21", "ST-23", "ST-25")
@pytest.mark.parametrize(
    ("declarations", "tricks", "case", "penalty", "points"),
    [
        ("HD HD LD LF", [5, 3, 0, 2], "A", 4, [2, 0, 4, 0]),  # 6 5 4 3
        ("HD HD LD LF", [6, 3, 0, 1], "A", 5, [2, 0, 2, 0]),  # 6 6 5 3: a tie for first only
        ("LF HD HD HD", [1, 2, 2, 5], "A", 2, [9, 0, 0, 6]),  # 5 5 2 2
        ("HD LD LD HD", [8, 1, 1, 0], "B", 0, [16, 10, 10, 0]),  # 8 5 5 0
        ("LD LD LD HF", [0, 2, 4, 4], "B", 2, [8, 4, 0, 6]),  # 6 4 4 2
        ("LD HD LD HD", [0, 6, 0, 4], "B", 4, [4, 4, 4, 0]),  # 6 6 6 4
        ("HD LD LD LF", [7, 1, 1, 1], "C", 5, [4, 0, 0, 1]),  # 7 5 5 5
        ("LD LD LD HF", [1, 2, 2, 4], "C", 4, [2, 0, 0, 1]),  # 5 4 4 4
        ("LD LD LD HF HF", [0, 1, 1, 4, 4], "C", 4, [2, 0, 0, 1, 1]),  # 5 4 4 4 4
        ("LD LD LD HF HF", [0, 2, 2, 3, 1], "C", 3, [4, 0, 0, 1, 0]),  # 5 3 3 3 1
        (
            "HD HD HD LD LF",
            [3, 3, 3, 2, 0],
            "C",
            3,
            [0, 0, 0, 0, 6],
        ),  # 5 3 3 3 3, the forced player is first
        ("HD HD HD LD", [2, 2, 2, 4], "D", 2, [0, 0, 0, 0]),  # 2 2 2 2
        ("LD HD LD LD HF", [2, 3, 2, 2, 1], "D", 1, [4, 4, 4, 4, 0]),  # 3 3 3 3 1
        ("LD LD LD LD HF HF", [1, 1, 1, 1, 3, 0], "D", 0, [6, 6, 6, 6, 9, 0]),  # 3 3 3 3 3 0
    ],
)
def test_the_penalty_in_each_case(
    declarations: str, tricks: list[int], case: str, penalty: int, points: list[int]
) -> None:
    result = street.score(declarations.split(), tricks)
    assert (result["case"], result["penalty"], result["points"]) == (case, penalty, points)


@pytest.mark.rule("ST-20", "ST-23", "ST-25")
def test_a_negative_penalty_increases_the_scores() -> None:
    result = street.score(["HD", "LD", "LD", "HD"], [0, 8, 2, 0])  # 4 0 0 -2
    assert result["raw"] == [0, -2, 4, 0] and result["case"] == "B"
    assert result["entries"] == ["HD,0--2:2", "LD,-2--2:0", "LD,4--2:6", "HD,0--2:2"]
    assert result["points"] == [4, 0, 12, 4]
    lone = street.score(["LF", "HD", "LD"], [10, 0, 0])  # 8 0 -2
    assert lone["entries"] == ["LF,-2--2:0", "HD,0--2:2", "LD,8--2:10"]


@pytest.mark.rule("ST-22")
@pytest.mark.parametrize(
    ("declarations", "tricks", "case", "penalty", "points"),
    [
        ("HD HD LF", [6, 3, 1], "A", 3, [6, 0, 12]),
        ("HD LD LF", [8, 1, 1], "C", 7, [2, 0, 1]),
        ("HD HD LF", [3, 3, 4], "C", 3, [0, 0, 3]),
        ("LD LD HF", [2, 2, 6], "D", 6, [0, 0, 0]),
    ],
)
def test_the_penalty_with_three_players(
    declarations: str, tricks: list[int], case: str, penalty: int, points: list[int]
) -> None:
    result = street.score(declarations.split(), tricks)
    assert (result["case"], result["penalty"], result["points"]) == (case, penalty, points)


@pytest.mark.rule("ST-6", "ST-24", "AL-2")
def test_the_end_of_the_game() -> None:
    rng = random.Random(7)
    by_target = ReferenceStreet(players=3, dealer=2, target=1, scores=[-3, -1, -2])
    while not by_target.is_over:
        step(by_target, rng)
    assert max(by_target.scores) >= 1
    assert by_target.hand_over and not by_target.needs_deal and by_target.actor is None
    assert by_target.winners == common.best_seats(by_target.scores)
    assert by_target.dealer == (2 + by_target.hands_played - 1) % 3
    with pytest.raises(ValueError, match="not legal"):
        by_target.play("deal " + " ".join(by_target.pack()))

    by_hands = ReferenceStreet(target=1000, max_hands=5, hands_played=3)
    while not by_hands.is_over:
        assert by_hands.winners == []
        step(by_hands, rng)
    assert by_hands.hands_played == 5 and by_hands.dealer == 1
    shared = ReferenceStreet(players=3, scores=[21, 4, 21])
    assert shared.winners == [0, 2] and not shared.hand_over


# Random games.


@pytest.mark.rule("ST-1", "ST-12", "ST-23")
@pytest.mark.parametrize("seed", nightly_but_every(10, range(60)))
def test_random_games_keep_all_cards(seed: int) -> None:
    rng = random.Random(seed)
    players = rng.choice([3, 3, 4, 4, 5, 6, 7, 11])
    game = ReferenceStreet(
        players=players,
        decks=rng.choice([None, None, 3]),
        jokers=rng.choice(list(common.JOKERS)),
        exchange=rng.choice(["obligatory", "optional"]),
        named_suit=rng.choice(["either", "held"]),
        target=rng.choice([6, 12, 20]),
        max_hands=4,
        dealer=rng.randrange(players),
    )
    while not game.is_over:
        step(game, rng)
        if game.hand_over:
            assert len(game.tricks) == 10 and game.hands == [[]] * players
    assert game.winners
