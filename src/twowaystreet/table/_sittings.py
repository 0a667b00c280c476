"""Sittings: everything that a table keeps, as an immutable value.

A table replaces its sitting as a whole, after the file is written. A refused request therefore
changes nothing.
"""

from __future__ import annotations

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import event_of
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet._views.views import view
from twowaystreet.errors import quoted
from twowaystreet.table._errors import TableError
from twowaystreet.table._events import WORDS, Entry, Happened, TableEvent
from twowaystreet.table._people import Person


@attrs.frozen
class UndoRequest(Value):
    """A request to take back a move.

    Attributes:
        seat: the player who asks.
        agreed: the players who agree, with the one who asks.
    """

    seat: int
    agreed: tuple[int, ...]


@attrs.frozen
class Sitting(Value):
    """A game at a table at one moment.

    Attributes:
        record: the game so far.
        states: the first state, and the state after each move.
        people: the players and the spectators.
        log: the events in order.
        asked: the request to take back a move, if there is one.
    """

    record: Record
    states: tuple[AnyState, ...]
    people: tuple[Person, ...] = ()
    log: tuple[Entry, ...] = ()
    asked: UndoRequest | None = None

    @property
    def state(self) -> AnyState:
        """The present state."""
        return self.states[-1]

    @property
    def players(self) -> dict[int, Person]:
        """The people who play, by seat."""
        return {one.seat: one for one in self.people if one.seat is not None}

    @property
    def last_number(self) -> int:
        """The number of the last event; 0 before the first."""
        return self.log[-1].number if self.log else 0

    @property
    def last_change(self) -> int:
        """The number of the last event that changed the cards; 0 before the first."""
        changes = (Happened.MOVE, Happened.UNDO)
        return next((one.number for one in reversed(self.log) if one.happened in changes), 0)

    def check_seen(self, seen: object, *, request: bool = False) -> None:
        """Refuse a late message.

        Args:
            seen: the number of the last event that its sender had seen; ``None`` for no check.
            request: ``True`` to count a request to take back a move as a change, too.

        Raises:
            TableError: if the cards have changed since, or there is no such event.
        """
        if seen is None:
            return
        if not is_int(seen) or not 0 <= seen <= self.last_number:
            raise TableError(f"seen={quoted(seen)}: expected the number of an event")
        last = self.last_change
        if request and self.asked:
            asks = (one.number for one in self.log if one.happened is Happened.ASK)
            last = next((number for number in asks if number > last), last)
        if seen < last:
            raise TableError("the game has gone on meanwhile")

    def joined(self, person: Person) -> Sitting:
        """Return the sitting with one more person."""
        after = self.with_person(person)
        return after if person.seat is None else after.noted(Happened.JOIN, person.seat)

    def with_person(self, person: Person) -> Sitting:
        """Return the sitting with one more person or token, without an event."""
        return attrs.evolve(self, people=(*self.people, person))

    def noted(self, happened: Happened, seat: int | None) -> Sitting:
        """Return the sitting with one more event."""
        entry = Entry(self.last_number + 1, happened, seat, len(self.states) - 1)
        return attrs.evolve(self, log=(*self.log, entry))

    def moved(self, move: Move | str) -> Sitting:
        """Return the sitting after a move; a request to take back a move lapses.

        Raises:
            IllegalMove: if the move is illegal.
            ParseError: if the text is not a move.
        """
        seat, record = self.state.actor, self.record.play(move)
        states = (*self.states, record.state)
        after = attrs.evolve(self, record=record, states=states, asked=None)
        return after.noted(Happened.MOVE, seat)

    def own_last_move(self, seat: int) -> int:
        """Return the number of moves before the last one of a seat in this hand.

        Raises:
            TableError: if there is no such move, or the hand is over.
        """
        if self.state.hand_over:
            raise TableError("the hand is over: its moves stand")
        for place in reversed(range(len(self.states) - 1)):
            if self.states[place].actor == seat:
                return place
            if self.states[place].actor is None:
                break
        raise TableError("there is no move of yours in this hand")

    def has_moved(self, seat: int) -> bool:
        """Return whether a seat has a move in this hand, and the hand is not over."""
        try:
            self.own_last_move(seat)
        except TableError:
            return False
        return True

    def asked_by(self, seat: int) -> Sitting:
        """Return the sitting after a player asked for an undo, or agreed to one.

        Raises:
            TableError: if the player has no move to take back, or has agreed already.
        """
        happened = Happened.AGREE
        if self.asked is None:
            self.own_last_move(seat)
            happened, asked = Happened.ASK, UndoRequest(seat, (seat,))
        elif seat in self.asked.agreed:
            raise TableError("you have agreed already: the others have not yet")
        else:
            asked = attrs.evolve(self.asked, agreed=tuple(sorted((*self.asked.agreed, seat))))
        return attrs.evolve(self.noted(happened, seat), asked=asked)

    def undone(self, seat: int) -> Sitting:
        """Return the sitting before the last move of a seat; the log forgets the moves since."""
        moves = self.own_last_move(seat)
        entry = Entry(self.last_number + 1, Happened.UNDO, seat, moves)
        return Sitting(
            Record(self.record.start, self.record.moves[:moves]),
            self.states[: moves + 1],
            self.people,
            (*(one for one in self.log if one.moves <= moves), entry),
        )

    def event(self, entry: Entry, seat: int | None) -> TableEvent:
        """Return an entry of the log as one seat may know it."""
        happened = entry.happened
        if happened is not Happened.MOVE:
            seen = view(self.states[entry.moves], seat)
            words = WORDS[happened]
            return TableEvent(entry.number, happened, entry.seat, words, None, seen, seen)
        place = entry.moves - 1
        before = view(self.states[place], seat)
        event = event_of(self.states[place], self.record.moves[place], seat)
        return TableEvent(
            entry.number, happened, event.seat, event.text, event.move, before, event.view
        )


def begin(record: Record) -> Sitting:
    """Return a sitting without people and events."""
    states = (*(state for state, _ in record), record.state)
    return Sitting(record, states)
