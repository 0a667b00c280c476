"""The promises of a game by name: each a sentence, and the function that checks it."""

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
from twowaystreet.testing.conformance.context import Context, Position
from twowaystreet.testing.conformance.playouts import Playout

Positions: TypeAlias = Callable[[Playout, random.Random], Iterable[int]]
"""Chooses the positions of a playout that are looked at, each by how many moves precede it."""


def first_position(playout: Playout, rng: random.Random) -> Iterable[int]:
    """The first position alone."""
    return (0,)


def every_position(playout: Playout, rng: random.Random) -> Iterable[int]:
    """Every position."""
    return range(len(playout.states))


def sampled_positions(count: int) -> Positions:
    """The last position, and so many others, more of them early on."""

    def chosen(playout: Playout, rng: random.Random) -> Iterable[int]:
        last = len(playout.moves)
        early = {rng.randint(0, min(8, last)) for _ in range(count // 2)}
        return sorted({last, *early, *(rng.randint(0, last) for _ in range(count - count // 2))})

    return chosen


def hand_ends(playout: Playout, rng: random.Random) -> Iterable[int]:
    """The ends of hands."""
    return (at for at, state in enumerate(playout.states) if state.hand_over)


@attrs.frozen
class Promise:
    """Something that every game promises.

    Attributes:
        name: its name.
        says: what it says, in one sentence.
        check: checks at one position whether it is kept, raises a ``Fault`` if it is not, and says
            how many things it has looked at.
        positions: which positions of a playout are looked at.
        hands: how many playouts are looked at unless somebody says how many.
        may_find_nothing: whether a game may have nothing to look at.
        needs: the class of states that the check needs, ``GameState`` or ``TrickState``. The check
            is skipped for games with other states. Any: a generic class has no type of its own.
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

    def applies_to(self, game: Game) -> bool:
        """Return whether the states of a game are of the class that the check needs."""
        # The promise "opening" finds a State that is no GameState.
        return self.needs is GameState or issubclass(game.State, self.needs)


_ALL: Final = (
    Promise(
        "opening",
        "a game begins with whatever its options allow, waits for a deal, and its parts belong "
        "together.",
        opening,
        first_position,
        20,
    ),
    Promise(
        "cards",
        "no card is doubled, lost or changed: a play brings one card to the trick, and no other "
        "comes or goes.",
        cards,
        hands=4,
    ),
    Promise(
        "legal_moves",
        "the legal moves are exactly the moves that apply takes, each listed once and in a fixed "
        "order, and every other is refused with a reason and a rule.",
        legality,
        hands=3,
    ),
    Promise(
        "turns",
        "somebody is to move exactly while a hand is in play, and plays from the own hand.",
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
        "a hand ends, a match ends when max_hands says so, and then nothing can be done and "
        "somebody has won.",
        ending,
        first_position,
        12,
    ),
    Promise(
        "notation",
        "every move is read back from its text, and no two moves have the same.",
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
        "states, views, moves and rules are frozen values: copied and pickled they are equal, with "
        "equal hashes, and those that differ are not.",
        value_semantics,
        sampled_positions(4),
        3,
    ),
    Promise(
        "scores",
        "a hand is scored once it is over and not before, the scores grow by its points, and the "
        "same moves score the same.",
        scores,
        every_position,
        8,
    ),
    Promise(
        "carrying_on",
        "a match goes on the same when it is begun anew with the figures that it has come to.",
        carrying_on,
        hand_ends,
        12,
        lambda context: True,
    ),
    Promise(
        "views",
        "views tell the truth, each seat its own hand and its own moves, and no fact tells of "
        "cards that it does not declare to tell of.",
        view_matches_state,
        sampled_positions(8),
        4,
    ),
    Promise(
        "voids",
        "a seat that is said to have none of a suit has none, and a card has shown it.",
        voids,
        sampled_positions(12),
        4,
        lambda context: True,
        TrickState,
    ),
    Promise(
        "secrets",
        "whoever knows the same is shown the same: views, legal moves, refusals and records do not "
        "depend on what is hidden from a seat.",
        no_leak,
        sampled_positions(6),
        6,
        hides_nothing,
    ),
    Promise(
        "records",
        "records, views and the records of seats come back the same from text and from JSON.",
        round_trips,
        sampled_positions(2),
        2,
    ),
    Promise(
        "errors",
        "whatever is given, errors are those of this library, quote it, and change nothing.",
        errors,
        sampled_positions(2),
        2,
    ),
)

PROMISES: Final = {promise.name: promise for promise in _ALL}
"""Every promise by name, in the order in which they are looked at."""
