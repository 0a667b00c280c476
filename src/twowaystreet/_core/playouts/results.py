"""Playouts in plain Python: their ends and payoffs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from twowaystreet._core.display.values import HandEnd
from twowaystreet._core.engine.match import payoffs_of
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import payoffs
from twowaystreet._core.playouts import table_play
from twowaystreet._core.playouts.policies import Policy, moves_by, rule_with_payoffs, rules_of
from twowaystreet._core.playouts.ranks import card_play_of
from twowaystreet._core.playouts.scores import tables_of
from twowaystreet._core.playouts.table_play import Played
from twowaystreet._core.tricks.trick_state import TrickState


class Playouts:
    """The playouts of a game by one policy, each in the fastest way for the game.

    Args:
        policy: the policy.
        state: any state of the game.
    """

    def __init__(self, policy: Policy, state: AnyState) -> None:
        self._rules = rules_of(policy, state)
        self._whole = rule_with_payoffs(policy, state)
        """The rule of thumb that plays the rest of a hand at once; ``None`` without one."""
        has_tricks = isinstance(state, TrickState)
        # Random playouts go through `apply`, which is about as fast as tables.
        by_tables = has_tricks and any(rule is not None for rule in self._rules)
        self._card_play = card_play_of(policy, state) if by_tables else None

    def payoffs(self, state: AnyState, key: int) -> tuple[float, ...]:
        """Return the payoffs after a playout.

        Args:
            state: the state at its start.
            key: its key.
        """
        last, played, is_whole = self._played(state, key)
        if is_whole:
            assert self._whole
            return self._whole.payoffs(last)
        return table_play.payoffs(last, played) if played else payoffs(last)

    def hand_end(self, state: AnyState, key: int) -> HandEnd:
        """Return the end of the hand after a playout, with the same payoffs."""
        last, played, is_whole = self._played(state, key)
        if is_whole:
            assert self._whole
            return HandEnd(self._whole.payoffs(last))
        tricks: tuple[Any, ...] = getattr(last, "tricks", ())  # Any: tricks of any game
        if not played:
            return HandEnd(payoffs(last), tricks, last.score)
        score = table_play.score(last, played)
        done = table_play.done(last, played)
        return HandEnd(payoffs_of(score, last.rules), (*tricks, *done), score)

    def _played(self, state: AnyState, key: int) -> tuple[AnyState, list[Played], bool]:
        """Play a hand to its end.

        Returns:
            The last state; the tricks after it that tables have played; and True if the rule of
            thumb plays the rest at once.
        """
        last, made, in_play = state, 0, False
        steps: Iterator[tuple[Move, AnyState]] | None = None
        while last._match.score is None:
            if not in_play and last.actor is not None:
                if self._whole:
                    return last, [], True
                playing: Any = last  # Any: only trick-taking games have card play
                in_play = self._card_play is not None and bool(playing._order)
                found = self._by_tables(last, key, made) if in_play else []
                if found:
                    return last, found, False
            steps = steps or moves_by(self._rules, state, key)
            _, last = next(steps)
            made += 1
        return last, [], False

    # Any: a state of any trick-taking game.
    def _by_tables(self, state: Any, key: int, made: int) -> list[Played]:
        """Return the tricks of a playout from a state in the play; none without tables."""
        assert self._card_play
        choices = self._card_play(state)
        tables = tables_of(state) if choices.values else None
        return table_play.play(state, tables, choices, key, made) if tables else []


def payoffs_after(state: AnyState, key: int, policy: Policy) -> tuple[float, ...]:
    """Return the payoffs after one playout."""
    return Playouts(policy, state).payoffs(state, key)
