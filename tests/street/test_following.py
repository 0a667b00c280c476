"""Playing cards: following suit, Jokers, the order of leaders, winning tricks (ST-12 to ST-15)."""

from __future__ import annotations

import random

import pytest

import twowaystreet as tws
from tests.helpers import dealt, hand_played, play, refused, replay, shuffled, text_of, texts
from tests.street.table import playing
from twowaystreet import Suit, cards, reasons
from twowaystreet.games import street

FILL = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC"


@pytest.mark.rule("ST-12")
@pytest.mark.parametrize(("players", "dealer"), [(3, 0), (4, 2), (7, 6)])
def test_each_player_leads_in_turn_independent_of_the_winner(players: int, dealer: int) -> None:
    state = shuffled(street.new_game(street.Rules(players=players), dealer=dealer), seed=dealer)
    state = hand_played(state, random.Random(players))
    assert len(state.tricks) == 10
    for number, trick in enumerate(state.tricks):
        leader = (dealer + number) % players
        assert trick.leader == leader
        assert trick.seats == tuple((leader + place) % players for place in range(players))
        assert trick.winner is not None and len(trick.cards) == players
    assert len({trick.winner == trick.leader for trick in state.tricks}) == 2


@pytest.mark.rule("ST-12")
def test_the_trick_on_the_table() -> None:
    state = playing("QS 2C 3C", "7S AS 4C", "5S KS 5C")
    assert (state.actor, state.phase) == (0, street.Phase.PLAY)
    assert state.trick == tws.Trick(0, (), (), None)
    state = play(state, "QS 7S")
    assert state.trick == tws.Trick(0, cards("QS 7S"), (0, 1), Suit.SPADES)
    assert state.tricks == () and state.actor == 2
    state = play(state, "KS")
    assert state.tricks == (tws.Trick(0, cards("QS 7S KS"), (0, 1, 2), Suit.SPADES, 2),)
    assert state.trick == tws.Trick(1, (), (), None) and state.actor == 1
    assert "QS" not in text_of(state.hands[0]) and list(map(len, state.hands)) == [9, 9, 9]


@pytest.mark.rule("ST-12")
def test_any_card_may_be_led() -> None:
    state = playing("2C AS 3H 4D R* B*")
    assert texts(state) == list(map(str, state.hands[0]))


@pytest.mark.rule("ST-13", "ST-14")
@pytest.mark.parametrize(
    ("hand", "led", "jokers", "allowed"),
    [
        ("2H KH 5D 5S R* B*", "3H", "red_and_black", "2H KH R*"),
        ("2D 5H R* B*", "3D", "red_and_black", "2D R*"),
        ("2S KS 5D R* B*", "3S", "red_and_black", "2S KS B*"),
        ("2C 5D R* B*", "KC", "red_and_black", "2C B*"),
        ("2C 5D R*", "KC", "red_and_black", "2C"),
        ("2H KH 5D X* X*", "3H", "two_alike", "2H KH X*"),
        ("2S 5D X*", "3S", "one", "2S X*"),
        ("2H 5D", "3H", "none", "2H"),
    ],
)
def test_a_player_follows_suit(hand: str, led: str, jokers: str, allowed: str) -> None:
    state = play(playing(f"{led}", hand, jokers=jokers, decks=2), led)
    filler = [one for one in texts(state) if one not in hand.split()]
    suit = Suit(led[-1])
    assert all(one.endswith(suit) for one in filler)
    assert [one for one in texts(state) if one in hand.split()] == allowed.split()
    for one in tws.cards(hand):
        if str(one) not in allowed.split():
            reason = refused(state, tws.Play(one), reasons.MustFollow)
            assert (reason.rule, reason.suit) == ("ST-13", suit)
            assert list(map(str, reason.allowed)) == texts(state)
            assert suit.word in reason.explain()


@pytest.mark.rule("ST-13", "ST-14")
@pytest.mark.parametrize(
    ("joker", "jokers"),
    [("R*", "red_and_black"), ("B*", "red_and_black"), ("X*", "one"), ("2D", "none")],
)
def test_without_the_suit_any_card_may_be_played(joker: str, jokers: str) -> None:
    # A Joker of the colour does not have to follow.
    hand = f"2C 3C 4C 5C 6C 7C 8C 2S 3S {joker}"
    state = play(playing("3H", hand, jokers=jokers), "3H")
    assert sorted(texts(state)) == sorted(hand.split())


@pytest.mark.rule("AL-4")
def test_equal_cards_are_one_move_and_each_is_played_once() -> None:
    state = playing(f"{FILL[:-3]} 2C", "3D", players=6)
    assert texts(state).count("2C") == 1
    state = play(state, "2C")
    assert text_of(state.hands[0]).count("2C") == 1
    assert len(state.hands[0]) == 9


@pytest.mark.rule("AL-4")
def test_cards_that_are_not_held_are_refused() -> None:
    state = playing("2C 3C", "4C 5C")
    reason = refused(state, "4C", reasons.NotHeld)
    assert reason.rule == "AL-4" and reason.held == state.hands[0]
    assert reason.missing == cards("4C")
    assert reason.explain().startswith("4C is not in hand: expected cards among 2C 3C")
    after = play(state, "2C")
    for text in ("2C", "X*"):
        held = refused(after, text, reasons.NotHeld).held
        assert (
            held == after.hands[1]
        )  # The reason names the hand of the player to move, not of another player.


@pytest.mark.rule("ST-12")
def test_only_plays_are_accepted() -> None:
    state = playing("2C 3C")
    for text in ("high", "keep", "exchange 2C 3C", "name C"):
        assert "a card" in refused(state, text, reasons.WrongMove).expected


@pytest.mark.rule("ST-15")
@pytest.mark.parametrize(
    ("plays", "led", "winner"),
    [
        ("3H AH 2H", "H", 1),
        ("3H 4H R*", "H", 2),
        ("3H R* AH", "H", 1),
        ("3S B* AS", "S", 1),
        ("3H 4C AS", "H", 0),
        ("3H B* AH", "H", 1),
    ],
)
def test_the_winner_of_a_trick(plays: str, led: str, winner: int) -> None:
    fill = {"C": "2S 4S 5S 6S 7S 8S 9S 10S JS", "H": "2C 3C 5C 6C 7C 8C 9C 10C JC"}
    first, second, third = plays.split()
    hands = [
        first,
        f"{second} {fill['C']}",
        f"{third} 2D 3D 4D 5D 6D 7D 8D 9D 10D",
    ]
    state = play(playing(*hands, fill="5H 6H 7H 8H 9H 10H JH QH KH"), plays)
    assert state.tricks[0].winner == winner and state.tricks[0].led == led


@pytest.mark.rule("ST-15")
def test_the_first_of_equal_cards_wins_the_trick() -> None:
    state = playing("3H", "AH", "AH", "2H", players=6)
    state = play(state, "3H AH AH 2H")
    while not state.tricks:
        follow = [one for one in texts(state) if not one.startswith(("A", "R", "B"))]
        state = replay(state, follow[:1])
    assert state.tricks[0].winner == 1


@pytest.mark.rule("ST-5")
def test_hands_can_be_chosen() -> None:
    state = dealt(street.new_game(), ["R* B* 2C"], "AS AH")
    assert text_of(state.hands[0]).startswith("2C") and text_of(state.hands[0]).endswith("R* B*")
    assert text_of(state.stock[:2]) == "AS AH"
