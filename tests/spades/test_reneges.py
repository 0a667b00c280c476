"""Reneges that are refused, or played, shown and called (SP-14)."""

from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import play, refused, texts
from tests.reference.hands import check_hand
from tests.spades.table import SPADES, playing
from twowaystreet import reasons
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand

# The dummy of player 0 leads the queen of hearts. The actual hand of player 1 can take every book.
HANDS = [
    "QH 3H 4H 5H 6H 7H 8H 9H 10H JH 2C 3C 4C",
    "5C 6C 7C 8C 9C 10C JC QC KC AC 3D 4D 5D",
    "3S 4S 5S 6S 6D 7D 8D 9D 10D JD QD KD AD",
    "R* B* 2S AS KS QS JS 10S 9S 8S 7S KH AH",
]
CALLS = ["renege 1", "renege 2", "renege 3"]


def swapped(hands: list[str], dealer: int) -> list[str]:
    """Return the hands for player 1 as dealer, else with both players exchanged."""
    return hands if dealer else hands[2:] + hands[:2]


def others(state: spades.State) -> spades.State:
    """Play the first legal card for everybody, up to the dealer's actual hand."""
    while (state.actor, state.hand_to_play) != (state.dealer, Hand.ACTUAL):
        state = tws.apply(state, tws.Play(cards_of(state)[0]))
    return state


def cards_of(state: spades.State) -> list[tws.Card]:
    return [move.card for move in tws.legal_moves(state) if isinstance(move, tws.Play)]


def reneged(books: int = 1, *, dealer: int = 1, **options: Any) -> spades.State:
    """Return a state after the dealer ruffed a heart illegally and took ``books`` with spades."""
    state = playing(*swapped(HANDS, dealer), dealer=dealer, renege="penalised", **options)
    state = others(play(state, "QH"))
    for lead in SPADES.split()[:books]:
        state = others(play(state, lead))
    return state


@pytest.mark.rule("SP-10", "SP-14")
def test_reneges_are_refused_unless_the_option_allows_them() -> None:
    state = others(play(playing(*HANDS), "QH"))
    assert texts(state) == ["KH", "AH"]
    for text in ("R*", "9S"):
        assert refused(state, text, reasons.MustFollow).rule == "SP-10"
    for text in (*CALLS, "no renege"):
        assert refused(state, text, reasons.WrongMove).rule == "SP-9"


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("books", [2, 4])
def test_a_renege_is_called_once_it_is_shown(books: int, dealer: int) -> None:
    state = reneged(books, dealer=dealer)
    caller = 1 - dealer
    assert state.books[dealer] == books
    # No card has shown yet that the hand had hearts.
    elsewhere = play(state, str(cards_of(state)[-1]))
    assert (elsewhere.actor, elsewhere.phase) == (caller, spades.Phase.PLAY)
    for text in (*CALLS, "no renege"):
        assert refused(elsewhere, text, reasons.WrongMove).rule == "SP-9"
    state = play(state, "KH")
    # The caller is asked at each own turn, with either hand, for up to three existing books.
    for hand in Hand:
        assert (state.actor, state.hand_to_play, state.phase) == (caller, hand, spades.Phase.CALL)
        cards = list(map(str, cards_of(state)))
        assert texts(state) == CALLS[:books] + cards and cards
        for text in (*CALLS[books:], "no renege"):
            reason = refused(state, text, reasons.NotOffered)
            assert (reason.rule, reason.expected) == ("SP-14", ", ".join(CALLS[:books]))
        for text in ("look", "stand", "bid 4", "nil"):
            assert refused(state, text, reasons.WrongMove).rule == "SP-14"
        rule = "SP-13" if hand is Hand.DUMMY and state.trick.cards else "SP-12"
        rule = rule if hand is Hand.DUMMY else "AL-5"
        assert refused(state, "AH", reasons.NotHeld).rule == rule
        state = play(state, cards[0])
    # The other player has nothing to call.
    assert (state.actor, state.phase) == (dealer, spades.Phase.PLAY)


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize("number", [24, 198])
def test_calls_after_the_last_book_are_those_of_the_reference(number: int) -> None:
    """In these random hands one player or both may call a renege then, and some do not."""
    check_hand("spades", 20, number)
