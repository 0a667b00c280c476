"""Broken games whose worlds are wrong."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar, TypeAlias

import attrs
from typing_extensions import override

from examples import oh_hell
from tests.testing.broken import BrokenGame, by_name, hell
from twowaystreet import authoring as core
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.worlds.places import Division, Hidden
from twowaystreet._core.worlds.ways import Ways

Cases: TypeAlias = tuple[Hidden[Any], ...]

TRUTH: dict[object, Any] = {}
"""The state behind each view of a game that cheats."""


LOW = sum(core.RANK[rank] for rank in list(core.Rank)[:6])
SPADES = core.SUIT[core.Suit.SPADES]


class TwoDuties(oh_hell.State):
    """States of a game with two duties.

    A player with the suit led must play it or a spade. A player without it must play a low card.
    """

    __slots__ = ()
    _following: ClassVar = {
        None: (),
        **{
            suit: (
                (core.SUIT[suit], core.SUIT[suit] | SPADES),
                (LOW, LOW),
            )
            for suit in core.Suit
        },
    }


@attrs.frozen(kw_only=True)
class Telling(oh_hell.View):
    """Views that remember the true state, which every sample is."""

    @override
    @classmethod
    def _of(cls, state: Any, seat: int | None) -> Any:
        seen = super()._of(state, seat)
        TRUTH[seen] = state
        return seen

    @override
    def _hidden(self) -> Any:
        def build(division: Division, rng: random.Random) -> Any:
            return TRUTH[self]

        return [attrs.evolve(case, build=build) for case in super()._hidden()]


def without_voids(cases: Cases) -> Cases:
    """Let every hand hold every suit."""
    return tuple(
        attrs.evolve(case, places=tuple(attrs.evolve(place, barred=0) for place in case.places))
        for case in cases
    )


def without_needs(cases: Cases) -> Cases:
    """Forget the cards of which a hand holds at least one."""
    return tuple(
        attrs.evolve(case, places=tuple(attrs.evolve(place, needs=()) for place in case.places))
        for case in cases
    )


def with_weights(cases: Cases) -> Cases:
    """Count the worlds in which the first place holds the lowest unseen card twice."""
    found = list[Hidden[Any]]()
    for case in cases:
        if not case.unseen or not case.places[0].size:
            found.append(case)
            continue
        low, first = card_types_among(case.unseen[:1]), case.places[0]
        without = attrs.evolve(first, barred=first.barred | low)
        holds = attrs.evolve(first, needs=(*first.needs, low))
        for place in (without, holds, holds):
            found.append(attrs.evolve(case, places=(place, *case.places[1:])))
    return tuple(found)


def always_the_same(cases: Cases) -> Cases:
    """Return the first world in place of each."""

    def fixed(case: Hidden[Any]) -> Hidden[Any]:
        first = next(Ways(case.unseen, case.places).divisions())

        def build(division: Division, rng: random.Random) -> Any:
            return case.build(first, random.Random(0))

        return attrs.evolve(case, build=build)

    return tuple(map(fixed, cases))


def changed(change: Callable[[Cases], Cases], *, later: bool = False) -> Any:
    """Return views of Oh Hell with other worlds, everywhere or only after the first hand."""

    @attrs.frozen(kw_only=True)
    class View(oh_hell.View):
        @override
        def _hidden(self) -> Any:
            cases = super()._hidden()
            return cases if later and not self.hands_played else change(cases)

    return View


GAMES = (
    BrokenGame(hell("truth", view=Telling), "worlds", "but the chance is"),
    BrokenGame(hell("no_voids", view=changed(without_voids)), "worlds", "lead to a sample"),
    BrokenGame(hell("no_needs", TwoDuties, changed(without_needs)), "worlds", "lead to a sample"),
    BrokenGame(hell("weights", view=changed(with_weights)), "worlds", "worlds differ"),
    BrokenGame(hell("one_world", view=changed(always_the_same)), "worlds", "but the chance is"),
    BrokenGame(
        hell("first_hand", view=changed(without_voids, later=True)), "worlds", "lead to a sample"
    ),
)
globals().update(by_name(GAMES))
