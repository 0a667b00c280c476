"""Whole games, options, and views of each seat (BR-1 to BR-3, BR-7 to BR-9, BR-12, BR-13)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, TIED, again, dealt, hands_of, lay, played
from tests.helpers import Hostile, anything
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.errors import quoted
from twowaystreet.games import brag, twos
from twowaystreet.games.brag import Lay

WON = (
    "9C 9D 9H / AS KS QS / AC AD JH",
    "2C 3D 5H / 7C 7D KH / 4S 6H QD",
    "2D 3H 5C / 4C 6D 8H / 7S JC 10C",
)
ODD = ("2H 3C 4S 5C 6H 7C 9C 10H JD", "2S 3D 4H 5D 6C 7D 9D 10D JC")


@pytest.mark.rule("BR-3", "BR-12")
def test_the_pot_stays_and_grows() -> None:
    """The case brag-pot-of-two-deals."""
    state = played(*TIED)
    assert state.antes == 1 and state.scores == (0, 0, 0)
    state = again(state, *WON)
    assert tws.score_hand(state).antes == 2 and state.antes == 0
    assert tws.score_hand(state).points == state.scores == (4, -2, -2)
    # The next pot has one ante of each player again.
    state = again(state, *WON[1:], WON[0])
    assert tws.score_hand(state).antes == 1 and state.scores == (3, -3, 0)


@pytest.mark.rule("BR-12", "BR-13")
def test_a_pot_left_at_the_end_is_nobodys() -> None:
    state = played(*TIED, antes=3, max_hands=1)
    assert state.is_over and state.antes == 4 and state.scores == (0, 0, 0)
    assert state.winners == (0, 1, 2)


@pytest.mark.rule("BR-13", "AL-2")
def test_the_most_stakes_win() -> None:
    for scores, winners in (
        ([0, 0, 0, 0], (0,)),
        ([-3, 1, 2, 0], (2,)),
        ([-3, 1, 1, 1], (0, 1, 2, 3)),
        ([-4, 2, 2, 0], (1, 2)),
    ):
        start = brag.new_game(brag.Rules(max_hands=6), dealer=3, scores=scores, hands_played=5)
        state = again(start, *NINE)
        assert state.is_over and state.winners == winners
        assert state.scores == (scores[0] + 3, *(score - 1 for score in scores[1:]))


# Valid and invalid options of Brag, and openings of a match.


MOST = {9: 5, 7: 7, 6: 8}


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        brag.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    shown = f"{error.field}={quoted(error.value)}: expected {error.expected} ({error.rule})"
    assert str(error) == shown
    return error


@pytest.mark.rule("BR-1")
@pytest.mark.parametrize("cards", MOST)
def test_cards_and_players(cards: int) -> None:
    for players in range(2, MOST[cards] + 1):
        rules = brag.Rules(cards=cards, players=players)
        assert (rules.cards, rules.seats) == (cards, players)
        assert rules.hands == (3 if cards == 9 else 2)
    for players in (-1, 0, 1, MOST[cards] + 1, 9, 52):
        assert (refusal(cards=cards, players=players).rule) == "BR-1"
    assert refusal(cards=7, players=8).expected == "a whole number, 2 to 7 with cards=7"


@pytest.mark.rule("BR-1", "BR-4", "BR-13")
def test_other_values_are_refused() -> None:
    assert refusal(cards=8).expected == "6, 7 or 9"
    assert refusal(cards=5).expected == "a whole number, 6 to 9; not 8"
    for value in (None, "", "Everywhere", "prial", 0, True, Hostile(), twos.Phase.PLAY):
        error = refusal(high_rank=value)
        assert (error.rule, error.expected) == ("BR-4", "one of everywhere, prials")
    assert refusal(max_hands=None).rule == "BR-13"


@pytest.mark.rule("BR-12")
def test_impossible_antes_are_refused() -> None:
    for value in (-1, 1.0, True, None, "1", [1], (1, 1, 1, 1), 10**9 + 1, Hostile()):
        with pytest.raises(tws.RulesError, match=r"^antes=") as caught:
            brag.new_game(antes=anything(value))
        assert caught.value.rule == "BR-12" and caught.value.value is value


EVERYBODY = (None, 0, 1, 2, 3)
HANDS = tuple(text.replace("/", "") for text in NINE)
LAID = tuple(Lay(hands_of(text)).hands for text in NINE)


def seen_by(state: brag.State, seat: int | None) -> brag.View:
    """Return the view of a seat."""
    return tws.view(state, seat)


def named_in(view: brag.View) -> set[tws.Card]:
    """Return all cards that the JSON of a view names."""
    text = json.dumps(view.to_dict()).replace('"', " ").replace("/", " ")
    return {card for card in FRENCH_DECK if f" {card} " in f" {text} "}


@pytest.mark.rule("BR-8", "BR-9", "AL-3")
def test_lays_are_secret_until_the_dealer_has_laid() -> None:
    state = dealt(*HANDS)
    for count in range(5):
        for seat in EVERYBODY:
            seen = seen_by(state, seat)
            assert type(seen) is brag.View and seen.antes == state.antes
            assert seen.has_laid == tuple(one < count for one in range(4)) == state.has_laid
            known = [count == 4 or (one == seat and one < count) for one in range(4)]
            for one in range(4):
                assert seen.laid[one] == (LAID[one] if known[one] else None)
            own = () if seat is not None and seat < count else tws.cards(HANDS[seat or 0])
            assert seen.hand == (None if seat is None else tuple(sorted(own)))
            assert seen.hand_sizes == tuple(0 if one < count else 9 for one in range(4))
            assert seen.stock_size == 16 and seen.shown == ((),) * 4
            mine = seat is not None and seat == state.actor
            moves = {True: 280, False: None if seat is None else 0}[mine]
            assert (None if seen.legal_moves is None else len(seen.legal_moves)) == moves
            open_hands = [HANDS[one] for one in range(4) if count == 4 or one == seat]
            allowed = set(tws.cards(" ".join(open_hands)))
            assert named_in(seen) == allowed
        if count < 4:
            state = tws.apply(state, Lay(hands_of(NINE[count])))
    assert state.hand_over


# Contradictions.


def _set(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Return a function that sets the value at a path, the last item."""
    *steps, last, value = path

    def change(data: dict[str, Any]) -> None:
        inside: Any = data
        for step in steps:
            inside = inside[step]
        inside[last] = value

    return change


def _swap_cards(data: dict[str, Any]) -> None:
    data["laid"][0][0] = data["laid"][0][0][::-1]


def _swap_hands(data: dict[str, Any]) -> None:
    data["laid"][0] = data["laid"][0][::-1]


def _another_players(data: dict[str, Any]) -> None:
    data["laid"][1] = data["laid"][0]


IN_HAND: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "too few lays": (_set("laid", [None] * 3), "laid: expected those of 4 seats"),
    "too many lays": (_set("laid", [None] * 5), "laid: expected those of 4 seats"),
    "too few words": (_set("has_laid", [True]), "has_laid: expected those of 4 seats"),
    "too many shown": (_set("shown", [[]] * 9), "shown: expected those of 4 seats"),
    "negative antes": (_set("antes", -1), "antes: expected 0 or more, found -1"),
    "another seat has laid": (_set("has_laid", 2, True), "has_laid: expected the seats from"),
    "nobody has laid": (_set("has_laid", 0, False), "has_laid: expected the seats from"),
    "own lay missing": (_set("laid", 0, None), "laid[0]: expected the hands of a seat"),
    "the lay of another": (_another_players, "laid[1]: expected the hands of a seat"),
    "two hands": (_set("laid", 0, [["2C", "3C", "4C"]] * 2), "laid[0]: expected 3 hands of three"),
    "no hands": (_set("laid", 0, []), "laid[0]: expected 3 hands of three"),
    "two cards": (_set("laid", 0, 2, ["KS", "AS"]), "laid[0]: expected 3 hands of three"),
    "cards in disorder": (_swap_cards, "laid[0]: expected 3 hands of three in the order"),
    "hands in disorder": (_swap_hands, "laid[0]: expected 3 hands of three in the order"),
    "sizes": (_set("hand_sizes", 2, 8), "hand_sizes: expected (0, 0, 9, 9), which follow"),
    "stock": (_set("stock_size", 15), "stock_size: expected 16, the cards that are not dealt"),
    "no stock": (_set("stock_size", None), "stock_size: expected 16"),
    "own hand": (_set("hand", ["2H"]), "hand: expected the number of cards in hand_sizes"),
    "no hand": (_set("hand", None), "hand: expected the number of cards in hand_sizes"),
    "cards shown": (_set("shown", 2, ["2H", "2S"]), "shown: expected no cards, as the deal"),
    "a card twice": (_set("laid", 0, 1, ["9C", "9C", "9H"]), "hand, laid, shown: expected each"),
    "a Joker": (_set("laid", 0, 2, ["KS", "AS", "R*"]), "hand, laid, shown: expected each card"),
}


def check_refused(seen: brag.View, change: Callable[[dict[str, Any]], None], fault: str) -> None:
    """Check that a view is read back, and refused after a change."""
    data = seen.to_dict()
    assert brag.View.from_dict(data) == seen
    change(data)
    with pytest.raises(tws.RecordError) as caught:
        brag.View.from_dict(data)
    assert str(caught.value).startswith(fault), caught.value


@pytest.mark.rule("BR-1", "BR-8", "BR-9")
@pytest.mark.parametrize("name", IN_HAND)
def test_views_that_contradict_the_rules_are_refused(name: str) -> None:
    check_refused(seen_by(lay(dealt(*HANDS), *NINE[:2]), 0), *IN_HAND[name])


@pytest.mark.rule("BR-7", "BR-9")
def test_contradictions_after_the_hand_are_refused() -> None:
    over = seen_by(played(*NINE), 1)
    check_refused(over, _set("has_laid", 3, False), "has_laid: expected the seats")
    check_refused(over, _set("laid", 3, None), "laid[3]: expected the hands")
    check_refused(over, _set("laid", 0, over.to_dict()["laid"][1]), "hand, laid, shown: expected")
    check_refused(over, _set("shown", 0, ["2C"]), "shown: expected no cards")
    wrong = "score: expected that of the hands laid"
    check_refused(over, _set("score", "seats", 1, "hands", []), wrong)
    check_refused(over, _set("score", "best", 0, [1, 2]), wrong)
    dead = seen_by(dealt(FOUR_PAIRS, "2H 3C 4S 5C 6H 7C 9C 10H JD"), 1)
    for cards in (["2H"], ["2C"] * 2, ["3D"] * 10):
        check_refused(dead, _set("shown", 0, cards), "hand, laid, shown: expected each card")
    for cards in (["2C"], ["KS"]):
        check_refused(dead, _set("shown", 1, cards), "hand, laid, shown: expected each card")
    check_refused(dead, _set("laid", 1, [["2C", "3C", "4C"]] * 3), "laid[1]: expected the hands")
    # The seat's own shown cards are in its hand, too.
    own = seen_by(dealt(FOUR_PAIRS, "2H 3C 4S 5C 6H 7C 9C 10H JD"), 0)
    assert set(own.shown[0]) < set(own.hand or ())
    fresh = seen_by(brag.new_game(), 0)
    check_refused(fresh, _set("stock_size", 52), "stock_size: expected 0")
    check_refused(fresh, _set("hand_sizes", 0, 9), "hand_sizes: expected (0, 0, 0, 0)")


def test_a_view_of_the_wrong_seat_is_refused() -> None:
    seen = seen_by(lay(dealt(*HANDS), *NINE[:2]), 0)
    check_refused(seen, _set("seat", 1), "laid[0]: expected the hands of a seat")
    with pytest.raises(TypeError):
        anything(brag.View)(seen.seat)
