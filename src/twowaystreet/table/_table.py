"""The table itself: it checks tokens and turns, deals, lets bots play, and saves."""

from __future__ import annotations

import os
import random
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from itertools import count, filterfalse
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, Self, cast, overload

import attrs
from typing_extensions import override

from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.words import YOU
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.match import GameRules, HandScore, SeatScore
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.engine.setup import checked_rules
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves, shuffle
from twowaystreet._core.records.records import Record
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.numbers import as_int, is_int
from twowaystreet.errors import RecordError, RulesError, quoted
from twowaystreet.table._bots import Bot, Bots, Thought, choice_for, name_in_file, thought_of
from twowaystreet.table._errors import StoreError, TableError, TokenError
from twowaystreet.table._events import Entry, Happened, TableEvent, ViewT_co
from twowaystreet.table._files import Writer, load, path_of, read
from twowaystreet.table._keepers import FileKeeper, Keeper, StoreKeeper, is_saved
from twowaystreet.table._offers import Offer, offers_of
from twowaystreet.table._people import (
    MOST_TOKENS,
    BotSeat,
    Person,
    alike,
    bot_label,
    checked_name,
    digest_of,
    fitting_name,
    new_token,
    person_with,
    plain_text,
)
from twowaystreet.table._reports import Report, report_of
from twowaystreet.table._sentences import sentences_for
from twowaystreet.table._sittings import Sitting, UndoRequest, begin, free_name

if TYPE_CHECKING:
    from twowaystreet.table._stores import Store

DEAL: Final = "deal"
"""The text with which a player deals; a table shuffles, so no player names the cards."""
ALL: Final = float("inf")
"""The number of moves that bots make until it is nobody's or a person's turn."""
MOST_LINES: Final = 4000
"""The most sentences that a table keeps: 600 events for six seats and the spectators."""


class Table(Generic[ViewT_co]):
    """A game between people and bots.

    Type checkers know the views of the game: ``Table(tien_len.GAME)`` is a
    ``Table[tien_len.View]``.

    The cards of a table come from the random source of the operating system. Each method that takes
    a token gives only facts that its owner may know. A call that raises an error changes nothing.
    The calls for one table must come one after the other, except :meth:`think`.

    Args:
        game: the game.
        rules: the rules; ``None`` for the default rules.
        bots: the bots by seat: names such as ``"montecarlo:worlds=50"``, or players, factories and
            classes, as in :mod:`twowaystreet.players`. A bot that fails is replaced by a random
            player until the next deal.
        bot_names: the names of bots for people, by seat; by default "Bot 1" and so on.
        path: the file of the table, replaced in one step by each call that changes something;
            ``None`` for no file. It contains all cards, the hashes of the tokens and the names of
            the bots. Only one table at a time may use a file, because each one replaces it. The
            file is complete even if the program is killed. After a power cut the last seconds of
            the game may be missing, and on file systems that write a name before its content, all
            of it.
        dealer: the seat that deals, or declares, first; ``None`` to draw it.
        play_forced: ``True`` if the table makes each move that is the only legal one of a player.
            Everybody can conclude from it that the player had no choice.
        takes_back: ``True`` if players can ask to take back a move.

    Raises:
        TableError: if the file exists already, or cannot be written, or ``bots`` or ``path`` is of
            another type.
        PlayerError: if there is no bot with a name, or a bot is no player.
        SeatError: if a bot or the dealer has no seat of the game.
        RulesError: if ``game`` or ``rules`` is not a game, or rules of this game.
        RecordError: if the game is not registered (:func:`~twowaystreet.register`).

    >>> from twowaystreet.games import street
    >>> table = Table(street.GAME, street.Rules(players=3), bots={2: "simple"}, dealer=0)
    >>> ann, ben = table.join("Ann"), table.join("Ben")
    >>> table.play(ann, "deal")
    >>> table.names, table.view(ann).actor
    (('Ann', 'Ben', 'Bot 1'), 0)
    >>> table.play(ben, "high")
    Traceback (most recent call last):
    ...
    twowaystreet.table.TableError: it is the turn of Ann
    >>> table.play(ann, "low")
    >>> [(event.number, event.text) for event in table.events(ben)]
    [(1, 'joins'), (2, 'joins'), (3, 'deal'), (4, 'low')]
    """

    _keeper: Keeper | None

    def __init__(
        self,
        game: Game[ViewT_co],
        rules: Any = None,  # Any: each game has its own class
        *,
        bots: Mapping[int, Bot] | None = None,
        bot_names: Mapping[int, str] | None = None,
        path: str | os.PathLike[str] | None = None,
        dealer: int | None = None,
        play_forced: bool = False,
        takes_back: bool = True,
    ) -> None:
        if not issubclass(type(game), Game):
            raise RulesError("game", game, "a game such as street.GAME")
        self._chance: random.Random = random.SystemRandom()
        checked = checked_rules(game.Rules, rules)
        if dealer is None:
            dealer = self._chance.randrange(checked.seats)
        record = Record(game.new_game(checked, dealer=dealer))
        for option, value in (("play_forced", play_forced), ("takes_back", takes_back)):
            if value not in (True, False):
                raise TableError(f"{option}={quoted(value)}: expected True or False")
        made = Bots({} if bots is None else bots, checked)
        names = _bot_names(made, bot_names, checked.seats)
        seated = tuple(
            BotSeat(seat, names[seat], name_in_file(bot)) for seat, bot in made.given.items()
        )
        sitting = attrs.evolve(
            begin(record),
            bots=seated,
            play_forced=bool(play_forced),
            takes_back=bool(takes_back),
        )
        self._open(sitting, made, None)
        if path is not None:
            file = path_of(path)
            if os.path.lexists(file):
                raise TableError(f"{str(file)!r} exists already: load it, or give another")
            keeper = FileKeeper(file)
            keeper.save(self.to_text())
            self._keeper = keeper

    def _open(self, sitting: Sitting, bots: Bots, keeper: Keeper | None) -> None:
        self._now = sitting
        self._bots = bots
        self._keeper = keeper
        self._writer = Writer()
        self._faults: list[tuple[int, str]] = []
        self._hands = _scores_of(sitting.states)
        self._views: dict[tuple[int, int | None], AnyView] = {}
        self._lines: dict[tuple[int, int | None], tuple[str, ...]] = {}

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, bots: Mapping[int, Bot] | None = None) -> Self:
        """Load a table from its file, and keep saving it there. All tokens stay valid.

        All bots are made anew. If it is the turn of a bot, call :meth:`advance`.

        Args:
            path: the file.
            bots: the bots by seat that were given as objects, or as names of files and modules: the
                file alone runs no code. They can also replace other bots.

        Raises:
            TableError: if the file cannot be read or is not a table, or a bot is missing.
            PlayerError: if there is no bot with a name, or a bot is no player.
            SeatError: if a bot has no seat of the game.
        """
        file = path_of(path)
        keeper = FileKeeper(file)
        return cls._continued(load(file), keeper, bots)

    @classmethod
    def load_from(cls, store: Store, name: str, *, bots: Mapping[int, Bot] | None = None) -> Self:
        """Load a table from a store, and keep saving it there until :meth:`close`.

        Args:
            store: the store.
            name: the name of the table in the store.
            bots: the bots by seat, as in :meth:`load`.

        Raises:
            LeaseError: if another program, or another table, has the lease of the name.
            StoreError: if the store has no such text, or cannot be reached.
            TableError: if the text is not a table, or a bot is missing.
            PlayerError: if there is no bot with a name, or a bot is no player.
            SeatError: if a bot has no seat of the game.
        """
        keeper = StoreKeeper(store, name)
        try:
            return cls._continued(_read(store.load(name)), keeper, bots)
        except BaseException:  # an interrupt, too
            keeper.close()
            raise

    def keep_in(self, store: Store, name: str) -> None:
        """Save the table in a store now and after each change, and no longer in a file.

        The table leases the name until :meth:`close`.

        Args:
            store: the store.
            name: the name of the table in the store.

        Raises:
            LeaseError: if another program, or another table, has the lease of the name.
            StoreError: if the store has a text of this name already, or cannot save the table.

        >>> from tempfile import TemporaryDirectory
        >>> from twowaystreet.games import duel
        >>> from twowaystreet.table import FileStore
        >>> with TemporaryDirectory() as folder:
        ...     store = FileStore(folder)
        ...     table = Table(duel.GAME, bots={1: "simple"})
        ...     table.keep_in(store, "friday")
        ...     ann = table.join("Ann")
        ...     table.close()
        ...     again = Table.load_from(store, "friday")
        ...     store.close()
        >>> again.seat(ann)
        0
        """
        keeper = StoreKeeper(store, name)
        try:
            if is_saved(store, name):
                raise StoreError(f"{name!r} exists already: load it, or give another name")
            keeper.save(self.to_text())
        except BaseException:  # an interrupt, too
            keeper.close()
            raise
        self.close()
        self._keeper = keeper

    def close(self) -> None:
        """Release the name in the store; a table without a store goes on as before.

        Later changes of a table from a store raise a :class:`LeaseError`.
        """
        if self._keeper is not None:
            self._keeper.close()

    @classmethod
    def from_text(cls, text: str, *, bots: Mapping[int, Bot] | None = None) -> Self:
        """Return the table of a text from :meth:`to_text`, without a file. All tokens stay valid.

        Args:
            text: the text.
            bots: the bots by seat, as in :meth:`load`.

        Raises:
            TableError: if the text is not a table, or a bot is missing.
            PlayerError: if there is no bot with a name, or a bot is no player.
            SeatError: if a bot has no seat of the game.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "simple"})
        >>> token = table.join("Ann")
        >>> Table.from_text(table.to_text()).seat(token)
        0
        """
        return cls._continued(_read(text), None, bots)

    def to_text(self) -> str:
        """Return the content of the file of the table, for programs that keep it elsewhere.

        It contains all cards, the hashes of the tokens and the names of the bots.
        """
        return self._writer.text_of(self._now)

    @classmethod
    def _continued(
        cls, sitting: Sitting, keeper: Keeper | None, bots: Mapping[int, Bot] | None
    ) -> Self:
        """Return the table with this content."""
        rules = sitting.state.rules
        given = Bots({} if bots is None else bots, rules).given
        named = {bot.seat: bot.name for bot in sitting.bots}
        if not given.keys() <= named.keys():
            raise TableError(f"bots at the seats {[*given]}: expected the seats {[*named]}")
        complete: dict[int, Bot] = {}
        for seat, name in named.items():
            bot = given.get(seat, name)
            if bot is None:
                raise TableError(f"the file does not name the bot of seat {seat}: give it in bots")
            complete[seat] = bot
        seated = (attrs.evolve(bot, name=name_in_file(complete[bot.seat])) for bot in sitting.bots)
        table = cls.__new__(cls)
        table._chance = random.SystemRandom()
        table._open(attrs.evolve(sitting, bots=tuple(seated)), Bots(complete, rules), keeper)
        return table

    @override
    def __repr__(self) -> str:
        """Return the game, the names and the number of the last event, without cards or tokens."""
        return f"<Table: {self.game.title}, {', '.join(self.names)}, event {self.last_number}>"

    @override
    def __reduce__(self) -> NoReturn:
        """Refuse copies and pickles: two tables would replace the same file."""
        raise TypeError("a table cannot be copied: save it in a file, and load it from there")

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
        taken = {*self._now.players, *self._bots.given}
        return tuple(seat for seat in range(len(self.names)) if seat not in taken)

    @property
    def stand_ins(self) -> tuple[int, ...]:
        """The seats where bots play for people who can :meth:`come_back`, in order."""
        return tuple(sorted({one.seat for one in self._now.away if one.seat is not None}))

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
        """The request to take back a move; ``None`` without one."""
        return self._now.asked

    def can_undo(self, seat: int) -> bool:
        """Return whether a player can ask to take back a move now, or agree to a request."""
        now, found = self._now, as_int(seat)
        if not is_int(found) or found not in now.players or not now.takes_back:
            return False
        return now.has_moved(found) if now.asked is None else found not in now.asked.agreed

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

        Args:
            seat: the seat.

        Raises:
            SeatError: if there is no such seat.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> ann = table.join("Ann")
        >>> table.late(0)
        0
        """
        return self._now.late(checked_seat(seat, len(self.names)))

    @property
    def hand_scores(self) -> tuple[HandScore[SeatScore], ...]:
        """The scores of the finished hands, in order."""
        return self._hands

    @property
    def faults(self) -> tuple[tuple[int, str], ...]:
        """The seats and faults of bots since the table was opened.

        The messages may name hidden cards, so they are for the host alone.
        """
        return tuple(self._faults)

    # Seats

    def join(self, name: str, seat: int | None = None) -> str:
        """Give a player a seat.

        Args:
            name: the name, on one line, different from the others.
            seat: the seat; ``None`` for the first one that is free.

        Returns:
            The token of the player, the key of all other methods. The table keeps only its hash.

        Raises:
            TableError: if the name does not fit, or the seat is not free.
            SeatError: if there is no such seat.
        """
        free = self.free_seats
        found = None if seat is None else checked_seat(seat, len(self._state.scores))
        if found is not None and found not in free:
            raise TableError(f"seat {found} is taken by {self.names[found]}")
        if not free:
            raise TableError("all seats are taken")
        place = free[0] if found is None else found
        return self._sit(place, checked_name(name, self._other_names(place)))

    def another_token(self, seat: int, *, most: int = MOST_TOKENS) -> str:
        """Return one more token for the player in a seat; the earlier ones stay valid.

        With it the host makes a new link for a player who has lost the first one.

        Args:
            seat: the seat.
            most: the most tokens of the seat, from 1; one more ends the oldest.

        Raises:
            TableError: if no person has this seat, or ``most`` is no such number.
        """
        player = self._now.players[self._taken(seat)]
        if not is_int(most) or most < 1:
            raise TableError(f"most={quoted(most)}: expected a positive whole number")
        token = new_token()
        another = attrs.evolve(player, digest=digest_of(token))
        self._commit(self._now.with_person(another, most))
        return token

    def spectate(self) -> str:
        """Return the token of all spectators, who see the public facts.

        It stays the same until :meth:`revoke` ends it.
        """
        if not self._now.watching:
            self._commit(attrs.evolve(self._now, watching=new_token()))
        return self._now.watching

    def _other_names(self, seat: int) -> list[str]:
        """Return the names that a player in this seat cannot have: those of all other seats.

        A seat that is taken may become free, and then has its first name again.
        """
        others = [at for at in range(len(self.names)) if at != seat]
        away = (one.name for one in self._now.away if one.seat != seat)
        return [*(self.names[at] for at in others), *map(free_name, others), *away]

    def _sit(self, seat: int, name: str) -> str:
        token = new_token()
        self._commit(self._now.joined(Person(digest_of(token), seat, name)))
        return token

    def leave(self, token: str) -> None:
        """Free the seat of a player, whose tokens end; the game waits for another player.

        Raises:
            TokenError: if the token belongs to nobody.
            TableError: if it is the token of a spectator, or the file cannot be written.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> ann = table.join("Ann")
        >>> table.leave(ann)
        >>> table.free_seats
        (0, 1)
        """
        self._commit(self._now.left(self._player(token)))

    def vacate(self, seat: int) -> None:
        """Free the seat of a player for the host, as :meth:`leave` does.

        Raises:
            TableError: if no person has this seat, or the file cannot be written.
        """
        self._commit(self._now.left(self._taken(seat)))

    def rename(self, seat: int, name: str) -> None:
        """Give a person or a bot another name, in all events as well; the tokens stay.

        Raises:
            TableError: if the seat is free, the name does not fit, or the file cannot be written.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> ann = table.join("Ann")
        >>> table.rename(0, "Anna")
        >>> table.names, Table(duel.GAME, bots={1: "simple"}, bot_names={1: "Robin"}).names
        (('Anna', 'Seat 1'), ('Seat 0', 'Robin'))
        """
        found = as_int(seat)
        at = found if is_int(found) and found in self._bots.given else self._taken(seat)
        self._commit(self._now.renamed(at, checked_name(name, self._other_names(at))))
        self._lines.clear()

    def forget(self, name: str, instead: str) -> None:
        """Give a person who has left another name in all events; the person cannot come back.

        Args:
            name: the name of the person.
            instead: the other name.

        Raises:
            TableError: if a name is no text, the other name does not fit, or the file cannot be
                written.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> table.leave(table.join("Ann"))
        >>> table.forget("Ann", "Former player")
        >>> "Ann" in table.to_text()
        False
        """
        given = plain_text(name)
        if given is None:
            raise TableError(f"name {quoted(name)}: expected a text")
        after = self._now.forgotten(given, fitting_name(instead))
        if after != self._now:
            self._commit(after)
            self._lines.clear()

    @overload
    def replace(
        self, seat: int, *, bot: Bot, name: str | None = None, stays: bool = False
    ) -> None: ...
    @overload
    def replace(self, seat: int, *, bot: None = None, name: str) -> str: ...
    def replace(
        self, seat: int, *, bot: Bot | None = None, name: str | None = None, stays: bool = False
    ) -> str | None:
        """Give a seat to a bot or to another person; the earlier tokens of the seat end.

        The new player sees everything that the seat has seen. A request to take back a move lapses.
        If the bot is to move, call :meth:`advance`.

        Args:
            seat: the seat of a person or of a bot.
            bot: the bot; ``None`` for a person.
            name: the name of the person or the bot; ``None`` for a bot with a number, as "Bot 1".
            stays: ``True`` if the person in the seat can come back to it with :meth:`come_back`
                while a bot plays there.

        Returns:
            The token of the person; ``None`` for a bot.

        Raises:
            TableError: if neither bot nor name is given, the name does not fit, the seat is free,
                or the file cannot be written.
            PlayerError: if there is no bot with this name, or the object is no player.
            SeatError: if there is no such seat.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "simple"})
        >>> ann = table.join("Ann")
        >>> ben = table.replace(1, name="Ben")
        >>> table.replace(0, bot="simple")
        >>> table.names, table.events(ben)[-1].sentences
        (('Bot 1', 'Ben'), ('Bot 1 takes the seat of Ann.',))
        """
        seat = checked_seat(seat, len(self.names))
        if bot is None and name is None:
            raise TableError("expected a bot or a name for the seat")
        if seat in self.free_seats:
            raise TableError(f"seat {seat} is free: expected a seat of a person or a bot")
        others = self._other_names(seat)
        bots = self._bots.having(seat, bot)
        token: str | None = None
        by: Person | BotSeat
        if bot is None:
            token = new_token()
            by = Person(digest_of(token), seat, checked_name(name, others))
        else:
            taken = {*map(alike, others)}
            free = filterfalse(lambda one: alike(one) in taken, map(bot_label, count(1)))
            label = next(free) if name is None else checked_name(name, others)
            by = BotSeat(seat, label, name_in_file(bot))
        self._commit(self._now.replaced(by, stays=stays))
        self._bots = bots
        return token

    def come_back(self, who: str | int) -> int:
        """Give a person the seat back that a bot plays since ``replace(stays=True)``.

        All tokens of the person are valid again.

        Args:
            who: a token of the person; the seat, for the host.

        Returns:
            The seat.

        Raises:
            TokenError: if no bot plays for this person.
            TableError: if the file cannot be written.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "simple"})
        >>> ann = table.join("Ann")
        >>> table.replace(0, bot="simple", stays=True)
        >>> table.names, table.knows(ann), table.come_back(ann), table.names
        (('Bot 2', 'Bot 1'), False, 0, ('Ann', 'Bot 1'))
        """
        found = as_int(who)
        seat = found if is_int(found) else person_with(who, self._now.away).seat
        if seat not in self.stand_ins:
            raise TokenError
        self._commit(self._now.returned(seat))
        self._bots = self._bots.having(seat, None)
        return seat

    def revoke(self, token: str) -> None:
        """End a token; a player keeps the seat, and gets another link from :meth:`another_token`.

        The token of the spectators ends for all of them.

        Raises:
            TokenError: if the token belongs to nobody.
            TableError: if the file cannot be written.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> ann, watching = table.join("Ann"), table.spectate()
        >>> table.revoke(ann)
        >>> table.revoke(watching)
        >>> table.names[0], table.spectate() == watching
        ('Ann', False)
        """
        person = self._person(token)
        if person.digest == digest_of(self._now.watching):
            self._commit(attrs.evolve(self._now, watching=""))
        else:
            self._commit(self._now.without(lambda one: one.digest == person.digest, _nobody))

    def revoke_seat(self, seat: int | None) -> None:
        """End all tokens of a seat, whose player keeps it; ``None`` stands for the spectators.

        A person for whom a bot plays cannot come back any more.

        Raises:
            TableError: if no person has this seat, or the file cannot be written.
        """
        if seat is not None:
            found = as_int(seat)
            seat = found if is_int(found) and found in self.stand_ins else self._taken(seat)
        now = self._now if seat is not None else attrs.evolve(self._now, watching="")
        now = attrs.evolve(now, away=tuple(one for one in now.away if one.seat != seat))
        self._commit(now.without(lambda one: one.seat == seat, _nobody))

    def play_again(self, token: str) -> bool:
        """Ask for a new game after the end of a game, or agree to one.

        The new game begins as with :meth:`rematch`, once all people at the table want it.

        Args:
            token: the player's token.

        Returns:
            ``True`` if a new game begins; ``False`` if others must agree first.

        Raises:
            TokenError: if the token belongs to nobody.
            TableError: if the game is not over, the player has agreed already, it is the token of a
                spectator, or the file cannot be written.
        """
        seat = self._player(token)
        now = self._now
        if not now.state.is_over:
            raise TableError("the game is not over: finish it before a new one")
        missing = now.players.keys() - {*now.again, seat}
        if not missing:
            self.rematch()
        elif seat in now.again:
            raise TableError("you have agreed already: the others have not yet")
        else:
            self._commit(now.noted(Happened.AGAIN, seat))
        return not missing

    def rematch(self, *, dealer: int | None = None) -> None:
        """Begin a new game with the same rules, people, bots and tokens, after the end of a game.

        The method is for the host, who asks nobody; people agree with :meth:`play_again`. The
        events of the finished game end. The numbers of events go on.

        Args:
            dealer: the seat that deals, or declares, first; ``None`` to draw it.

        Raises:
            TableError: if the game is not over, or the file cannot be written.
            SeatError: if the dealer has no seat of the game.

        >>> from twowaystreet.games import twos
        >>> table = Table(
        ...     twos.GAME, twos.Rules(max_hands=1), bots=dict.fromkeys(range(4), "random")
        ... )
        >>> while table.advance():
        ...     pass
        >>> table.rematch()
        >>> table.advance(), table.events(table.spectate())[0].sentences
        (True, ('A new game begins.',))
        """
        if not self._state.is_over:
            raise TableError("the game is not over: finish it before a new one")
        if dealer is None:
            dealer = self._chance.randrange(len(self.names))
        record = Record(self.game.new_game(self.rules, dealer=dealer))
        self._commit(self._now.begun_again(record))
        self._bots.begin_hand()

    def _taken(self, seat: int) -> int:
        """Return the seat if a person has it."""
        players, found = self._now.players, as_int(seat)
        if not is_int(found) or found not in players:
            raise TableError(f"seat {quoted(seat)}: expected one of {[*players]}, taken by people")
        return found

    def seat(self, token: str) -> int | None:
        """Return the seat of a token; ``None`` for a spectator.

        Raises:
            TokenError: if the token belongs to nobody.
        """
        return self._person(token).seat

    def knows(self, token: str) -> bool:
        """Return whether a token belongs to somebody at this table."""
        try:
            self._person(token)
        except TokenError:
            return False
        return True

    def _person(self, token: str) -> Person:
        now = self._now
        watching = (Person(digest_of(now.watching), None, ""),) if now.watching else ()
        return person_with(token, (*now.people, *watching))

    # Facts for one person

    def view(self, token: str) -> ViewT_co:
        """Return everything that a person may know now.

        Raises:
            TokenError: if the token belongs to nobody.
        """
        # The game of a Table[ViewT_co] has these views.
        return cast("ViewT_co", self._view_at(len(self._now.states) - 1, self.seat(token)))

    def _view_at(self, moves: int, seat: int | None) -> AnyView:
        """Return the view of a seat after some moves; the last views are kept for further calls."""
        found = self._views.get((moves, seat))
        if found is None:
            found = view(self._now.states[moves], seat)
            if moves >= len(self._now.states) - 2:
                self._views[moves, seat] = found
        return found

    def events(self, token: str, since: int = 0) -> tuple[TableEvent[ViewT_co], ...]:
        """Return the events after a number, as a person may know them.

        An undo removes the events of the moves that it took back. A program that keeps events
        therefore asks for all of them again after an event of the kind ``undo``.

        Args:
            token: the person's token.
            since: the number of the last event that the person has seen; 0 for all events.

        Raises:
            TokenError: if the token belongs to nobody.
            TableError: if ``since`` is not a whole number.

        >>> from twowaystreet.games import duel
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
        """Return the numbers of the events after a number, each with its sentences.

        They are those of :meth:`events`. The table keeps them, so it is the faster way to the log
        of a game.

        Args:
            token: the person's token.
            since: the number of the last event that the person has seen; 0 for all events.

        Raises:
            TokenError: if the token belongs to nobody.
            TableError: if ``since`` is not a whole number.
        """
        seat = self.seat(token)
        return tuple(
            (
                entry.number,
                self._lines.get((entry.number, seat)) or self._event(entry, seat).sentences,
            )
            for entry in self._entries(since)
        )

    def _entries(self, since: int) -> tuple[Entry, ...]:
        if not is_int(since):
            raise TableError(f"since={quoted(since)}: expected the number of an event")
        log = self._now.log
        return log[bisect_right(log, since, key=attrgetter("number")) :]

    def _event(self, entry: Entry, seat: int | None) -> TableEvent[ViewT_co]:
        """Return an entry of the log as one seat may know it, with its sentences."""
        bare = self._now.event(entry, seat, partial(self._view_at, seat=seat))
        lines = self._lines.get((entry.number, seat))
        if lines is None:
            names = list(self._now.names_at(entry))
            if seat is not None and names[seat] == self.names[seat]:
                names[seat] = YOU
            lines = sentences_for(self.game, bare, names, seat)
            if len(self._lines) >= MOST_LINES:
                del self._lines[next(iter(self._lines))]
            self._lines[entry.number, seat] = lines
        # The game of a Table[ViewT_co] has these views.
        return cast("TableEvent[ViewT_co]", attrs.evolve(bare, sentences=lines))

    def offers(self, token: str, begun: str = "") -> tuple[Offer, ...]:
        """Return the legal moves of a person in groups: by their kinds, then by their cards.

        Args:
            token: the person's token.
            begun: the beginning of a move, to get only the moves that go on from there.

        Returns:
            The groups; none if it is not the person's turn.

        Raises:
            TokenError: if the token belongs to nobody.
            TableError: if ``begun`` is not a text.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, dealer=0)
        >>> ann, ben = table.join("Ann"), table.join("Ben")
        >>> table.play(ann, "deal")
        >>> [len(offer.moves) for offer in table.offers(ann)]
        [21]
        """
        text = plain_text(begun)
        if text is None:
            raise TableError(f"begun={quoted(begun)}: expected the beginning of a move")
        return offers_of(self.view(token), display_of(self.game), text)

    # Moves

    def play(self, token: str, text: str, *, seen: int | None = None, bots: bool = True) -> None:
        """Make a move of a player, or deal.

        Args:
            token: the player's token.
            text: the move, as :func:`~twowaystreet.parse_move` reads it, or ``deal``. Every player
                may deal once all seats are taken.
            seen: the number of the last event that the player has seen; ``None`` for no check. A
                move is refused if the cards have changed since, so that a repeated message does
                nothing.
            bots: ``True`` to let the bots play until a person is to move or a deal is due. The
                player's move and theirs are saved together.

        Raises:
            TokenError: if the token belongs to nobody.
            TableError: if it is not the player's turn, the message is late, a seat is free, or the
                file cannot be written.
            IllegalMove: if the move is illegal.
            ParseError: if the text is not a move.
        """
        seat = self._player(token)
        self._now.check_seen(seen)
        given = plain_text(text)
        if given is None:
            raise TableError(f"move {quoted(text)}: expected a text")
        self._check_seats()
        state = self._state
        if given.strip().casefold() == DEAL and state.needs_deal and not state.is_over:
            self._go_on(self._dealt(), ALL if bots else 0)
        elif state.actor == seat:
            self._go_on(self._now.moved(given), ALL if bots else 0)
        elif state.actor is None:
            raise TableError(
                "the game is over" if state.is_over else "a deal is due: expected deal"
            )
        else:
            raise TableError(f"it is the turn of {self.names[state.actor]}")

    @property
    def bot_is_to_move(self) -> bool:
        """``True`` if the seat to move belongs to a bot, and no seat is free."""
        return not self.free_seats and self._state.actor in self._bots.given

    @property
    def goes_on(self) -> bool:
        """``True`` if :meth:`advance` makes the next move.

        A bot is to move, a player has no choice (``play_forced``), or nobody but bots plays. A
        table with a free seat waits.
        """
        if self._state.actor is not None:
            return self.bot_is_to_move or (self._now.is_forced and not self.free_seats)
        return len(self._bots.given) == len(self.names) and not self._state.is_over

    def act_for(self, seat: int | None, move: str | None = None) -> None:
        """Make the move of a player whose time is up; an event of the kind ``late`` says so.

        Args:
            seat: the seat to move; ``None`` to deal.
            move: the move; ``None`` for the move that the rule of thumb of the game makes, or for
                a random one in a game without such a rule.

        Raises:
            TableError: if it is not the turn of this seat, a seat is free, or the file cannot be
                written.
            SeatError: if there is no such seat.
            IllegalMove: if the move is illegal.
            ParseError: if the text is not a move.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, dealer=0)
        >>> ann, ben = table.join("Ann"), table.join("Ben")
        >>> table.act_for(None)
        >>> table.act_for(0, "no bid")
        >>> [event.sentences[0] for event in table.events(ben)[-2:]]
        ['Ann runs out of time.', 'Ann bids in secret.']
        """
        self._check_seats()
        state = self._state
        if seat is None:
            if not state.needs_deal or state.is_over:
                raise TableError("no deal is due")
            if move is not None:
                raise TableError(f"move={quoted(move)}: expected None for a deal")
            self._go_on(self._dealt(), 0)
            return
        seat = checked_seat(seat, len(self.names))
        if seat != state.actor:
            raise TableError(f"it is not the turn of {self.names[seat]}")
        given = choice_for(state, self._chance) if move is None else plain_text(move)
        if given is None:
            raise TableError(f"move {quoted(move)}: expected a text")
        self._go_on(self._now.noted(Happened.LATE, seat).moved(given), 0)

    def _check_seats(self) -> None:
        if free := len(self.free_seats):
            raise TableError(f"the game waits for {free} more player{'' if free == 1 else 's'}")

    def think(self) -> Thought | None:
        """Let the bot to move choose a move, without a change of the table.

        Only this method of a table may run in another thread while people look and play. Make only
        one such call at a time, and give its result to :meth:`advance` in the thread of the table.

        Returns:
            The choice; ``None`` if no bot is to move.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "random"}, dealer=0)
        >>> ann = table.join("Ann")
        >>> table.play(ann, "deal")
        >>> table.play(ann, str(table.view(ann).legal_moves[0]), bots=False)
        >>> thought = table.think()
        >>> table.advance(thought), table.events(ann)[-1].seat
        (True, 1)
        """
        return self._bots.thought(self._state) if self.bot_is_to_move else None

    def give_up(self, reason: str) -> Thought | None:
        """Return a random choice instead of a bot that takes too long, as after a fault.

        Pass it to :meth:`advance`. A random player moves for the bot until the next deal. The call
        of :meth:`think` may still run in its thread.

        Args:
            reason: the fault in words, for :attr:`faults`.

        Returns:
            The choice; ``None`` if no bot is to move.
        """
        return self._bots.random_thought(self._state, reason) if self.bot_is_to_move else None

    def advance(self, thought: Thought | None = None) -> bool:
        """Make one move that needs no person.

        A bot moves, or the table makes a move that is the only legal one (``play_forced``), or it
        deals if a deal is due and nobody but bots plays. The method is for tables without people,
        for ``play(..., bots=False)``, and for a table that was loaded while a bot was to move.

        Args:
            thought: the choice from :meth:`think`; ``None`` to let the bot think now.

        Returns:
            ``True`` if a move was made; ``False`` if the table waits for a person, the game is
            over, or a move was taken back since the thought.

        Raises:
            TableError: if the file cannot be written, or ``thought`` comes from elsewhere.

        >>> from twowaystreet.games import twos
        >>> table = Table(
        ...     twos.GAME, twos.Rules(max_hands=1), bots=dict.fromkeys(range(4), "random")
        ... )
        >>> moves = 0
        >>> while table.advance():
        ...     moves += 1
        >>> moves
        53
        """
        state = self._state
        if thought is not None and (
            thought_of(thought).state is not state or not self.bot_is_to_move
        ):
            self._bots.begin_hand()  # the bot may remember a move that was taken back
            return False
        if not self.goes_on:
            return False
        if state.actor is None:
            self._go_on(self._dealt(), 0)
        else:
            self._go_on(self._now, 1, thought)
        return True

    def _dealt(self) -> Sitting:
        """Return the sitting after a deal; the bots begin a new hand."""
        self._bots.begin_hand()
        return self._now.moved(shuffle(self._state, self._chance))

    def _go_on(self, after: Sitting, most: float, thought: Thought | None = None) -> None:
        """Make up to a number of moves that need no person, and take over the result."""
        faults: list[tuple[int, str]] = []
        try:
            while most > 0 and (after.state.actor in self._bots.given or after.is_forced):
                seat = after.state.actor
                assert seat is not None
                if seat in self._bots.given:
                    chosen = thought or self._bots.thought(after.state)
                    if chosen.fault:
                        after = after.noted(Happened.FAULT, seat)
                        faults.append((seat, chosen.fault))
                    after = after.moved(chosen.move)
                else:
                    (only,) = legal_moves(after.state)
                    after = after.moved(only)
                most, thought = most - 1, None
            self._commit(after)
        except BaseException:  # an interrupt, too
            self._bots.begin_hand()  # they may remember moves that count no more
            raise
        self._faults += faults

    def undo(self, token: str, *, seen: int | None = None) -> bool:
        """Ask to take back the player's own last move of this hand, or agree to such a request.

        The move is taken back, with all later ones, once all other people who play agree. Bots
        always agree, and are made anew. The next move ends the request. The moves of a finished
        hand and deals stand. Everybody remembers the cards that they have seen because of a move,
        although the move is taken back.

        Args:
            token: the player's token.
            seen: the number of the last event that the player has seen; ``None`` for no check. The
                call is refused if the cards have changed since, or a request was made since. So a
                late agreement is never taken for another request.

        Returns:
            ``True`` if the move was taken back; ``False`` if others must agree first.

        Raises:
            TokenError: if the token belongs to nobody.
            TableError: if the player has no move in this hand, has agreed already, or the message
                is late, or the file cannot be written.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, dealer=0)
        >>> ann, ben = table.join("Ann"), table.join("Ben")
        >>> table.play(ann, "deal")
        >>> table.play(ann, str(table.view(ann).legal_moves[0]))
        >>> table.undo(ann), table.undo(ben), table.actor
        (False, True, 0)
        """
        seat = self._player(token)
        self._now.check_seen(seen, request=True)
        asking = self._now.asked_by(seat)
        assert asking.asked is not None
        done = {*asking.asked.agreed} == asking.players.keys()
        self._commit(asking.undone(asking.asked.seat) if done else asking)
        if done:
            self._bots.begin_hand()
        return done

    def report(self, when: str | date, *, ratings: Sequence[float] | None = None) -> Report:
        """Return the result of the game, which players write down after a match.

        Args:
            when: the time of the game: a ``date``, a ``datetime``, or up to 100 characters on one
                line. A table reads no clock.
            ratings: every seat's rating before the game; ``None`` for no ratings. They change only
                in a game with a target of 12 points or more (RA-1).

        Raises:
            TableError: if the game is not over, or ``when`` is not such a time.
            RulesError: if the ratings are not one number for each seat.
        """
        return report_of(self._state, self.names, when, ratings)

    @property
    def _state(self) -> AnyState:
        return self._now.state

    def _player(self, token: str) -> int:
        seat = self.seat(token)
        if seat is None:
            raise TableError("you watch this game: only players can do this")
        return seat

    def _commit(self, after: Sitting) -> None:
        """Save the sitting, then take it over."""
        if self._keeper is not None:
            self._keeper.save(self._writer.text_of(after))
        before, self._now = self._now, after
        if before.names != after.names:  # "You" in the sentences is another person
            self._lines = {}
        old, new = before.states, after.states
        if new[: len(old)] == old:
            self._hands += _scores_of(new[len(old) :])
            last = len(new) - 2
            self._views = {key: seen for key, seen in self._views.items() if key[0] >= last}
        else:  # moves were taken back, or a new game began
            self._hands = _scores_of(new)
            self._views = {}


def _read(text: str) -> Sitting:
    """Read the text of a table.

    Raises:
        TableError: if it is none.
    """
    try:
        return read(text)
    except RecordError as error:
        raise TableError(f"cannot read a table: {error}") from error


def _nobody() -> str:
    """Return the digest of a token that nobody has."""
    return digest_of(new_token())


def _scores_of(states: Iterable[AnyState]) -> tuple[HandScore[SeatScore], ...]:
    """Return the scores of the hands that end in these states."""
    return tuple(state.score for state in states if state.score is not None)


def _bot_names(bots: Bots, given: Mapping[int, str] | None, seats: int) -> dict[int, str]:
    """Return the names of the bots by seat, as they are given or usual."""
    if given is not None and not issubclass(type(given), Mapping):
        raise TableError(f"bot_names={quoted(given)}: expected the names by seat")
    names = {seat: bot_label(number) for number, seat in enumerate(bots.given, start=1)}
    for seat, name in () if given is None else given.items():
        found = as_int(seat)
        if not is_int(found) or found not in names:
            raise TableError(f"bot_names: seat {quoted(seat)}: expected one of {[*bots.given]}")
        names[found] = name
    taken = list(map(free_name, range(seats)))
    for seat, name in names.items():
        names[seat] = checked_name(name, taken[:seat] + taken[seat + 1 :])
        taken.append(names[seat])
    return names
