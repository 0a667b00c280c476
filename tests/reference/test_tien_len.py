"""Tests of the reference Tien Len: the examples of the rules, single cases, random games."""

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

from tests.helpers import nightly_but_every
from tests.reference import common, tien_len
from tests.reference.table import deal_any, filled
from tests.reference.tien_len import ReferenceTienLen

SPADES, CLUBS, DIAMONDS, HEARTS = (
    " ".join(rank + suit for rank in tien_len.RANKS) for suit in tien_len.SUITS
)


def dealt(hands: list[str], dealer: int = 3, **options: Any) -> ReferenceTienLen:
    """Start a game, and deal these hands, filled up from the pack."""
    game = ReferenceTienLen(dealer=dealer, **options)
    deal(game, hands)
    return game


def deal(game: ReferenceTienLen, hands: list[str]) -> None:
    """Deal these hands, filled up from the pack."""
    full, _ = filled(game.pack(), hands, 13)
    dealer = (game.dealer + game.hand_over) % 4
    order: list[str] = []
    for number in range(13):
        for step in [1, 2, 3, 4]:
            order.append(full[(dealer + step) % 4][number])
    game.play("deal " + " ".join(order))


# Single cases.


@pytest.mark.rule("TL-1", "TL-2")
def test_the_deal_starts_left_of_the_dealer_with_one_card_at_a_time() -> None:
    game = ReferenceTienLen(dealer=1)
    pack = game.pack()
    assert game.needs_deal and game.legal() == [] and game.actor is None
    with pytest.raises(ValueError, match=r"^a deal is due"):
        game.play("pass")
    game.play("deal " + " ".join(pack))
    for place, seat in enumerate([2, 3, 0, 1]):
        assert game.hands[seat] == pack[place::4]
    assert game.actor is not None and game.actor == game.trick["leader"]
    assert "3S" in game.hands[game.actor]
    assert all("3S" in text.split() for text in game.legal())


@pytest.mark.rule("TL-3")
@pytest.mark.parametrize(
    ("cards", "kind"),
    [
        *(("3S", "single"), ("3S 3H", "pair"), ("2S 2C 2H", "triplet")),
        *(("7S 7C 7D 7H", "four of a kind"), ("3S 4C 5D", "sequence")),
        *(("QS KD AH 2C", "sequence"), ("3S 3C 4S 4C 5S 5H", "double sequence")),
        *(("KS KC AS AC 2S 2C", "double sequence"), (SPADES, "sequence")),
        *(("AS 2S 3S", None), ("2S 3S 4S", None), ("3S 4S", None), ("3S 4S 6S", None)),
        *(("3S 3C 4S 4C", None), ("3S 3C 5S 5C", None), ("3S 3C 4S 4C 5S", None)),
        *(("3S 3C 3D 4S 4C 4D 5S 5C 5D", None), ("3S 3S", None), ("3S 3C 3D 4S 5S", None)),
    ],
)
def test_kinds(cards: str, kind: str | None) -> None:
    assert tien_len.kind(cards.split()) == kind


@pytest.mark.rule("TL-4", "TL-7")
@pytest.mark.parametrize(
    ("table", "higher", "lower"),
    [
        ("5D 3S 4S", "3C 4C 5H,4C 3H 5H", "3C 4C 5C,5C 3H 4H"),
        ("QS KS AS", "QC KC AC,2C KC AC", "JH QH KH"),
        ("2D KD AD", "2H KH AH", "2C KC AC"),
        ("3S 3H", "4S 4C", "3C 3D,5S 5C 5D,6S 6C 6D 6H"),
        ("2S", "2C", "AH,3S 3C 3D 3H,3S 3C 4S 4C 5S 5C"),
        ("3S 4S 5S", "3C 4C 5C", "3S 4S 5S 6S,4S 5S 6S 7S"),
    ],
)
def test_the_top_card_decides_within_a_kind(table: str, higher: str, lower: str) -> None:
    for cards in higher.split(","):
        assert tien_len.beats(cards.split(), table.split())
    for cards in lower.split(","):
        assert not tien_len.beats(cards.split(), table.split())


@pytest.mark.rule("TL-3")
def test_the_plays_of_the_example_are_counted() -> None:
    hand = [rank + suit for rank in "456" for suit in tien_len.SUITS]
    found = Counter(tien_len.kind(cards) for cards in tien_len.plays(hand))
    assert found == {
        "single": 12,
        "pair": 18,
        "triplet": 12,
        "four of a kind": 3,
        "sequence": 64,
        "double sequence": 216,
    }


@pytest.mark.rule("TL-3")
@pytest.mark.parametrize("seed", range(12))
def test_the_plays_of_a_hand_are_all_sets_of_cards_that_are_plays(seed: int) -> None:
    rng = random.Random(seed)
    pack = ReferenceTienLen().pack()
    near = [card for card in pack if tien_len.rank_of(card) in range(8, 13)]
    hand = rng.sample(near if seed % 2 else pack, 10)
    subsets = [set(some) for size in range(1, 11) for some in combinations(hand, size)]
    wanted = [cards for cards in subsets if tien_len.kind(list(cards))]
    found = [set(cards) for cards in tien_len.plays(hand)]
    assert len(found) == len(wanted) and all(cards in wanted for cards in found)


@pytest.mark.rule("TL-5")
def test_a_player_who_passed_twice_takes_the_trick() -> None:
    game = dealt(["3S 4S 5S", "5C", "3D 4D", "3H 4H"])
    play_texts(game, "3S; pass; 3D; 3H; 4S; pass; 4D; 4H; 5S; 5C; pass; pass; pass")
    assert [trick["winner"] for trick in game.tricks] == [1]
    assert game.actor == game.trick["leader"] == 1
    assert "pass" not in game.legal()
    with pytest.raises(ValueError, match=r"^not legal: pass"):
        game.play("pass")


@pytest.mark.rule("TL-2", "TL-5", "TL-6", "TL-8")
def test_the_last_trick() -> None:
    game = dealt([SPADES, CLUBS, DIAMONDS, HEARTS])
    game.play(tien_len.text_of(SPADES.split()))
    assert game.went_out == [0]
    play_texts(game, "pass; pass; pass")
    assert game.actor == 1  # Seat 0 has no cards.
    game.play(tien_len.text_of(CLUBS.split()))
    play_texts(game, "pass; pass")
    play_texts(game, f"3D; 3H; 4D; pass; {tien_len.text_of(DIAMONDS.split()[2:])}")
    assert game.hand_over and game.actor is None
    assert [trick["winner"] for trick in game.tricks] == [0, 1, 2, 2]
    assert [trick["leader"] for trick in game.tricks] == [0, 1, 2, 2]
    assert game.last_score == {
        "points": [1, 1, 1, -3],
        "places": [1, 2, 3, 4],
        "went_out": [0, 1, 2],
        "loser": 3,
    }
    assert game.hands[3] == common.in_order(HEARTS.split()[1:])
    # The first to run out leads the next deal, with any card.
    deal(game, [CLUBS, SPADES, DIAMONDS, HEARTS])
    assert (game.dealer, game.actor) == (0, 0)
    assert len(game.legal()) == 13 + sum(range(1, 12))


def play_texts(game: ReferenceTienLen, moves: str) -> None:
    """Make the moves with these texts, which semicolons separate."""
    for text in moves.split("; "):
        game.play(text)


@pytest.mark.rule("TL-6")
def test_impossible_games() -> None:
    refused: list[dict[str, Any]] = [
        {"max_hands": 0},
        {"dealer": 4},
        {"dealer": -1},
        {"scores": [0, 0, 0]},
        {"hands_played": -1},
    ]
    for options in refused:
        with pytest.raises(ValueError, match=r"expected|dealer"):
            ReferenceTienLen(**options)


# Random games.


@pytest.mark.rule("TL-1", "TL-2", "TL-5", "TL-6", "TL-8")
@pytest.mark.parametrize("seed", nightly_but_every(10, range(25)))
def test_random_games_follow_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    dealer = rng.randrange(4)
    game = ReferenceTienLen(max_hands=rng.choice([1, 4]), dealer=dealer)
    while not game.is_over:
        step(game, rng)
    assert sum(game.scores) == 0
    assert game.dealer == (dealer + game.hands_played - 1) % 4
    assert game.winners == common.best_seats(game.scores)


def step(game: ReferenceTienLen, rng: random.Random) -> None:
    """Make one random move, and check the position."""
    if game.needs_deal:
        deal_any(game, rng)
    else:
        moves = game.legal()
        assert moves and len(set(moves)) == len(moves)
        game.play(rng.choice(moves))
    assert all(hand == common.in_order(hand) for hand in game.hands)
    played = [
        card
        for trick in [*game.tricks, game.trick]
        for play in trick["plays"]
        for card in play["cards"]
    ]
    assert common.in_order(played + [card for hand in game.hands for card in hand]) == game.pack()
    without = [seat for seat in range(4) if not game.hands[seat]]
    assert sorted(game.went_out) == without
    for trick in game.tricks:
        laid = [play for play in trick["plays"] if play["cards"]]
        assert laid[0]["seat"] == trick["leader"] and laid[-1]["seat"] == trick["winner"]
    if game.hand_over:
        assert len(without) == 3 and game.last_score is not None
        assert sum(game.last_score["points"]) == 0
