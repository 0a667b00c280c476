"""Broken games that count wrongly, or answer wrongly to illegal moves."""

from __future__ import annotations

from typing import Any

import attrs
from typing_extensions import override

from examples import oh_hell
from tests.testing.broken import BrokenGame, altered, by_name, hell
from tests.testing.broken_values import bids_as
from twowaystreet import authoring as core


class ShortTricks(oh_hell.State):
    """States that lose the last card of each trick."""

    __slots__ = ()

    @override
    def _complete(
        self, order: tuple[int, ...], table: tuple[core.Card, ...], led: core.Suit | None, won: int
    ) -> core.Trick:
        whole = super()._complete(order, table, led, won)
        return attrs.evolve(whole, cards=whole.cards[:-1], seats=whole.seats[:-1])


class TwoAtOnce(oh_hell.State):
    """States that count each hand as two."""

    __slots__ = ()

    @override
    def _finish(self, tricks: Any, remaining: int = 0) -> Any:
        after: Any = super()._finish(tricks, remaining)
        match = attrs.evolve(after._match, hands_played=after.hands_played + 1)
        return altered(after, _match=match)


class Raising(oh_hell.State):
    """States that raise a ``KeyError`` for a card that is not in the hand."""

    __slots__ = ()

    @override
    def _refuse(self, move: core.Move) -> core.IllegalMove:
        raise KeyError(str(move))


class Shouting(oh_hell.State):
    """States that raise a ``KeyError`` for a text in place of a move."""

    __slots__ = ()

    @override
    def _apply(self, move: object) -> Any:
        if isinstance(move, str):
            raise KeyError(move)
        return super()._apply(move)


class Patient(oh_hell.State):
    """States that accept a text in place of a move, without effect."""

    __slots__ = ()

    @override
    def _apply(self, move: object) -> Any:
        return self if isinstance(move, str) else super()._apply(move)


class AfterTheEnd(oh_hell.State):
    """States that accept every move after the end of the game."""

    __slots__ = ()

    @override
    def _apply(self, move: object) -> Any:
        return self if self.is_over else super()._apply(move)


class Scoring(oh_hell.State):
    """States with a score whose hand is never over."""

    __slots__ = ()

    @property
    @override
    def hand_over(self) -> bool:
        return False


@attrs.frozen
class Mumbled(oh_hell.Bid):
    """A bid whose text cannot be read."""

    @override
    def __str__(self) -> str:
        return f"bid no more than {self.number}"


@attrs.frozen
class Strict(oh_hell.Bid):
    """A bid that raises a ``LookupError`` for a wrong number of tricks."""

    def __attrs_pre_init__(self, number: object) -> None:
        if not isinstance(number, int):
            raise LookupError(number)


GAMES = (
    BrokenGame(hell("short_tricks", ShortTricks), "cards", "loses"),
    BrokenGame(hell("two_at_once", TwoAtOnce), "ending", "but hands_played is"),
    BrokenGame(hell("raising_refusals", Raising), "legal_moves", "apply raises KeyError"),
    BrokenGame(hell("shouting", Shouting), "errors", "raises KeyError, not IllegalMove"),
    BrokenGame(hell("patient", Patient), "errors", "expected IllegalMove"),
    BrokenGame(hell("after_the_end", AfterTheEnd), "legal_moves", "apply accepts it"),
    BrokenGame(hell("scoring", Scoring), "turns", "the dealer is seat"),
    BrokenGame(hell("mumbled_bids", bids_as(Mumbled)), "notation", "cannot be read"),
    BrokenGame(hell("strict_bids", bids_as(Strict)), "errors", "raises LookupError"),
)
globals().update(by_name(GAMES))
