"""A table without its changes: facts for everybody, and those for the person with a token."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from operator import attrgetter
from typing import Final, Generic, cast

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.words import YOU
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.match import GameRules, HandScore, SeatScore
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import begins_hand, legal_moves
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import shown_move
from twowaystreet._core.views.claims import Claim, claim_of
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import WorldsError, quoted
from twowaystreet.players import Hint, MonteCarlo, hint
from twowaystreet.table import _telling as telling
from twowaystreet.table._bots import Bots
from twowaystreet.table._claims import claim_at, is_contested
from twowaystreet.table._errors import TableError, TokenError
from twowaystreet.table._people import UndoRequest, text_of
from twowaystreet.table._sittings import CHANGES, Happened, LogEntry, Sitting
from twowaystreet.table._telling import Offer, Report, TableEvent, ViewT_co

MOST_LINES: Final = 4000  # the most sentences kept: 600 events for six seats and the spectators


class SeenTable(Generic[ViewT_co]):
    """A table as its host and its people see it; :class:`Table` changes it."""

    def __init__(self, sitting: Sitting, bots: Bots) -> None:
        self._now = sitting
        self._bots = bots
        self._faults: tuple[tuple[int, str], ...] = ()
        self._views: dict[tuple[int, int | None], AnyView] = {}
        self._lines: dict[tuple[int, int | None], tuple[str, ...]] = {}

    @override
    def __repr__(self) -> str:
        """Return the game, the names and the number of the last event, without cards or tokens."""
        return f"<Table: {self.game.title}, {', '.join(self.names)}, event {self.last_number}>"

    def snapshot(self) -> SeenTable[ViewT_co]:
        """Return the table as it is now, which another thread can read while it goes on.

        >>> from twowaystreet.games import duel
        >>> from twowaystreet.table import Table
        >>> table = Table(duel.GAME)
        >>> table.snapshot().names, table.join("Ann") and table.names
        (('Seat 0', 'Seat 1'), ('Ann', 'Seat 1'))
        """
        return SeenTable(self._now, self._bots)

    # For everybody

    @property
    def game(self) -> Game[ViewT_co]:
        """The game."""
        return cast("Game[ViewT_co]", self._now.record.game)

    @property
    def record(self) -> Record:
        """The game so far with all its cards, for the host alone."""
        return self._now.record

    @property
    def open_states(self) -> tuple[AnyState, ...]:
        """The states after each move of the hand that is over, from its deal on, for everybody.

        There are none while a hand runs. The moves of a finished hand stand, so nobody can use what
        they tell.
        """
        if self._state.score is None:
            return ()
        states = self._now.states
        due = (at for at, state in enumerate(states[:-1]) if state.needs_deal)
        deals = [at for at in due if not at or begins_hand(states[at])]
        return states[max(deals, default=-1) + 1 :]  # it may have begun in the middle of a hand

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        return self._state.rules

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats; ``Seat 2`` for a free seat."""
        return self._now.names

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, in order."""
        return tuple(sorted(self._now.players))

    @property
    def bots(self) -> dict[int, str | None]:
        """The names of the bots by seat; ``None`` for a bot that was given as an object."""
        bots = self._bots.given.items()
        return {seat: bot if isinstance(bot, str) else None for seat, bot in bots}

    @property
    def free_seats(self) -> tuple[int, ...]:
        """The seats that wait for a player, in order."""
        return self._now.free_seats

    @property
    def stand_ins(self) -> tuple[int, ...]:
        """The seats where bots play for people who can :meth:`come_back`, in order."""
        return self._now.stand_ins

    @property
    def actor(self) -> int | None:
        """The seat to move; ``None`` when a deal is due or the game is over."""
        return self._state.actor

    @property
    def is_over(self) -> bool:
        """``True`` if the game is over."""
        return self._state.is_over

    @property
    def asked(self) -> UndoRequest | None:
        """The request to take back a move, or the claim; ``None`` without one."""
        return self._now.asked

    @property
    def phrases(self) -> bool:
        """``True`` if players can say set phrases to each other."""
        return self._now.phrases

    @property
    def claimed(self) -> tuple[Claim | None, tuple[Card, ...]]:
        """What a claim that waits says, with the cards that its player has laid down."""
        if not self._now.is_claimed or self.asked is None:
            return None, ()
        shown = self._view_at(len(self._now.states) - 1, self.asked.seat)
        return claim_of(shown), shown.hand or ()

    @property
    def _has_undone(self) -> bool:
        """True if a move was taken back after the last one that was made."""
        changes = (one.happened for one in reversed(self._now.log) if one.happened in CHANGES)
        return next(changes, None) is Happened.UNDO

    def can_undo(self, seat: int) -> bool:
        """Return whether a player can ask to take back a move now, or agree to a request."""
        return self._now.can_undo(seat)

    @property
    def last_number(self) -> int:
        """The number of the last event; 0 before the first."""
        return self._now.last_number

    @property
    def last_change(self) -> int:
        """The number of the last event that changed the cards; 0 before the first."""
        return self._now.last_change

    @property
    def again(self) -> tuple[int, ...]:
        """The seats whose players want to play again after the end of the game, in order."""
        return self._now.again

    def late(self, seat: int) -> int:
        """Return for how many of the player's last moves in a row the time ran out.

        Raises:
            SeatError: if there is no such seat.

        >>> from twowaystreet.games import duel
        >>> from twowaystreet.table import Table
        >>> Table(duel.GAME).late(0)
        0
        """
        return self._now.late(checked_seat(seat, len(self.names)))

    @property
    def hand_scores(self) -> tuple[HandScore[SeatScore], ...]:
        """The scores of the finished hands, in order."""
        return self._now.hand_scores

    @property
    def faults(self) -> tuple[tuple[int, str], ...]:
        """The seats and faults of bots since the table was opened, which may name hidden cards."""
        return self._faults

    @property
    def bot_is_to_move(self) -> bool:
        """``True`` if the seat to move belongs to a bot, and no seat is free."""
        return self._now.bot_is_to_move

    @property
    def goes_on(self) -> bool:
        """``True`` if :meth:`advance` makes the next move; a table with a free seat waits."""
        return self._now.goes_on

    # For one person

    def view(self, token: str) -> ViewT_co:
        """Return everything that a person may know now.

        Raises:
            TokenError: if the token belongs to nobody at this table.
        """
        # The game of a Table[ViewT_co] has these views.
        return cast("ViewT_co", self._view_at(len(self._now.states) - 1, self.seat(token)))

    def events(self, token: str, since: int = 0) -> tuple[TableEvent[ViewT_co], ...]:
        """Return the events after a number, as a person may know them.

        ``since`` is the number of the last event that the person has seen; 0 for all events. An
        undo removes the events of the moves that it took back, so a program that keeps events asks
        for all of them again after one of the kind ``undo``.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if ``since`` is not the number of an event.

        >>> from twowaystreet.games import duel
        >>> from twowaystreet.table import Table
        >>> table = Table(duel.GAME, dealer=0)
        >>> ann, ben = table.join("Ann"), table.join("Ben")
        >>> table.play(ann, "deal")
        >>> table.play(ann, "no bid")
        >>> table.events(ann)[-1].sentences, table.events(ben)[-1].sentences
        (('You make no bid.',), ('Ann bids in secret.',))
        """
        seat = self.seat(token)
        return tuple(self._event(entry, seat) for entry in self._entries(since))

    def sentences(self, token: str, since: int = 0) -> tuple[tuple[int, tuple[str, ...]], ...]:
        """Return the numbers and the sentences of :meth:`events`.

        The table keeps them, so it is the faster way to the log of a game.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if ``since`` is not the number of an event.
        """
        seat = self.seat(token)
        numbers = ((entry.number, entry) for entry in self._entries(since))
        return tuple(
            (number, self._lines.get((number, seat)) or self._event(entry, seat).sentences)
            for number, entry in numbers
        )

    def offers(self, token: str, begun: str = "") -> tuple[Offer, ...]:
        """Return the legal moves of a person in groups: by their kinds, then by their cards.

        The tuple is empty if it is not the person's turn. With ``begun``, the beginning of a move,
        it has only the moves that go on from there.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if ``begun`` is not a text.

        >>> from twowaystreet.games import duel
        >>> from twowaystreet.table import Table
        >>> table = Table(duel.GAME, dealer=0)
        >>> ann, ben = table.join("Ann"), table.join("Ben")
        >>> table.play(ann, "deal")
        >>> [len(offer.moves) for offer in table.offers(ann)]
        [21]
        """
        text = text_of("begun=", begun, "the beginning of a move")
        return telling.offers_of(self.view(token), text)

    def claim_for(self, token: str) -> Claim | None:
        """Return what a person can claim now with :meth:`claim`, or has claimed.

        It is ``None`` for everybody else, and before the next move if somebody wants to play on.

        Raises:
            TokenError: if the token belongs to nobody at this table.
        """
        seat, asked = self.seat(token), self.asked
        if seat is None or is_contested(self._now) or (asked is not None and not asked.claims):
            return None
        return claim_at(self._now, seat)

    def hint(self, token: str, player: MonteCarlo | None = None) -> Hint:
        """Return a hint for the move of a player, from what the player's own view tells alone.

        It is that of :func:`twowaystreet.players.hint`, by the search of ``player`` if given, and
        takes part of a second: a :meth:`snapshot` can give it in another thread.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if it is not the player's turn, or the table or the game gives no hints.

        >>> from twowaystreet.games import duel
        >>> from twowaystreet.table import Table
        >>> table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
        >>> ann = table.join("Ann")
        >>> table.play(ann, "deal")
        >>> table.hint(ann).move in table.view(ann).legal_moves
        True
        """
        seat = self.seat(token)
        if not self._now.hints:
            raise TableError("nobody gets hints at this table")
        if seat is None or self.actor != seat or self.free_seats:
            raise TableError("it is not your turn: hints are for your own moves")
        try:
            return hint(self.view(token), player=player)
        except WorldsError:
            raise TableError("there are no hints in this game") from None

    def can_hint(self, seat: int) -> bool:
        """Return whether a player has a choice now, at a table with hints.

        Raises:
            SeatError: if there is no such seat.
        """
        at = checked_seat(seat, len(self.names))
        is_asked = self._now.hints and self.actor == at and not self.free_seats
        return is_asked and len(legal_moves(self._state)) > 1

    def seat(self, token: str) -> int | None:
        """Return the seat of a token; ``None`` for a spectator.

        Raises:
            TokenError: if the token belongs to nobody at this table.
        """
        return self._now.holder_of(token).seat

    def knows(self, token: str) -> bool:
        """Return whether a token belongs to somebody at this table."""
        with suppress(TokenError):
            self.seat(token)
            return True
        return False

    def report(self, when: str | date, *, ratings: Sequence[float] | None = None) -> Report:
        """Return the result of the game, which players write down after a match.

        Args:
            when: the time of the game: a ``date``, a ``datetime``, or up to 100 characters on one
                line. A table reads no clock.
            ratings: every seat's rating before the game; ``None`` for no ratings. They change only
                in a game with a target of 12 points or more (RA-1).

        Raises:
            TableError: if the game is not over, or ``when`` is no time.
            RulesError: if the ratings are not one number for each seat.
        """
        return telling.report_of(self._state, self.names, when, ratings)

    @property
    def _state(self) -> AnyState:
        return self._now.state

    # The seat None stands for a spectator.

    def _view_at(self, moves: int, seat: int | None) -> AnyView:
        found = self._views.get((moves, seat))
        if found is None:
            found = view(self._now.states[moves], seat)
            if moves >= len(self._now.states) - 2:
                self._views[moves, seat] = found
        return found

    def _entries(self, since: int) -> tuple[LogEntry, ...]:
        if not is_int(since):
            raise TableError(f"since={quoted(since)}: expected the number of an event")
        log = self._now.log
        return log[bisect_right(log, since, key=attrgetter("number")) :]

    def _event(self, entry: LogEntry, seat: int | None) -> TableEvent[ViewT_co]:
        """Return an entry of the log as one seat may know it, with its sentences."""
        now, place = self._now, entry.moves - 1
        before = after = self._view_at(entry.moves, seat)
        text, move = telling.words_of(entry), None
        if entry.happened is Happened.MOVE:
            text, move = shown_move(now.states[place], now.record.moves[place], seat)
            before = self._view_at(place, seat)
        bare = TableEvent(entry.number, entry.happened, entry.seat, text, move, before, after)
        lines = self._lines.get((entry.number, seat))
        if lines is None:
            names = [*now.names_at(entry)]
            if seat is not None and names[seat] == now.names[seat]:
                names[seat] = YOU
            lines = telling.sentences_for(self.game, bare, names, seat)
            if len(self._lines) >= MOST_LINES:
                del self._lines[next(iter(self._lines))]
            self._lines[entry.number, seat] = lines
        # The game of a Table[ViewT_co] has these views.
        return cast("TableEvent[ViewT_co]", attrs.evolve(bare, sentences=lines))

    def _follow(self, after: Sitting) -> None:
        """Take over a later sitting, and forget what has changed."""
        before, self._now = self._now, after
        is_longer = after.log[: len(before.log)] == before.log
        if before.names != after.names or not is_longer:  # "You", or "Ann" in an event, is another
            self._lines = {}
        last = len(after.states) - 2
        goes_on = after.states[: len(before.states)] == before.states
        kept = self._views.items() if goes_on else ()  # after an undo, and in a new game
        self._views = {key: seen for key, seen in kept if key[0] >= last}
