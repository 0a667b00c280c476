"""Hands of Brag before the first lay, and whole hands from the texts of the lays."""

from collections.abc import Sequence
from typing import Any

import twowaystreet as tws
from tests.helpers import text_of
from twowaystreet.games import brag

# The worked hand for nine cards and four players.
NINE = (
    "9C 9D 9H / AS KS QS / 2C 5D JH",
    "AC 2D 3H / 7C 7D KH / 4S 6H QD",
    "4C 5C 6C / 10D JD QH / 8S 8H 3C",
    "KC KD 2S / AH 10C 6S / 3S 4H 7H",
)
# The first hands of two players tie, and nobody takes the pot.
TIED = (
    "QS JH 10D / 8C 8D 4C / 2S 6D 7H",
    "QC JC 10H / 5S 5D KD / AH 3S 4D",
    "3C 3D 6C / KS 9S 2H / JS 7C 5C",
)
FOUR_PAIRS = "2C 2D 4C 4D 8H 8S QC QD KH"


def hands_of(text: str) -> tuple[tuple[tws.Card, ...], ...]:
    return tuple(map(tws.cards, text.split("/")))


def rules_for(hands: Sequence[str], **options: Any) -> brag.Rules:
    """Return rules for players with these hands; other options have their defaults."""
    return brag.Rules(cards=len(tws.cards(hands[0])), players=len(hands), **options)


def dealt(*hands: str, dealer: int | None = None, antes: int = 0, **options: Any) -> brag.State:
    """Deal these hands to seats 0, 1, ...; by default the last seat deals."""
    last = len(hands) - 1 if dealer is None else dealer
    return deal(brag.new_game(rules_for(hands, **options), dealer=last, antes=antes), *hands)


def deal(state: brag.State, *hands: str) -> brag.State:
    return tws.apply(state, tws.deal_hands(state, list(map(tws.cards, hands))))


def lay(state: brag.State, *lays: str) -> brag.State:
    """Make the lays of seats 0, 1, ... in turn, until all have laid or no lay is left."""
    while state.actor is not None and state.actor < len(lays):
        state = tws.apply(state, brag.Lay(hands_of(lays[state.actor])))
    return state


def played(
    *lays: str, odd: str = "", dealer: int | None = None, antes: int = 0, **options: Any
) -> brag.State:
    """Deal and make these lays; ``odd`` has one more card for each player."""
    more = [*tws.cards(odd), *[None] * len(lays)]
    hands = [
        f"{text.replace('/', ' ')} {card or ''}" for text, card in zip(lays, more, strict=False)
    ]
    return lay(dealt(*hands, dealer=dealer, antes=antes, **options), *lays)


def again(state: brag.State, *lays: str) -> brag.State:
    return lay(deal(state, *(text.replace("/", " ") for text in lays)), *lays)


def shown(state: brag.State) -> list[str]:
    return list(map(text_of, state.shown))
