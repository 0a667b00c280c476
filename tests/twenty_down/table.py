"""Hands of Twenty Down before the play, single tricks, and one whole hand."""

from collections.abc import Sequence
from typing import Any

import twowaystreet as tws
from tests.helpers import AnyState, at, filled, next_dealer, play, replay
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase, Status

ALL_IN = "in in in"


def deal_of(state: AnyState, hands: Sequence[str] = (), stock: str = "") -> tws.Deal:
    """Return a deal that gives seats 0, 1, ... these hands and puts these cards on the stock.

    The first two cards of a hand are dealt before trumps are named. Each hand shorter than five
    cards is filled up with the lowest cards left.
    """
    chosen, rest = filled(state, hands, 5, stock=stock)
    order = [chosen[(next_dealer(state) + 1 + place) % 4] for place in range(4)]
    first = [one for hand in order for one in hand[:2]]
    more = [one for hand in order for one in hand[2:]]
    return tws.Deal([*first, *more, *rest])


def dealt(*hands: str, stock: str = "", dealer: int = 3, **options: Any) -> twenty_down.State:
    """Return a state after two cards each; by default seat 0 names trumps."""
    state = twenty_down.new_game(twenty_down.Rules(**options), dealer=dealer)
    return tws.apply(state, deal_of(state, hands, stock))


def drawing(*hands: str, trumps: str = "S", **how: Any) -> twenty_down.State:
    """Return a state after trumps were named; no player has drawn."""
    return replay(dealt(*hands, **how), [f"trump {trumps}"])


def declaring(*hands: str, trumps: str = "S", **how: Any) -> twenty_down.State:
    """Return a state after trumps were named and everybody kept all five cards."""
    return play(drawing(*hands, trumps=trumps, **how), "draw draw draw draw")


def playing(*hands: str, trumps: str = "S", words: str = ALL_IN, **how: Any) -> twenty_down.State:
    """Return a state in the play; ``words`` lists the declarations of the players who are asked."""
    state = declaring(*hands, trumps=trumps, **how)
    return state if at(state, Phase.PLAY) else play(state, words)


def after_trick(cards: str, trumps: str, dealer: int = 3) -> twenty_down.State:
    """Play one trick with these cards; the player to the dealer's left leads.

    Apart from these cards only the leader may hold trumps or the suit led.
    """
    played = cards.split()
    apart = {played[0][-1], trumps}
    pack = map(str, twenty_down.Rules().pack.cards)
    spare = [one for one in pack if one not in played and one[-1] not in apart]
    hands = [played[0]]
    for one in played[1:]:
        hands.append(" ".join([one, *spare[:4]]))
        del spare[:4]
    seats = [hands[(seat - dealer - 1) % 4] for seat in range(4)]
    return play(playing(*seats, trumps=trumps, dealer=dealer), cards)


TRICKS = (3, 2, 0, 0)
"""The number of tricks of each seat in the whole hand below."""


def _suits(trumps: str, texts: Sequence[str]) -> list[str]:
    """Exchange hearts for spades if hearts are trumps, so that seats 2 and 3 hold no trump."""
    return [text.replace("H", "S") if trumps == "H" else text for text in texts]


def scripted(
    trumps: str = "S", rules: twenty_down.Rules | None = None, words: str = ALL_IN, **opening: Any
) -> twenty_down.State:
    """Return the end of a whole hand, the first of a match with this opening.

    Seats 0 and 1 take three tricks and two, the others none. The result stays the same if seat 2
    or 3 is out. If all opponents are out, no card is played.
    """
    state = twenty_down.new_game(rules, dealer=3, **opening)
    hands = ["AC KC QC 7D 8D", "7C 8C 9C AD KD", "7H 8H 9H 10H JH", "10C JC QH KH AH"]
    state = tws.apply(state, deal_of(state, _suits(trumps, hands)))
    if at(state, Phase.TRUMP):
        state = replay(state, [f"trump {trumps}"])
    state = play(state, "draw draw draw draw")
    if at(state, Phase.DECLARE):
        state = play(state, words)
    plays = "AC 7C 7H 10C KC 8C 8H JC QC 9C 9H QH 7D AD 10H KH KD JH AH 8D"
    if state.hand_over:
        return state
    hands_in = [state.hands[seat] for seat in range(4) if state.statuses[seat] is Status.IN]
    held = {str(one) for hand in hands_in for one in hand}
    return replay(state, [text for text in _suits(trumps, plays.split()) if text in held])
