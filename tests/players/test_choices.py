"""Choices of the rules of thumb: in Two Way Street and the Duel, then in each other game."""

import random
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.brag.table import dealt
from tests.helpers import replay, shuffled
from tests.tien_len.table import ASCENDING, playing
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.games.spades import Hand
from twowaystreet.games.tien_len.player import counts_of, fewest, places_of
from twowaystreet.games.tien_len.rules import beating, leads
from twowaystreet.players import simple

# Any: states, views and facts of any game.


def chosen(state: Any, seat: int = 0, legal: str | None = None, **facts: object) -> str:
    """Return the choice of a seat, with some facts of its view replaced.

    Args:
        legal: the cards that it may play, which are its hand unless that is given.
    """
    if legal is not None:
        cards = tws.cards(legal)
        facts = {"hand": cards, **facts, "legal_moves": tuple(map(tws.Play, cards))}
    seen: Any = attrs.evolve(tws.view(state, seat), **facts)
    return str(simple(seen, random.Random(1)))


def trick_of(table: str, *seats: int, number: int = 1, **more: Any) -> tws.Trick:
    cards = tws.cards(table)
    suit = cards[0].suit if cards else None
    return tws.Trick(number, cards, seats[: len(cards)], suit, **more)


STRONG, WEAK = "AC KC QC AD KD AH 2H 3H AS R*", "2C 3C 4C 5C 2D 3D 4D 6H 7H 8H"


@pytest.mark.parametrize(
    ("game", "rules", "hand", "expected"),
    [
        (street, {}, STRONG, "high"),
        (street, {}, "2C 3C 4C 5D 2D 6H 7H", "low"),
        (duel, {}, STRONG, "bid 7 high"),
        (duel, {}, WEAK, "bid 3 low"),
        (duel, {}, "AC KC 4C 5C 2D 3D 4D 6H 7H 8H", "no bid"),
        (duel, {"max_strength": 2}, STRONG, "bid 2 high"),
    ],
)
def test_strong_hands_declare_high_and_bids_grow_with_the_difference_from_the_average(
    game: Any, rules: dict[str, Any], hand: str, expected: str
) -> None:
    state = shuffled(game.new_game(game.Rules(**rules)), 1)
    assert chosen(state, hand=tws.cards(hand)) == expected


@pytest.mark.parametrize(
    ("way", "table", "hand", "expected"),
    [
        ("HD", "9H KH", "3H AH", "AH"),  # takes it
        ("HD", "9H KH", "3H QH", "3H"),  # cannot win, and saves the queen
        ("HD", "9H KH", "2C AS", "2C"),
        ("HD", "9H KH", "AH R*", "AH"),  # as cheaply as possible
        ("LD", "9H KH", "3H QH AH", "QH"),  # as high as is safe
        ("LD", "9H KH", "AH R*", "AH"),  # cannot stay below
        ("LD", "9H KH", "2C AS", "AS"),  # gets rid of the ace
        ("HD", "", "2C QS AS", "AS"),
        ("LD", "", "2C QS AS", "2C"),
        ("LD", "X*", "AS X*", "X*"),  # stays below
    ],
)
def test_players_play_for_the_declared_direction(
    way: str, table: str, hand: str, expected: str
) -> None:
    said = (street.Declaration(way), None, None, None)
    facts: dict[str, Any] = {"declarations": said, "trick": trick_of(table, 1, 2)}
    state = shuffled(street.new_game(), 1)
    assert chosen(state, legal=hand, phase=street.Phase.PLAY, **facts) == expected


@pytest.mark.parametrize(
    ("table", "hand", "expected"),
    [
        ("5H KH QH", "3H AH", "AH"),  # takes three honours
        ("5H 6H 7H", "3H AH", "AH"),  # the last player's ace is safe
        ("5H KH", "3H QH", "QH"),  # keeps the three
        ("5H AH KH", "2C 3H 4S", "2C"),  # spends a two on two honours
        ("5H 6H 7H", "2H 3S 4S", "4S"),  # saves it, and the three
        ("5H 2H 7H", "3H 8H", "3H"),  # catches a two
        ("5H 2H 2S", "3H AH", "3H"),  # and another one with it
        ("AH 2H", "2S 6H", "6H"),  # loses no two to a two
        ("", "4C QD 9S", "4C"),  # leads low
        ("", "4C KD AS", "4C"),  # and keeps the ace
    ],
)
def test_cards_of_twos(table: str, hand: str, expected: str) -> None:
    state = shuffled(twos.new_game(dealer=3))
    assert chosen(state, legal=hand, trick=trick_of(table, 1, 2, 3)) == expected


# Spades for two.


def spades_after(*moves: str) -> spades.State:
    return replay(shuffled(spades.new_game()), moves)


@pytest.mark.parametrize(
    ("actual", "dummy", "bid"),
    [
        ("3C 4C 5C 6C 7C 8C 9C 3D 4D 5D 6D 7D 8D", "3H 4H 5H 6H 7H 8H", "bid 4"),
        ("R* B* 2S AS AC AD AH KC KD KH 3C 3D 3H", "4C 4D 4H 5C 5D 5H", "bid 7"),
        ("R* B* 2S AS KS QS JS 10S 9S 8S 7S 6S 5S", "4S 3S AC AD AH KC", "bid 12"),
    ],
)
def test_players_look_and_bid_the_likely_books_and_stand(actual: str, dummy: str, bid: str) -> None:
    assert chosen(spades_after(), 1) == "look"
    facts: dict[str, Any] = {"hand": tws.cards(actual), "face_up": ((), tws.cards(dummy))}
    assert chosen(spades_after("look", "look"), 1, **facts) == bid
    assert chosen(spades_after("look", "look", "bid 4", "bid 5"), 1) == "stand"


def test_players_call_reneges_for_as_many_books_as_possible() -> None:
    state = spades_after("look", "look", "naught", "naught", "stand", "stand")
    one, two, none = spades.Renege(1), spades.Renege(2), spades.Renege()
    for moves, expected in (((one, two, tws.Play(tws.CARDS[1])), two), ((one, none), one)):
        found = chosen(state, 1, phase=spades.Phase.CALL, legal_moves=moves)
        assert found == str(expected)


PARTNERS = ((0, Hand.DUMMY), (0, Hand.ACTUAL))


@pytest.mark.parametrize(
    ("table", "hands", "books", "legal", "expected"),
    [
        ("", (), 0, "3C KD AS", "KD"),  # leads high, but no spades
        ("", (), 0, "3S AS", "AS"),  # unless there is nothing else
        ("", (), 4, "3C KD AS", "3C"),  # leads low with books enough
        ("5H 9H", PARTNERS, 0, "3H JH KH", "JH"),  # takes it cheaply
        ("5H AH", PARTNERS, 0, "3H JH KH", "3H"),  # cannot win
        ("5H AH", PARTNERS, 0, "3C 4S R*", "4S"),  # trumps
        # The partner hand wins already.
        ("5H AH 6H", ((0, Hand.ACTUAL), (1, Hand.DUMMY), PARTNERS[0]), 0, "3C 4S R*", "3C"),
        ("5H 9H", PARTNERS, 4, "3H JH KH", "3H"),  # has books enough
    ],
)
def test_cards_of_spades(
    table: str, hands: tuple[tuple[int, Hand], ...], books: int, legal: str, expected: str
) -> None:
    state = spades_after("look", "look", "bid 4", "bid 4", "stand", "stand")
    cards, seats = tws.cards(table), tuple(player for player, _ in hands)
    suit = cards[0].suit if cards else None
    trick = spades.Trick(0, cards, seats, suit, hands=tuple(hand for _, hand in hands))
    assert chosen(state, 1, legal, trick=trick, books=(0, books)) == expected


# Twenty Down.

DRAWN = ("trump H", "draw", "draw", "draw", "draw")


@pytest.mark.parametrize(
    ("moves", "seat", "hand", "expected"),
    [
        ((), 0, "7C AD", "trump D"),
        ((), 0, "7C 8C", "trump C"),
        ((), 0, "9D AS", "trump S"),
        ((), 0, "9H AS", "trump H"),
        ((), 0, "7S 9S", "trump S"),
        (DRAWN[:1], 0, "7C 8C QD AH KS", "draw 7C 8C QD"),
        (DRAWN[:1], 0, "7C 8D 9D 10S JS", "draw 7C 8D 9D"),
        (DRAWN[:1], 0, "7H 8H 9H AC KD", "draw"),
        (DRAWN, 1, "AH KH 9C AD KD", "in"),
        (DRAWN, 1, "7H 8C 9C KD QS", "out"),
    ],
)
def test_players_name_their_best_suit_keep_trumps_and_go_out_with_bad_hands(
    moves: tuple[str, ...], seat: int, hand: str, expected: str
) -> None:
    state = replay(shuffled(twenty_down.new_game(dealer=3)), moves)
    assert chosen(state, seat, hand=tws.cards(hand)) == expected


TAKEN = trick_of("7D 8D", 1, 0, winner=0)


@pytest.mark.parametrize(
    ("tricks", "table", "legal", "expected"),
    [
        ((), "", "7H 8C AD", "8C"),  # leads low, and no trump
        ((), "9D", "8D 10D AD", "10D"),  # keeps the ace for another trick
        ((), "9D", "7D 8D", "7D"),  # cannot win
        ((), "9D", "7H QH", "7H"),  # a low trump is enough
        ((TAKEN,), "9D", "8D 10D AD", "10D"),  # plays for the next trick
    ],
)
def test_players_try_hardest_for_the_first_trick(
    tricks: tuple[tws.Trick, ...], table: str, legal: str, expected: str
) -> None:
    state = replay(shuffled(twenty_down.new_game(dealer=3)), (*DRAWN, "in", "in", "in"))
    assert chosen(state, legal=legal, tricks=tricks, trick=trick_of(table, 1)) == expected


# Brag.


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


# Tien Len.


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
