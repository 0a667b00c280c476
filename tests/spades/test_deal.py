"""The pack, the four hands, the deal, and the visible cards (SP-1 to SP-5)."""

from __future__ import annotations

import json
import random
from itertools import combinations, pairwise

import pytest

import twowaystreet as tws
from tests.helpers import anything, at, card, hand_played, play, replay, shuffled, text_of
from tests.spades.table import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    dealt,
    face_up,
    played_out,
    playing,
    taking,
)
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand

PLAIN = [suit.split() for suit in (CLUBS, DIAMONDS, HEARTS)]


@pytest.mark.rule("SP-1", "SP-2")
def test_the_pack() -> None:
    pack = spades.new_game().rules.pack
    assert len(pack) == 52 == len(set(pack.cards))
    for text in ("2D", "2H", "X*"):
        assert card(text) not in pack.cards
    for text in ("2S", "2C", "R*", "B*", "3D", "3H"):
        assert card(text) in pack.cards
    assert spades.Rules().seats == 2


@pytest.mark.rule("SP-1", "SP-2", "SP-11")
@pytest.mark.parametrize(("high", "low"), [*combinations(SPADES.split(), 2)])
def test_the_order_of_spades(high: str, low: str) -> None:
    others = [one for one in SPADES.split() if one not in (high, low)]
    clubs = " ".join(one for one in reversed(CLUBS.split()) if one != "KC")
    for first, second in ((high, low), (low, high)):
        state = playing(
            f"{clubs} {others[0]}",
            f"{first} {HEARTS}",
            f"KC {DIAMONDS}",
            " ".join([second, *others[1:]]),
        )
        book = play(state, f"AC {first} KC {second}").tricks[0]
        assert (book.winner, book.winning_hand) == (int(high == second), Hand.ACTUAL)


@pytest.mark.rule("SP-1", "SP-11")
@pytest.mark.parametrize(("low", "high"), [pair for suit in PLAIN for pair in pairwise(suit)])
def test_the_ace_is_high_in_the_other_suits(low: str, high: str) -> None:
    away = [one for suit in PLAIN if low not in suit for one in suit]
    free = [*away[13:], *SPADES.split()[: 26 - len(away)]]
    for first, last in ((low, high), (high, low)):
        state = playing(first, " ".join(free), " ".join(away[:13]), last)
        book = play(state, f"{first} {free[0]} {away[0]} {last}").tricks[0]
        takes = (0, Hand.DUMMY) if first == high else (1, Hand.ACTUAL)
        assert (book.winner, book.winning_hand) == takes


@pytest.mark.rule("SP-3", "SP-4")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_deal(dealer: int) -> None:
    state = spades.new_game(dealer=dealer)
    pack = state.rules.pack.cards
    state = tws.apply(state, tws.Deal(pack))
    other = 1 - dealer
    # The order is opponent's dummy, opponent's actual, dealer's dummy, dealer's actual.
    for place, number in enumerate([2 * other, 2 * other + 1, 2 * dealer, 2 * dealer + 1]):
        assert state.hands[number] == pack[place::4]
        assert len(state.hand_of(number)) == 13
    assert (state.dealer, state.responder, state.stock) == (dealer, other, ())
    assert (state.actor, state.phase) == (other, spades.Phase.LOOK)


@pytest.mark.rule("SP-3")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_order_round_the_table(dealer: int) -> None:
    state = hand_played(spades.new_game(dealer=dealer), random.Random(dealer))
    round_the_table = [(player, hand) for player in (1 - dealer, dealer) for hand in Hand]
    assert [hand for _, hand in round_the_table[:2]] == [Hand.DUMMY, Hand.ACTUAL]
    for book in state.tricks:
        order = list(zip(book.seats, book.hands, strict=True))
        place = round_the_table.index(order[0])
        assert order == round_the_table[place:] + round_the_table[:place]
        assert (book.leader, len(book.cards)) == (book.seats[0], 4)


@pytest.mark.rule("SP-4")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_deal_alternates(dealer: int) -> None:
    rng = random.Random(4)
    state = spades.new_game(spades.Rules(target=10**6), dealer=dealer)
    for number in range(4):
        state = shuffled(state, number)
        assert (state.dealer, state.actor) == ((dealer + number) % 2, (dealer + number + 1) % 2)
        state = hand_played(state, rng)
        assert state.dealer == (dealer + number) % 2


FIRST, SECOND = "QC 3D AS 2C R* 5H", "KH 3H 9S 8C 4D B*"


@pytest.mark.rule("SP-5")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("chosen", [("look", "look"), ("nil", "look"), ("look", "nil")])
def test_both_see_their_cards_when_both_have_chosen(dealer: int, chosen: tuple[str, str]) -> None:
    state = dealt([FIRST, "", SECOND], dealer=dealer)
    for choice in (*chosen, None):
        if choice:
            assert at(state, spades.Phase.LOOK)
            assert state.face_up == ((), ()) and state.face_down_sizes == (13, 13)
        else:
            assert at(state, spades.Phase.BID)
            assert [set(up.split()) for up in face_up(state)] == [
                set(FIRST.split()),
                set(SECOND.split()),
            ]
            assert state.face_down_sizes == (7, 7)
        for seat in (0, 1, None):
            seen = anything(tws.view(state, seat))
            assert seen.face_up == state.face_up
            assert seen.face_down_sizes == state.face_down_sizes
            if choice or seat is None:
                assert seen.hand is None
            else:
                assert seen.hand == state.hands[2 * seat + 1]
        state = replay(state, [choice]) if choice else state


@pytest.mark.rule("SP-5", "SP-6")
def test_both_see_their_cards_after_two_blind_bids() -> None:
    state = replay(dealt([FIRST, "", SECOND]), ["nil", "double nil"])
    assert at(state, spades.Phase.RAISE) and state.face_down_sizes == (7, 7)
    assert text_of(state.face_up[0]) == "2C QC 3D 5H AS R*"
    for seat in (0, 1):
        assert tws.view(state, seat).hand == state.hands[2 * seat + 1]


@pytest.mark.rule("SP-5")
def test_the_next_hand_begins_unseen() -> None:
    state = hand_played(spades.new_game(), random.Random(1))
    for seat in (0, 1):
        assert tws.view(state, seat).hand == ()
    state = shuffled(state)
    assert (state.face_up, state.face_down_sizes) == (((), ()), (13, 13))
    assert (state.bids, state.tricks, state.books) == ((None, None), (), (0, 0))
    assert {tws.view(state, viewer).hand for viewer in (0, 1, None)} == {None}


# Views of each player and of a spectator (SP-5, AL-3).


def seen_by(state: spades.State, seat: int | None) -> spades.View:
    """Return the view of a seat."""
    view = tws.view(state, seat)
    assert isinstance(view, spades.View)
    return view


@pytest.mark.rule("AL-3")
def test_a_view_becomes_plain_data() -> None:
    hands = ["4C AC 4D 5D 6D 7D", "3C", "5C 3D 8D 9D 10D JD", "KC"]
    state = playing(*hands, overbooks=[3, 14], perfect_bids=[1, 2], scores=[-7, 80])
    state = play(state, "4C 3C 5C KC")
    plain = json.loads(seen_by(state, 1).to_json())
    book = {
        "leader": 0,
        "cards": ["4C", "3C", "5C", "KC"],
        "seats": [0, 0, 1, 1],
        "led": "C",
        "winner": 1,
        "hands": ["dummy", "actual", "dummy", "actual"],
        "winning_hand": "actual",
    }
    assert plain["tricks"] == [book]
    assert plain["trick"]["leader"] == 1 and plain["trick"]["cards"] == []
    assert plain["hand_to_play"] == "actual" and plain["phase"] == "play"
    assert plain["bids"] == ["bid 4", "bid 4"] and plain["stands"] == 2
    assert (plain["books"], plain["called"]) == ([0, 1], [[], []])
    assert list(map(" ".join, plain["face_up"])) == ["AC 4D 5D 6D 7D", "3D 8D 9D 10D JD"]
    assert plain["face_down_sizes"] == [7, 7] and plain["hand_sizes"] == [12] * 4
    assert (plain["overbooks"], plain["perfect_bids"]) == ([3, 14], [1, 2])
    assert plain["scores"] == [-7, 80] and plain["score"] is None
    assert plain["hand"] == plain["legal_moves"] == text_of(state.hands[3]).split()
    assert json.loads(seen_by(state, 0).to_json())["legal_moves"] == []
    assert json.loads(seen_by(state, None).to_json())["hand"] is None


@pytest.mark.rule("SP-15", "AL-3")
def test_the_score_is_public() -> None:
    state = played_out(replay(dealt(taking(8)), ["look", "nil", "bid 7"]))
    for seat in (0, 1, None):
        seen = seen_by(state, seat)
        assert seen.score == tws.score_hand(state) and len(seen.tricks) == 13
        assert [book.winning_hand for book in seen.tricks] == [Hand.ACTUAL] * 13
        first, second = seen.to_dict()["score"]["seats"]
        assert (first["bid"], first["books"], first["points"]) == ("bid 7", 8, 71)
        assert (second["bid"], second["made"], second["contract"]) == ("nil", True, 300)
