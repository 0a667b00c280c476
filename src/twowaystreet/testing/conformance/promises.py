"""The promises of a game by name."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import attrs

import twowaystreet as tws
from twowaystreet._core.engine.state import OfGame
from twowaystreet.testing.conformance import arguments, fairness, play, secrets, values, views
from twowaystreet.testing.conformance.other_process import check_other_processes
from twowaystreet.testing.conformance.worlds import late_positions, without_worlds, worlds_agree
from twowaystreet.testing.playouts import CheckedPosition, Context, Playout

Positions: TypeAlias = Callable[[Playout, int, random.Random], Iterable[int]]
"""Chooses positions of a playout by their moves, from the length of a usual hand too."""


def every_position(playout: Playout, length: int, rng: random.Random) -> Iterable[int]:
    """Choose every position."""
    return range(len(playout.states))


def sampled_positions(count: int) -> Positions:
    """Choose some positions besides the last: early ones, from the last sixth of a hand, any."""

    def chosen(playout: Playout, length: int, rng: random.Random) -> Iterable[int]:
        parts = ((0, min(8, length)), (length - length // 6, length), (0, length + length // 8))
        return [rng.randint(*parts[number % 3]) for number in range(count)]

    return chosen


def hand_ends(playout: Playout, length: int, rng: random.Random) -> Iterable[int]:
    """Choose the ends of hands."""
    return (at for at, state in enumerate(playout.states) if state.hand_over)


@attrs.frozen
class Promise:
    """A promise that every game makes, with a check that returns how many objects it checked."""

    name: str
    check: Callable[[CheckedPosition], int] = attrs.field(repr=False)
    positions: Positions = attrs.field(default=every_position, repr=False)  # to check in a match
    hands: int = 8  # matches by default
    needs: type[OfGame] = tws.GameState
    impossible: Callable[[tws.Game], str] = attrs.field(default=lambda _: "", repr=False)  # why
    plays: int = 2  # the most hands of a match; with four, ``max_hands`` is small
    at_the_end: Callable[[Context], int | None] = attrs.field(default=lambda _: 0, repr=False)

    @property
    def says(self) -> str:
        """The promise in one sentence, which is the docstring of its check."""
        says = (self.check.__doc__ or self.name).split("\n")[0]
        return says[0].lower() + says[1:]

    def applies_to(self, game: tws.Game) -> bool:
        """Return true for games with the class of states that the check needs."""
        return issubclass(game.State, self.needs)

    def left_out(self, game: tws.Game) -> str:
        """Return the reason why the promise is not checked for a game; empty if it is."""
        if not self.applies_to(game):
            return f"the State of {game.title} is not a {self.needs.__name__}"
        return self.impossible(game)


LAST: Final = sampled_positions(0)
_ALL: Final = (
    Promise("opening", arguments.opening, LAST, plays=0),
    Promise("cards", play.cards),
    Promise("legal_moves", play.legality, hands=4, plays=1),
    Promise("tricks", play.tricks, needs=tws.TrickState),
    Promise("determinism", values.again, LAST, 4, plays=1, at_the_end=check_other_processes),
    Promise("fairness", fairness.alike, LAST, 24, plays=4, at_the_end=fairness.chances),
    Promise("ending", play.ending, hands=12, plays=4, at_the_end=play.some_match_ends),
    Promise("purity", values.no_mutation, sampled_positions(8), hands=3),
    Promise("values", values.value_semantics, sampled_positions(4), hands=3),
    Promise("scores", play.scores),
    Promise("carrying_on", play.carrying_on, hand_ends, 24),
    Promise("views", views.view_matches_state, sampled_positions(4), hands=6),
    Promise("voids", play.voids, sampled_positions(12), needs=tws.TrickState),
    Promise("secrets", secrets.no_leak, sampled_positions(5), 6),
    Promise("worlds", worlds_agree, late_positions, 3, impossible=without_worlds),
    Promise("records", values.round_trips, sampled_positions(2), hands=2),
    Promise("errors", arguments.errors, sampled_positions(2), hands=2),
)

PROMISES: Final = {promise.name: promise for promise in _ALL}
"""Every promise by name, in the order of the checks."""
