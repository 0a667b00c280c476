"""The arrays that the kernel reads, made from states and their tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, groupby
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from twowaystreet._core.cards.cards import CARDS, Joker
from twowaystreet._core.cards.masks import LANE, ONE_LANE, Pack
from twowaystreet._core.engine.verbs import deal_places
from twowaystreet._core.playouts.table_play import NOBODY, Ranks, ranks_of
from twowaystreet._core.tricks import play_tables
from twowaystreet._core.tricks.play_tables import LEDS, CardPlay, PlayTables, TrickPoints
from twowaystreet.fast import bits, kernel
from twowaystreet.fast.bits import AnyArray, Signed, Small, Unsigned
from twowaystreet.fast.kernel import Preferences, StartFacts, Starts, Tables

# Any: the states of any trick-taking game.
State: TypeAlias = Any

_LED: Final = {led: place for place, led in enumerate(LEDS)}


class PlayoutStart(NamedTuple):
    """A state in the play, and the numbers that decide the random choices from there."""

    state: State
    tables: PlayTables  # the rules of its play
    number: int = 0  # the number of the state in the call
    playout: int = 0  # the number of the first playout
    made: int = 0  # the number of moves made in this playout before the state
    card_play: CardPlay = play_tables.RANDOM_PLAY  # the choices of the players


def tables_of(sets: Sequence[tuple[PlayTables, TrickPoints | None]]) -> Tables:
    each = [_arrays(tables, points) for tables, points in sets]
    if len(each) == 1:
        return each[0]
    return Tables(*map(_joined, zip(*each, strict=True)))


def _joined(arrays: Iterable[AnyArray]) -> AnyArray:
    found = list(arrays)
    shape = tuple(map(max, zip(*(array.shape[1:] for array in found), strict=True)))
    joined = np.zeros((len(found), *shape), found[0].dtype)
    for place, array in enumerate(found):
        inside: tuple[int | slice, ...] = (place, *map(slice, array.shape[1:]))
        joined[inside] = array[0]
    return joined


@lru_cache(maxsize=256)
def _arrays(tables: PlayTables, points: TrickPoints | None) -> Tables:
    dummies = tables.dummies
    kinds = [tables.following]
    wanted = np.zeros((1, len(LEDS)), np.uint64)
    if dummies:
        kinds.append(tuple(dummies.following[led] or () for led in LEDS))
        wanted[0] = [dummies.wanted[led] & ONE_LANE for led in LEDS]
    steps = max(1, *(len(following) for kind in kinds for following in kind))
    follow: Unsigned = np.zeros((1, len(kinds), len(LEDS), steps, 2), np.uint64)
    for number, kind in enumerate(kinds):
        for led, following in enumerate(kind):
            for step, pair in enumerate(following):
                follow[0, number, led, step] = pair
    deciders = [card for card in CARDS if card._bit & tables.deciders]
    rows = 1 + len(deciders)
    lead: Unsigned = np.zeros((1, bits.CARDS, 2), np.uint64)
    for card in CARDS:
        suit = card.suit or tables.joker_led
        decider = deciders.index(card) + 1 if card in deciders else 0
        lead[0, card.index] = _LED[suit], decider
    strength: Small = np.zeros((1, len(LEDS) * rows, bits.CARDS), np.uint8)
    for led, several in enumerate(tables.strengths):
        for decider, strengths in enumerate(several):
            ranks = {value: rank for rank, value in enumerate(sorted({0, *strengths}))}
            row = [ranks[value] for value in strengths]
            strength[0, led * rows + decider, : len(CARDS)] = row
    leader: Unsigned = np.array([tables.leaders], np.uint64)
    return Tables(follow, wanted, lead, strength, leader, _naming(tables), _worth(points))


def _naming(tables: PlayTables) -> Unsigned:
    found: Unsigned = np.zeros((1, bits.CARDS, 4), np.uint64)
    naming = tables.naming
    if naming:
        for card in CARDS:
            if isinstance(joker := card.joker, Joker):
                suits = sum(1 << suit.place for suit in naming.nameable[joker])
                held_only = joker in naming.held_only
                found[0, card.index] = naming.duty[joker], suits, naming.instead, held_only
    return found


def _worth(points: TrickPoints | None) -> Signed:
    found: Signed = np.zeros((1, bits.CARDS, 3), np.int64)
    if points:
        for card in CARDS:
            caught = bool(card._bit & points.caught)
            found[0, card.index] = points.worth[card.index], points.price[card.index], caught
    return found


class Dealing(NamedTuple):
    pack: Unsigned
    order: Unsigned  # the hand of each dealt card
    hands: int
    levels: int  # the number of levels of equal cards in a hand


def dealing_of(state: State) -> Dealing:
    pack, places = state.rules.pack.cards, deal_places(state)
    order = {place: hand for hand, several in enumerate(places) for place in several}
    most = max(len(list(copies)) for _, copies in groupby(pack))
    return Dealing(
        np.array([card.index for card in pack], np.uint64),
        np.array([order[place] for place in sorted(order)], np.uint64),
        len(places),
        min(most, max(map(len, places))),
    )


def starts_of(positions: Sequence[PlayoutStart], sets: dict[PlayTables, int], first: int) -> Starts:
    facts: Unsigned = np.array([_facts(each, sets[each.tables]) for each in positions], np.uint64)
    ring = rows_of([each.state._order for each in positions])
    table = rows_of([[card.index for card in each.state._table] for each in positions])
    held = held_in([each.state for each in positions])
    turned, pile = dummies_in([(each.state, each.tables) for each in positions], held.shape[2])
    winners: Unsigned = np.full((len(positions), first), NOBODY, np.uint64)
    for row, each in zip(winners, positions, strict=True):
        for place, trick in enumerate(each.state.tricks[:first]):
            row[place] = each.state._taker(trick)
    return Starts(facts, ring, table, held, turned, pile, winners)


def _facts(position: PlayoutStart, tables: int) -> StartFacts:
    state = position.state
    return StartFacts(
        tables=tables,
        hands=len(state._order),
        played=len(state._table),
        led=_LED[state._led] if state._table else int(kernel.NO_SUIT),
        made=position.made,
        state=position.number,
        playout=position.playout,
        tricks=len(state.tricks),
    )


_NO_PILE: Final[Unsigned] = np.zeros((1, 1, 1), np.uint64)


def rows_of(rows: Sequence[Sequence[int]]) -> Unsigned:
    """Return rows of different lengths as one array, filled up with zeros."""
    width = max(1, *map(len, rows))
    return np.array([(*row, *(0,) * (width - len(row))) for row in rows], np.uint64)


def held_in(states: Sequence[State]) -> Unsigned:
    """Return the cards that each hand holds at least once, twice and so on."""
    found: Unsigned
    hands = [[mask & state._remaining for mask in state._hand_data.held] for state in states]
    if all(state._remaining <= ONE_LANE for state in states):
        found = np.array(hands, np.uint64)
        return found.reshape(len(states), 1, -1)
    each = [[_levels(mask) for mask in masks] for masks in hands]
    levels = max(len(hand) for masks in each for hand in masks)
    found = np.zeros((len(states), max(levels, 1), len(hands[0])), np.uint64)
    for row, masks in zip(found, each, strict=True):
        for number, hand in enumerate(masks):
            row[: len(hand), number] = hand
    return found


def _levels(mask: int) -> list[int]:
    """Return the card types that a mask contains at least once, twice and so on."""
    levels: list[int] = []
    while mask:
        more = mask & ONE_LANE
        mask >>= LANE
        for level, known in enumerate(levels):
            levels[level], more = known | more, known & more
        if more:
            levels.append(more)
    return levels


def dummies_in(states: Sequence[tuple[State, PlayTables]], hands: int) -> tuple[Unsigned, Unsigned]:
    """Return the open cards of dummies, and their cards in the order of turning up."""
    count = len(states)
    if not states[0][1].dummies:
        return np.zeros((count, 0), np.uint64), _NO_PILE
    dummies = states[0][1].dummies
    assert dummies
    cards = dummies.cards
    found = [
        (state._remaining, *cards(state, hand)) for state, _ in states for hand in dummies.hands
    ]
    down = [pile[up.bit_count() :] for _, up, pile in found]
    size = 1 + max(map(len, down))
    turned = [[0] * hands for _ in states]
    piles = [[[0] * size] * hands for _ in states]
    for number, ((remaining, up, pile), rest) in enumerate(zip(found, down, strict=True)):
        if pile:
            row, place = divmod(number, len(dummies.hands))
            hand, begin = dummies.hands[place], size - len(rest)
            turned[row][hand] = up & remaining
            piles[row][hand] = [begin, *[0] * (begin - 1), *[card.index for card in rest]]
    return np.array(turned, np.uint64), np.array(piles, np.uint64)


def choices_of(
    plays: Sequence[CardPlay], states: Sequence[State], which: Signed | None = None
) -> Preferences | None:
    """Return the tables of the card play from some starts of one game; ``None`` if it is random.

    The plays are those of each start, or of each kind of start if ``which`` has the kinds.
    """
    first = plays[0]
    if not first.values:
        return None
    marks = first.marks or (0,) * len(CARDS)
    ranks, rows = _ranks(ranks_of(first, _all_cards(states)))
    never, random = int(kernel.NEVER), int(kernel.RANDOM)
    goal: Signed = np.array(
        [[never if each is None else each for each in play.wanted] for play in plays], np.int64
    )
    style: Unsigned = np.array(
        [[random if each is None else each for each in play.of_hand] for play in plays], np.uint64
    )
    mark, side = np.array(marks, np.uint64), np.array(first.sides, np.uint64)
    if which is not None:
        style, goal = style[which], goal[which]
    return Preferences(ranks, rows, mark, style, side, goal)


def _all_cards(states: Sequence[State]) -> Pack:
    found = (state.rules.pack for state in states)
    pack, *others = {id(pack): pack for pack in found}.values()
    return Pack(chain(pack.cards, *(each.cards for each in others))) if others else pack


@lru_cache(maxsize=64)
def _ranks(ranks: Ranks) -> tuple[AnyArray, AnyArray]:
    different = [list(row) for row in ranks.different]
    return np.array(different, np.uint8), np.array(ranks.rows, np.uint64)


NOBODY_PLAYS: Final = PlayTables(
    following=((),) * len(LEDS),
    strengths=(),
    deciders=0,
    leaders=(),
    joker_led=None,
    naming=None,
    dummies=None,
)
"""The tables where all hands are over after the opening."""
