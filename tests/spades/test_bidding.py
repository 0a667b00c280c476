"""Bids that are refused, and what views tell of an auction (SP-6 to SP-8)."""

import random
from collections.abc import Sequence
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, card, refused, replay, some_move, texts
from tests.spades.table import dealt
from twowaystreet import reasons
from twowaystreet._core.cards.cards import in_suits
from twowaystreet.games import spades
from twowaystreet.games.spades import Bid, BidType, Renege

WHOLE = "expected bid 4 to 13, blind 6 to 12, or 0 books"


@pytest.mark.rule("SP-6", "SP-7", "SP-14")
@pytest.mark.parametrize(
    ("make", "parts", "expected"),
    [
        *((Bid, (BidType.NUMBER, books), WHOLE) for books in (0, 3, 14, -4)),
        *((Bid, (BidType.NUMBER, books), WHOLE) for books in (True, 4.0, "4", None, Hostile())),
        *((Bid, (BidType.BLIND, books), WHOLE) for books in (0, 5, 13)),
        *((Bid, (kind, 4), WHOLE) for kind in BidType if kind not in ("bid", "blind")),
        *((Bid, (BidType.NIL, books), WHOLE) for books in (False, 0.0, "", None, ())),
        *((Bid, (kind,), "big bemo") for kind in ("", "NIL", "blind 6", None, 4, ["nil"])),
        *((Renege, (books,), "a number of books from 0 to 3") for books in (4, -1, True, 1.0)),
        *((Renege, (books,), "a number of books from 0 to 3") for books in ("1", None, Hostile())),
    ],
)
def test_invalid_parts_of_moves_are_refused(make: object, parts: Any, expected: str) -> None:
    with pytest.raises(tws.IllegalMove) as caught:
        anything(make)(*parts)
    reason = caught.value.reason
    assert isinstance(reason, reasons.Malformed) and reason.rule is None
    assert reason.explain() in str(caught.value) and expected in str(caught.value)


UNSEEN = ["look", "nil", "double nil"]
BLIND = [f"blind {books}" for books in range(6, 13)]
NUMBERS = [f"bid {books}" for books in range(4, 14)]
SEEN = [*NUMBERS, "bemo", "big bemo", "naught", "double naught"]
EVERY = [*UNSEEN, *BLIND, *SEEN, "stand"]


def refused_here(state: spades.State, offered: Sequence[str], rule: str, word: str) -> None:
    """Check that each bidding move is either offered or refused with the words of the phase."""
    assert texts(state) == list(offered)
    for text in EVERY:
        move = tws.parse_move(state, text)
        if text in offered:
            assert tws.apply(state, move) != state
            continue
        if isinstance(move, spades.Bid):
            reason = refused(state, move, reasons.NotOffered)
            assert reason.rule == rule and word in reason.expected
        else:
            other = refused(state, move, reasons.WrongMove)
            assert other.rule == rule and word in other.expected


@pytest.mark.rule("SP-6", "SP-7", "SP-8", "SP-9")
def test_bids_out_of_turn_are_refused() -> None:
    state = dealt(scores=[0, 100])
    refused_here(state, [*UNSEEN, *BLIND], "SP-6", "look, or nil")
    state = replay(state, ["look"])
    refused_here(state, UNSEEN, "SP-6", "look, or nil")
    state = replay(state, ["look"])
    refused_here(state, SEEN, "SP-7", "bid 4 to 13, bemo, big bemo, naught or double naught")
    state = replay(state, ["bid 4", "bid 12"])
    refused_here(state, [*NUMBERS[1:], "stand"], "SP-8", "stand")
    state = replay(state, ["stand"])
    refused_here(state, ["bid 13", "stand"], "SP-8", "stand")
    state = replay(state, ["stand"])
    expected = f"a card: {in_suits(map(card, texts(state)))}"
    for text in EVERY:
        assert refused(state, text, reasons.WrongMove, "SP-9").expected == expected


@pytest.mark.rule("SP-8", "SP-12", "SP-13", "SP-14")
@pytest.mark.parametrize("seed", range(4))
def test_views_tell_the_bids_the_turns_of_dummies_and_the_calls_in_order(seed: int) -> None:
    rng, state = random.Random(seed), spades.new_game(spades.Rules(renege="penalised"))
    auction, calls = list[Any](), list[Any]()
    turned_up: list[list[tuple[tws.Card, ...]]] = [[], []]
    while not state.hand_over:
        before, move = state, some_move(state, rng)
        state = tws.apply(before, move)
        if isinstance(move, Bid):
            auction.append((before.actor, move))
        if isinstance(move, Renege) and move.books:
            calls.append((before.actor, len(before.tricks), len(before.trick.cards), move.books))
        for player, groups in enumerate(turned_up):
            if new := {*state.face_up[player]} - {*before.face_up[player]}:
                groups.append(tuple(sorted(new)))
        seen = tws.view(state, rng.choice([None, 0, 1]))
        assert [attrs.astuple(each, recurse=False) for each in seen.auction] == auction
        assert [attrs.astuple(each) for each in seen.calls] == calls
        assert list(map(list, seen.turned_up)) == turned_up
    assert (len(auction), len(calls)) > (1, 0) and max(map(len, turned_up)) > 1


IMPOSSIBLE: list[tuple[str, Any, str]] = [
    ("auction", [{"seat": 0, "bid": "bid 4"}], "that led to the bids"),
    ("calls", [{"seat": 2, "book": 3, "cards": 0, "taken": 1}], "seats from 0 to 1, at most"),
    ("turned_up", [[["2C", "3C"], ["2C"]], []], "each card of a dummy once"),
    ("turned_up", [[[]], []], "each card of a dummy once"),
]


@pytest.mark.parametrize(("fact", "value", "expected"), IMPOSSIBLE)
def test_views_with_an_impossible_past_are_refused(fact: str, value: Any, expected: str) -> None:
    data = tws.view(replay(dealt(), ["look", "nil", "bid 5"]), 0).to_dict()
    with pytest.raises(tws.RecordError, match=expected):
        spades.View.from_dict({**data, fact: value})
