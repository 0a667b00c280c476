"""Visibility of the pile, exchanges, named suits and voids in Two Way Street."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import play, refused, replay, shuffled
from tests.street.table import playing
from twowaystreet import reasons
from twowaystreet.games import street

CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C"
SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S"
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D 10D"
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H"


def seen(state: street.State, seat: int | None) -> street.View:
    found = tws.view(state, seat)
    assert isinstance(found, street.View)
    return found


@pytest.mark.rule("ST-11")
def test_others_see_an_exchange_but_not_its_cards() -> None:
    state = replay(shuffled(street.new_game()), ["high"])
    (first, *_) = tws.legal_moves(state)
    for viewer in (None, 0, 1, 2, 3):
        event = tws.event_of(state, first, viewer)
        whole = viewer == state.actor
        assert (event.text, event.move) == ((str(first), first) if whole else ("exchange", None))


@pytest.mark.rule("ST-16", "ST-18")
def test_only_the_seat_to_move_sees_the_naming_duty() -> None:
    state = play(playing("R*", f"{CLUBS} 2H"), "R*")
    assert state.actor == 1
    phases = [seen(state, seat).phase for seat in (None, 0, 1, 2)]
    assert phases == [street.Phase.PLAY, street.Phase.PLAY, street.Phase.NAME, street.Phase.PLAY]
    before = shuffled(street.new_game())
    for seat in (None, 0, 1):
        assert seen(before, seat).phase is street.Phase.DECLARE


@pytest.mark.parametrize(
    ("joker", "option", "rule"), [("X*", "one", "ST-18"), ("R*", None, "ST-17")]
)
def test_a_refused_name_cites_the_rule_for_its_joker(
    joker: str, option: str | None, rule: str
) -> None:
    options = {"jokers": option} if option else {}
    state = play(playing(joker, f"{CLUBS} 2H", **options), joker)
    assert refused(state, "name S", reasons.CannotName).rule == rule


def voids(state: street.State) -> list[tuple[int, str, str, str]]:
    found = seen(state, None).voids
    assert found == seen(state, 1).voids
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


@pytest.mark.rule("ST-16")
def test_the_lowest_card_shows_the_void_too() -> None:
    state = play(playing("R*", f"{CLUBS} B*"), "R* 2C")
    assert voids(state) == [(1, "D", "2C", "ST-16"), (1, "H", "2C", "ST-16")]


@pytest.mark.rule("ST-18")
def test_a_joker_on_a_plain_joker_shows_nothing() -> None:
    state = playing("X*", f"{CLUBS} X*", f"{SPADES} AH", jokers="two_alike")
    state = play(state, "X* X*")
    assert voids(state) == []
    state = play(replay(state, ["name H"]), "AH")
    assert voids(state) == []


@pytest.mark.rule("ST-19")
def test_playing_without_naming_shows_voids_in_a_trick_without_a_suit() -> None:
    state = play(playing("B*", f"{HEARTS} AH", f"{DIAMONDS} AD"), "B* AH AD")
    shown = [(1, "AH"), (2, "AD")]
    assert voids(state) == [
        (seat, suit, card, "ST-16") for seat, card in shown for suit in ("C", "S")
    ]
