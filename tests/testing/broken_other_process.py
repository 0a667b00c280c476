"""Games that go otherwise in another process, and in this one always the same."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, ClassVar

import attrs
from typing_extensions import override

from examples import oh_hell
from tests.testing.broken import BrokenGame, bidding, by_name, hell
from twowaystreet import authoring as core

HOME = "TWOWAYSTREET_TESTS_HOME"
"""The variable that has the process in which the crashing game does not crash."""


def more(state: Any, tricks: Any, seat: int, points: int) -> Any:
    """The score of Oh Hell, with more points for one seat."""
    scored: Any = oh_hell.State._score(state, tricks)
    seats = list(scored.seats)
    seats[seat] = core.SeatScore(seats[seat].points + points)
    return core.HandScore(tuple(seats))


class BySet(oh_hell.State):
    """The first seat of a set of texts scores one point more."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        first = next(iter({f"seat{seat}" for seat in range(self.rules.players)}))
        return more(self, tricks, int(first.removeprefix("seat")), 1)


class ByProcess(oh_hell.State):
    """The number of the process counts as points."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return more(self, tricks, 0, os.getpid() % 1000)


class ByClock(oh_hell.State):
    """The time of the day counts as points."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return more(self, tricks, 0, int(time.time() / 50))


DEALS: list[core.Deal] = []
"""The deals that have been made in this process."""


class FirstDeal(oh_hell.State):
    """The first deal that was made in this process counts in all scores."""

    __slots__ = ()

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        DEALS.append(deal)
        return super()._deal_hands(deal)

    @override
    def _score(self, tricks: Any) -> Any:
        return more(self, tricks, 0, sorted(DEALS[0].cards).index(DEALS[0].cards[0]))


BIDS: list[int] = []
"""The bids that have been made in this process."""


def bid_and_note(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    """Note the bid down outside of all states."""
    BIDS.append(move.tricks)
    return oh_hell.State._bid(state, seat, move)


class Noting(oh_hell.State):
    """Bids are noted down outside of all states."""

    __slots__ = ()
    _decisions: ClassVar = bidding(bid=bid_and_note)


@attrs.frozen(kw_only=True)
class LastBid(oh_hell.View):
    """Views that read what was noted down."""

    @property
    def last_bid(self) -> int | None:
        """The last bid that was made in any state."""
        return BIDS[-1] if BIDS else None


STARTED = os.urandom(8)
"""Something that differs from process to process."""


@attrs.frozen(kw_only=True)
class Salted(oh_hell.View):
    """Views that show it."""

    @property
    def salt(self) -> bytes:
        """The same in all views of a process."""
        return STARTED


@attrs.frozen(kw_only=True)
class DefaultByProcess(oh_hell.Rules):
    """A default that is the number of the process."""

    max_hands: int = core.number(1 + os.getpid(), at_least=1, rule="AL-2")


class Crashing(oh_hell.State):
    """The scoring ends any other process."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        if os.environ.get(HOME, str(os.getpid())) != str(os.getpid()):
            print("nobody knows why", file=sys.stderr, flush=True)
            os._exit(3)
        return super()._score(tricks)


GAMES = (
    BrokenGame(hell("by_set", BySet), "determinism", "in another process"),
    BrokenGame(hell("by_process", ByProcess), "determinism", "in another process"),
    BrokenGame(hell("by_clock", ByClock), "determinism", "in another process"),
    BrokenGame(hell("first_deal", FirstDeal), "determinism", "in another process"),
    BrokenGame(hell("last_bid", Noting, LastBid), "determinism", "last_bid of the view"),
    BrokenGame(hell("salted", view=Salted), "determinism", "salt of the view"),
    BrokenGame(hell("by_default", rules=DefaultByProcess), "determinism", "the default rules"),
)
globals().update(by_name(GAMES))

CRASHING = hell("crashing", Crashing)
"""This one passes where ``HOME`` is not set."""
