"""Reviews as lines of text: the decisions of each seat, the costliest ones, luck and hindsight."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from time import monotonic
from typing import Final

import click

from twowaystreet._cli.lookups import signed_number
from twowaystreet._cli.printers import Refusal, numbers_column
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display.values import count, with_error
from twowaystreet._core.display.words import possessive
from twowaystreet._util.words import listed
from twowaystreet.players import Luck, Review, ReviewedMove
from twowaystreet.players._reasons import different_texts

_LONGEST: Final = 24  # the greatest width of a move in the table
_HINDSIGHT: Final = (
    "Nobody could know these cards, so a good move can look bad here. The solver plays the last "
    "cards of each hand for one player against all others. It finds the lead of which this player "
    "can be sure after each move."
)


def seat_of(text: str, names: Sequence[str]) -> int:
    wanted = text.casefold()
    found = [seat for seat, name in enumerate(names) if wanted in (name.casefold(), str(seat))]
    if len(found) == 1:
        return found[0]
    which = "several players are" if found else "there is no player"
    known = ", ".join(f"{name} ({seat})" for seat, name in enumerate(names))
    raise Refusal(f"{which} {text!r}: expected a name or a number of {known}")


class Progress:
    """The number of decisions done, on standard error, if that is a terminal and it takes long."""

    def __init__(self) -> None:
        self._begun, self._shown = monotonic(), 0

    def see(self, done: int, every: int) -> None:
        if sys.stderr.isatty() and monotonic() - self._begun > 1.0:
            text = f"{done} of {count(every, 'decision')}"
            self._shown = max(self._shown, len(text))
            click.echo(f"\r{text.ljust(self._shown)}", nl=False, err=True)
        if self._shown and done == every:
            click.echo(f"\r{' ' * self._shown}\r", nl=False, err=True)


def review_lines(
    review: Review, names: Sequence[str], *, is_whole: bool = True
) -> Iterator[terminal.Line]:
    judged = {each.seat for each in review.moves if each.values}
    last = max(review.seats if is_whole else judged, default=-1)  # seats are judged in their order
    one = possessive(names[review.seats[0]]) if len(review.seats) == 1 else "all"
    yield terminal.heading(f"{review.game}: review of {one} decisions")
    for seat in review.seats:
        yield terminal.BLANK
        yield terminal.heading(names[seat])
        if review.choices(seat):
            yield from _seat_lines(review, seat)
        else:
            is_done = seat <= last
            yield ("There was no decision to make." if is_done else "No decision is judged yet.",)
    yield terminal.BLANK
    yield from chain(*map(_faint, review.notes))
    if review.hindsight:
        yield terminal.BLANK
        yield from _hindsight_lines(review, names)


def _faint(text: str) -> Iterator[terminal.Line]:
    yield from ((terminal.faint(line),) for line in terminal.wrapped(text))


def _seat_lines(review: Review, seat: int) -> Iterator[terminal.Line]:
    moves, has_hands = review.choices(seat), review.moves[-1].hand > 1
    values = (signed_number(each.values[each.move].mean, 2) for each in moves)
    columns = [
        terminal.Column("", [(each.part,) for each in moves]),
        terminal.Column("move", [_short(_texts(each)[0]) for each in moves]),
        numbers_column("value", values),
        numbers_column("loss", map(_loss, moves)),
        terminal.Column("", [_verdict(each) for each in moves]),
    ]
    hands = [numbers_column("hand", (str(each.hand) for each in moves))] if has_hands else []
    yield from terminal.table([*hands, *columns])
    yield terminal.BLANK
    loss, error = review.total(seat)
    judged = sum(each.is_judged for each in moves)
    lost = f"{with_error(max(loss, 0.0), error)} points in {count(judged, 'decision')}"
    text = f"{lost}, against the best moves" if judged else "? (no decision could be judged)"
    yield terminal.labelled("Lost", (text,))
    for luck in review.luck:
        if luck.seat == seat:
            yield from terminal.labelled_text(
                "Lead", f"{signed_number(luck.result)} in hand {luck.hand}: {_parts(luck)}"
            )
    if costliest := review.costliest(seat):
        yield terminal.BLANK
        yield terminal.styled("Costliest decisions", terminal.Style.STRONG)
    for number, each in enumerate(costliest, start=1):
        where = f"Hand {each.hand}, {each.part.lower()}" if has_hands else each.part
        yield from terminal.labelled_text(f"{number}.", f"{where}: {' '.join(each.reasons)}")


def _parts(luck: Luck) -> str:
    words = ("luck of the deal", "decisions (against simple players)", "luck of the play")
    pairs = zip(map(signed_number, luck.rounded), words, strict=True)
    return listed(map(" ".join, pairs))


def _hindsight_lines(review: Review, names: Sequence[str]) -> Iterator[terminal.Line]:
    yield terminal.heading("In hindsight, with all cards open")
    yield from _faint(_HINDSIGHT)
    costly = [each for each in review.hindsight if each.loss]
    if not costly:
        yield (f"None of the last moves cost anything ({len(review.hindsight)} solved).",)
        return
    parts = {each.number: each.part.lower() for each in review.moves}
    best = [" or ".join(each.best_texts[:3]) for each in costly]
    columns = [
        terminal.Column("", [(f"{names[each.seat]}, {parts[each.number]}",) for each in costly]),
        terminal.Column("move", [terminal.phrase(each.text) for each in costly]),
        numbers_column("sure of", (signed_number(each.value) for each in costly)),
        terminal.Column("best", [*map(terminal.phrase, best)]),
        numbers_column("sure of", (signed_number(each.best_value) for each in costly)),
    ]
    yield from terminal.table(columns)


def _texts(move: ReviewedMove) -> tuple[str, str]:
    return different_texts(move.view, move.move, move.best)


def _short(text: str) -> terminal.Line:
    return terminal.phrase(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3].rstrip()}...")


def _verdict(move: ReviewedMove) -> terminal.Line:
    if move.verdict == "fault":
        return ("better: ", *_short(_texts(move)[1]))
    return (terminal.faint(move.verdict),)


def _loss(move: ReviewedMove) -> str:
    if move.best == move.move or move.doubt:
        return ""
    return with_error(max(move.loss, 0.0), move.loss_error, 2)
