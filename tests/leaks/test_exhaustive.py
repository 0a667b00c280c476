"""Every playout of small games: equal information states and equal records imply each other.

Playouts with the same information state must have the same view: no view leaks hidden information.
Playouts with different information states must have different records: no record lacks information.
The exploration checks both conditions after every move.
"""

from __future__ import annotations

from collections.abc import Hashable

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import AnyState, anything
from tests.leaks.knowledge import learnt
from tests.leaks.small import SMALL, Small

RULES = {
    "exchanges": ("ST-9", "ST-10", "ST-11"),
    "coloured Jokers": ("ST-13", "ST-16"),
    "plain Jokers": ("ST-13", "ST-18"),
    "bids with cards": ("DU-2", "DU-5", "DU-6", "DU-7"),
    "bids on paper": ("DU-2", "DU-7", "DU-8", "DU-9"),
    "twos": ("TW-3", "TW-4"),
    "oh hell": (),
    "draws": ("TD-2", "TD-3"),
    "dummies": ("SP-5", "SP-12", "SP-13"),
    "lays": ("BR-8", "BR-9"),
    "plays of several cards": ("TL-9",),
}
LARGE = ("bids on paper", "bids with cards", "exchanges", "twos")
"""The games with the most states."""

Numbers = dict[int | None, int]
"""A number for each viewer."""


@attrs.define
class Known:
    """The information states and records of one viewer, as numbers.

    Attributes:
        knows: number of each information state, by the previous number and the new information.
        shown: last view and record number of each information state.
        records: number of each record, by the previous number and the last event.
        whose: number of the information state of each record.
    """

    knows: dict[tuple[int, Hashable], int] = attrs.field(factory=dict[tuple[int, Hashable], int])
    shown: dict[int, tuple[object, int]] = attrs.field(factory=dict[int, tuple[object, int]])
    records: dict[tuple[int, tws.Event], int] = attrs.field(
        factory=dict[tuple[int, tws.Event], int]
    )
    whose: dict[int, int] = attrs.field(factory=dict[int, int])


class Exploration:
    """All playouts of a small game, for some viewers; ``None`` is a spectator.

    It counts the states, and the pairs of state and viewer whose information state had come up
    before. Each so many states it compares views as JSON.
    """

    def __init__(self, small: Small, whole: bool) -> None:
        self.choices = small.choices
        self.texts = 3 if whole else 20
        self.states = self.shared = 0
        start = small.start()
        viewers = (None, *range(len(start.scores) if whole else 2))
        self.known: dict[int | None, Known] = {viewer: Known() for viewer in viewers}
        nothing: Numbers = dict.fromkeys(viewers, 0)
        for deal in small.deals(start):
            self.step(start, deal, nothing, nothing)

    def step(self, before: AnyState, move: tws.Move, knows: Numbers, records: Numbers) -> None:
        """Make a move, compare its events and views, and continue with the next moves."""
        after = tws.apply(before, move)
        self.states += 1
        then_knows, then_records = dict(knows), dict(records)
        for viewer, known in self.known.items():
            event = tws.event_of(before, move, viewer)
            fact = (knows[viewer], learnt(before, move, after, viewer))
            number = known.knows.setdefault(fact, len(known.knows) + 1)
            record = known.records.setdefault((records[viewer], event), len(known.records) + 1)
            moves = tws.legal_moves(after) if after.actor == viewer else ()
            derived = [getattr(event.view, name) for name in event.view._derived]
            shown = (event, *derived, moves)
            first = known.shown.setdefault(number, (shown, record))
            self.shared += first[0] is not shown
            assert first == (shown, record), f"{viewer} is shown {shown}, and {first[0]}"
            assert known.whose.setdefault(record, number) == number, f"{viewer} knows more: {event}"
            if self.states % self.texts == 0 and first[0] is not shown:
                one, two = anything(first[0])[0].view, anything(event).view
                assert (one.to_json(), repr(one)) == (two.to_json(), repr(two))
            then_knows[viewer], then_records[viewer] = number, record
        if not after.needs_deal and not after.is_over:
            for further in self.choices(after):
                self.step(after, further, then_knows, then_records)


def explored(name: str, *, whole: bool = False) -> Exploration:
    """Explore a small game for two seats and a spectator, or for all seats if ``whole``."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        SMALL[name].prepare(monkeypatch)
        return Exploration(SMALL[name], whole)


@pytest.mark.nightly
@pytest.mark.parametrize("name", SMALL)
def test_all_seats_know_exactly_what_views_show(name: str) -> None:
    assert explored(name, whole=True).states > 800


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.rule(*rules), *[pytest.mark.nightly] * is_large])
        for name, rules in RULES.items()
        for is_large in [name in LARGE]
    ],
)
def test_views_show_exactly_the_information_of_the_viewer(name: str) -> None:
    found = explored(name)
    # Most states share an information state with another one, so the test compares enough.
    assert found.states > 800
    assert found.shared > found.states
