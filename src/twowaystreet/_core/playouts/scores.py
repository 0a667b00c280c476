"""Scores of playouts from the facts that decide them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.cards.masks import find
from twowaystreet._core.engine.scores import HandScore, SeatScore, payoffs_of
from twowaystreet._core.engine.sides import sides_of
from twowaystreet._core.tricks.play_tables import (
    LEDS,
    SCORE_HOOKS,
    PlayTables,
    Tally,
    TrickPoints,
    class_of,
    is_described,
)

State: TypeAlias = Any
"""Any: a state of any trick-taking game."""
NOBODY: Final = 255
"""The taker of a trick that has not been played."""
Played: TypeAlias = tuple[tuple[int, ...], list[int], int, int]
"""A trick: the hands in their order, the cards, the suit led, and the place of the best card."""
MOST: Final = 100_000
"""The number of kept results after which they are forgotten."""


def is_summarised(state: State) -> bool:
    """Return True if a summary decides the score of a hand, unless it says otherwise."""
    return is_described(class_of(state), "_tally", SCORE_HOOKS)


def tables_of(state: State) -> PlayTables | None:
    """Return the rules of the play from a state on; ``None`` if they do not suffice for the score.

    Tables do not show the suits that players name and the cards that dummies turn up. A score that
    no summary decides may depend on them.
    """
    tables: PlayTables | None = state._play_tables()
    changes = tables is not None and (tables.naming or tables.dummies)
    return None if changes and summary_of(state) is None else tables


def summary_of(state: State) -> Tally | TrickPoints | None:
    """Return the facts that decide the score of a hand; ``None`` if all cards may."""
    if not is_summarised(state):
        return None
    found: Tally | TrickPoints | None = state._tally()
    return found


def score_of(state: State, counts: Sequence[int], takers: Sequence[int]) -> HandScore[SeatScore]:
    """Return the score of a hand from the numbers of tricks of all hands.

    The takers of the first tricks may matter as well, and may be ``NOBODY``.
    """
    if state.score is not None:  # nobody had to play
        known: HandScore[SeatScore] = state.score
        return known
    left = list(counts)
    order = [taker for taker in takers if taker != NOBODY]
    for taker in order:
        left[taker] -= 1
    for hand, count in enumerate(left):
        order += [hand] * count
    return score_by(state, order)


def score_by(state: State, takers: Sequence[int]) -> HandScore[SeatScore]:
    """Return the score of a hand in which it matters only who took each trick."""
    found: HandScore[SeatScore]
    if is_described(class_of(state), "_score_by", ("_score",)):
        found = state._score_by(takers)
    else:
        found = state._score(tuple([state._taken_by(hand) for hand in takers]))
    return found


def score_of_tricks(state: State, tricks: Sequence[Any]) -> HandScore[SeatScore]:
    """Return the score of a hand after all its tricks, as the state before its last card has it.

    The state is in the play, in a game whose hand data stay the same through the play. Any: the
    tricks of the game.
    """
    *done, last = tricks
    hand_data, card = state._hand_data, last.cards[-1]
    held = hand_data.held[last.seats[-1]] & state._remaining
    before = state._build(
        state._match,
        hand_data,
        state._play_phase,
        last.seats[-1],
        find(held, card),
        card._bit,
        last.seats,
        tuple(done),
        last.cards[:-1],
        last.led,
    )
    found: HandScore[SeatScore] = before._score(tuple(tricks))
    return found


def done(state: State, tricks: list[Played]) -> list[Any]:
    """Return the tricks of a hand after this state. Any: as the game has them."""
    return [
        state._complete(order, tuple([CARDS[card] for card in table]), LEDS[led], won)
        for order, table, led, won in tricks
    ]


def score(state: State, tricks: list[Played]) -> HandScore[SeatScore]:
    """Return the score of a hand after its last tricks."""
    summary = summary_of(state)
    if not isinstance(summary, Tally):
        return score_of_tricks(state, (*state.tricks, *done(state, tricks)))
    takers, counts = _takers_of(state, tricks)
    return score_of(state, counts, takers[: summary.first])


def payoffs(state: State, tricks: list[Played]) -> tuple[float, ...]:
    """Return the payoffs of a hand after its last tricks."""
    summary, rules = summary_of(state), state._match.rules
    if not isinstance(summary, Tally):
        return payoffs_of(score(state, tricks), rules)
    takers, counts = _takers_of(state, tricks)
    facts = class_of(state), sides_of(rules), summary.facts
    key = facts, counts, tuple(takers[: summary.first])
    known = _payoffs.get(key)
    if known is None:
        if len(_payoffs) >= MOST:
            _payoffs.clear()
        known = _payoffs[key] = payoffs_of(score(state, tricks), rules)
    return known


def _takers_of(state: State, tricks: list[Played]) -> tuple[list[int], tuple[int, ...]]:
    """Return the hands that take the tricks, and the number of tricks of each hand."""
    takers = [state._taker(trick) for trick in state.tricks]
    takers += [order[won] for order, _, _, won in tricks]
    return takers, tuple(map(takers.count, range(len(state._hand_data.held))))


_payoffs: Final[dict[Any, tuple[float, ...]]] = {}  # Any: a class, facts and numbers
