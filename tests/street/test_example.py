"""The worked example: its first hand card by card, then the rest of its score sheet."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import dealt, next_dealer, play, replay, text_of, texts
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


@pytest.mark.rule("ST-10")
def test_derek_could_not_keep_his_hand_by_the_letter() -> None:
    rules = street.Rules()
    state = dealt(street.new_game(rules), [ZAK, KATIE, JEN, DEREK], STOCK)
    moves = [move for moves in TALK for move in moves]
    state = replay(state, moves[:-1])
    assert "keep" not in texts(state)


@pytest.mark.rule("ST-20", "ST-21", "ST-23", "ST-24", "ST-25")
def test_the_score_sheet() -> None:
    totals = [0, 0, 0, 0]
    for declarations, tricks, entries, after in SHEET:
        hand = street.score(declarations.split(), tricks)
        assert " ".join(seat.entry for seat in hand.seats) == entries
        totals = [total + more for total, more in zip(totals, hand.points, strict=True)]
        assert totals == after
    assert max(totals) >= street.Rules().target > 16


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
