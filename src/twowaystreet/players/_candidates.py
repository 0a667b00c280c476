"""The moves that a search compares: all legal moves, or some of very many."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._engine.game import GAMES
from twowaystreet._engine.moves import Move, groups_of
from twowaystreet._engine.phases import Phase
from twowaystreet._players.rules_of_thumb import rule_of
from twowaystreet._views.views import AnyView, View, not_a_view
from twowaystreet.errors import RulesError
from twowaystreet.players._simple import simple

MOST: Final = 30
"""The greatest number of moves that a search compares."""
ALL: Final = "all"
"""The word for all phases."""

Searched: TypeAlias = str | tuple[str, ...] | None
"""The names of the phases that are searched; ``None`` for those that a game leaves to a search."""


@attrs.frozen
class Candidates:
    """The moves that a search compares.

    Attributes:
        moves: the moves, in the order of legal moves.
        first: the move that the simple player prefers, one of them.
        is_searched: False if a player makes this move in any case.
    """

    moves: tuple[Move, ...]
    first: Move
    is_searched: bool


def candidates(view: AnyView, rng: random.Random, searched: Searched = None) -> Candidates:
    """Return the moves that a search compares in a view.

    Raises:
        RulesError: if the view has no legal moves, or the game has no phase that is searched.
        TypeError: if ``view`` is not a view.
    """
    if not isinstance(view, View):
        raise not_a_view(view)
    unsearched = bool(reason_unsearched(view._state, view.phase, searched))
    if not view.legal_moves:
        raise RulesError("view", view, "the view of the seat to move")
    moves = view.legal_moves
    first = moves[0] if len(moves) == 1 else simple(view, rng)
    return Candidates(some_of(moves, first), first, len(moves) > 1 and not unsearched)


def reason_unsearched(cls: Any, phase: Phase, searched: Searched = None) -> str:
    """Return why a search makes the move of the simple player in a phase; an empty text if not.

    Raises:
        RulesError: if the game has none of these phases, or no game has one of them.
    """
    if searched is not None:
        return "" if phase.value in _phases(cls, searched) else "this phase is not named"
    rule = rule_of(cls)
    # Phases of other games with the same names are equal, but not the same.
    reasons = rule.unsearched.items() if rule else ()
    return next((reason for each, reason in reasons if phase is each), "")


@lru_cache(maxsize=64)
def _phases(cls: Any, searched: str | tuple[str, ...]) -> frozenset[str]:
    """Return the names of the phases of a game that are searched."""
    names = frozenset(searched.split("+") if isinstance(searched, str) else searched)
    known = frozenset(each.value for each in cls._decisions)
    found = known if ALL in names else known & names
    others = chain.from_iterable(game.State._decisions for game in GAMES.values())
    if not found or names - known - {ALL, *(each.value for each in others)}:
        expected = f"phases of {cls.title}: {', '.join(sorted(known))}; or {ALL}"
        raise RulesError("searched", searched, expected)
    return found


def some_of(moves: tuple[Move, ...], first: Move) -> tuple[Move, ...]:
    """Return at most 30 of some moves.

    Half of them are the simple player's choice and those that have most in common with it: cards,
    or whole hands in Brag. The others lie evenly among the rest.
    """
    if len(moves) <= MOST:
        return moves
    wanted = _parts(first)

    def strange(number: int) -> tuple[bool, int]:
        move = moves[number]
        return move != first, -len(wanted & _parts(move))

    order = sorted(range(len(moves)), key=strange)
    near, far = order[: MOST // 2], sorted(order[MOST // 2 :])
    count = MOST - len(near)
    spread = [far[place * len(far) // count] for place in range(count)]
    return tuple(moves[number] for number in sorted(near + spread))


def _parts(move: Move) -> set[object]:
    """Return the cards of a move; its groups of cards if it has several."""
    groups = groups_of(move)
    return {*groups} if len(groups) > 1 else set(chain(*groups))
