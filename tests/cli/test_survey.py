"""The figures of random hands, in which authors find faults of their rules."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, ClassVar, Self
from unittest import mock

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import anything
from tests.testing import faults
from tests.testing.broken import bidding, hell
from twowaystreet import authoring as core
from twowaystreet._cli.survey import Survey, survey
from twowaystreet.games import twos


@pytest.fixture(autouse=True)
def few() -> Iterator[None]:
    """Compare options in few playouts."""
    with mock.patch("twowaystreet._cli.survey.PAIRS", 2):
        yield


def test_the_shares_of_the_seats_and_the_longest_hand() -> None:
    found = survey(twos.GAME, hands=8, seed=1)
    assert found == survey(twos.GAME, hands=8, seed=1) != survey(twos.GAME, hands=8)
    assert (found.hands, found.turns, found.deals) == (8, (104,) * 4, (2,) * 4)
    assert sum(found.leads) == 8 * 13 and len(found.points) == 4
    assert (found.longest, found.fault, found.unnamed) == (52, "", ())
    assert found.idle_options == found.unmade == ()
    assert [*map(type, found.moves)] == [tws.Play]
    assert {state.phase for state in found.positions} == {*twos.State._decisions}


class Lead(StrEnum):
    """The seats that may lead, of which the last one is forgotten."""

    LEFT, DEALER, RIGHT = "left", "dealer", "right"


@attrs.frozen(kw_only=True)
class Idle(oh_hell.Rules):
    """Options that do nothing, wholly or in part."""

    late: bool = core.flag(False, rule="OH-1")
    lead: Lead = core.choice(Lead, rule="OH-1")
    worth: int = core.number(1, at_least=1, at_most=2, rule="OH-3")


class IdleState(oh_hell.State):
    """States in which ``lead`` counts as ``left`` or not, and ``worth`` for the scores alone."""

    __slots__ = ()

    @override
    def _first_leader(self) -> int:
        others: Any = self.rules
        return self.dealer if others.lead == "dealer" else super()._first_leader()

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        found, others = super()._score(tricks), anything(self.rules)
        return core.HandScore(tuple([core.SeatScore(others.worth + each) for each in found.points]))


def test_options_and_values_that_change_nothing_are_named() -> None:
    found = survey(hell("idle", IdleState, rules=Idle), hands=2)
    assert found.idle_options == ("late", "lead=right")


class Trump(core.SuitMove):
    """A move that nobody can make."""


class Stays(oh_hell.State):
    """States with a move that nobody can make."""

    __slots__ = ()

    def _trumps(self, seat: int) -> tuple[Trump, ...]:
        return ()

    def _never(self, seat: int, move: Trump) -> Self:
        raise AssertionError

    _decisions: ClassVar = {
        **bidding(),
        oh_hell.Phase.HAND_OVER: core.Decision("trumps", "OH-1", _trumps, {Trump: _never}),
    }


def test_moves_that_nobody_can_make_are_named() -> None:
    found = survey(hell("stays", Stays), hands=3)
    assert found.unmade == ("Trump",)


def test_cards_that_no_move_names_are_named() -> None:
    found = survey(oh_hell.GAME, hands=1)
    assert len(found.unnamed) == 52 - 28 and found.longest == 32


def test_a_broken_game_is_counted_until_its_fault() -> None:
    found: Survey = survey(faults.FAULTS["endless"].game, hands=2)
    assert (found.hands, found.longest, found.points) == (0, 0, (0.0,) * 4)
    assert found.fault == "the hand does not end after 410 moves"
    assert found.unmade == ("Play",)
