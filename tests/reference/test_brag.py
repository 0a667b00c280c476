"""Tests of the reference Brag: single cases and random games."""

import random
from typing import Any

import pytest

from tests.helpers import nightly_but_every
from tests.reference import brag, common
from tests.reference.brag import ReferenceBrag

# Helpers.


def hands_of(text: str) -> list[list[str]]:
    """Return the hands of a lay."""
    return [three.split() for three in text.split(" / ")]


def scored(lays: list[str], high_rank: str = "everywhere", antes: int = 1) -> brag.Score:
    """Score these lays; the number of cards follows from them, seven cards count as six."""
    laid = [hands_of(lay) for lay in lays]
    return brag.score(laid, 3 * len(laid[0]), high_rank, antes)


def dealt(hands: list[str], **options: Any) -> ReferenceBrag:
    """Start a game and deal these hands; the last seat deals."""
    players, cards = len(hands), len(hands[0].split())
    game = ReferenceBrag(cards=cards, players=players, dealer=players - 1, **options)
    order = [hand.split()[number] for number in range(cards) for hand in hands]
    rest = [card for card in game.pack() if card not in order]
    game.play(" ".join(["deal", *order, *rest]))
    return game


# Hands of three.


@pytest.mark.rule("BR-5", "BR-6")
def test_kinds_and_order() -> None:
    for text, kind in [
        ("9C 9D 9H", "prial"),
        ("AS KS QS", "running flush"),
        ("AC 2D 3H", "run"),
        ("KH 2H AH", "flush"),
        ("KD 2D AH", "high card"),
        ("8S 8H 3C", "pair"),
    ]:
        assert brag.kind_of(text.split()) == kind
    runs = ["4C 3D 2H", "JC 10D 9H", "AC KD QH", "AC 2D 3H", "4C 3C 2C", "AC KC QC", "AC 2C 3C"]
    values = [brag.value(run.split(), 9, "everywhere") for run in runs]
    assert values == sorted(values) and len({tuple(value) for value in values}) == len(runs)
    assert brag.value(["8C", "8D", "4H"], 6, "prials") == brag.value(
        ["8S", "8H", "4C"], 6, "prials"
    )


@pytest.mark.rule("BR-4")
def test_the_high_rank() -> None:
    for better, worse in [
        ("9C 3D 2H", "AC KD JH"),
        ("9C 9D 2H", "AC AD KH"),
        ("9C 3C 2C", "AC KC JC"),
    ]:
        everywhere = [brag.value(one.split(), 9, "everywhere") for one in (better, worse)]
        prials = [brag.value(one.split(), 9, "prials") for one in (better, worse)]
        assert everywhere[0] > everywhere[1] and prials[0] < prials[1]
    for high_rank in ["everywhere", "prials"]:
        assert brag.value(["9C", "9D", "9H"], 9, high_rank) > brag.value(
            ["AC", "AD", "AH"], 9, high_rank
        )


# Lays.


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(("cards", "count"), [(9, 280), (7, 70), (6, 10)])
def test_the_number_of_lays(cards: int, count: int) -> None:
    hand = random.Random(cards).sample([*ReferenceBrag().pack()], cards)
    found = brag.lays(hand)
    assert len(found) == len(set(found)) == count


# Scores.


@pytest.mark.rule("BR-9", "BR-10", "BR-11", "BR-12")
def test_the_worked_examples() -> None:
    nine = [
        "9C 9D 9H / AS KS QS / 2C 5D JH",
        "AC 2D 3H / 7C 7D KH / 4S 6H QD",
        "4C 5C 6C / 10D JD QH / 8S 8H 3C",
        "KC KD 2S / AH 10C 6S / 3S 4H 7H",
    ]
    assert scored(nine)["points"] == [3, -1, -1, -1]
    tied = [
        "QS JH 10D / 8C 8D 4C / 2S 6D 7H",
        "QC JC 10H / 5S 5D KD / AH 3S 4D",
        "3C 3D 6C / KS 9S 2H / JS 7C 5C",
    ]
    result = scored(tied)
    assert result["points"] == [0, 0, 0] and result["hand_points"] == [1, 1, 0]
    assert result["best"] == [[0, 1], [0], [1]] and result["outcome"] == "stays"
    six = ["KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 3C"]
    assert scored(six)["points"] == [1, -1]
    assert scored([six[0], six[1].replace("3C", "4C")])["points"] == [0, 0]
    ranks = ["AC AD KC / AH QD 9S", "6C 6D 2H / 6H 3D 4S"]
    assert scored(ranks)["points"] == [-1, 1]
    assert scored(ranks, "prials", antes=5)["points"] == [5, -5]


@pytest.mark.rule("BR-7", "BR-12")
def test_the_deal_can_end_a_hand() -> None:
    game = dealt(["7C 7D 7H 7S 2C 3D 4H", "AC AD AH AS 2D 3H 4S", "KC KD KH 2H 3S 4C 5D"])
    assert game.hand_over and game.scores == [2, -1, -1] and game.antes == 0
    assert [len(cards) for cards in game.shown] == [4, 4, 0] and game.legal() == []
    game = dealt(["2C 2D 4C 4D 8H 8S QC QD KH", "3C 3D 3H 5C 5D 6C 6D 7C JD"], antes=1)
    assert game.hand_over and game.scores == [0, 0] and game.antes == 2
    assert [len(cards) for cards in game.shown] == [8, 0]
    with pytest.raises(ValueError, match=r"^a deal is due"):
        game.play("lay 2C 2D 4C / 4D 8H 8S / QC QD KH")


@pytest.mark.rule("BR-8", "BR-9")
def test_lays_in_turn() -> None:
    game = dealt(["KC QC JC 8C 8D 4H", "KD QD JD 8H 8S 3C"])
    assert game.actor == 0 and not game.hand_over
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("lay 3C 8H 8S / JD QD KD")
    game.play("lay 8C 8D 4H / JC QC KC")
    assert game.actor == 1 and game.laid[0] is not None and game.hands[0] == []
    game.play("lay 3C 8H 8S / JD QD KD")
    assert game.hand_over and game.scores == [1, -1]


@pytest.mark.rule("BR-1", "BR-13")
def test_impossible_arguments_are_refused() -> None:
    refused: list[dict[str, Any]] = [
        {"cards": 8},
        {"players": 6},
        {"high_rank": "always"},
        {"max_hands": 0},
        {"hands_played": 12},
        {"dealer": 4},
        {"scores": [0, 0, 0]},
        {"antes": -1},
    ]
    for options in refused:
        with pytest.raises(ValueError, match="expected"):
            ReferenceBrag(**options)


# Random games.


@pytest.mark.rule("BR-2", "BR-3", "BR-12", "BR-13")
@pytest.mark.parametrize("seed", nightly_but_every(10, range(20)))
def test_random_games_follow_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    cards = rng.choice([6, 7, 9])
    players = rng.randrange(2, brag.MOST_PLAYERS[cards] + 1)
    game = ReferenceBrag(cards=cards, players=players, dealer=seed % players, max_hands=4)
    while not game.is_over:
        if game.needs_deal:
            antes, pack = game.antes, game.pack()
            rng.shuffle(pack)
            game.play(" ".join(["deal", *pack]))
            assert game.antes in [antes + 1, 0]
        else:
            game.play(rng.choice(game.legal()))
        laid = [card for hands in game.laid for three in hands or [] for card in three]
        everything = [*laid, *game.stock, *[card for hand in game.hands for card in hand]]
        assert common.in_order(everything) == game.pack()
        assert sum(game.scores) == 0
    assert game.dealer == (seed + 3) % players and game.hands_played == 4
    assert game.winners == common.best_seats(game.scores)
