"""The moves that a search compares: all legal moves, or some of very many."""

from __future__ import annotations

import random
from itertools import chain
from typing import Final

import attrs

from twowaystreet._engine.moves import Move, groups_of
from twowaystreet._views.views import AnyView
from twowaystreet.errors import RulesError
from twowaystreet.players._simple import rule_for, simple

MOST: Final = 30
"""The greatest number of moves that a search compares."""


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


def candidates(view: AnyView, rng: random.Random) -> Candidates:
    """Return the moves that a search compares in a view.

    Raises:
        RulesError: if the view has no legal moves.
        TypeError: if ``view`` is not a view.
    """
    unsearched = reason_unsearched(view)
    if not view.legal_moves:
        raise RulesError("view", view, "the view of the seat to move")
    moves = view.legal_moves
    first = moves[0] if len(moves) == 1 else simple(view, rng)
    return Candidates(some_of(moves, first), first, len(moves) > 1 and not unsearched)


def reason_unsearched(view: AnyView) -> str:
    """Return why a search makes the move of the simple player in this phase; an empty text if not.

    Raises:
        TypeError: if ``view`` is not a view.
    """
    rule = rule_for(view)
    # Phases of other games with the same names are equal, but not the same.
    reasons = rule.unsearched.items() if rule else ()
    return next((reason for phase, reason in reasons if view.phase is phase), "")


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
