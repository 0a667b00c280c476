"""All that a table keeps, as a value that it replaces: its people, its cards, and its log.

The log keeps few events without a move, so that it grows as the game does.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from enum import StrEnum
from functools import cached_property
from itertools import pairwise, takewhile
from operator import attrgetter
from typing import Final

import attrs

from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.records.records import Record
from twowaystreet._util.numbers import as_int, is_int
from twowaystreet._util.values import Value
from twowaystreet.errors import quoted
from twowaystreet.table import _people
from twowaystreet.table._errors import TableError, TokenError
from twowaystreet.table._people import MOST_TOKENS, BotSeat, TokenHolder, free_name, person_with


class Happened(StrEnum):
    """The kinds of events."""

    JOIN = "join"
    """A player took a seat."""
    MOVE = "move"
    """A move, or a deal."""
    ASK = "ask"
    """A player asked to take back a move."""
    AGREE = "agree"
    """Another player agreed to it, and others must still agree."""
    DECLINE = "decline"
    """A player said no to it, or gave it up, and the moves stand."""
    UNDO = "undo"
    """A move was taken back, with all moves after it."""
    FAULT = "fault"
    """A bot failed; a random player moves for it until the next deal."""
    LEAVE = "leave"
    """A player left, and the seat is free."""
    REPLACE = "replace"
    """Another person or a bot took over a seat."""
    LATE = "late"
    """The time of a player ran out; the next event is the move that the host made."""
    AGAIN = "again"
    """A player wants to play again after the end of a game."""
    REMATCH = "rematch"
    """A new game began with the same people."""
    CLAIM = "claim"
    """A player laid down the cards, as the rest of the hand is decided."""
    ACCEPT = "accept"
    """Another player agreed to that; once all have, the moves follow."""
    CONTEST = "contest"
    """A player wants to play on, or gave the claim up."""


_GOES_ON: Final = frozenset({Happened.MOVE, Happened.REMATCH})
CHANGES: Final = _GOES_ON | {Happened.UNDO}  # kinds of events that change the cards
SEATINGS: Final = frozenset({Happened.JOIN, Happened.LEAVE, Happened.REPLACE})  # change a name
_ASKING: Final = frozenset({Happened.ASK, Happened.CLAIM})
_CLAIMS: Final = frozenset({Happened.CLAIM, Happened.ACCEPT, Happened.CONTEST})
_REQUESTS: Final = frozenset({Happened.ASK, Happened.AGREE, Happened.DECLINE})
_MOST: Final = 4  # the most changes of a seat that the log keeps between two moves as they were


@attrs.frozen
class LogEntry(Value):
    number: int  # number of the event, from 1. Numbers never repeat, even after an undo.
    happened: Happened
    seat: int | None  # seat that acted; None for a deal, and for a new game
    moves: int
    before: str = ""  # name of the seat before the event, if the event changed it


def _since_move(log: tuple[LogEntry, ...]) -> list[LogEntry]:
    return [*takewhile(lambda one: one.happened not in _GOES_ON, reversed(log))][::-1]


def _requests(since: Iterable[LogEntry]) -> list[list[LogEntry]]:
    """Return the requests to take back a move, each with the answers to it."""
    found: list[list[LogEntry]] = []
    for one in since:
        if one.happened is Happened.ASK:
            found.append([one])
        elif one.happened in _REQUESTS and found:
            found[-1].append(one)
    return found


def _is_declined(request: Sequence[LogEntry]) -> bool:
    """Return whether another player said no; a request that the player gave up is none."""
    asks, answer = request[0], request[-1]
    return answer.happened is Happened.DECLINE and answer.seat != asks.seat


def declined(log: tuple[LogEntry, ...]) -> set[int | None]:
    """Return the seats to which others have said no since the last move."""
    return {each[0].seat for each in _requests(_since_move(log)) if _is_declined(each)}


def shortened(
    log: tuple[LogEntry, ...], new: LogEntry, names: Sequence[str], *, is_asked: bool = False
) -> tuple[LogEntry, ...]:
    """Return a log with one more event, without those since the last move that changed nothing.

    The names are those after it. A request to take back a move may wait for answers: ``is_asked``.
    """
    since = _since_move(log)
    if not since:
        return (*log, new)
    requests, asked = _requests(since), dict[int | None, Sequence[LogEntry]]()
    if new.happened not in CHANGES:  # nobody whom others have declined asks again before a move
        asked |= {each[0].seat: (each[0], each[-1]) for each in requests if _is_declined(each)}
    if requests and (is_asked or new.happened is Happened.MOVE):
        last = requests[-1]
        asked |= {last[0].seat: last} if last[-1].happened is not Happened.DECLINE else {}
    numbers = {one.number for each in asked.values() for one in each}
    kept = [one for one in since if one.happened not in _REQUESTS or one.number in numbers]
    if new.happened in (Happened.UNDO, Happened.CLAIM):  # the claims before say nothing more
        kept = [one for one in kept if one.happened not in {new.happened, *_CLAIMS}]
    if new.happened in SEATINGS:  # who sits there now has not given the word
        word = (Happened.AGAIN, new.seat)
        kept = [one for one in kept if (one.happened, one.seat) != word]
    for seat, name in enumerate(names):
        trail = [one for one in kept if one.happened in SEATINGS and one.seat == seat]
        if len(trail) >= _MOST:
            now = new.before if new.happened in SEATINGS and new.seat == seat else name
            others = [one for one in kept if one not in trail]
            kept = sorted((*others, *_fewer(trail, now)), key=attrgetter("number"))
    return (*log[: len(log) - len(since)], *kept, new)


def _fewer(trail: Sequence[LogEntry], now: str) -> list[LogEntry]:
    """Return one or two changes that give a seat its present name, or none if it had it before."""
    found: list[LogEntry] = []
    for one in trail:
        found = [*_until(one.before, found), one]
    found = _until(now, found)
    if len(found) < 2:
        return found
    end = found[-2:] if found[-1].happened is Happened.JOIN else found[-1:]
    return [attrs.evolve(end[0], before=found[0].before), *end[1:]]


def _until(name: str, trail: Iterable[LogEntry]) -> list[LogEntry]:
    """Return the changes of a seat up to the first time that it had a name."""
    return [*takewhile(lambda one: one.before != name, trail)]


@attrs.frozen(slots=False)  # some facts are computed once
class Sitting(Value):
    record: Record
    states: tuple[AnyState, ...]  # first state, and the state after each move
    people: tuple[TokenHolder, ...] = ()  # once for each token, with spectators of 0.2.0
    bots: tuple[BotSeat, ...] = ()
    log: tuple[LogEntry, ...] = ()
    asked: _people.UndoRequest | None = None
    watching: str = ""  # the token of spectators, who see public facts alone, so a file may have it
    play_forced: bool = False
    away: tuple[TokenHolder, ...] = ()
    takes_back: bool = True
    hints: bool = True
    phrases: bool = True
    hand_scores: tuple[HandScore[SeatScore], ...] = ()

    @property
    def state(self) -> AnyState:
        return self.states[-1]

    # Seats

    @cached_property
    def players(self) -> dict[int, TokenHolder]:
        return {one.seat: one for one in self.people if one.seat is not None}

    @cached_property
    def bot_seats(self) -> frozenset[int]:
        return frozenset(bot.seat for bot in self.bots)

    @cached_property
    def free_seats(self) -> tuple[int, ...]:
        taken = self.players.keys() | self.bot_seats
        return tuple(seat for seat in range(len(self.state.scores)) if seat not in taken)

    @cached_property
    def stand_ins(self) -> tuple[int, ...]:
        return tuple(sorted({one.seat for one in self.away if one.seat is not None}))

    @cached_property
    def names(self) -> tuple[str, ...]:
        names = [free_name(seat) for seat in range(len(self.state.scores))]
        for bot in self.bots:
            names[bot.seat] = bot.label
        for seat, person in self.players.items():
            names[seat] = person.name
        return tuple(names)

    def names_at(self, entry: LogEntry) -> tuple[str, ...]:
        names = [*self.names]
        for one in reversed(self.log):
            if one.number < entry.number:
                break
            is_later = one.number > entry.number or one.happened is Happened.LEAVE
            if one.happened in SEATINGS and is_later:
                assert one.seat is not None
                names[one.seat] = one.before
        return tuple(names)

    def other_names(self, seat: int) -> list[str]:
        """Return the names of all other seats, also those that they have when they are free."""
        others = [at for at in range(len(self.names)) if at != seat]
        away = (one.name for one in self.away if one.seat != seat)
        return [*(self.names[at] for at in others), *map(free_name, others), *away]

    def holder_of(self, token: object) -> TokenHolder:
        """Return the person with a token, also one who watches; raise TokenError without one."""
        watcher = TokenHolder(_people.digest_of(self.watching), None, "")
        return person_with(token, (*self.people, watcher) if self.watching else self.people)

    def player_of(self, token: object) -> int:
        seat = self.holder_of(token).seat
        if seat is None:
            raise TableError("you watch this game: only players can do this")
        return seat

    def taken(self, seat: object, others: Collection[int] = ()) -> int:
        """Return the seat if a person has it, or if it is one of some others."""
        found = as_int(seat)
        if is_int(found) and (found in self.players or found in others):
            return found
        raise TableError(f"seat {quoted(seat)}: expected one of {[*self.players]}, taken by people")

    def stand_in_for(self, who: object) -> int:
        """Return the seat that a bot plays for a person, by the seat or a token of the person."""
        found = as_int(who)
        seat = found if is_int(found) else person_with(who, self.away).seat
        if seat not in self.stand_ins:
            raise TokenError
        return seat

    # The log

    @property
    def last_number(self) -> int:
        return self.log[-1].number if self.log else 0

    @cached_property
    def last_change(self) -> int:
        return next((one.number for one in reversed(self.log) if one.happened in CHANGES), 0)

    @cached_property
    def again(self) -> tuple[int, ...]:
        last: dict[int | None, Happened] = {}
        for one in takewhile(lambda one: one.happened is not Happened.MOVE, reversed(self.log)):
            if one.happened in SEATINGS or one.happened is Happened.AGAIN:
                last.setdefault(one.seat, one.happened)
        return tuple(seat for seat in sorted(self.players) if last.get(seat) is Happened.AGAIN)

    def late(self, seat: int) -> int:
        count = 0
        for one, before in pairwise(reversed(self.log)):
            if one.seat != seat or one.happened is Happened.LATE:
                continue
            if one.happened is not Happened.MOVE or before.happened is not Happened.LATE:
                break
            count += 1
        return count

    def noted(self, happened: Happened, seat: int | None, *, before: str = "") -> Sitting:
        entry = LogEntry(self.last_number + 1, happened, seat, len(self.states) - 1, before)
        log = shortened(self.log, entry, self.names, is_asked=self.asked is not None)
        return attrs.evolve(self, log=log)

    # Moves

    @property
    def is_forced(self) -> bool:
        may = self.play_forced and self.state.actor is not None and not self.is_claimed
        return may and len(legal_moves(self.state)) == 1

    @property
    def is_claimed(self) -> bool:
        return self.asked is not None and self.asked.claims

    @property
    def bot_is_to_move(self) -> bool:
        return not self.free_seats and self.state.actor in self.bot_seats

    @property
    def goes_on(self) -> bool:
        if self.state.actor is not None:
            return self.bot_is_to_move or (self.is_forced and not self.free_seats)
        return len(self.bots) == len(self.names) and not self.state.is_over

    def check_full(self) -> None:
        if free := len(self.free_seats):
            raise TableError(f"the game waits for {free} more player{'' if free == 1 else 's'}")

    def check_over(self) -> None:
        if not self.state.is_over:
            raise TableError("the game is not over: finish it before a new one")

    def check_seen(self, seen: object, *, request: bool = False) -> None:
        """Refuse a message whose sender had not seen the last change of the cards, or a request."""
        if seen is None:
            return
        if not is_int(seen) or not 0 <= seen <= self.last_number:
            raise TableError(f"seen={quoted(seen)}: expected the number of an event")
        last = self.last_change
        if request and self.asked:
            asks = (one.number for one in reversed(self.log) if one.happened in _ASKING)
            last = max(last, next(asks))
        if seen < last:
            raise TableError("the game has gone on meanwhile")

    def moved(self, move: Move | str) -> Sitting:
        """Return the sitting after a move; a request to take back a move lapses."""
        # A bot's move goes through its text as well, since the file has no more of it.
        seat, record = self.state.actor, self.record.play(str(move))
        after = attrs.evolve(
            self,
            record=record,
            states=(*self.states, record.state),
            asked=None,
            hand_scores=(*self.hand_scores, *_scores_of([record.state])),
        )
        return after.noted(Happened.MOVE, seat)

    def begun_again(self, record: Record) -> Sitting:
        """Return a new game with the same people, whose log begins with this event."""
        entry = LogEntry(self.last_number + 1, Happened.REMATCH, None, 0)
        states = begin(record).states
        return attrs.evolve(
            self, record=record, states=states, log=(entry,), asked=None, hand_scores=()
        )

    def own_last_move(self, seat: int) -> int:
        """Return the number of moves before the last one of a seat's own in this hand."""
        if self.state.hand_over:
            raise TableError("the hand is over: its moves stand")
        for place in reversed(range(len(self.states) - 1)):
            state = self.states[place]
            if state.actor == seat and not (self.play_forced and len(legal_moves(state)) == 1):
                return place
            if state.actor is None:
                break
        raise TableError("there is no move of yours in this hand")

    def has_moved(self, seat: int) -> bool:
        with suppress(TableError):
            return self.own_last_move(seat) >= 0
        return False

    def can_undo(self, seat: int) -> bool:
        found = as_int(seat)
        if not is_int(found) or found not in self.players or not self.takes_back:
            return False
        if self.asked is not None:
            return not self.asked.claims and found not in self.asked.agreed
        return self.has_moved(found) and found not in declined(self.log)

    def asked_by(self, seat: int) -> Sitting:
        """Return the sitting after a player asked to take back a move, or agreed to it."""
        happened = Happened.AGREE
        if not self.takes_back:
            raise TableError("nobody takes back a move at this table")
        if self.is_claimed:
            raise TableError("agree to the claim first, or play on")
        if self.asked is None:
            self.own_last_move(seat)
            if seat in declined(self.log):
                raise TableError("your request was declined: ask again after the next move")
            happened, asked = Happened.ASK, _people.UndoRequest(seat, (seat,))
        elif seat in self.asked.agreed:
            raise TableError("you have agreed already: the others have not yet")
        else:
            asked = attrs.evolve(self.asked, agreed=tuple(sorted((*self.asked.agreed, seat))))
        asking = attrs.evolve(self.noted(happened, seat), asked=asked)
        return asking._undone(asked.seat) if {*asked.agreed} == self.players.keys() else asking

    def declined_by(self, seat: int) -> Sitting:
        if self.asked is None:
            raise TableError("nobody asks to take back a move")
        no = Happened.CONTEST if self.asked.claims else Happened.DECLINE
        return attrs.evolve(self.noted(no, seat), asked=None)

    def _undone(self, seat: int) -> Sitting:
        """Return the sitting before the last move of a seat; the log forgets the moves since."""
        moves = self.own_last_move(seat)
        kept = tuple(
            attrs.evolve(one, moves=moves) if one.moves > moves else one
            for one in self.log
            if one.moves <= moves or one.happened in SEATINGS
        )
        entry = LogEntry(self.last_number + 1, Happened.UNDO, seat, moves)
        return attrs.evolve(
            self,
            record=Record(self.record.start, self.record.moves[:moves]),
            states=self.states[: moves + 1],
            log=shortened(kept, entry, self.names),
            asked=None,
        )

    # Changes of seats and tokens

    def joined(self, person: TokenHolder) -> Sitting:
        assert person.seat is not None
        before = free_name(person.seat)
        return self.with_person(person).noted(Happened.JOIN, person.seat, before=before)

    def with_person(self, person: TokenHolder, most: int = MOST_TOKENS) -> Sitting:
        """Return the sitting with one more token; the oldest of the seat end if it has too many."""
        same = [one for one in self.people if one.seat == person.seat]
        old = {one.digest for one in same[: max(0, len(same) + 1 - most)]}
        kept = (one for one in self.people if one.digest not in old)
        return attrs.evolve(self, people=(*kept, person))

    def _emptied(self, seat: int) -> Sitting:
        """Return the sitting without the person or bot of a seat; a request to undo lapses."""
        return attrs.evolve(
            self,
            people=tuple(one for one in self.people if one.seat != seat),
            bots=tuple(one for one in self.bots if one.seat != seat),
            away=tuple(one for one in self.away if one.seat != seat),
            asked=None,
        )

    def left(self, seat: int) -> Sitting:
        return self._emptied(seat).noted(Happened.LEAVE, seat, before=self.names[seat])

    def returned(self, seat: int) -> Sitting:
        back = tuple(one for one in self.away if one.seat == seat)
        empty = self._emptied(seat)
        after = attrs.evolve(empty, people=(*empty.people, *back))
        return after.noted(Happened.REPLACE, seat, before=self.names[seat])

    def replaced(self, by: TokenHolder | BotSeat, *, stays: bool = False) -> Sitting:
        """Return the sitting after somebody took over a seat; who ``stays`` can come back to it."""
        assert by.seat is not None
        empty = self._emptied(by.seat)
        if stays:
            gone = (one for one in (*self.people, *self.away) if one.seat == by.seat)
            empty = attrs.evolve(empty, away=(*empty.away, *gone))
        if isinstance(by, TokenHolder):
            after = attrs.evolve(empty, people=(*empty.people, by))
        else:
            bots = sorted((*empty.bots, by), key=attrgetter("seat"))
            after = attrs.evolve(empty, bots=tuple(bots))
        return after.noted(Happened.REPLACE, by.seat, before=self.names[by.seat])

    def renamed(self, seat: int, name: str) -> Sitting:
        people = (attrs.evolve(one, name=name) if one.seat == seat else one for one in self.people)
        bots = (attrs.evolve(one, label=name) if one.seat == seat else one for one in self.bots)
        after = self.forgotten(self.names[seat], name)
        return attrs.evolve(after, people=tuple(people), bots=tuple(bots), away=self.away)

    def forgotten(self, name: str, instead: str) -> Sitting:
        """Return the sitting with another name of a person in the log, who cannot come back."""
        log = (attrs.evolve(one, before=instead) if one.before == name else one for one in self.log)
        away = (one for one in self.away if one.name != name)
        return attrs.evolve(self, log=tuple(log), away=tuple(away))

    def revoked(self, token: str) -> Sitting:
        digest = self.holder_of(token).digest
        if digest == _people.digest_of(self.watching):
            return attrs.evolve(self, watching="")
        return self._without(lambda one: one.digest == digest)

    def revoked_at(self, seat: int | None) -> Sitting:
        away = tuple(one for one in self.away if one.seat != seat)
        now = attrs.evolve(self, away=away, watching="" if seat is None else self.watching)
        return now._without(lambda one: one.seat == seat)

    def _without(self, ended: Callable[[TokenHolder], bool]) -> Sitting:
        """Return the sitting without some tokens; a player without another has one of nobody."""
        kept = [one for one in self.people if not ended(one)]
        seats = {one.seat for one in kept}
        lost = [one for seat, one in self.players.items() if seat not in seats]
        kept += [attrs.evolve(one, digest=_people.digest_of(_people.new_token())) for one in lost]
        return attrs.evolve(self, people=tuple(kept))


def begin(record: Record) -> Sitting:
    states = (*(state for state, _ in record), record.state)
    return Sitting(record, states, hand_scores=_scores_of(states))


def _scores_of(states: Iterable[AnyState]) -> tuple[HandScore[SeatScore], ...]:
    return tuple(state.score for state in states if state.score is not None)
