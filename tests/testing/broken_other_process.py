"""Broken games that differ in another process, but never in this one."""

from __future__ import annotations

import os
import sys
import time
from typing import Any, ClassVar

import attrs
from typing_extensions import override

from examples import oh_hell
from tests.testing.broken import BrokenGame, bidding, by_name, checked_bid, hell
from twowaystreet import authoring as core

HOME = "TWOWAYSTREET_TESTS_HOME"
"""The variable with the number of the process in which the crashing game does not crash."""


def more(state: Any, tricks: Any, seat: int, points: int) -> Any:
    """Return the score of Oh Hell, with more points for one seat."""
    scored: Any = oh_hell.State._score(state, tricks)
    seats = list(scored.seats)
    seats[seat] = core.SeatScore(seats[seat].points + points)
    return core.HandScore(tuple(seats))


class BySet(oh_hell.State):
    """States that count the place of a string in a set as points; few sets have it at one place."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return more(self, tricks, 0, [*{f"seat{seat}" for seat in range(1000)}].index("seat0"))


class ByProcess(oh_hell.State):
    """States that count the number of the process as points."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return more(self, tricks, 0, os.getpid() % 1000)


class ByClock(oh_hell.State):
    """States that count the time as points."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return more(self, tricks, 0, int(time.time() / 10_000_000))


DEALS: list[core.Deal] = []
"""The deals in this process."""


class FirstDeal(oh_hell.State):
    """States whose scores depend on the first deal in this process."""

    __slots__ = ()

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        DEALS.append(deal)
        return super()._deal_hands(deal)

    @override
    def _score(self, tricks: Any) -> Any:
        return more(self, tricks, 0, sorted(DEALS[0].cards).index(DEALS[0].cards[0]))


BIDS: list[int] = []
"""The bids in this process."""


def bid_and_note(state: Any, seat: int, move: oh_hell.Bid) -> Any:
    """Make the bid, and note it in a global list."""
    BIDS.append(move.number)
    return checked_bid(state, seat, move)


class Noting(oh_hell.State):
    """States that note bids in a global list."""

    __slots__ = ()
    _decisions: ClassVar = bidding(bid=bid_and_note)


@attrs.frozen(kw_only=True)
class LastBid(oh_hell.View):
    """Views that read the global list."""

    @property
    def last_bid(self) -> int | None:
        """The last bid in any state."""
        return BIDS[-1] if BIDS else None


STARTED = os.urandom(8)
"""Random bytes, which differ between processes."""


@attrs.frozen(kw_only=True)
class Salted(oh_hell.View):
    """Views that show the random bytes."""

    @property
    def salt(self) -> bytes:
        """Bytes that are equal in all views of a process."""
        return STARTED


@attrs.frozen(kw_only=True)
class DefaultByProcess(oh_hell.Rules):
    """Rules with the number of the process as a default."""

    max_hands: int = core.number(1 + os.getpid(), at_least=1, rule="AL-2")


class Crashing(oh_hell.State):
    """States whose scoring ends any other process."""

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
"""A game that passes unless ``HOME`` is set."""
