"""The tables by which the kernel chooses the moves of a policy.

They come from the functions by which the player of the policy values its plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import chain, product
from typing import Any, TypeAlias

import numpy as np

from twowaystreet._cards.cards import CARDS, Card, Suit
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.game import game_with_view
from twowaystreet._playouts.policies import Policy, simple_players
from twowaystreet._tricks.card_play import RANDOM_PLAY, CardPlay, CardValue, Situation
from twowaystreet._tricks.play_tables import class_of
from twowaystreet.fast import bits
from twowaystreet.fast.arrays import State
from twowaystreet.fast.bits import Signed, Unsigned
from twowaystreet.fast.choices import NEVER, Choices

# Any: numpy knows the types of elements, but not of arrays of several dimensions.
Values: TypeAlias = tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]


def card_play_of(policy: Policy, state: State) -> Callable[[State], CardPlay] | None:
    """Return the function that describes the card play in all states of this class.

    The player goes by the class of the view, as it has nothing else. If several games have views
    of the same class, the player treats them all alike, but only one has its rules.

    Returns:
        The function of a state in the play; ``None`` if only the player itself knows its choices.
    """
    if policy == "random":
        return _at_random
    rules, cls = simple_players(), class_of(state)
    game = game_with_view(cls.View)
    if game is None or game.name not in rules.RULES_OF_THUMB:
        return _at_random
    found: Callable[[State], CardPlay] | None = rules.CARD_PLAY.get(game.name)
    return found if game.State is cls else None


def _at_random(_: State) -> CardPlay:
    return RANDOM_PLAY


def choices_of(
    plays: Sequence[CardPlay], states: Sequence[State], which: Signed | None = None
) -> Choices | None:
    """Return the tables of the card play from some starts of one game; ``None`` if it is random.

    Args:
        plays: the card play of each start, or of each kind of start.
        states: states with all packs of the starts.
        which: for each start the number of its kind; ``None`` if each is of its own kind.
    """
    first = plays[0]
    if not first.values:
        return None
    marks = first.marks or (0,) * len(CARDS)
    most = max(marks) * (len(first.of_hand) - 1)
    ranks, rows = _values(first.values, most, _all_cards(states))
    goal: Signed = np.array(
        [[int(NEVER) if number is None else number for number in each.wanted] for each in plays],
        np.int64,
    )
    style: Unsigned = np.array([each.of_hand for each in plays], np.uint64)
    mark, side = np.array(marks, np.uint64), np.array(first.sides, np.uint64)
    if which is not None:
        style, goal = style[which], goal[which]
    return Choices(ranks, rows, mark, style, side, goal)


def _all_cards(states: Sequence[State]) -> Pack:
    """Return a pack of all cards that occur in the packs of some states."""
    found = (state.rules.pack for state in states)
    pack, *others = {id(pack): pack for pack in found}.values()
    return Pack(chain(pack.cards, *(each.cards for each in others))) if others else pack


@lru_cache(maxsize=64)
def _values(values: tuple[CardValue, ...], most: int, pack: Pack) -> Values:
    """Return the ranks of all plays in each situation, and the row of ranks for each situation.

    Args:
        values: the functions.
        most: the greatest sum of marks.
        pack: the cards that are ranked.
    """
    cards = tuple(dict.fromkeys(pack.cards))
    # The order of the kernel: enough, ahead, last, the suit led or none, or a lead, marks.
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
    rows: Unsigned = np.array(
        [
            [numbers.setdefault(_ranks(value, facts, cards), len(numbers)) for facts in situations]
            for value in values
        ],
        np.uint64,
    )
    ranks = np.array([list(row) for row in numbers], np.uint8)
    return ranks, rows


def _ranks(value: CardValue, facts: Situation, cards: Sequence[Card]) -> bytes:
    """Return the rank of each card that loses, and then of each that takes the trick."""
    losing = facts._replace(takes=False)
    plays = {
        place * bits.CARDS + card.index: value(card, each)
        for place, each in enumerate((losing, facts))
        for card in cards
    }
    found = bytearray(2 * bits.CARDS)
    order = {each: rank for rank, each in enumerate(sorted(set(plays.values())), start=1)}
    for place, each in plays.items():
        found[place] = order[each]
    return bytes(found)
