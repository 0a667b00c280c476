"""The common pieces of Two Way Street and the Duel."""

from __future__ import annotations

from collections.abc import Iterator

from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet.games._twoway.rules import TwoWayRules
from twowaystreet.games._twoway.view import TwoWayView
from twowaystreet.svg.scenes import Fact, Row


def named_suit(view: TwoWayView[TwoWayRules, HandScore[SeatScore]]) -> Iterator[Fact]:
    """Yield the suit led, if a Joker was led and a suit has been named (ST-16)."""
    if view.trick.cards and view.trick.cards[0].joker and view.trick.led:
        yield Fact("led for", view.trick.led)


def put_away(view: TwoWayView[TwoWayRules, HandScore[SeatScore]], seat: int) -> Iterator[Row]:
    """Yield the cards that the viewer has put under the stock, until the play begins (ST-9)."""
    exchanged = view.exchanged[seat]
    if exchanged and exchanged.given and not (view.tricks or view.trick.cards):
        yield Row("put away", exchanged.given)
