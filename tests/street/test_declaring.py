"""Exchanges that are refused, and voids that the play shows."""

import pytest

import twowaystreet as tws
from tests.helpers import dealt, play, refused, replay, shuffled, text_of
from tests.street.table import CLUBS, DIAMONDS, HEARTS, SPADES, playing
from twowaystreet import reasons
from twowaystreet.games import street

HAND = "5C 6C 3D 3H 6H 2S 4S 6S 9S 10S"


@pytest.mark.rule("ST-9")
def test_impossible_exchanges_are_refused() -> None:
    state = replay(dealt(street.new_game(), [HAND], "10C QS"), ["low"])
    for text in ("exchange 5C 7C", "exchange 7C 8C", "exchange 5C 5C"):
        reason = refused(state, text, reasons.NotHeld)
        assert reason.rule == "ST-9" and text_of(reason.held) == HAND
    later = replay(state, ["exchange 5C 6C", "low"])
    assert refused(later, "exchange R* B*", reasons.NotHeld).held == later.hands[1]
    for text in ("high", "name C", "5C", "7C"):
        wrong = refused(state, text, reasons.WrongMove)
        assert wrong.rule == "ST-9" and "exchange" in wrong.expected


@pytest.mark.rule("ST-9", "AL-4")
def test_a_card_that_is_named_too_often_is_said_to_be_named_too_often() -> None:
    state = tws.apply(shuffled(street.new_game()), street.Declare(street.Direction.LOW))
    held = state.hands[0]
    first, other = held[0], next(card for card in tws.CARDS[:52] if card not in held)
    reason = refused(state, f"exchange {first} {first}", reasons.NotHeld, "ST-9", "but held once")
    assert reason.repeated == (first,)
    assert reason.explain().startswith(f"{first} is named more than once, but held once: expected")
    for text in (f"exchange {other} {other}", f"exchange {first} {other}"):
        assert refused(state, text, reasons.NotHeld, "ST-9", "not in hand").repeated == ()


def voids(state: street.State) -> list[tuple[int, str, str, str]]:
    found = tws.view(state, None).voids
    assert found == tws.view(state, 1).voids
    return [(void.seat, str(void.suit), str(void.card), void.rule) for void in found]


@pytest.mark.rule("ST-13", "ST-16")
def test_a_player_who_names_no_suit_is_void_in_the_colour() -> None:
    state = playing("R*", f"{CLUBS} B*", f"{SPADES} 2D", HEARTS, players=4)
    state = play(state, "R* 10C")
    shown = [(1, "D", "10C", "ST-16"), (1, "H", "10C", "ST-16")]
    assert voids(state) == shown
    state = replay(state, ["name H"])
    assert voids(state) == shown
    state = play(state, "2D")
    assert voids(state) == [*shown, (2, "H", "2D", "ST-13")]
    state = play(state, "10H")
    assert voids(state) == [*shown, (2, "H", "2D", "ST-13")]


@pytest.mark.rule("ST-18", "ST-19")
def test_tricks_without_a_suit_show_voids_if_a_coloured_joker_was_led() -> None:
    state = playing("X*", f"{CLUBS} X*", f"{SPADES} AH", jokers="two_alike")
    state = play(state, "X* X*")
    assert voids(state) == []
    state = play(replay(state, ["name H"]), "AH")
    assert voids(state) == []
    state = play(playing("B*", f"{HEARTS} AH", f"{DIAMONDS} AD"), "B* AH AD")
    shown = [(1, "AH"), (2, "AD")]
    assert voids(state) == [
        (seat, suit, card, "ST-16") for seat, card in shown for suit in ("C", "S")
    ]
