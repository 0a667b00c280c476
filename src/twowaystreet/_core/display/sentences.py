"""Reports in words of the moves since a person's last decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

import attrs

from twowaystreet._core.display.display import AnyDisplay, trick_title
from twowaystreet._core.display.lines import Line, Span, Style, labelled_text
from twowaystreet._core.display.values import step_of
from twowaystreet._core.display.words import many, sentence, third_person
from twowaystreet._core.engine.seats import sides_of
from twowaystreet._core.records.seat_records import Event
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Value
from twowaystreet._util.words import listed

_MEANWHILE: Final = "Meanwhile"


@attrs.frozen
class Happening(Value):
    """A move as the person saw it, with the view before it.

    ``note`` is a remark, such as the reason for a card played automatically. If the person typed
    the move, a report needs only its effects.
    """

    before: AnyView
    event: Event
    note: str = ""
    is_typed: bool = False


@attrs.frozen
class _Clause(Value):
    """A part of a report, in the paragraph of its label.

    It is an action of a seat, with the verb first in the basic form, or without a seat a sentence
    about an effect of a move.
    """

    label: str
    seat: int | None
    text: str


def report_lines(
    display: AnyDisplay, happened: Iterable[Happening], names: Sequence[str], human: int
) -> list[Line]:
    clauses = [clause for each in happened for clause in _clauses(display, each, names)]
    lines: list[Line] = []
    for label, same in groupby(clauses, attrgetter("label")):
        text = "; ".join(_sentences(same, names, human))
        if text.startswith(("you ", "your ")):
            text = sentence(text)
        lines += labelled_text(label, f"{text}.")
    return lines


def sentences_of(
    display: AnyDisplay, happening: Happening, names: Sequence[str], human: int | None
) -> list[str]:
    """Return a move and its effects as sentences; the first describes the move."""
    clauses = _clauses(display, happening, names)
    texts = [text for clause in clauses for text in _sentences([clause], names, human)]
    return [f"{sentence(text)}." for text in texts]


def _clauses(display: AnyDisplay, happening: Happening, names: Sequence[str]) -> Iterator[_Clause]:
    """Yield the action of a move, the end of the trick, and other effects of the move."""
    before, event = happening.before, happening.event
    tricks = display.tricks(before)
    is_play = isinstance(event.move, display.trick_moves)
    label = trick_title(display, len(tricks) + 1) if is_play else _MEANWHILE
    note = f" ({happening.note})" if happening.note else ""
    if not happening.is_typed:
        yield _Clause(label, event.seat, f"{display.tell_move(step_of(before, event))}{note}")
    complete = display.tricks(event.view)
    if len(complete) > len(tricks):
        yield _Clause(label, complete[-1].winner, f"take the {display.trick_word}")
    for text in display.describe_events(before, event.view, names):
        yield _Clause(label, None, text)


def _sentences(
    clauses: Iterable[_Clause], names: Sequence[str], human: int | None
) -> Iterator[str]:
    for seat, same in groupby(clauses, attrgetter("seat")):
        texts = [clause.text for clause in same]
        if seat is None:
            yield from texts
        elif seat == human:
            yield f"you {listed(texts)}"
        else:
            yield f"{names[seat]} {listed(map(third_person, texts))}"


def winners_line(view: AnyView, names: Sequence[str]) -> Line:
    won = many(names[seat] for seat in view.winners)
    verb = "wins" if len(won) == 1 and won != ["you"] else "win"
    shared = "" if len(won) == len(sides_of(view.rules)[0]) else "; the win is shared"
    return (Span(f"{sentence(listed(won))} {verb} the game{shared}.", Style.STRONG),)
