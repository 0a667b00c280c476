"""Payoffs of playouts in plain Python."""

from __future__ import annotations

from typing import Any

from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import payoffs
from twowaystreet._playouts import table_play
from twowaystreet._playouts.policies import Policy, moves, payoffs_function
from twowaystreet._playouts.ranks import card_play_of
from twowaystreet._playouts.scores import tables_of
from twowaystreet._tricks.card_play import RANDOM_PLAY
from twowaystreet._tricks.trick_state import TrickState


def payoffs_after(state: AnyState, key: int, policy: Policy) -> tuple[float, ...]:
    """Return the payoffs after a playout: in the fastest way for its game.

    Random playouts go through ``apply``, which is about as fast as tables.
    """
    last, made, in_play = state, 0, False
    steps = moves(policy, state, key)
    short = payoffs_function(policy, state)
    while not last.hand_over:
        if not in_play and last.actor is not None:
            if short:
                return short(last)
            in_play = isinstance(last, TrickState) and bool(last._order)
            found = _by_tables(last, key, made, policy) if in_play else None
            if found:
                return found
        _, last = next(steps)
        made += 1
    return payoffs(last)


def _by_tables(state: Any, key: int, made: int, policy: Policy) -> tuple[float, ...] | None:
    """Return the payoffs after a playout from a state in the play; ``None`` without tables.

    Any: a state of any trick-taking game.
    """
    card_play = card_play_of(policy, state)
    choices = card_play(state) if card_play else RANDOM_PLAY
    tables = tables_of(state) if choices.values else None
    if tables is None:
        return None
    return table_play.payoffs(state, table_play.play(state, tables, choices, key, made))
