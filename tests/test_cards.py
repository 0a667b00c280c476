"""Cards, their texts, packs, dealing in packets, and hands as masks of any number of copies."""

import copy
import itertools
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import anything, card, most_memory, text_of
from tests.hostile import Hostile
from twowaystreet import (
    CARDS,
    Card,
    Color,
    Deal,
    IllegalMove,
    Joker,
    Pack,
    ParseError,
    Rank,
    Suit,
    apply,
    cards,
)
from twowaystreet._core.cards.masks import (
    FRENCH_DECK,
    JOKER,
    LANE,
    SUIT,
    PerCardType,
    card_types,
    cards_in,
    deal_packets,
    find,
    find_all,
    mask_of,
    packets,
)
from twowaystreet._core.engine.moves import PLAYS, Play
from twowaystreet.games import street
from twowaystreet.games._twoway.rules import pack_of

ORDER = (
    "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD "
    "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS R* B* X*"
)


@pytest.mark.rule("ST-3")
def test_all_cards_in_their_order_and_their_parts() -> None:
    assert text_of(CARDS) == ORDER and [one.index for one in CARDS] == list(range(55))
    for (i, one), (j, other) in itertools.product(enumerate(CARDS), repeat=2):
        assert (one < other, one <= other, one == other) == (i < j, i <= j, i == j)
    found = [(one.rank, one.joker, one.suit, one.color) for one in tws.cards("QS R* B* X*")]
    assert found == [
        (Rank.QUEEN, None, Suit.SPADES, Color.BLACK),
        (Joker.RED, Joker.RED, None, Color.RED),
        (Joker.BLACK, Joker.BLACK, None, Color.BLACK),
        (Joker.PLAIN, Joker.PLAIN, None, None),
    ]
    assert [card(f"2{suit}").color for suit in "CDHS"] == ["black", "red", "red", "black"]
    assert [suit.sign for suit in Suit] == ["♣", "♦", "♥", "♠"]
    assert [suit.word for suit in Suit] == ["clubs", "diamonds", "hearts", "spades"]
    assert [rank.place for rank in Rank] == list(range(13))


@pytest.mark.rule("AL-4")
def test_cards_are_values() -> None:
    for one in CARDS:
        other = Card(one.rank, one.suit)
        assert other is not one and other == one and hash(other) == hash(one)
        assert (other != one) is False
        assert eval(repr(one), {"Card": Card}) == one and CARDS[one.index] is one
    assert card("QS") != anything("QS")
    with pytest.raises(TypeError):
        sorted([card("QS"), anything("QS")])
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(card("QS")).rank = Rank.TWO
    ten = card("10C")
    assert f"{ten:>5}|{ten:<4}|{ten}" == "  10C|10C |10C"
    assert [one.pretty for one in tws.cards("10C 2D AH QS R*")] == ["10♣", "2♦", "A♥", "Q♠", "R*"]


@pytest.mark.parametrize(
    ("rank", "suit"),
    [
        *[(Rank.TWO, None), (Joker.RED, Suit.HEARTS), ("Q", "S"), (Suit.SPADES, Rank.QUEEN)],
        *[(12, Suit.SPADES), (Rank.TWO, "C"), ("R*", None), (None, None), (Hostile(), Suit.CLUBS)],
    ],
    ids=range(9),
)
def test_invalid_parts_of_a_card_are_refused(rank: object, suit: object) -> None:
    with pytest.raises(tws.CardError) as caught:
        Card(anything(rank), anything(suit))
    assert "make no card: expected a Rank and a Suit, or a Joker alone" in str(caught.value)
    assert ("Card.parse reads the text of a card" in str(caught.value)) is (type(rank) is str)
    assert isinstance(caught.value, ValueError)


def test_cards_are_in_order_and_read_in_every_spelling_and_list() -> None:
    for words in (Rank, Suit, Joker):
        for (i, one), (j, other) in itertools.product(enumerate(words), repeat=2):
            order = (one < other, one <= other, one > other, one >= other)
            assert order == (i < j, i <= j, i > j, i >= j)
    assert Rank.ACE < "B" and Rank.TEN > "1" and Rank.TWO <= "2" <= Rank.TWO
    # Each suit has eight digits, the ten (10, T, t) and four letters in both cases, with five suit
    # spellings each; Jokers come in both cases, too.
    assert len(SPELLINGS) == 4 * (8 * 5 + 3 * 5 + 4 * 10) + 6
    for text, meant in SPELLINGS.items():
        assert Card.parse(text) == meant, text
        assert Card.parse(str(meant)) == meant and Card.parse(meant.pretty) == meant
    for text in (*LOOK_ALIKES, *NO_CARDS.split(), "", "q s", "QS QS"):
        with pytest.raises(ParseError):
            Card.parse(text)
    for separator in (" ", ",", ", ", "\n", " \t,,"):
        assert tws.cards(f" {separator.join(map(str, CARDS))}, ") == CARDS
    assert tws.cards(" , ") == ()
    readers: tuple[Callable[[Any], object], ...] = (
        *(Card.parse, tws.cards, lambda text: tws.parse_move(street.new_game(), text)),
    )
    for read, thing in itertools.product(readers, (None, 7, b"QS", ["QS"], CARDS[0], Hostile())):
        with pytest.raises(ParseError, match=r"expected a string \(str\)"):
            read(anything(thing))


# Texts of cards.


RANK_SPELLINGS = {rank.value: {rank.value, rank.value.lower()} for rank in Rank}
RANK_SPELLINGS["10"] |= {"T", "t"}
# Phones add a variation selector to the sign of a suit.
SUIT_SPELLINGS = {
    suit: (suit, suit.lower(), *(f"{suit.sign}{more}" for more in ("", "\ufe0e", "\ufe0f")))
    for suit in Suit
}
SPELLINGS = {
    f"{rank}{suit}": one
    for one in CARDS
    if one.suit
    for rank in RANK_SPELLINGS[one.rank.value]
    for suit in SUIT_SPELLINGS[one.suit]
} | {spelling: one for one in CARDS if one.joker for spelling in (str(one), str(one).lower())}


LOOK_ALIKES = (
    "2ſ",  # the long s, whose upper case is S
    "\u212aC",  # the sign of Kelvin, whose lower case is k
    "\uff12C",  # a full-width 2
    "\u0662C",  # an Arabic 2
    "2\u0421",  # a Cyrillic letter like C
    *("1\u06300C", "²C", "①0C", "ⅩC", "\uff31\uff33", "R\u2217", "R＊"),
    *("Q\ufe0f\u2660", "QS\ufe0f", "Q\u2660\ufe0e\ufe0f"),  # a variation selector elsewhere
    *("Q♤", "Q\u0301S", "QS\u200b", "QS\x00"),  # a white suit, and invisible characters
)
NO_CARDS = "Q S SQ 1C 11S 0C 010C 10 10* * R *R RR* QSS Q* RC -2C +2C 2.0C 1OC QX Joker QS; TTC"


@pytest.mark.parametrize(
    ("text", "token", "position", "expected"),
    [
        ("7C 11S QS", "11S", 3, "a card"),
        ("x", "x", 0, "a card"),
        (" ,  7c,QSS", "QSS", 7, "a card"),
        ("QS\nqs\n?", "?", 6, "a card"),
        ("7C 2ſ", "2ſ", 3, "a card"),
        ("  ", "", 2, "a card"),
        ("QS 2C", "2C", 3, "the end"),
    ],
)
def test_errors_quote_the_token_and_its_position(
    text: str, token: str, position: int, expected: str
) -> None:
    read = Card.parse if token in ("", "2C") else tws.cards
    with pytest.raises(ParseError) as caught:
        read(text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    found = repr(token) if token else "the end"
    assert repr(text) in str(error) and error.expected.startswith(expected)
    assert f"found {found} at position {position}, expected {expected}" in str(error)


SMALL = st.lists(st.sampled_from(cards("2C 3C 4C R*")), min_size=1, max_size=6)


def test_a_pack_is_in_order_and_a_value_and_takes_little_memory() -> None:
    pack = Pack(cards("R* 3C 2C 2C"))
    assert pack.cards == cards("2C 2C 3C R*") and len(pack) == 4
    assert pack == Pack(reversed(cards("R* 3C 2C 2C")))  # pyright: ignore[reportArgumentType]
    assert pack != Pack(cards("2C 3C R*")) and repr(pack) == "Pack('2C 2C 3C R*')"
    several = Pack(cards("3C 2C 2C"), decks=2)
    assert several.cards == cards("2C 2C 2C 2C 3C 3C") and len(several) == 6
    assert several == Pack(cards("2C 2C 3C 2C 2C 3C"))
    for twin in (copy.copy(several), copy.deepcopy(several), pickle.loads(pickle.dumps(several))):
        assert twin == several and twin.cards == several.cards and hash(twin) == hash(several)
    assert len(FRENCH_DECK) == 52 and not any(one.joker for one in FRENCH_DECK)

    def use_packs() -> None:
        for decks in range(900, 1000):
            start = street.new_game(street.Rules(players=3, decks=decks))
            with pytest.raises(IllegalMove):
                apply(start, Deal(cards("2C")))
            assert street.Rules(players=3, decks=decks).pack.cards

    before = pack_of.cache_info().currsize
    assert most_memory(use_packs) < 15_000_000
    assert pack_of.cache_info().maxsize == packets.cache_info().maxsize == 16 >= before


@pytest.mark.rule("AL-4")
@given(SMALL, SMALL)
def test_a_deal_must_match_the_pack(mine: list[Card], given_cards: list[Card]) -> None:
    pack = Pack(tuple(mine))
    same = sorted(mine) == sorted(given_cards)
    assert pack.is_made_of(given_cards) is same and pack.is_made_of(tuple(reversed(mine)))
    missing, extra = pack.missing(given_cards), pack.extra(given_cards)
    assert (not missing and not extra) is same
    assert sorted([*given_cards, *missing]) == sorted([*mine, *extra])
    assert not set(missing) & set(extra)
    assert list(missing) == sorted(missing) and list(extra) == sorted(extra)


def test_two_low_cards_are_not_one_higher_card() -> None:
    # As sums of bits 2C + 2C would be 3C.
    for mine, others in (
        ("2C 2C 4C", "3C 4C 4C"),
        ("2C 2C 2C 2C 3C", "2C 2C 3C 3C"),
        ("2C 2C 5C 5C 5C 5C", "3C 4C 4C 4C 4C 6C"),
        ("2C 2C 3C 3C", "2C 2C 2C 2C"),
        ("2C 2C 2C 3C 3C", "2C 2C 2C 2C 2C"),
    ):
        assert not Pack(cards(mine)).is_made_of(cards(others))


@pytest.mark.rule("AL-4")
def test_a_deal_of_another_length_is_refused_before_the_pack_is_built(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    built = Mock(side_effect=AssertionError("the pack was built"))
    monkeypatch.setattr(Pack, "cards", property(built))
    start = street.new_game(street.Rules(players=3, decks=1000))
    with pytest.raises(IllegalMove) as caught:
        apply(start, Deal(cards("2C")))
    wrong: Any = caught.value.reason
    assert (len(wrong.missing), wrong.extra) == (53_999, ())


@pytest.mark.rule("ST-1", "ST-2", "ST-3", "ST-14")
def test_decks_with_jokers_and_the_cards_of_suits_and_jokers() -> None:
    for jokers, each in {"red_and_black": "R* B*", "two_alike": "X* X*", "one": "X*"}.items():
        for decks in (1, 3):
            rules = street.Rules(players=3, decks=decks, jokers=street.Jokers(jokers))
            assert rules.pack.cards == tuple(sorted((*FRENCH_DECK, *cards(each)) * decks))
    assert sum((*SUIT.values(), *JOKER.values())) == (1 << len(CARDS)) - 1
    for suit in Suit:
        assert cards_in(SUIT[suit]) == tuple(one for one in CARDS if one.suit is suit)


@pytest.mark.rule("AL-4")
def test_each_hand_gets_its_packets_in_the_order_of_the_deal() -> None:
    pack = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC")
    held, left = deal_packets(pack, (2, 0, 1), (1, 2))
    assert [text_of(cards_in(hand)) for hand in held] == ["3C 7C 8C", "4C 9C 10C", "2C 5C 6C"]
    assert left == cards("JC QC")
    for equal, hands in (
        ("2C 3C 2C 3C", ["2C 2C", "3C 3C"]),
        ("2C 2C 3C 3C", ["2C 3C", "2C 3C"]),
        ("2C 2C 2C 3C", ["2C 2C", "2C 3C"]),
        ("X* 2C X* X*", ["X* X*", "2C X*"]),
    ):
        held, left = deal_packets(cards(equal), (0, 1), (1, 1))
        assert left == () and [text_of(cards_in(hand)) for hand in held] == hands
        assert not held[0] & held[1]


@pytest.mark.parametrize("pack", ["2C 3C 4C", "2C 2C 2C"])
def test_hands_of_one_card_and_of_none(pack: str) -> None:
    for sizes, dealt in (((1,), pack.split()[:2]), ((0, 1), pack.split()[:2]), ((), ["", ""])):
        held, left = deal_packets(cards(pack), (1, 0), sizes)
        assert [text_of(cards_in(hand)) for hand in held] == dealt[::-1]
        assert left == cards(pack)[2 * sum(sizes) :]
    with pytest.raises(IndexError):
        deal_packets(cards(pack), range(4), (1,))


FEW = st.sampled_from(cards("2C 3C AS R* X*"))
MANY = st.lists(st.sampled_from(CARDS), max_size=30) | st.lists(FEW, max_size=12)


@given(MANY, st.lists(FEW, max_size=4))
def test_find_all_returns_all_held_copies(some: list[Card], wanted: list[Card]) -> None:
    found = find_all(mask_of(some), wanted)
    if Counter(wanted) <= Counter(some):
        assert found is not None
        assert found & mask_of(some) == found
        assert cards_in(found) == tuple(sorted(wanted))
    else:
        assert found is None


@given(st.integers(0, (1 << len(CARDS)) - 1))
def test_card_type_masks_give_every_item_in_order(mask: int) -> None:
    wanted = [index for index in range(len(CARDS)) if mask >> index & 1]
    assert PLAYS[mask] == tuple(Play(CARDS[index]) for index in wanted)
    assert PerCardType(range(len(CARDS)))[mask] == tuple(wanted)


@given(st.lists(st.tuples(FEW, st.integers(1, 40)), max_size=6), st.lists(FEW, max_size=9))
@pytest.mark.rule("AL-4")
def test_masks_of_very_many_copies(copies: list[tuple[Card, int]], more: list[Card]) -> None:
    """Check that long masks, which use a faster algorithm, mean the same as short ones."""
    some = [one for one, times in copies for _ in range(times)]
    mask = mask_of(some)
    assert mask.bit_count() == len(some)
    assert cards_in(mask) == tuple(sorted(some))
    assert cards_in(card_types(mask)) == tuple(sorted(set(some)))
    added = mask_of(more, mask)
    assert not added & mask and mask | added == mask_of(some + more)
    for one in cards("2C 3C AS R* X* KD"):
        bit = find(mask, one)
        assert bool(bit) is (one in some)
        wanted = [place for place in range(250) if mask >> LANE * place & one._bit]
        assert not bit or bit == one._bit << LANE * wanted[0]
