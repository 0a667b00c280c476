"""Reports in words of the moves since a person's last decision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

import attrs

from twowaystreet._core.display.display import AnyDisplay
from twowaystreet._core.display.lines import Line, labelled, phrase, wrapped_beside_label
from twowaystreet._core.display.people import sentence, third_person
from twowaystreet._core.display.values import step_of
from twowaystreet._core.records.seat_records import Event
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Value
from twowaystreet._util.words import listed

_MEANWHILE: Final = "Meanwhile"


@attrs.frozen
class Happening(Value):
    """A move as the person saw it.

    Attributes:
        before: the person's view before the move.
        event: the move as the person saw it, with the view after it.
        note: a remark on the move, such as the reason for a card played automatically.
        is_typed: True if the person typed the move, so that a report needs only its effects.
    """

    before: AnyView
    event: Event
    note: str = ""
    is_typed: bool = False


@attrs.frozen
class _Clause(Value):
    """A part of a report: the actions of a seat, or a sentence about an effect of a move.

    Attributes:
        label: the label of the paragraph that the clause belongs to.
        seat: the seat that acts; ``None`` for a sentence.
        text: the action, with its verb first in the basic form, or the sentence.
    """

    label: str
    seat: int | None
    text: str


def report_lines(
    display: AnyDisplay, happened: Iterable[Happening], names: Sequence[str], human: int
) -> list[Line]:
    """Return the moves in words, with a paragraph for each trick.

    Args:
        display: the display of the game.
        happened: the moves in order.
        names: the names of the seats.
        human: the person's seat.
    """
    clauses = [clause for each in happened for clause in _clauses(display, each, names)]
    lines: list[Line] = []
    for label, same in groupby(clauses, attrgetter("label")):
        text = "; ".join(_sentences(same, names, human))
        if text.startswith(("you ", "your ")):
            text = sentence(text)
        for place, part in enumerate(wrapped_beside_label(f"{text}.")):
            lines.append(labelled("" if place else label, phrase(part)))
    return lines


def sentences_of(
    display: AnyDisplay, happening: Happening, names: Sequence[str], human: int | None
) -> list[str]:
    """Return a move and its effects as sentences; the first describes the move.

    Args:
        display: the display of the game.
        happening: the move, which is not a deal.
        names: the names of the seats.
        human: the seat of the reader; ``None`` for a spectator.
    """
    clauses = _clauses(display, happening, names)
    texts = [text for clause in clauses for text in _sentences([clause], names, human)]
    return [f"{sentence(text)}." for text in texts]


def _clauses(display: AnyDisplay, happening: Happening, names: Sequence[str]) -> Iterator[_Clause]:
    """Yield the action of a move, the end of the trick, and other effects of the move."""
    before, event = happening.before, happening.event
    tricks = display.tricks(before)
    is_play = isinstance(event.move, display.trick_moves)
    label = f"{display.trick_word.capitalize()} {len(tricks) + 1}" if is_play else _MEANWHILE
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
    """Yield the clauses as sentences; successive actions of a seat share one."""
    for seat, same in groupby(clauses, attrgetter("seat")):
        texts = [clause.text for clause in same]
        if seat is None:
            yield from texts
        elif seat == human:
            yield f"you {listed(texts)}"
        else:
            yield f"{names[seat]} {listed(map(third_person, texts))}"
