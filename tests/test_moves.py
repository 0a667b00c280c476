"""Moves: their texts, equality, and impossible parts."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import anything, card
from tests.hostile import Hostile
from twowaystreet import CARDS, Card, Deal, Move, Play, Suit, cards, reasons
from twowaystreet.games import duel, street

CARD = st.sampled_from(CARDS)
STREET_MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Deal, st.lists(CARD, max_size=60)),
    st.builds(street.Declare, st.sampled_from(street.Direction)),
    st.builds(street.Exchange, st.lists(CARD, min_size=2, max_size=2)),
    st.just(street.Keep()),
    st.builds(street.NameSuit, st.sampled_from(Suit)),
    st.builds(Play, CARD),
)
DUEL_MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Deal, st.lists(CARD, max_size=60)),
    st.just(duel.Bid()),
    st.builds(duel.Bid, st.integers(1, 10), st.sampled_from(duel.Direction)),
    st.builds(duel.Declare, st.sampled_from(duel.Direction)),
    st.builds(duel.Exchange, st.lists(CARD, min_size=2, max_size=2)),
    st.builds(duel.NameSuit, st.sampled_from(Suit)),
    st.builds(Play, CARD),
)


@given(STREET_MOVES)
def test_texts_read_back_in_street(move: Move) -> None:
    _check_text(street.new_game(), move)


@given(DUEL_MOVES)
def test_texts_read_back_in_the_duel(move: Move) -> None:
    _check_text(duel.new_game(), move)


def _check_text(state: street.State | duel.State, move: Move) -> None:
    read = tws.parse_move(state, str(move))
    assert read == move and hash(read) == hash(move) and type(read) is type(move)
    assert tws.parse_move(state, f" {str(move).replace(' ', ' , ')} ") == move


@given(st.one_of(STREET_MOVES, DUEL_MOVES))
def test_moves_are_values(move: Move) -> None:
    twins: list[Move] = [copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move))]
    for twin in twins:
        assert twin == move and hash(twin) == hash(move)
        assert (str(twin), repr(twin)) == (str(move), repr(move))
    names = {**vars(street), **vars(duel), "Deal": Deal, "Play": Play, "Card": Card, "Suit": Suit}
    if not isinstance(move, (street.Declare, street.NameSuit, duel.Bid)):
        assert eval(repr(move), names) == move
    for field in attrs.fields(anything(type(move))):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(move, field.name, None)


def test_moves_of_different_types_differ_with_equal_parts() -> None:
    moves: list[Move] = [
        Deal(cards("2C 3C")),
        street.Exchange(cards("2C 3C")),
        Play(card("2C")),
        street.Keep(),
        street.Declare(street.Direction.HIGH),
        street.NameSuit(Suit.CLUBS),
        duel.Bid(),
    ]
    assert len(set(moves)) == len(moves)
    assert len(set(map(str, moves))) == len(moves)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Deal(cards("QS 2C")), "deal QS 2C"),
        (street.Declare(street.Direction.HIGH), "high"),
        (street.Declare(street.Direction.LOW), "low"),
        (street.Exchange(cards("10S 9S")), "exchange 9S 10S"),
        (street.Keep(), "keep"),
        (street.NameSuit(Suit.HEARTS), "name H"),
        (Play(card("R*")), "R*"),
        (duel.Bid(3, duel.Direction.HIGH), "bid 3 high"),
        (duel.Bid(10, duel.Direction.LOW), "bid 10 low"),
        (duel.Bid(), "no bid"),
    ],
)
def test_texts(move: Move, text: str) -> None:
    assert str(move) == text


@pytest.mark.rule("ST-11")
def test_the_cards_of_an_exchange_are_sorted() -> None:
    exchange = street.Exchange(cards("R* 2C"))
    assert exchange.cards == cards("2C R*")
    assert exchange == street.Exchange(cards("2C R*"))
    assert hash(exchange) == hash(street.Exchange(iter(cards("2C R*"))))
    assert str(street.Exchange(cards("B* R*"))) == "exchange R* B*"
    assert street.Exchange(cards("7C 7C")).cards == cards("7C 7C")


def test_words_are_kept_as_enums() -> None:
    assert street.Declare(anything("high")).direction is street.Direction.HIGH
    assert street.NameSuit(anything("H")).suit is Suit.HEARTS
    assert duel.Bid(2, anything("low")).direction is duel.Direction.LOW


def test_directions() -> None:
    assert [way.other for way in street.Direction] == ["low", "high"]


Build = Callable[[Any], Move]
NO_CARDS: tuple[object, ...] = (
    None,
    7,
    [None],
    ["QS", "2C"],
    "QS",
    [card("QS"), "2C"],
    [[card("QS")]],
)


NO_PAIRS: tuple[object, ...] = ([], cards("QS"), cards("QS 2C 3C"), iter(cards("2C")), ())
NO_WORDS: tuple[object, ...] = (None, 1, "", "HIGH", "h", "High", True, [], {})
NO_SUITS: tuple[object, ...] = (None, 1, "", "h", "♥", "X", "R*", [], "hearts")
NO_CARD: tuple[object, ...] = (None, 7, "QS", Suit.CLUBS, cards("QS"), [card("QS")])


@pytest.mark.parametrize(
    ("build", "impossible", "expected"),
    [
        (Deal, NO_CARDS, "card"),
        (Play, NO_CARD, "a card"),
        (street.Exchange, NO_CARDS, "card"),
        (street.Exchange, NO_PAIRS, "two cards"),
        (street.Declare, NO_WORDS, "high or low"),
        (street.NameSuit, NO_SUITS, "c, d, h or s"),
    ],
)
def test_impossible_parts_are_refused(
    build: Build, impossible: tuple[object, ...], expected: str
) -> None:
    for part in impossible:
        with pytest.raises(tws.IllegalMove) as caught:
            build(part)
        assert isinstance(caught.value.reason, reasons.Malformed), part
        assert expected in caught.value.reason.expected.lower()
        assert caught.value.reason.expected in str(caught.value)


@pytest.mark.parametrize(
    "parts",
    [
        (0, "high"),
        (3, None),
        (11, "high"),
        (-1, "low"),
        (True, "high"),
        (False, None),
        (3.0, "high"),
        ("3", "high"),
        (None, None),
        (3, "up"),
        (3, 1),
        (10**5000, "low"),
    ],
)
@pytest.mark.rule("DU-3", "DU-4")
def test_impossible_bids_are_refused(parts: tuple[object, object]) -> None:
    with pytest.raises(tws.IllegalMove) as caught:
        duel.Bid(*anything(parts))
    assert isinstance(caught.value.reason, reasons.Malformed)
    assert str(caught.value)


def _bid_three(direction: Any) -> Move:
    return duel.Bid(3, direction)


@pytest.mark.parametrize(
    "build",
    [
        Deal,
        Play,
        street.Exchange,
        street.Declare,
        street.NameSuit,
        duel.Bid,
        _bid_three,
    ],
)
def test_hostile_parts_are_refused(build: Build) -> None:
    for part in (Hostile(), (Hostile(), Hostile())):
        with pytest.raises(tws.IllegalMove, match="object at"):
            build(part)


def test_moves_need_their_parts() -> None:
    for build in (Deal, Play, street.Exchange, street.Declare, street.NameSuit):
        with pytest.raises(TypeError):
            anything(build)()
    with pytest.raises(TypeError):
        anything(street.Keep)(1)


def test_a_move_type_without_text_raises_an_error() -> None:
    class Silent(Move):
        form = "nothing"

    with pytest.raises(TypeError, match="Silent"):
        Silent.read(anything(None))
