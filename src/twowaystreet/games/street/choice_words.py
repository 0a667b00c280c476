"""The choices of a player of Two Way Street in words, and the sums of a score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from twowaystreet._display.choices import Option, ScoreRow, chosen_by
from twowaystreet._display.tasks import idle_task
from twowaystreet._display.values import count
from twowaystreet.games._twoway.choice_words import (
    EXCHANGE_TASK,
    name_task,
    named_suits,
    twoway_play_task,
)
from twowaystreet.games._twoway.moves import Declare, Direction, Keep
from twowaystreet.games.street.rules import Phase
from twowaystreet.games.street.scoring import (
    FORCING,
    LOW_MINUEND,
    LOW_MINUEND_OF_MORE,
    SeatScore,
)
from twowaystreet.games.street.state import View

_VERBS: Final = MappingProxyType(
    {
        Phase.DECLARE: "declare high or low",
        Phase.EXCHANGE: "exchange two cards",
    }
)


def task_of(view: View, names: Sequence[str]) -> str:
    """Return what the viewer has to do now, or what the table waits for."""
    if idle := idle_task(view, names, _VERBS):
        return idle
    match view.phase:
        case Phase.DECLARE:
            return "Declare high for many tricks, or low for few"
        case Phase.EXCHANGE:
            return _exchange_task(view)
        case Phase.NAME:
            return name_task(view)
        case _:
            return twoway_play_task(view, "You declared first", "the lead moves to the left")


def _exchange_task(view: View) -> str:
    """Return the task of a player who exchanges, with a forced direction (ST-8 to ST-10)."""
    assert view.seat is not None
    made = view.declarations[view.seat]
    if not _may_keep(view):
        forced = f"You are forced {made.direction}: c" if made and made.forced else "C"
        return f"{forced}{EXCHANGE_TASK[1:]}"
    if made and made.forced:
        return f"Forced {made.direction}: exchange two cards, or keep all ten"
    return f"{EXCHANGE_TASK}, or keep all ten"


def _may_keep(view: View) -> bool:
    return any(isinstance(move, Keep) for move in view.legal_moves or ())


def options_of(view: View, names: Sequence[str]) -> Iterator[Option]:
    """Yield the choices without cards: high or low, a hand kept whole, or suits to name."""
    yield from named_suits(view)
    for move in view.legal_moves or ():
        if isinstance(move, Declare):
            yield _declaration(view, names, move)
        elif isinstance(move, Keep):
            yield Option(move, "Keep all ten", note="Your hand stays as it is")


def _declaration(view: View, names: Sequence[str], move: Declare) -> Option:
    """Return high or low, with the others who said it and what follows from it."""
    direction = move.direction
    made_by = zip(names, view.declarations, strict=True)
    same = [name for name, made in made_by if made and made.direction is direction]
    note = (
        "You want tricks: each counts one"
        if direction is Direction.HIGH
        else f"You avoid tricks: {_minuend(len(view.scores))} minus their number counts"
    )
    for declaration, forced in FORCING:
        if declaration.direction is direction:
            said = 1 + view.declarations.count(declaration)
            left = view.declarations.count(None) - 1
            if 2 * said > len(view.scores) and left:
                note += f"; all after you must then go {forced.direction}"
    text = str(direction).capitalize()
    return Option(move, text, note=note, big=True, badge=chosen_by(same))


def _minuend(players: int) -> int:
    return LOW_MINUEND.get(players, LOW_MINUEND_OF_MORE)


def row_of(seat: SeatScore) -> ScoreRow:
    """Return the sum of a seat in words (ST-20 to ST-23)."""
    tricks = count(seat.tricks, "trick")
    if seat.direction is Direction.HIGH:
        start = tricks
    else:
        start = f"{seat.raw + seat.tricks} minus {tricks}"
    rest = seat.raw - seat.penalty
    penalty = f"minus penalty {seat.penalty}" if seat.penalty >= 0 else f"plus {-seat.penalty}"
    sum_of = f"{seat.direction}: {start} {penalty} is {rest}"
    if rest > 0:
        return ScoreRow(f"{sum_of}, times {'3, forced' if seat.forced else 2}", "ST-23")
    if seat.points:
        return ScoreRow(f"{sum_of}; forced and in the tie: 1 point", "ST-21")
    return ScoreRow(f"{sum_of}, which counts as 0" if rest else sum_of, "ST-23")
