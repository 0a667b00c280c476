"""An independent search of whole Duels: cards as texts, and rules written once more."""

from __future__ import annotations

from typing import Any, Final

import twowaystreet as tws
from twowaystreet.games import duel

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
COLOURS: Final = {"R*": "DH", "B*": "CS", "X*": "CDHS"}

Hand = frozenset[str]


def _suit(card: str) -> str:
    return "" if card.endswith("*") else card[-1]


def _follows(hand: Hand, suit: str) -> list[str]:
    """ST-13: a card of the suit led, or a Joker that stands for it; without one, any card."""
    if suit and any(_suit(card) == suit for card in hand):
        return [card for card in hand if _suit(card) == suit or suit in COLOURS.get(card, "")]
    return list(hand)


def _answers(hand: Hand, lead: str) -> list[tuple[str, str]]:
    """Return the answers to a lead, each with the suit led (ST-16 to ST-19)."""
    if not lead.endswith("*"):
        return [(card, _suit(lead)) for card in _follows(hand, _suit(lead))]
    suits = COLOURS[lead]
    if not any(_suit(card) in suits for card in hand if _suit(card)):
        return [(card, "") for card in hand]
    found: list[tuple[str, str]] = []
    for suit in suits:
        if lead != "X*" or any(_suit(card) == suit for card in hand):
            found += [(card, suit) for card in _follows(hand, suit)]
    return found + [(card, "") for card in hand if lead == card == "X*"]


def _answer_wins(lead: str, answer: str, suit: str) -> bool:
    """ST-15: the Red Joker, another Joker, the highest card of the suit led."""

    def power(card: str) -> int:
        if card.endswith("*"):
            return 200 if card == "R*" else 100
        return RANKS.index(card[:-1]) + 1 if _suit(card) == suit else 0

    return power(answer) > power(lead)


def most_tricks(leader: Hand, other: Hand) -> int:
    """Return the tricks that the leader of the next trick can force."""
    known: dict[tuple[Hand, Hand], tuple[int, int]] = {}

    def search(mine: Hand, yours: Hand, need: int) -> bool:
        """Return whether the leader takes the tricks that it needs."""
        size = len(mine)
        low, high = known.get((mine, yours), (0, size))
        if need <= low or need > high:
            return need <= low
        found = any(
            all(
                not search(yours - {card}, mine - {lead}, _rest(size, need, lead, card, suit))
                for card, suit in sorted(_answers(yours, lead), key=lambda one: _cost(lead, *one))
            )
            for lead in sorted(mine, key=_rank, reverse=True)
        )
        low, high = known.get((mine, yours), (0, size))
        known[mine, yours] = (max(low, need), high) if found else (low, min(high, need - 1))
        return found

    return max(need for need in range(len(leader) + 1) if search(leader, other, need))


def _rest(size: int, need: int, lead: str, card: str, suit: str) -> int:
    """Return the tricks with which the next leader, who leads ``size - 1``, stops this one."""
    return size - 1 - (need - (not _answer_wins(lead, card, suit))) + 1


def _cost(lead: str, card: str, suit: str) -> tuple[bool, int]:
    return not _answer_wins(lead, card, suit), _rank(card)


def _rank(card: str) -> int:
    return 13 if card.endswith("*") else RANKS.index(card[:-1])


def tricks_of_leader(state: Any) -> int:  # Any: a Duel of any options
    """Return the tricks that the dealer can force at the first card of the play."""
    assert isinstance(state, duel.State)
    hands = [frozenset(map(str, _hand(state, seat))) for seat in (0, 1)]
    return most_tricks(hands[state.dealer], hands[1 - state.dealer])


def _hand(state: duel.State, seat: int) -> tuple[tws.Card, ...]:
    return tws.view(state, seat).hand or ()
