"""The choices of a player of the Duel in words, and the sums of a score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from twowaystreet._display.choices import Option, ScoreRow
from twowaystreet._display.tasks import idle_task
from twowaystreet._display.values import count
from twowaystreet.games._twoway.cards import TRICKS
from twowaystreet.games._twoway.choice_words import (
    EXCHANGE_TASK,
    name_task,
    named_suits,
    twoway_play_task,
)
from twowaystreet.games._twoway.moves import Declare, Direction
from twowaystreet.games.duel.moves import Bid
from twowaystreet.games.duel.rules import Phase
from twowaystreet.games.duel.scoring import FOR_EACH_TRICK, FOR_LEVEL, SeatScore, score_of
from twowaystreet.games.duel.state import View

_VERBS: Final = MappingProxyType(
    {
        Phase.BID: "bid",
        Phase.CHOOSE: "choose high or low",
        Phase.EXCHANGE: "exchange two cards",
    }
)
_BETTER: Final = MappingProxyType(
    {
        Direction.HIGH: "The player with more tricks gets the points",
        Direction.LOW: "The player with fewer tricks gets the points",
    }
)


def task_of(view: View, names: Sequence[str]) -> str:
    """Return what the viewer has to do now, or what the table waits for."""
    if view.actor is None and not view.hand_over and None not in view.bids:
        return "Equal numbers, one high, one low: deal again"
    if idle := idle_task(view, names, _VERBS):
        return idle
    match view.phase:
        case Phase.BID:
            in_secret = ", in secret" if view.seat == view.dealer else ""
            return f"Bid a number, high or low{in_secret}"
        case Phase.CHOOSE:
            return "Nobody has bid: choose high or low"
        case Phase.EXCHANGE:
            return EXCHANGE_TASK
        case Phase.NAME:
            return name_task(view)
        case _:
            return twoway_play_task(view, "You dealt", "the players lead in turn")


def options_of(view: View, names: Sequence[str]) -> Iterator[Option]:
    """Yield the choices without cards: bids, high or low, or suits to name."""
    yield from named_suits(view)
    for move in view.legal_moves or ():
        if isinstance(move, Declare):
            text = str(move.direction).capitalize()
            yield Option(move, text, note=_BETTER[move.direction], big=True)
        elif isinstance(move, Bid):
            yield _bid(view, names, move)


def _bid(view: View, names: Sequence[str], bid: Bid) -> Option:
    """Return a bid with what it would mean if it wins the bidding (DU-7, DU-11)."""
    assert view.seat is not None
    other = names[1 - view.seat]
    if bid.direction is None:
        chooser = "you choose" if view.seat == view.dealer else f"{other} chooses"
        note = f"Any bid of {other} decides; without one {chooser} high or low"
        return Option(bid, "No bid", note=note)
    high = bid.direction is Direction.HIGH
    captor = f"{other} captures" if high else "you capture"
    note = f"{_goal(view, bid)}; {captor} {bid.strength} first"
    text = f"{bid.strength} {bid.direction}"
    return Option(bid, text, note=note, number=bid.strength, switch=str(bid.direction))


def _goal(view: View, bid: Bid) -> str:
    """Return the number of tricks in the play with which the bidder gets the points."""
    assert view.seat is not None and bid.direction is not None
    high = bid.direction is Direction.HIGH
    captured = (0, bid.strength) if high else (bid.strength, 0)
    dealer = int(view.seat != view.dealer)  # the bidder is player 0 here
    points = [
        score_of(bid.direction, (won, TRICKS - won), captured, dealer).points[0]
        for won in range(TRICKS + 1)
    ]
    wins = [won for won, gained in enumerate(points) if gained > FOR_LEVEL]
    level = f" ({points.index(FOR_LEVEL)}: level, {FOR_LEVEL} point)" if FOR_LEVEL in points else ""
    if not wins:
        return f"You cannot win: at best the tricks are level{level}"
    if len(wins) == 1:
        return f"Win with all ten tricks{level}" if high else f"Win without a trick{level}"
    if high:
        return f"Win with {min(wins)} tricks or more{level}"
    return f"Win with {max(wins)} tricks or fewer{level}"


def row_of(seat: SeatScore) -> ScoreRow:
    """Return the sum of a seat in words (DU-11)."""
    taken = count(seat.total, "trick")
    if seat.captured:
        taken = f"{seat.tricks} and {seat.captured} captured make {taken}"
    difference = abs(seat.total - seat.against)
    if not difference:
        gained = "level, 1 point to the dealer" if seat.points else "level, nothing"
    else:
        more = "more" if seat.total > seat.against else "fewer"
        gained = f"{difference} {more}, "
        gained += f"times {FOR_EACH_TRICK}" if seat.points else "nothing"
    return ScoreRow(f"{taken} against {seat.against}: {gained}", "DU-11")


def lines_of(view: View, names: Sequence[str]) -> list[str]:
    """Return the direction of the hand, the bids, and the tricks from the stock (DU-7)."""
    assert view.score is not None
    direction = view.score.direction
    lines = [", ".join(f"{name} {_made(bid)}" for name, bid in zip(names, view.bids, strict=True))]
    lines += [
        f"{name} captured {count(len(tricks), 'trick')} from the stock"
        for name, tricks in zip(names, view.captured, strict=True)
        if tricks
    ]
    return [*lines, f"It was a {direction} hand: {_FOR[direction]}"]


def _made(bid: Bid | None) -> str:
    return f"bid {bid.strength} {bid.direction}" if bid and bid.strength else "made no bid"


_FOR: Final = MappingProxyType(
    {
        Direction.HIGH: "2 points for each trick more",
        Direction.LOW: "2 points for each trick fewer",
    }
)
