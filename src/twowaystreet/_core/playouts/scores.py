"""Scores of playouts from the facts that decide them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from twowaystreet._core.cards.masks import find
from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.playouts.policies import OfGame
from twowaystreet._core.tricks import play_tables

NOBODY: Final = 255
"""The taker of a trick that has not been played."""


def tables_of(state: OfGame) -> play_tables.PlayTables | None:
    """Return the rules of the play from a state on; ``None`` if they do not suffice for the score.

    Tables do not show the suits that players name and the cards that dummies turn up. A score that
    no summary decides may depend on them.
    """
    tables: play_tables.PlayTables | None = state._play_tables()
    changes = tables is not None and (tables.naming or tables.dummies)
    return None if changes and summary_of(state) is None else tables


def summary_of(state: OfGame) -> play_tables.Tally | play_tables.TrickPoints | None:
    """Return the facts that decide the score of a hand; ``None`` if all cards may."""
    if not play_tables.is_described(play_tables.class_of(state), "_tally", play_tables.SCORE_HOOKS):
        return None
    found: play_tables.Tally | play_tables.TrickPoints | None = state._tally()
    return found


def score_of(state: OfGame, counts: Sequence[int], takers: Sequence[int]) -> HandScore[SeatScore]:
    """Return the score of a hand from the numbers of tricks of all hands.

    The takers of the first tricks may matter as well, and may be ``NOBODY``.
    """
    if state.score is not None:  # nobody had to play
        known: HandScore[SeatScore] = state.score
        return known
    order = [taker for taker in takers if taker != NOBODY]
    left = Counter(dict(enumerate(counts)))
    left.subtract(order)
    return score_by(state, [*order, *left.elements()])


def score_by(state: OfGame, takers: Sequence[int]) -> HandScore[SeatScore]:
    """Return the score of a hand in which it matters only who took each trick."""
    is_described = play_tables.is_described(play_tables.class_of(state), "_score_by", ("_score",))
    found: HandScore[SeatScore] = (
        state._score_by(takers)
        if is_described
        else state._score(tuple([state._taken_by(hand) for hand in takers]))
    )
    return found


def score_of_tricks(state: OfGame, tricks: Sequence[OfGame]) -> HandScore[SeatScore]:
    """Return the score of a hand after all its tricks, as the state before its last card has it.

    The state is in the play, in a game whose hand data stay the same through the play.
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
