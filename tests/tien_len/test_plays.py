"""Kinds of plays, their comparison, and every play of a hand (TL-1, TL-3, TL-4)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import comb, prod
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import texts
from tests.hostile import Hostile
from tests.tien_len.table import (
    ASCENDING,
    PLACE,
    RANKS,
    SPADES,
    SUITS,
    after,
    documented_order,
    playing,
    second_deal,
)
from twowaystreet import Card, cards
from twowaystreet._core.cards.masks import card_types_among as masked
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Kind, PlayCards, kind_of
from twowaystreet.games.tien_len.plays import beating, leads

PACK = tien_len.Rules().pack.cards


KINDS = [
    ("3S", Kind.SINGLE),
    ("2H", Kind.SINGLE),
    ("3S 3H", Kind.PAIR),
    ("AC AD AH", Kind.TRIPLET),
    ("2C 2D 2H 2S", Kind.FOUR),
    ("3S 4C 5H", Kind.SEQUENCE),
    ("5H 3S 4C", Kind.SEQUENCE),
    ("9S 10S JS QS", Kind.SEQUENCE),
    ("KS AH 2C", Kind.SEQUENCE),
    ("QS KD AH 2C", Kind.SEQUENCE),
    (SPADES, Kind.SEQUENCE),
    ("3S 3C 4S 4C 5S 5C", Kind.DOUBLE_SEQUENCE),
    ("KS KC AD AH 2S 2H", Kind.DOUBLE_SEQUENCE),
    ("8S 8C 9S 9C 10S 10C JD JH", Kind.DOUBLE_SEQUENCE),
    ("3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8D 8H", Kind.DOUBLE_SEQUENCE),
    # The ranks do not wrap.
    ("AH 2D 3S", None),
    ("2S 3S 4S", None),
    ("KS AS 2S 3S", None),
    ("AS AC 2S 2C 3S 3C", None),
    # Two ranks are no sequence, and no rank may be missing.
    ("3S 4S", None),
    ("3S 3C 4S 4C", None),
    ("3S 4S 6S", None),
    ("3S 3C 5S 5C 6S 6C", None),
    # Nothing else is a play.
    ("3S 3C 9S 9C", None),
    ("3S 3C 3D 9S", None),
    ("3S 3C 3D 9S 9C", None),
    ("3S 3C 4S 4C 5S", None),
    ("3S 4S 4C 5S", None),
    ("3S 3C 3D 4S 5S 5C", None),
    ("3S 3C 3D 4S 4C 4D 5S 5C 5D", None),
    # A card counts once, and a Joker is no card of the game.
    ("3S 3S", None),
    ("3S 3S 4S 4C 5S 5C", None),
    ("R*", None),
    ("3S R*", None),
]


@pytest.mark.rule("TL-3")
@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_the_kind_of_cards(text: str, kind: Kind | None) -> None:
    assert kind_of(cards(text)) is kind
    assert kind_of(reversed(cards(text))) is kind
    assert PlayCards(cards(text)).kind is kind


# Any: objects that are no cards.
WRONG: list[Any] = [[None], ["3S"], "3S", None, 3, [[]], [Hostile()], Hostile()]


@pytest.mark.rule("TL-3")
def test_no_cards_are_no_play() -> None:
    assert kind_of(()) is None
    for thing in WRONG:
        with pytest.raises(tws.IllegalMove, match="malformed move: expected"):
            kind_of(thing)


@pytest.mark.rule("TL-1", "TL-4")
def test_every_card_beats_the_cards_below_it() -> None:
    for place, table in enumerate(ASCENDING):
        held = [ASCENDING[other] for other in random.Random(place).sample(range(52), 13)]
        better = [str(one) for one in sorted(held, key=PLACE.__getitem__) if PLACE[one] > place]
        if table not in held:
            assert answers(str(table), " ".join(map(str, held))) == better


def answers(table: str, hand: str) -> list[str]:
    """Return the plays of a hand that beat a play, as texts; the hand is filled up."""
    state = after(second_deal(table, hand), table)
    assert state.actor == 1
    *found, passing = tws.legal_moves(state)
    assert passing == tien_len.Pass()
    own = set(cards(hand))
    return [str(play) for play in found if set(tws.cards_of(play)) <= own]


@pytest.mark.rule("TL-4", "TL-7")
@pytest.mark.parametrize(
    ("table", "hand", "better"),
    [
        # Single cards.
        ("7D", "6H 7S 7C 7H 8S", "7H, 8S"),
        ("2D", "AH 2S 2H", "2H"),
        ("2H", "AH 2S 2C 2D", ""),
        # A pair with the heart beats the other pair of its rank.
        ("9C 9D", "9S 9H", "9H 9S"),
        ("9S 9H", "9C 9D 10S 10C", "10C 10S"),
        ("9S 9D", "9C 9H 8S 8H", "9C 9H"),
        ("2S 2D", "2C 2H AC AH", "2C 2H"),
        # Triplets and fours.
        ("5S 5C 5H", "6S 6C 6D 4S 4C 4D", "6C 6D 6S"),
        ("5S 5C 5D 5H", "6S 6C 6D 6H 7S", "6C 6D 6H 6S"),
        # Sequences: the rank of the highest card, then its suit; the others do not count.
        ("5D 3S 4S", "3C 4C 5H", "3C 4C 5H"),
        ("5D 3S 4S", "4C 3H 5H", "4C 3H 5H"),
        ("5D 3S 4S", "3C 4C 5C", ""),
        ("5D 3S 4S", "5C 3H 4H", ""),
        ("QS KS AS", "QC KC AC", "QC KC AC"),
        ("QS KS AS", "2C KC AC", "2C KC AC"),
        ("2D KD AD", "2H KH AH 2C KC AC", "KC AC 2H, AC 2H KH, KC 2H AH, 2H KH AH"),
        ("3S 4S 5S", "6C 7C 8C 9C", "6C 7C 8C, 7C 8C 9C"),
        # Another number of cards.
        ("3S 4S 5S 6S", "7C 8C 9C", ""),
        ("3S 4S 5S 6S", "7C 8C 9C 10C JC", "7C 8C 9C 10C, 8C 9C 10C JC"),
        # Double sequences.
        ("3S 3C 4S 4C 5S 5D", "3D 3H 4D 4H 5C 5H", "5C 3D 4D 3H 4H 5H"),
        ("KS KC AS AC 2S 2D", "KD KH AD AH 2C 2H", "2C KD AD 2H KH AH"),
        ("3S 3C 4S 4C 5S 5C 6S 6C", "7S 7C 8S 8C 9S 9C", ""),
        # No kind beats another one: nothing chops a two, or a pair of twos.
        ("2S", "3S 3C 3D 3H 4S 4C 5S 5C 6S 6C", ""),
        ("2S 2C", "3S 3C 3D 3H 4S 4C 5S 5C 6S 6C", ""),
        ("4S 4C 4D", "5S 5C 5D 5H", "5C 5D 5S, 5C 5H 5S, 5D 5H 5S, 5C 5D 5H"),
        ("3S 3C", "6S 7S 8S 9C", ""),
    ],
)
def test_the_plays_that_beat_a_play(table: str, hand: str, better: str) -> None:
    assert answers(table, hand) == [text for text in better.split(", ") if text]


def subsets(hand: Sequence[Card]) -> list[PlayCards]:
    """Return every set of cards of a hand that is a play, in the documented order."""
    chosen = (some for size in range(1, len(hand) + 1) for some in combinations(hand, size))
    return sorted((PlayCards(some) for some in chosen if kind_of(some)), key=documented_order)


def highest(play: PlayCards) -> int:
    """Return the place of the highest card of a play."""
    return max(PLACE[card] for card in play.cards)


def is_better(play: PlayCards, other: PlayCards) -> bool:
    """Return whether a play beats another one: a comparison of the highest cards (TL-4)."""
    same = play.kind is other.kind and len(play.cards) == len(other.cards)
    return same and highest(play) > highest(other)


@pytest.mark.nightly
@pytest.mark.rule("TL-3", "TL-4", "TL-5")
@given(st.data())
def test_the_legal_moves_are_all_plays_that_beat_the_table(data: st.DataObject) -> None:
    """Compare with all subsets of a hand of seven to nine cards; the others are filled up."""
    crowded = data.draw(st.integers(0, 9))
    near = ASCENDING[4 * crowded : 4 * crowded + 16]
    chosen = data.draw(st.lists(st.sampled_from(near), min_size=7, max_size=9, unique=True))
    rest = [card for card in ASCENDING if card not in chosen]
    other = data.draw(st.lists(st.sampled_from(rest), min_size=8, max_size=8, unique=True))
    assert leads(masked(chosen)) == tuple(subsets(chosen))
    for table in leads(masked(other)):
        wanted = [play for play in subsets(chosen) if is_better(play, table)]
        assert list(beating(masked(chosen), table)) == wanted


@pytest.mark.rule("TL-3")
def test_the_leads_of_three_fours() -> None:
    state = second_deal("4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H 2H")
    found = [play for play in tws.legal_moves(state) if cards("2H")[0] not in tws.cards_of(play)]
    kinds = Counter(play.kind for play in found if isinstance(play, PlayCards))
    assert kinds == {
        Kind.SINGLE: 12,
        Kind.PAIR: 18,
        Kind.TRIPLET: 12,
        Kind.FOUR: 3,
        Kind.SEQUENCE: 64,
        Kind.DOUBLE_SEQUENCE: 216,
    }
    assert len(found) == 325


@pytest.mark.rule("TL-3")
def test_the_most_leads() -> None:
    state = second_deal("4S 4C 4D 5S 5C 5D 6S 6C 6D 6H 7S 7C 7D")
    assert len(tws.legal_moves(state)) == 486
    # No other division of thirteen cards among consecutive ranks has more.
    assert max(counted(sizes) for sizes in divisions(13)) == 486


def divisions(total: int) -> list[tuple[int, ...]]:
    """Return the ways to divide cards among consecutive ranks, one to four each."""
    if total == 0:
        return [()]
    sizes = range(1, min(total, 4) + 1)
    return [(size, *rest) for size in sizes for rest in divisions(total - size)]


def counted(sizes: tuple[int, ...]) -> int:
    """Count the plays of consecutive ranks with these numbers of cards (TL-3)."""
    if len(sizes) > len(RANKS):
        return 0
    found: int = sum(2**size - 1 for size in sizes)
    for each in (sizes, [comb(size, 2) for size in sizes]):
        spans = combinations(range(len(sizes) + 1), 2)
        found += sum(prod(each[first:last]) for first, last in spans if last - first > 2)
    return found


@pytest.mark.rule("TL-3")
def test_the_order_of_leads() -> None:
    state = second_deal("3S 3H 4D 4C 5C 5D 2S 2H KS")
    found = texts(state)
    own = {*["3S", "3H", "4D", "4C", "5C", "5D", "2S", "2H", "KS"]}
    assert [text for text in found if {*text.split()} <= own] == [
        *("3S", "3H", "4C", "4D", "5C", "5D", "KS", "2S", "2H"),
        *("3H 3S", "4C 4D", "5C 5D", "2H 2S"),
        *("4C 5C 3S", "4C 5C 3H", "5C 4D 3S", "5C 4D 3H"),
        *("4C 5D 3S", "4C 5D 3H", "4D 5D 3S", "4D 5D 3H"),
        "4C 5C 4D 5D 3H 3S",
    ]
    for each in (playing(*SUITS), state):
        moves = [move for move in tws.legal_moves(each) if isinstance(move, PlayCards)]
        assert moves == sorted(moves, key=documented_order)


@pytest.mark.rule("TL-3")
def test_ready_made_plays_equal_new_ones() -> None:
    rng = random.Random(1)
    for _ in range(40):
        for play in leads(masked(rng.sample(PACK, 13))):
            new = PlayCards(play.cards)
            assert new == play and (new._bits, new._kind, new._top) == (
                play._bits,
                play._kind,
                play._top,
            )
