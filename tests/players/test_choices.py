"""Choices of the rules of thumb in rare positions; ``hashes.txt`` has those of whole hands."""

import random
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.brag.table import dealt
from tests.helpers import replay, shuffled
from tests.tien_len.table import ASCENDING, playing
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet.games import brag, spades, tien_len
from twowaystreet.games.tien_len.player import counts_of, fewest, places_of
from twowaystreet.games.tien_len.rules import beating, leads
from twowaystreet.players import simple

# Any: states, views and facts of any game.


def chosen(state: Any, seat: int = 0, **facts: object) -> str:
    """Return the choice of a seat, with some facts of its view replaced."""
    seen: Any = attrs.evolve(tws.view(state, seat), **facts)
    return str(simple(seen, random.Random(1)))


def test_players_call_reneges_for_as_many_books_as_possible() -> None:
    moves = ["look", "look", "naught", "naught", "stand", "stand"]
    state = replay(shuffled(spades.new_game()), moves)
    one, two, none = spades.Renege(1), spades.Renege(2), spades.Renege()
    for legal, expected in (((one, two, tws.Play(tws.CARDS[1])), two), ((one, none), one)):
        found = chosen(state, 1, phase=spades.Phase.CALL, legal_moves=legal)
        assert found == str(expected)


NINE_OTHERS, SIX_OTHERS = "3C 4C 8D 10H JC 7H 6S 2D 5S", "2C 3C 5H QD QS KH"


@pytest.mark.rule("BR-4", "BR-10", "BR-11")
@pytest.mark.parametrize(
    ("hand", "other", "high", "expected"),
    [
        # Two strong hands of nine cards.
        ("9C 9D 9H AS KS QS 2C 5D JH", NINE_OTHERS, "everywhere", "9C 9D 9H/AS KS QS/2C 5D JH"),
        # The prial of jacks would leave the nine, the ten and the seven with nothing.
        (
            *("JC 9D 10D JD 3H JH 2S 4S 7S", "3C 4C 8D 10H 6C 7H 6S 2D 5S", "everywhere"),
            "9D 10D JD/2S 3H 4S/JC JH 7S",
        ),
        # With the six as the highest card, the hand of high cards keeps it out of the run.
        ("7C 9C 3D 4D 8H 6S", SIX_OTHERS, "everywhere", "9C 8H 7C/6S 4D 3D"),
        ("7C 9C 3D 4D 8H 6S", SIX_OTHERS, "prials", "8H 7C 6S/9C 4D 3D"),
    ],
)
def test_players_balance_their_hands(hand: str, other: str, high: str, expected: str) -> None:
    state = dealt(hand, other, high_rank=high)
    move = simple(tws.view(state, 0), random.Random(1))
    assert isinstance(move, brag.Lay)
    wanted = {frozenset(tws.cards(each)) for each in expected.split("/")}
    assert {frozenset(each) for each in move.hands} == wanted


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
    for _ in range(100):
        hand = tuple(rng.sample(ASCENDING[: rng.choice([16, 24])], 7))
        assert fewest(counts_of(places_of(card_types_among(hand)))) == searched(hand)


LOW_AND_LONG = [
    ("3S 4C 5D 9H KS", "4C 5D 3S"),  # the lowest and longest play
    ("3S 3C 4C 5D 9H", "4C 5D 3S"),  # rather than a pair that leaves the 4 and the 5 alone
    ("3S 7S 7H KS KH", "3S"),  # the lowest card belongs to nothing
    ("4S 4H 5S 5H 6S 6H AS", "4S 4H 5S 5H 6S 6H"),  # double sequences stay together
    ("QS KD AH 2C", "QS KD AH 2C"),  # ends at once
]
SHORT = "2H 3S 5S 7H 7D 9S 9D"


@pytest.mark.rule("TL-3", "TL-4", "TL-5", "TL-6")
@pytest.mark.parametrize(
    ("table", "hand", "others", "expected"),
    [
        *(("", hand, (9, 9, 9), expected) for hand, expected in LOW_AND_LONG),
        # Leads what a short hand cannot beat.
        ("", "3S 7S 7H KS", (9, 1, 9), "7H 7S"),
        ("", "3S 7S 7H KS", (9, 2, 9), "3S"),
        ("", "3S 7H KS", (9, 1, 9), "KS"),
        ("", "3S 7H KS", (9, 0, 9), "3S"),  # nobody with one card
        ("4S", "5S 9H JD JH", (9, 9, 9), "5S"),  # as cheaply as possible
        ("6S", "5S 7S 7H QD", (9, 9, 9), "QD"),  # keeps the pair
        ("6S", "7S 8H 9D", (9, 9, 9), "pass"),  # keeps the sequence
        ("6S 6C", "7S 7H 8D 8H", (9, 9, 9), "7H 7S"),
        ("4S", "2H 3S 6S 6H 8S 8D", (9, 9, 9), "pass"),  # keeps the two
        ("4S", "2H 3S", (9, 9, 9), "2H"),  # but not at the end
        ("4S", "5C", (9, 9, 9), "5C"),  # runs out
        ("2H", "5C 6D", (9, 9, 9), "pass"),  # has to
        ("JS", SHORT, (9, 9, 9), "pass"),
        ("JS", SHORT, (9, 9, 3), "2H"),  # spends twos against short hands
    ],
)
def test_plays_of_tien_len(
    table: str, hand: str, others: tuple[int, int, int], expected: str
) -> None:
    """Seat 3 has made the play on the table."""
    held = tws.cards(hand)
    bits = card_types_among(held)
    moves: tuple[tws.Move, ...] = leads(bits)
    trick = tien_len.Trick(0)
    if table:
        best = tien_len.PlayCards(tws.cards(table))
        moves = (*beating(bits, best), tien_len.Pass())
        trick = tien_len.Trick(3, (tien_len.TrickPlay(3, best.cards),))
    facts: Any = {"hand": held, "trick": trick, "hand_sizes": (len(held), *others)}
    found = chosen(playing(), **facts, legal_moves=moves)
    assert {*found.split()} == {*expected.split()}
