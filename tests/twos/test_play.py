"""Dealing, following, wild twos, winning tricks (TW-1 to TW-7)."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import play, refused, text_of, texts
from tests.twos.table import after_trick, playing
from twowaystreet import Suit, cards, reasons
from twowaystreet._core.cards.cards import in_suits
from twowaystreet.games import twos

SUITS = "CDHS"


@pytest.mark.rule("TW-1", "TW-2")
@pytest.mark.parametrize("dealer", range(4))
def test_single_cards_are_dealt_from_the_left_of_the_dealer(dealer: int) -> None:
    state = twos.new_game(dealer=dealer)
    pack = state.rules.pack.cards
    assert state.rules.seats == 4 and len(set(pack)) == len(pack) == 52
    assert all(one.suit for one in pack)
    state = tws.apply(state, tws.Deal(pack))
    for place in range(4):
        assert state.hands[(dealer + 1 + place) % 4] == pack[place::4]
    assert list(map(len, state.hands)) == [13] * 4 and state.stock == ()
    first = (dealer + 1) % 4
    assert (state.phase, state.actor, state.dealer) == (twos.Phase.PLAY, first, dealer)
    assert state.trick == tws.Trick(first, (), (), None)
    assert not state.needs_deal and state.catches == ()


@pytest.mark.rule("TW-3")
def test_any_card_may_be_led() -> None:
    hand = "2C AC 3D KD 2H 9H 10H JH 3S 4S 5S 6S AS"
    assert texts(playing(hand)) == hand.split()


LONG = {"C": "4C 5C 6C 7C", "D": "4D 5D 6D 7D", "H": "4H 5H 6H 7H", "S": "4S 5S 6S 7S"}


@pytest.mark.rule("TW-3", "TW-4", "TW-5")
@pytest.mark.parametrize("suit", SUITS)
def test_a_player_follows_suit_or_plays_a_two(suit: str) -> None:
    others = [other for other in SUITS if other != suit]
    first, second, third = others
    fill = " ".join(LONG[other] for other in others)
    trio = f"8{first} 8{second} 8{third}"

    def legal_cards(hand: str) -> set[str]:
        """Return the legal cards of this hand after a lead that is higher than all its cards."""
        full = [*hand.split(), *fill.split()][:13]
        state = play(playing(f"A{suit}", " ".join(full)), f"A{suit}")
        assert state.actor == 1
        for one in set(full) - set(texts(state)):
            expected = f"expected one of {in_suits(cards(' '.join(texts(state))))}"
            reason = refused(state, one, reasons.MustFollow, "TW-3", f"{Suit(suit).word} were led")
            assert reason.explain().endswith(expected)
            assert reason.suit == suit and list(map(str, reason.allowed)) == texts(state)
        return set(texts(state))

    # Any card of the suit, low or high, and any two.
    assert legal_cards(f"3{suit} K{suit}") == {f"3{suit}", f"K{suit}"}
    assert legal_cards(f"3{suit} 2{first} 2{second} 2{third} {trio}") == {
        f"3{suit}",
        *(f"2{other}" for other in others),
    }
    # The two of the suit belongs to it: a hand with only this card of the suit plays a two.
    assert legal_cards(f"2{suit} {trio}") == {f"2{suit}"}
    assert legal_cards(f"2{suit} 2{second} {trio}") == {f"2{suit}", f"2{second}"}
    assert legal_cards(f"2{suit} Q{suit}") == {f"2{suit}", f"Q{suit}"}
    # A hand void in the suit plays any card, even if it holds a two of another suit.
    free = [f"2{first}", f"2{third}", f"3{first}", *fill.split()][:13]
    assert legal_cards(" ".join(free)) == set(free)


@pytest.mark.rule("TW-5")
@pytest.mark.parametrize("suit", SUITS)
def test_a_led_two_sets_the_suit_to_follow(suit: str) -> None:
    other = "D" if suit == "C" else "C"
    follower = f"5{suit} K{suit} 2{other} 4{other} 6{other} 7{other} 8{other} 9{other}"
    rest = [f"{rank}{other}" for rank in ("10", "J", "Q", "K", "A")]
    state = play(playing(f"2{suit}", f"{follower} {' '.join(rest)}"), f"2{suit}")
    assert state.trick.led == suit
    assert set(texts(state)) == {f"5{suit}", f"K{suit}", f"2{other}"}


TRICKS = [
    # The examples of the source: in the second one 2H wins, as 3D belongs to another suit.
    ("6H QH 5H 2D", 3),
    ("KD 2H 2D 3D", 1),
    ("AH 3H 5H 2H", 1),
    ("AH 2C 3C 2S", 2),
    # Without a two the highest card of the suit led wins.
    ("5H AC KD 6H", 3),
    ("JC QC KC AC", 3),
    ("4C AD AH AS", 0),
    ("3C 3D 3H 3S", 0),
    # The first two wins, led or not, of the suit led or not.
    ("2H AH KH QH", 0),
    ("2C 2D 2H 2S", 0),
    ("AS 2S KS QS", 1),
    ("AS KC 2H 2D", 2),
    ("5S 2C 2S AS", 1),
    # The three of the first two's suit wins, before or after it, of the suit led or not.
    ("2H 3H AH 5H", 1),
    ("2H AS KD 3H", 3),
    ("3H 2H AH 5H", 0),
    ("AH 2S 3S KH", 2),
    ("AH 3S 2S KH", 1),
    ("3C 2D 2C 3D", 3),
    ("3S 3H 2H 2S", 1),
    # Other threes are ordinary cards.
    ("2H 3C 3D 3S", 0),
    ("3S 2C 3D 3H", 1),
]


@pytest.mark.rule("TW-6", "TW-7")
@pytest.mark.parametrize(("plays", "place"), TRICKS)
@pytest.mark.parametrize("dealer", [1, 3])
def test_the_winner_of_a_trick(plays: str, place: int, dealer: int) -> None:
    state = after_trick(plays, dealer)
    (trick,) = state.tricks
    winner = (dealer + 1 + place) % 4
    assert (text_of(trick.cards), trick.led, trick.winner) == (
        plays,
        str(trick.cards[0])[-1],
        winner,
    )
    assert (state.trick.leader, state.actor) == (winner, winner)
