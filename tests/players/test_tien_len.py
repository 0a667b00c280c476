import random
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.tien_len.table import ASCENDING, playing
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len.player import counts_of, fewest, places_of
from twowaystreet.games.tien_len.plays import beating, leads
from twowaystreet.players import simple


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("", 0),
        ("3S", 1),
        ("3S 3H 3D 3C", 1),
        ("QS KD AH 2C", 1),
        ("AH 2C 3D", 3),  # nothing wraps
        ("3S 4S 5S 5H", 2),
        ("3S 4S 5S 5H 6H 7H", 2),  # two sequences meet
        ("3S 3H 4S 4H 5S 5H", 1),  # a double sequence
        ("3S 3H 4S 4H 5S", 3),
        ("4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H", 2),
        ("3S 4S 5S 5C 5D 9H", 3),
    ],
)
def test_the_fewest_plays_of_a_hand(hand: str, expected: int) -> None:
    assert fewest(counts_of(places_of(card_types_among(tws.cards(hand))))) == expected


def test_the_fewest_plays_are_those_of_a_search_through_all_plays() -> None:
    def searched(hand: tuple[tws.Card, ...]) -> int:
        if not hand:
            return 0
        lowest = min(hand, key=ASCENDING.index)
        return 1 + min(
            searched(tuple(card for card in hand if card not in play.cards))
            for play in leads(card_types_among(hand))
            if lowest in play.cards
        )

    rng = random.Random(1)
    for _ in range(200):
        hand = tuple(rng.sample(ASCENDING[: rng.choice([16, 24])], 7))
        assert fewest(counts_of(places_of(card_types_among(hand)))) == searched(hand)


def chosen(hand: str, table: str = "", others: tuple[int, int, int] = (9, 9, 9)) -> str:
    """Return the choice of seat 0 with this hand, when seat 3 has made the play on the table."""
    held = tws.cards(hand)
    bits = card_types_among(held)
    moves: tuple[tws.Move, ...] = leads(bits)
    trick = tien_len.Trick(0)
    if table:
        best = tien_len.PlayCards(tws.cards(table))
        moves = (*beating(bits, best), tien_len.Pass())
        trick = tien_len.Trick(3, (tien_len.TrickPlay(3, best.cards),))
    seen: Any = tws.view(playing(), 0)
    facts = {"hand": held, "trick": trick, "hand_sizes": (len(held), *others)}
    seen = attrs.evolve(seen, **facts, legal_moves=moves)
    return str(simple(seen, random.Random(1)))


@pytest.mark.rule("TL-3")
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("3S 4C 5D 9H KS", "4C 5D 3S"),  # the lowest and longest play
        ("3S 3C 4C 5D 9H", "4C 5D 3S"),  # rather than a pair that leaves the 4 and the 5 alone
        ("3S 7S 7H KS KH", "3S"),  # the lowest card belongs to nothing
        ("4S 4H 5S 5H 6S 6H AS", "4H 5H 6H 4S 5S 6S"),  # double sequences stay together
        ("QS KD AH 2C", "2C AH KD QS"),  # ends at once
    ],
)
def test_players_lead_low_and_long(hand: str, expected: str) -> None:
    assert tws.cards(chosen(hand)) == tuple(sorted(tws.cards(expected)))


@pytest.mark.rule("TL-6")
def test_players_lead_what_a_short_hand_cannot_beat() -> None:
    assert chosen("3S 7S 7H KS", others=(9, 1, 9)) == "7H 7S"
    assert chosen("3S 7S 7H KS", others=(9, 2, 9)) == "3S"
    assert chosen("3S 7H KS", others=(9, 1, 9)) == "KS"
    assert chosen("3S 7H KS", others=(9, 0, 9)) == "3S"  # nobody with one card


@pytest.mark.rule("TL-4", "TL-5")
@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        ("4S", "5S 9H JD JH", "5S"),  # as cheaply as possible
        ("6S", "5S 7S 7H QD", "QD"),  # keeps the pair
        ("6S", "7S 8H 9D", "pass"),  # keeps the sequence
        ("6S 6C", "7S 7H 8D 8H", "7H 7S"),
        ("4S", "2H 3S 6S 6H 8S 8D", "pass"),  # keeps the two
        ("4S", "2H 3S", "2H"),  # but not at the end
        ("4S", "5C", "5C"),  # runs out
        ("2H", "5C 6D", "pass"),  # has to
    ],
)
def test_players_beat_cheaply_and_keep_combinations(table: str, hand: str, expected: str) -> None:
    assert chosen(hand, table) == expected


def test_players_spend_twos_against_short_hands() -> None:
    hand = "2H 3S 5S 7H 7D 9S 9D"
    assert chosen(hand, "JS") == "pass"
    assert chosen(hand, "JS", others=(9, 9, 3)) == "2H"
