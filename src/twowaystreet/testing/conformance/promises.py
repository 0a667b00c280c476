"""The promises of a game by name, each with a sentence and a check."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._engine.game import Game
from twowaystreet._engine.state import GameState
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet.testing.conformance.checks.cards import cards
from twowaystreet.testing.conformance.checks.errors import errors
from twowaystreet.testing.conformance.checks.matches import carrying_on, ending, opening, scores
from twowaystreet.testing.conformance.checks.moves import legality, notation
from twowaystreet.testing.conformance.checks.records import round_trips
from twowaystreet.testing.conformance.checks.secrets import hides_nothing, no_leak
from twowaystreet.testing.conformance.checks.turns import tricks, turns, voids
from twowaystreet.testing.conformance.checks.values import (
    deterministic,
    no_mutation,
    value_semantics,
)
from twowaystreet.testing.conformance.checks.views import view_matches_state
from twowaystreet.testing.conformance.checks.worlds import (
    late_positions,
    without_worlds,
    worlds_agree,
)
from twowaystreet.testing.conformance.context import Context, Position
from twowaystreet.testing.conformance.playouts import Playout

Positions: TypeAlias = Callable[[Playout, random.Random], Iterable[int]]
"""Function that chooses the positions to check in a playout, each by the number of moves before."""


def first_position(playout: Playout, rng: random.Random) -> Iterable[int]:
    """Choose the first position only."""
    return (0,)


def every_position(playout: Playout, rng: random.Random) -> Iterable[int]:
    """Choose every position."""
    return range(len(playout.states))


def sampled_positions(count: int) -> Positions:
    """Choose the last position and some others; half of these are early ones."""

    def chosen(playout: Playout, rng: random.Random) -> Iterable[int]:
        last = len(playout.moves)
        early = {rng.randint(0, min(8, last)) for _ in range(count // 2)}
        return sorted({last, *early, *(rng.randint(0, last) for _ in range(count - count // 2))})

    return chosen


def hand_ends(playout: Playout, rng: random.Random) -> Iterable[int]:
    """Choose the ends of hands."""
    return (at for at, state in enumerate(playout.states) if state.hand_over)


@attrs.frozen
class Promise:
    """A promise that every game makes.

    Attributes:
        name: the name.
        says: the promise in one sentence.
        check: the check of one position; it raises a ``Fault`` if the game breaks the promise, and
            returns the number of objects that it checked.
        positions: the function that chooses the positions to check in a playout.
        hands: the default number of playouts.
        may_find_nothing: a function that returns true if a game may have nothing to check.
        needs: the class of states that the check needs, ``GameState`` or ``TrickState``. The check
            is skipped for games with other states. Any: no type describes a generic class.
        impossible: a function that returns the reason why a game cannot be checked; an empty text
            if it can.
    """

    name: str
    says: str
    check: Callable[[Position], int] = attrs.field(repr=False)
    positions: Positions = attrs.field(default=every_position, repr=False)
    hands: int = 6
    may_find_nothing: Callable[[Context], bool] = attrs.field(
        default=lambda context: False, repr=False
    )
    needs: type[Any] = GameState
    impossible: Callable[[Game], str] = attrs.field(default=lambda game: "", repr=False)

    def applies_to(self, game: Game) -> bool:
        """Return true for games with the class of states that the check needs."""
        # The promise "opening" reports a State that is not a GameState.
        return self.needs is GameState or issubclass(game.State, self.needs)

    def left_out(self, game: Game) -> str:
        """Return the reason why the promise is not checked for a game; empty if it is."""
        if not self.applies_to(game):
            return f"the State of {game.title} is not a {self.needs.__name__}"
        return self.impossible(game)


_ALL: Final = (
    Promise(
        "opening",
        "a game begins with every combination of options, waits for a deal, and its classes belong "
        "together.",
        opening,
        first_position,
        20,
    ),
    Promise(
        "cards",
        "no card is doubled, lost or changed: a play moves one card to the trick, and no other "
        "card moves.",
        cards,
        hands=4,
    ),
    Promise(
        "legal_moves",
        "the legal moves are exactly the moves that apply accepts, listed once each and in a fixed "
        "order, and every other move is refused with a reason and a rule.",
        legality,
        hands=3,
    ),
    Promise(
        "turns",
        "a seat is to move exactly while a hand is in play, and it plays from its own hand.",
        turns,
        hands=8,
    ),
    Promise(
        "tricks",
        "each play adds one card to the trick, tricks go round in one order, and the leader of a "
        "trick has played to the last one.",
        tricks,
        hands=8,
        needs=TrickState,
    ),
    Promise(
        "ending",
        "every hand ends, a match ends after max_hands hands, and then it has winners and no legal "
        "moves.",
        ending,
        first_position,
        12,
    ),
    Promise(
        "notation",
        "every move can be read back from its text, and no two moves have the same text.",
        notation,
        sampled_positions(8),
    ),
    Promise(
        "purity",
        "no operation changes a state, a view, a move or the rules.",
        no_mutation,
        sampled_positions(8),
        3,
    ),
    Promise(
        "determinism",
        "the same moves lead to the same states, and the same seed to the same deal, in this "
        "process and in another one.",
        deterministic,
        sampled_positions(1),
        4,
    ),
    Promise(
        "values",
        "states, views, moves and rules are frozen values: copies and pickled objects are equal, "
        "with equal hashes, and different objects are not equal.",
        value_semantics,
        sampled_positions(4),
        3,
    ),
    Promise(
        "scores",
        "a hand is scored when it is over and not before, its points are added to the scores, and "
        "the same moves score the same.",
        scores,
        every_position,
        8,
    ),
    Promise(
        "carrying_on",
        "a match continues the same after a new start with its scores and other figures.",
        carrying_on,
        hand_ends,
        12,
        lambda context: True,
    ),
    Promise(
        "views",
        "views match the state, each seat sees its own hand and its own moves, and every fact "
        "depends only on the fields that it declares.",
        view_matches_state,
        sampled_positions(8),
        4,
    ),
    Promise(
        "voids",
        "a seat with a shown void has no card of the suit, and a card has shown the void.",
        voids,
        sampled_positions(12),
        4,
        lambda context: True,
        TrickState,
    ),
    Promise(
        "secrets",
        "viewers with the same information see the same: views, legal moves, refusals and records "
        "do not depend on hidden information.",
        no_leak,
        sampled_positions(6),
        6,
        hides_nothing,
    ),
    Promise(
        "worlds",
        "worlds of a view are exactly the states that play can reach and that look the same, and "
        "samples, counts and chances agree.",
        worlds_agree,
        late_positions,
        3,
        impossible=without_worlds,
    ),
    Promise(
        "records",
        "records, views and the records of seats can be read back from text and from JSON.",
        round_trips,
        sampled_positions(2),
        2,
    ),
    Promise(
        "errors",
        "every wrong argument raises an error of this library, which quotes it, and changes "
        "nothing.",
        errors,
        sampled_positions(2),
        2,
    ),
)

PROMISES: Final = {promise.name: promise for promise in _ALL}
"""Every promise by name, in the order of the checks."""
