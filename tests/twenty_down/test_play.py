"""Moves as values and texts, and the play."""

from collections.abc import Callable
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything, card, play, refused, replay, text_of, texts
from tests.twenty_down.table import after_trick, playing
from twowaystreet import Card, Suit, cards, reasons
from twowaystreet.errors import quoted
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Declare, Draw, Phase, Status, Trump

FRESH = twenty_down.new_game()
MOVES: list[tuple[tws.Move, str]] = [
    *((Trump(suit), f"trump {suit.value}") for suit in Suit),
    (Draw(), "draw"),
    (Draw(cards("AS")), "draw AS"),
    (Draw(cards("8D 7C")), "draw 7C 8D"),
    (Draw(cards("KS 10H 7H")), "draw 7H 10H KS"),
    (Draw(cards("7C 7C")), "draw 7C 7C"),
    (Declare(Status.IN), "in"),
    (Declare(Status.OUT), "out"),
    (tws.Play(card("10H")), "10H"),
]


@pytest.mark.rule("TD-2", "TD-3", "TD-4")
@pytest.mark.parametrize(("move", "text"), MOVES, ids=str)
def test_texts(move: tws.Move, text: str) -> None:
    assert str(move) == text
    for again in (text, f" {text.replace(' ', ' , ')} "):
        read = tws.parse_move(FRESH, again)
        assert read == move and type(read) is type(move) and hash(read) == hash(move)


@pytest.mark.rule("TD-3")
def test_the_cards_of_a_draw_stand_in_order() -> None:
    draw = Draw(cards("AS 7C 9H"))
    assert draw.cards == cards("7C 9H AS") and draw == Draw(iter(cards("9H AS 7C")))
    assert Draw() == Draw([]) == Draw(()) and Draw().cards == ()
    names = {"Draw": Draw, "Card": Card}
    assert eval(repr(draw), names) == draw
    assert len({Draw(), Draw(cards("7C")), Draw(cards("7C 7C")), draw}) == 4


Build = Callable[[Any], tws.Move]
NO_SUITS: tuple[object, ...] = (None, 1, "", "h", "♥", "X", "R*", [], "hearts", True, Status.IN)
NO_WORDS: tuple[object, ...] = (None, 1, "", "IN", "In", "yes", True, False, [], {}, Suit.CLUBS)
NO_CARDS: tuple[object, ...] = (
    *(None, 7, "7C", "7", [None], ["7C"], [card("7C"), "8C"], [[card("7C")]], card("7C")),
    *([Suit.CLUBS], [Draw()]),
)
TOO_MANY: tuple[object, ...] = (cards("7C 8C 9C 10C"), [*cards("7C 7C 7C 7C")], tws.CARDS)


@pytest.mark.rule("TD-2", "TD-3", "TD-4")
@pytest.mark.parametrize(
    ("build", "impossible", "expected"),
    [
        (Trump, NO_SUITS, "a suit: C, D, H or S"),
        (Declare, NO_WORDS, "in or out"),
        (Draw, NO_CARDS, "ard"),
        (Draw, TOO_MANY, "at most 3 cards"),
    ],
)
def test_impossible_parts_are_refused(
    build: Build, impossible: tuple[object, ...], expected: str
) -> None:
    for part in impossible:
        with pytest.raises(tws.IllegalMove) as caught:
            build(part)
        error = caught.value
        assert isinstance(error.reason, reasons.Malformed), part
        assert error.reason.rule is None and expected in error.reason.expected
        assert str(error).startswith(f"{quoted(error.move)}: ")
        assert error.reason.expected in str(error)
        assert error.move is part or error.move in anything(part)


SUITS = "CDHS"


@pytest.mark.rule("TD-6")
def test_any_card_may_be_led() -> None:
    hand = "7C 9D AH 10S KS"
    assert texts(playing(hand)) == hand.split()
    state = play(playing(hand, words="in out in"), "9D")
    assert state.trick == tws.Trick(0, cards("9D"), (0,), Suit.DIAMONDS)
    assert (state.actor, state.phase) == (1, Phase.PLAY)
    state = replay(state, texts(state)[:1])
    assert state.trick.seats == (0, 1) and state.actor == 3


def legal_cards(hand: str, led: str, trumps: str, must_trump: bool = True) -> str:
    """Return the legal cards of a hand; check the reason for refusing each other card."""
    state = playing(led, hand, trumps=trumps, must_trump=must_trump)
    state = play(state, led)
    assert state.actor == 1 and text_of(state.hands[1]) == hand
    allowed = texts(state)
    suit, trump = Suit(led[-1]), Suit(trumps)
    words = f"{suit.word} were led"
    expected = f"expected one of {' '.join(allowed)} (TD-7)"
    for one in hand.split():
        if one in allowed:
            assert tws.apply(state, tws.parse_move(state, one)).actor == 2
        elif any(other[-1] == suit for other in hand.split()):
            follow = refused(state, one, reasons.MustFollow, "TD-7", words, expected)
            assert follow.suit is suit and list(map(str, follow.allowed)) == allowed
        else:
            also = f"{trump.word} are trumps"
            ruff = refused(state, one, reasons.MustTrump, "TD-7", words, also, expected)
            assert (ruff.suit, ruff.trumps) == (suit, trump)
            assert list(map(str, ruff.allowed)) == allowed
    return " ".join(allowed)


@pytest.mark.rule("TD-7")
@pytest.mark.parametrize("must_trump", [True, False])
@pytest.mark.parametrize("led", SUITS)
@pytest.mark.parametrize("trumps", SUITS)
def test_a_player_follows_suit_or_trumps(led: str, trumps: str, must_trump: bool) -> None:
    sides = [suit for suit in SUITS if suit not in (led, trumps)]
    side, last = sides[:2]
    # A hand with the suit led follows it, with a low card or a high one.
    hand = in_order(f"7{led} A{led} 8{side} 9{side} {'8' if led != trumps else '10'}{trumps}")
    of_suit = " ".join(one for one in hand.split() if one[-1] == led)
    assert legal_cards(hand, f"Q{led}", trumps, must_trump) == of_suit
    # Neither the suit led nor a trump: any card.
    free = in_order(f"7{side} A{side} 8{side} 9{last} J{last}")
    assert legal_cards(free, f"Q{led}", trumps, must_trump) == free
    if led != trumps:
        # No card of the suit led: a trump if that is a duty, low or high.
        ruffing = in_order(f"7{trumps} A{trumps} 8{side} 9{side} J{last}")
        ruffs = f"7{trumps} A{trumps}" if must_trump else ruffing
        assert legal_cards(ruffing, f"Q{led}", trumps, must_trump) == ruffs


def in_order(hand: str) -> str:
    return text_of(sorted(cards(hand)))


@pytest.mark.rule("TD-7")
def test_a_player_need_not_overtrump() -> None:
    hands = ["AC KC", "9H 7D 8D 9D 10D", "7H AH KD QD JD", "7S 8S 9S 10S JS"]
    state = play(playing(*hands, trumps="H"), "AC 9H")
    assert texts(state) == ["7H", "AH"]
    state = play(state, "7H")
    assert texts(state) == hands[3].split()
    assert play(state, "7S").tricks[0].winner == 1


TRICKS = [
    # Cards, trumps, place of the winner. Without a trump: the highest card of the suit led.
    ("7C 8C AC KC", "S", 2),
    ("AC KC QC JC", "S", 0),
    ("10C 9C 8C 7C", "S", 0),
    ("9C 10C JC QC", "D", 3),
    ("7C AD AH KD", "S", 0),
    ("7C AD 8C AH", "S", 2),
    # The highest trump, wherever it was played.
    ("AC KC QC 7S", "S", 3),
    ("AC 7S KC 8S", "S", 3),
    ("AC 8S KC 7S", "S", 1),
    ("AC JS 10S QS", "S", 3),
    ("AC 7S AD AH", "S", 1),
    ("AS 7D 7C 7H", "H", 3),
    # Trumps led.
    ("7H AH KH 8H", "H", 1),
    ("7D AC AH AS", "D", 0),
    ("7D AC 8D AS", "D", 2),
]


@pytest.mark.rule("TD-8", "TD-6")
@pytest.mark.parametrize(("plays", "trumps", "place"), TRICKS)
@pytest.mark.parametrize("dealer", [0, 3])
def test_the_winner_of_a_trick(plays: str, trumps: str, place: int, dealer: int) -> None:
    state = after_trick(plays, trumps, dealer=dealer)
    (trick,) = state.tricks
    winner = (dealer + 1 + place) % 4
    led = str(cards(plays)[0])[-1]
    assert (text_of(trick.cards), trick.led, trick.winner) == (plays, led, winner)
    assert (state.trick, state.actor) == (tws.Trick(winner, (), (), None), winner)


@pytest.mark.rule("TD-6", "TD-8")
def test_only_players_who_are_in_win_tricks() -> None:
    # Seat 1, who is out, holds the highest trumps.
    hands = ["7C 8C 9C 10C JC", "AS KS QS JS 10S", "7S AD KD QD JD", "AC AH KH QH JH"]
    state = playing(*hands, trumps="S", words="out in in")
    state = play(state, "JC 7S")
    assert (state.actor, texts(state)) == (3, ["AC"])
    state = play(state, "AC")
    assert state.tricks == (tws.Trick(0, cards("JC 7S AC"), (0, 2, 3), Suit.CLUBS, 2),)
    assert state.actor == 2 and text_of(sorted(state.hands[1])) == "10S JS QS KS AS"
