"""Following suit and naming a suit (ST-13 to ST-19)."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import play, refused, replay, text_of, texts
from tests.street.table import playing
from twowaystreet import Suit, cards, reasons
from twowaystreet.games import street
from twowaystreet.games.street import Phase


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
    hands = [first, f"{second} {fill['C']}", f"{third} 2D 3D 4D 5D 6D 7D 8D 9D 10D"]
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


CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C"
SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S"
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D 10D"
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H"


@pytest.mark.rule("ST-16", "ST-17")
@pytest.mark.parametrize(
    ("joker", "second", "either", "held"),
    [
        ("R*", f"{CLUBS} 2H", "D H", "H"),
        ("R*", f"{CLUBS} 2D", "D H", "D"),
        ("R*", "2C 3C 4C 5C 6C 7C 8C 2D 2H B*", "D H", "D H"),
        ("B*", f"{DIAMONDS} 2S", "C S", "S"),
        ("B*", f"{DIAMONDS} 2C", "C S", "C"),
        ("B*", "2D 3D 4D 5D 6D 7D 8D 2C 2S R*", "C S", "C S"),
    ],
)
def test_a_coloured_joker_led(joker: str, second: str, either: str, held: str) -> None:
    for option, wanted in (("either", either), ("held", held)):
        state = play(playing(joker, second, named_suit=option), joker)
        assert (state.phase, state.actor) == (Phase.NAME, 1)
        assert state.trick.led is None
        assert texts(state) == [f"name {suit}" for suit in wanted.split()]
        for suit in Suit:
            if suit not in wanted:
                reason = refused(state, f"name {suit}", reasons.CannotName)
                assert reason.rule == "ST-17"
                assert list(reason.allowed) == wanted.split()
            else:
                named = replay(state, [f"name {suit}"])
                assert (named.phase, named.actor) == (Phase.PLAY, 1)
                assert named.trick.led is suit


@pytest.mark.rule("ST-16")
def test_the_suit_must_be_named_before_playing() -> None:
    state = play(playing("R*", f"{CLUBS} 2H"), "R*")
    for text in ("2H", "2C", "B*", "AS"):
        with pytest.raises(tws.IllegalMove, match="name"):
            tws.apply(state, tws.parse_move(state, text))


@pytest.mark.rule("ST-16", "ST-19")
def test_the_naming_duty_passes_to_the_next_player_with_the_colour() -> None:
    state = playing("R*", f"{CLUBS} B*", f"{SPADES} 2D", HEARTS, players=4)
    state = play(state, "R*")
    # Seat 1 has no red card: it plays any card, Jokers too, and names no suit.
    assert (state.phase, state.actor) == (Phase.PLAY, 1)
    assert texts(state) == [*CLUBS.split(), "B*"]
    refused(state, "name D", reasons.WrongMove)
    state = play(state, "10C")
    assert (state.phase, state.actor) == (Phase.NAME, 2) and state.trick.led is None
    state = replay(state, ["name H"])
    state = play(state, "2D")  # The hand holds no heart.
    assert state.actor == 3 and all(one.endswith("H") for one in texts(state))
    state = play(state, "10H")
    assert state.tricks[0] == tws.Trick(0, cards("R* 10C 2D 10H"), (0, 1, 2, 3), Suit.HEARTS, 0)


@pytest.mark.rule("ST-19", "ST-15")
def test_a_trick_may_have_no_named_suit() -> None:
    state = play(playing("B*", f"{HEARTS} AH", f"{DIAMONDS} AD"), "B* AH AD")
    assert state.tricks[0] == tws.Trick(0, cards("B* AH AD"), (0, 1, 2), None, 0)
    assert state.phase is Phase.PLAY and state.actor == 1


@pytest.mark.rule("ST-18")
def test_a_plain_joker_led() -> None:
    for option in ("either", "held"):  # The option concerns coloured Jokers only.
        state = playing("X*", f"{CLUBS} X*", jokers="two_alike", named_suit=option)
        state = play(state, "X*")
        assert (state.phase, state.actor) == (Phase.NAME, 1)
        assert texts(state) == ["name C", "X*"]
        assert list(refused(state, "name H", reasons.CannotName).allowed) == ["C"]
        reason = refused(state, "2C", reasons.MustName)
        assert (list(reason.allowed), list(reason.cards)) == (["C"], list(cards("X*")))
        refused(state, "AS", reasons.NotHeld)


@pytest.mark.rule("ST-18")
def test_only_held_suits_can_be_named() -> None:
    state = playing("X*", "2C 3C 4C 5C 6C 7C 2D 3D 4D AS", jokers="one")
    assert texts(play(state, "X*")) == ["name C", "name D", "name S"]


@pytest.mark.rule("ST-19")
def test_only_jokers_in_hand() -> None:
    # Five decks with two plain Jokers each can give a hand of only Jokers.
    state = playing("X*", "X* " * 9 + "2C", "AH", decks=5, jokers="two_alike")
    state = play(state, "X*")
    assert (state.phase, texts(state)) == (Phase.NAME, ["name C", "X*"])
    only = playing("2H 3H 4H 5H 6H 7H 8H 9H 10H AH", "X* " * 10, decks=6, jokers="two_alike")
    only = play(only, "AH")
    assert texts(only) == ["X*"]
    led = playing("X*", "X* " * 10, "AH", decks=6, jokers="two_alike")
    led = play(led, "X*")
    assert (led.phase, texts(led), led.trick.led) == (Phase.PLAY, ["X*"], None)
    refused(led, "name C", reasons.WrongMove)


@pytest.mark.rule("ST-16")
def test_a_suit_is_named_only_once() -> None:
    state = replay(play(playing("R*", f"{CLUBS} 2H"), "R*"), ["name H"])
    refused(state, "name D", reasons.WrongMove)
    state = play(state, "2H")
    refused(state, "name D", reasons.WrongMove)
    for text in ("high", "keep", "exchange 2C 3C"):
        refused(play(playing("R*", f"{CLUBS} 2H"), "R*"), text, reasons.WrongMove)
