"""The choices of a player as ranks of its plays, from the functions that value them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

from twowaystreet._core.cards.cards import CARDS, Card, Suit
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.playouts.policies import Policy, Rules, holds, rules_of
from twowaystreet._core.tricks.play_tables import (
    RANDOM_PLAY,
    CardPlay,
    CardValue,
    Situation,
    class_of,
)
from twowaystreet.errors import RulesError

State: TypeAlias = Any
"""Any: a state of any trick-taking game."""

COLUMNS: Final = 64
"""The number of ranks of cards that lose the trick so far; as many of cards that take it follow."""


def card_play_of(policy: Policy, state: State) -> Callable[[State], CardPlay] | None:
    """Return the function that describes the card play in all states of this class.

    Returns:
        The function of a state in the play; ``None`` if only the players know their choices.
    """
    cls, rules = class_of(state), rules_of(policy, state)
    known = [rule for rule in rules if rule is not None]
    if not known:
        return _at_random
    if not all(holds(rule, cls, "card_play") for rule in known):
        return None
    first = known[0]
    if all(rule is first for rule in rules):
        return first.card_play
    return partial(_of_seats, rules)


def _at_random(_: State) -> CardPlay:
    return RANDOM_PLAY


def _of_seats(rules: Rules, state: State) -> CardPlay:
    """Return the card play with a rule for each seat, which chooses for all hands of the seat.

    Raises:
        RulesError: if the rules take other hands for a side.
    """
    hands = len(state._hand_data.held)
    seat_of: list[int] = [state._seat_of(hand) for hand in range(hands)]
    by_seat: list[CardPlay | None] = [rule.card_play(state) if rule else None for rule in rules]
    of_hand = [by_seat[seat] for seat in seat_of]
    plays = [each for each in of_hand if each]
    if len({each.sides for each in plays}) > 1:
        raise RulesError("policy", rules, "rules that agree on the sides of the hands")
    marks, reading = _common_marks(tuple([each.marks for each in plays]), hands)
    values: dict[CardValue, int] = {}
    styles: list[int | None] = []
    for hand, each in enumerate(of_hand):
        style = None
        if each:
            functions = [reading[each.marks](value) for value in each.values]
            numbers = [values.setdefault(value, len(values)) for value in functions]
            own = each.of_hand[hand]
            style = None if own is None else numbers[own]
        styles.append(style)
    wanted = tuple([each.wanted[hand] if each else None for hand, each in enumerate(of_hand)])
    return CardPlay(tuple(values), tuple(styles), wanted, plays[0].sides, marks)


Marks: TypeAlias = tuple[int, ...]


@lru_cache(maxsize=64)
def _common_marks(
    several: tuple[Marks, ...], hands: int
) -> tuple[Marks, Mapping[Marks, Callable[[CardValue], CardValue]]]:
    """Return marks that tell the sums of several kinds of marks, and how to read each kind.

    A sum of the marks has a sum of each kind as a digit.
    """
    step = 1
    marks = [0] * len(CARDS)
    digits: dict[Marks, tuple[int, int]] = {}
    for each in dict.fromkeys(several):
        size = max(each, default=0) * (hands - 1) + 1
        digits[each] = step, size
        for card, mark in enumerate(each):
            marks[card] += step * mark
        step *= size
    if len(digits) == 1:
        return several[0], {several[0]: lambda value: value}
    return tuple(marks), {
        each: partial(_with_digit, step=step, size=size) for each, (step, size) in digits.items()
    }


@lru_cache(maxsize=256)
def _with_digit(value: CardValue, step: int, size: int) -> CardValue:
    """Return a value of plays that reads one digit of the sum of marks."""

    def read(card: Card, facts: Situation) -> tuple[float, ...]:
        return value(card, facts._replace(marks=facts.marks // step % size))

    return read


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
    has_partners = len(set(play.sides)) < len(play.sides)
    return _ranks_of(play.values, most, has_partners, pack)


@lru_cache(maxsize=64)
def _ranks_of(values: tuple[CardValue, ...], most: int, has_partners: bool, pack: Pack) -> Ranks:
    numbers: dict[bytes, int] = {}
    rows = tuple(
        [
            tuple([numbers.setdefault(row, len(numbers)) for row in rows])
            for rows in (_rows_of(value, most, has_partners, pack) for value in values)
        ]
    )
    return Ranks(tuple(numbers), rows, most + 1)


@lru_cache(maxsize=256)
def _rows_of(value: CardValue, most: int, has_partners: bool, pack: Pack) -> tuple[bytes, ...]:
    """Return the ranks of the plays by one function, in each situation.

    Only a player with partners, or with several hands, can be ahead before playing to the trick.
    """
    cards = tuple(dict.fromkeys(pack.cards))
    booleans = (False, True)
    leds: tuple[tuple[Suit | None, bool], ...] = (
        *((led, False) for led in (*Suit, None)),
        (None, True),
    )
    found: list[bytes] = []
    for enough, is_ahead in product(booleans, booleans):
        if is_ahead and not has_partners:
            found += found[-len(leds) * (most + 1) * len(booleans) :]
            continue
        found += [
            _ranks(value, Situation(led, is_lead, True, is_last, is_ahead, enough, marks), cards)
            for is_last, (led, is_lead), marks in product(booleans, leds, range(most + 1))
        ]
    return tuple(found)


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
