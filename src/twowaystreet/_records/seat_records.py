"""Records as one seat may see them: views, one after the other, and the moves between them.

Such a record is made of views alone, so it holds what they show and nothing else: no deal, no cards
that others exchanged, no seed. It cannot be played on; it can be looked at, saved and sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import Any, ClassVar, Final

import attrs

from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Move
from twowaystreet._engine.notation import move_types_of
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply
from twowaystreet._serial import plain_data
from twowaystreet._serial.type_info import Type
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Derived
from twowaystreet._views.view_chain import ViewChain
from twowaystreet._views.views import View, view
from twowaystreet.errors import RecordError, quoted

FORMAT: Final = "twowaystreet seat record"
"""What a seat's record in JSON says that it is."""
VERSION: Final = 1
"""The version of that format."""


def checked_position(number: int, moves: int) -> int:
    """After how many moves a position is asked for, of a game of so many.

    Raises:
        RecordError: if there are not so many.
    """
    if not is_int(number) or not 0 <= number <= moves:
        raise RecordError(f"there is no position {quoted(number)}: expected 0 to {moves}")
    return number


def moves_text(moves: Sized) -> str:
    """The number of moves in words.

    >>> moves_text(["high"]), moves_text([])
    ('1 move', '0 moves')
    """
    return f"{len(moves)} move{'' if len(moves) == 1 else 's'}"


@attrs.frozen
class Event(Derived):
    """A move as somebody saw it.

    Attributes:
        seat: who made it; ``None`` for a deal.
        text: the move's text; of a move that was not seen in full what was seen of it, such as
            ``deal`` or ``exchange``.
        move: the move; ``None`` if it was not seen in full.
        view: what was to be seen after it.
    """

    seat: int | None
    text: str
    move: Move | None
    view: View

    _comes_from: ClassVar = "event_of(state, move, seat)"


@attrs.frozen(repr=False)
class SeatRecord(Derived):
    """A game so far as one seat, or a spectator, has seen it; ``Record.for_seat`` makes it.

    Attributes:
        game: the name of the game.
        seat: whose record it is; ``None`` for a spectator.
        start: what was to be seen before the first move.
        events: the moves in order, each with what was to be seen after it.

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
    start: View
    events: tuple[Event, ...]

    _comes_from: ClassVar = "Record.for_seat(seat)"

    def __repr__(self) -> str:
        """The game, the viewer, the number of moves and the phase."""
        seat = "a spectator" if self.seat is None else f"seat {self.seat}"
        return f"<{self.game} record of {seat}: {moves_text(self.events)}, {self.view.phase}>"

    @property
    def view(self) -> View:
        """What is to be seen after the last move."""
        return self.events[-1].view if self.events else self.start

    def view_at(self, number: int) -> View:
        """What was to be seen after so many moves.

        Raises:
            RecordError: if there are not so many.
        """
        views = (self.start, *(event.view for event in self.events))
        return views[checked_position(number, len(self.events))]

    def __iter__(self) -> Iterator[Event]:
        """The events in order."""
        return iter(self.events)

    def to_dict(self) -> plain_data.Object:
        """The record as plain data: the first view, then of each event what it has changed.

        The views in it do not say of which game they are: the record does.
        """
        before = self.start._unmarked()
        events: list[plain_data.Object] = []
        first = before
        for event in self.events:
            after = event.view._unmarked()
            changes = {key: after[key] for key in after if after[key] != before[key]}
            whole = event.move is not None
            events.append(
                {"seat": event.seat, "text": event.text, "whole": whole, "changes": changes}
            )
            before = after
        marks = {"format": FORMAT, "version": VERSION, "game": self.game, "seat": self.seat}
        return {**marks, "start": first, "events": events}

    def to_json(self) -> str:
        """The record as JSON text, on one line."""
        return plain_data.to_json(self.to_dict())

    @classmethod
    def from_dict(cls, data: object) -> SeatRecord:
        """Load a record from the plain data that :meth:`to_dict` has made of it.

        Raises:
            RecordError: if the data is anything else, with the number of the move. Whether the game
                was played by its rules cannot be told from what one seat has seen.
        """
        game = plain_data.game_in(data, FORMAT, VERSION)
        found = plain_data.values_from_plain(_TYPES, data, move_types_of(game.State))
        start = game.View._from_unmarked(found["start"])
        if start.seat != found["seat"]:
            raise RecordError(f"seat: expected views of seat {quoted(found['seat'])} alone")
        views = ViewChain(game, start, found["start"])
        events: list[Event] = []
        for number, each in enumerate(found["events"], start=1):
            try:
                events.append(_event_from(views, each))
            except RecordError as error:
                raise RecordError(error.reason, number) from error
        return cls(game.name, found["seat"], start, tuple(events))

    @classmethod
    def from_json(cls, text: str) -> SeatRecord:
        """Load a record from the JSON text that :meth:`to_json` has made of it.

        Raises:
            RecordError: if the text is anything else.
        """
        return cls.from_dict(plain_data.from_json(text))


# What a seat's record in JSON holds, by name.
_TYPES: Final[dict[str, Type]] = {
    "format": str,
    "version": int,
    "game": str,
    "seat": int | None,
    "start": plain_data.Object,
    "events": tuple[Any, ...],  # each is looked at with its number
}
# What an event in JSON holds, by name.
EVENT_TYPES: Final[dict[str, Type]] = {
    "seat": int | None,
    "text": str,
    "whole": bool,
    "changes": plain_data.Object,
}

SETTLED: Final = {"seat", "rules"}
"""What stays the same from view to view."""


def _event_from(views: ViewChain, data: object) -> Event:
    """An event from plain data, with the next of the views."""
    found = plain_data.values_from_plain(EVENT_TYPES, data, views.kinds)
    changes: plain_data.Object = found["changes"]
    actor, legal = views.view.actor, views.legal
    seen, same = views.next(changes)
    if same:
        raise RecordError("changes: expected what has changed, and nothing else")
    if changes.keys() & SETTLED:
        raise RecordError(f"changes: expected none of {', '.join(sorted(SETTLED))}")
    if found["seat"] != actor:
        raise RecordError(f"seat: expected {actor}, whose turn it was")
    text: str = found["text"]
    # A deal is never seen in full, and who moves sees all of it.
    is_own = seen.seat is not None and found["seat"] == seen.seat
    if (found["seat"] is None and found["whole"]) or (is_own and not found["whole"]):
        raise RecordError("whole: expected true for a move of one's own, false for a deal")
    if is_own and text not in legal:
        raise RecordError(f"text: expected one of the legal moves, found {quoted(text)}")
    if not text or not text.isprintable():
        raise RecordError(f"text: expected what was seen of the move, found {quoted(text)}")
    move = plain_data.from_plain(Move, text, views.kinds) if found["whole"] else None
    return Event(found["seat"], text, move, seen)


def event_of(state: AnyState, move: Move, seat: int | None) -> Event:
    """A move as a seat sees it when it is made, with what is to be seen after it.

    Args:
        state: the state that it is made in.
        move: the move.
        seat: who sees it; ``None`` for a spectator.

    Raises:
        IllegalMove: if the move cannot be made.
        SeatError: if there is no such seat.

    >>> import random
    >>> from twowaystreet import shuffle
    >>> from twowaystreet.games import street
    >>> state = street.new_game()
    >>> event_of(state, shuffle(state, random.Random(7)), 2).text
    'deal'
    """
    after = apply(state, move)
    unseen = state.View.redacted_moves.get(type(move))
    part: str | None = unseen(state, move, seat) if unseen else None
    whole = None if part else move
    return Event(state.actor, part or str(move), whole, view(after, seat))


def seen_record(
    game: Game, start: AnyState, moves: Iterable[tuple[AnyState, Move]], seat: int | None
) -> SeatRecord:
    """What a seat has seen of a game, of which each move is given with the state it was made in."""
    events = tuple(event_of(state, move, seat) for state, move in moves)
    return SeatRecord(game.name, seat, view(start, seat), events)
