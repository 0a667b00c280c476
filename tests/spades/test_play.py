"""The pack, the deal, the visible cards and the play (SP-1 to SP-5, SP-10 to SP-13)."""

from itertools import combinations

import pytest

import twowaystreet as tws
from tests.helpers import anything, at, card, play, refused, replay, texts
from tests.spades.table import CLUBS, DIAMONDS, HEARTS, SPADES, dealt, face_up, playing
from twowaystreet import Suit, reasons
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand


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


LEADS = "2S 10S JS QS KS R*"


@pytest.mark.rule("SP-9", "SP-12")
def test_any_card_may_be_led() -> None:
    state = playing(LEADS, "B* 3C 4D 5H 6C")
    assert texts(state) == LEADS.split()
    # The dummy leads a heart that turns up; the actual hand that takes it may lead any card.
    state = play(playing("3C 5C 6C 7C 8C 9C", "AC 4D 5H 6S B* KC", "4C", "2C"), "3C AC 4C 2C")
    assert (state.actor, state.hand_to_play) == (0, Hand.ACTUAL)
    assert texts(state) == list(map(str, state.hands[1])) and len(texts(state)) == 12


@pytest.mark.rule("SP-10")
@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        ("3H", "4H KH 5D 6S R* AC", "4H KH"),
        ("3D", "4D 5H 6S B* AC", "4D"),
        ("3S", "4H 5D 6S R* B*", "6S R* B*"),
        ("3S", "4H 5D R* AC", "R*"),
        ("R*", "4H 5D 6S B*", "6S B*"),
        ("B*", "4H 5D 3S", "3S"),
    ],
)
def test_an_actual_hand_follows_suit(led: str, hand: str, allowed: str) -> None:
    full = [*hand.split(), *CLUBS.split()][:13]
    state = play(playing(led, " ".join(full)), led)
    held = list(map(str, state.hands[1]))
    assert (state.actor, state.hand_to_play) == (0, Hand.ACTUAL)
    assert set(texts(state)) == set(allowed.split())
    suit = card(led).suit or Suit.SPADES
    assert state.trick.led is suit
    for one in held:
        if one not in allowed.split():
            reason = refused(state, one, reasons.MustFollow)
            assert (reason.rule, reason.suit) == ("SP-10", suit)
            assert list(map(str, reason.allowed)) == texts(state)
            assert suit.word in reason.explain()
    gone = refused(state, led, reasons.NotHeld)
    assert (gone.rule, list(map(str, gone.held))) == ("AL-5", held)


@pytest.mark.rule("SP-11")
@pytest.mark.parametrize(
    ("plays", "number"),
    [
        ("3H 9H AH KH", 2),
        ("3H AD 4H KC", 2),
        ("3H AC AD KC", 0),
        ("3H 3S 4H KC", 1),
        ("3H AS 2S KC", 2),
        ("3H AS 2S B*", 3),
        ("3H R* 2S B*", 1),
        ("3S AD 4S KC", 2),
        ("R* AS 4S KC", 0),
        ("4S AH B* AS", 2),
    ],
)
def test_the_taker_of_a_book(plays: str, number: int) -> None:
    first, second, third, last = plays.split()
    away = CLUBS.split()[:9] + DIAMONDS.split()[:3]
    state = play(playing(first, second, " ".join([third, *away]), last, renege="penalised"), plays)
    assert (state.actor, state.hand_to_play) == (number // 2, list(Hand)[number % 2])
    assert state.tricks[0].winner == number // 2
    assert state.books == ((1, 0), (0, 1))[number // 2]


@pytest.mark.rule("SP-5", "SP-12")
def test_a_dummy_leads_a_face_up_card() -> None:
    hands = ["R* B* 2S AS KS QS 9H 8D 7C JS 10S 9S 8S", "3C 4C 5C 6C 8C 9C", "10C", "JC"]
    state = playing(*hands)
    for number in range(6):
        up = hands[0].split()[number:6]
        assert set(texts(state)) == set(up) == set(face_up(state)[0].split())
        assert state.face_down_sizes[0] == 7
        # A face-down card cannot be led, and the refusal does not reveal it.
        reason = refused(state, "9H", reasons.NotHeld)
        assert set(map(str, reason.held)) == set(up)
        state = play(state, up[0])
        while len(state.tricks) == number:  # the others play their first legal card
            state = tws.apply(state, tws.legal_moves(state)[0])
        assert (state.actor, state.hand_to_play) == (0, Hand.DUMMY)
    # No card lies face up any more: the next card is turned up and must be led.
    assert texts(state) == ["9H"] and face_up(state)[0] == "9H"
    assert state.face_down_sizes[0] == 6
    for seat in (0, 1, None):
        assert anything(tws.view(state, seat)).face_up == state.face_up
    refused(state, "8D", reasons.NotHeld)


@pytest.mark.rule("SP-1", "SP-5", "SP-13")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(
    ("led", "up", "down", "allowed", "turned"),
    [
        # Face-up cards of the suit led, spades or not.
        ("3H", "4H KH AS R* 5D 6D", "5H QH 8D 9D 10D JD QD", "4H KH", 6),
        ("3S", "4S AS R* 4H 5H 5D", "2S KS 8D 9D 10D JD QD", "4S AS R*", 6),
        ("R*", "4S B* 8D 4H 5H 5D", "2S KS 6D 9D 10D JD QD", "4S B*", 6),
        # Face-up spades, Jokers among them.
        ("3H", "4S AS R* 4D 5D 6D", "5H QH 8D 9D 10D JD QD", "4S AS R*", 6),
        ("3H", "B* 4C 5C 4D 5D 6D", "5H QH 8D 9D 10D JD QD", "B*", 6),
        # Turned up one by one until one is of the suit led or a spade.
        ("3H", "4C 5C 7C 4D 5D 6D", "5H QH 2S 9D 10D JD QD", "5H", 7),
        ("3H", "4C 5C 7C 4D 5D 6D", "8D 9D QH 2S 10D JD QD", "QH", 9),
        ("3H", "4C 5C 7C 4D 5D 6D", "8D 9D 2S QH 10D JD QD", "2S", 9),
        ("3H", "4C 5C 7C 4D 5D 6D", "8D 9D 10D JD QD KD R*", "R*", 13),
        ("3S", "4C 5C 7C 4D 5D 6D", "8D B* 2S QH 10D JD QD", "B*", 8),
        ("B*", "4C 5C 7C 4D 5D 6D", "8D 9D 10D 3S 2S JD QD", "3S", 10),
        # All cards are turned up, and none of them fits: any card.
        ("3H", "4C 5C 7C 4D 5D 6D", "8D 9D 10D JD QD KD AD", None, 13),
        ("3S", "4C 5C 7C 4D 5D 6D", "8D 9D 10D JD QD KD AH", None, 13),
    ],
)
def test_a_dummy_follows_suit_or_turns_cards_up(
    dealer: int, led: str, up: str, down: str, allowed: str | None, turned: int
) -> None:
    leader, follower = [led, "", f"{up} {down}", ""], 1
    if dealer == 0:
        leader, follower = [f"{up} {down}", "", led, ""], 0
    state = play(playing(*leader, dealer=dealer, renege="penalised"), led)
    assert state.face_down_sizes[follower] == 7
    state = tws.apply(state, tws.legal_moves(state)[0])
    assert (state.actor, state.hand_to_play) == (follower, Hand.DUMMY)
    lying = [*up.split(), *down.split()]
    shown = lying[:turned]
    wanted = lying if allowed is None else allowed.split()
    assert set(texts(state)) == set(wanted)
    assert set(face_up(state)[follower].split()) == set(shown)
    assert state.face_down_sizes[follower] == 13 - turned
    for seat in (0, 1, None):
        assert anything(tws.view(state, seat)).face_up == state.face_up
    suit = card(led).suit or Suit.SPADES
    for text in lying:
        if text in wanted:
            continue
        if text not in shown:
            reason = refused(state, text, reasons.NotHeld)
            assert set(map(str, reason.held)) == set(shown)
            assert not set(reason.explain().split()[1:]) & (set(lying) - set(shown))
        elif any((card(one).suit or Suit.SPADES) is suit for one in wanted):
            follow = refused(state, text, reasons.MustFollow)
            assert (follow.rule, follow.suit) == ("SP-13", suit)
            assert set(map(str, follow.allowed)) == set(wanted)
        else:
            trump = refused(state, text, reasons.MustTrump)
            assert (trump.rule, trump.suit, trump.trumps) == ("SP-13", suit, Suit.SPADES)
            assert set(map(str, trump.allowed)) == set(wanted)
    # The turned-up cards stay face up.
    state = tws.apply(state, tws.legal_moves(state)[0])
    assert state.face_down_sizes[follower] == 13 - turned
    assert len(state.face_up[follower]) == turned - 1


@pytest.mark.rule("SP-5", "SP-12", "AL-5")
@pytest.mark.parametrize("renege", ["impossible", "penalised"])
def test_cards_that_are_not_held_are_refused(renege: str) -> None:
    state = playing("KC QC 3D 4D 5H 6H R* AS", "AC 3C", "4C", "5C", renege=renege)
    hidden = set(map(str, state.hands[0])) - set(face_up(state)[0].split())
    assert len(hidden) == 7
    for one in state.rules.pack.cards:
        if str(one) in texts(state):
            continue
        # The answer is the same for cards in the player's own hand, in another hand and face down.
        reason = refused(state, tws.Play(one), reasons.NotHeld)
        assert (reason.rule, reason.held) == ("SP-12", state.face_up[0])
        assert reason.missing == (one,)
        assert not (hidden - {str(one)}) & set(reason.explain().split())
    state = play(state, "KC")
    for text in ("R*", "QC", "4C", "5C"):
        reason = refused(state, text, reasons.NotHeld)
        assert (reason.rule, reason.held) == ("AL-5", state.hands[1])
    refused(state, "X*", reasons.NotHeld)
    refused(state, "2D", reasons.NotHeld)
