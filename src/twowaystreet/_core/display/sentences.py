"""Moves in sentences: reports of what has happened, and games move by move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby, islice, pairwise
from operator import attrgetter
from types import MappingProxyType
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.display import AnyDisplay, trick_title
from twowaystreet._core.display.lines import Line, Span, Style, labelled_text, plain
from twowaystreet._core.display.table_facts import TableFacts, is_drawn
from twowaystreet._core.display.values import count, hand_number, step_of, why_deal
from twowaystreet._core.display.words import many, minus, sentence, third_person
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.seats import sides_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import Event, SeatRecord
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.numbers import listed
from twowaystreet._util.values import Value

_MEANWHILE: Final = "Meanwhile"


@attrs.frozen
class Happening(Value):
    before: AnyView
    event: Event
    note: str = ""
    is_typed: bool = False


@attrs.frozen
class _Clause(Value):
    """A part of a report, in the paragraph of its label."""

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
    if is_drawn(view):
        points = count(view.scores[0], "point")
        return (Span(f"Nobody wins the game: everybody has {points}.", Style.STRONG),)
    shared = "" if len(won) == len(sides_of(view.rules)[0]) else "; the win is shared"
    return (Span(f"{sentence(listed(won))} {verb} the game{shared}.", Style.STRONG),)


# A game move by move


Saved: TypeAlias = Record | SeatRecord  # a saved game, whole or of one seat
Turn: TypeAlias = tuple[AnyState, Move, AnyState]  # a move, with the states before and after it
NO_COMMENTS: Final[Mapping[int, str]] = MappingProxyType({})
BEGINNING: Final = "Before the first deal."
DEAL: Final = "The cards are dealt."


@attrs.frozen(kw_only=True)
class ReplayStep(Value):
    facts: TableFacts
    sentences: tuple[str, ...]  # the move and its effects, at least one
    result: tuple[str, ...] = ()  # the end of a hand
    hand: str = ""  # if it begins with this step, such as ``Hand 2``
    part: str = ""  # the trick that begins with this step, such as ``Trick 3``


@attrs.frozen
class SeenMove(Value):
    before: AnyView  # of the player of the move if all cards are open, else of the viewer
    event: Event  # as the same seat saw it
    view: AnyView
    after: AnyState | None = None  # only if all cards are open
    comment: str = ""

    @property
    def hands(self) -> dict[int, Sequence[Card]]:
        if self.after is None:
            return {} if self.view.seat is None else {self.view.seat: self.view.hand or ()}
        seats = range(len(self.after.scores))
        return {seat: view(self.after, seat).hand or () for seat in seats}


def turns(record: Record) -> Iterator[Turn]:
    for (before, move), (after, _) in pairwise(chain(record, [(record.state, None)])):
        assert move is not None
        yield before, move, after


def open_moves(
    moves: Iterable[Turn], comments: Mapping[int, str] = NO_COMMENTS
) -> Iterator[SeenMove]:
    """Yield moves with all cards open; comments are by the number of the move."""
    for number, (before, move, after) in enumerate(moves, start=1):
        seat = before.actor
        event = Event(seat, str(move), move, view(after, seat))
        comment = comments.get(number, "")
        yield SeenMove(view(before, seat), event, view(after, None), after, comment)


def seen_moves(record: SeatRecord) -> Iterator[SeenMove]:
    before = record.start
    for event in record:
        yield SeenMove(before, event, event.view)
        before = event.view


def steps_of(saved: Saved, names: Sequence[str], first: int = 0) -> Iterator[ReplayStep]:
    """Yield every position of a game, with all cards open unless the record is a seat's."""
    if isinstance(saved, Record):
        moves = open_moves(islice(turns(saved), max(first - 1, 0), None))
        start = TableFacts(view(saved.start, None), names, state=saved.start)
    else:
        moves, start = seen_moves(saved), TableFacts(saved.start, names)
    if not first:
        yield ReplayStep(facts=start, sentences=(BEGINNING,))
    display = start.display
    hand = part = ""
    for seen in moves:
        before = hand, part
        told: tuple[str, ...]
        if seen.event.seat is None:
            hand, part, told = f"Hand {hand_number(seen.view)}", "", (DEAL,)
        else:
            happening = Happening(seen.before, seen.event)
            part = _part_of(display, happening) or part
            told = tuple(sentences_of(display, happening, names, None))
        facts = TableFacts(seen.view, names, state=seen.after, display=display)
        yield ReplayStep(
            facts=facts,
            sentences=told,
            result=tuple(_result(facts)),
            hand=hand if hand != before[0] else "",
            part=part if part != before[1] else "",
        )


def _part_of(display: AnyDisplay, happening: Happening) -> str:
    if not isinstance(happening.event.move, display.trick_moves):
        return ""
    return trick_title(display, len(display.tricks(happening.before)) + 1)


def _result(facts: TableFacts) -> Iterable[str]:
    seen, names = facts.view, facts.names
    if seen.actor is not None:
        return
    if seen.score is None:
        yield why_deal(seen)
        return
    yield from (_ended(line) for line in facts.score_lines)
    points = [
        f"{name} {minus(f'{points:+}')}"
        for name, points in zip(names, seen.score.points, strict=True)
    ]
    words = [minus(row.words) for row in facts.score_rows]
    if all(words):
        yield from (f"{point} ({word})." for point, word in zip(points, words, strict=True))
    else:  # the game has no words for the sums
        yield _ended(", ".join(points))
    if seen.is_over:
        yield plain(winners_line(seen, names))


def _ended(text: str) -> str:
    return f"{sentence(text).rstrip('.')}."
