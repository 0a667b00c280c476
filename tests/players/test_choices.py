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
from twowaystreet.games.brag.player import chance
from twowaystreet.games.spades import Hand
from twowaystreet.games.tien_len.player import counts_of, fewest, places_of
from twowaystreet.games.tien_len.plays import beating, leads
from twowaystreet.players import simple


def view_with(state: tws.GameState[Any, Any, Any], **facts: object) -> Any:
    """Return the view of seat 0 with some facts replaced."""
    seen: Any = tws.view(state, 0)
    return attrs.evolve(seen, **facts)


def test_strong_hands_declare_high() -> None:
    strong, weak = tws.cards("AC KC QC AD KD AH 2H 3H AS R*"), tws.cards("2C 3C 4C 5D 2D 6H 7H")
    state = street.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    rng = random.Random(1)
    assert str(simple(view_with(state, hand=strong), rng)) == "high"
    assert str(simple(view_with(state, hand=weak), rng)) == "low"


def test_bids_grow_as_hands_differ_more_from_the_average() -> None:
    state = duel.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    rng = random.Random(1)

    def bid(text: str) -> str:
        return str(simple(view_with(state, hand=tws.cards(text)), rng))

    assert bid("AC KC QC AD KD AH 2H 3H AS R*") == "bid 7 high"
    assert bid("2C 3C 4C 5C 2D 3D 4D 6H 7H 8H") == "bid 3 low"
    assert bid("AC KC 4C 5C 2D 3D 4D 6H 7H 8H") == "no bid"
    strong = tws.cards("AC KC QC AD KD AH 2H 3H AS R*")
    bounded = duel.new_game(duel.Rules(max_strength=2))
    bounded = tws.apply(bounded, tws.shuffle(bounded, random.Random(1)))
    assert str(simple(view_with(bounded, hand=strong), rng)) == "bid 2 high"


TABLE = tws.Trick(1, tws.cards("9H KH"), (1, 2), tws.Suit.HEARTS)


@pytest.mark.parametrize(
    ("way", "table", "hand", "expected"),
    [
        ("HD", TABLE, "3H AH", "AH"),  # takes it
        ("HD", TABLE, "3H QH", "3H"),  # cannot win, and saves the queen
        ("HD", TABLE, "2C AS", "2C"),
        ("HD", TABLE, "AH R*", "AH"),  # as cheaply as possible
        ("LD", TABLE, "3H QH AH", "QH"),  # as high as is safe
        ("LD", TABLE, "AH R*", "AH"),  # cannot stay below
        ("LD", TABLE, "2C AS", "AS"),  # gets rid of the ace
        ("HD", tws.Trick(0, (), (), None), "2C QS AS", "AS"),
        ("LD", tws.Trick(0, (), (), None), "2C QS AS", "2C"),
        ("LD", tws.Trick(3, tws.cards("X*"), (3,), None), "AS X*", "X*"),  # stays below
    ],
)
def test_players_play_for_the_declared_direction(
    way: str, table: tws.Trick, hand: str, expected: str
) -> None:
    state = street.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    held = tws.cards(hand)
    seen = view_with(
        state,
        phase=street.Phase.PLAY,
        hand=held,
        trick=table,
        legal_moves=tuple(map(tws.Play, held)),
        declarations=(street.Declaration(way), None, None, None),
    )
    assert str(simple(seen, random.Random(1))) == expected


# Twos.


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
    held, laid = tws.cards(hand), tws.cards(table)
    seats = (1, 2, 3)[: len(laid)]
    trick = tws.Trick(1, laid, seats, laid[0].suit if laid else None)
    state = shuffled(twos.new_game(dealer=3))
    plays = tuple(map(tws.Play, held))
    seen = attrs.evolve(tws.view(state, 0), hand=held, trick=trick, legal_moves=plays)
    assert str(simple(seen, random.Random(1))) == expected


# Spades for two.


def chosen_in_spades(seen: Any, **facts: object) -> str:
    return str(simple(attrs.evolve(seen, **facts), random.Random(1)))


def test_players_look_first() -> None:
    assert chosen_in_spades(tws.view(shuffled(spades.new_game()), 1)) == "look"


@pytest.mark.parametrize(
    ("actual", "dummy", "bid"),
    [
        ("3C 4C 5C 6C 7C 8C 9C 3D 4D 5D 6D 7D 8D", "3H 4H 5H 6H 7H 8H", "bid 4"),
        ("R* B* 2S AS AC AD AH KC KD KH 3C 3D 3H", "4C 4D 4H 5C 5D 5H", "bid 7"),
        ("R* B* 2S AS KS QS JS 10S 9S 8S 7S 6S 5S", "4S 3S AC AD AH KC", "bid 12"),
    ],
)
def test_players_bid_the_likely_books(actual: str, dummy: str, bid: str) -> None:
    seen = tws.view(replay(shuffled(spades.new_game()), ["look", "look"]), 1)
    assert chosen_in_spades(seen, hand=tws.cards(actual), face_up=((), tws.cards(dummy))) == bid


def test_players_stand_after_bidding() -> None:
    state = replay(shuffled(spades.new_game()), ["look", "look", "bid 4", "bid 5"])
    assert chosen_in_spades(tws.view(state, 1)) == "stand"


def test_players_call_reneges_for_as_many_books_as_possible() -> None:
    state = replay(
        shuffled(spades.new_game()), ["look", "look", "naught", "naught", "stand", "stand"]
    )
    plays = (tws.Play(tws.Card.parse("3C")),)
    moves = (spades.Renege(1), spades.Renege(2), *plays)
    seen = tws.view(state, 1)
    assert chosen_in_spades(seen, phase=spades.Phase.CALL, legal_moves=moves) == "renege 2"
    last = (spades.Renege(1), spades.Renege())
    assert chosen_in_spades(seen, phase=spades.Phase.CALL, legal_moves=last) == "renege 1"


def test_players_do_not_renege() -> None:
    rules = spades.Rules(renege=spades.RenegeRule.PENALISED)
    rng = random.Random(4)
    state = spades.new_game(rules)
    for _ in range(10):
        state = tws.apply(state, tws.shuffle(state, rng))
        while not state.hand_over:
            state = tws.apply(state, simple(tws.view(state, state.actor), rng))
            assert state.phase is not spades.Phase.CALL


ACTUAL, DUMMY = Hand.ACTUAL, Hand.DUMMY


@pytest.mark.parametrize(
    ("table", "hands", "books", "legal", "expected"),
    [
        ("", (), 0, "3C KD AS", "KD"),  # leads high, but no spades
        ("", (), 0, "3S AS", "AS"),  # unless there is nothing else
        ("", (), 4, "3C KD AS", "3C"),  # leads low with books enough
        ("5H 9H", ((0, DUMMY), (0, ACTUAL)), 0, "3H JH KH", "JH"),  # takes it cheaply
        ("5H AH", ((0, DUMMY), (0, ACTUAL)), 0, "3H JH KH", "3H"),  # cannot win
        ("5H AH", ((0, DUMMY), (0, ACTUAL)), 0, "3C 4S R*", "4S"),  # trumps
        (
            "5H AH 6H",
            ((0, ACTUAL), (1, DUMMY), (0, DUMMY)),
            0,
            "3C 4S R*",
            "3C",
        ),  # the partner hand wins already
        ("5H 9H", ((0, DUMMY), (0, ACTUAL)), 4, "3H JH KH", "3H"),  # has books enough
    ],
)
def test_cards_of_spades(
    table: str, hands: tuple[tuple[int, Hand], ...], books: int, legal: str, expected: str
) -> None:
    state = replay(
        shuffled(spades.new_game()), ["look", "look", "bid 4", "bid 4", "stand", "stand"]
    )
    cards = tws.cards(table)
    trick = spades.Trick(
        0,
        cards,
        tuple(player for player, _ in hands),
        cards[0].suit if cards else None,
        hands=tuple(hand for _, hand in hands),
    )
    moves = tuple(map(tws.Play, tws.cards(legal)))
    seen = tws.view(state, 1)
    assert chosen_in_spades(seen, trick=trick, books=(0, books), legal_moves=moves) == expected


# Twenty Down.


def chosen_in_twenty_down(moves: list[str], seat: int, **facts: object) -> str:
    """Return the choice of a seat after these moves, with some facts of its view replaced."""
    state = replay(shuffled(twenty_down.new_game(dealer=3)), moves)
    seen: Any = tws.view(state, seat)
    return str(simple(attrs.evolve(seen, **facts), random.Random(1)))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7C AD", "trump D"),
        ("7C 8C", "trump C"),
        ("9D AS", "trump S"),
        ("9H AS", "trump H"),
        ("7S 9S", "trump S"),
    ],
)
def test_players_name_their_best_suit_as_trumps(hand: str, expected: str) -> None:
    assert chosen_in_twenty_down([], 0, hand=tws.cards(hand)) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("7C 8C QD AH KS", "draw 7C 8C QD"),
        ("7C 8D 9D 10S JS", "draw 7C 8D 9D"),
        ("7H 8H 9H AC KD", "draw"),
    ],
)
def test_players_discard_low_cards_but_no_trumps(hand: str, expected: str) -> None:
    assert chosen_in_twenty_down(["trump H"], 0, hand=tws.cards(hand)) == expected


@pytest.mark.parametrize(
    ("hand", "expected"), [("AH KH 9C AD KD", "in"), ("7H 8C 9C KD QS", "out")]
)
def test_players_with_bad_hands_go_out(hand: str, expected: str) -> None:
    before = ["trump H", "draw", "draw", "draw", "draw"]
    assert chosen_in_twenty_down(before, 1, hand=tws.cards(hand)) == expected


TAKEN = tws.Trick(1, tws.cards("7D 8D"), (1, 0), tws.Suit.DIAMONDS, 0)
LED = tws.Trick(1, tws.cards("9D"), (1,), tws.Suit.DIAMONDS)


@pytest.mark.parametrize(
    ("tricks", "trick", "legal", "expected"),
    [
        ((), tws.Trick(0, (), (), None), "7H 8C AD", "8C"),  # leads low, and no trump
        ((), LED, "8D 10D AD", "10D"),  # keeps the ace for another trick
        ((), LED, "7D 8D", "7D"),  # cannot win
        ((), LED, "7H QH", "7H"),  # a low trump is enough
        ((TAKEN,), LED, "8D 10D AD", "10D"),  # plays for the next trick
    ],
)
def test_players_try_hardest_for_the_first_trick(
    tricks: tuple[tws.Trick, ...], trick: tws.Trick, legal: str, expected: str
) -> None:
    before = ["trump H", "draw", "draw", "draw", "draw", "in", "in", "in"]
    moves = tuple(map(tws.Play, tws.cards(legal)))
    assert (
        chosen_in_twenty_down(before, 0, tricks=tricks, trick=trick, legal_moves=moves) == expected
    )


# Brag.


def laid(*hands: str, high_rank: str = "everywhere") -> set[frozenset[tws.Card]]:
    """Return the hands that the first of two players lays."""
    state = dealt(*hands, high_rank=high_rank)
    move = simple(tws.view(state, 0), random.Random(1))
    assert isinstance(move, brag.Lay)
    return {frozenset(hand) for hand in move.hands}


def hands_of(text: str) -> set[frozenset[tws.Card]]:
    return {frozenset(tws.cards(hand)) for hand in text.split("/")}


@pytest.mark.rule("BR-10")
def test_players_strengthen_two_hands_of_nine_cards() -> None:
    hand = "9C 9D 9H AS KS QS 2C 5D JH"
    assert laid(hand, "3C 4C 8D 10H JC 7H 6S 2D 5S") == hands_of("9C 9D 9H / AS KS QS / 2C 5D JH")

    # The prial of jacks would leave the nine, the ten and the seven with nothing.
    hand = "JC 9D 10D JD 3H JH 2S 4S 7S"
    assert laid(hand, "3C 4C 8D 10H 6C 7H 6S 2D 5S") == hands_of("9D 10D JD / 2S 3H 4S / JC JH 7S")


@pytest.mark.rule("BR-11")
def test_players_balance_two_hands_of_seven_cards() -> None:
    # Two runs, with an ace left out, rather than the prial of aces and a high card.
    hand = "AC AD AH KD QC 2H 3C"
    found = laid(hand, "4C 5D 8H 9C JC JD 10H")
    assert {frozenset(card.rank for card in each) for each in found} == {
        frozenset(["A", "K", "Q"]),
        frozenset(["A", "2", "3"]),
    }


@pytest.mark.rule("BR-4")
def test_players_know_the_high_rank() -> None:
    hand, other = "7C 9C 3D 4D 8H 6S", "2C 3C 5H QD QS KH"
    # With the six as the highest card, the hand of high cards keeps it out of the run.
    assert laid(hand, other) == hands_of("9C 8H 7C / 6S 4D 3D")
    assert laid(hand, other, high_rank="prials") == hands_of("8H 7C 6S / 9C 4D 3D")


@pytest.mark.parametrize("cards", [9, 7, 6])
def test_the_chance_to_take_the_pot_grows_with_each_hand(cards: int) -> None:
    rules = brag.Rules(cards=cards, players=3)
    fair = [0.9, 0.6, 0.3][: rules.hands]
    for place in range(rules.hands):
        better = [share + 0.05 * (number == place) for number, share in enumerate(fair)]
        assert 0 < chance(fair, rules) < chance(better, rules) < 1
    assert chance([1.0] * rules.hands, rules) == pytest.approx(1)
    assert chance(fair, brag.Rules(cards=cards, players=2)) > chance(fair, rules)


# Tien Len.


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


def chosen_in_tien_len(hand: str, table: str = "", others: tuple[int, int, int] = (9, 9, 9)) -> str:
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
    assert tws.cards(chosen_in_tien_len(hand)) == tuple(sorted(tws.cards(expected)))


@pytest.mark.rule("TL-6")
def test_players_lead_what_a_short_hand_cannot_beat() -> None:
    assert chosen_in_tien_len("3S 7S 7H KS", others=(9, 1, 9)) == "7H 7S"
    assert chosen_in_tien_len("3S 7S 7H KS", others=(9, 2, 9)) == "3S"
    assert chosen_in_tien_len("3S 7H KS", others=(9, 1, 9)) == "KS"
    assert chosen_in_tien_len("3S 7H KS", others=(9, 0, 9)) == "3S"  # nobody with one card


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
    assert chosen_in_tien_len(hand, table) == expected


def test_players_spend_twos_against_short_hands() -> None:
    hand = "2H 3S 5S 7H 7D 9S 9D"
    assert chosen_in_tien_len(hand, "JS") == "pass"
    assert chosen_in_tien_len(hand, "JS", others=(9, 9, 3)) == "2H"
