"""Compiled openings: deals, auctions and exchanges, up to the first card of the play.

A game has its opening as ``COMPILED`` in the module ``compiled`` beside its state class. It
is a compiled function that fills in the starts of the kernel. It returns for each hand a code: a
number that says everything on which the score and the tables depend. The first hand with each code
is opened once more through ``apply``, so that the state class gives the score and the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby
from typing import Any, Final, TypeAlias

import attrs
import numpy as np

from twowaystreet._engine.deals import deal_places
from twowaystreet._engine.parts import own_part_of
from twowaystreet._playouts import chance, ranks, scores
from twowaystreet._playouts.moves import random_moves
from twowaystreet._playouts.policies import Policy
from twowaystreet._tricks.play_tables import LEDS, PlayTables, Tally, TrickPoints, class_of
from twowaystreet.fast import arrays, kernel, policies, scoring
from twowaystreet.fast.arrays import State
from twowaystreet.fast.batches import Batch, Workers, quiet
from twowaystreet.fast.bits import Unsigned
from twowaystreet.fast.kernel import TABLES, Starts

# Any: a compiled function with the arguments that `Opening` lists.
Play: TypeAlias = Callable[..., None]

BLOCK: Final = 32768
"""The number of hands that are opened before they are played, so that they stay in the cache."""


@attrs.frozen(eq=False)
class Opening:
    """A compiled opening of a game.

    Attributes:
        options: a function of the state that waits for its deal. It returns the numbers that the
            compiled function needs, or ``None`` if it cannot open this hand.
        play: the compiled function. Its arguments are the numbers of the first hand and after the
            last, the mixed seed, the number of the state, the number of the first playout, the
            pack, the hand of each dealt card, the options, the starts and the codes.
        has_dummies: True if hands turn up cards.
        has_moves: False if the deal is the whole opening, so that it is the same for all players.
    """

    options: Callable[[State], tuple[int, ...] | None]
    play: Play
    has_dummies: bool = False
    has_moves: bool = True


@attrs.frozen(eq=False)
class _Opened:
    """The first state of the play after an opening, for everything that its code decides."""

    state: State
    tables: PlayTables | None
    summary: Tally | TrickPoints | None


def opening_of(state: State, policy: Policy) -> Opening | None:
    """Return the compiled opening of a state that waits for its deal; ``None`` if it has none."""
    found: Opening | None = own_part_of(class_of(state), "compiled") if state.needs_deal else None
    if found is None:
        return None
    has_others = policy != "random" and found.has_moves
    if found.options(state) is None or has_others or ranks.card_play_of(policy, state) is None:
        return None
    return found


def batches(
    opening: Opening,
    state: State,
    number: int,
    n: int,
    seed: int,
    policy: Policy,
    workers: Workers,
) -> Iterator[tuple[slice, Batch]]:
    """Yield the opened hands of a state in batches, each with the numbers of its playouts."""
    options: Unsigned = np.array(opening.options(state), np.uint64)
    pack: Unsigned = np.array([card.index for card in state.rules.pack.cards], np.uint64)
    places = deal_places(state)
    order = {place: hand for hand, several in enumerate(places) for place in several}
    hands: Unsigned = np.array([order[place] for place in sorted(order)], np.uint64)
    most = max(len(list(copies)) for _, copies in groupby(state.rules.pack.cards))
    levels = min(most, max(map(len, places)))
    mixed = np.uint64(chance.mixed(seed))
    for first in range(0, n, BLOCK):
        last = min(n, first + BLOCK)
        size = last - first
        starts = _empty(size, len(places), levels, opening.has_dummies, len(places[0]))
        codes: Unsigned = np.empty(size, np.uint64)
        rest = mixed, np.uint64(number), np.uint64(first), pack, hands, options, starts, codes
        workers.share(partial(_open, opening, rest), size)
        batch = _batch(state, number, first, seed, policy, starts, codes)
        yield slice(first, last), batch


def _open(opening: Opening, rest: tuple[Any, ...], begin: int, end: int) -> None:
    """Open some hands. Any: the arguments of the compiled function after the first two."""
    opening.play(begin, end, *rest)


def _empty(size: int, hands: int, levels: int, has_dummies: bool, cards: int) -> Starts:
    return Starts(
        facts=np.zeros((size, kernel.COLUMNS), np.uint64),
        ring=np.empty((size, hands), np.uint64),
        table=np.zeros((size, 1), np.uint64),
        held=np.empty((size, levels, hands), np.uint64),
        turned=np.empty((size, hands if has_dummies else 0), np.uint64),
        pile=np.zeros((size, hands, 1 + cards) if has_dummies else (1, 1, 1), np.uint64),
        winners=np.empty((size, 0), np.uint64),
    )


def _batch(
    state: State,
    number: int,
    first: int,
    seed: int,
    policy: Policy,
    starts: Starts,
    codes: Unsigned,
) -> Batch:
    """Return the batch of opened hands."""
    found, which = np.empty_like(codes), np.empty(len(codes), np.int64)
    examples = np.empty(len(codes), np.int64)
    with quiet():
        count = scoring.numbered(codes, found, which, examples)
    opened = [
        _opened(state, code, number, first + place, seed)
        for code, place in zip(found[:count].tolist(), examples.tolist(), strict=False)
    ]
    states = [each.state for each in opened]
    sets = {each.tables: 0 for each in opened if each.tables} or {NOBODY_PLAYS: 0}
    numbers = {tables: place for place, tables in enumerate(sets)}
    of_code = [numbers[each.tables] if each.tables else 0 for each in opened]
    starts.facts[:, int(TABLES)] = np.array(of_code, np.uint64)[which]
    summaries = [each.summary for each in opened]
    points = next((each for each in summaries if isinstance(each, TrickPoints)), None)
    tables = arrays.tables_of([(each, points) for each in sets])
    card_play = ranks.card_play_of(policy, state)
    assert card_play
    choices = policies.choices_of([card_play(each) for each in states], [state], which)
    if points:
        score_points = partial(scoring.by_points, [state])
        return Batch(state, 1, starts, tables, score_points, points=True, choices=choices)
    tallies = [each for each in summaries if isinstance(each, Tally)]
    score = scoring.Tallied(states, tallies, which, starts.held.shape[2])
    winners: Unsigned = np.full((len(codes), score.watched), scores.NOBODY, np.uint64)
    return Batch(state, 1, starts._replace(winners=winners), tables, score, choices=choices)


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

_opened_before: Final[dict[tuple[State, int], _Opened]] = {}
MOST: Final = 100_000


def _opened(state: State, code: int, number: int, playout: int, seed: int) -> _Opened:
    """Return the first state of the play of a hand with this code, opened through ``apply``."""
    known = _opened_before.get((state, code))
    if known is None:
        last: State = None
        for _, last in random_moves(state, chance.key_of(seed, number, playout)):
            if getattr(last, "_order", ()):
                break
        tables = None if last.hand_over else last._play_tables()
        known = _Opened(last, tables, scores.summary_of(last))
        if len(_opened_before) >= MOST:
            _opened_before.clear()
        _opened_before[state, code] = known
    return known
