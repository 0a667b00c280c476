"""What a match begins with, checked: its rules, and what was played of it elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from twowaystreet.errors import RulesError, as_tuple
from twowaystreet.seats import is_int
from twowaystreet.state import AnyState

RulesT = TypeVar("RulesT")
StateT = TypeVar("StateT", bound=AnyState)


def checked_rules(kind: type[RulesT], rules: RulesT | None) -> RulesT:
    """The rules that are given, or those with all the defaults.

    Raises:
        RulesError: if they are the rules of another game, or none at all.
    """
    if rules is None:
        return kind()
    if not isinstance(rules, kind):
        raise RulesError("rules", rules, f"a {kind.__module__}.{kind.__qualname__}", "AL-2")
    return rules


def checked_scores(
    scores: Sequence[int] | None, seats: int, rule: str, at_least: int | None = None
) -> tuple[int, ...]:
    """The totals that a match goes on from: one whole number a seat, zeros if none are given.

    Raises:
        RulesError: if they are anything else, or one is lower than can come about.
    """
    if scores is None:
        return (0,) * seats
    expected = f"{seats} whole numbers, one a seat"
    if at_least is not None:
        expected += f", {at_least} or more each"
    totals = as_tuple("scores", scores, expected, rule)
    if len(totals) != seats or not all(
        is_int(total) and (at_least is None or total >= at_least) for total in totals
    ):
        raise RulesError("scores", scores, expected, rule)
    return totals


def checked_hands_played(hands_played: int, max_hands: int | None) -> int:
    """How many hands of a match have been played before it goes on here.

    Raises:
        RulesError: if that is no whole number from 0, or leaves no hand to play.
    """
    bound = f" to {max_hands - 1}" if max_hands else " or more"
    if (
        not is_int(hands_played)
        or hands_played < 0
        or (max_hands is not None and hands_played >= max_hands)
    ):
        raise RulesError("hands_played", hands_played, f"a whole number, 0{bound}", "AL-2")
    return hands_played


def checked_opening(state: StateT, rule: str) -> StateT:
    """The state that a match goes on from, if it is not decided already.

    Raises:
        RulesError: if its scores end the game.
    """
    if state._ends_game(state.scores):
        raise RulesError("scores", state.scores, "those of a game that is not over yet", rule)
    return state
