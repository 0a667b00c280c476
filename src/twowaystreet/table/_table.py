"""The table itself: it checks tokens and turns, deals, lets bots play, and saves."""

from __future__ import annotations

import os
import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, NoReturn, Self, overload

import attrs
from typing_extensions import override

from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.engine.setup import checked_rules
from twowaystreet._core.engine.verbs import shuffle
from twowaystreet._core.records.records import Record
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RecordError, RulesError, quoted
from twowaystreet.table import _bots, _files, _people
from twowaystreet.table._bots import Bot, Bots, Thought
from twowaystreet.table._claims import claimed_by
from twowaystreet.table._errors import StoreError, TableError
from twowaystreet.table._facts import DEAL, facts_of
from twowaystreet.table._files import FileKeeper, Keeper, Store
from twowaystreet.table._people import MOST_TOKENS, BotSeat, TokenHolder, text_of
from twowaystreet.table._seen import SeenTable
from twowaystreet.table._sittings import Happened, Sitting, begin
from twowaystreet.table._telling import ViewT_co

ALL: Final = float("inf")  # number of moves that bots make until it is nobody's or a person's turn


class Table(SeenTable[ViewT_co]):
    """A game between people and bots.

    ``Table(tien_len.GAME)`` is a ``Table[tien_len.View]`` for type checkers.

    The cards come from the random source of the operating system. A method that takes a token gives
    only facts that its owner may know. A call that raises an error changes nothing. The calls for
    one table must come one after the other, except :meth:`think`.

    Args:
        game: the game.
        rules: the rules; ``None`` for the default rules.
        bots: the bots by seat: names such as ``"montecarlo:worlds=50"``, or players, factories and
            classes, as in :mod:`twowaystreet.players`. A random player replaces a bot that fails
            until the next deal.
        bot_names: the names of bots for people, by seat; by default "Bot 1" and so on.
        path: the file of the table, which serves one table at a time; ``None`` for no file. Each
            change replaces it in one step. It has all cards, the hashes of the tokens and the names
            of the bots, and is complete even after a kill. After a power cut the last seconds may
            be missing, and on file systems that write a name before its content, all of it.
        dealer: the seat that deals, or declares, first; ``None`` to draw it.
        play_forced: ``True`` if the table makes each move that is the only legal one of a player.
            Everybody can conclude from it that the player had no choice.
        takes_back: ``True`` if players can ask to take back a move.
        hints: ``True`` if players can ask for a hint.
        phrases: ``True`` if players can say set phrases to each other at a server.

    Raises:
        TableError: if the file exists or cannot be saved, or an argument fits no other error. In
            all methods the message gives the reason in words for people.
        SeatError: if there is no such seat.
        PlayerError: if there is no bot with a name, or a bot is no player.
        RulesError: if ``game`` or ``rules`` is not a game, or rules of this game.
        RecordError: if the game is not registered (:func:`~twowaystreet.register`), or a record
            cannot carry the rules.

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
        hints: bool = True,
        phrases: bool = True,
    ) -> None:
        if not issubclass(type(game), Game):
            raise RulesError("game", game, "a game such as street.GAME")
        chance = random.SystemRandom()
        checked = checked_rules(game.Rules, rules)
        if dealer is None:
            dealer = chance.randrange(checked.seats)
        # As a file has it: rules that no file can carry are refused before anybody plays.
        record = Record.from_json(Record(game.new_game(checked, dealer=dealer)).to_json())
        made = Bots(bots, record.start)
        sitting = attrs.evolve(
            begin(record),
            bots=_bots.first_seats(made, bot_names, checked.seats),
            play_forced=_switch("play_forced", play_forced),
            takes_back=_switch("takes_back", takes_back),
            hints=_switch("hints", hints),
            phrases=_switch("phrases", phrases),
        )
        self._open(sitting, made, None, chance)
        if path is not None:
            file = _files.path_of(path)
            if os.path.lexists(file):
                raise TableError(f"{str(file)!r} exists already: load it, or give another")
            keeper = FileKeeper(file)
            keeper.save(self.to_text())
            self._keeper = keeper

    def _open(
        self, sitting: Sitting, bots: Bots, keeper: Keeper | None, chance: random.Random
    ) -> None:
        super().__init__(sitting, bots)
        self._keeper = keeper
        self._chance = chance
        self._writer = _files.Writer()

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, bots: Mapping[int, Bot] | None = None) -> Self:
        """Load a table from its file, and keep saving it there; all tokens stay valid.

        All bots are made anew. If it is the turn of a bot, call :meth:`advance`.

        Args:
            path: the file.
            bots: the bots by seat that were given as objects, names of files or modules, or with
                options above 10,000: the file alone runs no code, and does not think for hours.
                They can also replace other bots.

        Raises:
            TableError: if the file cannot be read, is no table, or does not fit ``bots``.
            PlayerError: if one of the bots is no player.
        """
        file = _files.path_of(path)
        keeper = FileKeeper(file)
        return cls._continued(_files.load(file), keeper, bots)

    @classmethod
    def load_from(cls, store: Store, name: str, *, bots: Mapping[int, Bot] | None = None) -> Self:
        """Load a table, as :meth:`load` does, from a store, and save it there until :meth:`close`.

        Raises:
            LeaseError: if another program, or another table, has the lease of the name.
            StoreError: if the store has no such text, or cannot be reached.
            TableError: if the text is no table, or does not fit ``bots``.
            PlayerError: if one of the bots is no player.
        """
        with _files.leased(store, name) as keeper:
            return cls._continued(_files.parsed(store.load(name)), keeper, bots)

    def keep_in(self, store: Store, name: str) -> None:
        """Save the table in a store from now on, and no longer in a file.

        It leases the name in the store until :meth:`close`.

        Raises:
            LeaseError: if another program, or another table, has the lease of the name.
            StoreError: if the store has a text of this name already, or cannot save the table.

        >>> from tempfile import TemporaryDirectory
        >>> from twowaystreet.games import duel
        >>> from twowaystreet.table import FileStore
        >>> with TemporaryDirectory() as folder:
        ...     store, table = FileStore(folder), Table(duel.GAME, bots={1: "simple"})
        ...     table.keep_in(store, "friday")
        ...     ann = table.join("Ann")
        ...     table.close()
        ...     Table.load_from(store, "friday").seat(ann)
        ...     store.close()
        0
        """
        with _files.leased(store, name) as keeper:
            if _files.is_saved(store, name):
                raise StoreError(f"{name!r} exists already: load it, or give another name")
            keeper.save(self.to_text())
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
        """Return the table of a text from :meth:`to_text`, as :meth:`load` does, without a file.

        Raises:
            TableError: if the text is no table, or does not fit ``bots``.
            PlayerError: if one of the bots is no player.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "simple"})
        >>> token = table.join("Ann")
        >>> Table.from_text(table.to_text()).seat(token)
        0
        """
        return cls._continued(_files.parsed(text), None, bots)

    def to_text(self) -> str:
        """Return what the file of the table has, with all its cards, to be kept elsewhere.

        Raises:
            TableError: if the game cannot be saved, as no program finds it by its name.
        """
        return self._writer.text_of(self._now)

    @classmethod
    def _continued(
        cls, sitting: Sitting, keeper: Keeper | None, bots: Mapping[int, Bot] | None
    ) -> Self:
        table = cls.__new__(cls)
        table._open(*_bots.continued(sitting, bots), keeper, random.SystemRandom())
        return table

    @override
    def __reduce__(self) -> NoReturn:
        """Refuse copies and pickles: two tables would replace the same file."""
        raise TypeError("a table cannot be copied: save it in a file, and load it from there")

    # Seats

    def join(self, name: str, seat: int | None = None) -> str:
        """Give a player a free seat; return the player's token, the key of all other methods.

        The table keeps only the hash of the token.

        Args:
            name: the name: 1 to 40 visible characters on one line, different from the others.
            seat: the seat; ``None`` for the first one that is free.

        Raises:
            TableError: if the seat is taken or all are, or the name does not fit, or the table
                cannot be saved.
            SeatError: if there is no such seat.
        """
        free = self.free_seats
        place = next(iter(free), None) if seat is None else checked_seat(seat, len(self.names))
        if place is None:
            raise TableError("all seats are taken")
        if place not in free:
            raise TableError(f"seat {place} is taken by {self.names[place]}")
        token, player = self._newcomer(place, name)
        self._commit(self._now.joined(player))
        return token

    def _newcomer(self, seat: int, name: object) -> tuple[str, TokenHolder]:
        token = _people.new_token()
        fitting = _people.checked_name(name, self._now.other_names(seat))
        return token, TokenHolder(_people.digest_of(token), seat, fitting)

    def another_token(self, seat: int, *, most: int = MOST_TOKENS) -> str:
        """Return one more token for the player in a seat, such as for one who has lost the first.

        The earlier ones stay valid; of more than ``most``, at least 1, the oldest ends.

        Raises:
            TableError: if no person has the seat, ``most`` does not fit, or saving fails.
        """
        player = self._now.players[self._now.taken(seat)]
        if not is_int(most) or most < 1:
            raise TableError(f"most={quoted(most)}: expected a positive whole number")
        token = _people.new_token()
        another = attrs.evolve(player, digest=_people.digest_of(token))
        self._commit(self._now.with_person(another, most))
        return token

    def spectate(self) -> str:
        """Return the token of all spectators, which stays the same until :meth:`revoke` ends it.

        Raises:
            TableError: if the table cannot be saved.
        """
        if not self._now.watching:
            self._commit(attrs.evolve(self._now, watching=_people.new_token()))
        return self._now.watching

    def leave(self, token: str) -> None:
        """Free the seat of a player, whose tokens end; the game waits for another player.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if a spectator asks, or the table cannot be saved.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> table.leave(table.join("Ann")), table.free_seats
        (None, (0, 1))
        """
        self._commit(self._now.left(self._now.player_of(token)))

    def vacate(self, seat: int) -> None:
        """Free the seat of a person for the host, as :meth:`leave` does.

        Raises:
            TableError: if no person has the seat, or the table cannot be saved.
        """
        self._commit(self._now.left(self._now.taken(seat)))

    def rename(self, seat: int, name: str) -> None:
        """Give a person or a bot another name, in all events as well; the tokens stay.

        Raises:
            TableError: if nobody has the seat, the name does not fit, or the table cannot be saved.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "simple"})
        >>> table.rename(1, "Robin")
        >>> table.names
        ('Seat 0', 'Robin')
        """
        now, at = self._now, self._now.taken(seat, self._now.bot_seats)
        self._commit(now.renamed(at, _people.checked_name(name, now.other_names(at))))

    def forget(self, name: str, instead: str) -> None:
        """Give a person who has left another name in all events; the person cannot come back.

        Raises:
            TableError: if a name does not fit, or the table cannot be saved.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> table.leave(table.join("Ann"))
        >>> table.forget("Ann", "Former player"), "Ann" in table.to_text()
        (None, False)
        """
        given = text_of("name ", name)
        after = self._now.forgotten(given, _people.fitting_name(instead))
        if after != self._now:
            self._commit(after)
            self._lines = {}

    @overload
    def replace(
        self, seat: int, *, bot: Bot, name: str | None = None, stays: bool = False
    ) -> None: ...
    @overload
    def replace(self, seat: int, *, bot: None = None, name: str) -> str: ...
    def replace(
        self, seat: int, *, bot: Bot | None = None, name: str | None = None, stays: bool = False
    ) -> str | None:
        """Give a seat to a bot, or a taken one to a person; return the person's token.

        The earlier tokens of the seat end. The new player sees everything that the seat has seen. A
        request to take back a move lapses. If the bot is to move, call :meth:`advance`.

        Args:
            seat: the seat of a person or of a bot; a bot takes a free seat as well.
            bot: the bot; ``None`` for a person.
            name: the name of the person or the bot; ``None`` for a bot with a number, as "Bot 1".
            stays: ``True`` if the person can :meth:`come_back` while a bot plays there.

        Raises:
            TableError: if a free seat gets no bot, the name does not fit, or saving fails.
            SeatError: if there is no such seat.
            PlayerError: if the bot is no player.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "simple"})
        >>> ann = table.join("Ann")
        >>> ben = table.replace(1, name="Ben")
        >>> table.replace(0, bot="simple")
        >>> table.names, table.events(ben)[-1].sentences
        (('Bot 1', 'Ben'), ('Bot 1 takes the seat of Ann.',))
        """
        seat = checked_seat(seat, len(self.names))
        if bot is None and (name is None or stays):
            raise TableError("expected a bot, or the name of a person who takes over for good")
        if seat in self.free_seats and bot is None:
            raise TableError(f"seat {seat} is free: expected a seat of a person or a bot")
        bots, token = self._bots.having(seat, bot), None
        by: TokenHolder | BotSeat
        if bot is None:
            token, by = self._newcomer(seat, name)
        else:
            by = _bots.taking_over(bots, seat, name, self._now.other_names(seat))
        self._commit(self._now.replaced(by, stays=stays))
        self._bots = bots
        return token

    def come_back(self, who: str | int) -> int:
        """Give a person the seat back that a bot plays since ``replace(stays=True)``; return it.

        ``who`` is a token of the person, or the seat. All tokens of the person are valid again.

        Raises:
            TokenError: if no bot plays for the owner of the token.
            TableError: if no bot plays for a person in the seat, or the table cannot be saved.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> ann = table.join("Ann")
        >>> table.replace(0, bot="simple", stays=True)
        >>> table.names, table.knows(ann), table.come_back(ann), table.names
        (('Bot 1', 'Seat 1'), False, 0, ('Ann', 'Seat 1'))
        """
        seat = self._now.stand_in_for(who)
        self._commit(self._now.returned(seat))
        self._bots = self._bots.having(seat, None)
        return seat

    def revoke(self, token: str) -> None:
        """End a token, for spectators that of all; a player keeps the seat (:meth:`another_token`).

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if the table cannot be saved.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME)
        >>> ann, watching = table.join("Ann"), table.spectate()
        >>> table.revoke(ann), table.names[0], table.knows(ann)
        (None, 'Ann', False)
        """
        self._commit(self._now.revoked(token))

    def revoke_seat(self, seat: int | None) -> None:
        """End all tokens of a seat, whose player keeps it; ``None`` stands for the spectators.

        A person for whom a bot plays cannot come back any more.

        Raises:
            TableError: if no person has the seat, or the table cannot be saved.
        """
        at = None if seat is None else self._now.taken(seat, self._now.stand_ins)
        self._commit(self._now.revoked_at(at))

    def play_again(self, token: str) -> bool:
        """Ask for a :meth:`rematch`, or agree to one; it begins once all people at the table do.

        The result tells whether it begins.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if the game is not over, a spectator asks, one asks twice, or saving fails.
        """
        now = self._now
        seat = now.player_of(token)
        now.check_over()
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

        It is for the host, who asks nobody; people agree with :meth:`play_again`. The numbers of
        events go on, without those of the finished game. The dealer is the seat that deals, or
        declares, first; ``None`` to draw it.

        Raises:
            TableError: if the game is not over, or the table cannot be saved.
            SeatError: if there is no such seat.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, duel.Rules(max_hands=1), bots={0: "random", 1: "random"})
        >>> while table.advance():
        ...     pass
        >>> table.rematch()
        >>> table.events(table.spectate())[0].sentences
        ('A new game begins.',)
        """
        self._now.check_over()
        if dealer is None:
            dealer = self._chance.randrange(len(self.names))
        record = Record(self.game.new_game(self.rules, dealer=dealer))
        self._commit(self._now.begun_again(record))
        self._bots.begin_hand()

    # Moves

    def play(self, token: str, text: str, *, seen: int | None = None, bots: bool = True) -> None:
        """Make a move of a player, or deal.

        Args:
            token: the player's token.
            text: the move, as :func:`~twowaystreet.parse_move` reads it, or ``deal``. Every player
                may deal once all seats are taken.
            seen: the number of the last event that the player has seen; ``None`` for no check. A
                move is refused if the cards have changed since, such as a repeated message.
            bots: ``True`` to let the bots play until a person is to move or a deal is due. The
                player's move and theirs are saved together.

        Raises:
            IllegalMove: if the move is illegal.
            ParseError: if the text is not a move.
            TokenError: if the token belongs to nobody at this table.
            TableError: if it is not the player's turn, a seat is free, the cards have changed, or
                the table cannot be saved.
        """
        now, state = self._now, self._state
        seat = now.player_of(token)
        now.check_seen(seen)
        given = text_of("move ", text)
        now.check_full()
        if given.strip().casefold() == DEAL and state.needs_deal and not state.is_over:
            self._go_on(self._dealt(), ALL if bots else 0)
        elif state.actor == seat:
            self._go_on(now.moved(given), ALL if bots else 0)
        elif state.actor is not None:
            raise TableError(f"it is the turn of {self.names[state.actor]}")
        else:
            raise TableError(
                "the game is over" if state.is_over else "a deal is due: expected deal"
            )

    def act_for(self, seat: int | None, move: str | None = None) -> None:
        """Make the move of a player whose time is up; an event of the kind ``late`` says so.

        Args:
            seat: the seat to move; ``None`` to deal.
            move: the move; ``None`` for that of the rule of thumb of the game, or a random one.

        Raises:
            IllegalMove: if the move is illegal.
            ParseError: if the text is not a move.
            SeatError: if there is no such seat.
            TableError: if it is not its turn, no deal is due, a seat is free, or saving fails.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, dealer=0)
        >>> ann, ben = table.join("Ann"), table.join("Ben")
        >>> table.act_for(None)
        >>> table.act_for(0, "no bid")
        >>> [event.sentences[0] for event in table.events(ben)[-2:]]
        ['Ann runs out of time.', 'Ann bids in secret.']
        """
        now, state = self._now, self._state
        now.check_full()
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
        given = _bots.choice_for(state, self._chance) if move is None else text_of("move ", move)
        self._go_on(now.noted(Happened.LATE, seat).moved(given), 0)

    def think(self) -> Thought | None:
        """Let the bot to move choose a move, without a change of the table.

        It alone may run in another thread while people look and play, one call at a time. Give the
        result to :meth:`advance` in the thread of the table; it is ``None`` if no bot is to move.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "random"}, dealer=0)
        >>> ann = table.join("Ann")
        >>> table.play(ann, "deal")
        >>> table.play(ann, str(table.view(ann).legal_moves[0]), bots=False)
        >>> table.advance(table.think()), table.events(ann)[-1].seat
        (True, 1)
        """
        return self._bots.thought(self._state) if self.bot_is_to_move else None

    def give_up(self, reason: str) -> Thought | None:
        """Return a random choice for :meth:`advance` instead of a bot that takes too long.

        A random player moves for the bot until the next deal, as after a fault, and :meth:`think`
        may still run. It is ``None`` if no bot is to move. The reason, the fault in words, is for
        :attr:`faults`.
        """
        return self._bots.random_thought(self._state, reason) if self.bot_is_to_move else None

    def advance(self, thought: Thought | None = None) -> bool:
        """Make one move that needs no person; return whether one was made.

        A bot moves, or the table makes the only legal move (``play_forced``), or it deals if nobody
        but bots plays. No move is made if the table waits for a person, the game is over, or a move
        was taken back since the thought, which comes from :meth:`think`; with ``None`` the bot
        thinks now. It is for tables without people, for ``play(..., bots=False)``, and for a table
        that was loaded while a bot was to move.

        Raises:
            TableError: if ``thought`` comes from elsewhere, or the table cannot be saved.
            ParseError: if the text of a bot's move is none of the game.

        >>> from twowaystreet.games import twos
        >>> bots = dict.fromkeys(range(4), "random")
        >>> table = Table(twos.GAME, twos.Rules(max_hands=1), bots=bots)
        >>> while table.advance():
        ...     pass
        >>> len(table.record.moves), table.is_over
        (53, True)
        """
        state = self._state
        if thought is not None:
            if type(thought) is not Thought:
                raise TableError(f"thought={quoted(thought)}: expected a thought from Table.think")
            if thought.state is not state or not self.bot_is_to_move:
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
        try:
            after, faults = self._bots.gone_on(after, most, thought)
            self._commit(after)
        except BaseException:  # an interrupt, too
            self._bots.begin_hand()  # they may remember moves that count no more
            raise
        self._faults = (*self._faults, *faults)

    def undo(self, token: str, *, seen: int | None = None) -> bool:
        """Ask to take back the player's own last move of this hand, or agree to such a request.

        The move is taken back, with all later ones, once all other people who play agree; the
        result tells whether it was. Bots agree, and are made anew. The next move ends the request;
        nobody asks again before it after somebody else has declined. The moves of a finished hand
        and deals stand. Everybody remembers the cards that a move taken back has shown.

        The call is refused if the cards have changed, or a request was made, since the event with
        the number ``seen``; ``None`` for no check.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if the player has no move to take back, has agreed already or watches, the
                cards have changed, or the table cannot be saved.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, dealer=0)
        >>> ann, ben = table.join("Ann"), table.join("Ben")
        >>> table.play(ann, "deal")
        >>> table.play(ann, str(table.view(ann).legal_moves[0]))
        >>> table.undo(ann), table.undo(ben), table.actor
        (False, True, 0)
        """
        now = self._now
        seat = now.player_of(token)
        now.check_seen(seen, request=True)
        after = now.asked_by(seat)
        self._commit(after)
        if after.asked is None:
            self._bots.begin_hand()
        return after.asked is None

    def claim(self, token: str, *, seen: int | None = None) -> bool:
        """Claim that the rest of the hand is decided (:meth:`claim_for`), or agree to a claim.

        The others see the cards of the player. Once all other people who play agree, the hand is
        finished by moves with which the claim comes true; the result tells whether it is. Bots
        agree. A move, or :meth:`decline`, ends the claim; nobody claims again before a move.

        ``seen`` is as in :meth:`undo`.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if the player can claim nothing, has agreed already or watches, the cards
                have changed, or the table cannot be saved.
        """
        seat = self._now.player_of(token)
        self._now.check_seen(seen, request=True)
        after = claimed_by(self._now, seat)
        self._commit(after)
        return after.asked is None

    def decline(self, token: str, *, seen: int | None = None) -> None:
        """Say no to a request to take back a move, or to a claim, which ends it.

        The player who asked can end the request as well. ``seen`` is as in :meth:`undo`.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if nobody asks, a spectator says no, the cards changed, or saving fails.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, dealer=0)
        >>> ann, ben = table.join("Ann"), table.join("Ben")
        >>> table.play(ann, "deal")
        >>> table.play(ann, str(table.view(ann).legal_moves[0]))
        >>> table.undo(ann), table.decline(ben), table.asked, table.actor
        (False, None, None, 1)
        """
        seat = self._now.player_of(token)
        self._now.check_seen(seen, request=True)
        self._commit(self._now.declined_by(seat))

    def facts(self, token: str, since: int = 0, *, away: Sequence[int] = ()) -> dict[str, Any]:
        """Return all that a person may know now, for a program that draws for itself.

        It is the message ``Facts`` of the schema :func:`twowaystreet.schemas.wire` without what a
        server adds, its clock and what leaving costs. Any: JSON.

        Args:
            token: the token of the person.
            since: the number of the last event that the person has seen; 0 for the last 300.
            away: the seats of people who are not there, for the sentence of the task.

        Raises:
            TokenError: if the token belongs to nobody at this table.
            TableError: if ``since`` is not the number of an event, or ``away`` is no list.
            SeatError: if the table does not have one of these seats.

        >>> from twowaystreet.games import duel
        >>> table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
        >>> facts = table.facts(table.join("Ann"))
        >>> facts["task"], facts["offers"][0]["moves"][0]["words"]
        ('Everybody is here', 'Deal the cards')
        """
        if not issubclass(type(away), Sequence):
            raise TableError(f"away={quoted(away)}: expected a list of seats")
        seats = {checked_seat(seat, len(self.names)) for seat in away}
        return facts_of(self, token, since, sorted(seats))

    def _commit(self, after: Sitting) -> None:
        """Save the sitting, then take it over; refuse one that could not be loaded again."""
        try:
            _files.check(after, self._now)
        except RecordError as error:
            raise TableError(str(error)) from None
        if self._keeper is not None:
            self._keeper.save(self._writer.text_of(after))
        self._follow(after)


def _switch(option: str, value: bool) -> bool:
    if value not in (True, False):
        raise TableError(f"{option}={quoted(value)}: expected True or False")
    return bool(value)
