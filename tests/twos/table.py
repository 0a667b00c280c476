"""Hands of Twos before the play, single tricks, and one whole hand with its score."""

from typing import Any

import twowaystreet as tws
from tests.helpers import play
from tests.tien_len.table import deal_of
from twowaystreet.games import twos
from twowaystreet.games.twos.score import PRICE

HANDS = (
    "2D 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
    "2C 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD",
    "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH",
    "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS",
)
PLAYS = """
    3C 2C AH AS    AC AD KH KS    KC KD 2H QS    QH 2S 2D 3D    JS QC QD JH    10S JC JD 10H
    9S 4C 4D 3H    8S 5C 5D 4H    7S 6C 6D 5H    6S 7C 7D 6H    5S 8C 8D 7H    4S 9C 9D 8H
    3S 10C 10D 9H
"""
"""A whole hand; seat 0 leads. 3C catches 2C, and in the fourth trick 2S catches 2D."""
TWO, THREE = PRICE.values()
POINTS = (6 + THREE - TWO, -THREE, 3, 7 + TWO)
"""The points of each seat, by the prices of a catch."""


def playing(*hands: str, dealer: int = 3, **options: Any) -> twos.State:
    """Return a dealt state with these hands; by default seat 0 leads."""
    state = twos.new_game(twos.Rules(**options), dealer=dealer)
    return tws.apply(state, deal_of(state, hands))


def after_trick(cards: str, dealer: int = 3) -> twos.State:
    """Play one trick with these cards; the player to the dealer's left leads.

    The leader holds the rest of the suit led, so that the others need not follow.
    """
    played = cards.split()
    rest = [str(one) for one in tws.CARDS if str(one)[-1] == played[0][-1]]
    led = [one for one in rest if one not in played]
    hands = [" ".join([played[0], *led]), *played[1:]]
    seats = [hands[(seat - dealer - 1) % 4] for seat in range(4)]
    return play(playing(*seats, dealer=dealer), cards)


def scripted(rules: twos.Rules | None = None, **opening: Any) -> twos.State:
    """Return the end of the whole hand above, the first of a match with this opening."""
    state = twos.new_game(rules, dealer=3, **opening)
    return play(tws.apply(state, deal_of(state, HANDS)), PLAYS)
