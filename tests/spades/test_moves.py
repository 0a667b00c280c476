"""Moves as values and as texts (SP-6 to SP-8, SP-14)."""

from __future__ import annotations

import pickle

import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, card
from twowaystreet import reasons
from twowaystreet.errors import quoted
from twowaystreet.games import spades
from twowaystreet.games.spades import Bid, BidType, Look, Renege, Stand

MOVES: dict[str, tws.Move] = {
    "look": Look(),
    "stand": Stand(),
    "nil": Bid(BidType.NIL),
    "double nil": Bid(BidType.DOUBLE_NIL),
    "bemo": Bid(BidType.BEMO),
    "big bemo": Bid(BidType.BIG_BEMO),
    "naught": Bid(BidType.NAUGHT),
    "double naught": Bid(BidType.DOUBLE_NAUGHT),
    **{f"bid {books}": Bid(BidType.NUMBER, books) for books in range(4, 14)},
    **{f"blind {books}": Bid(BidType.BLIND, books) for books in range(6, 13)},
    **{f"renege {books}": Renege(books) for books in (1, 2, 3)},
    "no renege": Renege(),
    "QS": tws.Play(card("QS")),
    "R*": tws.Play(card("R*")),
    "deal QS 2C": tws.Deal([card("QS"), card("2C")]),
}
ANY = "deal and the whole pack from the top"


@pytest.mark.rule("SP-6", "SP-7", "SP-8", "SP-14")
@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_every_move_and_its_text(text: str, move: tws.Move) -> None:
    state = spades.new_game()
    assert str(move) == text
    for spelling in (text, f"  {text.replace(' ', '  ')} ", text.replace(" ", ", ")):
        assert tws.parse_move(state, spelling) == move
    assert pickle.loads(pickle.dumps(move)) == move
    assert [other for other in MOVES.values() if other == move] == [move]
    assert len({hash(move), hash(tws.parse_move(state, text))}) == 1


@pytest.mark.parametrize("move", [one for one in MOVES.values() if isinstance(one, Bid)])
def test_bids_accept_plain_words(move: Bid) -> None:
    assert Bid(anything(move.bid_type.value), move.books) == move
    assert Bid(anything(move.bid_type.value), move.books).bid_type is move.bid_type
    assert move.is_number is (move.books > 0)
    assert move.is_number is (move.bid_type in {"bid", "blind"})


A_NUMBER, A_BLIND_ONE = "a number from 4 to 13", "a number from 6 to 12"
OF_BOOKS = "a number from 1 to 3"
MALFORMED: list[tuple[str, str, int, str]] = [
    # The text, the wrong word, its position, and the expected input.
    ("bid", "", 3, A_NUMBER),
    ("bid 3", "3", 4, A_NUMBER),
    ("bid 14", "14", 4, A_NUMBER),
    ("bid 0", "0", 4, A_NUMBER),
    ("bid -4", "-4", 4, A_NUMBER),
    ("bid 04", "04", 4, A_NUMBER),
    ("bid 4.0", "4.0", 4, A_NUMBER),
    ("bid ٤", "٤", 4, A_NUMBER),
    ("bid four", "four", 4, A_NUMBER),
    ("bid nil", "nil", 4, A_NUMBER),
    ("bid 4 high", "high", 6, "the end"),
    ("bid 4 5", "5", 6, "the end"),
    ("blind", "", 5, A_BLIND_ONE),
    ("blind 5", "5", 6, A_BLIND_ONE),
    ("blind 13", "13", 6, A_BLIND_ONE),
    ("blind nil", "nil", 6, A_BLIND_ONE),
    ("blind 6 6", "6", 8, "the end"),
    ("big", "", 3, "bemo"),
    ("big nil", "nil", 4, "bemo"),
    ("big bemo bemo", "bemo", 9, "the end"),
    ("double", "", 6, "nil or naught"),
    ("double bemo", "bemo", 7, "nil or naught"),
    ("double double", "double", 7, "nil or naught"),
    ("double nil 4", "4", 11, "the end"),
    ("nil 4", "4", 4, "the end"),
    ("naught 0", "0", 7, "the end"),
    ("bemo big", "big", 5, "the end"),
    ("look look", "look", 5, "the end"),
    ("stand pat", "pat", 6, "the end"),
    ("renege", "", 6, OF_BOOKS),
    ("renege 0", "0", 7, OF_BOOKS),
    ("renege 4", "4", 7, OF_BOOKS),
    ("renege no", "no", 7, OF_BOOKS),
    ("renege 1 2", "2", 9, "the end"),
    ("no", "", 2, "no renege"),
    ("no bid", "bid", 3, "no renege"),
    ("no renege 1", "1", 10, "the end"),
    ("QS KS", "KS", 3, "the end"),
    ("", "", 0, ANY),
    (" , ", "", 3, ANY),
    ("pass", "pass", 0, ANY),
    ("high", "high", 0, ANY),
    ("exchange 2C 3C", "exchange", 0, ANY),
    ("4", "4", 0, ANY),
    ("boston", "boston", 0, ANY),
    ("1S", "1S", 0, ANY),
    ("deal 1S", "1S", 5, "a card such as QS, 10C or R*"),
]


@pytest.mark.parametrize(("text", "token", "position", "expected"), MALFORMED)
def test_malformed_texts_are_refused(text: str, token: str, position: int, expected: str) -> None:
    with pytest.raises(tws.ParseError) as caught:
        tws.parse_move(spades.new_game(), text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    assert error.expected == expected
    for part in (quoted(text), quoted(token) if token else "the end", f"expected {expected}"):
        assert part in str(error)


def malformed(make: object, *parts: object) -> str:
    """Return the error message for a move that cannot be built from these parts."""
    with pytest.raises(tws.IllegalMove) as caught:
        anything(make)(*parts)
    reason = caught.value.reason
    assert isinstance(reason, reasons.Malformed) and reason.rule is None
    assert reason.explain() in str(caught.value)
    return str(caught.value)


@pytest.mark.rule("SP-6", "SP-7")
@pytest.mark.parametrize(
    ("bid_type", "books"),
    [
        *((BidType.NUMBER, books) for books in (0, 3, 14, -4)),
        *((BidType.BLIND, books) for books in (0, 5, 13, -6)),
        *((bid_type, 4) for bid_type in BidType if bid_type not in (BidType.NUMBER, BidType.BLIND)),
        (BidType.NIL, 6),
        (BidType.BEMO, -1),
        *((BidType.NUMBER, books) for books in (True, 4.0, "4", None, [4], Hostile())),
        *((BidType.NIL, books) for books in (False, 0.0, "", None, (), Hostile())),
    ],
)
def test_invalid_bids_are_refused(bid_type: BidType, books: object) -> None:
    message = malformed(Bid, bid_type, books)
    assert quoted((str(bid_type), books)) in message or isinstance(books, Hostile)
    assert "expected bid 4 to 13, blind 6 to 12, or 0 books" in message


@pytest.mark.rule("SP-7")
@pytest.mark.parametrize(
    "bid_type", ["", "NIL", "boston", "blind 6", "big", None, 4, True, b"nil", ["nil"], Hostile()]
)
def test_invalid_bid_types_are_refused(bid_type: object) -> None:
    message = malformed(Bid, bid_type)
    assert quoted(bid_type) in message
    assert all(word.value in message for word in BidType)


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("books", [4, -1, 10**9, True, False, 1.0, "1", None, [], Hostile()])
def test_invalid_calls_are_refused(books: object) -> None:
    message = malformed(Renege, books)
    assert quoted(books) in message and "a number of books from 0 to 3" in message
