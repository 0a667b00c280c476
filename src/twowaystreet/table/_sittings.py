"""Sittings: everything that a table keeps, as an immutable value.

A table replaces its sitting as a whole, after the file is written. A refused request therefore
changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import shown_move
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet.errors import quoted
from twowaystreet.table._errors import TableError
from twowaystreet.table._events import CHANGES, SEATINGS, Entry, Happened, TableEvent
from twowaystreet.table._people import MOST_TOKENS, BotSeat, Person


@attrs.frozen
class UndoRequest(Value):
    """A request to take back a move.

    Attributes:
        seat: the player who asks.
        agreed: the players who agree, with the one who asks.
    """

    seat: int
    agreed: tuple[int, ...]


@attrs.frozen(slots=False)  # some facts are computed once
class Sitting(Value):
    """A game at a table at one moment.

    Attributes:
        record: the game so far.
        states: the first state, and the state after each move.
        people: the players, once for each of their tokens, and spectators of earlier versions.
        bots: the bots by seat.
        log: the events in order.
        asked: the request to take back a move, if there is one.
        watching: the token of all spectators; empty before anybody asked for it. It shows public
            facts alone, so the file may contain it.
        play_forced: True if the table makes each move that is the only legal one.
        away: the people who can come back to a seat that a bot plays, once for each token.
        takes_back: True if players can ask to take back a move.
    """

    record: Record
    states: tuple[AnyState, ...]
    people: tuple[Person, ...] = ()
    bots: tuple[BotSeat, ...] = ()
    log: tuple[Entry, ...] = ()
    asked: UndoRequest | None = None
    watching: str = ""
    play_forced: bool = False
    away: tuple[Person, ...] = ()
    takes_back: bool = True

    @property
    def state(self) -> AnyState:
        """The present state."""
        return self.states[-1]

    @cached_property
    def players(self) -> dict[int, Person]:
        """The people who play, by seat."""
        return {one.seat: one for one in self.people if one.seat is not None}

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        names = [free_name(seat) for seat in range(len(self.state.scores))]
        for bot in self.bots:
            names[bot.seat] = bot.label
        for seat, person in self.players.items():
            names[seat] = person.name
        return tuple(names)

    def names_at(self, entry: Entry) -> tuple[str, ...]:
        """Return the names of the seats at the time of an event."""
        names = [*self.names]
        for one in reversed(self.log):
            if one.number < entry.number:
                break
            is_later = one.number > entry.number or one.happened is Happened.LEAVE
            if one.happened in SEATINGS and is_later:
                assert one.seat is not None
                names[one.seat] = one.before
        return tuple(names)

    @property
    def last_number(self) -> int:
        """The number of the last event; 0 before the first."""
        return self.log[-1].number if self.log else 0

    @cached_property
    def last_change(self) -> int:
        """The number of the last event that changed the cards; 0 before the first."""
        return next((one.number for one in reversed(self.log) if one.happened in CHANGES), 0)

    @cached_property
    def again(self) -> tuple[int, ...]:
        """The seats whose players want to play again after the end of the game, in order."""
        found: set[int] = set()
        changed: set[int | None] = set()
        for one in reversed(self.log):
            if one.happened is Happened.MOVE:
                break
            if one.happened in SEATINGS:
                changed.add(one.seat)
            elif one.happened is Happened.AGAIN and one.seat in {*self.players} - changed:
                found.add(one.seat)
        return tuple(sorted(found))

    @property
    def is_forced(self) -> bool:
        """True if the table makes the next move, as it is the only legal one."""
        return self.play_forced and self.state.actor is not None and _has_no_choice(self.state)

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
        """Return the sitting with one more player in a free seat."""
        assert person.seat is not None
        return self.with_person(person).noted(
            Happened.JOIN, person.seat, before=free_name(person.seat)
        )

    def with_person(self, person: Person, most: int = MOST_TOKENS) -> Sitting:
        """Return the sitting with one more token; the oldest of the seat end if it has too many."""
        same = [one for one in self.people if one.seat == person.seat]
        old = {one.digest for one in same[: max(0, len(same) + 1 - most)]}
        kept = (one for one in self.people if one.digest not in old)
        return attrs.evolve(self, people=(*kept, person))

    def emptied(self, seat: int) -> Sitting:
        """Return the sitting without the person or bot of a seat; a request to undo lapses."""
        return attrs.evolve(
            self,
            people=tuple(one for one in self.people if one.seat != seat),
            bots=tuple(one for one in self.bots if one.seat != seat),
            away=tuple(one for one in self.away if one.seat != seat),
            asked=None,
        )

    def left(self, seat: int) -> Sitting:
        """Return the sitting after a player left."""
        return self.emptied(seat).noted(Happened.LEAVE, seat, before=self.names[seat])

    def returned(self, seat: int) -> Sitting:
        """Return the sitting after a person came back to the seat that a bot played."""
        back = tuple(one for one in self.away if one.seat == seat)
        empty = self.emptied(seat)
        after = attrs.evolve(empty, people=(*empty.people, *back))
        return after.noted(Happened.REPLACE, seat, before=self.names[seat])

    def late(self, seat: int) -> int:
        """Return the number of the last moves in a row that the host made for a player."""
        count = 0
        for one, before in pairwise(reversed(self.log)):
            if one.seat != seat or one.happened is Happened.LATE:
                continue
            if one.happened is not Happened.MOVE or before.happened is not Happened.LATE:
                break
            count += 1
        return count

    def replaced(self, by: Person | BotSeat, *, stays: bool = False) -> Sitting:
        """Return the sitting after another person or a bot took over a seat.

        Args:
            by: the person or the bot.
            stays: ``True`` if the person in the seat so far can come back to it.
        """
        assert by.seat is not None
        empty = self.emptied(by.seat)
        if stays:
            gone = (one for one in self.people if one.seat == by.seat)
            empty = attrs.evolve(empty, away=(*empty.away, *gone))
        if isinstance(by, Person):
            after = attrs.evolve(empty, people=(*empty.people, by))
        else:
            bots = sorted((*empty.bots, by), key=attrgetter("seat"))
            after = attrs.evolve(empty, bots=tuple(bots))
        return after.noted(Happened.REPLACE, by.seat, before=self.names[by.seat])

    def renamed(self, seat: int, name: str) -> Sitting:
        """Return the sitting with another name of a person or a bot, in the log as well."""
        people = (attrs.evolve(one, name=name) if one.seat == seat else one for one in self.people)
        bots = (attrs.evolve(one, label=name) if one.seat == seat else one for one in self.bots)
        after = self.forgotten(self.names[seat], name)
        return attrs.evolve(after, people=tuple(people), bots=tuple(bots))

    def forgotten(self, name: str, instead: str) -> Sitting:
        """Return the sitting with another name of a person in the log, who cannot come back."""
        log = (attrs.evolve(one, before=instead) if one.before == name else one for one in self.log)
        away = (one for one in self.away if one.name != name)
        return attrs.evolve(self, log=tuple(log), away=tuple(away))

    def without(self, ended: Callable[[Person], bool], spare: Callable[[], str]) -> Sitting:
        """Return the sitting without some tokens; all players stay.

        Args:
            ended: tells whether a token ends.
            spare: gives the digest of a token that nobody has, for a player without another.
        """
        kept = [one for one in self.people if not ended(one)]
        seats = {one.seat for one in kept}
        lost = (one for seat, one in self.players.items() if seat not in seats)
        return attrs.evolve(
            self, people=(*kept, *(attrs.evolve(one, digest=spare()) for one in lost))
        )

    def begun_again(self, record: Record) -> Sitting:
        """Return a new game with the same people, whose log begins with this event."""
        first = begin(record)
        after = attrs.evolve(self, record=record, states=first.states, log=(), asked=None)
        entry = Entry(self.last_number + 1, Happened.REMATCH, None, 0)
        return attrs.evolve(after, log=(entry,))

    def noted(self, happened: Happened, seat: int | None, *, before: str = "") -> Sitting:
        """Return the sitting with one more event."""
        entry = Entry(self.last_number + 1, happened, seat, len(self.states) - 1, before)
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

        A move that the table made, as it was forced, does not count.

        Raises:
            TableError: if there is no such move, or the hand is over.
        """
        if self.state.hand_over:
            raise TableError("the hand is over: its moves stand")
        for place in reversed(range(len(self.states) - 1)):
            state = self.states[place]
            if state.actor == seat and not (self.play_forced and _has_no_choice(state)):
                return place
            if state.actor is None:
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
        if not self.takes_back:
            raise TableError("nobody takes back a move at this table")
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
        kept = (
            attrs.evolve(one, moves=min(one.moves, moves))
            for one in self.log
            if one.moves <= moves or one.happened in SEATINGS
        )
        after = attrs.evolve(
            self,
            record=Record(self.record.start, self.record.moves[:moves]),
            states=self.states[: moves + 1],
            log=tuple(kept),
            asked=None,
        )
        entry = Entry(self.last_number + 1, Happened.UNDO, seat, moves)
        return attrs.evolve(after, log=(*after.log, entry))

    def event(
        self, entry: Entry, seat: int | None, view_at: Callable[[int], AnyView]
    ) -> TableEvent:
        """Return an entry of the log as one seat may know it, without its sentences.

        Args:
            entry: the entry.
            seat: the seat of the reader; ``None`` for a spectator.
            view_at: gives the reader's view after a number of moves.
        """
        after, happened = view_at(entry.moves), entry.happened
        if happened is not Happened.MOVE:
            return TableEvent(entry.number, happened, entry.seat, entry.text, None, after, after)
        place = entry.moves - 1
        text, move = shown_move(self.states[place], self.record.moves[place], seat)
        return TableEvent(entry.number, happened, entry.seat, text, move, view_at(place), after)


def begin(record: Record) -> Sitting:
    """Return a sitting without people and events."""
    states = (*(state for state, _ in record), record.state)
    return Sitting(record, states)


def free_name(seat: int) -> str:
    """Return the name of a seat without a player."""
    return f"Seat {seat}"


def _has_no_choice(state: AnyState) -> bool:
    """Return whether the seat to move has only one legal move."""
    return len(legal_moves(state)) == 1
