"""Dealing, naming trumps, drawing (TD-1 to TD-3)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything, card, play, refused, replay, text_of, texts
from tests.twenty_down.table import deal_of, dealt, drawing
from twowaystreet import Suit, cards, reasons
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase

HAND = "7C AD 8H 9H KS"
STOCK = "AC AH AS QC QD QH QS KC KD KH 10S 9S"


@pytest.mark.rule("TD-1", "TD-2")
@pytest.mark.parametrize("dealer", range(4))
def test_the_deal_is_two_cards_and_then_three(dealer: int) -> None:
    state = twenty_down.new_game(dealer=dealer)
    pack = state.rules.pack.cards
    assert state.rules.seats == 4 and len(pack) == 32
    assert text_of(pack[:8]) == "7C 8C 9C 10C JC QC KC AC"
    assert [str(one)[:-1] for one in pack] == ["7", "8", "9", "10", "J", "Q", "K", "A"] * 4
    named = tws.apply(state, tws.Deal(pack))
    first = (dealer + 1) % 4
    seats = [(first + place) % 4 for place in range(4)]
    for place, seat in enumerate(seats):
        assert named.hands[seat] == pack[2 * place : 2 * place + 2]
    assert named.stock == pack[8:] and named.trumps is None
    assert (named.phase, named.actor, named.namer) == (Phase.TRUMP, first, first)
    assert {*named.statuses, *named.discards} == {None}
    assert named.trick == tws.Trick(first, (), (), None)
    after = replay(named, ["trump D"])
    for place, seat in enumerate(seats):
        more = pack[8 + 3 * place : 11 + 3 * place]
        assert after.hands[seat] == tuple(sorted([*named.hands[seat], *more]))
    assert after.stock == pack[20:] and len(after.stock) == 12
    assert (after.phase, after.actor, after.trumps) == (Phase.DRAW, first, Suit.DIAMONDS)
    assert {*after.statuses, *after.discards} == {None}


@pytest.mark.rule("TD-2")
@pytest.mark.parametrize("suit", Suit)
def test_any_suit_may_be_named(suit: Suit) -> None:
    state = dealt("7C 8C")
    assert texts(state) == ["trump C", "trump D", "trump H", "trump S"]
    after = tws.apply(state, twenty_down.Trump(suit))
    assert after.trumps is suit and after.phase is Phase.DRAW
    for text in ("7C", "draw", "draw 7C", "in", "out"):
        refused(state, text, reasons.WrongMove, "TD-2", "expected trump and a suit")
    refused(after, "trump C", reasons.WrongMove, "TD-3", "expected draw and up to 3 cards")


@pytest.mark.rule("TD-1")
def test_a_deal_must_be_the_pack() -> None:
    state = twenty_down.new_game()
    pack = list(state.rules.pack.cards)
    short = refused(state, tws.Deal(pack[1:]), reasons.WrongPack, "AL-4", "missing 7C")
    assert (short.missing, short.extra) == (cards("7C"), ())
    twice = refused(
        state, tws.Deal([*pack[:-1], card("7C")]), reasons.WrongPack, "AL-4", "every card"
    )
    assert (twice.missing, twice.extra) == (cards("AS"), cards("7C"))
    for foreign in ("6C", "2H", "R*"):
        reason = refused(
            state, tws.Deal([*pack[:-1], card(foreign)]), reasons.WrongPack, "AL-4", foreign
        )
        assert (reason.missing, reason.extra) == (cards("AS"), cards(foreign))
    long = refused(state, tws.Deal([*pack, card("AS")]), reasons.WrongPack, "AL-4", "extra AS")
    assert (long.missing, long.extra) == ((), cards("AS"))
    whole = [one for one in tws.CARDS if one.suit]
    assert len(refused(state, tws.Deal(whole), reasons.WrongPack, "AL-4").extra) == 20
    assert refused(state, tws.Deal([]), reasons.WrongPack, "AL-4").missing == tuple(pack)


@pytest.mark.rule("TD-3")
@pytest.mark.parametrize("given", ["", "AD", "9H 7C", "KS 8H AD"])
def test_a_player_draws_as_many_cards_as_they_discard(given: str) -> None:
    before = drawing(HAND, stock=STOCK)
    after = replay(before, [f"draw {given}"])
    count = len(given.split())
    assert after.discards == (tuple(sorted(cards(given))), None, None, None)
    kept = set(HAND.split()) - set(given.split())
    assert set(map(str, after.hands[0])) == {*kept, *STOCK.split()[:count]}
    assert len(after.hands[0]) == 5 and after.hands[0] == tuple(sorted(after.hands[0]))
    assert after.hands[1:] == before.hands[1:]
    assert text_of(after.stock) == " ".join(STOCK.split()[count:])
    assert (after.phase, after.actor) == (Phase.DRAW, 1)


@pytest.mark.rule("TD-3")
@pytest.mark.parametrize("dealer", range(4))
def test_everybody_draws_once_from_the_left_of_the_dealer(dealer: int) -> None:
    state = drawing(stock=STOCK, dealer=dealer)
    top = STOCK.split()
    for place, count in enumerate((3, 0, 2, 3)):
        seat = (dealer + 1 + place) % 4
        assert (state.actor, state.phase) == (seat, Phase.DRAW)
        hand = state.hands[seat]
        state = tws.apply(state, twenty_down.Draw(hand[:count]))
        assert state.discards[seat] == hand[:count]
        drawn = [top.pop(0) for _ in range(count)]
        assert set(map(str, state.hands[seat])) == {*map(str, hand[count:]), *drawn}
        assert list(map(str, state.stock)) == top
    assert state.phase is Phase.DECLARE and list(map(len, state.hands)) == [5] * 4
    assert len(top) == 4
    refused(state, "draw", reasons.WrongMove, "TD-4", "expected in or out")


@pytest.mark.rule("TD-3")
def test_all_four_may_draw_three() -> None:
    state = drawing(stock=STOCK)
    for seat in range(4):
        state = tws.apply(state, twenty_down.Draw(state.hands[seat][:3]))
    assert state.stock == () and list(map(len, state.hands)) == [5] * 4
    drawn = [one for hand in state.hands for one in hand if str(one) in STOCK.split()]
    assert len(drawn) == 12
    found = {one for some in state.discards for one in some or ()}
    assert len(found) == 12 and not found & {one for hand in state.hands for one in hand}


@pytest.mark.rule("TD-3")
def test_draws_are_listed_once_with_the_smallest_first() -> None:
    held = HAND.split()
    wanted = [" ".join(["draw", *some]) for count in range(4) for some in combinations(held, count)]
    assert len(wanted) == len(set(wanted)) == 1 + 5 + 10 + 10
    assert texts(drawing(HAND)) == wanted


@pytest.mark.rule("TD-3")
def test_impossible_draws_are_refused() -> None:
    state = drawing(HAND, stock=STOCK)
    moves: tuple[Any, ...] = (
        "draw 8C",
        "draw 7C 8C",
        "draw AC",
        "draw 2C",
        "draw R*",
        "draw 7C 7C",
        "draw 7C AD 7C",
    )
    for move in moves:
        reason = refused(
            state, move, reasons.NotHeld, "TD-3", "expected cards among KS 8H 9H 7C AD"
        )
        assert text_of(reason.held) == HAND
    for text in ("in", "out", "trump C", "7C", "8C"):
        refused(state, text, reasons.WrongMove, "TD-3", "expected draw and up to 3 cards")
    refused(state, deal_of(twenty_down.new_game()), reasons.NoDealDue, "AL-2", "must end first")
    after = play(state, "draw")
    assert refused(after, "draw 7C", reasons.NotHeld, "TD-3").held == after.hands[1]
    assert HAND not in str(tws.legal_moves(after))


@pytest.mark.rule("TD-3", "AL-3")
def test_only_the_owner_sees_discards() -> None:
    state = drawing(HAND, stock=STOCK)
    for number, text in enumerate(["draw 7C AD", "draw", "draw"], start=1):
        state = replay(state, [text])
        for seat in (None, 0, 1, 2, 3):
            seen = anything(tws.view(state, seat))
            own = [state.discards[other] if other == seat else None for other in range(4)]
            assert seen.discards == tuple(own)
            assert seen.discard_sizes == (2, 0, 0, None)[:number] + (None,) * (4 - number)
            assert seen.stock_size == 10
