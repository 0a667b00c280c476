"""The choices of a player as ranks of its plays, from the functions that value them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

from twowaystreet._cards.cards import Card, Suit
from twowaystreet._cards.packs import Pack
from twowaystreet._players.rules_of_thumb import own_rule_of, rule_of
from twowaystreet._playouts.policies import Policy
from twowaystreet._tricks.card_play import RANDOM_PLAY, CardPlay, CardValue, Situation
from twowaystreet._tricks.play_tables import class_of

State: TypeAlias = Any
"""Any: a state of any trick-taking game."""

COLUMNS: Final = 64
"""The number of ranks of cards that lose the trick so far; as many of cards that take it follow."""


def card_play_of(policy: Policy, state: State) -> Callable[[State], CardPlay] | None:
    """Return the function that describes the card play in all states of this class.

    What a rule of thumb says about card play holds for the state class to which it belongs. A game
    derived from that class may have other rules, so that there only the player knows its choices.

    Returns:
        The function of a state in the play; ``None`` if only the player itself knows its choices.
    """
    cls = class_of(state)
    if policy == "random" or rule_of(cls) is None:
        return _at_random
    rule = own_rule_of(cls)
    return rule.card_play if rule and rule.describes("card_play") else None


def _at_random(_: State) -> CardPlay:
    return RANDOM_PLAY


class Ranks(NamedTuple):
    """The ranks of all plays of a player in every situation.

    Attributes:
        different: the different rows of ranks: of each card that loses, and of each that takes.
        rows: for each function and situation the number of its row.
        sums: the number of different sums of marks.
    """

    different: tuple[bytes, ...]
    rows: tuple[tuple[int, ...], ...]
    sums: int


def ranks_of(play: CardPlay, pack: Pack) -> Ranks:
    """Return the ranks of the plays of all cards of a pack.

    A situation has the number ``((enough * 4 + ahead * 2 + last) * 6 + led) * sums + marks``. The
    numbers of the suit led are 0 to 3, 4 if no suit is known, and 5 for a lead.
    """
    most = max(play.marks, default=0) * (len(play.of_hand) - 1)
    return _ranks_of(play.values, most, pack)


@lru_cache(maxsize=64)
def _ranks_of(values: tuple[CardValue, ...], most: int, pack: Pack) -> Ranks:
    cards = tuple(dict.fromkeys(pack.cards))
    booleans = (False, True)
    leds: tuple[tuple[Suit | None, bool], ...] = (
        *((led, False) for led in (*Suit, None)),
        (None, True),
    )
    situations = [
        Situation(led, is_lead, True, is_last, is_ahead, has_enough, sum_of_marks)
        for has_enough, is_ahead, is_last, (led, is_lead), sum_of_marks in product(
            booleans, booleans, booleans, leds, range(most + 1)
        )
    ]
    numbers: dict[bytes, int] = {}
    rows = tuple(
        tuple(
            [numbers.setdefault(_ranks(value, facts, cards), len(numbers)) for facts in situations]
        )
        for value in values
    )
    return Ranks(tuple(numbers), rows, most + 1)


def _ranks(value: CardValue, facts: Situation, cards: Sequence[Card]) -> bytes:
    """Return the rank of each card that loses, and then of each that takes the trick."""
    losing = facts._replace(takes=False)
    plays = {
        place * COLUMNS + card.index: value(card, each)
        for place, each in enumerate((losing, facts))
        for card in cards
    }
    found = bytearray(2 * COLUMNS)
    order = {each: rank for rank, each in enumerate(sorted(set(plays.values())), start=1)}
    for place, each in plays.items():
        found[place] = order[each]
    return bytes(found)
