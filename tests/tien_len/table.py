"""Hands of Tien Len before the play, and the examples of the rules."""

from collections.abc import Sequence
from typing import Any

import twowaystreet as tws
from tests.helpers import AnyState, filled, replay
from twowaystreet.games import tien_len

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
SPADES, CLUBS, DIAMONDS, HEARTS = SUITS = tuple(
    " ".join(rank + suit for rank in RANKS) for suit in "SCDH"
)
"""Each suit as one play, a sequence of thirteen cards."""


ASCENDING = tws.cards(" ".join(rank + suit for rank in RANKS for suit in "SCDH"))
PLACE = {card: place for place, card in enumerate(ASCENDING)}


def documented_order(play: tien_len.PlayCards) -> tuple[int, int, list[int]]:
    """Return the place of a play in the order: kind, number of cards, cards from the top."""
    kind = list(tien_len.Kind).index(play.kind) if play.kind else -1
    return kind, len(play.cards), sorted((PLACE[card] for card in play.cards), reverse=True)


def deal_of(state: AnyState, hands: Sequence[str]) -> tws.Deal:
    """Return a deal with hands for seats 0, 1, ..., filled up with the lowest cards left."""
    return tws.deal_hands(state, filled(state, hands, 13)[0])


def playing(*hands: str, dealer: int = 3, **options: Any) -> tien_len.State:
    """Return a dealt state with these hands; the seat with the three of spades is to lead."""
    state = tien_len.new_game(tien_len.Rules(**options), dealer=dealer)
    return tws.apply(state, deal_of(state, hands))


def after(state: tien_len.State, moves: str) -> tien_len.State:
    """Make the moves with these texts, which semicolons separate."""
    return replay(state, [text.strip() for text in moves.split(";")])


def one_suit_each(moves: str = "", **options: Any) -> tien_len.State:
    """Return a state in which each seat holds a suit: spades, clubs, diamonds, hearts."""
    state = playing(*SUITS, **options)
    return after(state, moves) if moves else state


TWO_OUT = f"{SPADES}; pass; pass; pass; {CLUBS}; pass; pass"
"""Moves after which seats 0 and 1 are out, and seat 2 leads."""
TO_THE_END = f"{TWO_OUT}; 3D; 3H; 4D; pass; {' '.join(DIAMONDS.split()[2:])}"
"""Moves of a whole hand in which seat 3 loses."""


def second_deal(*hands: str, **options: Any) -> tien_len.State:
    state = one_suit_each(TO_THE_END, **options)
    return tws.apply(state, deal_of(state, hands))


def trick(leader: int | None, plays: str = "", winner: int | None = None) -> tien_len.Trick:
    """Return a trick; each play has its seat, a colon and its cards, such as ``0:3S 3H; 1:``."""
    pairs = [play.strip().split(":") for play in plays.split(";") if play]
    made = [tien_len.TrickPlay(int(seat), tuple(sorted(tws.cards(cards)))) for seat, cards in pairs]
    return tien_len.Trick(leader, tuple(made), winner)
