"""Records from the viewpoint of one seat: its views, and the visible parts of moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sized
from functools import cache
from types import MappingProxyType
from typing import Any, ClassVar, Final

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move, move_types_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply
from twowaystreet._core.records.text_format import NOTE_TYPES, Headers, as_headers, names_in
from twowaystreet._core.views.views import AnyView, check_derived, check_view, view, view_types
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Derived, fast_replace
from twowaystreet.errors import RecordError, RulesError, quoted

FORMAT: Final = "twowaystreet seat record"
VERSION: Final = 1


def checked_position(number: int, moves: int) -> int:
    if not is_int(number) or not 0 <= number <= moves:
        raise RecordError(f"there is no position {quoted(number)}: expected 0 to {moves}")
    return number


def moves_text(moves: Sized) -> str:
    return f"{len(moves)} move{'' if len(moves) == 1 else 's'}"


@attrs.frozen
class Event(Derived):
    """A move as one viewer saw it.

    Attributes:
        seat: the seat that moved; ``None`` for a deal.
        text: the text of the move, or its visible part, such as ``deal`` or ``exchange``.
        move: the move; ``None`` if part of it was hidden.
        view: the view after the move.
    """

    seat: int | None
    text: str
    move: Move | None
    view: AnyView

    _comes_from: ClassVar = "event_of(state, move, seat)"


@attrs.frozen(repr=False)
class SeatRecord(Derived):
    """A game so far as one seat or a spectator has seen it; ``Record.for_seat`` returns one.

    Attributes:
        game: the name of the game.
        seat: the viewer; ``None`` for a spectator.
        start: the view before the first move.
        events: the moves in order, each with the view after it.
        headers: the headers of the whole record; it has no comments, which may tell hidden cards.

    Raises:
        RecordError: if ``headers`` are not texts by name.

    >>> import random
    >>> from twowaystreet import Record, shuffle
    >>> from twowaystreet.games import street
    >>> record = Record(street.new_game())
    >>> for move in (shuffle(record.state, random.Random(7)), street.Declare("low")):
    ...     record = record.play(move)
    >>> [event.text for event in record.for_seat(2)]
    ['deal', 'low']
    >>> record.for_seat(2)
    <street record of seat 2: 2 moves, exchange>
    """

    game: str
    seat: int | None
    start: AnyView
    events: tuple[Event, ...]
    _headers: Headers = attrs.field(
        default=(), converter=as_headers, eq=frozenset, alias="headers", kw_only=True
    )

    _comes_from: ClassVar = "Record.for_seat(seat)"

    def __repr__(self) -> str:
        """Show the game, the viewer, the number of moves and the phase."""
        seat = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{self.game} record of {seat}: {moves_text(self.events)}, {self.view.phase}>"

    @property
    def headers(self) -> Mapping[str, str]:
        """The facts about the game, by name."""
        return MappingProxyType(dict(self._headers))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, from the headers; ``()`` if they name no seat."""
        return names_in(self.headers, len(self.start.scores))

    @property
    def view(self) -> AnyView:
        """The view after the last move."""
        return self.events[-1].view if self.events else self.start

    def view_at(self, number: int) -> AnyView:
        """Return the view after the first ``number`` moves.

        Raises:
            RecordError: if the number is not from 0 to the number of moves.
        """
        views = (self.start, *(event.view for event in self.events))
        return views[checked_position(number, len(self.events))]

    def __iter__(self) -> Iterator[Event]:
        """Iterate over the events in order."""
        return iter(self.events)

    def to_dict(self) -> plain_data.Object:
        """Return the record as plain data: the first view, and the changes of each event."""
        before = start = self.start._unmarked()
        events: list[plain_data.Object] = []
        for event in self.events:
            after = event.view._unmarked()
            changes = {key: after[key] for key in after if after[key] != before[key]}
            told = {"seat": event.seat, "text": event.text, "whole": event.move is not None}
            events.append({**told, "changes": changes})
            before = after
        marks = {"format": FORMAT, "version": VERSION, "game": self.game, "seat": self.seat}
        noted = {"headers": [*map(list, self._headers)]} if self._headers else {}
        return {**marks, **noted, "start": start, "events": events}

    def to_json(self) -> str:
        """Write the record as JSON on one line."""
        return plain_data.to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: object) -> SeatRecord:
        """Load a record from the plain data of :meth:`to_dict`.

        Loading checks only that the views and events agree with one another.

        Raises:
            RecordError: if the data has another form or contradicts itself; with a move's number.
        """
        game = plain_data.game_in(data, FORMAT, VERSION)
        move_types = move_types_of(game.State)
        found = plain_data.values_from_plain(_RECORD_TYPES, data, move_types, ("headers",))
        start = game.View._from_unmarked(found["start"])
        if start.seat != found["seat"]:
            raise RecordError(f"seat: expected views of seat {quoted(found['seat'])} alone")
        reader = _EventReader(game, start, found["start"])
        events: list[Event] = []
        for number, each in enumerate(found["events"], start=1):
            try:
                events.append(reader.read(each))
            except RecordError as error:
                raise RecordError(error.reason, number) from error
        headers = found.get("headers", ())
        return cls(game.name, found["seat"], start, tuple(events), headers=headers)

    @classmethod
    def from_json(cls, text: str) -> SeatRecord:
        """Load a record from the JSON text of :meth:`to_json`.

        Raises:
            RecordError: as :meth:`from_dict`, and if the text is not valid JSON.
        """
        return cls.from_dict(plain_data.from_json(text))


_RECORD_TYPES: Final[dict[str, Type]] = {
    "format": str,
    "version": int,
    "game": str,
    "seat": int | None,
    "start": plain_data.Object,
    "events": tuple[plain_data.Unchecked, ...],  # `_EventReader` checks each; errors get its number
    "headers": NOTE_TYPES["headers"],
}
EVENT_TYPES: Final[dict[str, Type]] = {
    "seat": int | None,
    "text": str,
    "whole": bool,
    "changes": plain_data.Object,
}

FIXED_FACTS: Final = {"seat", "rules"}  # the facts that are the same in every view of a record
# Any: a function that copies a view of the game with some facts changed.
_fast_replace: Callable[[Any], Callable[..., Any]] = cache(fast_replace)


class _EventReader:
    def __init__(self, game: Game, first: AnyView, data: plain_data.Object) -> None:
        self._view, self._data = first, dict(data)
        self._move_types = move_types_of(game.State)
        self._types = view_types(game, annotated=False)
        self._memory: plain_data.Object = {}
        self._derived = first._derive(self._memory, self._types)

    def read(self, data: object) -> Event:
        found = plain_data.values_from_plain(EVENT_TYPES, data, self._move_types)
        actor, legal = self._view.actor, self._data["legal_moves"] or ()
        if self._advance(found["changes"]):
            raise RecordError("changes: expected only facts that have changed")
        if found["changes"].keys() & FIXED_FACTS:
            raise RecordError(f"changes: expected none of {', '.join(sorted(FIXED_FACTS))}")
        if found["seat"] != actor:
            raise RecordError(f"seat: expected {actor}, whose turn it was")
        text: str = found["text"]
        # A deal is always hidden in part. The seat that moves sees its whole move.
        is_own = self._view.seat is not None and found["seat"] == self._view.seat
        if (found["seat"] is None and found["whole"]) or (is_own and not found["whole"]):
            raise RecordError("whole: expected true for a move of this seat, false for a deal")
        if is_own and text not in legal:
            raise RecordError(f"text: expected one of the legal moves, found {quoted(text)}")
        if not _is_shown(text):
            raise RecordError(f"text: expected the visible part of the move, found {quoted(text)}")
        move = plain_data.from_plain(Move, text, self._move_types) if found["whole"] else None
        return Event(found["seat"], text, move, self._view)

    def _advance(self, changes: plain_data.Object) -> bool:
        """Read the next view; return whether the changes repeat a value of the view before."""
        facts = plain_data.values_from_plain(self._types, changes, self._move_types, self._types)
        for name in self._derived.keys() & facts:
            self._derived[name] = facts.pop(name)
        before = self._view
        self._view = _fast_replace(type(before))(before, **facts)
        check_view(self._view, facts)
        self._view._check_growth(before, facts)
        check_derived(self._view, self._derived, self._memory, facts)
        # Compared last: now the changes are known to be plain data, whose comparison never raises.
        same = any(self._data.get(key, ...) == changes[key] for key in changes)
        self._data.update(changes)
        return same


def event_of(state: AnyState, move: Move, seat: int | None) -> Event:
    """Return a move as one seat sees it, with the view after the move.

    Args:
        state: the state before the move.
        move: the move.
        seat: the viewer; ``None`` for a spectator.

    Raises:
        IllegalMove: if the move is illegal.
        SeatError: if the game has no seat of this number.
        TypeError: if ``state`` is not a state.
        RulesError: if the function in ``redacted_moves`` returns no text that a record can hold.

    >>> import random
    >>> from twowaystreet import shuffle
    >>> from twowaystreet.games import street
    >>> state = street.new_game()
    >>> event_of(state, shuffle(state, random.Random(7)), 2).text
    'deal'
    """
    after = apply(state, move)
    text, seen = shown_move(state, move, seat)
    return Event(state.actor, text, seen, view(after, seat))


def shown_move(state: AnyState, move: Move, seat: int | None) -> tuple[str, Move | None]:
    redact = state.View.redacted_moves.get(type(move))
    part: object = redact(state, move, seat) if redact else None
    if part is None:
        return str(move), move
    if type(part) is str and _is_shown(part):
        return part, None
    raise RulesError(
        f"{state.View.__qualname__}.redacted_moves[{type(move).__qualname__}]",
        part,
        "one line of text, the part that the viewer sees, or None for the whole move",
    )


def _is_shown(text: str) -> bool:
    return text != "" and text.isprintable()


def seat_record_of(
    game: Game,
    start: AnyState,
    moves: Iterable[tuple[AnyState, Move]],
    seat: int | None,
    headers: Headers = (),
) -> SeatRecord:
    first = view(start, seat)
    events = tuple(event_of(state, move, first.seat) for state, move in moves)
    return SeatRecord(game.name, first.seat, first, events, headers=headers)
