"""Ends and payoffs of playouts in plain Python."""

from __future__ import annotations

from typing import Any

from twowaystreet._display.values import HandEnd
from twowaystreet._engine.scores import payoffs_of
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import payoffs
from twowaystreet._players.rules_of_thumb import RuleOfThumb
from twowaystreet._playouts import table_play
from twowaystreet._playouts.policies import Policy, moves, rule_with_payoffs
from twowaystreet._playouts.ranks import card_play_of
from twowaystreet._playouts.scores import tables_of
from twowaystreet._playouts.table_play import Played
from twowaystreet._tricks.card_play import RANDOM_PLAY
from twowaystreet._tricks.trick_state import TrickState


def payoffs_after(state: AnyState, key: int, policy: Policy) -> tuple[float, ...]:
    """Return the payoffs after a playout: in the fastest way for its game."""
    last, played, rule = _played(state, key, policy)
    if rule:
        return rule.payoffs(last)
    return table_play.payoffs(last, played) if played else payoffs(last)


def end_after(state: AnyState, key: int, policy: Policy) -> HandEnd:
    """Return the end of the hand after a playout, with the payoffs of :func:`payoffs_after`."""
    last, played, rule = _played(state, key, policy)
    if rule:
        return HandEnd(rule.payoffs(last))
    tricks: tuple[Any, ...] = getattr(last, "tricks", ())  # Any: tricks of any game
    if not played:
        return HandEnd(payoffs(last), tricks, last.score)
    score = table_play.score(last, played)
    done = table_play.done(last, played)
    return HandEnd(payoffs_of(score, last.rules), (*tricks, *done), score)


# Any: the rule of any game.
def _played(
    state: AnyState, key: int, policy: Policy
) -> tuple[AnyState, list[Played], RuleOfThumb[Any, Any] | None]:
    """Play a hand to its end, in the fastest way for its game.

    Random playouts go through ``apply``, which is about as fast as tables.

    Returns:
        The last state; with the tricks after it that tables have played, or with the rule of thumb
        that plays the rest at once.
    """
    last, made, in_play = state, 0, False
    steps = moves(policy, state, key)
    whole = rule_with_payoffs(policy, state)
    while not last.hand_over:
        if not in_play and last.actor is not None:
            if whole:
                return last, [], whole
            in_play = isinstance(last, TrickState) and bool(last._order)
            found = _by_tables(last, key, made, policy) if in_play else []
            if found:
                return last, found, None
        _, last = next(steps)
        made += 1
    return last, [], None


def _by_tables(state: Any, key: int, made: int, policy: Policy) -> list[Played]:
    """Return the tricks of a playout from a state in the play; none without tables.

    Any: a state of any trick-taking game.
    """
    card_play = card_play_of(policy, state)
    choices = card_play(state) if card_play else RANDOM_PLAY
    tables = tables_of(state) if choices.values else None
    return table_play.play(state, tables, choices, key, made) if tables else []
