"""Hands of Spades for two with chosen cards."""

from collections.abc import Iterable, Sequence
from typing import Any

import twowaystreet as tws
from tests.helpers import filled, next_dealer, replay, text_of
from twowaystreet.games import spades

SPADES = "R* B* 2S AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S"
"""The spades in the order of their rank."""
CLUBS = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC"
DIAMONDS = "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD"
HEARTS = "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


def deal_of(state: spades.State, hands: Sequence[str]) -> tws.Deal:
    """Return a deal with these hands: dummy and actual of player 0, dummy and actual of player 1.

    The first six cards of a dummy are turned up. Each hand shorter than thirteen cards is filled
    up from the cards left over, the lowest first.
    """
    chosen, _ = filled(state, hands, 13)
    first = 2 * (1 - next_dealer(state))
    order = [chosen[(first + place) % 4] for place in range(4)]
    return tws.Deal([hand[number] for number in range(13) for hand in order])


def dealt(
    hands: Sequence[str] = (),
    *,
    dealer: int = 1,
    scores: Sequence[int] | None = None,
    overbooks: Sequence[int] | None = None,
    perfect_bids: Sequence[int] | None = None,
    hands_played: int = 0,
    **options: Any,
) -> spades.State:
    """Return a state just after the deal; player 0 chooses first."""
    state = spades.new_game(
        spades.Rules(**options),
        dealer=dealer,
        scores=scores,
        overbooks=overbooks,
        perfect_bids=perfect_bids,
        hands_played=hands_played,
    )
    return tws.apply(state, deal_of(state, hands))


def playing(
    *hands: str, bids: Iterable[str] = ("look", "look", "bid 4", "bid 4"), **options: Any
) -> spades.State:
    """Return a state after these bids without raises; the dummy of player 0 leads."""
    return replay(dealt(hands, **options), [*bids, "stand", "stand"])


def played_out(state: spades.State) -> spades.State:
    """Play the highest legal card, in the order of cards, until the hand is over."""
    while not state.hand_over:
        state = tws.apply(state, tws.legal_moves(state)[-1])
    return state


def taking(books: int) -> list[str]:
    """Return four hands of which the actual ones take all books, ``books`` of them for player 0.

    ``books`` is at least two; player 0 takes the first ones.
    """
    clubs, all_spades = CLUBS.split(), SPADES.split()
    lowest, own = clubs[: 13 - books], all_spades[:books]
    between, others = clubs[13 - books : 15 - books], clubs[15 - books :]
    return [
        f"{HEARTS} 3D",
        " ".join([*own, *lowest]),
        " ".join([*between, *DIAMONDS.split()[1:]]),
        " ".join([*all_spades[books:], *others]),
    ]


def face_up(state: spades.State) -> list[str]:
    return [text_of(some) for some in state.face_up]
