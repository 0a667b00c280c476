"""The worked example, and what each seat sees."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import dealt, next_dealer, play, refused, replay, text_of, texts
from tests.street.table import playing
from twowaystreet import reasons
from twowaystreet.games import street

NAMES = ["Zak", "Katie", "Jen", "Derek"]
ZAK = "5C 6C 2S 4S 6S 9S 10S 3H 6H 3D"
KATIE = "4C 8C QC KC 3S 7S JS 10H KH AD"
JEN = "2C 3C 7C 9C AC 5S 8S 2H 2D 4D"
DEREK = "JC KS AS QH AH 9D 10D QD R* B*"
STOCK = "10C QS 7D JD 8H JH"

TALK = [
    ("low", "exchange 9S 10S"),
    ("high", "exchange 4C 3S"),
    ("low", "exchange AC 8S"),
    ("high", "keep"),
]
TRICKS = [
    # The cards from the leader on, the suit led, the winner of the trick.
    ("QS 7S 5S KS", "S", "Derek"),
    ("AD 4D R* 3D", "D", "Derek"),
    ("2D 9D 10C JD", "D", "Katie"),
    ("AH 6H 10H JH", "H", "Derek"),
    ("6C QC 9C B*", "C", "Derek"),
    ("KH 8H QH 3H", "H", "Katie"),
    ("2C JC 5C KC", "C", "Katie"),
    ("QD 6S 7D 7C", "D", "Derek"),
    ("2S JS 3C AS", "S", "Derek"),
    ("8C 2H 10D 4S", "C", "Katie"),
]
SHEET = [
    ("LD HD LD HD", [0, 4, 0, 6], "LD,6-4:2 HD,4-4:0 LD,6-4:2 HD,6-4:2", [4, 0, 4, 4]),
    ("LD HD LD LD", [0, 8, 1, 1], "LD,6-5:1 HD,8-5:3 LD,5-5:0 LD,5-5:0", [6, 6, 4, 4]),
    ("LD LD HD HD", [0, 0, 5, 5], "LD,6-5:1 LD,6-5:1 HD,5-5:0 HD,5-5:0", [8, 8, 4, 4]),
    ("LD HD HD LD", [0, 8, 2, 0], "LD,6-2:4 HD,8-2:6 HD,2-2:0 LD,6-2:4", [16, 20, 4, 12]),
]


def start() -> street.State:
    """The game of the example, dealt."""
    rules = street.Rules(exchange=street.ExchangeRule.OPTIONAL)
    return dealt(street.new_game(rules), [ZAK, KATIE, JEN, DEREK], STOCK)


@pytest.mark.rule("ST-5", "ST-7", "ST-9", "ST-10")
def test_the_declarations_and_exchanges() -> None:
    state = start()
    for seat, (direction, exchange) in enumerate(TALK):
        assert (state.actor, state.phase, texts(state)) == (seat, "declare", ["high", "low"])
        state = replay(state, [direction])
        assert (state.actor, state.phase) == (seat, "exchange")
        assert exchange in texts(state)
        state = replay(state, [exchange])
    assert list(map(str, state.declarations)) == ["LD", "HD", "LD", "HD"]
    assert [text_of(one.drawn) for one in state.exchanged if one] == [
        "10C QS",
        "7D JD",
        "8H JH",
        "",
    ]
    assert text_of(state.hands[3]) == "JC 9D 10D QD QH AH KS AS R* B*"


@pytest.mark.rule("ST-11")
def test_the_cards_under_the_stock() -> None:
    state = replay(start(), [move for moves in TALK for move in moves])
    assert text_of(state.stock[-6:]) == "9S 10S 4C 3S AC 8S"


@pytest.mark.rule("ST-12", "ST-13", "ST-15", "ST-20", "ST-21", "ST-23", "ST-25")
def test_the_play() -> None:
    state = replay(start(), [move for moves in TALK for move in moves])
    for number, (cards, led, winner) in enumerate(TRICKS):
        leader = number % 4
        for place, card in enumerate(cards.split()):
            assert state.actor == (leader + place) % 4
            assert card in texts(state)
            state = play(state, card)
        trick = state.tricks[-1]
        assert (trick.leader, text_of(trick.cards), trick.led) == (leader, cards, led)
        assert trick.winner == NAMES.index(winner)
    score = tws.score_hand(state)
    assert [seat.tricks for seat in score.seats] == [0, 4, 0, 6]
    assert " ".join(seat.entry for seat in score.seats) == SHEET[0][2]
    assert list(score.points) == list(state.scores) == SHEET[0][3]
    assert (score.case, score.penalty) == ("B", 4)
    assert state.hand_over and state.needs_deal and not state.is_over
    assert state.phase is street.Phase.HAND_OVER and state.hands_played == 1
    assert state.dealer == 0 and next_dealer(state) == 1


@pytest.mark.rule("ST-25")
def test_the_score_sheet_as_text() -> None:
    hands = [street.score(declarations.split(), tricks) for declarations, tricks, _, _ in SHEET]
    wanted = """\
Zak      | Katie    | Jen      | Derek
LD,6-4:2 | HD,4-4:0 | LD,6-4:2 | HD,6-4:2
4        | 0        | 4        | 4
LD,6-5:1 | HD,8-5:3 | LD,5-5:0 | LD,5-5:0
6        | 6        | 4        | 4
LD,6-5:1 | LD,6-5:1 | HD,5-5:0 | HD,5-5:0
8        | 8        | 4        | 4
LD,6-2:4 | HD,8-2:6 | HD,2-2:0 | LD,6-2:4
16       | 20       | 4        | 12"""
    assert tws.score_sheet(NAMES, hands) == wanted
    assert tws.score_sheet(NAMES, iter(hands)) == wanted
    later = tws.score_sheet(NAMES, hands[1:], scores=[4, 0, 4, 4]).splitlines()
    lines = wanted.splitlines()
    assert later == [lines[0], lines[2], *lines[3:]]


CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C"
SPADES = "2S 3S 4S 5S 6S 7S 8S 9S 10S"
DIAMONDS = "2D 3D 4D 5D 6D 7D 8D 9D 10D"
HEARTS = "2H 3H 4H 5H 6H 7H 8H 9H 10H"


def seen(state: street.State, seat: int | None) -> street.View:
    found = tws.view(state, seat)
    assert isinstance(found, street.View)
    return found


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
